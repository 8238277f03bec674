"""What an organiser may try in a knock-out, and what the tree does not bear."""

from dataclasses import replace

import pytest

from app.played_events import (
    LOWER,
    UPPER,
    event,
    knock_out,
    next_round,
    opened,
    refused,
    to_the_cut,
    tree,
    won,
)
from fairpair.app.use_cases.pairing import cut_command, draft
from fairpair.core.results import Forfeit, Mark
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundRef, Table
from fairpair.engine.stages.progress import NextStep, plan_for, progress
from fairpair.log import commands as c
from fairpair.log.describe import describe
from log_driver import LogDriver


def test_no_cut_leads_out_of_a_knock_out() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    desk.do(c.CompleteRound())
    finalists = tree(desk).in_round(2)[0].players
    found = refused(desk, c.MakeCut(finalists))
    assert (found.code, found.message) == ("no-cut", "This is the last stage.")


def test_a_play_in_is_played_before_the_next_cut() -> None:
    desk = to_the_cut(event("mtg_standard", 16, rounds=1, cut=2, cut_ties="play_in"))
    desk.do(cut_command(desk.t, desk.journal.version))
    assert len(plan_for(desk.t).stages[1].rounds) > 1
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
    for table in desk.t.rounds[RoundRef(2, 1)].pairings:
        won(desk, 1, table)
    desk.do(c.CompleteRound())
    by_hand = c.MakeCut(desk.t.seeds[2][:2])
    assert refused(desk, by_hand).code == "play-in-open"


@pytest.mark.parametrize("rounds", [5, 3, None])
def test_the_number_of_rounds_before_a_cut_is_settled_by_it(rounds: int | None) -> None:
    desk = knock_out(4)
    found = refused(desk, c.ChangeRules({"rounds": rounds}, "another day"))
    assert found.code in ("stage-over", "rounds-played")
    desk.do(c.ChangeRules({"rounds": 4, "third_place": True}, "as it was"))


def test_the_plan_has_no_rounds_that_a_cut_has_left_out() -> None:
    desk = event("mtg_standard", 16, rounds=None, cut=4)
    desk.do(draft(desk.t), c.PublishRound())
    for table in desk.t.rounds[RoundRef(1, 1)].pairings:
        won(desk, 1, table)
    desk.do(c.CompleteRound())
    assert len(plan_for(desk.t).stages[0].rounds) == 4
    desk.do(c.MakeCut(tuple(desk.t.entries)[:4]))
    assert [str(r.title) for r in plan_for(desk.t).rounds] == ["Round 1", "Semi-finals", "Final"]


def walkover_in_an_open_round() -> LogDriver:
    """The second semi-final is not played: one of its players left before it could be opened."""
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    opened(desk)
    won(desk, 1, 3)
    gone = tree(desk).in_round(1)[2].winner
    assert gone is not None
    desk.do(c.DropPlayer(gone))
    won(desk, 1, 4)
    won(desk, 2, 1)
    desk.do(c.CompleteRound())
    return desk


def test_a_walkover_is_a_bye_once_its_round_is_complete() -> None:
    desk = walkover_in_an_open_round()
    through = tree(desk).in_round(2)[1].winner
    desk.do(c.CompleteRound())
    assert dict(desk.t.rounds[RoundRef(2, 2)].byes) == {through: ByeKind.PAIRING}
    desk.do(c.Undo())
    assert not desk.t.rounds[RoundRef(2, 2)].byes


def test_a_walkover_is_a_bye_once_the_next_match_is_open() -> None:
    desk = walkover_in_an_open_round()
    gone = next(p for p, entry in desk.t.entries.items() if entry.dropped)
    through = tree(desk).in_round(2)[1].winner
    opened(desk)
    assert through in desk.t.rounds[RoundRef(2, 2)].byes
    desk.do(c.ReinstatePlayer(gone, 2))
    assert tree(desk).in_round(2)[1].winner == through
    assert not tree(desk).in_round(3)[0].by_hand


def test_a_correction_brings_back_a_match_that_was_a_walkover() -> None:
    desk = walkover_in_an_open_round()
    desk.do(c.CompleteRound())
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
    desk.do(c.CorrectResult(MatchRef(2, 1, 3), LOWER, "misread", void_later=True))
    assert progress(desk.t).step is NextStep.OPEN
    opened(desk)
    won(desk, 2, 2)
    desk.do(c.CompleteRound())
    assert str(progress(desk.t).text) == "The final can be paired"


def test_a_correction_brings_back_a_match_that_nobody_could_play() -> None:
    """Both players of each quarter-final below had lost; then one after the other comes back."""
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    both = Forfeit((Mark.LOSS, Mark.LOSS))
    won(desk, 1, 3, both)
    won(desk, 1, 4, both)
    next_round(desk)
    won(desk, 2, 1)
    next_round(desk)
    for table in (3, 4):
        right = c.CorrectResult(MatchRef(2, 1, table), UPPER, "they were there", void_later=True)
        events = desk.do(right)
    assert str(describe(events[0], desk.t)) == "Semi-finals reopened"
    assert str(progress(desk.t).text).startswith("Semi-finals: ready to start: semi-final 2 (")
    opened(desk)


def test_a_draft_with_others_is_paired_again_as_a_whole() -> None:
    desk = knock_out(8)
    for table in (1, 2, 3, 4):
        won(desk, 1, table)
    desk.do(c.CompleteRound())
    desk.do(draft(desk.t, desk.journal.version))
    wrong = c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread")
    assert refused(desk, wrong).code == "later-matches"
    desk.do(replace(wrong, void_later=True))
    assert str(progress(desk.t).text) == "The semi-finals can be paired"


def test_two_swaps_with_byes_do_not_break_the_tree() -> None:
    desk = knock_out(6)
    first, second, _, fourth, fifth, _ = desk.t.seeds[2]
    desk.do(c.SwapPlayers(first, fourth))
    found = refused(desk, c.SwapPlayers(second, fifth))
    assert found.code == "tree-broken"
    assert {problem.where for problem in found.problems} == {"twice", "idle"}


def test_who_wins_without_a_match_has_no_bye_that_leads_nowhere() -> None:
    desk = knock_out(4)
    first, second, third, fourth = desk.t.seeds[2]
    desk.do(c.Undo(), c.Undo())
    odd = c.DraftRound(
        (Table(1, (second, third)),),
        (Bye(first, ByeKind.PAIRING), Bye(fourth, ByeKind.PAIRING)),
        system="by_hand",
    )
    assert refused(desk, odd).code == "tree-broken"
    desk.do(c.DraftRound((Table(1, (second, third)),), (Bye(first, ByeKind.PAIRING),)))


def test_a_round_is_not_complete_while_a_match_is_to_be_opened() -> None:
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    opened(desk)
    won(desk, 2, 1)
    won(desk, 1, 3)
    won(desk, 1, 4)
    desk.do(c.CompleteRound())
    found = refused(desk, c.CompleteRound())
    assert found.message == "A match in the semi-finals has not started yet: semi-final 2."


def test_a_correction_is_not_undone_under_a_later_match() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    desk.do(c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread"))
    corrected = desk.journal.version
    next_round(desk)
    found = refused(desk, c.Undo(corrected))
    assert found.code == "needed-later"
    assert "is not a bracket match" in found.problems[0].message


PLAN = [*["swiss"] * 4, "semi_final", "third_place", "final"]


@pytest.mark.parametrize(
    "change", [{"third_place": True}, {"structure": [{"type": kind} for kind in PLAN]}]
)
def test_rules_that_the_tree_cannot_follow_any_more_are_refused(change: dict[str, object]) -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    won(desk, 2, 1)
    desk.do(c.CompleteRound())
    assert refused(desk, c.ChangeRules(change, "one more match")).code == "tree-broken"


def test_seeding_anew_begins_before_the_round_it_is_for() -> None:
    desk = knock_out(8)
    won(desk, 1, 1, LOWER)
    for table in (2, 3, 4):
        won(desk, 1, table)
    next_round(desk)
    assert refused(desk, c.ChangeRules({"reseed": True}, "fairer")).code == "tree-broken"
    desk.do(c.Undo(), c.Undo())
    desk.do(c.ChangeRules({"reseed": True}, "fairer"))


def test_when_all_leave_before_the_cut_it_is_over() -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=3, cut=4))
    for player in tuple(desk.t.entries):
        desk.do(c.DropPlayer(player))
    assert str(progress(desk.t).text) == "All players have dropped: the tournament can be finished"
    desk.do(c.FinishTournament())
