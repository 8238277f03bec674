"""A whole small tournament, worked by hand, from creation to the final and its end."""

from fairpair.core.players import Player
from fairpair.core.results import Forfeit, Games, win_for
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus, Table
from fairpair.log import commands as c
from log_driver import R1, R2, LogDriver, draft, games, match, p, players, set_up


def phase(desk: LogDriver) -> str:
    return desk.t.phase.value


def test_five_friends_play_two_rounds_and_a_final() -> None:
    desk = set_up({"rounds": 2})
    assert phase(desk) == "setup"
    assert [desk.t.name_of(n) for n in desk.t.entries] == ["Ana", "Bo", "Cy", "Di", "Ed"]

    desk.do(draft("1-2 3-4 5"))
    assert phase(desk) == "setup"  # nobody has seen the draft
    desk.do(c.SwapPlayers(p(4), p(5), "Di is late"), c.PublishRound())
    assert phase(desk) == "running"
    assert desk.t.rounds[R1].pairings[2].seats == (3, 5)
    assert desk.t.rounds[R1].byes == {4: ByeKind.PAIRING}

    desk.result(1, 1, "2-1")
    assert desk.t.rounds[R1].pending == (2,)
    desk.do(c.DropPlayer(p(5)))  # Ed leaves in mid-match: it goes to Cy
    assert desk.t.rounds[R1].pairings[2].result == Forfeit(win_for(0))
    desk.do(c.CompleteRound())
    assert desk.t.upcoming == R2

    desk.do(c.CorrectResult(match(1, 1), games("1-2"), "read the slip wrongly"))
    desk.do(draft("2-3 4-1"), c.PublishRound())
    assert desk.t.rounds[R1].pairings[1].seats == (1, 2)  # the correction moved no pairing
    desk.result(2, 1, "2-0")
    desk.result(2, 2, "0-2")
    desk.do(c.CompleteRound(), c.MakeCut((p(2), p(1))))
    assert desk.t.stage == 2

    desk.do(draft("2-1"), c.PublishRound())
    desk.refused(c.RecordResult(match(1, 1, 2), games("1-1")), "impossible-result")
    desk.do(c.RecordResult(match(1, 1, 2), games("2-1")), c.CompleteRound())
    desk.do(c.FinishTournament())
    assert phase(desk) == "finished"
    final = desk.t.rounds[RoundRef(2, 1)]
    assert (final.status, final.pairings[1].result) == (RoundStatus.COMPLETE, Games((2, 1)))


def test_a_late_entry_meets_the_player_with_the_bye() -> None:
    desk = set_up()
    desk.do(draft("1-2 3-4 5"), c.PublishRound())
    desk.do(c.EnterLate((Player("Flo"),), from_round=1), c.AddTable((p(5), p(6))))
    assert desk.t.rounds[R1].byes == {}
    assert desk.t.rounds[R1].pairings[3].seats == (5, 6)


def test_a_no_show_is_replaced_by_somebody_with_a_bye() -> None:
    desk = set_up()
    replaced = c.ReplacePlayer(p(2), p(5), confirmed=("bye-not-requested",))
    desk.do(draft("1-2 3-4 5"), replaced, c.PublishRound())
    assert desk.t.rounds[R1].pairings[1].seats == (1, 5)
    assert desk.t.rounds[R1].byes == {2: ByeKind.ZERO}


def test_who_left_before_the_round_needs_no_bye_when_replaced() -> None:
    desk = set_up()
    desk.do(draft("1-2 3-4 5"), c.DropPlayer(p(2)))
    desk.refused(c.PublishRound(), "round-impossible")
    desk.do(c.ReplacePlayer(p(2), p(5)), c.PublishRound())
    assert desk.t.rounds[R1].byes == {}


def test_tables_change_places_when_one_moves_to_the_other() -> None:
    desk = set_up(names=("Ana", "Bo", "Cy", "Di"))
    desk.do(draft("1-2 3-4"), c.MoveTable(1, 2), c.MoveTable(1, 7), c.PublishRound())
    seats = {number: pairing.seats for number, pairing in desk.t.rounds[R1].pairings.items()}
    assert seats == {7: (3, 4), 2: (1, 2)}


def test_swapping_both_seats_of_a_table_changes_the_sides() -> None:
    desk = set_up(names=("Ana", "Bo"))
    desk.do(draft("1-2"), c.SwapPlayers(p(1), p(2)))
    assert desk.t.rounds[R1].pairings[1].seats == (2, 1)


def test_a_dropped_player_comes_back_in_the_next_round() -> None:
    desk = set_up({"rounds": 3})
    desk.do(draft("1-2 3-4 5"), c.PublishRound(), c.DropPlayer(p(1)))
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound(), draft("2-3 4-5"), c.PublishRound(), c.ReinstatePlayer(p(1)))
    entry = desk.t.entries[p(1)]
    assert [entry.plays_in(RoundRef(1, n)) for n in (1, 2, 3)] == [True, False, True]


def test_numbers_of_undone_players_are_not_given_again() -> None:
    desk = set_up()
    desk.do(players("Flo"), c.Undo(), players("Gus"))
    assert desk.t.name_of(p(7)) == "Gus"
    assert p(6) not in desk.t.entries


def test_a_draft_keeps_what_is_needed_to_make_it_again() -> None:
    desk = set_up(names=("Ana", "Bo"))
    desk.do(c.DraftRound((Table(1, (p(1), p(2))),), system="dutch-2026", engine="fairpair 0.1.0"))
    round_ = desk.t.rounds[R1]
    assert (round_.system, round_.engine, round_.draw_seed) == (
        "dutch-2026",
        "fairpair 0.1.0",
        "seed-1",
    )
