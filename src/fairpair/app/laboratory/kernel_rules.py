"""Which formats the compiled kernel plays, and the numbers that it needs for them."""

from dataclasses import replace
from importlib.util import find_spec

from fairpair.app.laboratory.plan import Format, LabPlan, Strength
from fairpair.engine.odds.plan import Plan
from fairpair.engine.odds.register import is_proven_from_start, plan_from_start


def has_kernel() -> bool:
    """Whether the compiled kernel is installed (the extra `odds`)."""
    return find_spec("numba") is not None


def kernel_plays(plan: LabPlan) -> bool:
    """Whether the kernel is there and proven for all these formats."""
    return has_kernel() and all(map(_is_proven, plan.formats))


def _is_proven(one: Format) -> bool:
    rules = one.plan.rules
    has_plain_knockout = (
        rules.mode in ("swiss", "swiss_with_elimination")
        and (rules.finals, rules.cut_ties) == ("single_elimination", "standings")
        and rules.cut_points is None
        and not (rules.best_of_rounds or rules.structure)
    )
    return has_plain_knockout and is_proven_from_start(rules, one.plan.players, one.plan.rounds)


def kernel_plan(plan: LabPlan, number: int) -> Plan:
    """A format in numbers."""
    one = plan.formats[number].plan
    found = plan_from_start(one.rules, one.players, one.rounds, plan.unit)
    model, downs = found.model, plan.model.downs_lose
    if plan.model.strength is Strength.EQUAL:
        model = replace(model, lead_at_most=0)
    if downs is not None:
        model = replace(model, down_loses=downs / 100)
    return replace(found, seed=plan.seed, model=model)
