"""A whole round by the Dutch system: bracket after bracket from the top (C.04.3, 3)."""

from collections.abc import Sequence

from fairpair.engine.matching.weighted import heaviest_perfect_matching
from fairpair.engine.pairing.dutch.bracket import pairs_of_bracket
from fairpair.engine.pairing.dutch.criteria import may_meet
from fairpair.engine.pairing.dutch.facts import Contender
from fairpair.engine.pairing.dutch.outlook import rest_completes
from fairpair.engine.pairing.dutch.task import Forbidden, Task


def dutch_pairs(
    players: Sequence[Contender], forbidden: Forbidden = frozenset()
) -> tuple[list[tuple[Contender, Contender]], Contender | None] | None:
    """The pairs, the higher ranked first, and who has the bye; none if no legal pairing exists."""
    found = lowest_bye_score(players, forbidden)
    if found is None:
        return None
    bye_score = found if len(players) % 2 else None
    pairs: list[tuple[Contender, Contender]] = []
    moved: list[Contender] = []
    below = list(players)
    while below:
        score = below[0].score
        residents = [c for c in below if c.score == score]
        below = below[len(residents) :]
        ahead = sum(c.score == below[0].score for c in below) if below else 0
        bracket = [*moved, *residents]
        task = Task(
            [*bracket, *below],
            len(moved),
            len(bracket),
            len(bracket) + ahead,
            bye_score,
            forbidden,
        )
        made = pairs_of_bracket(task)
        pairs += [(bracket[a], bracket[b]) for a, b in made]
        paired = {place for pair in made for place in pair}
        moved = [c for place, c in enumerate(bracket) if place not in paired]
    return pairs, moved[0] if moved else None


def lowest_bye_score(players: Sequence[Contender], forbidden: Forbidden) -> int | None:
    """The lowest score the bye can go to in a complete pairing (C5); none if there is none.

    In an even field it says only that everybody can be paired.
    """
    size, odd = len(players), len(players) % 2
    lowest = min((c.score for c in players if c.may_have_bye), default=0)
    if rest_completes(Task(players, 0, 0, 0, lowest if odd else None, forbidden), []):
        return lowest
    graph: list[dict[int, int]] = [{} for _ in range(size + odd)]
    for a, one in enumerate(players):
        for b in range(a + 1, size):
            if may_meet(one, players[b], forbidden):
                graph[a][b] = graph[b][a] = 0
        if odd and one.may_have_bye:
            graph[a][size] = graph[size][a] = -one.score
    found = heaviest_perfect_matching(graph)
    if found is None:
        return None
    return players[found[0][size]].score if odd else 0
