"""The pairs a bracket got against others it could have got: which criterion tells them apart.

A rival keeps some pairs, or leaves over other players, and is the best that does. It is found by
the engine itself in the bracket without those players, so it is exact as the engine is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.contender import WHITE, Contender
from fairpair.engine.pairing.brackets.criteria import colour_faults
from fairpair.engine.pairing.brackets.legal import can_be_completed
from fairpair.engine.pairing.brackets.outlook import can_be_paired, is_seen_to_complete
from fairpair.engine.pairing.brackets.task import Pair, Task
from fairpair.engine.pairing.colours import white_of

Amount = tuple[int, ...]
"""What a criterion counts: one number, or scores, highest first; the smaller the better."""
SCORES = frozenset({"C7", "C18", "C19", "C20", "C21"})
"""The criteria that compare scores."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first criterion that two candidates differ on, with what it counts in each of them.

    `who` are the players whom it counts in the second one only, by their places.
    """

    criterion: str
    amounts: tuple[Amount, Amount]
    who: tuple[int, ...]


class Candidate:
    """Some pairs of a bracket; its other players float down."""

    def __init__(self, task: Task, pairs: Iterable[Pair]) -> None:
        self.task = task
        self.pairs = tuple(sorted(pairs))
        self.opponent = dict(self.pairs) | {b: a for a, b in self.pairs}
        self.floaters = tuple(p for p in range(task.bracket) if p not in self.opponent)

    @cached_property
    def ahead(self) -> Amount:
        """How many the next bracket leaves over at best, and their scores (C8)."""
        task = self.task
        if task.following == task.bracket:
            return ()
        moved = [task.left[p] for p in self.floaters]
        below = task.left[task.bracket :]
        ends = (task.following - task.bracket, _size_of_group(task.left, task.following))
        bracket = len(moved) + ends[0]
        following = bracket + ends[1]
        then = Task([*moved, *below], len(moved), bracket, following, task.bye_score, task.style)
        left_over = Candidate(then, best_pairs(then)).floaters
        return len(left_over), *(then.left[p].score for p in left_over)

    @cached_property
    def bye(self) -> tuple[int, ...]:
        """The single one left over who is sure to have the bye (C9)."""
        task, floaters = self.task, self.floaters
        sure = len(floaters) == 1 and task.left[floaters[0]].score == task.bye_score
        return floaters if sure else ()

    @cached_property
    def denied(self) -> list[tuple[int, tuple[int, int, int, int]]]:
        """Who does not get the colour wished for, and what of C10 to C13 that is."""
        found = []
        for pair in self.pairs:
            a, b = (self.task.left[p] for p in pair)
            faults = colour_faults(a, b)
            if any(faults):
                white = white_of(a, b, first_colour=WHITE, effective=1)[0]
                unlucky = (white is a) != (a.colour == WHITE)
                found.append((pair[0] if unlucky else pair[1], faults))
        return found

    def leaving_again(self, ago: int, *, residents: bool) -> list[int]:
        """Those left over who floated down before: residents, or those moved down already."""
        left, moved = self.task.left, self.task.moved
        return [p for p in self.floaters if left[p].down[ago] and (p >= moved) == residents]

    def raised_again(self, ago: int) -> list[int]:
        """Residents against players who moved down, who floated up before."""
        task = self.task
        return [b for a, b in self.pairs if a < task.moved and task.left[b].up[ago]]

    def counted(self, criterion: str) -> Mapping[int, int]:
        """The players that a criterion counts, each with its number: mostly one.

        C8 looks at what comes after the bracket; here it has those who bring it about.
        """
        left, who = self.task.left, _COUNTED[criterion](self)
        if criterion in ("C7", "C18", "C20"):
            return {p: left[p].score for p in who}
        if criterion in ("C19", "C21"):
            return {p: left[self.opponent[p]].score for p in who}
        if criterion == "pair_downs":
            return {p: left[p].pair_downs ** 2 for p in who}
        return {p: left[p].unplayed if criterion == "C9" else 1 for p in who}

    def amount(self, criterion: str) -> Amount:
        """What a criterion counts of these pairs."""
        if criterion == "C8":
            return self.ahead
        numbers = self.counted(criterion).values()
        single = criterion not in SCORES
        return (sum(numbers),) if single else tuple(sorted(numbers, reverse=True))

    def _criteria(self) -> Iterator[str]:
        """What counts, most important first."""
        yield from ("C6", "C7", "C8", "C9")
        for name in self.task.style.criteria:
            yield from _PARTS.get(name, (name,))

    def difference(self, other: "Candidate") -> Difference | None:
        """The first criterion on which another candidate is different."""
        for criterion in self._criteria():
            if criterion == "C8" and set(self.floaters) == set(other.floaters):
                continue
            amounts = self.amount(criterion), other.amount(criterion)
            if amounts[0] != amounts[1]:
                mine, theirs = self.counted(criterion), other.counted(criterion)
                who = tuple(p for p, number in theirs.items() if number > mine.get(p, -1))
                return Difference(criterion, amounts, who)
        return None


_COUNTED: dict[str, Callable[[Candidate], Sequence[int]]] = {
    "C6": lambda c: c.floaters,
    "C7": lambda c: c.floaters,
    "C8": lambda c: c.floaters,
    "C9": lambda c: c.bye,
    "C10": lambda c: [p for p, faults in c.denied if faults[0]],
    "C11": lambda c: [p for p, faults in c.denied if faults[1]],
    "C12": lambda c: [p for p, faults in c.denied if faults[2]],
    "C13": lambda c: [p for p, faults in c.denied if faults[3]],
    "C14": lambda c: c.leaving_again(0, residents=True),
    "C15": lambda c: c.raised_again(0),
    "C16": lambda c: c.leaving_again(1, residents=True),
    "C17": lambda c: c.raised_again(1),
    "C18": lambda c: c.leaving_again(0, residents=False),
    "C19": lambda c: c.raised_again(0),
    "C20": lambda c: c.leaving_again(1, residents=False),
    "C21": lambda c: c.raised_again(1),
    "pair_downs": lambda c: [p for p in c.floaters if p >= c.task.moved],
    "avoided": lambda c: [
        p for a, b in c.pairs if c.task.left[b].player in c.task.left[a].apart for p in (a, b)
    ],
}
_PARTS = {
    "colours": ("C10", "C11", "C12", "C13"),
    "floats": tuple(f"C{number}" for number in range(14, 22)),
}
"""The criteria of the rules that a name of a style stands for."""


def rival_keeping(chosen: Candidate, kept: Collection[Pair]) -> Candidate | str:
    """The best candidate with these pairs; if there is none the criterion that rules them out."""
    task = chosen.task
    gone = {p for pair in kept for p in pair}
    rest = [p for p in range(len(task.left)) if p not in gone]
    smaller = _without(task, gone)
    if not _stay_paired(chosen, gone) and not can_be_paired(smaller):
        return _hindrance(smaller)
    found = best_pairs(smaller)
    return Candidate(task, [*kept, *((rest[a], rest[b]) for a, b in found)])


def rival_leaving(task: Task, floaters: Collection[int]) -> Candidate | str:
    """The best candidate that leaves over just these; if there is none the criterion that rules
    it out: C6 if the others cannot all be paired, so that more would be left over.
    """
    inside = [p for p in range(task.bracket) if p not in floaters]
    players = [task.left[p] for p in inside]
    moved = sum(p < task.moved for p in inside)
    alone = Task(players, moved, len(players), len(players), None, task.style)
    if not can_be_paired(alone):
        return "C6"
    rest = [task.left[p] for p in sorted(floaters)]
    below = Task([*rest, *task.left[task.bracket :]], len(rest), 0, 0, task.bye_score)
    if not can_be_paired(below):
        return _hindrance(below)
    return Candidate(task, [(inside[a], inside[b]) for a, b in best_pairs(alone)])


def rival_staying(task: Task, place: int) -> Candidate | str:
    """The best candidate that pairs this player; if there is none the criterion that rules it
    out.
    """
    one = replace(task.left[place], may_have_bye=False)
    inside = [one if p == place else c for p, c in enumerate(task.left[: task.bracket])]
    below = [replace(c, forbidden=c.forbidden | {one.player}) for c in task.left[task.bracket :]]
    away = one.forbidden.union(c.player for c in below)
    inside[place] = replace(one, forbidden=away)
    asked = replace(task, left=[*inside, *below], seen=set())
    if not can_be_paired(asked):
        return _hindrance(asked)
    return Candidate(task, best_pairs(asked))


def best_pairs(task: Task) -> list[Pair]:
    """The pairs of a bracket that can be completed; none where nobody lives in it."""
    return pairs_of_bracket(task) if task.moved < task.bracket else []


def _hindrance(task: Task) -> str:
    """C5 if it is only that the bye would go to a higher score, else C4."""
    return "C5" if len(task.left) % 2 and can_be_completed(task, any_bye=True) else "C4"


def _stay_paired(chosen: Candidate, gone: Collection[int]) -> bool:
    """Whether all the others inside are seen to be paired, with the same ones left over."""
    if any(p in gone for p in chosen.floaters):
        return False
    task = chosen.task
    players = [p for p in range(task.bracket) if p not in gone and p not in chosen.floaters]
    moved = sum(p < task.moved for p in players)
    alone = [task.left[p] for p in players]
    return is_seen_to_complete(Task(alone, moved, len(alone), len(alone), None))


def _without(task: Task, gone: Collection[int]) -> Task:
    """The task without players of its bracket."""
    return replace(
        task,
        left=[c for p, c in enumerate(task.left) if p not in gone],
        moved=task.moved - sum(p < task.moved for p in gone),
        bracket=task.bracket - len(gone),
        following=task.following - len(gone),
        seen=set(),
    )


def _size_of_group(left: Sequence[Contender], start: int) -> int:
    """How many from here on have the same score."""
    return sum(c.score == left[start].score for c in left[start:]) if start < len(left) else 0
