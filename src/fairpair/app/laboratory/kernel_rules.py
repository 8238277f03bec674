"""Which formats the compiled kernel plays, and the numbers that it needs for them."""

from importlib.util import find_spec

from fairpair.app.laboratory.plan import Format, LabPlan, Strength
from fairpair.core.rules import Rules
from fairpair.engine.odds.plan import Bye, Model, Plan
from fairpair.presets import rules_of

_FAMILY = "mtg_standard"
_FREE = frozenset(
    {
        *("rounds", "total_rounds", "few_rounds_reason", "best_of", "draws_allowed", "bye_points"),
        *("cut", "mode", "knockout_places", "third_place", "game", "late_entry"),
    }
)
"""Rules that may be other than in the preset that the kernel is proven for."""
_ROUNDS_OF_PLAYERS = 3
"""With fewer players a round, looking ahead matters too much, and the exact engine is quick."""
_EVEN = 1200


def has_kernel() -> bool:
    """Whether the compiled kernel is installed (the extra `odds`)."""
    return find_spec("numba") is not None


def kernel_plays(plan: LabPlan) -> bool:
    """Whether the kernel is there and proven for all these formats."""
    return has_kernel() and all(_is_proven(one) for one in plan.formats)


def _is_proven(one: Format) -> bool:
    rules = one.plan.rules
    own, family = rules.as_settings(), rules_of(_FAMILY, {}).as_settings()
    best_of = rules.best_of or 0
    return (
        all(own[key] == value for key, value in family.items() if key not in _FREE)
        and rules.mode in ("swiss", "swiss_with_elimination")
        and best_of % 2 == 1
        and best_of < 8
        and rules.bye_points is not None
        and (rules.bye_points.wins, rules.bye_points.draws) == (best_of // 2 + 1, 0)
        and one.plan.players >= _ROUNDS_OF_PLAYERS * one.plan.rounds
    )


def kernel_plan(plan: LabPlan, number: int) -> Plan:
    """A format in numbers, for as many rounds as it has."""
    one, unit = plan.formats[number].plan, plan.unit
    rules = one.rules
    games = rules.games_to_win or 1
    win = int(rules.points.win * unit)
    return Plan(
        one.players,
        one.rounds,
        top=plan.top,
        seed=plan.seed,
        win=win,
        draw=int(rules.points.draw * unit),
        bye=Bye(win, 3 * games, games, 1, 1),
        omw_floor=float(rules.omw_floor or 0),
        gw_floor=float(rules.gw_floor or 0),
        model=_model(plan, rules),
    )


def _model(plan: LabPlan, rules: Rules) -> Model:
    downs = plan.model.downs_lose
    base = Model(
        best_of=rules.best_of or 1,
        lead_at_most=0 if plan.model.strength is Strength.EQUAL else 4 * _EVEN // 5,
        down_loses=None if downs is None else downs / 100,
    )
    if rules.draws_allowed:
        return base
    return Model(base.best_of, base.even, base.lead_at_most, 0.0, 0.0, base.down_loses)
