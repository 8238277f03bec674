"""Plots as geometry: what is drawn stays within the picture."""

import pytest

from fairpair.web.public.plots import bars_of


@pytest.mark.parametrize("label", ["W", "White", "Unentschieden", "Remis durch Übereinkunft"])
def test_labels_have_room_before_their_bars(label: str) -> None:
    plot = bars_of([(label, 7), ("B", 0)])
    first, second = plot.bars
    assert first.x - 8 >= 7 * len(label)
    assert first.x == second.x
    assert first.end < plot.width
    assert (first.width > 0, second.width) == (True, 0)
