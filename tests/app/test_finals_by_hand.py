"""What an organiser may try in a knock-out, and what the tree does not bear."""

import pytest

from app.test_finals import knock_out, refused, to_the_cut, tree, won
from app.test_whole_tournaments import event
from fairpair.app.drafting import cut_command, draft
from fairpair.core.rounds import RoundRef
from fairpair.engine.stages.progress import plan_for
from fairpair.log import commands as c


def test_no_cut_leads_out_of_a_knock_out() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    desk.do(c.CompleteRound())
    finalists = tree(desk).in_round(2)[0].players
    found = refused(desk, c.MakeCut(finalists))
    assert (found.code, found.message) == ("no-cut", "No stage follows this one.")


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
    assert [r.title for r in plan_for(desk.t).rounds] == ["Round 1", "Semi-finals", "Final"]
