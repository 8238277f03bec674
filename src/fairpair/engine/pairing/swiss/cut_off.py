"""The last rounds before a cut: players who can still make or miss it meet on equal points.

A player is in contention while neither is certain, by points alone: to advance, or to miss the
cut. Whoever is in contention and meets an opponent on other points has an easier or a harder task
than the rest of the group, so there are as few of them as possible: players who are certain either
way are paired across the contested groups instead.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.rules import Rules
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import cheapest_matching
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.legality import legal_pairs
from fairpair.engine.pairing.brackets.task import Style, Task
from fairpair.engine.pairing.swiss.methods import METHODS, method_name
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.language.message import Message

Field = Sequence[Contender]
_MANY = 512
"""Players enough for any cut."""


def cut_off_problems(rules: Rules) -> Iterator[FieldProblem]:
    """What keeps the last rounds from looking at the cut as the rules ask for."""
    key, count = "cut_aware_rounds", rules.cut_aware_rounds
    if not count:
        return
    if cut_size(rules, _MANY) is None and rules.cut_points is None:
        yield FieldProblem(key, Message("rule.cut-aware-no-cut"))
    if rules.primary_score not in ("", "mp"):
        yield FieldProblem(key, Message("rule.cut-aware-scores"))
    last = rules.rounds or 0
    for round_no in range(max(last - count, 0) + 1, last + 1):
        name = method_name(rules, round_no)
        if name in METHODS and METHODS[name].groups != "score":
            text = Message("rule.cut-aware-method", round=round_no, method=repr(name))
            yield FieldProblem(key, text)


@dataclass(frozen=True, slots=True)
class CutOff:
    """How many advance, or with how many points, and what a player can still add; in units."""

    places: int | None
    points: int | None
    least: int
    most: int

    def contested(self, totals: Sequence[int]) -> frozenset[int]:
        """The scores on which it is open who advances; `totals` are of all who could."""
        return frozenset(
            score
            for score in set(totals)
            if not self._is_through(score, totals) and not self._is_out(score, totals)
        )

    def _is_through(self, score: int, totals: Sequence[int]) -> bool:
        """Enough points already, or fewer than `places` others can draw level."""
        worst = score + self.least
        if self.points is not None and worst >= self.points:
            return True
        rivals = sum(other + self.most >= worst for other in totals) - 1
        return self.places is not None and rivals < self.places

    def _is_out(self, score: int, totals: Sequence[int]) -> bool:
        """Never enough points, and `places` others are out of reach."""
        best = score + self.most
        if self.points is not None and best >= self.points:
            return False
        ahead = sum(other + self.least > best for other in totals)
        return self.places is None or ahead >= self.places


def cut_off_of(rules: Rules, round_no: int, players: int, unit: int) -> CutOff | None:
    """The cut as a round looks at it; none unless it is one of the last `cut_aware_rounds`."""
    if rules.rounds is None or not rules.rounds - rules.cut_aware_rounds < round_no <= rules.rounds:
        return None
    left = rules.rounds - round_no + 1
    return CutOff(
        cut_size(rules, players),
        None if rules.cut_points is None else int(rules.cut_points * unit),
        int(rules.points.loss * left * unit),
        int(rules.points.win * left * unit),
    )


def split_field(players: Field, contested: frozenset[int], style: Style) -> list[Field]:
    """The field in parts that are paired separately: each contested group, then everybody else.

    As few players as possible leave a contested group for the rest.
    """
    leavers = _find_leavers(players, contested, style)
    return fields_without(players, contested, leavers)


def fields_without(
    players: Field, contested: frozenset[int], leavers: Iterable[Contender]
) -> list[Field]:
    """The parts of a field if these players leave their contested groups."""
    gone = {c.player for c in leavers}
    closed = [c for c in players if c.score in contested and c.player not in gone]
    inside = {c.player for c in closed}
    rest = [c for c in players if c.player not in inside]
    groups = [list(group) for _, group in groupby(closed, key=attrgetter("score"))]
    return [part for part in (*groups, rest) if part]


def _find_leavers(players: Field, contested: frozenset[int], style: Style) -> Field:
    """Group by group, as the criteria want it; over the whole field if that may not be fewest."""
    found = list(_leavers_by_group(players, contested, style))
    groups = [c.score for c in players if c.score in contested]
    fewest = sum(groups.count(score) % 2 for score in contested)
    if len(found) == fewest:
        return found
    exact = _leavers_by_matching(players, contested)
    return exact if len(exact) < len(found) else found


def _leavers_by_group(
    players: Field, contested: frozenset[int], style: Style
) -> Iterator[Contender]:
    """From the top, whom each group leaves over when it makes as many pairs as it can."""
    left = list(players)
    for score in sorted(contested, reverse=True):
        group = [c for c in left if c.score == score]
        others = [c for c in left if c.score != score]
        size = len(group)
        if not group:
            continue
        pairs = pairs_of_bracket(Task([*group, *others], 0, size, size, None, style))
        paired = {group[place].player for pair in pairs for place in pair}
        yield from (c for c in group if c.player not in paired)
        left = [c for c in left if c.player not in paired]


def _leavers_by_matching(players: Field, contested: frozenset[int]) -> Field:
    """The fewest of all; among these, players who were paired down rarely, the last ones first."""
    size = len(players)
    room = (size * size * (max(c.pair_downs for c in players) ** 2 + 1)).bit_length() + 1

    def cost(a: int, b: int) -> int:
        if players[a].score == players[b].score:
            return 0
        return sum(
            (1 << room) + players[place].pair_downs ** 2 * size + size - 1 - place
            for place in (a, b)
            if players[place].score in contested
        )

    mate = cheapest_matching(size, legal_pairs(Task.of_field(players)), cost)
    if mate is None:
        raise AssertionError("a field without a complete pairing")
    return [
        c
        for place, c in enumerate(players)
        if c.score in contested and c.score != players[mate[place]].score
    ]
