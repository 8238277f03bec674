"""Rules that would do nothing beside the others: whoever sets one is told what it needs."""

from collections.abc import Callable, Collection, Iterator, Mapping

from fairpair.core.errors import FieldProblem
from fairpair.core.rules import RULES, Rules
from fairpair.core.settings import Declaration
from fairpair.engine.plan_rules import has_knock_out
from fairpair.language.message import Message, Phrase

_KNOCK_OUT = ("third_place", "best_of_rounds", "cut_ties", "cut_declined", "reseed")
_MAIN_ROUNDS = ("rounds", "pairing_tiebreakers", "pairing_criteria")
_PERCENTAGES = ("omw", "mw", "owp", "oowp")
_RATINGS = ("RTNG", "ARO", "TPR", "PTP", "APRO", "APPO")
_TIEBREAKS: Mapping[str, tuple[str, ...]] = {
    "omw_floor": _PERCENTAGES,
    "byes_in_match_win": _PERCENTAGES,
    "gw_floor": ("gw", "ogw"),
    "min_games_for_gw": ("gw", "ogw"),
    "draw_win_share": ("owp", "oowp"),
    "dropped_cap": ("owp", "oowp"),
    "freeze_dropped": ("owp", "oowp"),
    "buchholz_variant": ("buchholz",),
    "unrated_rating": ("rating", *_RATINGS),
    "unrated_method": _RATINGS,
}
"""The tie-breaks of which one must be in use."""


def idle_problems(base: Rules, rules: Rules, given: Collection[str]) -> Iterator[FieldProblem]:
    """Keys that are set anew and would be ignored; a complete set of rules may hold any."""
    if set(RULES) <= set(given):
        return
    for key in RULES:
        if key in given and getattr(rules, key) != getattr(base, key):
            text = _other_system(rules, key) or _idle_reason(rules, key)
            if text is not None:
                yield FieldProblem(key, text)


def _other_system(rules: Rules, key: str) -> Message | None:
    """The systems that look at the rule, if the tournament's does not."""
    rule, systems = RULES[key], RULES[key].systems
    switched_off = rule.exclusive and getattr(rules, key) == rule.default
    if not systems or rules.system in systems or switched_off:
        return None
    return other_system_text(rules, rule)


def other_system_text(rules: Rules, rule: Declaration) -> Message:
    """Which systems look at a rule, and that the tournament uses another one."""
    titles = RULES["system"].kind.options
    named = [Phrase(titles[name]) for name in rule.systems]
    used = Phrase(titles.get(rules.system, rules.system))
    return Message("rule.other-system", systems=named, system=used)


def _idle_reason(rules: Rules, key: str) -> Message | None:
    if getattr(rules, key) == RULES[key].default:
        return None
    if key in _TIEBREAKS and not _codes(rules) & set(_TIEBREAKS[key]):
        return Message("rule.idle-tiebreak", tiebreaks=_TIEBREAKS[key])
    found = (code for code, idle in _CONDITIONS.get(key, {}).items() if idle(rules))
    return next((Message(f"rule.idle-{code}") for code in found), None)


def _codes(rules: Rules) -> set[str]:
    """The tie-breaks in use, without their modifiers."""
    chains = (*rules.standings_tiebreakers, *rules.pairing_tiebreakers)
    return {code.partition("/")[0] for code in chains}


def _names_later_round(rules: Rules) -> bool:
    """Whether a method is named for a round after the last one."""
    played = None if rules.rounds is None else {f"round_{n}" for n in range(1, rules.rounds + 1)}
    return played is not None and not {*rules.pairing_methods} <= {*played, "rest", "last_round"}


Condition = Callable[[Rules], bool]
_CONDITIONS: Mapping[str, Mapping[str, Condition]] = {
    **{key: {"knockout": lambda rules: not has_knock_out(rules)} for key in _KNOCK_OUT},
    "knockout_places": {
        "knockout": lambda rules: not has_knock_out(rules),
        "elimination": lambda rules: rules.mode == "elimination",
    },
    **{key: {"elimination": lambda rules: rules.mode == "elimination"} for key in _MAIN_ROUNDS},
    "pairing_methods": {
        "elimination": lambda rules: rules.mode == "elimination",
        "method": _names_later_round,
    },
    "cut_points": {"elimination": lambda rules: rules.mode == "elimination"},
    "avoid_same_rounds": {"avoid-same": lambda rules: not rules.avoid_same},
    "avoid_same_hard": {"avoid-same": lambda rules: not rules.avoid_same},
    "initial_colour": {"colours": lambda rules: not rules.has_colours},
    "best_of": {"scores": lambda rules: rules.primary_score in rules.scores},
    "boards": {"scores": lambda rules: rules.primary_score in rules.scores},
    "points": {"scores": lambda rules: rules.primary_score in rules.scores},
}
"""By rule: the name of what it needs, and when that is missing."""
