"""What can be wrong with the rules of pairing, beyond each key by itself."""

import re
from collections.abc import Iterator

from fairpair.core.errors import FieldProblem
from fairpair.core.rules import Rules
from fairpair.engine.pairing.swiss.methods import method_problems

CRITERIA = ("pair_downs", "avoided", "colours")
"""What `pairing_criteria` can name."""
SHARED = ("title", "club", "federation", "category")
"""What `avoid_same` can name."""


def pairing_problems(rules: Rules) -> Iterator[FieldProblem]:
    """Everything that is wrong."""
    yield from method_problems(rules)
    yield from _unknown("pairing_criteria", rules.pairing_criteria, CRITERIA)
    yield from _unknown("avoid_same", rules.avoid_same, SHARED)
    for text in rules.table_ranges:
        found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            problem = f"{text!r} must be a range of tables, as 1-20"
            yield FieldProblem("table_ranges", problem)


def _unknown(key: str, given: tuple[str, ...], known: tuple[str, ...]) -> Iterator[FieldProblem]:
    for name in given:
        if name not in known:
            yield FieldProblem(key, f"{name!r} is none of: {', '.join(known)}")
    if len(set(given)) < len(given):
        yield FieldProblem(key, "names something twice")
