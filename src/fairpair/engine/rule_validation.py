"""Checks rules: every key by itself, and how the keys fit together."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from fairpair.core.errors import FieldProblem, InvalidInputError, InvalidValueError
from fairpair.core.numbers import format_number
from fairpair.core.rules import OTHER_NAMES, RULES, ByePoints, Points, Rules, bad_rules
from fairpair.core.settings import Declaration
from fairpair.core.suggestions import add_suggestion
from fairpair.core.vocabulary import score_label
from fairpair.engine.idle_rules import idle_problems, other_system_text
from fairpair.engine.pairing.swiss.cut_off import cut_off_problems
from fairpair.engine.pairing.swiss.methods import METHODS, method_problems
from fairpair.engine.plan_rules import (
    DIRECT,
    LOSERS,
    MAIN_ROUNDS,
    SEEDED,
    WINNERS,
    fit_plan,
    plan_problems,
    planned_cut,
)
from fairpair.engine.stages.bracket import FINAL, THIRD_PLACE, knock_out_kinds, players_in
from fairpair.engine.stages.plan import PLAY_IN
from fairpair.engine.standings.codes import is_external
from fairpair.engine.standings.registry import TEAM_SCORES, chain_problems, idle_links
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.message import Message

_LARGEST = 512
_KNOCK_OUT_ROUNDS = (*knock_out_kinds(_LARGEST, own_third_place=True)[::-1], PLAY_IN)
_COLOUR_STRATEGIES = ("alternate", "balanced")
"""Words of plans for what is always done: colours alternate, and are kept in balance."""
CHAINS = ("pairing_tiebreakers", "standings_tiebreakers")


def change_rules(base: Rules, changes: Mapping[str, object]) -> Rules:
    """The rules with these keys set anew by somebody, and what follows from them.

    Raises `InvalidInputError` with everything that is wrong, at once. What was wrong before in
    keys that are not set now stays: an old log may hold it.
    """
    rules, wrong = apply_valid_changes(base, changes)
    given = {OTHER_NAMES.get(key, key) for key in changes}
    unsound = {one.where for one in rule_problems(rules)} & given
    if not wrong and not unsound:
        rules = _fit_limits(_fit_bye(base, rules, given), given)
        if "structure" in given or not any(_plan_problems(base)):
            rules = fit_plan(base, rules, given)
        wrong = [*plan_problems(rules, given), *idle_problems(base, rules, given)]
    found = [*wrong, *_new_problems(base, rules, changes)]
    if found:
        raise bad_rules(found)
    return rules


def check_changes(base: Rules, changes: Mapping[str, object]) -> Rules:
    """The rules with just these keys set anew, as a log holds them; the same error."""
    rules, wrong = apply_valid_changes(base, changes)
    found = [*wrong, *_new_problems(base, rules, changes)]
    if found:
        raise bad_rules(found)
    return rules


def _new_problems(base: Rules, rules: Rules, changes: Collection[str]) -> list[FieldProblem]:
    """What is wrong, and was not before in a key that is not set now."""
    found = list(rule_problems(rules))
    if not found:
        return []
    old = {one for one in rule_problems(base) if one.where not in changes}
    return [one for one in found if one not in old]


def _fit_bye(base: Rules, rules: Rules, given: Collection[str]) -> Rules:
    """A bye that is a won match follows the length of matches, unless it is set outright."""
    bye = rules.bye_points
    if "best_of" not in given or "bye_points" in given or bye is None:
        return rules
    if bye != ByePoints(wins=base.games_to_win, draws=0) or rules.games_to_win is None:
        return rules
    return replace(rules, bye_points=ByePoints(wins=rules.games_to_win, draws=0))


def _fit_limits(rules: Rules, given: Collection[str]) -> Rules:
    """The rules without the limits of scores that are no longer recorded."""
    if "scores" not in given or "score_limits" in given:
        return rules
    kept = {name: most for name, most in rules.score_limits.items() if name in rules.scores}
    return replace(rules, score_limits=kept)


def apply_valid_changes(
    base: Rules, changes: Mapping[str, object]
) -> tuple[Rules, Sequence[FieldProblem]]:
    """The rules with every well-formed key set anew, and what is wrong with the others."""
    try:
        return base.with_changes(changes), ()
    except InvalidInputError as error:
        wrong = {problem.where for problem in error.problems}
        good = {key: value for key, value in changes.items() if key not in wrong}
        return base.with_changes(good), error.problems


def rule_problems(rules: Rules) -> Iterator[FieldProblem]:
    """What is wrong with rules whose keys are each well-formed."""
    for rule in RULES.values():
        for text in rule.kind.problems(getattr(rules, rule.key)):
            yield FieldProblem(rule.key, text)
        if rule.exclusive and rules.system not in rule.systems:
            yield from _idle_rule(rules, rule)
    yield from method_problems(rules)
    yield from cut_off_problems(rules)
    for tables in rules.table_ranges:
        found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", tables)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            yield FieldProblem("table_ranges", Message("rule.table-range", range=repr(tables)))
    for key in CHAINS:
        codes = getattr(rules, key)
        for place, problem in (*chain_problems(codes, rules), *idle_links(codes, rules)):
            tiebreak = repr(codes[place - 1])
            yield FieldProblem(key, Message("rule.tiebreak", tiebreak=tiebreak, problem=problem))
    yield from _external_problems(rules)
    yield from _score_problems(rules)
    yield from _limit_problems(rules)
    yield from _point_problems(rules)
    yield from _bye_problems(rules)
    yield from _stage_problems(rules)
    known = _scores_of(rules)
    if rules.primary_score and rules.primary_score not in known:
        code = "rule.unknown-score" if known else "rule.no-scores"
        score = repr(rules.primary_score)
        yield FieldProblem("primary_score", Message(code, score=score, known=known))


def _external_problems(rules: Rules) -> Iterator[FieldProblem]:
    """Values that somebody enters, maybe when a round is already paired, cannot pair it."""
    for code in rules.pairing_tiebreakers:
        if is_external(code):
            problem = Message("tiebreak-problem.standings-only")
            text = Message("rule.tiebreak", tiebreak=repr(code), problem=problem)
            yield FieldProblem("pairing_tiebreakers", text)


def _idle_rule(rules: Rules, rule: Declaration) -> Iterator[FieldProblem]:
    """A rule that is set although the system would ignore it."""
    if getattr(rules, rule.key) != rule.default:
        yield FieldProblem(rule.key, other_system_text(rules, rule))


def _scores_of(rules: Rules) -> tuple[str, ...]:
    """The named scores of a match, those of teams with them."""
    return (*rules.scores, *(TEAM_SCORES if rules.boards is not None else ()))


def _points_rank(rules: Rules) -> bool:
    return rules.primary_score in ("", "mp")


def _point_problems(rules: Rules) -> Iterator[FieldProblem]:
    """Where match points rank, a win is worth more than a draw, and a draw no less than a loss."""
    win, draw, loss = rules.points.win, rules.points.draw, rules.points.loss
    if _points_rank(rules) and not win > draw >= loss:
        values = {"win": win, "draw": draw, "loss": loss}
        shown = {name: format_number(value) for name, value in values.items()}
        yield FieldProblem("points", Message("rule.point-order", **shown))


def _bye_problems(rules: Rules) -> Iterator[FieldProblem]:
    given = rules.bye_points
    if given is None:
        return
    most, needed = rules.best_of, rules.games_to_win
    wins, games = given.wins or 0, (given.wins or 0) + (given.draws or 0)
    if most is not None and needed is not None and (wins > needed or games > most):
        yield FieldProblem("bye_points", Message("rule.bye-games", best_of=most, wins=needed))
    known = _scores_of(rules)
    for name in given.scores:
        if name not in known:
            code = "rule.bye-score" if known else "rule.bye-no-scores"
            text = Message(code, score=repr(name), known=known)
            yield FieldProblem("bye_points", add_suggestion(text, name, ("wins", "draws", *known)))
    for name, most in rules.score_limits.items():
        if not 0 <= given.scores.get(name, 0) <= most:
            text = Message("rule.bye-score-limit", score=score_label(name), most=most)
            yield FieldProblem("bye_points", text)
    if given.points is not None and _points_rank(rules):
        halves = () if rules.system == "dutch" else (Fraction(1, 2),)
        yield from _bye_value_problems(rules.points, given.points, halves)


def _bye_value_problems(
    points: Points, bye: Fraction, halves: tuple[Fraction, ...]
) -> Iterator[FieldProblem]:
    """A bye is a win unless the tournament's rules differ (C.04.1, 3).

    More than a win would reward not playing, and points that no results add up to would make a
    score group of their own; only half points are usual all the same.
    """
    values = (points.win, points.draw, points.loss, *halves)
    scale = lcm(*(value.denominator for value in values))
    step = Fraction(gcd(*(int(value * scale) for value in values)), scale)
    least = min(points.loss, Fraction(0))
    if points.win > least and (not least <= bye <= points.win or bye % step):
        limits = {"least": least, "most": points.win, "step": step, "bye": bye}
        shown = {name: format_number(value) for name, value in limits.items()}
        yield FieldProblem("bye_points", Message("rule.bye-value", **shown))


def _score_problems(rules: Rules) -> Iterator[FieldProblem]:
    """A score can be named in a chain of tie-breaks, so its name must not be another code."""
    seen: dict[str, str] = {}
    for name in rules.scores:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            text = Message("rule.same-score", name=repr(name), first=repr(first))
            yield FieldProblem("scores", text)
        if name.upper() in TIEBREAKS.built_in or name.lower() in TEAM_SCORES:
            yield FieldProblem("scores", Message("rule.score-is-tiebreak", name=repr(name)))
        if any(mark in name for mark in ":/,") or not name.isprintable() or " " in name:
            yield FieldProblem("scores", Message("rule.score-characters", name=repr(name)))


def _limit_problems(rules: Rules) -> Iterator[FieldProblem]:
    for name in rules.score_limits:
        if name not in rules.scores:
            code = "rule.unknown-score" if rules.scores else "rule.no-scores"
            yield FieldProblem(
                "score_limits", Message(code, score=repr(name), known=list(rules.scores))
            )


def _stage_problems(rules: Rules) -> Iterator[FieldProblem]:
    for kind in rules.best_of_rounds:
        if kind not in _KNOCK_OUT_ROUNDS:
            text = Message("rule.knockout-round", round=repr(kind), known=_KNOCK_OUT_ROUNDS)
            yield FieldProblem("best_of_rounds", add_suggestion(text, kind, _KNOCK_OUT_ROUNDS))
    yield from (FieldProblem("structure", text) for text in _plan_problems(rules))


def _plan_problems(rules: Rules) -> Iterator[Message]:
    """What is wrong with the plan round by round, then with the rounds together."""
    main = MAIN_ROUNDS[rules.system == "round_robin"]
    problems = [
        Message("rule.plan-round", number=number, problem=problem)
        for number, stage in enumerate(rules.structure, 1)
        for problem in _round_problems(stage, number, rules.system)
    ]
    yield from problems
    cut = planned_cut(replace(rules, cut=None))
    kinds = [stage.get("type", main) for stage in rules.structure]
    finals = kinds[kinds.count(main) :]
    if problems or (cut is None and not finals):
        return
    sizes = [players_in(kind) for kind in finals if kind != main]
    own = THIRD_PLACE in finals
    expected = knock_out_kinds(cut or max(sizes, default=2), own_third_place=own)
    if finals != expected:
        yield Message("rule.plan-finals", rounds=expected)


def _round_problems(stage: Mapping[str, Any], number: int, system: str) -> Iterator[Message]:
    """What is wrong with a round of `structure`."""
    main = MAIN_ROUNDS[system == "round_robin"]
    kind, who = stage.get("type", main), stage.get("participants", "all")
    in_tree = kind != main and kind in _KNOCK_OUT_ROUNDS
    kinds = (main, *_KNOCK_OUT_ROUNDS[:-1])
    methods = () if system in ("dutch", "round_robin") else tuple(METHODS)
    if in_tree:
        methods = (DIRECT, SEEDED) if players_in(kind) == 2 else (SEEDED,)
    known = {
        "type": kinds,
        "pairing_method": methods,
        "matches_per_player": (1,),
        "round": (number,),
        "color_strategy": _COLOUR_STRATEGIES,
        "participants": _participants(kind) if in_tree else ("all",),
    }
    for key, value in stage.items():
        if key not in known:
            text = Message("rule.plan-key", key=repr(key), known=tuple(known))
            yield add_suggestion(text, key, tuple(known))
        elif key == "participants" and isinstance(who, Mapping) and in_tree:
            yield from _top_problems(who)
        elif value not in known[key]:  # a tuple: not every value has a hash
            code = {"type": "rule.plan-type", "pairing_method": "rule.plan-method"}.get(key)
            shown = {"type": "type", "pairing_method": "method"}.get(key, "value")
            values = {shown: f"{value!r:.40}", "known": known[key], "key": key}
            text = Message(code or "rule.plan-value", **values)
            yield add_suggestion(text, value, map(str, known[key]))


def _participants(kind: str) -> tuple[str, ...]:
    """Who plays a knockout round, in words; the others have `top_k`."""
    return {THIRD_PLACE: (LOSERS,), FINAL: (WINNERS,)}.get(kind, ())


def _top_problems(who: Mapping[str, Any]) -> Iterator[Message]:
    if set(who) != {"top_k"}:
        known = ('{"top_k": 8}',)
        yield Message("rule.plan-value", key="participants", known=known, value=f"{who!r:.40}")
        return
    try:
        RULES["cut"].kind.read(who["top_k"])
    except InvalidValueError as error:
        yield Message("rule.plan-players", problem=error.text)
