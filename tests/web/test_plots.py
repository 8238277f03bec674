"""Plots as geometry: what is drawn stays within the picture."""

from itertools import pairwise

import pytest

from fairpair.web.plots import ROW, bars_of, courses_of, stacked_bar


def test_bars_are_in_proportion_to_the_largest() -> None:
    bars = bars_of([("White", 7), ("Unentschieden", 0), ("Black", 14)])
    assert [(bar.label, bar.x, bar.width) for bar in bars] == [
        ("White", 0, 50.0),
        ("Unentschieden", 0, 0.0),
        ("Black", 0, 100.0),
    ]
    assert bars_of([]) == []


@pytest.mark.parametrize("counts", [(5, 3, 7), (0, 0, 1), (0, 0, 0), (333, 333, 334)])
def test_parts_of_a_bar_follow_each_other_to_its_end(counts: tuple[int, ...]) -> None:
    parts = stacked_bar([(str(count), count) for count in counts])
    assert parts[0].x == 0
    for one, following in pairwise(parts):
        assert one.x + one.width == pytest.approx(following.x, abs=0.2)
    assert parts[-1].x + parts[-1].width == pytest.approx(100 if sum(counts) else 0, abs=0.2)


RANKS = {
    "nobody": [],
    "two players": [[1, 2, 1], [1, 1, 2]],
    "all level": [[1, 1]] * 8,
    "from the last place of many": [[1000 // n, n] for n in range(1, 9)],
    "thirty rounds": [[n + 1] * 30 for n in range(8)],
}


@pytest.mark.parametrize("ranks", RANKS.values(), ids=RANKS)
def test_lines_stay_above_the_rounds_and_end_at_their_names(ranks: list[list[int]]) -> None:
    plot = courses_of(ranks)
    assert [one.end for one in plot.courses] == [ROW // 2 + ROW * n for n in range(len(ranks))]
    for one in plot.courses:
        assert one.marks[0][0] == 0
        assert one.marks[-1][0] == 100
        assert all(0 < y <= plot.height - ROW for _, y in one.marks)
        assert len(one.segments) == len(one.ranks) - 1
    assert len(plot.rounds) <= 10
    at = [tick.at for tick in plot.ranks]
    assert all(low - high >= ROW - 1 for high, low in pairwise(at))
