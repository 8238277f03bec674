"""What the next pairing must respect: 240, 250, 260, 299, XXA, XXP, XXZ, and cells of 001."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from fairpair.formats.trf.acceleration import TrfAcceleration
from fairpair.formats.trf.columns import Sheet
from fairpair.formats.trf.dialects import Dialect, by_player
from fairpair.formats.trf.records import TrfAbnormal, TrfBye, TrfFile, TrfForbidden


@dataclass(slots=True)
class ByePlaces:
    """Where the byes to come are written: in 001 cells (by id and round), in 240, or in XXZ."""

    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    listed: list[TrfBye] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)


def bye_places(file: TrfFile, dialect: Dialect) -> ByePlaces:
    """TRF26 has 240 for all. TRF16 has the cell of the next round, which every engine reads.

    | case | place |
    |---|---|
    | a later round in TRF16: bbpPairings would take the rounds before for played | 240 |
    | everybody has a bye, so that cells would make the round a played one | 240 |
    | a team event, in which 240 is about teams | cells; `Z` in the next round: XXZ |
    | absent in a round after the last one (a list that nobody took out) | XXZ |
    """
    places = ByePlaces()
    next_round = file.rounds_played + 1
    of_teams = file.teams.numbered
    over = file.rounds is not None and next_round > file.rounds
    everybody = len({bye.id for bye in file.next_byes}) == len(file.players)
    for bye in file.byes:
        is_next = bye.round_no == next_round
        if bye.kind == "Z" and is_next and (of_teams or over):
            places.absent.append(bye.id)
        elif of_teams or (dialect == "trf16" and is_next and not everybody):
            places.cells.setdefault(bye.id, {})[bye.round_no] = bye.kind
        else:
            places.listed.append(bye)
    return places


def write_pairing_records(sheet: Sheet, file: TrfFile, byes: ByePlaces, dialect: Dialect) -> None:
    """Everything but the cells; `file` has the words of the dialect already."""
    _write_player_byes(sheet, byes.listed)
    _write_team_byes(sheet, file)
    if byes.absent:
        sheet.line("XXZ", " ".join(map(str, byes.absent)))
    if dialect == "trf16" and by_player(file):
        _write_singles(sheet, file.acceleration)
    else:
        for accelerated in file.acceleration:
            _write_range(sheet, accelerated)
    for forbidden in file.forbidden:
        _write_forbidden(sheet, forbidden, None if dialect == "trf16" else file.rounds)
    for abnormal in file.abnormal:
        _write_abnormal(sheet, abnormal)


def _write_player_byes(sheet: Sheet, byes: Iterable[TrfBye]) -> None:
    by_kind: dict[tuple[int, str], list[int]] = {}
    for bye in byes:
        by_kind.setdefault((bye.round_no, bye.kind), []).append(bye.id)
    for (round_no, kind), ids in by_kind.items():
        _write_240(sheet, kind, round_no, ids)


def _write_team_byes(sheet: Sheet, file: TrfFile) -> None:
    """In their order, which reading keeps."""
    for (kind, round_no), byes in groupby(file.teams.byes, key=lambda b: (b.kind, b.round_no)):
        _write_240(sheet, kind, round_no, [bye.team for bye in byes])


def _write_240(sheet: Sheet, kind: str, round_no: int, ids: Sequence[int]) -> None:
    row = sheet.row("240")
    row.text(5, 5, kind, "type")
    row.whole(7, 9, round_no, "round")
    row.numbers(11, ids, "number")


def _write_range(sheet: Sheet, one: TrfAcceleration) -> None:
    row = sheet.row("250")
    row.exact(5, 8, one.match_points, "number of match points")
    row.exact(10, 13, one.points, "number of points")
    row.whole(15, 17, one.first_round, "round")
    row.whole(19, 21, one.last_round, "round")
    row.whole(23, 26, one.first_id, "number")
    row.whole(28, 31, one.last_id, "number")


def _write_singles(sheet: Sheet, runs: Iterable[TrfAcceleration]) -> None:
    """XXA; rounds without points between others are 0.0, since bbpPairings wants a number."""
    for player, of_player in groupby(runs, key=lambda one: one.first_id):
        row = sheet.row("XXA", f"acceleration of player {player}")
        row.whole(5, 8, player, "pairing number")
        for round_no, points in enumerate(_by_round(of_player), 1):
            column = 5 + 5 * round_no
            row.exact(column, column + 3, points, "number of points")


def _by_round(runs: Iterable[TrfAcceleration]) -> Iterator[Fraction]:
    round_no = 1
    for one in runs:
        yield from [Fraction(0)] * (one.first_round - round_no)
        yield from [one.points] * (one.last_round - one.first_round + 1)
        round_no = one.last_round + 1


def _write_forbidden(sheet: Sheet, one: TrfForbidden, rounds: int | None) -> None:
    """260; XXP for all rounds, unless these are so many."""
    last = one.last_round or rounds
    if last is None:
        sheet.line("XXP", " ".join(map(str, one.ids)))
        return
    row = sheet.row("260")
    row.whole(5, 7, one.first_round or 1, "round")
    row.whole(9, 11, last, "round")
    row.numbers(13, one.ids, "number")


def _write_abnormal(sheet: Sheet, one: TrfAbnormal) -> None:
    row = sheet.row("299")
    row.text(5, 5, one.kind, "type")
    row.exact(8, 11, one.match_points, "number of match points")
    row.exact(14, 17, one.points, "number of points")
    row.put(20, "000") if one.round_no is None else row.whole(20, 22, one.round_no, "round")
    row.numbers(24, one.ids, "number")
