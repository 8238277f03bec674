"""Reads Swiss tournaments as the programming interface of Challonge gives them, in JSON.

Version 1, with participants and matches:

```json
{"tournament": {"name": "Cup", "tournament_type": "swiss",
  "participants": [{"participant": {"id": 7, "name": "Ana", "seed": 1, "active": true}}],
  "matches": [{"match": {"round": 1, "player1_id": 7, "player2_id": 8, "winner_id": 7,
                         "scores_csv": "2-1", "state": "complete"}}]}}
```

Version 2.1 (JSON:API) has an answer each for the tournament, its participants and its matches. A
file holds all of them: in a list, in an object, or the last two as `included`.

```json
{"data": {"id": "5", "type": "tournament",
          "attributes": {"name": "Cup", "tournament_type": "swiss"}},
 "included": [
  {"id": "7", "type": "participant", "attributes": {"name": "Ana", "states": {"active": true}}},
  {"id": "9", "type": "match",
   "attributes": {"round": 1, "state": "complete", "winner_id": 7, "score_in_sets": [[2, 1]],
                  "points_by_participant": [{"participant_id": 7}, {"participant_id": 8}]}}]}
```
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.results import MOST_GAMES, Decided, Forfeit, Games, Mark, Result, win_for
from fairpair.core.rounds import ByeKind
from fairpair.formats.imported import MOST_PLAYERS, ImportedTournament
from fairpair.formats.json_events import MOST_MATCHES, JsonEventReader, id_key
from fairpair.formats.json_fields import Object, format_value
from fairpair.formats.played_rounds import Match
from fairpair.language.message import Message

_SWISS = "swiss"
_FINISHED = "complete"
_SET = re.compile(r"\s*(-?[0-9]{1,4})\s*-\s*(-?[0-9]{1,4})\s*")
_HIGHEST_SCORE = 9999
_MOST_SETS = 100
_MOST_NAMED = 10
_DRAWN = (Mark.DRAW, Mark.DRAW)
_Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Person:
    """A participant; `others` are ids that matches of a group stage use."""

    id: object
    name: object
    active: bool = True
    others: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class _Played:
    """A match. `winner` is an id, None for a draw; `sets` is None if nobody can read them."""

    players: tuple[object, object]
    round: object
    state: object
    winner: object
    sets: Sequence[_Score] | None
    scores: object
    forfeited: bool = False


def read(data: bytes) -> ImportedTournament:
    """A Swiss of Challonge; brackets and groups are refused."""
    return _Reader(data).read()


class _Reader(JsonEventReader):
    def read(self) -> ImportedTournament:
        """The tournament."""
        about, people, played = self._parts()
        if about.get("tournament_type") != _SWISS:
            raise InvalidInputError("not-challonge.type")
        self.event.name = str(about.get("name") or "")
        active: set[PlayerId] = set()
        for n, person in enumerate(people, 1):
            player = self._add_person(person, Message("place.player", number=n))
            active |= {player} if player is not None and person.active else set()
        for n, match in enumerate(played, 1):
            self._add_match(match, Message("place.game", number=n))
        self._add_drops_and_byes(active)
        return self.finish(about.get("swiss_rounds"))

    def _parts(self) -> tuple[Object, Iterable[_Person], Iterable[_Played]]:
        """The tournament itself, its participants and its matches."""
        people, matches = Message("place.players"), Message("place.matches")
        first = self.root.get("tournament") if isinstance(self.root, dict) else None
        if isinstance(first, dict) and "data" not in first:
            persons = self.objects(people, first.get("participants"), MOST_PLAYERS)
            played = self.objects(matches, first.get("matches"), MOST_MATCHES)
            return first, map(_person_v1, persons), map(_match_v1, played)
        found: dict[str, list[object]] = {}
        for one in _resources(self.root):
            found.setdefault(str(one.get("type")), []).append(one)
        if len(found.get("tournament", ())) != 1 or not found.get("participant"):
            raise InvalidInputError("not-challonge")
        (about,) = self.objects(Message("place.file"), found["tournament"], 1)
        persons = self.objects(people, found["participant"], MOST_PLAYERS)
        played = self.objects(matches, found.get("match", []), MOST_MATCHES)
        return _attributes(about), map(_person_v2, persons), map(_match_v2, played)

    def _add_person(self, one: _Person, where: Message) -> PlayerId | None:
        player = self.add_player(one.id, one.name, where)
        for number in one.others if player is not None else ():
            self.ids.setdefault(id_key(number), PlayerId(len(self.event.players)))
        return player

    def _add_match(self, one: _Played, where: Message) -> None:
        if None in one.players:
            return  # to be played by those who win others
        round_ = self.round(one.round, where)
        first, second = (self.player(number, where) for number in one.players)
        if round_ is None or first is None or second is None:
            return
        result = self._result(one, where) if one.state == _FINISHED else None
        round_.matches.append(Match((first, second), result))

    def _result(self, one: _Played, where: Message) -> Result | None:
        marks = _marks(one)
        if marks is None:
            winner = format_value(one.winner)
            self.event.add_problem(where, "json-event.winner", winner=winner)
        elif one.sets is None:
            score = format_value(one.scores)
            self.event.add_problem(where, "json-event.unreadable-score", score=score)
        elif not _fits(one.sets, marks):
            score = ", ".join(f"{a}-{b}" for a, b in one.sets)
            self.event.add_problem(where, "json-event.score", score=f"{score:.60}")
        else:
            return self._result_of(one, one.sets, marks)
        return None

    def _result_of(
        self, one: _Played, sets: Sequence[_Score], marks: tuple[Mark, ...]
    ) -> Result | None:
        """A score below zero is how organisers mark somebody who did not play."""
        if (one.forfeited or any(min(games) < 0 for games in sets)) and marks != _DRAWN:
            return Forfeit(marks)
        if len(sets) != 1 or sets[0] == (0, 0) or max(sets[0]) > MOST_GAMES:
            return Decided(marks)
        self.best_of = min(max(self.best_of, 2 * max(sets[0]) - 1), MOST_GAMES)
        return Games(sets[0])

    def _add_drops_and_byes(self, active: set[PlayerId]) -> None:
        """Challonge lists neither: who is no longer active left after the last match, and one
        player who is left over in a round had the bye.
        """
        rounds = self.event.rounds
        seated = [{p for match in one.matches for p in match.seats} for one in rounds]
        last = {p: n for n, players in enumerate(seated, 1) for p in players}
        for player in self.event.players:
            if player not in active:
                self.event.left[player] = last.get(player, 0)
        for n, (one, players) in enumerate(zip(rounds, seated, strict=True), 1):
            staying = (p for p in self.event.players if n <= self.event.left.get(p, n))
            alone = [p for p in staying if p not in players]
            if len(alone) == 1 and players:
                one.byes[alone[0]] = ByeKind.PAIRING
            elif alone and players:
                names = [self.event.players[p].name for p in alone[:_MOST_NAMED]]
                note = Message("json-event.absent", n=len(alone), round=n, names=names)
                self.event.notes.append(note)


def _marks(one: _Played) -> tuple[Mark, ...] | None:
    """Who won; None if that is neither of the two."""
    if one.winner is None:
        return _DRAWN
    sides = list(map(id_key, one.players))
    won = id_key(one.winner)
    return win_for(sides.index(won)) if won in sides else None


def _fits(sets: Sequence[_Score], marks: tuple[Mark, ...]) -> bool:
    """Whether the sets have the same winner; as many for each of them leave that open, unless it
    is one set.
    """
    ahead = sum(a > b for a, b in sets) - sum(a < b for a, b in sets)
    if ahead == 0:
        return len(sets) != 1 or marks == _DRAWN or sets[0] == (0, 0)
    return marks == win_for(0 if ahead > 0 else 1)


def _person_v1(wrapped: Object) -> _Person:
    one = _inner(wrapped, "participant")
    named = one.get("name") or one.get("display_name") or one.get("username")
    others = one.get("group_player_ids")
    numbers = tuple(others) if isinstance(others, list) else ()
    return _Person(one.get("id"), named, one.get("active") is not False, numbers)


def _match_v1(wrapped: Object) -> _Played:
    one = _inner(wrapped, "match")
    scores = one.get("scores_csv")
    return _Played(
        (one.get("player1_id"), one.get("player2_id")),
        one.get("round"),
        one.get("state"),
        one.get("winner_id"),
        _sets_in(scores),
        scores,
        one.get("forfeited") is True,
    )


def _inner(one: Object, key: str) -> Object:
    """What version 1 wraps every object in."""
    found = one.get(key)
    return found if isinstance(found, Mapping) else one


def _resources(root: object) -> Iterator[Object]:
    """The objects with a type in one answer of version 2, or in several."""
    several: Iterable[object] = ()
    if isinstance(root, list):
        several = root
    elif isinstance(root, dict) and not isinstance(root.get("data"), dict | list):
        several = root.values()
    for answer in (root, *several):
        for key in ("data", "included"):
            found = answer.get(key) if isinstance(answer, dict) else None
            listed = found if isinstance(found, list) else [found]
            yield from (one for one in listed if isinstance(one, dict))


def _attributes(one: Object) -> Object:
    """The attributes of an object; version 2.0 wrote `tournamentType`, 2.1 `tournament_type`."""
    found = one.get("attributes")
    named = found.items() if isinstance(found, dict) else ()
    return {re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).lower(): value for key, value in named}


def _person_v2(one: Object) -> _Person:
    about = _attributes(one)
    states = about.get("states")
    active = states.get("active") if isinstance(states, dict) else None
    return _Person(one.get("id"), about.get("name") or about.get("username"), active is not False)


def _match_v2(one: Object) -> _Played:
    about = _attributes(one)
    sets = about.get("score_in_sets") or about.get("scores")
    winner = about.get("winner_id", about.get("winners"))
    return _Played(
        (_player_v2(one, about, 0), _player_v2(one, about, 1)),
        about.get("round"),
        about.get("state"),
        None if about.get("tie") is True else winner,
        _sets_in(sets),
        sets,
        about.get("forfeited") is True,
    )


def _player_v2(one: Object, about: Object, place: int) -> object:
    """The id of a player, from the relations, else from the points."""
    for holder in (one, about):
        related: object = holder
        for key in ("relationships", f"player{place + 1}", "data", "id"):
            related = related.get(key) if isinstance(related, dict) else None
        if related is not None:
            return related
    points = about.get("points_by_participant")
    person = points[place] if isinstance(points, list) and len(points) > place else None
    found = person if isinstance(person, dict) else {}
    return found.get("participant_id", found.get("participantId"))


def _sets_in(said: object) -> list[_Score] | None:
    """The score of every set, from `2-1,0-2` or `[[2, 1], [0, 2]]`; None for anything else."""
    if said is None or said == "":
        return []
    parts = said.split(",") if isinstance(said, str) else said
    if not isinstance(parts, list) or len(parts) > _MOST_SETS:
        return None
    found = [_score(one) for one in parts]
    return None if None in found else [one for one in found if one]


def _score(said: object) -> _Score | None:
    """One set.

    >>> _score("2 - 1"), _score("0--1"), _score([2, 0]), _score("2:1")
    ((2, 1), (0, -1), (2, 0), None)
    """
    if isinstance(said, str):
        found = _SET.fullmatch(said)
        return (int(found[1]), int(found[2])) if found else None
    match said:
        case [int() as one, int() as other] if not isinstance(one, bool):
            good = not isinstance(other, bool) and max(abs(one), abs(other)) <= _HIGHEST_SCORE
            return (one, other) if good else None
    return None
