"""Results reported by the players themselves: two who agree need nobody else."""

import pytest

from fairpair.core.results import Games
from fairpair.core.rounds import Pairing
from fairpair.log import commands as c
from fairpair.log import events as e
from log_driver import LogDriver, games, match, p, running

NAMES = ("Ana", "Bo", "Cy", "Di")


@pytest.fixture
def desk() -> LogDriver:
    """Round 1 runs: Ana meets Bo at table 1, Cy meets Di at table 2."""
    return running({"player_reports": True}, NAMES)


def says(player: int, text: str | None = None, table: int = 1) -> c.ReportResult:
    return c.ReportResult(match(1, table), p(player), games(text) if text else None)


def table(desk: LogDriver, number: int = 1) -> Pairing:
    return desk.t.rounds[match(1, 1).round].pairings[number]


def test_one_reports_and_the_other_says_the_same(desk: LogDriver) -> None:
    events = desk.do(says(1, "2-1"))
    assert [type(x) for x in events] == [e.ResultReported]
    assert table(desk).result is None
    assert desk.t.rounds[match(1, 1).round].pending == (1, 2)
    events = desk.do(says(2, "2-1"))
    assert [type(x) for x in events] == [e.ResultReported, e.ResultRecorded]
    assert table(desk) == Pairing((p(1), p(2)), Games((2, 1)))


def test_the_other_can_just_confirm(desk: LogDriver) -> None:
    desk.refused(says(2), "nothing-to-confirm")
    desk.do(says(1, "0-2"))
    desk.refused(says(1), "nothing-to-confirm")
    desk.do(says(2))
    assert table(desk).result == Games((0, 2))


def test_different_reports_are_a_conflict_until_somebody_gives_in(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"))
    assert not table(desk).disputed
    desk.do(says(2, "1-2"))
    assert table(desk).disputed
    assert desk.t.rounds[match(1, 1).round].disputed == (1,)
    assert table(desk).result is None
    desk.do(says(2, "2-1"))
    assert table(desk).disputed
    desk.do(says(1, "2-1"))
    assert table(desk) == Pairing((p(1), p(2)), Games((2, 1)))


def test_the_staff_settles_it(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"), says(2, "0-2"), c.RecordResult(match(1, 1), games("1-1-1")))
    assert table(desk) == Pairing((p(1), p(2)), Games((1, 1), 1))
    assert desk.refused(says(1, "2-0"), "result-recorded").hint == (
        "If it is wrong, tell the organiser."
    )
    desk.do(c.ClearResult(match(1, 1)))
    assert table(desk).reports == ()


@pytest.mark.parametrize(
    "change",
    [
        c.SwapPlayers(p(1), p(2)),
        c.SwapPlayers(p(2), p(4)),
    ],
    ids=["seats", "opponents"],
)
def test_reports_are_for_these_players_only(desk: LogDriver, change: c.Command) -> None:
    desk.do(says(1, "2-0"), change)
    assert table(desk).reports == ()
    assert table(desk, 2).reports == ()
    desk.do(change)
    assert table(desk).seats == (p(1), p(2))
    assert table(desk).reports == ()


def test_somebody_else_on_the_seat_reports_anew() -> None:
    desk = running({"player_reports": True}, ("Ana", "Bo", "Cy"))
    desk.do(says(1, "2-0"))
    desk.do(c.ReplacePlayer(p(2), p(3), confirmed=("bye-not-requested",)))
    assert table(desk) == Pairing((p(1), p(3)))


def test_reports_go_with_the_match_to_another_table(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"), c.MoveTable(1, 7), says(2, "2-0", table=7))
    assert table(desk, 7).result == Games((2, 0))


def test_who_leaves_gives_up_whatever_was_reported(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"), c.DropPlayer(p(1)))
    assert str(table(desk).result) == "0-1F"
    assert table(desk).reports == ()


def test_undo_takes_reports_back_and_brings_them_back(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"), says(2, "2-0"), c.Undo())
    assert table(desk).report_of(p(1)) == Games((2, 0))
    assert table(desk).report_of(p(2)) is None
    assert table(desk).result is None
    desk.do(c.Undo())
    assert table(desk) == Pairing((p(1), p(2)))
    desk.do(says(1, "2-0"), c.RecordResult(match(1, 1), games("0-2")), c.Undo())
    assert table(desk).report_of(p(1)) == Games((2, 0))


def test_reports_that_agree_after_a_redo_are_recorded_by_the_next_word(desk: LogDriver) -> None:
    desk.do(says(1, "2-0"))
    first = desk.journal.version
    desk.do(c.Undo(), says(2, "2-0"), c.Redo(first))
    assert table(desk).result is None
    desk.do(says(1, "2-0"))
    assert table(desk).result == Games((2, 0))


def test_the_rule_cannot_be_undone_from_under_a_report() -> None:
    desk = running({}, NAMES)
    desk.do(c.ChangeRules({"player_reports": True}, "faster"))
    rule = desk.journal.version
    desk.do(says(1, "2-0"))
    desk.refused(c.Undo(rule), "needed-later")
    desk.do(c.ChangeRules({"player_reports": False}, "too many quarrels"))
    desk.refused(says(2, "2-0"), "no-player-reports")


def test_what_is_refused(desk: LogDriver) -> None:
    desk.refused(says(3, "2-0"), "not-your-match")
    desk.refused(says(9, "2-0"), "not-your-match")
    desk.refused(says(1, "3-0"), "impossible-result")
    desk.refused(says(1, "2-0", table=9), "unknown-table")
    desk.refused(c.ReportResult(match(2, 1), p(1), games("2-0")), "unknown-round")
    with_players = c.ReportResult(match(1, 1), p(1), games("2-0"), (p(1), p(3)))
    desk.refused(with_players, "other-players")
    desk.do(says(1, "2-0"))
    desk.refused(says(1, "2-0"), "nothing-changed")
    desk.do(says(2), says(3, "2-0", 2), says(4, None, 2), c.CompleteRound())
    desk.refused(says(1, "0-2"), "round-closed")


def test_without_the_rule_nobody_reports() -> None:
    running({}, NAMES).refused(says(1, "2-0"), "no-player-reports")
