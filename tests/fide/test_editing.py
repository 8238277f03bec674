"""Editing the pairings of a round: its beginning and end, its steps, and what players see."""

from typing import Any

import pytest

from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.rounds import RoundOptions, generate
from fairpair.app.views.audience import redact_for_public
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.log import commands as c
from fairpair.log import events as e
from fide.events import Event, boards, result
from fide.test_changes import by_hand, drafted_round_2, report

ONE, TWO, THREE, FOUR, FIVE, SIX = map(PlayerId, range(1, 7))
R2 = RoundRef(1, 2)


def published() -> Event:
    event = drafted_round_2()
    assert event.pair() == "2-1 4-3 5-8 7-6"
    return event


def edited() -> Event:
    event = published()
    event.do(c.EditPairings())
    event.do(c.SwapPlayers(TWO, FOUR, keep_colours=True))
    assert boards(event.last) == "4-1 2-3 5-8 7-6"
    return event


def test_editing_begins_and_ends_with_the_comparison() -> None:
    event = published()
    event.do(c.EditPairings())
    assert event.notices == ["pairings-opened"]
    event.do(c.SwapPlayers(TWO, FOUR, keep_colours=True))
    asked = event.refused(c.PublishRound(), "needs-confirmation")
    assert asked.codes == ("manual-pairing",)
    event.with_token(c.PublishRound(), "manual-pairing")
    assert event.last.unedited is None
    assert report(event) == ["### MPA @ Round 2: 2-1 4-3 => 4-1 2-3"]


def test_equal_pairings_end_it_without_a_word() -> None:
    event = edited()
    event.do(c.SwapPlayers(TWO, FOUR, keep_colours=True))
    event.do(c.PublishRound())
    assert report(event) == []


def test_editing_again_removes_the_line() -> None:
    event = edited()
    event.with_token(c.PublishRound(), "manual-pairing")
    event.do(c.EditPairings())
    assert report(event) == []
    event.do(c.SwapPlayers(TWO, FOUR, keep_colours=True), c.PublishRound())
    assert report(event) == []


def test_players_see_the_round_as_it_was() -> None:
    event = edited()
    assert boards(redact_for_public(event.t).rounds[R2]) == "2-1 4-3 5-8 7-6"
    event.do(c.CancelEditing())
    assert boards(event.last) == "2-1 4-3 5-8 7-6"
    assert event.last.unedited is None
    with pytest.raises(InvalidStateError, match="not being edited"):
        event.do(c.CancelEditing())


def test_t12_meanwhile_nothing_else_goes_on() -> None:
    event = edited()
    for command in (
        c.RecordResult(event.table(2, 4), result("1")),
        c.CompleteRound(),
        c.DropPlayer(FOUR),
        c.EditPairings(),
        by_hand("1-2"),
    ):
        with pytest.raises(DomainError) as caught:
            event.do(command)
        assert caught.value.code == "pairings-edited", command
    with pytest.raises(InvalidStateError) as caught:
        event.run(generate, RoundRef(1, 3), RoundOptions())
    assert caught.value.code == "pairings-edited"


def is_edited(event: Event) -> bool:
    return event.last.unedited is not None


def test_a_change_begins_it() -> None:
    event = published()
    event.do(c.SwapPlayers(TWO, FOUR, keep_colours=True))
    assert event.notices == ["pairings-opened"]
    assert is_edited(event)
    event.do(c.Undo())
    assert not is_edited(event)
    assert boards(event.last) == "2-1 4-3 5-8 7-6"


def test_the_beginning_stays_while_the_round_is_another_one() -> None:
    """Else players would see other pairings that nobody has confirmed, and no report tells."""
    event = edited()
    opened = next(r for r in event.log.journal.records if isinstance(r.event, e.PairingsOpened))
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.Undo(opened.action))
    assert caught.value.code == "needed-later"
    [problem] = caught.value.problems
    assert "not being edited" in str(problem.message)
    assert boards(redact_for_public(event.t).rounds[R2]) == "2-1 4-3 5-8 7-6"
    event.do(c.Undo(), c.Undo(opened.action))
    assert boards(event.last) == "2-1 4-3 5-8 7-6"
    assert not is_edited(event)


def test_a_round_with_a_result_is_fixed() -> None:
    event = published()
    event.do(c.RecordResult(event.table(2, 2), result("1")))
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.EditPairings())
    assert caught.value.code == "not-editable"
    swap = c.SwapPlayers(FIVE, PlayerId(7), keep_colours=True)
    error = event.refused(swap, "fide-locked")
    assert [one.where for one in error.problems] == ["pairings-locked"]


def test_t9_both_have_the_wrong_colour() -> None:
    """1 and 2 both had the colours that they would have again."""
    event = published()
    event.do(c.SwapPlayers(ONE, TWO))
    assert boards(event.last).startswith("1-2")
    assert event.notices == ["pairings-opened", "wrong-colours"]


def test_t10_a_rematch_is_confirmed() -> None:
    event = published()
    swap = c.SwapPlayers(TWO, FIVE, keep_colours=True)
    with pytest.raises(DomainError) as caught:
        event.do(swap)
    assert [one.where for one in caught.value.problems] == ["rematch"]
    event.do(swap, confirm=["rematch"])
    assert boards(event.last).startswith("5-1")


def seven() -> Event:
    """Player 3 won round 1 by forfeit."""
    event = Event([2400 - 25 * n for n in range(7)], rounds=5)
    assert event.pair() == "1-4 5-2 3-6 7"
    event.play("1-4 1", "5-2 0", "3-6 1-0F")
    assert event.pair() == "3-1 2-7 4-6 5"
    return event


def test_t11_a_bye_after_a_win_by_forfeit_is_confirmed() -> None:
    event = seven()
    swap = c.SwapPlayers(THREE, FIVE)
    error = event.refused(swap, "needs-confirmation")
    assert error.codes == ("bye-after-forfeit", "bye-above-lowest")
    assert {one.level for one in error.warnings} == {3}
    event.do(swap, confirm=error.codes)
    assert event.last.byes[THREE] == ByeKind.PAIRING


def test_a_bye_for_a_player_with_more_points_is_confirmed() -> None:
    event = seven()
    error = event.refused(c.SwapPlayers(TWO, FIVE), "needs-confirmation")
    assert error.codes == ("bye-above-lowest",)
    event.do(c.SwapPlayers(FOUR, FIVE))


def round_robin(players: int = 4, **rules: Any) -> Event:
    """Numbers in the order of ratings."""
    return Event(
        [2500 - 100 * n for n in range(players)],
        system="round_robin",
        rounds=None,
        standings_tiebreakers=["SB"],
        pairing_methods={"round_1": "entry_order"},
        **rules,
    )


def test_a_round_robin_by_hand_is_compared_with_the_table() -> None:
    event = round_robin()
    event.do(draft(event.t))
    assert boards(event.last) == "1-4 2-3"
    event.do(c.SwapPlayers(FOUR, THREE, keep_colours=True))
    event.with_token(c.PublishRound(), "manual-pairing")
    assert report(event) == ["### MPA @ Round 1: 1-4 2-3 => 1-3 2-4"]
    event.play("1-3 ½", "2-4 ½")
    event.do(draft(event.t))
    event.do(c.PublishRound())
    event.play(*(f"{a}-{b} ½" for a, b in [one.seats for one in event.last.pairings.values()]))
    with pytest.raises(DomainError) as caught:
        event.do(draft(event.t))
    assert {one.where for one in caught.value.problems} == {"rematch"}


def test_who_met_in_a_cycle_does_not_meet_again() -> None:
    event = round_robin(cycles=2)
    event.pair()
    event.play("1-4 ½", "2-3 ½")
    error = event.refused(by_hand("4-1", "3-2"), "needs-confirmation", ["rematch"])
    assert set(error.codes) == {"met-in-cycle"}


def test_three_equal_colours_in_a_round_robin_are_confirmed() -> None:
    event = round_robin(6, preset="chess_style")
    event.pair()
    event.play("1-6 ½", "2-5 ½", "3-4 ½")
    event.do(by_hand("1-5", "2-4", "6-3"))
    event.with_token(c.PublishRound(), "manual-pairing")
    event.play("1-5 ½", "2-4 ½", "6-3 ½")
    error = event.refused(by_hand("1-2", "4-6", "3-5"), "needs-confirmation")
    assert "third-colour" in error.codes


def test_rounds_that_cannot_be_finished_are_confirmed() -> None:
    """Of six, two groups of three that have all met leave no round of three boards."""
    event = round_robin(6)
    for pairs in (("1-4", "2-5", "3-6"), ("5-1", "6-2", "4-3")):
        event.do(by_hand(*pairs))
        event.with_token(c.PublishRound(), "manual-pairing")
        event.play(*(f"{pair} ½" for pair in pairs))
    error = event.refused(by_hand("1-6", "2-4", "5-3"), "needs-confirmation")
    assert error.codes == ("cycle-broken",)


def test_a_second_cycle_by_the_table_needs_no_word() -> None:
    event = round_robin(cycles=2)
    for _ in range(6):
        event.pair()
        assert event.notices == []
        event.play(*(f"{one.seats[0]}-{one.seats[1]} ½" for one in event.last.pairings.values()))
