"""Making the plan: it follows from the rules and the size of the field, from the start.

Either the rules describe every round (`structure`, as the presets with finals do), or it is made
from `mode`, `rounds`, `cut`, `finals` and `third_place`.
"""

from collections.abc import Iterator, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.engine.pairing.berger import total_rounds
from fairpair.engine.plan_rules import planned_cut
from fairpair.engine.stages.kinds import KINDS
from fairpair.engine.stages.plan import PlannedRound, PlannedStage, TournamentPlan
from fairpair.engine.stages.recommend import fewest_rounds, unbeaten_rounds


@dataclass(frozen=True, slots=True)
class OpenedStage:
    """A stage that was opened by a cut: its kind, its players, how many of them go on, and the
    size of the stage after it, if there is one.
    """

    kind: str
    size: int
    places: int = 1
    then: int | None = None


def plan_of(
    rules: Rules, players: int, entered: Sequence[OpenedStage] = (), played: int | None = None
) -> TournamentPlan:
    """The plan for this number of players; a cut larger than the field takes everybody.

    `entered` are the stages that are open already, and `played` the rounds that were before the
    first cut: they are as they are.
    """
    count = _first_count(rules, players) if played is None else played
    first = tuple(_first_rounds(rules, players, count))
    stages = [PlannedStage(1, _first_kind(rules), None, first)]
    for one in entered:
        stages.append(_stage(rules, stages, one))
    size = entered[-1].then if entered else _expected_cut(rules, players)
    if size is not None:
        stages.append(_stage(rules, stages, OpenedStage(rules.finals, size)))
    return TournamentPlan(tuple(stages))


def _stage(rules: Rules, before: Sequence[PlannedStage], one: OpenedStage) -> PlannedStage:
    number = len(before) + 1
    last = sum(len(stage.rounds) for stage in before)
    rounds = tuple(
        PlannedRound(last + n, RoundRef(number, n), shape.kind, shape.name, shape.players)
        for n, shape in enumerate(KINDS[one.kind].rounds(rules, one.size, one.places), 1)
    )
    return PlannedStage(number, one.kind, one.size, rounds, one.places)


def _expected_cut(rules: Rules, players: int) -> int | None:
    size = cut_size(rules, players)
    if size is None and rules.cut_points is not None and players > 1:
        return players  # who has the points is known after the last round
    return size


def cut_size(rules: Rules, players: int) -> int | None:
    """How many go on to the finals; none if there are none."""
    wanted = planned_cut(rules)
    if wanted is None and rules.mode == "elimination":
        wanted = players
    if wanted is None and rules.mode == "swiss_with_elimination":
        wanted = 8 if players >= 16 else 4 if players >= 5 else 2
    if wanted is None or players < 2:
        return None
    return min(wanted, players)


def _first_kind(rules: Rules) -> str:
    return "round_robin" if rules.system == "round_robin" else "swiss"


def _first_rounds(rules: Rules, players: int, count: int) -> Iterator[PlannedRound]:
    kind = _first_kind(rules)
    for number in range(1, count + 1):
        ref = RoundRef(1, number)
        yield PlannedRound(number, ref, kind, ref.name, players)


def _first_count(rules: Rules, players: int) -> int:
    if rules.mode == "elimination":
        return 0
    if rules.rounds is not None:
        return rules.rounds
    if rules.system == "round_robin":
        return total_rounds(players, rules.cycles) if players > 1 else 0
    return recommended_rounds(players)


def recommended_rounds(players: int) -> int:
    """As many as give one undefeated player; at least 3 for 5 or more players, 2 below (T2)."""
    return max(fewest_rounds(players), unbeaten_rounds(max(players, 2)))


@dataclass(frozen=True, slots=True)
class Totals:
    """What a plan adds up to; a bye is not a match."""

    swiss_rounds: int
    knock_out_rounds: int
    swiss_matches: int
    knock_out_matches: int

    @property
    def rounds(self) -> int:
        """All of them; a match for third place beside the final has none of its own."""
        return self.swiss_rounds + self.knock_out_rounds

    @property
    def matches(self) -> int:
        """All of them."""
        return self.swiss_matches + self.knock_out_matches


def totals(rules: Rules, players: int) -> Totals:
    """The rounds and matches of the plan for this number of players, if nobody drops."""
    first, *later = plan_of(rules, players).stages
    swiss = len(first.rounds)
    rounds = sum(len(stage.rounds) for stage in later)
    matches = sum(KINDS[stage.kind].matches(rules, stage.size or 0) for stage in later)
    return Totals(swiss, rounds, swiss * (players // 2), matches)
