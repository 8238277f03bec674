"""A plain results file in JSON: players, rounds with matches and byes, drops.

    {"name": "Friday", "best_of": 3, "players": ["Ana", {"id": 7, "name": "Bo", "rating": 1500}],
     "rounds": [[{"p1": "Ana", "p2": 7, "w1": 2, "w2": 1, "draws": 0}], [{"bye": "Ana"}]],
     "drops": [{"player": 7, "afterRound": 1}]}

A match may say `"result": "1-0"` or `"scores": [{"op": 7}, {"op": 3}]` instead of games; one that
says nothing is still open. A bye may have a `"kind"`: pairing, full, half, zero or loss.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from fairpair.core import texts
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import parse_number
from fairpair.core.players import BEST_RATING, Entry, Period, Player
from fairpair.core.results import MOST_GAMES, Decided, Games, Result, Scored
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.texts import name_problem
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import round_of
from fairpair.formats.json_fields import (
    MOST_TOLD,
    Fields,
    Object,
    bad_results,
    format_value,
    nearest,
    parse_json,
)
from fairpair.formats.result_words import WORDS

GAMES = ("w1", "w2", "draws")
MOST_PLAYERS = 100_000
MOST_ROUNDS = 199
_KEYS = ("players", "rounds", "drops", "best_of", "name", "draw_seed")
_PLAYER_KEYS = ("id", "name", "rating")
_MATCH_KEYS = ("p1", "p2", *GAMES, "scores", "result")
_BYE_KEYS = ("bye", "kind")
_DROP_KEYS = ("player", "afterRound")
_FROM_START = (Period(FIRST_ROUND),)
_KINDS = {kind.value: kind for kind in ByeKind}


def outcome(match: Object, rules: Rules) -> Result | None:
    """What the match says; none if it says nothing yet."""
    said = {key for key in (*GAMES, "scores", "result") if match.get(key) is not None}
    if said.isdisjoint(("scores", "result")):
        result = _games(match, rules) if said else None
    elif len(said) > 1:
        raise ValueError(f"its result stands there twice: {', '.join(sorted(said))}")
    else:
        result = (
            _scored_result(match["scores"], rules) if "scores" in said else _word(match["result"])
        )
        if result.problem:
            raise ValueError(result.problem)
    if rules.primary_score in rules.scores and isinstance(result, Games | Decided):
        raise ValueError(f"it needs scores: these rules rank by {rules.primary_score}")
    return result


def _games(match: Object, rules: Rules) -> Result:
    first, second = (_count(key, match.get(key)) for key in ("w1", "w2"))
    draws = _count("draws", 0 if match.get("draws") is None else match["draws"])
    needed = rules.games_to_win
    if needed is not None and (max(first, second) > needed or first == second == needed):
        games = "1 won game" if needed == 1 else f"{needed} won games"
        text = f"{first}-{second} is not possible, a best of {rules.best_of} ends with {games}"
        raise ValueError(text)
    return _shared_games(first, second, draws)


def _count(key: str, value: object) -> int:
    if value is None:
        raise ValueError(f"{key} is missing")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_GAMES:
        raise ValueError(
            f"{key} must be a whole number from 0 to {MOST_GAMES}, not {format_value(value)}"
        )
    return value


@lru_cache(maxsize=1024)
def _shared_games(first: int, second: int, draws: int) -> Games:
    """One value for all equal results: large events have thousands of them."""
    return Games((first, second), draws)


def _word(value: object) -> Result:
    if not isinstance(value, str) or value not in WORDS:
        raise ValueError(f"the result must be one of {', '.join(WORDS)}, not {format_value(value)}")
    return WORDS[value]


def _scored_result(value: object, rules: Rules) -> Result:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("scores must be a list of two objects, one for each player")
    first, second = (_named_scores(one) for one in value)
    if rules.scores and set(first) != set(rules.scores):
        raise ValueError(f"the scores of these rules are {', '.join(rules.scores)}")
    return Scored((first, second))


def _named_scores(value: object) -> dict[str, Fraction]:
    if not isinstance(value, dict):
        raise ValueError(f"scores must be objects like {{'op': 7}}, not {format_value(value)}")
    for name in value:
        if name_problem(name):
            raise ValueError(f"the name of a score {name_problem(name)}")
    return {name: _number(name, number) for name, number in value.items()}


def _number(name: str, value: object) -> Fraction:
    try:
        if isinstance(value, int | float | str):
            return parse_number(value)
    except ValueError:
        pass
    raise ValueError(f"the score {format_value(name)} must be a number, not {format_value(value)}")


@dataclass(frozen=True, slots=True)
class Results:
    """A results file as a tournament. Players are numbered from 1 in the order of the file."""

    tournament: Tournament
    ids: Mapping[PlayerId, str | int]
    """What the file calls them."""


def read_results(data: bytes, rules: Rules) -> Results:
    """The tournament in a file, played by these rules.

    Raises `InvalidInputError` with everything that is wrong.

    A `best_of` in the file counts instead of the one in the rules.
    """
    fields = Fields()
    file = fields.read_object("file", parse_json(data))
    if file is None:
        raise bad_results(fields.problems)
    for key in file:
        meant = nearest(key, _KEYS) if key not in _KEYS else ""
        if meant and meant not in file:
            fields.add_problem("file", f"{format_value(key)} is not known; did you mean {meant}?")
    best_of = file.get("best_of")
    if best_of is not None:
        number = fields.read_integer("file", "best_of", best_of, 1, MOST_GAMES)
        rules = replace(rules, best_of=number or rules.best_of)
    results = _Reader(rules, fields).read(file)
    if fields.problems:
        more = " or more" if len(fields.problems) == MOST_TOLD else ""
        raise bad_results(fields.problems, more)
    return results


class _Reader:
    """Reads one file; what is wrong goes to `fields` and is left out."""

    def __init__(self, rules: Rules, fields: Fields) -> None:
        self._rules = rules
        self._fields = fields
        self._ids: dict[str | int, PlayerId] = {}
        self._entries: dict[PlayerId, Entry] = {}
        self._last: dict[PlayerId, int] = {}

    def read(self, file: Object) -> Results:
        """The tournament; of no use if there were problems."""
        fields = self._fields
        texts_ = (key for key in ("name", "draw_seed") if file.get(key) not in (None, ""))
        said = {key: fields.read_text("file", key, file[key]) for key in texts_}
        players = fields.read_list("players", file.get("players"), MOST_PLAYERS)
        dropped = file.get("drops")
        drops = fields.read_list("drops", [] if dropped is None else dropped, MOST_PLAYERS)
        rounds = fields.read_list("rounds", file.get("rounds"), MOST_ROUNDS)
        for number, one in enumerate(players, 1):
            self._read_player(f"player {number}", one)
        for number, one in enumerate(drops, 1):
            self._read_drop(f"drop {number}", one)
        played = {RoundRef(1, n): self._round(n, one) for n, one in enumerate(rounds, 1)}
        self._mark_late_entries(played)
        tournament = Tournament(
            created=True,
            name=said.get("name", ""),
            rules=replace(self._rules, rounds=max(self._rules.rounds or 0, len(played)) or None),
            draw_seed=said.get("draw_seed", ""),
            entries=self._entries,
            rounds=played,
        )
        return Results(tournament, {number: one for one, number in self._ids.items()})

    def _read_player(self, where: str, value: object) -> None:
        """An id alone, or an object with more; ids 7 and "7" are two players."""
        fields = self._fields
        table: Object = value if isinstance(value, dict) else {"id": value}
        fields.read_object(where, table, _PLAYER_KEYS)
        called = table.get("id")
        if isinstance(called, bool) or not isinstance(called, str | int):
            fields.add_problem(
                where, f"the id must be a text or a whole number, not {format_value(called)}"
            )
            return
        if called in self._ids:
            fields.add_problem(
                where, f"{format_value(called)} is player {self._ids[called]} already"
            )
            return
        number = self._ids[called] = PlayerId(len(self._ids) + 1)
        self._entries[number] = Entry(self._person(where, called, table), _FROM_START)

    def _person(self, where: str, called: str | int, table: Object) -> Player:
        """Name and rating; without a name the id is it, and a rating of 0 is none."""
        fault = texts.name_problem(str(called))
        if fault:
            self._fields.add_problem(where, f"the id {fault}")
        given, rating = table.get("name"), table.get("rating")
        name = str(called) if given is None else self._fields.read_text(where, "the name", given)
        number = None
        if rating is not None:
            number = self._fields.read_integer(where, "the rating", rating, 0, BEST_RATING)
        return Player(name, number or None)

    def _read_drop(self, where: str, value: object) -> None:
        table = self._fields.read_object(where, value, _DROP_KEYS)
        if table is None:
            return
        player = self._player(where, table, "player")
        last = self._fields.read_integer(
            where, "afterRound", table.get("afterRound"), 0, MOST_ROUNDS
        )
        if player is None or last is None:
            return
        if player in self._last:
            self._fields.add_problem(where, f"{format_value(table['player'])} has dropped already")
        self._last[player] = last
        period = Period(FIRST_ROUND, RoundRef(1, last))
        self._entries[player] = replace(self._entries[player], periods=(period,))

    def _mark_late_entries(self, rounds: Mapping[RoundRef, Round]) -> None:
        """Who is first seen after round 1 entered late; the rules say how they count till then."""
        waiting = set(self._entries)
        for ref, round_ in rounds.items():
            here = {player for pairing in round_.pairings.values() for player in pairing.seats}
            for player in waiting & (here | set(round_.byes)):
                waiting.discard(player)
                if ref != FIRST_ROUND:
                    entry = self._entries[player]
                    period = replace(entry.periods[0], first=ref, missed=self._rules.late_entry)
                    self._entries[player] = replace(entry, periods=(period,))

    def _round(self, round_no: int, value: object) -> Round:
        """The matches in the order of the file, and the byes."""
        pairings: list[Pairing] = []
        byes: dict[PlayerId, ByeKind] = {}
        seen: set[PlayerId] = set()
        matches = self._fields.read_list(f"round {round_no}", value, MOST_PLAYERS)
        for number, one in enumerate(matches, 1):
            where = f"round {round_no}, match {number}"
            is_bye = isinstance(one, dict) and "bye" in one
            table = self._fields.read_object(where, one, _BYE_KEYS if is_bye else _MATCH_KEYS)
            if table is None:
                continue
            players = self._read_seats(where, round_no, table, seen)
            if is_bye:
                byes |= dict.fromkeys(players, self._kind(where, table.get("kind")))
            else:
                pairings += self._pairing(where, table, players)
        return round_of(pairings, byes, self._rules.system)

    def _read_seats(
        self, where: str, round_no: int, table: Object, seen: set[PlayerId]
    ) -> list[PlayerId]:
        """The players of a match or bye; told if they cannot be there."""
        players: list[PlayerId] = []
        for key in ("bye",) if "bye" in table else ("p1", "p2"):
            player = self._player(where, table, key)
            if player is None:
                continue
            who = format_value(table[key])
            if player in players:
                self._fields.add_problem(where, f"{who} plays against themselves")
            elif player in seen:
                self._fields.add_problem(where, f"{who} is in this round already")
            elif round_no > self._last.get(player, round_no):
                self._fields.add_problem(
                    where, f"{who} has dropped after round {self._last[player]}"
                )
            players.append(player)
        seen.update(players)
        return players

    def _player(self, where: str, table: Object, key: str) -> PlayerId | None:
        called = table.get(key)
        if called is None:
            self._fields.add_problem(where, f"{key} is missing")
        elif isinstance(called, bool) or not isinstance(called, str | int):
            self._fields.add_problem(
                where, f"{key} must be the id of a player, not {format_value(called)}"
            )
        elif called not in self._ids:
            self._fields.add_problem(where, f"{format_value(called)} is none of the players")
        else:
            return self._ids[called]
        return None

    def _kind(self, where: str, value: object) -> ByeKind:
        if value is None:
            return ByeKind.PAIRING
        if not isinstance(value, str) or value not in _KINDS:
            text = f"the kind must be one of {', '.join(_KINDS)}, not {format_value(value)}"
            self._fields.add_problem(where, text)
            return ByeKind.PAIRING
        return _KINDS[value]

    def _pairing(self, where: str, table: Object, players: list[PlayerId]) -> list[Pairing]:
        try:
            return [Pairing(tuple(players), outcome(table, self._rules))]
        except ValueError as error:
            self._fields.add_problem(where, str(error))
            return []
