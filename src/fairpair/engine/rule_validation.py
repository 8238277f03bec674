"""Can these rules be used? Every key by itself, and what keys say about each other."""

import re
from collections.abc import Iterator, Mapping, Sequence

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.rules import Rules, bad_rules
from fairpair.engine.pairing.swiss.methods import method_problems
from fairpair.engine.stages.bracket import is_knock_out_kind
from fairpair.engine.stages.kinds import KINDS
from fairpair.engine.stages.plan import PLAY_IN
from fairpair.engine.standings.registry import TEAM_SCORES, TIEBREAKS, chain_problems, idle_links

CRITERIA = ("pair_downs", "avoided", "colours")
"""What `pairing_criteria` can name."""
SHARED = ("title", "club", "federation", "category")
"""What `avoid_same` can name."""
CHAINS = ("pairing_tiebreakers", "standings_tiebreakers")


def sound_rules(base: Rules, changes: Mapping[str, object]) -> Rules:
    """The rules with these keys set anew.

    Raises `InvalidInputError` with everything that is wrong, at once.
    """
    rules, wrong = changed_as_far_as_possible(base, changes)
    problems = [*wrong, *rule_problems(rules)]
    if problems:
        raise bad_rules(problems)
    return rules


def changed_as_far_as_possible(
    base: Rules, changes: Mapping[str, object]
) -> tuple[Rules, Sequence[FieldProblem]]:
    """The rules with every well-formed key set anew, and what is wrong with the others."""
    try:
        return base.changed(changes), ()
    except InvalidInputError as error:
        wrong = {problem.where for problem in error.problems}
        good = {key: value for key, value in changes.items() if key not in wrong}
        return base.changed(good), error.problems


def rule_problems(rules: Rules) -> Iterator[FieldProblem]:
    """What is wrong with rules whose keys are each well-formed."""
    yield from _pairing_problems(rules)
    for key in CHAINS:
        codes = getattr(rules, key)
        for place, text in (*chain_problems(codes, rules), *idle_links(codes, rules)):
            yield FieldProblem(key, f"{codes[place - 1]!r} {text}")
    yield from _score_problems(rules)
    yield from _stage_problems(rules)
    known = (*rules.scores, *(TEAM_SCORES if rules.boards is not None else ()))
    if rules.primary_score and rules.primary_score not in known:
        text = f"{rules.primary_score!r} is none of the scores ({', '.join(known) or 'none'})"
        yield FieldProblem("primary_score", text)


def _pairing_problems(rules: Rules) -> Iterator[FieldProblem]:
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


def _score_problems(rules: Rules) -> Iterator[FieldProblem]:
    """A score can be named in a chain of tie-breaks, so its name must be no other code."""
    seen: dict[str, str] = {}
    for name in rules.scores:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            yield FieldProblem("scores", f"{name!r} and {first!r} differ in nothing but capitals")
        if name.upper() in TIEBREAKS or name.lower() in TEAM_SCORES:
            text = f"{name!r} is the code of a tie-break: choose another name"
            yield FieldProblem("scores", text)
        if any(mark in name for mark in ":/,") or not name.isprintable() or " " in name:
            yield FieldProblem("scores", f"{name!r} must have no spaces and none of : / ,")


def _stage_problems(rules: Rules) -> Iterator[FieldProblem]:
    kinds = [name for name in KINDS if name != PLAY_IN]
    if rules.finals not in kinds:
        text = f"{rules.finals!r} is no kind of finals ({', '.join(kinds)})"
        yield FieldProblem("finals", text)
    for kind in rules.best_of_rounds:
        if kind != PLAY_IN and not is_knock_out_kind(kind):
            text = f"{kind!r} is no round after a cut (final, third_place, semi_final,"
            yield FieldProblem(
                "best_of_rounds", f"{text} quarter_final, round_of_16 to round_of_512, {PLAY_IN})"
            )
