"""Undo and redo: what they give back, and what they refuse with names."""

import pytest

from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef
from fairpair.log import commands as c
from fairpair.log.journal import read_journal
from log_driver import (
    FIVE,
    R1,
    LogDriver,
    after_round_1,
    draft,
    games,
    match,
    p,
    players,
    running,
    set_up,
)


def named(desk: LogDriver, action: int) -> list[str]:
    refusal = desk.refused(c.Undo(action), "needed-later")
    return [f"{problem.where} {problem.message}" for problem in refusal.problems]


def test_an_undo_and_its_undo() -> None:
    desk = running()
    desk.result(1, 1, "2-0")
    before = desk.t
    desk.do(c.Undo())
    assert desk.t.rounds[R1].pairings[1].result is None
    desk.do(c.Redo())
    assert desk.t == before
    desk.do(c.Undo(desk.journal.version))  # the redo itself
    assert desk.t.rounds[R1].pairings[1].result is None
    desk.refused(c.Undo(desk.journal.version - 1), "already-undone")


def test_undo_and_redo_walk_back_and_forth() -> None:
    desk = running()
    states = [desk.t]
    for table in (1, 2):
        desk.result(1, table, "2-0")
        states.append(desk.t)
    for expected in (states[1], states[0]):
        desk.do(c.Undo())
        assert desk.t == expected
    for expected in (states[1], states[2]):
        desk.do(c.Redo())
        assert desk.t == expected
    desk.refused(c.Redo(), "nothing-to-redo")


def test_everything_undone_is_the_beginning() -> None:
    desk = after_round_1()
    created = read_journal(desk.journal.records[:1]).tournament
    while len(desk.journal.effective_records()) > 1:
        desk.do(c.Undo())
    assert desk.t == created
    desk.refused(c.Undo(), "nothing-to-undo")
    desk.refused(c.Undo(1), "creation-stays")


def test_a_command_with_several_events_is_undone_as_one() -> None:
    desk = running()
    desk.do(c.DropPlayer(p(1)))
    desk.do(c.Undo())
    assert not desk.t.entries[p(1)].dropped
    assert desk.t.rounds[R1].pairings[1].result is None


def test_undoing_any_earlier_action_keeps_the_later_ones() -> None:
    desk = running()
    desk.result(1, 1, "2-0")
    recorded = desk.journal.version
    desk.result(1, 2, "0-2")
    desk.do(c.Undo(recorded))
    results = [pairing.result for pairing in desk.t.rounds[R1].pairings.values()]
    assert results == [None, Games((0, 2))]


def test_the_later_facts_are_named() -> None:
    desk = set_up(names=("Ana", "Bo"))
    desk.do(draft("1-2"), c.PublishRound())
    desk.result(1, 1, "2-1")
    assert named(desk, 2) == [
        "#4 Round 1 paired (The pairings for round 1 are not valid.)",
        "#5 Round 1 published (There are no pairings for round 1.)",
        "#6 Round 1, table 1: Ana - Bo 2-1 entered (There are no pairings for round 1.)",
    ]


def test_only_what_depends_on_it_is_named() -> None:
    desk = running()
    desk.result(1, 1, "2-0")
    recorded = desk.journal.version
    desk.result(1, 2, "2-0")
    desk.do(c.CorrectResult(match(1, 1), games("2-1"), "slip"))
    corrected = desk.journal.version
    assert [line.split()[0] for line in named(desk, recorded)] == [f"#{corrected}"]


def test_nobody_is_put_back_into_a_round_that_was_paired_without_them() -> None:
    desk = running()
    desk.do(c.DropPlayer(p(1)))
    dropped = desk.journal.version - 1
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound(), draft("2-3 4-5"))
    assert any("Round 2 paired" in line for line in named(desk, dropped))


def test_a_correction_is_not_undone_under_a_waiting_draft() -> None:
    desk = after_round_1()
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "slip"))
    corrected = desk.journal.version
    desk.do(draft("2-3 1-5 4"))
    assert "paired using different data" in named(desk, corrected)[0]
    desk.do(c.PublishRound(), c.Undo(corrected))  # a published round stays as it is
    assert desk.t.rounds[R1].pairings[1].result == Games((2, 0))


def test_a_result_stays_with_those_who_played_it() -> None:
    desk = running()
    desk.do(c.SwapPlayers(p(2), p(4)))
    swapped = desk.journal.version
    desk.result(1, 1, "2-0")
    assert "Ana and Di are not playing each other at table 1" in named(desk, swapped)[0]


def test_a_redo_that_no_longer_fits_is_refused() -> None:
    desk = set_up()
    desk.do(players("Flo"))
    flo = desk.journal.version
    desk.do(c.Undo(), players("Flo"))
    refusal = desk.refused(c.Redo(flo), "needed-later")
    assert (
        refusal.message
        == f"Action #{flo} cannot be redone because it conflicts with later actions."
    )


def test_rules_set_later_survive_the_undo_of_earlier_ones() -> None:
    desk = set_up()
    desk.do(c.ChangeRules({"best_of": 5}))
    first = desk.journal.version
    desk.do(c.ChangeRules({"rounds": 4}), c.Undo(first))
    assert (desk.t.rules.best_of, desk.t.rules.rounds) == (3, 4)


def test_a_long_list_of_later_facts_is_cut_short() -> None:
    desk = set_up(names=tuple(f"Player {n}" for n in range(60)))
    for player in range(1, 61):
        desk.do(c.EditPlayer(p(player), Player(f"Person {player}")))
    lines = named(desk, 2)
    assert len(lines) == 21
    assert lines[-1] == "... and 40 more"


@pytest.mark.parametrize("action", [0, -1, 10_000])
def test_unknown_actions(action: int) -> None:
    set_up().refused(c.Undo(action), "unknown-action")
    set_up().refused(c.Redo(action), "not-undone")


def test_a_draft_does_not_come_back_if_it_was_paired_from_other_results() -> None:
    """Publishing it is undone after a correction before it was brought back."""
    desk = after_round_1()
    desk.do(c.CorrectResult(match(1, 1), Games((0, 2)), "misread"))
    correction = desk.journal.version
    desk.do(c.Undo(), draft("1-3 2-5 4"), c.PublishRound())
    desk.do(c.Redo(correction))
    [problem] = desk.refused(c.Undo(), "needed-later").problems
    assert "paired using different data" in problem.message


def test_a_draft_given_up_is_not_taken_from_under_its_giving_up() -> None:
    desk = after_round_1()
    desk.do(draft("1-3 2-5 4"))
    first = desk.journal.version
    desk.do(c.DiscardDraft())
    given_up = desk.journal.version
    desk.do(draft("2-3 1-5 4"))
    assert [line.split()[0] for line in named(desk, first)] == [f"#{given_up}"]


@pytest.mark.parametrize(
    "after",
    [
        (c.Undo(), c.Redo()),
        (c.DiscardDraft(), c.Undo()),
        (c.PublishRound(), c.SwapPlayers(p(2), p(4)), c.Undo()),
    ],
)
def test_semi_finals_set_by_hand_come_back_as_they_were(after: tuple[c.Command, ...]) -> None:
    """The tree says 1-4 and 2-3; whoever set others knew that."""
    desk = after_round_1({"rounds": 1}, FIVE[:4])
    desk.do(c.MakeCut((p(1), p(2), p(3), p(4))), draft("1-2 3-4"))
    desk.do(*after)
    semi_finals = desk.t.rounds[RoundRef(2, 1)].pairings
    assert [x.seats for x in semi_finals.values()] == [(1, 2), (3, 4)]
