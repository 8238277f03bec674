"""From a tournament to a WER file, for the programs that still read it."""

from xml.etree.ElementTree import Element, SubElement

from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit, Games, Mark, is_adjourned, marks_of
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.moments import Moments
from fairpair.formats.people import byes_in, ids_elsewhere, two_names
from fairpair.formats.wer import codes
from fairpair.formats.xml_files import write_xml

_BYES = (ByeKind.PAIRING, ByeKind.FULL)
"""What a bye of the file can stand for: all are worth a win."""


def write(t: Tournament, moments: Moments) -> bytes:
    """The file of a tournament of players; drafts are left out.

    The winner of a match stands first, so who sat where is lost; tables have no numbers. Matches
    that both lost, absences and half-point byes have no code: they are left out.
    """
    return write_xml(_Writing(t, moments).root())


class _Writing:
    """One tournament in its elements."""

    def __init__(self, t: Tournament, moments: Moments) -> None:
        self._t = t
        self._moments = moments
        self._rounds = t.shown
        self._swiss = sum(ref.stage == 1 for ref in self._rounds)
        self._ids = ids_elsewhere({p: e.entrant for p, e in t.entries.items()}, codes.GIVER)

    def root(self) -> Element:
        """The whole file."""
        finals = len(self._rounds) > self._swiss
        root = Element(
            "event",
            sanctionnumber="",
            startdate=self._moments.begun.date().isoformat(),
            enddate=self._moments.last.replace(tzinfo=None, microsecond=0).isoformat(),
            format="",
            eliminationType="3",
            title=self._t.name,
            isstarted=str(bool(self._rounds)),
            status=codes.COMPLETED if self._t.finished else "4",
            isplayoff=str(finals),
            numberofrounds=str(self._t.rules.rounds or self._swiss),
            playoffstartround=str(self._swiss + 1 if finals else 0),
        )
        self._participation(SubElement(root, "participation"))
        matches = SubElement(root, "matches")
        for number, (ref, round_) in enumerate(self._rounds.items(), 1):
            one = SubElement(
                matches,
                "round",
                number=str(number),
                PlayFormat="",
                date=self._moments.last.replace(tzinfo=None, microsecond=0).isoformat(),
                teamformat="false",
            )
            self._byes(one, ref)
            self._matches(one, round_)
        SubElement(root, "seats")
        return root

    def _participation(self, there: Element) -> None:
        for player, entry in self._t.entries.items():
            first, last = two_names(entry.entrant.name)
            SubElement(
                there,
                "person",
                id=self._ids[player],
                first=first,
                last=last,
                middle="",
                country=entry.entrant.federation,
            )
        for player in self._t.entries:
            self._team(there, player)
        role = SubElement(there, "role", cd="PL", type="PA")
        for row in Standings(tiebreak_input(self._t)).rows:
            SubElement(role, "ref", person=self._ids[row.player], seq=str(row.rank))

    def _team(self, there: Element, player: PlayerId) -> None:
        """Everybody is a team of one, which has the drop."""
        entry = self._t.entries[player]
        first, last = two_names(entry.entrant.name)
        left = entry.periods[-1].last
        status, when = codes.STAYED, 0
        if left is not None:
            status, when = codes.DROPPED, min(left, RoundRef(1, self._swiss)).round_no
        elif self._t.seeds.get(2) and player not in self._t.seeds[2]:
            status, when = codes.OUT, self._swiss
        team = SubElement(
            there,
            "team",
            id=str(player),
            name=f"{last}, {first}" if first else last,
            status=status,
            eliminationround=str(when),
        )
        SubElement(team, "member", position="A", person=self._ids[player])

    def _byes(self, one: Element, ref: RoundRef) -> None:
        wins = str(self._t.rules.games_to_win or 1)
        for player, kind in byes_in(self._t, ref).items():
            if kind in _BYES:
                SubElement(one, "match", {"person": self._ids[player], **_bye(wins)})

    def _matches(self, one: Element, round_: Round) -> None:
        for _, pairing in sorted(round_.pairings.items()):
            fields = match_of(pairing)
            if fields is not None:
                winner, other, counts = fields
                seats = {"person": self._ids[winner], "opponent": self._ids[other]}
                SubElement(one, "match", {**seats, **counts})


def match_of(pairing: Pairing) -> tuple[PlayerId, PlayerId, dict[str, str]] | None:
    """Who stands first, who second, and the counts; nothing for a match that both lost."""
    first, second = pairing.seats
    result = pairing.result
    if result is None or is_adjourned(result):
        return first, second, _counts(codes.OPEN, 0, 0, 0)
    marks = marks_of(result)
    won, lost, drawn = (*result.wins, result.draws) if isinstance(result, Games) else (0, 0, 0)
    if Mark.WIN in marks:
        counts = (won, lost, drawn) if marks[0] == Mark.WIN else (lost, won, drawn)
        seats = (first, second) if marks[0] == Mark.WIN else (second, first)
        return *seats, _counts(codes.WIN, *counts, by_drop=isinstance(result, Forfeit))
    if Mark.DRAW in marks:
        return first, second, _counts(codes.DRAW, won, lost, drawn)
    return None


def _bye(wins: str) -> dict[str, str]:
    counts = {"win": wins, "loss": "0", "draw": "0"}
    return {"outcome": codes.BYE, **counts, "winbydrop": "False"}


def _counts(
    outcome: str, won: int, lost: int, drawn: int, *, by_drop: bool = False
) -> dict[str, str]:
    counts = {"win": str(won), "loss": str(lost), "draw": str(drawn)}
    return {"outcome": outcome, **counts, "winbydrop": str(by_drop)}
