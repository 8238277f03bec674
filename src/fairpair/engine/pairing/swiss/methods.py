"""The methods a round can be paired by, as data."""

import re
from collections.abc import Iterator, Mapping

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidStateError
from fairpair.core.rules import Rules
from fairpair.core.suggestions import add_suggestion
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class Method:
    """How players are grouped, ordered inside a group, and paired there.

    | groups   | who is together |
    |----------|-----------------|
    | score    | those with the same points |
    | all      | everybody |
    | quarters | four pools by rating |

    | order     | inside a group |
    |-----------|----------------|
    | tiebreaks | by `pairing_tiebreakers`, then by lot |
    | standings | by `standings_tiebreakers`, then by lot |
    | rating    | strongest first |
    | entry     | as they were entered |
    | lot       | drawn anew each round, from the recorded seed |

    | inside     | who meets whom |
    |------------|----------------|
    | neighbours | first and second, third and fourth |
    | halves     | first of the upper half and first of the lower |
    | fold       | first and last, second and last but one |
    """

    groups: str
    order: str
    inside: str


METHODS: Mapping[str, Method] = {
    "random": Method("score", "lot", "neighbours"),
    "entry_order": Method("score", "entry", "neighbours"),
    "neighbours": Method("score", "tiebreaks", "neighbours"),
    "halves": Method("score", "tiebreaks", "halves"),
    "score_bracket": Method("score", "tiebreaks", "halves"),
    "top_half": Method("all", "rating", "halves"),
    "rating_seeded": Method("quarters", "lot", "neighbours"),
    "rating_pools": Method("quarters", "rating", "halves"),
    "power": Method("all", "standings", "neighbours"),
    "bracket_seeded": Method("all", "standings", "fold"),
    "direct": Method("all", "standings", "neighbours"),
}
FIRST, REST = "random", "neighbours"
"""What is used where the rules say nothing."""


def method_name(rules: Rules, round_no: int) -> str:
    """The name of the method of a round: its own, that of the last round, that of the rest, or
    that of the plan.
    """
    named = rules.pairing_methods
    last = "last_round" if round_no == rules.rounds else "rest"
    default = _planned_method(rules, round_no) or (FIRST if round_no == 1 else REST)
    return named.get(f"round_{round_no}") or named.get(last) or named.get("rest") or default


def _planned_method(rules: Rules, round_no: int) -> str | None:
    """The method in the plan; rounds beyond it are paired like its last one."""
    planned = [one.get("pairing_method") for one in rules.structure if one.get("type") == "swiss"]
    return planned[min(round_no, len(planned)) - 1] if planned else None


def method_of(rules: Rules, round_no: int) -> Method:
    """The method of a round; refused where old rules name one that there never was."""
    name = method_name(rules, round_no)
    if name not in METHODS:
        raise InvalidStateError("unknown-method", method=name, known=list(METHODS))
    return METHODS[name]


def method_text(name: str) -> Message:
    """How the method of this name pairs players."""
    return Message(f"pairing-method.{name.replace('_', '-')}")


def method_problems(rules: Rules) -> Iterator[FieldProblem]:
    """What is wrong with the methods that rules name."""
    for key, name in rules.pairing_methods.items():
        if not re.fullmatch(r"round_[1-9]\d?|rest|last_round", key):
            yield FieldProblem("pairing_methods", Message("rule.method-round", round=repr(key)))
        if name not in METHODS:
            text = Message("rule.plan-method", method=repr(name), known=tuple(METHODS))
            yield FieldProblem("pairing_methods", add_suggestion(text, name, METHODS))
