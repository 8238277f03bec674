"""The check-list: its declaration is whole, and its checks see what is there and what is not."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairpair.app.endorsement import probes
from fairpair.app.endorsement.checklist import run_checklist
from fairpair.app.endorsement.cross_test import CrossTestLine, CrossTestSummary, Difference
from fairpair.app.endorsement.probes import CHECKS, Found
from fairpair.app.endorsement.questions import QUESTIONS, Question
from fairpair.app.endorsement.trial import REFUSED, WHITE, Trial
from fairpair.cli.main import cli
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MatchRef
from fairpair.log import commands as c

ROOT = Path(__file__).parents[2]


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.numbers)
def test_every_proof_that_is_named_exists(question: Question) -> None:
    assert sum(map(bool, (question.check, question.tests, question.record))) <= 1
    if question.check:
        assert question.check in CHECKS
    for test in question.tests:
        path, _, name = test.partition("::")
        assert name in functions(ROOT / "tests" / path), test


def test_numbers_are_used_once_and_rise() -> None:
    used: list[int] = []
    for question in QUESTIONS:
        for part in question.numbers.split(","):
            first, _, last = part.strip().partition("-")
            used += range(int(first), int(last or first) + 1)
    assert len(used) == len(set(used))
    assert (min(used), max(used)) == (1, 225)
    assert {one.check for one in QUESTIONS if one.check} == set(CHECKS)


def test_every_check_answers_with_what_was_seen() -> None:
    for name, check in CHECKS.items():
        found = check()
        assert found.seen, name


def test_totals_are_those_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    before = run_checklist()
    met = [one for one in before.answers if one.met and one.hard and one.cost == 0]
    assert "33-35" in before.hard_fails
    assert before.cost == sum(one.cost for one in before.answers)
    assert all(one.cost == 0 for one in before.answers if one.met)
    question = next(one for one in QUESTIONS if one.check and one.hard and one.cost)
    assert question.numbers in {one.numbers for one in met}
    monkeypatch.setitem(CHECKS, question.check, lambda: Found(False, "spoilt"))
    after = run_checklist()
    assert question.numbers in after.hard_fails
    assert after.cost == before.cost + question.cost


def test_a_check_that_breaks_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Found:
        raise AssertionError("CompleteRound: refused")

    question = next(one for one in QUESTIONS if one.check)
    monkeypatch.setitem(CHECKS, question.check, broken)
    answer = next(x for x in run_checklist().answers if x.numbers == question.numbers)
    assert (answer.met, answer.evidence) == (False, "AssertionError: CompleteRound: refused")


def record(tournaments: int, differences: int) -> CrossTestSummary:
    different = [Difference(1, ["1-2"], ["2-1"])] * differences
    lines = [
        CrossTestLine(direction, 1, "s", "", 2, 1, 1, different if n == 0 else (), ranks=())
        for direction in ("ours", "theirs")
        for n in range(tournaments)
    ]
    return CrossTestSummary("bbpPairings", {}, lines)


@pytest.mark.parametrize(
    ("tournaments", "differences", "met"),
    [(50_000, 5, True), (50_000, 6, False), (49_999, 0, False)],
)
def test_the_comparison_needs_a_long_record(tournaments: int, differences: int, met: bool) -> None:
    found = run_checklist(record(tournaments, differences))
    answer = next(one for one in found.answers if one.numbers == "33-35")
    assert answer.met == met
    assert "bbpPairings" in answer.evidence


def test_differences_are_asked_about_where_there_are_some() -> None:
    def answers(found: CrossTestSummary | None) -> list[tuple[bool, bool, int]]:
        return [
            (one.asked, one.met, one.cost)
            for one in run_checklist(found).answers
            if one.numbers in {"37", "39"}
        ]

    assert answers(None) == [(False, False, 0)] * 2
    assert answers(record(3, 0)) == [(True, True, 0)] * 2
    assert answers(record(3, 1)) == [(True, False, 25), (True, False, 50)]
    assert run_checklist(None).later_cost == 75
    assert run_checklist(record(3, 0)).later_cost == 0


def test_ranks_must_be_compared_as_well() -> None:
    whole = record(50_000, 0)
    lines = [replace(one, ranks=None) if n == 0 else one for n, one in enumerate(whole.lines)]
    found = run_checklist(CrossTestSummary("bbpPairings", {}, lines))
    assert "33-35" in found.hard_fails
    other = [replace(one, ranks=["1: 1, 2"]) if n < 11 else one for n, one in enumerate(lines)]
    assert CrossTestSummary("bbpPairings", {}, other).different == 11


# --- The tournament in memory ---------------------------------------------------------------------


def test_a_trial_tells_apart_done_told_locked_and_refused() -> None:
    trial = Trial.played(1)
    assert trial.change(rounds=6).level == 5
    assert trial.t.rules.rounds == 7
    refused = trial.attempt(c.RecordResult(MatchRef(1, 9, 9), WHITE))
    assert (refused.done, refused.level) == (False, REFUSED)
    assert trial.attempt(c.RequestBye(PlayerId(3), 4)).done
    assert PlayerId(3) in {p for p, one in trial.t.entries.items() if one.requested_byes}


def test_locks_hold_in_fide_mode_only() -> None:
    assert not probes.rounds_are_locked().seen.endswith("done")
    outside = Trial.played(1, fide=False)
    assert outside.change(standings_tiebreakers=["SB"]).done


# --- The command ----------------------------------------------------------------------------------


def test_the_command_prints_a_table_or_json(tmp_path: Path) -> None:
    plain = CliRunner().invoke(cli, ["endorse"])
    assert plain.exit_code == 0, plain.stdout
    assert "0 hard failures" in plain.stdout
    assert "Baku acceleration" in plain.stdout
    assert "Baku acceleration" not in CliRunner().invoke(cli, ["endorse", "--open"]).stdout
    data = json.loads(CliRunner().invoke(cli, ["endorse", "--json"]).stdout)
    assert len(data["answers"]) == len(QUESTIONS)
    assert data["hard_fails"] == []
    assert data["cost"] < 50
    compared = next(one for one in data["answers"] if one["numbers"] == "33-35")
    assert compared["evidence"].startswith("50000 each way with gacrux")
    short = tmp_path / "short.jsonl"
    short.write_text('{"engine": "other", "seed": "s", "most_players": 4, "without": []}\n')
    own = CliRunner().invoke(cli, ["endorse", "--open", "--record", str(short)])
    assert own.exit_code == 1
    assert "50,000 tournaments" in own.stdout
