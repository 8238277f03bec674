"""A whole round by the Dutch system: bracket after bracket from the top (C.04.3, 3)."""

from collections.abc import Sequence

from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.legal import complete_pairing
from fairpair.engine.pairing.brackets.outlook import rest_completes
from fairpair.engine.pairing.brackets.task import Task, brackets


def dutch_pairs(
    players: Sequence[Contender],
) -> tuple[list[tuple[Contender, Contender]], Contender | None] | None:
    """The pairs, the higher ranked first, and who has the bye; none if no legal pairing exists."""
    found = lowest_bye_score(players)
    if found is None:
        return None
    bye_score = found if len(players) % 2 else None
    walk = brackets(players, bye_score, pairs_of_bracket)
    pairs = [(task.left[a], task.left[b]) for task, made in walk for a, b in made]
    paired = {c.player for pair in pairs for c in pair}
    return pairs, next((c for c in players if c.player not in paired), None)


def lowest_bye_score(players: Sequence[Contender]) -> int | None:
    """The lowest score the bye can go to in a complete pairing (C5); none if there is none.

    In an even field it says only that everybody can be paired.
    """
    size, odd = len(players), len(players) % 2
    lowest = min((c.score for c in players if c.may_have_bye), default=0)
    task = Task.of_field(players, lowest if odd else None)
    if rest_completes(task, []):
        return lowest
    mate = complete_pairing(task, lambda a, b: players[a].score * (b == size), any_bye=True)
    if mate is None:
        return None
    return players[mate[size]].score if odd else 0
