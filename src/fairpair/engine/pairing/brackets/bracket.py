"""One bracket, paired exactly: from the narrowest view that is sure to be enough (3, 4).

Over everybody who is still unpaired `exact.py` is always right, and that all can be paired (C4)
is that the matching is perfect. Over the bracket alone it is right if what it leaves over turns
out to be the best that is conceivable for the next bracket and for the rest (C4, C8): then no
other candidate can be better, since none was better without looking there.
"""

from collections.abc import Sequence

from fairpair.engine.pairing.brackets.completion import (
    club_below,
    fewest_leaving_next,
    fewest_left_over,
    outlook_is_ideal,
    rest_completes,
)
from fairpair.engine.pairing.brackets.exact import Scope
from fairpair.engine.pairing.brackets.task import Pair, Task


def pairs_of_bracket(task: Task) -> list[Pair]:
    """The pairs inside the bracket; its other players float down."""
    # From the narrowest view to the widest: each is tried only if the one before is not a proof.
    alone = _pairs_of_bracket_alone(task)
    if alone is not None:
        # Nothing better is conceivable below, so what is best here is best in all: no other
        # candidate is better by C6, C7 or C9 to C21, and none can be better by C8.
        if outlook_is_ideal(task, alone):
            return alone
        pairs = _pairs_with_next_bracket(task, alone)
        if pairs is not None:
            return pairs
    # Always right, but a matching over everybody who is left: slow in a large field.
    pairs = Scope.with_all_below(task).solve()
    if pairs is None:
        raise AssertionError("a bracket without a complete pairing")
    return pairs


def _pairs_of_bracket_alone(task: Task) -> list[Pair] | None:
    """The pairs as if there were nothing below but a club that needs opponents, leaving over as
    few as can be.
    """
    below = club_below(task, task.bracket, needs_bye=task.bye_score is not None)
    over = below.fewest(task.bracket % 2)
    while True:
        # Of several who are left over one has the bye: which one is not seen from here.
        if task.bye_is_here and over != 1:
            return None
        alone = Scope.alone(task, over, below)
        # Classes settle nearly every bracket; they say so when they do not.
        pairs = alone.by_classes()
        if pairs is None and alone.is_possible():
            pairs = alone.solve()
        if pairs is not None:
            return pairs
        over = max(over + 2, fewest_left_over(task))


def _pairs_with_next_bracket(task: Task, alone: Sequence[Pair]) -> list[Pair] | None:
    """The pairs with the next bracket in view, but nothing below it; none if that is not enough.

    It is enough if as many can be paired here as without looking ahead (C6, C7), and all who are
    then left over can be paired.
    """
    both = task.following
    bye = task.bye_score
    # With the bye at stake in the next bracket, C5 and C9 need a look at everybody below.
    if both == task.bracket or (bye is not None and bye >= task.left[both - 1].score):
        return None
    wanted = _floating_scores(task, alone)
    below = club_below(task, both, needs_bye=bye is not None)
    least = fewest_leaving_next(task, wanted[0], needs_bye=bye is not None)
    # Those who leave the next bracket are spare vertices; more of them only if fewer will not do.
    for over in range(least, min(both, task.bracket + 2) + 1, 2):
        graph = Scope.with_next(task, over, below)
        pairs = graph.solve() if graph.is_possible() else None
        if pairs is None:
            continue
        found = _floating_scores(task, pairs)
        # C6 and C7 come before C8: looking ahead must not change how many float, or their scores.
        # If fewer seem to be enough, it is the club below that is not seen from here.
        if found <= wanted:
            fits = found == wanted and rest_completes(task, graph.left_over)
            return pairs if fits else None
    return None


def _floating_scores(task: Task, pairs: Sequence[Pair]) -> tuple[int, ...]:
    """How many these pairs leave over, and their scores from the highest down: less is better."""
    paired = {place for pair in pairs for place in pair}
    scores = [task.left[place].score for place in range(task.bracket) if place not in paired]
    return len(scores), *sorted(scores, reverse=True)
