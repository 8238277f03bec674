"""The figures of an event, by hand and by trying everything."""

import random
from itertools import product

import pytest

from fairpair.app.laboratory.figures import NAMES, Scale, last_round_figures, standings_figures

THREE_ROUNDS = Scale(rounds=3, places=2, top=3, win=3, draw=1, loss=0, draws=1)


def named(found: list[int]) -> dict[str, int]:
    return dict(zip(NAMES, found, strict=False))


def test_the_standings_of_eight_players() -> None:
    """Two go on: one of three players with 6 points does, and so does the winner."""
    found = named(
        standings_figures([2, 0, 1, 5, 3, 4, 7, 6], [9, 6, 6, 6, 3, 3, 3, 0], THREE_ROUNDS)
    )
    assert found == {
        "line_points": 6,
        "tied_across": 3,
        "one_loss": 4,
        "one_loss_out": 2,
        "two_losses_out": 3,
        "too_many": 1,
        "strongest_kept": 3,
    }


def test_nobody_is_tied_where_the_line_is_between_points() -> None:
    found = named(standings_figures([3, 2, 1, 0], [9, 6, 3, 0], THREE_ROUNDS))
    assert found["tied_across"] == 0
    assert found["one_loss_out"] == 0
    assert found["strongest_kept"] == 2


def test_a_field_that_goes_on_whole_has_no_line() -> None:
    found = named(standings_figures([0, 1], [3, 3], THREE_ROUNDS))
    assert (found["tied_across"], found["one_loss_out"]) == (0, 0)


def test_two_leaders_may_draw() -> None:
    """9-9, 6-6, 3-3 with two places and a win worth 3: a draw leaves the leaders alone with 10."""
    scale = THREE_ROUNDS._replace(places=2)
    before, mates = [9, 9, 6, 6, 3, 3], [1, 0, 3, 2, 5, 4]
    assert last_round_figures(before, mates, [0] * 6, scale) == (2, 1)
    assert last_round_figures(before, mates, [0] * 6, scale._replace(draws=0)) == (2, 0)


@pytest.mark.parametrize("seed", range(40))
def test_tables_are_open_and_draws_safe_as_trying_everything_says(seed: int) -> None:
    lots = random.Random(seed)
    players, places = lots.choice((4, 5, 6, 7)), lots.choice((1, 2, 3))
    scale = THREE_ROUNDS._replace(places=places, draws=lots.randint(0, 1))
    before = [lots.choice((0, 1, 3, 4, 6)) for _ in range(players)]
    mates = [p ^ 1 for p in range(players - players % 2)] + [-1] * (players % 2)
    byes = [0] * (players - players % 2) + [3] * (players % 2)
    assert last_round_figures(before, mates, byes, scale) == _tried(before, byes, scale)


def _tried(before: list[int], byes: list[int], scale: Scale) -> tuple[int, int]:
    """Every continuation: the states of both players of each table, by their own result."""
    tables = len(before) // 2
    gains = [(3, 0), (1, 1), (0, 3)] if scale.draws else [(3, 0), (0, 3)]
    ends = []
    for chosen in product(gains, repeat=tables):
        end = [points + bye for points, bye in zip(before, byes, strict=True)]
        for table, (one, two) in enumerate(chosen):
            end[2 * table] += one
            end[2 * table + 1] += two
        ends.append((chosen, end))
    still_open, safe = 0, 0
    for table in range(tables):
        states: list[set[str]] = []
        in_with_a_draw = []
        for player in (2 * table, 2 * table + 1):
            by_result = {
                own: {_state(player, end, scale) for chosen, end in ends if chosen[table] == own}
                for own in gains
            }
            settled = {
                next(iter(found)) if len(found) == 1 else "open" for found in by_result.values()
            }
            states.append(settled)
            in_with_a_draw.append(by_result.get((1, 1)) == {"in"})
        still_open += any(found not in ({"in"}, {"out"}) for found in states)
        safe += all(in_with_a_draw)
    return still_open, safe


def _state(player: int, end: list[int], scale: Scale) -> str:
    if sum(points >= end[player] for points in end) <= scale.places:
        return "in"
    return "out" if sum(points > end[player] for points in end) >= scale.places else "open"
