"""From a tournament to a TDF file, as TOM and the programs around it read it."""

from xml.etree.ElementTree import Element, SubElement

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Player
from fairpair.core.results import Mark, Result, is_adjourned, marks_of
from fairpair.core.rounds import Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.moments import Moments
from fairpair.formats.people import byes_in, ids_elsewhere, two_names
from fairpair.formats.tdf import codes
from fairpair.formats.xml_files import write_xml

_SWISS, _RUNNING, _SETUP = "2", "4", "1"
_BYE_CODES = {kind: code for code, kind in codes.BYES.items()}
_DAY, _MOMENT = "%m/%d/%Y", "%m/%d/%Y %H:%M:%S"


def write(t: Tournament, moments: Moments) -> bytes:
    """The file of a tournament of players; drafts are left out.

    A match keeps who won it and loses its games; half-point byes and absences become rounds
    without a match. Birth dates are not known here and stay empty.
    """
    return write_xml(_Writing(t, moments).root())


class _Writing:
    """One tournament in its elements."""

    def __init__(self, t: Tournament, moments: Moments) -> None:
        self._t = t
        self._moments = moments
        self._rounds = t.shown
        self._users = ids_elsewhere({p: e.entrant for p, e in t.entries.items()}, codes.GIVER)
        self._seeds = {player: n for n, player in enumerate(t.seeds.get(2, ()), 1)}
        self._category = _category(t)

    def root(self) -> Element:
        """The whole file."""
        stage = codes.FINISHED if self._t.finished else _RUNNING if self._rounds else _SETUP
        root = Element(
            "tournament",
            type=_SWISS,
            stage=stage,
            version="1.80",
            gametype="TRADING_CARD_GAME",
            mode="CUSTOM",
        )
        self._data(SubElement(root, "data"))
        _text(root, "timeelapsed", "0")
        players = SubElement(root, "players")
        for player, entry in self._t.entries.items():
            self._player(SubElement(players, "player", userid=self._users[player]), player, entry)
        pods = SubElement(root, "pods")
        if self._rounds:
            self._pod(SubElement(pods, "pod", category=self._category, stage="1"))
        if self._t.finished:
            self._standings(SubElement(root, "standings"))
        self._finals(SubElement(root, "finalsoptions"))
        return root

    def _data(self, data: Element) -> None:
        for name, text in {
            "name": self._t.name,
            "id": "",
            "city": "",
            "state": "",
            "country": "",
            "roundtime": "0",
            "finalsroundtime": "0",
        }.items():
            _text(data, name, text)
        SubElement(data, "organizer", popid="", name="")
        _text(data, "startdate", self._moments.begun.strftime(_DAY))
        _text(data, "lessswiss", "false")
        _text(data, "autotablenumber", "true")
        _text(data, "overflowtablestart", "0")

    def _player(self, one: Element, player: PlayerId, entry: Entry) -> None:
        first, last = two_names(entry.entrant.name)
        _text(one, "firstname", first)
        _text(one, "lastname", last)
        _text(one, "birthdate", "")
        _text(one, "starter", "true")
        if player in self._seeds:
            _text(one, "seed", str(self._seeds[player]))
        left = entry.periods[-1].last
        if left is not None:
            dropped = SubElement(one, "dropped")
            _text(dropped, "status", "1")
            _text(dropped, "round", str(self._number(left)))
            _text(dropped, "timestamp", self._moment)
        _text(one, "creationdate", self._moments.begun.strftime(_MOMENT))
        _text(one, "lastmodifieddate", self._moment)

    def _pod(self, pod: Element) -> None:
        data = SubElement(pod, "poddata")
        third = str(self._t.rules.third_place).lower()
        _text(data, "startingtable", "1")
        _text(data, "playoff3rd4th", third)
        _text(data, "subgroupcount", "1")
        _text(data, "additionalrounds", "0")
        group = SubElement(SubElement(pod, "subgroups"), "subgroup", number="1")
        members = SubElement(group, "players")
        for user in self._users.values():
            SubElement(members, "player", userid=user)
        rounds = SubElement(pod, "rounds")
        for ref, round_ in self._rounds.items():
            self._round(rounds, ref, round_)

    def _round(self, rounds: Element, ref: RoundRef, round_: Round) -> None:
        kind = _SWISS if ref.stage == 1 else codes.ELIMINATION
        stage = "6" if round_.status == RoundStatus.COMPLETE else "4"
        one = SubElement(rounds, "round", number=str(self._number(ref)), type=kind, stage=stage)
        _text(one, "timeleft", "0")
        _text(one, "pairtime", self._moment)
        _text(one, "starttime", self._moment)
        matches = SubElement(one, "matches")
        for table, pairing in sorted(round_.pairings.items()):
            match = SubElement(matches, "match", outcome=outcome_of(pairing))
            for n, player in enumerate(pairing.seats, 1):
                SubElement(match, f"player{n}", userid=self._users[player])
            self._place(match, table)
        for player, bye in byes_in(self._t, ref).items():
            if bye in _BYE_CODES:
                match = SubElement(matches, "match", outcome=_BYE_CODES[bye])
                SubElement(match, "player", userid=self._users[player])
                self._place(match, 0)

    def _place(self, match: Element, table: int) -> None:
        _text(match, "timestamp", self._moment)
        _text(match, "tablenumber", str(table))

    def _number(self, ref: RoundRef) -> int:
        """Rounds of the knock-out go on counting."""
        before = sum(one.stage < ref.stage for one in self._rounds)
        return before + ref.round_no

    def _standings(self, standings: Element) -> None:
        rows = Standings(tiebreak_input(self._t)).rows
        stayed = [row.player for row in rows if not self._t.entries[row.player].dropped]
        gone = [row.player for row in rows if self._t.entries[row.player].dropped]
        there = SubElement(standings, "pod", category=self._category, type="finished")
        for place, player in enumerate(stayed, 1):
            SubElement(there, "player", id=self._users[player], place=str(place))
        left = SubElement(standings, "pod", category=self._category, type="dnf")
        for player in gone:
            SubElement(left, "player", id=self._users[player])

    def _finals(self, finals: Element) -> None:
        size = len(self._seeds) or self._t.rules.cut or 0
        cut = SubElement(finals, "categorycut", key=self._category)
        options = SubElement(cut, "options")
        for value in dict.fromkeys((0, size)):
            _text(options, "value", str(value))
        _text(cut, "cut", str(size))
        _text(cut, "playercount", str(len(self._t.entries)))
        _text(cut, "paired3rd4th", str(self._t.rules.third_place).lower())

    @property
    def _moment(self) -> str:
        return self._moments.last.strftime(_MOMENT)


def outcome_of(pairing: Pairing) -> str:
    """The code of a match: who won, and nothing of how."""
    result: Result | None = pairing.result
    if result is None or is_adjourned(result):
        return codes.OPEN
    marks = marks_of(result)
    if Mark.WIN in marks:
        return str(marks.index(Mark.WIN) + 1)
    return codes.TIE if Mark.DRAW in marks else codes.BOTH_LOST


def _category(t: Tournament) -> str:
    """The division that all have, if that is one TOM knows."""
    found = {e.entrant.category for e in t.entries.values() if isinstance(e.entrant, Player)}
    names = {codes.DIVISIONS[code].casefold(): code for code in codes.SINGLE}
    names |= {f"{name}s": code for name, code in names.items()}  # Juniors, Seniors
    return (
        names.get(found.pop().casefold(), codes.EVERYBODY) if len(found) == 1 else codes.EVERYBODY
    )


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text
