"""The declared points (001, columns 81-84) against what the cells add up to."""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from fairpair.core.numbers import shown
from fairpair.formats.trf.draft import PlayerDraft
from fairpair.formats.trf.fields import decimal
from fairpair.formats.trf.findings import CAN_REPAIR, Findings
from fairpair.formats.trf.outcomes import KINDS
from fairpair.formats.trf.records import TrfAbnormal, TrfFile
from fairpair.formats.trf.scoring import PointSystem

_NOTHING = Fraction(0)
_FIRST, _LAST = 80, 84  # one column early: 100 points or more run into the blank before


def check_points(players: Iterable[PlayerDraft], file: TrfFile, found: Findings) -> None:
    """Set every player's points as declared; told, or mended, where they are not the sum.

    A declared sum may also contain the virtual points, or the bye of the round to be paired:
    programs write all of these.
    """
    sums = _Sums(file.points)
    special = _abnormal_by_player(file)
    allowed = _Allowed(file)
    for player in players:
        text = player.line.cut(_FIRST, _LAST)
        total = sums.of(player, file.rounds_played) if text and player.readable else None
        if total is None:
            continue
        computed = total + _extra(player, special.get(player.id, ()), file)
        player.points = decimal(text)
        if player.points is None:
            _tell(player, f"are no number: {text!r}", computed, found)
        elif player.points != computed and not allowed(player.id, player.points - computed):
            _tell(player, f"are given as {text}", computed, found)


class _Sums:
    """Adds up cells in whole units, since many sums of fractions are slow."""

    def __init__(self, system: PointSystem) -> None:
        table = system.table
        self._unit = lcm(*(points.denominator for points in table.values()))
        self._units = {key: int(points * self._unit) for key, points in table.items()}

    def of(self, player: PlayerDraft, rounds_played: int) -> Fraction | None:
        """The points of the rounds played; None if one of the results is no known code."""
        cells = player.cells[:rounds_played]
        total = (rounds_played - len(cells)) * self._units["Z", False]
        for cell in cells:
            units = self._units.get(("Z" if cell.blank else cell.result, cell.colour == "b"))
            if units is None:
                return None
            total += units
        return Fraction(total, self._unit)


class _Allowed:
    """Whether declared points may exceed the sum by so much."""

    def __init__(self, file: TrfFile) -> None:
        played = file.rounds_played
        self._virtual = [file.virtual_points(r) for r in (played, played + 1)]
        self._byes = {bye.id: file.points.worth(bye.kind) for bye in file.next_byes}

    def __call__(self, player: int, excess: Fraction) -> bool:
        """By the virtual points (of this or the next round), the next bye, or both."""
        virtual = {_NOTHING, *(points.get(player, _NOTHING) for points in self._virtual)}
        return excess in virtual or excess - self._byes.get(player, _NOTHING) in virtual


def _abnormal_by_player(file: TrfFile) -> dict[int, list[TrfAbnormal]]:
    """299 by player; in a team event it names teams, so it has no say here."""
    special: dict[int, list[TrfAbnormal]] = {}
    for one in () if file.teams.numbered else file.abnormal:
        for player in one.ids:
            special.setdefault(player, []).append(one)
    return special


def _extra(player: PlayerDraft, special: Iterable[TrfAbnormal], file: TrfFile) -> Fraction:
    """What 299 adds: a penalty or bonus once, other points for a kind of result in its place."""
    extra = _NOTHING
    for one in special:
        if one.points is None:
            continue
        if not one.kind:
            extra += one.points
            continue
        for round_no, cell in enumerate(player.cells[: file.rounds_played], 1):
            result = "Z" if cell.blank else cell.result
            fits = one.kind == KINDS.get(result, result)
            if fits and one.round_no in (None, round_no):
                extra += one.points - file.points.worth(result, cell.colour)
    return extra


def _tell(player: PlayerDraft, fault: str, computed: Fraction, found: Findings) -> None:
    place = player.line.number, player.line.start_of(_FIRST, _LAST)
    code = "not-a-number" if player.points is None else "wrong-points"
    message = f"The points of player {player.id} {fault}, but the results make {shown(computed)}"
    if found.repair:
        player.points = computed
        found.mended(*place, code, f"{message}; that is taken.")
    else:
        hint = f"A result, the points or the point system is wrong. {CAN_REPAIR}"
        found.error(*place, code, f"{message}.", hint)
