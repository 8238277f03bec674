"""Chess960: the numbering of the positions, and one position for all boards of a round."""

import pytest

from chess_events.desk import new_desk, pair, play
from fairpair.app.views.rounds import round_view
from fairpair.engine.chess960 import POSITIONS, position


@pytest.mark.parametrize(
    ("number", "pieces"),
    [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (137, "NRQBBNKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
    ],
)
def test_t40_positions_by_number(number: int, pieces: str) -> None:
    assert position(number) == pieces


def test_t40_all_positions_differ_and_are_legal() -> None:
    found = {position(number) for number in range(POSITIONS)}
    assert len(found) == 960
    for pieces in found:
        assert sorted(pieces) == sorted("RNBQKBNR")
        assert pieces.index("R") < pieces.index("K") < pieces.rindex("R")
        assert (pieces.index("B") + pieces.rindex("B")) % 2


def test_every_round_has_a_position_of_its_own() -> None:
    desk = new_desk([2400, 2300, 2200, 2100], rounds=3, chess960=True)
    play(desk, "11")
    pair(desk)
    first, second = (round_view(desk.t, 1, 1, n).starting_position for n in (1, 2))
    assert first
    assert second
    assert first != second
    assert first.pieces == position(first.number)
    again = new_desk([2400, 2300, 2200, 2100], rounds=3, chess960=True)
    pair(again)
    assert round_view(again.t, 1, 1, 1).starting_position == first


def test_ordinary_chess_has_no_position() -> None:
    desk = new_desk([2400, 2300], rounds=1)
    pair(desk)
    assert round_view(desk.t, 1, 1, 1).starting_position is None
