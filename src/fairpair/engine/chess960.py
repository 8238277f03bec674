"""Starting positions of Chess960: one for each round, the same for all boards."""

from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_number

POSITIONS = 960
_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


def position(number: int) -> str:
    """The pieces of White from a1 to h1.

    The number gives, one after the other: the bishop on a light square, the one on a dark square,
    the queen, and the knights; king and rooks take what is left, the king in the middle.

    >>> position(518)
    'RNBQKBNR'
    """
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    squares = [""] * 8
    squares[2 * light + 1] = squares[2 * dark] = "B"
    _put(squares, "Q", queen)
    free = [n for n, piece in enumerate(squares) if not piece]
    for place in _KNIGHTS[knights]:
        squares[free[place]] = "N"
    for piece in "RKR":
        _put(squares, piece, 0)
    return "".join(squares)


def _put(squares: list[str], piece: str, place: int) -> None:
    """Put a piece on one of the free squares, counted from 0."""
    free = [n for n, there in enumerate(squares) if not there]
    squares[free[place]] = piece


def number_of(tournament: Tournament, ref: RoundRef) -> int | None:
    """The starting position of a round, drawn from the seed; none if another game is played."""
    if not tournament.rules.chess960:
        return None
    purpose = f"chess960 {ref.stage}-{ref.round_no}"
    return draw_number(tournament.draw_seed, purpose, POSITIONS)
