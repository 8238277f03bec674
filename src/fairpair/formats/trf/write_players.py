"""The 001 records with the cells of all rounds, and the national ratings."""

from collections.abc import Mapping
from itertools import chain

from fairpair.formats.trf.columns import Row, Sheet, decimal_text
from fairpair.formats.trf.records import TrfCell, TrfNational, TrfPlayer

_BLANK = " " * 8
_HIGHEST_ID = 9999


def write_player(sheet: Sheet, player: TrfPlayer, later: Mapping[int, str]) -> None:
    """001, with the byes of rounds to come (by round) in the cells after those played."""
    row = sheet.row("001", f"player {player.id}")
    _write_person(row, player)
    points = player.points
    # From 100 on they may need the column before, which is always blank.
    narrow = points is None or decimal_text(points, 4) is not None
    row.exact(81 if narrow else 80, 84, points, "number of points")
    row.whole(86, 89, player.rank, "rank")
    _write_cells(row, player, later)


def write_national(sheet: Sheet, one: TrfNational) -> None:
    """A national rating: the federation's letters, then the columns of 001 up to 79."""
    row = sheet.row(one.federation, f"national rating of player {one.player}")
    if len(one.federation) != 3:
        row.tell(f"the federation {one.federation!r} has not three letters")
    _write_person(
        row,
        TrfPlayer(
            id=one.player,
            title=one.title,
            name=one.name,
            rating=one.rating,
            federation=one.origin,
            fide_id=one.national_id,
            birth=one.birth,
        ),
    )


def _write_person(row: Row, player: TrfPlayer) -> None:
    """Columns 5-79; no rating is written as 0, since some programs want a number there."""
    row.whole(5, 8, player.id, "pairing number")
    row.text(10, 10, player.sex, "sex")
    row.text(11, 13, player.title, "title", right=True)
    row.text(15, 47, player.name, "name")
    row.whole(49, 52, player.rating or 0, "rating")
    row.text(54, 56, player.federation, "federation")
    row.text(58, 68, player.fide_id, "id", right=True)
    row.text(70, 79, player.birth, "birth date")


def _write_cells(row: Row, player: TrfPlayer, later: Mapping[int, str]) -> None:
    if any((cell.opponent or 0) > _HIGHEST_ID for cell in player.rounds):
        row.tell(f"an opponent has a pairing number above {_HIGHEST_ID}")
    played = (_cell(cell) for cell in player.rounds)
    to_come = range(len(player.rounds) + 1, max(later, default=0) + 1)
    byes = (f"0000 - {later[r]}" if r in later else _BLANK for r in to_come)
    row.put(92, "  ".join(chain(played, byes)))


def _cell(cell: TrfCell) -> str:
    """Eight columns; an absence is `0000 - Z`, so that the round is seen to be played."""
    if cell.opponent is None:
        return f"0000 - {cell.result}" if cell.result else _BLANK
    return f"{cell.opponent:>4} {cell.colour or '-'} {cell.result or ' '}"
