"""The brackets of a round that is paired: they follow from its pairs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import starmap

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.outlook import can_be_paired
from fairpair.engine.pairing.brackets.task import Pair, Style, Task, brackets
from fairpair.engine.pairing.explanation.alternatives import Candidate, best_pairs

Opponents = Mapping[PlayerId, PlayerId]


class PairedBracket:
    """A bracket with the pairs it got."""

    def __init__(self, task: Task, pairs: Sequence[Pair]) -> None:
        self.task = task
        self.chosen = Candidate(task, pairs)

    def player(self, place: int) -> PlayerId:
        """Who is at a place."""
        return self.task.left[place].player

    @cached_property
    def as_ruled(self) -> bool:
        """Whether these are the pairs that the rules give."""
        task = self.task
        return can_be_paired(task) and tuple(sorted(best_pairs(task))) == self.chosen.pairs

    @cached_property
    def natural(self) -> dict[int, int]:
        """Who meets whom in the first candidate (3.3), with the remainder as it is.

        As many players of each score as were paired, of those who moved down, meet the first
        residents; of the residents who are left the upper half meets the lower, neighbours meet,
        or the first meets the last.
        """
        task, chosen = self.task, self.chosen
        scores = [task.left[p].score for p in range(task.moved) if p in chosen.opponent]
        first = []
        for place in range(task.moved):
            if task.left[place].score in scores:
                scores.remove(task.left[place].score)
                first.append(place)
        found = dict(zip(first, range(task.moved, task.bracket), strict=False))
        found |= {b: a for a, b in found.items() if chosen.opponent.get(b, task.moved) < task.moved}
        rest = self.remainder
        pairs = sum(a >= task.moved for a, _ in chosen.pairs)
        if task.style.inside == "neighbours":
            upper = dict(zip(rest[: 2 * pairs : 2], rest[1 : 2 * pairs : 2], strict=True))
        elif task.style.inside == "fold":
            upper = dict(zip(rest[:pairs], reversed(rest[-pairs:]), strict=False))
        else:
            upper = dict(zip(rest[:pairs], rest[pairs : 2 * pairs], strict=True))
        return found | upper | {b: a for a, b in upper.items()}

    @cached_property
    def remainder(self) -> list[int]:
        """The residents who do not meet one who moved down."""
        task, opponent = self.task, self.chosen.opponent
        residents = range(task.moved, task.bracket)
        return [p for p in residents if opponent.get(p, task.moved) >= task.moved]

    def possible_opponents(self, place: int) -> list[int]:
        """Everybody else, but players who moved down never meet each other."""
        first = self.task.moved if place < self.task.moved else 0
        return [p for p in range(first, self.task.bracket) if p != place]

    def earlier(self, pair: Pair) -> list[Pair]:
        """The pairs chosen before the one of this upper player: the order of 4.4 and 4.2."""
        return [chosen for chosen in self.chosen.pairs if chosen[0] < pair[0]]


def paired_brackets(
    players: Sequence[Contender],
    opponents: Opponents,
    bye_score: int | None,
    style: Style,
) -> Iterator[PairedBracket]:
    """From the top: in each all who have their opponent there are paired, the others float."""
    walk = brackets(players, bye_score, lambda task: list(_inside(task, opponents)), style)
    return starmap(PairedBracket, walk)


def _inside(task: Task, opponents: Opponents) -> Iterator[Pair]:
    at = {c.player: place for place, c in enumerate(task.left[: task.bracket])}
    for player, place in at.items():
        opponent = at.get(opponents.get(player, player), place)
        if place < opponent:
            yield place, opponent
