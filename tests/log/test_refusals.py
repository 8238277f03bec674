"""Forbidden moves: each is refused with a stable code, and nothing changes."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from fairpair.core.players import Player, Team
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Scored,
    win_for,
)
from fairpair.core.rounds import Bye, ByeKind, MatchRef, Table
from fairpair.core.tournament import Admission
from fairpair.log import commands as c
from log_driver import (
    FIVE,
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

Start = Callable[[], LogDriver]


def drafted() -> LogDriver:
    desk = set_up()
    desk.do(draft("1-2 3-4 5"))
    return desk


def finished() -> LogDriver:
    desk = after_round_1({"rounds": 1})
    desk.do(c.FinishTournament())
    return desk


def cut() -> LogDriver:
    desk = after_round_1({"rounds": 1})
    desk.do(c.MakeCut((p(1), p(3))))
    return desk


W = Mark.WIN
A_WIN = Decided(win_for(0))
OP, VP = {"op": Fraction(1)}, {"vp": Fraction(2)}
A_RESULT = c.RecordResult(match(1, 1), games("2-0"))

CASES: list[tuple[Start, c.Command, str]] = [
    # on nothing
    (LogDriver, players("Ana"), "no-tournament"),
    (LogDriver, c.DropPlayer(p(1)), "no-tournament"),
    (LogDriver, c.SwapPlayers(p(1), p(2)), "no-tournament"),
    (LogDriver, c.AddTable((p(1), p(2))), "no-tournament"),
    (LogDriver, c.ReopenTournament("why not"), "no-tournament"),
    (LogDriver, c.Undo(), "nothing-to-undo"),
    (LogDriver, c.Redo(), "nothing-to-redo"),
    # the tournament
    (LogDriver, c.CreateTournament("  ", "seed"), "bad-value"),
    (LogDriver, c.CreateTournament("Friday", ""), "bad-value"),
    (LogDriver, c.CreateTournament("Friday", "seed", {"round": 3}), "bad-rules"),
    (set_up, c.CreateTournament("Again", "seed"), "exists"),
    (set_up, c.RenameTournament("Friday"), "nothing-changed"),
    (set_up, c.RenameTournament("a\x00b"), "bad-value"),
    (set_up, c.ChangeRules({"max_byes_per_player": 1}), "nothing-changed"),
    (set_up, c.ChangeRules({"no_such_rule": 1}), "bad-rules"),
    (set_up, c.CommitDraw("nist"), "bad-value"),
    (set_up, c.CommitDraw("horoscope", "today"), "bad-value"),
    (set_up, c.CommitDraw(source="the lottery"), "bad-value"),
    (set_up, c.EnterBeacon("12"), "no-beacon"),
    (running, c.CommitDraw(), "draw-too-late"),
    (running, c.ChangeRules({"system": "dutch"}, "better"), "rules-frozen"),
    (running, c.ChangeRules({"rounds": 5}), "reason-needed"),
    (lambda: running({"rounds": 3}), c.ChangeRules({"swiss_rounds": 0}, "none"), "bad-rules"),
    (set_up, c.FinishTournament(), "not-started"),
    (running, c.FinishTournament(), "results-pending"),
    (lambda: after_round_1({"rounds": 3}), c.FinishTournament(), "rounds-left"),
    (cut, c.FinishTournament(), "rounds-left"),
    (running, c.ReopenTournament("more"), "not-finished"),
    (finished, c.ReopenTournament(" "), "bad-value"),
    (finished, players("Flo"), "tournament-finished"),
    (finished, c.FinishTournament(), "tournament-finished"),
    (finished, c.CorrectResult(match(1, 1), games("0-2"), "wrong"), "tournament-finished"),
    (finished, draft("1-3 2-4 5"), "tournament-finished"),
    # players
    (set_up, players(), "nobody"),
    (set_up, players("ana"), "duplicate-name"),
    (set_up, players("Flo", "Flo"), "duplicate-name"),
    (set_up, players("A" * 301), "bad-value"),
    (set_up, c.RegisterPlayers((Player("Flo", rating=-1),)), "bad-value"),
    (set_up, c.RegisterPlayers((Player("Flo"),), from_round=0), "bad-value"),
    (lambda: set_up({"rounds": 3}), c.RegisterPlayers((Player("F"),), 4), "no-such-round"),
    (set_up, c.RegisterPlayers((Team("T", (Player(""),)),)), "bad-value"),
    (set_up, c.RegisterPlayers((Team("T", (Player("x"),) * 101),)), "bad-value"),
    (running, players("Flo"), "started"),
    (set_up, c.EnterLate((Player("Flo"),)), "not-started"),
    (running, c.EnterLate((Player("Flo"),), missed=ByeKind.PAIRING), "bad-value"),
    (after_round_1, c.EnterLate((Player("Flo"),), from_round=1), "round-over"),
    (cut, c.EnterLate((Player("Flo"),)), "stage-closed"),
    (set_up, c.EditPlayer(p(9), Player("Flo")), "unknown-player"),
    (set_up, c.EditPlayer(p(1), Player("Ana")), "nothing-changed"),
    (set_up, c.EditPlayer(p(1), Player("Bo")), "duplicate-name"),
    (set_up, c.EditPlayer(p(1), Team("Ana")), "player-is-no-team"),
    (set_up, c.CheckOut(p(1)), "not-checked-in"),
    (set_up, c.CheckIn(p(9)), "unknown-player"),
    (set_up, c.DropPlayer(p(9)), "unknown-player"),
    (set_up, c.ReinstatePlayer(p(1)), "not-dropped"),
    (set_up, c.RequestBye(p(1), 0), "bad-value"),
    (set_up, c.RequestBye(p(1), 1, ByeKind.LOSS), "bad-value"),
    (set_up, c.RequestBye(p(9), 1), "unknown-player"),
    (running, c.RequestBye(p(1), 1), "round-published"),
    (set_up, c.WithdrawByeRequest(p(1), 1), "no-bye-requested"),
    (set_up, c.FixTable(p(1), 0), "bad-value"),
    (set_up, c.FixTable(p(1), None), "nothing-changed"),
    (set_up, c.AvoidPair(p(1), p(1)), "same-player"),
    (set_up, c.AvoidPair(p(1), p(9)), "unknown-player"),
    (set_up, c.AvoidPair(p(1), p(2), until_round=0), "bad-value"),
    (set_up, c.AllowPair(p(1), p(2)), "pair-not-avoided"),
    # rounds
    (set_up, draft("1-2 3-4"), "round-impossible"),
    (set_up, draft("1-2 3-4 5 5"), "bye-twice"),
    (set_up, draft("1-2 3-3 5"), "round-impossible"),
    (set_up, draft("1-2 3-4 5-9"), "round-impossible"),
    (set_up, c.DraftRound((Table(1, (p(1), p(2), p(3), p(4), p(5))),)), "round-impossible"),
    (set_up, c.DraftRound((Table(0, (p(1), p(2))), Table(2, (p(3), p(4)))),
                          (Bye(p(5), ByeKind.PAIRING),)), "round-impossible"),
    (set_up, c.DraftRound((Table(1, (p(1), p(2))), Table(1, (p(3), p(4)))),
                          (Bye(p(5), ByeKind.PAIRING),)), "table-twice"),
    (set_up, c.DraftRound((), system=""), "bad-value"),
    (set_up, c.DraftRound(()), "nobody-to-pair"),
    (drafted, draft("1-2 3-4 5"), "draft-exists"),
    (running, draft("1-3 2-4 5"), "results-pending"),
    (lambda: after_round_1({"rounds": 1}), draft("1-3 2-5 4"), "all-rounds-played"),
    (after_round_1, draft("1-2 3-4 5"), "needs-confirmation"),
    (set_up, c.DiscardDraft(), "unknown-round"),
    (running, c.DiscardDraft(), "round-published"),
    (set_up, c.PublishRound(), "unknown-round"),
    (running, c.PublishRound(), "round-published"),
    (set_up, c.SwapPlayers(p(1), p(2)), "unknown-round"),
    (drafted, c.SwapPlayers(p(1), p(1)), "same-player"),
    (drafted, c.SwapPlayers(p(1), p(9)), "unknown-player"),
    (after_round_1, c.SwapPlayers(p(1), p(3)), "round-complete"),
    (drafted, c.ReplacePlayer(p(1), p(3)), "has-a-match"),
    (drafted, c.ReplacePlayer(p(5), p(1)), "not-in-round"),
    (drafted, c.ReplacePlayer(p(1), p(9)), "unknown-player"),
    (drafted, c.ReplacePlayer(p(1), p(5), ByeKind.LOSS), "bad-value"),
    (drafted, c.AddTable((p(1), p(5))), "has-a-match"),
    (drafted, c.AddTable((p(5), p(9))), "round-impossible"),
    (drafted, c.AddTable((p(5),), table=1), "table-taken"),
    (drafted, c.MoveTable(1, 1), "nothing-changed"),
    (drafted, c.MoveTable(9, 1), "unknown-table"),
    (drafted, c.MoveTable(1, 0), "table-number"),
    (running, c.CompleteRound(), "results-pending"),
    (drafted, c.CompleteRound(), "round-not-running"),
    (set_up, c.CompleteRound(), "unknown-round"),
    (after_round_1, c.CompleteRound(), "round-not-running"),
    # results
    (set_up, A_RESULT, "unknown-round"),
    (drafted, A_RESULT, "round-not-published"),
    (after_round_1, A_RESULT, "round-closed"),
    (running, c.RecordResult(match(1, 9), games("2-0")), "unknown-table"),
    (running, c.RecordResult(match(2, 1), games("2-0")), "unknown-round"),
    (running, c.RecordResult(MatchRef(2, 1, 1), games("2-0")), "unknown-round"),
    (running, c.RecordResult(match(1, 1), games("3-0")), "impossible-result"),
    (running, c.RecordResult(match(1, 1), games("2-2")), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Games((2, -1))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Games((2, 1, 0))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Decided((W, W))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Decided((W, Mark.DRAW))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Decided((W,))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Forfeit((Mark.DRAW,) * 2)), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Scored((OP, OP))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Scored(({}, {}))), "impossible-result"),
    (lambda: running({"scores": ["op"]}),
     c.RecordResult(match(1, 1), Scored((OP, VP))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Boards(())), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Boards((Board(Decided((W, W))),))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Boards((Board(A_WIN), Board(Decided((W,)))))),
     "impossible-result"),
    (running, c.RecordResult(match(1, 1), Boards((Board(Boards((Board(A_WIN),))),))),
     "impossible-result"),
    (running, c.RecordResult(match(1, 1), Boards((Board(A_WIN),) * 101)), "impossible-result"),
    (running, c.RecordResult(match(1, 1), games("2-0"), (p(2), p(1))), "other-players"),
    (running, c.GiveBye(p(1), ByeKind.HALF), "has-a-match"),
    (running, c.GiveBye(p(9), ByeKind.HALF), "unknown-player"),
    (running, c.GiveBye(p(5), ByeKind.PAIRING), "nothing-changed"),
    (running, c.GiveBye(p(5), ByeKind.HALF, 7), "unknown-round"),
    (after_round_1, c.GiveBye(p(5), ByeKind.HALF), "bad-value"),
    (running, c.SetMissedRounds(p(9), ByeKind.HALF, "why"), "unknown-player"),
    (running, c.SetMissedRounds(p(1), ByeKind.PAIRING, "why"), "bad-value"),
    (running, c.SetMissedRounds(p(1), ByeKind.HALF), "bad-value"),
    (running, c.RecordResult(match(1, 1), Boards((Board(A_WIN),))), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Games((2, 1), winner=0)), "impossible-result"),
    (running, c.RecordResult(match(1, 1), Games((1, 1), winner=2)), "impossible-result"),
    (set_up, draft("1-2 3-4 5", confirmed=("everything",)), "bad-value"),
    (set_up, c.DraftRound((), basis=99), "bad-value"),
    (lambda: running({"draws_allowed": False}), c.RecordResult(match(1, 1), games("1-1")),
     "impossible-result"),
    (lambda: running({"draws_allowed": False}),
     c.RecordResult(match(1, 1), Decided((Mark.DRAW,) * 2)), "impossible-result"),
    (running, c.CorrectResult(match(1, 1), games("2-0"), "slip"), "no-result"),
    (after_round_1, c.CorrectResult(match(1, 1), games("2-0"), "slip"), "nothing-changed"),
    (after_round_1, c.CorrectResult(match(1, 1), games("2-1"), ""), "bad-value"),
    (after_round_1, c.CorrectResult(match(1, 1), games("3-1"), "slip"), "impossible-result"),
    (running, c.ClearResult(match(1, 1)), "no-result"),
    (after_round_1, c.ClearResult(match(1, 1)), "round-closed"),
    # the cut
    (running, c.MakeCut((p(1), p(3))), "results-pending"),
    (set_up, c.MakeCut((p(1), p(3))), "rounds-left"),
    (lambda: after_round_1({"rounds": 2}), c.MakeCut((p(1), p(3))), "rounds-left"),
    (after_round_1, c.MakeCut((p(1),)), "bad-cut"),
    (after_round_1, c.MakeCut((p(1), p(1))), "bad-cut"),
    (after_round_1, c.MakeCut((p(1), p(9))), "unknown-player"),
    (cut, draft("2-4"), "round-impossible"),
    # undo
    (set_up, c.Undo(99), "unknown-action"),
    (set_up, c.Undo(3), "unknown-action"),
    (set_up, c.Undo(1), "creation-stays"),
    (running, c.Undo(2), "needed-later"),
    (set_up, c.Redo(1), "not-undone"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "command", "code"), CASES, ids=[f"{x[2]}-{n}" for n, x in enumerate(CASES)]
)
def test_it_is_refused(start: Start, command: c.Command, code: str) -> None:
    start().refused(command, code)


def test_the_message_names_the_open_tables() -> None:
    refusal = running(names=(*FIVE, "Flo")).refused(c.CompleteRound(), "results-pending")
    assert refusal.message == "In round 1, 3 results are missing (tables 1, 2, 3)."


def test_of_hundreds_of_open_tables_the_first_are_named() -> None:
    names = tuple(f"Player {n}" for n in range(1000))
    refusal = running(names=names).refused(c.CompleteRound(), "results-pending")
    assert refusal.message.startswith("In round 1, 500 results are missing (tables 1, 2, 3, ")
    assert refusal.message.endswith(", 19, 20 and 480 more).")


def test_all_bad_rows_of_a_list_come_back_together() -> None:
    entry = c.RegisterPlayers((Player("Flo"), Player("", rating=10_000), Player("a\x07b")))
    refusal = set_up().refused(entry, "bad-value")
    assert [problem.where for problem in refusal.problems] == [
        "players.2.name",
        "players.2.rating",
        "players.3.name",
    ]


def test_a_second_result_is_a_correction() -> None:
    desk = running()
    desk.result(1, 1, "2-0")
    refusal = desk.refused(A_RESULT, "result-recorded")
    assert "2-0" in refusal.message
    desk.refused(c.SwapPlayers(p(1), p(3)), "result-recorded")
    desk.do(c.CorrectResult(match(1, 1), games("1-2"), "wrong way round"))
    desk.do(c.ClearResult(match(1, 1)), c.SwapPlayers(p(1), p(3)))


def test_round_is_not_closed_until_somebody_closes_it() -> None:
    desk = running()
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.refused(draft("1-3 2-5 4"), "round-open")
    desk.refused(c.FinishTournament(), "round-open")
    desk.do(c.FinishTournament(early=True))


def test_a_draft_paired_from_a_wrong_result_is_not_published_by_accident() -> None:
    desk = after_round_1()
    desk.do(draft("1-3 2-5 4"))
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "slip"))
    desk.refused(c.PublishRound(), "draft-stale")
    desk.do(c.PublishRound(as_it_is=True))


def test_nobody_finishes_with_an_adjourned_game() -> None:
    desk = running({"rounds": 1})
    desk.result(1, 1, Adjourned())
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound())
    desk.refused(c.FinishTournament(), "adjourned")
    desk.do(c.CorrectResult(match(1, 1), games("2-1"), "played on"), c.FinishTournament())


def test_soft_rules_can_be_broken_knowingly() -> None:
    desk = after_round_1()
    refusal = desk.refused(draft("1-2 3-4 5"), "needs-confirmation")
    assert {problem.where for problem in refusal.problems} == {"rematch", "too-many-byes"}
    desk.refused(draft("1-2 3-4 5", confirmed=("rematch",)), "needs-confirmation")
    desk.do(draft("1-2 3-4 5", confirmed=("rematch", "too-many-byes")), c.PublishRound())


def test_kept_apart_is_kept_apart() -> None:
    desk = set_up(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(c.AvoidPair(p(1), p(2)), c.AvoidPair(p(3), p(4), hard=False))
    desk.refused(c.AvoidPair(p(2), p(1)), "pair-avoided")
    desk.refused(draft("1-2 3-4"), "round-impossible")
    desk.do(c.AllowPair(p(2), p(1)))
    desk.refused(draft("1-2 3-4"), "needs-confirmation")
    desk.do(draft("1-2 3-4", confirmed=("avoided-pair",)))


def test_a_pair_may_be_kept_apart_for_some_rounds_only() -> None:
    desk = after_round_1(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(c.AvoidPair(p(1), p(3), until_round=1), draft("1-3 2-4"))


def test_byes_are_limited_and_requests_heard() -> None:
    desk = set_up({"prevent_consecutive_byes": True, "max_byes_per_player": None})
    desk.do(c.RequestBye(p(1), 2, ByeKind.ZERO), draft("1-2 3-4 5"), c.PublishRound())
    desk.refused(c.RequestBye(p(1), 2), "bye-requested")
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())
    refusal = desk.refused(draft("1-3 2-4 5"), "needs-confirmation")
    assert {problem.where for problem in refusal.problems} == {"consecutive-byes", "bye-ignored"}
    desk.do(c.WithdrawByeRequest(p(1), 2), draft("1-3 2-5 4"))


def test_only_the_round_before_makes_byes_consecutive() -> None:
    everything = ("rematch", "too-many-byes")
    desk = set_up({"prevent_consecutive_byes": True}, ("Ana", "Bo", "Cy"))
    for round_no, pairs in enumerate(("1-2 3", "1-3 2", "1-2 3"), 1):
        desk.do(draft(pairs, confirmed=everything), c.PublishRound())
        desk.result(round_no, 1, "2-0")
        desk.do(c.CompleteRound())
    refusal = desk.refused(draft("1-2 3", confirmed=everything), "needs-confirmation")
    assert refusal.problems[0].message == "Cy already had a bye in round 3."


def test_two_players_cannot_be_left_over() -> None:
    desk = set_up(names=("Ana", "Bo", "Cy", "Di"))
    desk.refused(draft("1-2 3 4"), "round-impossible")


def test_a_kept_table_is_kept_for_one() -> None:
    desk = set_up()
    desk.do(c.FixTable(p(1), 4))
    desk.refused(c.FixTable(p(2), 4), "table-taken")
    desk.do(c.FixTable(p(1), None), c.FixTable(p(2), 4))


def test_only_who_is_checked_in_is_paired() -> None:
    desk = set_up({"check_in": True})
    desk.refused(draft("1-2"), "round-impossible")
    desk.do(c.CheckIn(p(1)), c.CheckIn(p(2)))
    desk.refused(c.CheckIn(p(1)), "checked-in")
    desk.do(draft("1-2"), c.DiscardDraft(), c.CheckOut(p(2)), c.CheckIn(p(2)), draft("1-2"))
    desk.do(c.PublishRound())
    desk.refused(c.CheckOut(p(2)), "started")


def test_everybody_is_checked_in_at_once_and_out_again_with_one_undo() -> None:
    desk = set_up({"check_in": True})
    desk.do(c.DropPlayer(p(5)), c.CheckIn(p(1)), c.CheckInAll())
    present = [n for n, entry in desk.t.entries.items() if entry.checked_in]
    assert present == [p(1), p(2), p(3), p(4)]
    desk.refused(c.CheckInAll(), "nothing-changed")
    desk.do(c.Undo())
    assert [n for n, entry in desk.t.entries.items() if entry.checked_in] == [p(1)]


def test_who_left_stays_out_until_reinstated() -> None:
    desk = set_up()
    desk.do(c.DropPlayer(p(1)))
    desk.refused(c.DropPlayer(p(1)), "dropped")
    desk.refused(c.CheckIn(p(1)), "dropped")
    desk.refused(c.RequestBye(p(1), 1), "dropped")
    desk.refused(draft("1-2 3-4 5"), "round-impossible")
    desk.do(c.ReinstatePlayer(p(1)), draft("1-2 3-4 5"))


def test_who_left_cannot_be_in_the_cut_nor_come_back_after_it() -> None:
    desk = after_round_1({"rounds": 1})
    desk.do(c.DropPlayer(p(1)))
    desk.refused(c.MakeCut((p(1), p(3))), "dropped")
    desk.do(c.MakeCut((p(2), p(3)), admission=Admission("play_in", through=(p(5),))))
    desk.refused(c.ReinstatePlayer(p(1)), "stage-closed")
    desk.do(draft("2-3"), c.PublishRound(), c.RecordResult(match(1, 1, 2), games("2-0")))
    desk.do(c.CompleteRound())
    desk.refused(c.MakeCut((p(5), p(4))), "not-in-stage")
    desk.do(c.MakeCut((p(5), p(2))))


def test_rounds_cannot_be_fewer_than_there_are() -> None:
    desk = after_round_1({"rounds": 3})
    desk.do(draft("1-3 2-5 4"))
    desk.refused(c.ChangeRules({"rounds": 1}, "short of time"), "rounds-played")
    desk.do(c.ChangeRules({"rounds": 2}, "short of time"))


def test_namesakes_from_different_clubs_are_two_people() -> None:
    desk = set_up()
    desk.do(c.RegisterPlayers((Player("Ana", club="Rook"), Player("Ana", ids={"fide": "1234"}))))
    desk.refused(c.EditPlayer(p(6), Player("ANA ")), "duplicate-name")
    desk.do(c.EditPlayer(p(1), Player("Anna")), c.EditPlayer(p(6), Player("Ana")))


def test_a_player_who_announces_a_late_arrival_is_not_paired_before() -> None:
    desk = set_up({"rounds": 3}, ("Ana", "Bo"))
    desk.do(c.RegisterPlayers((Player("Cy"),), from_round=2), draft("1-2"))
    desk.do(c.PublishRound())
    desk.do(c.DropPlayer(p(3)))  # never arrives
    desk.do(c.ReinstatePlayer(p(3)))
    assert desk.t.entries[p(3)].plays_in(desk.t.upcoming.next)
