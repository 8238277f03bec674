"""The figures of one event: whole numbers, found by loops that can also be compiled.

| figure | what it says |
|---|---|
| `line_points` | the points of the last player who goes on |
| `tied_across` | players with these points, if some of them go on and some do not |
| `one_loss` | players with at least the points of a single loss (X-1) |
| `one_loss_out`, `two_losses_out` | those of them, and with two losses (X-2), who do not go on |
| `too_many` | 1 if more players have X-1 or better than go on |
| `strongest_kept` | how many of the strongest are among as many at the top of the main rounds |
| `strongest_wins`, `champion` | 1 if the strongest player wins; the champion's place by strength |
| `byes`, `pair_downs`, `rematches` | in the main rounds |
| `tables_open` | tables of the last round where somebody's place among them is still open |
| `safe_draws` | tables of the last round where a draw is enough for both, whatever else happens |
| `unfinished` | 1 if a round could not be paired, so that the event ended early |
"""

from collections.abc import Sequence
from typing import NamedTuple

NAMES = (
    "line_points",
    "tied_across",
    "one_loss",
    "one_loss_out",
    "two_losses_out",
    "too_many",
    "strongest_kept",
    "strongest_wins",
    "champion",
    "byes",
    "pair_downs",
    "rematches",
    "tables_open",
    "safe_draws",
    "unfinished",
)
"""The order of the figures of an event."""
SHARES = frozenset({"too_many", "strongest_wins", "unfinished"})
"""Those that are 0 or 1: their mean is a percentage."""
HALVED = frozenset({"line_points"})
"""Those in parts of a point."""
_IN, _OUT, _OPEN = 1, 2, 0
_RESULTS = 3


class Scale(NamedTuple):
    """What the figures of a format are measured by; points are in whole parts."""

    rounds: int
    places: int
    top: int
    win: int
    draw: int
    loss: int
    draws: int
    """1 if a match of the last round may be drawn."""


def standings_figures(order: Sequence[int], points: Sequence[int], scale: Scale) -> list[int]:
    """The first seven: the players by strength, best rank first, and their points in this order."""
    size = len(order)
    places, top = min(scale.places, size), min(scale.top, size)
    line = points[places - 1]
    one = (scale.rounds - 1) * scale.win + scale.loss
    two = (scale.rounds - 2) * scale.win + 2 * scale.loss
    tied = 0
    if places < size and points[places] == line:
        for k in range(size):
            tied += points[k] == line
    ones, one_out, two_out = 0, 0, 0
    for k in range(size):
        if points[k] >= one:
            ones += 1
            one_out += k >= places
        elif points[k] >= two:
            two_out += k >= places
    kept = 0
    for k in range(top):
        kept += order[k] < top
    return [line, tied, ones, one_out, two_out, int(ones > places), kept]


def last_round_figures(
    before: Sequence[int], mates: Sequence[int], byes: Sequence[int], scale: Scale
) -> tuple[int, int]:
    """Tables that are open, and tables where a draw is safe for both, by points alone.

    `before` are everybody's points, `mates` their opponents or -1, and `byes` what those without
    an opponent get. All ties are counted against the player, as in `engine.outlook`.
    """
    size, gains = len(before), (scale.win, scale.draw, scale.loss)
    highest = 0
    for p in range(size):
        highest = max(highest, before[p] + max(scale.win, scale.draw, byes[p]))
    most, fewest = [-1] * (highest + 1), [0] * (highest + 1)
    open_tables, safe_draws = 0, 0
    for a in range(size):
        b = mates[a]
        if b < a:
            continue
        states = [_OPEN] * (2 * _RESULTS)
        for n in range(2 * _RESULTS):
            own = n % _RESULTS
            player, other = (a, b) if n < _RESULTS else (b, a)
            end, rival = before[player] + gains[own], before[other] + gains[_RESULTS - 1 - own]
            if most[end] < 0:
                most[end], fewest[end] = _ahead(before, mates, byes, scale, end)
            here_most, here_fewest = _at_table(before[a], before[b], scale, end)
            if most[end] - here_most + int(rival >= end) < scale.places:
                states[n] = _IN
            elif fewest[end] - here_fewest + int(rival > end) >= scale.places:
                states[n] = _OUT
        open_tables += _is_open(states[:_RESULTS], scale) or _is_open(states[_RESULTS:], scale)
        safe_draws += scale.draws and states[1] == _IN and states[1 + _RESULTS] == _IN
    return open_tables, safe_draws


def _is_open(states: Sequence[int], scale: Scale) -> bool:
    """Whether the results of a player's last match lead to different states, or to none."""
    won, drawn, lost = states
    return won == _OPEN or won != lost or (scale.draws > 0 and drawn != won)


def _ahead(
    before: Sequence[int], mates: Sequence[int], byes: Sequence[int], scale: Scale, end: int
) -> tuple[int, int]:
    """The most players who can end with at least so many points, and the fewest with more."""
    most, fewest = 0, 0
    for a in range(len(before)):
        b = mates[a]
        if b < 0:
            most += before[a] + byes[a] >= end
            fewest += before[a] + byes[a] > end
        elif a < b:
            table_most, table_fewest = _at_table(before[a], before[b], scale, end)
            most += table_most
            fewest += table_fewest
    return most, fewest


def _at_table(first: int, second: int, scale: Scale, end: int) -> tuple[int, int]:
    """The same of the two players of a table."""
    gains = (scale.win, scale.draw, scale.loss)
    most, fewest = 0, 2
    for result in range(_RESULTS):
        if result == 1 and not scale.draws:
            continue
        one, two = first + gains[result], second + gains[2 - result]
        most = max(most, int(one >= end) + int(two >= end))
        fewest = min(fewest, int(one > end) + int(two > end))
    return most, fewest
