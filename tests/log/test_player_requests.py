"""What players ask for from their phones, and how the staff answers."""

import pytest

from fairpair.core.players import PlayerRequest, RequestState
from fairpair.core.rounds import ByeKind
from fairpair.log import commands as c
from fairpair.log import events as e
from log_driver import LogDriver, draft, games, match, p, running

NAMES = ("Ana", "Bo", "Cy", "Di")


@pytest.fixture
def desk() -> LogDriver:
    """Round 1 of 3 runs: Ana meets Bo at table 1, Cy meets Di at table 2."""
    return running({"rounds": 3}, NAMES)


def requests(desk: LogDriver) -> dict[tuple[int, int | None], str]:
    return {(x.player, x.round_no): state.value for x, state in desk.t.requests.items()}


def test_an_accepted_bye_is_given_by_the_same_action(desk: LogDriver) -> None:
    assert [type(x) for x in desk.do(c.MakeRequest(p(1), 2))] == [e.PlayerRequested]
    assert requests(desk) == {(1, 2): "open"}
    assert desk.t.entries[p(1)].requested_byes == {}
    events = desk.do(c.AnswerRequest(p(1), 2, kind=ByeKind.ZERO))
    assert [type(x) for x in events] == [e.RequestClosed, e.ByeRequested]
    assert requests(desk) == {}
    assert desk.t.entries[p(1)].requested_byes == {2: ByeKind.ZERO}
    desk.do(c.Undo())
    assert requests(desk) == {(1, 2): "open"}
    assert desk.t.entries[p(1)].requested_byes == {}


def test_who_may_leave_still_plays_the_match_in_progress(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(1)), c.MakeRequest(p(1), 3))
    events = desk.do(c.AnswerRequest(p(1)))
    assert [type(x) for x in events] == [e.RequestClosed, e.PlayerDropped]
    assert desk.t.entries[p(1)].dropped
    assert requests(desk) == {}, "nobody who has left asks for anything"
    desk.do(c.RecordResult(match(1, 1), games("2-0")))


def test_a_declined_request_is_kept_and_can_be_made_again(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(2)), c.AnswerRequest(p(2), accept=False))
    assert requests(desk) == {(2, None): "declined"}
    assert not desk.t.entries[p(2)].dropped
    desk.refused(c.AnswerRequest(p(2)), "no-open-request")
    desk.do(c.MakeRequest(p(2)))
    assert requests(desk) == {(2, None): "open"}


def test_a_request_can_be_withdrawn_until_it_is_answered(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(3), 3), c.WithdrawRequest(p(3), 3))
    assert requests(desk) == {}
    desk.refused(c.WithdrawRequest(p(3), 3), "no-open-request")
    desk.do(c.MakeRequest(p(3), 3), c.AnswerRequest(p(3), 3, accept=False))
    desk.refused(c.WithdrawRequest(p(3), 3), "no-open-request")


def test_what_the_staff_does_anyway_settles_the_request(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(1), 2), c.RequestBye(p(1), 2), c.MakeRequest(p(2)), c.DropPlayer(p(2)))
    assert requests(desk) == {}
    desk.do(c.WithdrawByeRequest(p(1), 2), c.ReinstatePlayer(p(2)))
    assert requests(desk) == {}, "it does not come back"


def test_a_bye_in_a_published_round_no_longer_waits_for_an_answer(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(1), 2), c.MakeRequest(p(2)))
    desk.do(c.RecordResult(match(1, 1), games("2-0")), c.RecordResult(match(1, 2), games("2-0")))
    desk.do(c.CompleteRound(), draft("1-3 2-4"))
    both = {PlayerRequest(p(1), 2): RequestState.OPEN, PlayerRequest(p(2)): RequestState.OPEN}
    assert desk.t.current_requests == both, "until the round is published it can be paired again"
    desk.do(c.PublishRound())
    assert desk.t.current_requests == {PlayerRequest(p(2)): RequestState.OPEN}
    desk.refused(c.AnswerRequest(p(1), 2), "round-published")
    desk.do(c.FinishTournament(early=True))
    assert desk.t.current_requests == {}


def test_what_is_refused(desk: LogDriver) -> None:
    desk.refused(c.MakeRequest(p(9)), "unknown-player")
    desk.refused(c.MakeRequest(p(1), 0), "bad-value")
    desk.refused(c.MakeRequest(p(1), 1), "round-paired")
    desk.refused(c.MakeRequest(p(1), 4), "no-such-round")
    desk.do(c.MakeRequest(p(1), 2), c.MakeRequest(p(1)))
    desk.refused(c.MakeRequest(p(1), 2), "request-open")
    desk.refused(c.MakeRequest(p(1)), "request-open")
    desk.do(c.RequestBye(p(2), 3), c.DropPlayer(p(3)))
    desk.refused(c.MakeRequest(p(2), 3), "bye-requested")
    desk.refused(c.MakeRequest(p(3)), "dropped")
    desk.refused(c.AnswerRequest(p(9)), "unknown-player")
    desk.refused(c.AnswerRequest(p(2), 2), "no-open-request")
    desk.do(c.FinishTournament(early=True))
    desk.refused(c.MakeRequest(p(4)), "tournament-finished")
    desk.refused(c.AnswerRequest(p(1)), "tournament-finished")


def test_a_round_that_is_paired_but_not_published_is_too_late() -> None:
    desk = running({"rounds": 3}, NAMES)
    desk.do(c.RecordResult(match(1, 1), games("2-0")), c.RecordResult(match(1, 2), games("2-0")))
    desk.do(c.CompleteRound(), draft("1-3 2-4"))
    desk.refused(c.MakeRequest(p(1), 2), "round-paired")


def test_an_answer_needs_its_request_in_the_history(desk: LogDriver) -> None:
    desk.do(c.MakeRequest(p(1), 2))
    asked = desk.journal.version
    desk.do(c.AnswerRequest(p(1), 2, accept=False))
    desk.refused(c.Undo(asked), "needed-later")
