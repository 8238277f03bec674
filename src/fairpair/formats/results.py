"""A plain results file in JSON: players, rounds with matches and byes, drops.

    {"name": "Friday", "best_of": 3, "players": ["Ana", {"id": 7, "name": "Bo", "rating": 1500}],
     "rounds": [[{"p1": "Ana", "p2": 7, "w1": 2, "w2": 1, "draws": 0}], [{"bye": "Ana"}]],
     "drops": [{"player": 7, "afterRound": 1}]}

A match may say `"result": "1-0"` or `"scores": [{"op": 7}, {"op": 3}]` instead of games; one that
says nothing is still open. A bye may have a `"kind"`: pairing, full, half, zero or loss.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from fairpair.core import texts
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidValueError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import encode_number, parse_number
from fairpair.core.players import BEST_RATING, Entry, Period, Player
from fairpair.core.results import MOST_GAMES, Decided, Games, Result, Scored
from fairpair.core.rounds import FIRST_ROUND, ByeKind, Pairing, Round, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.suggestions import add_suggestion
from fairpair.core.texts import name_problem
from fairpair.core.tournament import Tournament
from fairpair.formats.imported import round_of
from fairpair.formats.json_fields import (
    FILE,
    Fields,
    Object,
    Place,
    bad_results,
    format_value,
    nearest,
    parse_json,
    whole_number_problem,
)
from fairpair.formats.result_words import WORDS
from fairpair.language.message import Message

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
    """The result of a match; none if it is still open."""
    said = {key for key in (*GAMES, "scores", "result") if match.get(key) is not None}
    if said.isdisjoint(("scores", "result")):
        result = _games(match, rules) if said else None
    elif len(said) > 1:
        raise InvalidValueError(Message("results-file.two-results", keys=sorted(said)))
    else:
        result = (
            _scored_result(match["scores"], rules) if "scores" in said else _word(match["result"])
        )
        if result.problem:
            raise InvalidValueError(result.problem)
    if rules.primary_score in rules.scores and isinstance(result, Games | Decided):
        raise InvalidValueError(Message("results-file.scores-needed", score=rules.primary_score))
    return result


def result_fields(result: Result) -> Object:
    """The way back: what a match says of its result."""
    match result:
        case Games():
            return {"w1": result.wins[0], "w2": result.wins[1], "draws": result.draws}
        case Scored():
            sides = [{k: encode_number(v) for k, v in one.items()} for one in result.scores]
            return {"scores": sides}
        case _:
            return {"result": str(result)}


def _games(match: Object, rules: Rules) -> Result:
    first, second = (_count(key, match.get(key)) for key in ("w1", "w2"))
    draws = _count("draws", 0 if match.get("draws") is None else match["draws"])
    needed = rules.games_to_win
    if needed is not None and (max(first, second) > needed or first == second == needed):
        score = f"{first}-{second}"
        raise InvalidValueError(
            Message("results-file.games", score=score, best_of=rules.best_of, n=needed)
        )
    return _shared_games(first, second, draws)


def _count(key: str, value: object) -> int:
    if value is None:
        raise InvalidValueError(Message("results-file.key-missing", key=key))
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_GAMES:
        raise InvalidValueError(whole_number_problem(key, value, 0, MOST_GAMES))
    return value


@lru_cache(maxsize=1024)
def _shared_games(first: int, second: int, draws: int) -> Games:
    """One value for all equal results: large events have thousands of them."""
    return Games((first, second), draws)


def _word(value: object) -> Result:
    if not isinstance(value, str) or value not in WORDS:
        raise InvalidValueError(_not_one_of("result", WORDS, value))
    return WORDS[value]


def _scored_result(value: object, rules: Rules) -> Result:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidValueError(Message("results-file.two-scores"))
    first, second = (_named_scores(one) for one in value)
    if rules.scores and set(first) != set(rules.scores):
        raise InvalidValueError(Message("results-file.score-names", names=rules.scores))
    return Scored((first, second))


def _named_scores(value: object) -> dict[str, Fraction]:
    if not isinstance(value, dict):
        raise InvalidValueError(Message("results-file.score-object", value=format_value(value)))
    for name in value:
        if problem := name_problem(name):
            raise InvalidValueError(Message("results-file.score-name", problem=problem))
    return {name: _number(name, number) for name, number in value.items()}


def _number(name: str, value: object) -> Fraction:
    try:
        if isinstance(value, int | float | str):
            return parse_number(value)
    except ValueError:
        pass
    score, shown = format_value(name), format_value(value)
    raise InvalidValueError(Message("results-file.score-number", score=score, value=shown))


def _not_one_of(key: str, known: Mapping[str, object], value: object) -> Message:
    shown = format_value(value)
    return Message("results-file.not-one-of", key=key, known=tuple(known), value=shown)


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
    return read_results_data(parse_json(data), rules)


def read_results_data(data: object, rules: Rules) -> Results:
    """The same for the plain data that such a file holds."""
    fields = Fields()
    file = fields.read_object(FILE, data)
    if file is None:
        raise bad_results(fields.problems)
    for key in file:
        meant = nearest(key, _KEYS) if key not in _KEYS else ""
        if meant and meant not in file:
            problem = Message("results-file.unknown-key", key=format_value(key))
            fields.add_problem(FILE, Message("suggestion.after", problem=problem, name=meant))
    best_of = file.get("best_of")
    if best_of is not None:
        number = fields.read_integer(FILE, "best_of", best_of, 1, MOST_GAMES)
        rules = replace(rules, best_of=number or rules.best_of)
    results = _Reader(rules, fields).read(file)
    if fields.problems:
        raise bad_results(fields.problems)
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
        said = {key: fields.read_text(FILE, key, file[key]) for key in texts_}
        players = fields.read_list("players", file.get("players"), MOST_PLAYERS)
        dropped = file.get("drops")
        drops = fields.read_list("drops", [] if dropped is None else dropped, MOST_PLAYERS)
        rounds = fields.read_list("rounds", file.get("rounds"), MOST_ROUNDS)
        for number, one in enumerate(players, 1):
            self._read_player(Message("place.player", number=number), one)
        for number, one in enumerate(drops, 1):
            self._read_drop(Message("place.drop", number=number), one)
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

    def _read_player(self, where: Place, value: object) -> None:
        """An id alone, or an object with more; ids 7 and "7" are two players."""
        fields = self._fields
        table: Object = value if isinstance(value, dict) else {"id": value}
        fields.read_object(where, table, _PLAYER_KEYS)
        called = table.get("id")
        if isinstance(called, bool) or not isinstance(called, str | int):
            fields.add_problem(where, Message("results-file.id", value=format_value(called)))
            return
        if called in self._ids:
            taken = Message(
                "results-file.id-taken", id=format_value(called), number=self._ids[called]
            )
            fields.add_problem(where, taken)
            return
        number = self._ids[called] = PlayerId(len(self._ids) + 1)
        self._entries[number] = Entry(self._person(where, called, table), _FROM_START)

    def _person(self, where: Place, called: str | int, table: Object) -> Player:
        """Name and rating; without a name the id is it, and a rating of 0 is none."""
        fault = texts.name_problem(str(called))
        if fault:
            self._fields.add_problem(where, Message("results-file.key", key="id", problem=fault))
        given, rating = table.get("name"), table.get("rating")
        name = str(called) if given is None else self._fields.read_text(where, "name", given)
        number = None
        if rating is not None:
            number = self._fields.read_integer(where, "rating", rating, 0, BEST_RATING)
        return Player(name, number or None)

    def _read_drop(self, where: Place, value: object) -> None:
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
            who = format_value(table["player"])
            self._fields.add_problem(where, Message("results-file.dropped-twice", player=who))
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
        matches = self._fields.read_list(
            Message("place.round", round=round_no), value, MOST_PLAYERS
        )
        for number, one in enumerate(matches, 1):
            where = Message("place.match", round=round_no, match=number)
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
        self, where: Place, round_no: int, table: Object, seen: set[PlayerId]
    ) -> list[PlayerId]:
        """The players of a match or bye; those who cannot be there are reported."""
        players: list[PlayerId] = []
        for key in ("bye",) if "bye" in table else ("p1", "p2"):
            player = self._player(where, table, key)
            if player is None:
                continue
            who, last = format_value(table[key]), self._last.get(player, round_no)
            if player in players:
                self._fields.add_problem(where, Message("results-file.own-opponent", player=who))
            elif player in seen:
                self._fields.add_problem(where, Message("results-file.twice", player=who))
            elif round_no > last:
                gone = Message("results-file.dropped", player=who, round=last)
                self._fields.add_problem(where, gone)
            players.append(player)
        seen.update(players)
        return players

    def _player(self, where: Place, table: Object, key: str) -> PlayerId | None:
        called = table.get(key)
        if called is None:
            self._fields.add_problem(where, Message("results-file.key-missing", key=key))
        elif isinstance(called, bool) or not isinstance(called, str | int):
            text = Message("results-file.not-an-id", key=key, value=format_value(called))
            self._fields.add_problem(where, text)
        elif called not in self._ids:
            text = Message("results-file.unknown-player", player=format_value(called))
            self._fields.add_problem(where, add_suggestion(text, called, map(str, self._ids)))
        else:
            return self._ids[called]
        return None

    def _kind(self, where: Place, value: object) -> ByeKind:
        if value is None:
            return ByeKind.PAIRING
        if not isinstance(value, str) or value not in _KINDS:
            self._fields.add_problem(where, _not_one_of("kind", _KINDS, value))
            return ByeKind.PAIRING
        return _KINDS[value]

    def _pairing(self, where: Place, table: Object, players: list[PlayerId]) -> list[Pairing]:
        try:
            return [Pairing(tuple(players), outcome(table, self._rules))]
        except InvalidValueError as error:
            self._fields.add_problem(where, error.text)
            return []
