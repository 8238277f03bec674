"""Reads the XML file of OpenGotha, the pairing program of Go tournaments.

| what | where |
|---|---|
| a player | `Player`: `name`, `firstName`, `rank`, `rating`, `club`, `country`, `egfPin` |
| who plays in which round | `participating`, a digit for each round |
| a game | `Game`: `whitePlayer` and `blackPlayer` are the names in capitals, without spaces |
| a bye | `ByePlayer` |

Tournaments are McMahon there; here they go on as a Swiss.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from fairpair.core.errors import InvalidInputError
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Decided, Forfeit, Mark, Result, win_for
from fairpair.core.rounds import MOST_ROUNDS, ByeKind
from fairpair.formats.days import read_day
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.played_rounds import EventData, Match, PlayedRound
from fairpair.formats.xml_files import count_of, join_name, read_xml
from fairpair.language.message import Message

PRESET = "chess_style"
GAME = "Go"
_LONGEST_DAY = 10
_UNPLAYED = "_BYDEF"
_SIDES = ("whitePlayer", "blackPlayer")
_PRELIMINARY = "PRE"
"""The status of those who have not come yet."""
_NO_RESULT = "RESULT_UNKNOWN"
_MARKS: Mapping[str, tuple[Mark, ...]] = {
    "RESULT_WHITEWINS": win_for(0),
    "RESULT_BLACKWINS": win_for(1),
    "RESULT_EQUAL": (Mark.DRAW, Mark.DRAW),
    "RESULT_BOTHLOSE": (Mark.LOSS, Mark.LOSS),
}
_IDS = {"egfPin": "egf", "ffgLicence": "ffg", "agaId": "aga"}
"""Numbers of players, and who gave them."""


def read(data: bytes) -> ImportedTournament:
    """The tournament in the file.

    Raises `InvalidInputError` with every player, result and number that is not known.
    """
    root = read_xml(data, "OpenGotha")
    if root.tag != "Tournament" or root.find("Players") is None:
        raise InvalidInputError("not-opengotha")
    return _Reader(root).read()


class _Reader:
    """One tournament, and what is wrong with it."""

    def __init__(self, root: Element) -> None:
        self._root = root
        found = root.find("TournamentParameterSet/GeneralParameterSet")
        self._settings = found if found is not None else Element("GeneralParameterSet")
        self._event = EventData(self._settings.get("name", "").strip(), header=self._header())
        self._players: dict[str, PlayerId] = {}
        self._absent: dict[PlayerId, str] = {}

    def read(self) -> ImportedTournament:
        """All of it."""
        preliminary = 0
        playing = {_key(one.get(k, "")) for one in self._root.iter("Game") for k in _SIDES}
        for n, one in enumerate(self._root.iterfind("Players/Player"), 1):
            named = _key(one.get("name", "") + one.get("firstName", ""))
            if one.get("registeringStatus") == _PRELIMINARY and named not in playing:
                preliminary += 1
            else:
                self._add_player(one, Message("place.player", number=n))
        if preliminary:
            self._event.notes.append(Message("opengotha.preliminary", n=preliminary))
        handicaps = 0
        for n, one in enumerate(self._root.iterfind("Games/Game"), 1):
            self._add_game(one, Message("place.game", number=n))
            handicaps += one.get("handicap", "0").strip() not in ("", "0")
        for n, one in enumerate(self._root.iterfind(".//ByePlayer[@player]"), 1):
            self._add_bye(one, Message("place.bye", number=n))
        event = self._event
        planned = self._count(self._settings, "numberOfRounds", Message("place.rounds"))
        self._add_absences()
        event.notes.append(Message("opengotha.mcmahon"))
        if handicaps:
            event.notes.append(Message("opengotha.handicaps", n=handicaps))
        return event.imported(PRESET, min(planned, MOST_ROUNDS), game=GAME)

    def _header(self) -> Header:
        days = (read_day(self._settings.get(k, "")) for k in ("beginDate", "endDate"))
        first, last = (day if len(day) == _LONGEST_DAY else "" for day in days)
        return Header(
            city=self._settings.get("location", "").strip(),
            first_day=first,
            last_day=last if last >= first else "",
        )

    def _add_player(self, one: Element, where: Message) -> None:
        family, given = one.get("name", ""), one.get("firstName", "")
        rating, title = self._rating(one.get("rating", "")), one.get("rank", "").strip().lower()
        ids = {giver: number for key, giver in _IDS.items() if (number := one.get(key, "").strip())}
        country = one.get("country", "").strip()
        person = Player(
            join_name(given, family),
            rating,
            title,
            one.get("club", "").strip(),
            country,
            ids=ids,
        )
        player = self._event.add_player(person, where)
        key = _key(family + given)
        if key in self._players:
            self._event.add_problem(where, "opengotha.same-name")
        self._players[key] = player
        self._absent[player] = one.get("participating", "")

    def _rating(self, text: str) -> int | None:
        """A rating; those of beginners below zero are none here."""
        number = text.strip()
        if number.startswith("-") and number[1:].isdigit():
            self._note_once(Message("opengotha.ratings"))
            return None
        return count_of(number, "rating", self._event.problems) or None

    def _note_once(self, note: Message) -> None:
        if note not in self._event.notes:
            self._event.notes.append(note)

    def _add_game(self, one: Element, where: Message) -> None:
        seats = [self._player(one.get(side, ""), where) for side in _SIDES]
        round_ = self._round(one, where)
        table = self._count(one, "tableNumber", where)
        result = self._result(one.get("result", ""), where)
        white, black = seats
        if white is None or black is None or round_ is None:
            return
        if white == black:
            self._event.add_problem(where, "opengotha.same-player")
        round_.matches.append(Match((white, black), result, table))

    def _add_bye(self, one: Element, where: Message) -> None:
        player, round_ = self._player(one.get("player", ""), where), self._round(one, where)
        if player is not None and round_ is not None:
            round_.byes[player] = ByeKind.PAIRING

    def _player(self, name: str, where: Message) -> PlayerId | None:
        found = self._players.get(_key(name))
        if found is None:
            self._event.add_problem(where, "opengotha.unknown-player", name=f"{name!r:.40}")
        return found

    def _round(self, one: Element, where: Message) -> PlayedRound | None:
        number = self._count(one, "roundNumber", where)
        if not 1 <= number <= MOST_ROUNDS:
            self._event.add_problem(where, "opengotha.round", number=number)
            return None
        while len(self._event.rounds) < number:
            self._event.rounds.append(PlayedRound())
        return self._event.rounds[number - 1]

    def _count(self, one: Element, key: str, where: Message) -> int:
        return count_of(one.get(key, ""), where, self._event.problems)

    def _result(self, text: str, where: Message) -> Result | None:
        word = text.strip() or _NO_RESULT
        if word == _NO_RESULT:
            return None
        marks = _MARKS.get(word.removesuffix(_UNPLAYED))
        if marks is None or (word.endswith(_UNPLAYED) and Mark.DRAW in marks):
            self._event.add_problem(where, "opengotha.result", result=f"{word!r:.40}")
            return None
        return Forfeit(marks) if word.endswith(_UNPLAYED) else Decided(marks)

    def _add_absences(self) -> None:
        """Who does not take part in a round to come has a bye there."""
        played = sum(bool(one.matches) for one in self._event.rounds)
        planned = self._count(self._settings, "numberOfRounds", Message("place.rounds"))
        while len(self._event.rounds) < min(planned, MOST_ROUNDS):
            self._event.rounds.append(PlayedRound())
        for player, digits in self._absent.items():
            for n in range(played, len(self._event.rounds)):
                if digits[n : n + 1] == "0":
                    self._event.rounds[n].byes.setdefault(player, ByeKind.ZERO)


def _key(name: str) -> str:
    """A name as games have it.

    >>> _key("Le Lidec Gaël")
    'LELIDECGAËL'
    """
    return "".join(name.upper().split())
