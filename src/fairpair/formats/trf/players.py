"""The 001 records and the national ratings, which share columns 5-79."""

from fairpair.formats.trf.align import realigned
from fairpair.formats.trf.cells import cells_of, misfit
from fairpair.formats.trf.draft import Draft, PlayerDraft, column_of
from fairpair.formats.trf.fields import MOST_ROUNDS, Record, number
from fairpair.formats.trf.findings import CAN_REPAIR, Findings
from fairpair.formats.trf.lines import Line
from fairpair.formats.trf.records import TrfCell, TrfNational, TrfPlayer


def read_player(record: Record, draft: Draft) -> None:
    """001: number 5-8, sex 10, title 11-13, name 15-47, rating 49-52, federation 54-56, FIDE id
    58-68, birth 70-79, points 81-84, rank 86-89, rounds from 92 on.
    """
    found = record.found
    player = record.whole(5, 8, "pairing number", needed=True)
    if player == 0:
        found.error(record.line.number, 5, "bad-id", "Pairing numbers go from 1 to 9999.")
    line, readable = _aligned(record.line, found)
    record = Record(line, found)
    rating = record.whole(49, 52, "rating") if readable else None
    rank = _rank(line, found) if readable else None
    cells = cells_of(line.text) if readable else []
    _tell_too_long(line, len(cells), found)
    if player:
        cells = cells[:MOST_ROUNDS]
        draft.players.append(PlayerDraft(player, line, rating or None, rank, cells, readable))


def read_national(record: Record, draft: Draft) -> None:
    """A federation's three letters, then the columns 5-79 of 001."""
    line = record.line
    player = record.whole(5, 8, "pairing number", needed=True)
    rating = record.whole(49, 52, "rating")
    if player is None:
        return
    draft.mention_players(line, 5, (player,))
    draft.national.append(
        TrfNational(
            federation=line.key,
            player=player,
            title=line.cut(11, 13),
            name=line.cut(15, 47),
            rating=rating or None,
            origin=line.cut(54, 56),
            national_id=line.cut(58, 68),
            birth=line.cut(70, 79),
        )
    )


def is_national(line: Line) -> bool:
    """Whether it is a national rating: three capital letters and a player's number."""
    key = line.key
    return (
        key.isascii()
        and key.isalpha()
        and key.isupper()
        and len(key) == 3
        and not key.startswith(("XX", "BB"))
        and line.char(4) == " "
        and number(line.cut(5, 8)) is not None
    )


def frozen(draft: PlayerDraft, rounds_played: int) -> TrfPlayer:
    """The player with exactly the rounds played; a blank cell is an absence (`Z`)."""
    line = draft.line
    return TrfPlayer(
        id=draft.id,
        name=line.cut(15, 47),
        sex=line.cut(10, 10),
        title=line.cut(11, 13),
        rating=draft.rating,
        federation=line.cut(54, 56),
        fide_id=line.cut(58, 68),
        birth=line.cut(70, 79),
        points=draft.points,
        rank=draft.rank,
        rounds=_frozen_cells(draft, rounds_played),
        line=line.number,
    )


def _frozen_cells(draft: PlayerDraft, rounds_played: int) -> tuple[TrfCell, ...]:
    number_of_line = draft.line.number
    cells = [
        TrfCell(
            cell.opponent,
            cell.colour if cell.opponent else None,  # type: ignore[arg-type]  # the checks left only w and b
            "Z" if cell.blank else cell.result,
            number_of_line,
            column_of(round_no),
        )
        for round_no, cell in enumerate(draft.cells[:rounds_played], 1)
    ]
    cells += [
        TrfCell(None, None, "Z", number_of_line, column_of(round_no))
        for round_no in range(len(cells) + 1, rounds_played + 1)
    ]
    return tuple(cells)


def _aligned(line: Line, found: Findings) -> tuple[Line, bool]:
    """The line, moved into its columns if wanted, and whether its fields can be trusted."""
    column = misfit(line.text)
    if column is None:
        return line, True
    moved = realigned(line.text) if found.repair else None
    message = f"Column {column} must be blank: the fields of this line are not in their columns"
    if moved is None:
        hint = "Rounds stand in columns 92-99, 102-109 ...: move them there. " + CAN_REPAIR
        found.error(line.number, column, "misaligned", message + ".", hint)
        return line, False
    found.mended(line.number, column, "misaligned", message + "; they were moved there.")
    return Line(line.number, moved), True


def _rank(line: Line, found: Findings) -> int | None:
    text = line.cut(86, 89)
    if not text or number(text) is not None:
        return number(text) or None
    column = line.start_of(86, 89)
    message = f"The rank must be a number, not {text!r}"
    if found.repair:
        found.mended(line.number, column, "not-a-number", message + "; it was left out.")
    else:
        found.error(line.number, column, "not-a-number", message + ".", CAN_REPAIR)
    return None


def _tell_too_long(line: Line, cells: int, found: Findings) -> None:
    if cells > MOST_ROUNDS:
        message = f"The line has {cells} rounds; at most {MOST_ROUNDS} can be read."
        found.error(line.number, column_of(MOST_ROUNDS + 1), "too-many-rounds", message)
