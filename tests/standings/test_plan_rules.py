"""The plan round by round and what it adds up to always say the same."""

from typing import Any

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.rules import Rules
from fairpair.engine.pairing.swiss.methods import method_name
from fairpair.engine.rule_validation import change_rules, rule_problems
from fairpair.engine.stages.plan_builder import plan_of
from fairpair.log import commands as c
from fairpair.log.events import TournamentCreated
from fairpair.log.journal import Record
from fairpair.presets import rules_of
from log_driver import LogDriver, draft, set_up

SMALL = rules_of("small_tournament", {})
CHESS = ("small_tournament", "medium_tournament", "large_tournament")
PLAN = [dict(entry) for entry in SMALL.structure]


def kinds(rules: Rules, players: int = 10) -> list[str]:
    return [planned.kind for planned in plan_of(rules, players).rounds]


def refusals(changes: dict[str, Any], base: Rules = SMALL) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as caught:
        change_rules(base, changes)
    return {problem.where: str(problem.message) for problem in caught.value.problems}


def with_entry(number: int, **fields: Any) -> list[dict[str, Any]]:
    """The plan of the small preset with another round of this number."""
    return [{**e, **fields} if n == number else e for n, e in enumerate(PLAN, 1)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["swiss"] * 3 + ["semi_final", "third_place", "final"]),
        ({"mode": "swiss"}, ["swiss"] * 3),
        ({"mode": "elimination"}, ["round_of_16", "quarter_final", "semi_final", "final"]),
        ({"cut": None}, ["swiss"] * 3),
        ({"mode": "swiss", "cut": 2}, ["swiss"] * 3 + ["final"]),
        ({"third_place": False}, ["swiss"] * 3 + ["semi_final", "final"]),
        ({"total_rounds": 8}, ["swiss"] * 5 + ["semi_final", "third_place", "final"]),
        ({"swiss_rounds": 4}, ["swiss"] * 4 + ["semi_final", "third_place", "final"]),
        ({"rounds": 2}, ["swiss"] * 2 + ["semi_final", "third_place", "final"]),
        ({"cut": 2}, ["swiss"] * 3 + ["final"]),
        ({"cut": 8}, ["swiss"] * 3 + ["quarter_final", "semi_final", "third_place", "final"]),
        (
            {"cut": 8, "third_place": False, "total_rounds": 5},
            ["swiss"] * 2 + ["quarter_final", "semi_final", "final"],
        ),
        ({"structure": PLAN[:3]}, ["swiss"] * 3),
        ({"structure": []}, ["swiss"] * 3 + ["semi_final", "final"]),
    ],
)
def test_every_change_of_a_plan_is_honoured(changes: dict[str, Any], expected: list[str]) -> None:
    rules = rules_of("small_tournament", changes)
    assert kinds(rules) == expected
    assert [entry["type"] for entry in rules.structure] in ([], expected)
    assert rules.total_rounds in (None, len(expected))
    assert not list(rule_problems(rules))
    assert change_rules(Rules(), rules.as_settings()) == rules, "what was set can be set again"


@pytest.mark.parametrize("preset", CHESS)
def test_more_rounds_than_the_preset_has_are_paired_like_its_last(preset: str) -> None:
    rules = rules_of(preset, {"swiss_rounds": 6})
    assert [method_name(rules, n) for n in range(2, 7)] == ["score_bracket"] * 5


@pytest.mark.parametrize("preset", CHESS)
def test_another_method_for_one_round_changes_no_other(preset: str) -> None:
    rules = rules_of(preset, {"pairing_methods": {"round_1": "top_half"}})
    assert [method_name(rules, n) for n in (1, 2, 3)] == ["top_half", *["score_bracket"] * 2]
    assert rules.structure[0]["pairing_method"] == "top_half"


def test_a_method_in_the_plan_is_used() -> None:
    rules = change_rules(SMALL, {"structure": with_entry(2, pairing_method="random")})
    found = [method_name(rules, n) for n in (1, 2, 3, 4)]
    assert found == ["rating_seeded", "random", "score_bracket", "score_bracket"]


@pytest.mark.parametrize(
    ("changes", "key", "text"),
    [
        ({"total_rounds": 3}, "total_rounds", "must be at least 4"),
        ({"total_rounds": 6, "rounds": 4}, "total_rounds", "must be 7: main rounds 4, knockout"),
        ({"total_rounds": 6, "mode": "elimination"}, "total_rounds", "cannot be set while"),
        ({"structure": PLAN, "rounds": 5}, "rounds", "which says 3"),
        ({"structure": PLAN, "cut": 8}, "cut", "which says 4"),
        ({"structure": PLAN, "mode": "swiss"}, "mode", "which says swiss_with_elimination"),
        ({"structure": PLAN, "third_place": False}, "third_place", "which says true"),
        ({"structure": PLAN, "total_rounds": 9}, "total_rounds", "which says 6"),
        ({"structure": PLAN[:4]}, "structure", "exactly these knockout rounds: semi_final, final"),
        ({"structure": PLAN[::-1]}, "structure", "round must be 6 here, not 1"),
        ({"structure": with_entry(1, type="swisss")}, "structure", "Did you mean swiss?"),
        ({"structure": with_entry(1, type="round_robin")}, "structure", "'round_robin' is not a"),
        ({"structure": with_entry(1, pairing_method="foo")}, "structure", "'foo' is not a pairing"),
        ({"structure": with_entry(4, pairing_method="random")}, "structure", "(bracket_seeded)"),
        ({"structure": with_entry(2, color_strategy="x")}, "structure", "alternate or balanced"),
        ({"structure": with_entry(2, matches_per_player=2)}, "structure", "must be 1 here"),
        ({"structure": with_entry(2, participants={"top_k": 4})}, "structure", "must be all here"),
        ({"structure": with_entry(4, participants={"top_k": 1})}, "structure", "top_k must be"),
        ({"structure": with_entry(4, participants={"top": 4})}, "structure", '{"top_k": 8}'),
        ({"structure": with_entry(5, participants="all")}, "structure", "semi_final_losers"),
        (
            {"structure": with_entry(2, colour_strategy=1)},
            "structure",
            "Did you mean color_strategy?",
        ),
    ],
)
def test_contradictions_are_refused_with_what_is_right(
    changes: dict[str, Any], key: str, text: str
) -> None:
    assert text in refusals(changes)[key]


def test_the_total_needs_a_knockout_of_fixed_size() -> None:
    magic = rules_of("mtg_standard", {})
    assert change_rules(magic, {"total_rounds": 7}).rounds == 7
    assert change_rules(magic, {"total_rounds": 7, "cut": 8}).rounds == 4
    open_size = {"mode": "swiss_with_elimination", "total_rounds": 7}
    assert "depends on the number" in refusals(open_size, magic)["total_rounds"]


def test_another_system_keeps_of_the_plan_what_it_can_use() -> None:
    dutch = rules_of("small_tournament", {"system": "dutch"})
    assert kinds(dutch) == kinds(SMALL)
    assert not dutch.pairing_methods
    assert not any("pairing_method" in entry for entry in dutch.structure[:3])
    chain = {"standings_tiebreakers": ["SB", "random"]}
    round_robin = rules_of("small_tournament", {"system": "round_robin", **chain})
    assert kinds(round_robin, 6) == ["round_robin"] * 5 + ["semi_final", "final"]


def test_an_older_log_of_a_preset_can_still_be_changed() -> None:
    """It has neither a cut nor a third-place match beside its plan."""
    settings = {**SMALL.as_settings(), "cut": None, "third_place": False}
    desk = LogDriver()
    desk.journal = desk.journal.extend([Record(1, 1, TournamentCreated("Old", settings, "seed"))])
    assert kinds(desk.t.rules) == kinds(SMALL)
    desk.do(c.ChangeRules({"rounds": 4}))
    assert kinds(desk.t.rules) == ["swiss", *kinds(SMALL)]
    desk.do(c.ChangeRules({"structure": PLAN[:3]}))
    assert kinds(desk.t.rules) == ["swiss"] * 3


def test_the_knockout_can_go_while_the_tournament_runs() -> None:
    desk = set_up(SMALL.as_settings())
    desk.do(draft("1-2 3-4 5"), c.PublishRound(), c.ChangeRules({"cut": None}, "time is short"))
    assert kinds(desk.t.rules) == ["swiss"] * 3
    assert desk.t.rules.mode == "swiss"
    desk.refused(c.ChangeRules({"mode": "elimination"}, "no"), "rules-frozen")
