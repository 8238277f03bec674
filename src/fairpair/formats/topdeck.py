"""Reads tournaments as the programming interface of TopDeck (version 2) gives them, in JSON.

```json
{"data": {"name": "Cup"}, "standings": [{"name": "Ana", "id": "x7"}],
 "rounds": [{"round": 1, "tables": [{"table": 1, "winner": "Ana", "status": "Completed",
   "players": [{"name": "Ana", "id": "x7"}, {"name": "Bo", "id": "x8"}]}]}]}
```
"""

import re

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Mark, Result, win_for
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.formats.imported import MOST_PLAYERS, ImportedTournament
from fairpair.formats.json_events import MOST_MATCHES, JsonEventReader, id_key
from fairpair.formats.json_fields import Object, format_value
from fairpair.formats.played_rounds import Match, PlayedRound, full_byes
from fairpair.language.message import Message

_DRAW = "draw"
_BYE = "bye"
_BYES = "Byes"
"""The table of all players with a bye."""
_MOST_SEATS = 100
_MOST_NAMED = 10


def read(data: bytes) -> ImportedTournament:
    """A tournament with two players at a table."""
    return _Reader(data).read()


class _Reader(JsonEventReader):
    def read(self) -> ImportedTournament:
        """The tournament."""
        root = self._only()
        self.event.name = _name_of(root)
        people = Message("place.players")
        for n, one in enumerate(self.objects(people, root.get("standings"), MOST_PLAYERS), 1):
            where = Message("place.player", number=n)
            self.add_player(one.get("id") or one.get("name"), one.get("name"), where)
        for one in self.objects(Message("place.rounds"), root.get("rounds"), MOST_ROUNDS):
            name = one.get("round")
            if isinstance(name, str) and not re.fullmatch(r"[0-9]{1,3}", name):
                self.event.notes.append(Message("json-event.knockout", name=f"{name:.40}"))
            else:
                self._add_round(one, int(name) if isinstance(name, str) else name)
        return self.finish()

    def _only(self) -> Object:
        """The one tournament of the file, which may be in a list."""
        listed = self.root if isinstance(self.root, list) else [self.root]
        found = [
            one for one in listed if isinstance(one, dict) and {"rounds", "standings"} <= one.keys()
        ]
        if not found or len(found) < len(listed):
            raise InvalidInputError("not-topdeck")
        if len(found) > 1:
            names = [_name_of(one) for one in found[:_MOST_NAMED]]
            raise InvalidInputError("several-tournaments", count=len(found), names=names)
        return found[0]

    def _add_round(self, one: Object, number: object) -> None:
        where = Message("place.round", round=f"{number!s:.10}")
        round_, alone = self.round(number, where), list[PlayerId]()
        if round_ is None:
            return
        for table in self.objects(where, one.get("tables"), MOST_MATCHES):
            alone += self._add_table(round_, table, where)
        round_.byes |= full_byes(alone)

    def _add_table(self, round_: PlayedRound, table: Object, where: Message) -> list[PlayerId]:
        """Add the match of a table; the players without one are returned."""
        seated = self.objects(where, table.get("players"), _MOST_SEATS)
        found = [self.player(x.get("id") or x.get("name"), where) for x in seated]
        seats = [p for p in found if p is not None]
        is_bye = str(table.get("status")).lower() == _BYE
        if table.get("table") == _BYES or len(found) == 1:
            return seats
        if is_bye and len(found) > 1:
            self.event.add_problem(where, "json-event.bye", table=format_value(table.get("table")))
        elif len(found) > 2:
            self.event.add_problem(where, "json-event.pod", n=len(found))
        elif len(seats) == 2:
            result = self._result(table, seated, where)
            round_.matches.append(Match((seats[0], seats[1]), result, _table_number(table)))
        return []

    def _result(self, table: Object, seated: list[Object], where: Message) -> Result | None:
        """What came out, by id and by name: both must say the same."""
        said = {
            _winner(value, [one.get(key) for one in seated])
            for key, value in (("id", table.get("winner_id")), ("name", table.get("winner")))
            if value not in (None, "")
        }
        if not said:
            return None
        if len(said) > 1 or None in said:
            value = format_value(table.get("winner") or table.get("winner_id"))
            code = "json-event.winners" if len(said) > 1 else "json-event.winner"
            self.event.add_problem(where, code, winner=value)
            return None
        return Decided(next(marks for marks in said if marks))


def _winner(said: object, seated: list[object]) -> tuple[Mark, ...] | None:
    """The marks of both; None for somebody who does not sit there, or if both are called that."""
    if str(said).lower() == _DRAW:
        return (Mark.DRAW, Mark.DRAW)
    found = [n for n, one in enumerate(seated) if id_key(one) == id_key(said)]
    return win_for(found[0]) if len(found) == 1 else None


def _table_number(table: Object) -> int:
    number = table.get("table")
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def _name_of(root: Object) -> str:
    about = root.get("data")
    named = about.get("name") if isinstance(about, dict) else root.get("tournamentName")
    return str(named or "")
