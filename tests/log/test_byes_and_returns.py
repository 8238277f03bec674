"""What happens in halls: late arrivals, wrong byes, people who come back, games that go on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.core.errors import ConflictError
from fairpair.core.players import DropKind, Player, Team
from fairpair.core.results import Adjourned, Board, Boards, Decided, Games, Mark, Scored, win_for
from fairpair.core.rounds import Bye, ByeKind, RoundRef, Table
from fairpair.log import commands as c
from fairpair.log.decide import decide
from fairpair.log.events import RoundDrafted
from fairpair.log.journal import Record, read_journal
from log_driver import R1, R2, LogDriver, after_round_1, draft, games, match, p, running, set_up


def test_a_late_entry_in_a_running_round_is_given_a_bye() -> None:
    desk = running(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(c.EnterLate((Player("Ed"), Player("Flo")), from_round=1))
    desk.do(c.SwapPlayers(p(1), p(3)))  # not its fault that Ed and Flo have no place yet
    desk.do(c.GiveBye(p(5), ByeKind.HALF), c.AddTable((p(5), p(6))))
    assert desk.t.rounds[R1].byes == {}
    assert desk.t.rounds[R1].pairings[3].seats == (5, 6)


def test_a_wrong_bye_is_put_right_afterwards() -> None:
    desk = after_round_1()
    desk.do(c.GiveBye(p(5), ByeKind.HALF, 1, reason="was asked for in time"))
    assert desk.t.rounds[R1].byes == {5: ByeKind.HALF}
    desk.do(draft("1-3 2-4 5"), c.GiveBye(p(5), ByeKind.FULL, 1, reason="no, a full point"))
    assert desk.t.rounds[R2].stale
    desk.refused(c.PublishRound(), "draft-stale")


def test_missed_rounds_can_count_otherwise() -> None:
    desk = after_round_1()
    desk.do(c.EnterLate((Player("Flo"),)), c.SetMissedRounds(p(6), ByeKind.HALF, "agreed"))
    assert [period.missed for period in desk.t.entries[p(6)].periods] == [ByeKind.HALF]
    desk.do(c.DropPlayer(p(6), DropKind.NO_SHOW), c.ReinstatePlayer(p(6), missed=ByeKind.ZERO))
    assert [period.missed for period in desk.t.entries[p(6)].periods] == ["half", "zero"]


def test_nobody_has_the_bye_twice_in_one_round() -> None:
    desk = running()
    desk.do(c.EnterLate((Player("Flo"),), from_round=1))
    desk.refused(c.GiveBye(p(6), ByeKind.PAIRING), "round-impossible")
    desk.do(c.EnterLate((Player("Gus"),)))
    desk.refused(c.GiveBye(p(7), ByeKind.ZERO), "round-impossible")


def test_who_leaves_after_the_round_still_plays_it() -> None:
    desk = running()
    desk.do(c.DropPlayer(p(1), forfeit=False))
    assert desk.t.rounds[R1].pending == (1, 2)
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound(), draft("2-3 4-5"))


def test_a_drop_by_mistake_is_mended_while_the_round_is_a_draft() -> None:
    desk = after_round_1()
    desk.do(draft("1-3 2-5 4"), c.DropPlayer(p(1)))
    desk.refused(c.PublishRound(), "round-impossible")
    desk.do(c.ReinstatePlayer(p(1)), c.PublishRound())


def test_a_dropped_player_who_registers_again_is_to_be_reinstated() -> None:
    desk = set_up()
    desk.do(c.DropPlayer(p(1)))
    refusal = desk.refused(c.RegisterPlayers((Player("Ana"),)), "duplicate-name")
    assert "Reinstate player 1" in refusal.hint
    desk.do(c.RegisterPlayers((Player("Bo", category="Junior"),)))


def test_the_invisible_does_not_tell_people_apart() -> None:
    desk = set_up()
    for name in ("Ana\u200b", "A\u00adna", "Ana\u200e"):
        desk.refused(c.RegisterPlayers((Player(name),)), "duplicate-name")


def test_publishing_asks_about_what_came_after_the_draft() -> None:
    desk = set_up(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(draft("1-2 3-4"), c.RequestBye(p(1), 1), c.AvoidPair(p(3), p(4), hard=False))
    refusal = desk.refused(c.PublishRound(), "needs-confirmation")
    assert {x.where for x in refusal.problems} == {"bye-ignored", "avoided-pair"}
    desk.do(c.PublishRound(confirmed=("bye-ignored", "avoided-pair")))


def test_a_rule_broken_before_does_not_block_another_change() -> None:
    desk = running(names=("Ana", "Bo", "Cy", "Di", "Ed", "Flo"))
    desk.do(c.AvoidPair(p(1), p(2)), c.ChangeRules({"check_in": True}, "from now on"))
    desk.do(c.SwapPlayers(p(3), p(5)))
    desk.refused(c.SwapPlayers(p(1), p(1)), "same-player")


def test_byes_nobody_asked_for_must_be_confirmed() -> None:
    desk = set_up(names=("Ana", "Bo"))
    byes = (Bye(p(1), ByeKind.FULL), Bye(p(2), ByeKind.LOSS))
    refusal = desk.refused(c.DraftRound((), byes), "needs-confirmation")
    assert {x.where for x in refusal.problems} == {"bye-not-requested"}


def test_an_adjourned_match_is_finished_later_without_a_correction() -> None:
    desk = running({"rounds": 1})
    desk.result(1, 1, Adjourned())
    desk.refused(c.RecordResult(match(1, 1), Adjourned()), "result-recorded")
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound())
    desk.refused(c.MakeCut((p(1), p(3))), "adjourned")
    desk.result(1, 1, "2-1")
    desk.do(c.MakeCut((p(1), p(3))), draft("1-3"), c.PublishRound())
    desk.do(c.RecordResult(match(1, 1, 2), Adjourned()))
    desk.refused(c.CompleteRound(), "adjourned")


def test_a_final_needs_a_winner_whatever_is_counted() -> None:
    desk = teams({"rounds": 1, "scores": ["op"]})
    desk.result(1, 1, Boards((Board(Decided(win_for(0)), (1, 2)), Board(Games((1, 0))))))
    desk.do(c.CompleteRound(), c.MakeCut((p(1), p(2))), draft("1-2"), c.PublishRound())
    level = (
        Games((1, 1)),
        Scored(({"op": Fraction(1)},) * 2),
        Boards((Board(Decided(win_for(0))), Board(Games((0, 2))))),
    )
    for result in (*level, Decided((Mark.DRAW, Mark.DRAW))):
        desk.refused(c.RecordResult(match(1, 1, 2), result), "impossible-result")
    for result in level:
        desk.do(c.RecordResult(match(1, 1, 2), replace(result, winner=1)), c.Undo())
    desk.do(c.RecordResult(match(1, 1, 2), replace(level[0], winner=1)))
    assert str(desk.t.rounds[RoundRef(2, 1)].pairings[1].result) == "1-1 (won by side 2)"


def teams(rules: dict[str, object]) -> LogDriver:
    """Two teams of two members, round 1 published."""
    desk = set_up(rules, ())
    for name in ("Rooks", "Kings"):
        team = Team(name, (Player(f"{name} 1"), Player(f"{name} 2")))
        desk.do(c.RegisterPlayers((team,)))
    desk.do(draft("1-2"), c.PublishRound())
    return desk


def test_boards_name_members_that_are_there() -> None:
    desk = teams({"rounds": 1})
    win = Decided(win_for(0))
    for members in ((1,), (3, 1), (-1, 1), (1, 2, 1)):
        wrong = c.RecordResult(match(1, 1), Boards((Board(win, members),)))
        desk.refused(wrong, "impossible-result")
    half_done = Boards((Board(win, (1, 0)), Board(Adjourned())))
    desk.do(c.RecordResult(match(1, 1), half_done), c.CompleteRound())
    desk.refused(c.FinishTournament(), "adjourned")
    shorter = c.EditPlayer(p(1), Team("Rooks", (Player("Rooks 1"),)))
    desk.refused(shorter, "members-removed")
    desk.do(c.RecordResult(match(1, 1), Boards((Board(win, (1, 0)), Board(win)))))
    desk.do(c.FinishTournament())


def test_an_old_fault_neither_hides_a_new_one_nor_looks_like_one() -> None:
    desk = running(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(c.AvoidPair(p(1), p(3)), c.AvoidPair(p(1), p(2)))
    desk.do(c.EnterLate((Player("Ed"), Player("Flo")), from_round=1))  # left out for now
    desk.refused(c.SwapPlayers(p(2), p(3)), "round-impossible")
    desk.do(c.AddTable((p(5), p(6))))  # 1-2 is not its fault
    desk.do(c.SwapPlayers(p(1), p(2)))  # only the sides


def test_a_confirmation_is_for_the_change_it_comes_with() -> None:
    desk = after_round_1(names=("A", "B", "C", "D", "E", "F"))
    desk.do(draft("1-2 3-5 4-6", confirmed=("rematch",)), c.PublishRound())
    desk.refused(c.SwapPlayers(p(5), p(4)), "needs-confirmation")
    desk.do(c.SwapPlayers(p(5), p(4), confirmed=("rematch",)))


def test_a_second_bye_is_not_given_by_accident() -> None:
    desk = after_round_1()
    desk.do(c.RequestBye(p(5), 2, ByeKind.ZERO))
    byes = (Bye(p(5), ByeKind.ZERO),)
    desk.do(c.DraftRound((Table(1, (p(1), p(3))), Table(2, (p(2), p(4)))), byes))
    desk.refused(c.GiveBye(p(5), ByeKind.PAIRING), "needs-confirmation")
    desk.do(c.GiveBye(p(5), ByeKind.PAIRING, confirmed=("too-many-byes",)), c.PublishRound())


def test_one_missed_round_can_count_otherwise_than_the_others() -> None:
    desk = after_round_1({"rounds": 3})
    desk.do(c.DropPlayer(p(5)), draft("1-3 2-4"), c.PublishRound())
    for table in (1, 2):
        desk.result(2, table, "2-0")
    desk.do(c.CompleteRound(), c.ReinstatePlayer(p(5)))
    desk.do(c.GiveBye(p(5), ByeKind.HALF, 2, reason="was ill"))
    assert desk.t.rounds[R2].byes == {5: ByeKind.HALF}


def test_whatever_a_draft_was_paired_from_makes_it_stale() -> None:
    changes: list[c.Command] = [
        c.SetMissedRounds(p(4), ByeKind.FULL, "agreed"),
        c.ChangeRules({"points": {"win": 1, "draw": 0, "loss": 0}}, "chosen wrongly"),
    ]
    for change in changes:
        desk = after_round_1()
        desk.do(draft("1-3 2-5 4"), change)
        desk.refused(c.PublishRound(), "draft-stale")
    desk = after_round_1()
    desk.do(draft("1-3 2-5 4"), c.ChangeRules({"rounds": 9}, "more time"), c.PublishRound())


def test_an_undone_bye_is_noticed_by_the_waiting_draft() -> None:
    desk = after_round_1()
    desk.do(c.GiveBye(p(5), ByeKind.ZERO, 1, reason="was absent"))
    given = desk.journal.version
    desk.do(draft("1-3 2-5 4"))
    desk.refused(c.Undo(given), "needed-later")


def test_a_redo_does_not_change_what_is_finished() -> None:
    desk = after_round_1({"rounds": 1})
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "slip"))
    corrected = desk.journal.version
    desk.do(c.FinishTournament(), c.ReopenTournament("one more look"))
    reopened = desk.journal.version
    desk.do(c.Undo(corrected), c.Undo(reopened))
    desk.refused(c.Redo(corrected), "tournament-finished")


def test_a_stricter_rule_of_today_does_not_open_old_logs_to_undo() -> None:
    """The log holds an unconfirmed rematch, as if that had once been allowed."""
    desk = after_round_1(names=("A", "B", "C", "D"))
    desk.do(draft("1-2 3-4", confirmed=("rematch",)), c.PublishRound())
    desk.result(2, 2, "2-0")
    bare = [
        replace(r, event=replace(r.event, confirmed=())) if isinstance(r.event, RoundDrafted) else r
        for r in desk.journal.records
    ]
    desk.journal = read_journal(bare)
    registration = desk.journal.records[1].action
    desk.refused(c.Undo(registration), "needed-later")
    desk.do(c.Undo())  # the result: nothing else is touched by the old fault


def test_several_best_seeds_may_be_given_a_bye_after_the_cut() -> None:
    desk = after_round_1({"rounds": 1}, tuple("ABCDEF"))
    desk.do(c.MakeCut(tuple(p(n) for n in range(1, 7))))
    byes = (Bye(p(1), ByeKind.PAIRING), Bye(p(2), ByeKind.ZERO))
    desk.do(c.DraftRound((Table(1, (p(3), p(5))), Table(2, (p(4), p(6)))), byes))
    desk.do(c.GiveBye(p(2), ByeKind.PAIRING))
    assert set(desk.t.rounds[RoundRef(2, 1)].byes.values()) == {ByeKind.PAIRING}


def test_stage_2_has_rules_of_its_own() -> None:
    desk = after_round_1({"rounds": 1}, tuple("ABCDEF"))
    desk.do(c.AvoidPair(p(3), p(4)), c.MakeCut(tuple(p(n) for n in (1, 2, 3, 4, 5, 6))))
    byes = (Bye(p(1), ByeKind.PAIRING), Bye(p(2), ByeKind.PAIRING))
    tables = (Table(1, (p(3), p(4))), Table(2, (p(5), p(6))))
    desk.do(c.DraftRound(tables, byes), c.PublishRound())


def test_only_rules_that_change_are_kept() -> None:
    desk = set_up()
    desk.do(c.ChangeRules({"best_of": 5}))
    first = desk.journal.version
    desk.do(c.ChangeRules({"best_of": 5, "rounds": 4}), c.Undo(first))
    assert (desk.t.rules.best_of, desk.t.rules.rounds) == (3, 4)
    desk.do(draft("1-2 3-4 5"), c.PublishRound())
    everything = {**desk.t.rules.as_settings(), "rounds": 6}
    desk.do(c.ChangeRules(everything, "more time"))
    assert desk.t.rules.rounds == 6


def test_points_set_wrongly_can_be_set_right_with_a_reason() -> None:
    desk = running()
    chess = {"points": {"win": 1, "draw": "1/2", "loss": 0}}
    desk.refused(c.ChangeRules(chess), "reason-needed")
    desk.do(c.ChangeRules(chess, "chosen by mistake"))


def test_an_undo_is_not_refused_because_a_later_change_changes_nothing_then() -> None:
    desk = set_up()
    desk.do(c.RenameTournament("Saturday"))
    renamed = desk.journal.version
    desk.do(c.RenameTournament("Friday"), c.Undo(renamed))
    assert desk.t.name == "Friday"


def test_what_is_finished_is_not_changed_by_undo() -> None:
    desk = after_round_1({"rounds": 1})
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "slip"))
    corrected = desk.journal.version
    desk.do(c.FinishTournament(reason="all done"))
    end = desk.journal.version
    desk.refused(c.Undo(corrected), "tournament-finished")
    desk.do(c.Undo(end), c.Undo(corrected))


def test_a_draft_computed_from_an_older_state_is_refused() -> None:
    desk = after_round_1()
    computed_from = desk.journal.version
    desk.do(c.RenameTournament("Saturday"))
    harmless = c.DraftRound(draft("1-3 2-5 4").tables, draft("4").byes, basis=computed_from)
    desk.do(harmless, c.DiscardDraft())
    desk.do(c.CorrectResult(match(1, 1), games("0-2"), "slip"))
    desk.refused(harmless, "basis-changed")
    desk.refused(c.MakeCut((p(1), p(3)), basis=computed_from), "basis-changed")


def test_a_result_for_others_than_meant_is_refused() -> None:
    desk = running()
    meant = c.RecordResult(match(1, 1), games("2-0"), (p(1), p(2)))
    desk.do(c.MoveTable(1, 2))
    with pytest.raises(ConflictError):
        decide(desk.journal, meant)
    desk.do(c.RecordResult(match(1, 2), games("2-0"), (p(1), p(2))))


def test_a_log_with_a_hole_in_the_numbers_goes_on() -> None:
    desk = set_up(names=("Ana",))
    first = desk.journal.records[1]
    moved = replace(first.event, player=p(7))  # type: ignore[type-var]
    desk.journal = desk.journal.extend([Record(3, 3, moved)])
    assert desk.journal.next_player == 8


def test_rounds_can_be_named_before_they_exist() -> None:
    desk = set_up()
    assert desk.t.first_unpublished == RoundRef(1, 1) == desk.t.upcoming
