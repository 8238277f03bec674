"""Rules that say the same thing twice: the plan as a whole, and round by round.

`structure` has every round; `mode`, `rounds`, `cut`, `third_place`, `pairing_methods` and
`total_rounds` have what it adds up to. Whichever is set anew, the other follows. If both are set,
they must agree.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fairpair.core.errors import FieldProblem
from fairpair.core.rules import Rules
from fairpair.engine.pairing.swiss.methods import method_name
from fairpair.engine.stages.bracket import FINAL, THIRD_PLACE, knock_out_kinds, players_in
from fairpair.language.message import Message

MAIN_ROUNDS = ("swiss", "round_robin")
SEEDED, DIRECT = "bracket_seeded", "direct"
"""How knockout rounds are paired: by seeds, or with two players only."""
_SUMS = ("mode", "rounds", "cut", "third_place", "pairing_methods", "total_rounds")
LOSERS, WINNERS = "semi_final_losers", "semi_final_winners"
_WAITS = {THIRD_PLACE: LOSERS, FINAL: WINNERS}

Entry = Mapping[str, Any]


def fit_plan(base: Rules, rules: Rules, given: Collection[str]) -> Rules:
    """The rules with everything about the plan that follows from the keys just given."""
    rules = _with_system(base, rules, given)
    if "structure" in given and rules.structure:
        sums = _sums_of(rules)
        return replace(rules, **{key: sums[key] for key in _SUMS if key not in given})
    changed = [key for key in _SUMS if getattr(rules, key) != getattr(base, key)]
    if "structure" in given and "total_rounds" not in given:
        rules = replace(rules, total_rounds=None)
    if not changed:
        return rules
    rules = _fit_sums(base, _with_mode(base, rules, given), given)
    return replace(rules, structure=tuple(_structure(rules, given))) if rules.structure else rules


def plan_problems(rules: Rules, given: Collection[str]) -> Iterator[FieldProblem]:
    """Where keys that are given together contradict each other."""
    if "structure" in given and rules.structure:
        sums = _sums_of(rules)
        if rules.mode == "swiss" and "cut" in given and rules.cut:
            del sums["mode"]  # it has a knockout if a size is set
        for key, stated in sums.items():
            if key in given and not _agrees(key, getattr(rules, key), stated):
                yield FieldProblem(key, Message("rule.not-as-planned", stated=_shown(stated)))
    elif "total_rounds" in given and rules.total_rounds is not None:
        yield from _total_problems(rules)


def _total_problems(rules: Rules) -> Iterator[FieldProblem]:
    total = rules.total_rounds
    last = _knock_out_length(rules)
    if last is None or rules.mode == "elimination":
        yield FieldProblem("total_rounds", Message("rule.total-unknown"))
    elif total is not None and total <= last:
        text = Message("rule.total-least", least=last + 1, knockout=last)
        yield FieldProblem("total_rounds", text)
    elif total != (rules.rounds or 0) + last:
        values = {"total": (rules.rounds or 0) + last, "rounds": rules.rounds, "knockout": last}
        yield FieldProblem("total_rounds", Message("rule.total-rounds", **values))


def planned_cut(rules: Rules) -> int | None:
    """How many players the rules let into the knockout; none if that is not fixed."""
    sizes = (entry.get("participants") for entry in rules.structure)
    tops = (who["top_k"] for who in sizes if isinstance(who, Mapping) and "top_k" in who)
    return rules.cut or next(tops, None)


def has_knock_out(rules: Rules) -> bool:
    """Whether a knockout is planned, of whatever size."""
    return rules.mode != "swiss" or rules.cut_points is not None or planned_cut(rules) is not None


def _sums_of(rules: Rules) -> dict[str, Any]:
    """What the plan adds up to, round by round."""
    kinds = [entry.get("type", MAIN_ROUNDS[0]) for entry in rules.structure]
    main = sum(kind in MAIN_ROUNDS for kind in kinds)
    cut = planned_cut(replace(rules, cut=None))
    if cut is None and main < len(kinds):
        cut = max(players_in(kind) for kind in kinds if kind not in MAIN_ROUNDS)
    modes = {(True, True): "swiss_with_elimination", (True, False): "swiss"}
    return {
        "mode": modes.get((main > 0, main < len(kinds)), "elimination"),
        "rounds": main or None,
        "cut": cut if main else None,
        "third_place": THIRD_PLACE in kinds,
        "pairing_methods": {},
        "total_rounds": len(kinds) if main else None,
    }


def _agrees(key: str, value: Any, stated: Any) -> bool:
    if key == "pairing_methods":
        return True  # a method named there goes before that of the plan
    if key == "third_place":
        return value or not stated  # without a round of its own it is played beside the final
    return value == stated or (value is None and key != "cut")


def _shown(value: Any) -> str:
    return "none" if value is None else str(value).lower()


def _with_system(base: Rules, rules: Rules, given: Collection[str]) -> Rules:
    """Only Swiss has methods to choose; a round robin has its own number of rounds."""
    if rules.system == base.system:
        return rules
    lost: dict[str, Any] = {}
    if rules.system != "swiss":
        main = (e for e in rules.structure if e.get("type") in MAIN_ROUNDS)
        finals = (e for e in rules.structure if e.get("type") not in MAIN_ROUNDS)
        plain = ({k: v for k, v in e.items() if k != "pairing_method"} for e in main)
        lost = {"pairing_methods": {}, "structure": (*plain, *finals)}
    if "round_robin" in (rules.system, base.system):
        lost |= {"structure": (), "rounds": None, "total_rounds": None, "cut": planned_cut(rules)}
    return replace(rules, **{key: value for key, value in lost.items() if key not in given})


def _with_mode(base: Rules, rules: Rules, given: Collection[str]) -> Rules:
    """Another format of the tournament takes away what it has no use for; without a number of
    players there is no knockout.
    """
    if "mode" not in given and "cut" in given and rules.cut is None and planned_cut(base):
        return replace(
            rules, mode="swiss", third_place=rules.third_place and "third_place" in given
        )
    if "mode" not in given or rules.mode == base.mode:
        return rules
    lost: dict[str, Any] = {}
    if rules.mode == "swiss":
        lost = {"cut": None, "third_place": False}
        kept = (e for e in rules.structure if e.get("type") in MAIN_ROUNDS)
        rules = replace(rules, structure=tuple(kept))
    elif rules.mode == "elimination":
        lost = {"rounds": None, "cut": None, "pairing_methods": {}}
        rules = replace(rules, structure=())
    return replace(rules, **{key: value for key, value in lost.items() if key not in given})


def _fit_sums(base: Rules, rules: Rules, given: Collection[str]) -> Rules:
    """Rounds and their total, whichever of them is given."""
    if "cut" in given and rules.structure:
        kept = (e for e in rules.structure if rules.cut or e.get("type") in MAIN_ROUNDS)
        rules = replace(rules, structure=tuple(kept))
    elif rules.structure:
        rules = replace(rules, cut=planned_cut(rules))
    if "third_place" not in given and _has_own_round(rules.structure):
        rules = replace(rules, third_place=True)
    last = _knock_out_length(rules)
    if "total_rounds" in given and rules.total_rounds is not None:
        fixed = "rounds" in given or last is None or rules.mode == "elimination"
        left = rules.total_rounds - (last or 0)
        return rules if fixed or left < 1 else replace(rules, rounds=left)
    if base.total_rounds is None or last is None or rules.rounds is None:
        return replace(rules, total_rounds=None)
    return replace(rules, total_rounds=rules.rounds + last)


def _knock_out_length(rules: Rules) -> int | None:
    """How many rounds the knockout has; none while its size depends on the field."""
    if not has_knock_out(rules):
        return 0
    cut = planned_cut(rules)
    if cut is None or rules.cut_points is not None:
        return None
    own = rules.third_place and _has_own_round(rules.structure)
    return len(knock_out_kinds(cut, own_third_place=own))


def _has_own_round(structure: Sequence[Entry]) -> bool:
    return any(entry.get("type") == THIRD_PLACE for entry in structure)


def _structure(rules: Rules, given: Collection[str]) -> Iterator[Entry]:
    """The plan round by round, for what it adds up to now; none if the rules leave it open."""
    last = _knock_out_length(rules)
    if rules.rounds is None or last is None:
        return
    main = [entry for entry in rules.structure if entry.get("type") in MAIN_ROUNDS]
    finals: list[Entry] = []
    if last and rules.cut:
        own = rules.third_place and _has_own_round(rules.structure)
        there = {entry["type"]: entry for entry in rules.structure if entry not in main}
        kinds = knock_out_kinds(rules.cut, own_third_place=own)
        finals = [_knock_out_entry(kind, rules.cut, there) for kind in kinds]
    rest = main[-1] if main else {"type": MAIN_ROUNDS[0], "participants": "all"}
    firsts = [*main, *[rest] * rules.rounds][: rules.rounds]
    for number, entry in enumerate((*firsts, *finals), 1):
        said = {**entry, "round": number}
        if number <= rules.rounds and "pairing_methods" in given:
            said["pairing_method"] = method_name(rules, number)
        yield said


def _knock_out_entry(kind: str, cut: int, there: Mapping[str, Entry]) -> Entry:
    who = _WAITS.get(kind) or {"top_k": min(players_in(kind), cut)}
    if kind == FINAL and cut == 2:
        who = {"top_k": 2}
    old = there.get(kind, {})
    if old.get("participants") == who:
        return old
    method = DIRECT if kind in _WAITS else SEEDED
    return {
        "type": kind,
        "participants": who,
        "matches_per_player": 1,
        "pairing_method": method,
        **{key: value for key, value in old.items() if key == "color_strategy"},
    }
