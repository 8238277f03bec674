"""The header in the log: changed at any time, undone, described with old and new values."""

from dataclasses import replace

from fairpair.app.views.history import actions
from fairpair.log import commands as c
from fairpair.log.events import HeaderChanged
from fairpair.log.stored import StoredEvent
from log_driver import LogDriver, after_round_1, running, set_up

ROUNDS = ["2026-11-20T09:00", "2026-11-20T15:00", "2026-11-22"]


def _texts(desk: LogDriver) -> list[str]:
    """The history, the newest action first."""
    rows = [
        StoredEvent(r.seq, "id", 0, "", "", 1, "", at="2026-11-20T09:00:00+00:00", by="")
        for r in desk.journal.records
    ]
    return [str(one.what) for one in actions(desk.journal, lambda _after: rows).actions]


def test_only_what_changes_is_stored() -> None:
    desk = set_up()
    desk.do(c.ChangeHeader({"city": "Halle", "venue": " Town  hall "}))
    (event,) = desk.do(c.ChangeHeader({"city": "Leipzig", "venue": "Town hall", "email": ""}))

    assert event == HeaderChanged({"city": "Leipzig"})
    assert (desk.t.header.city, desk.t.header.venue) == ("Leipzig", "Town hall")
    desk.refused(c.ChangeHeader({"city": "Leipzig"}), "nothing-changed")
    refusal = desk.refused(c.ChangeHeader({"federation": "GDR", "cty": "x"}), "bad-header")
    assert [problem.where for problem in refusal.problems] == ["cty", "federation"]


def test_the_history_shows_old_and_new_values() -> None:
    desk = set_up()
    desk.do(c.ChangeHeader({"city": "Halle"}))
    desk.do(c.ChangeHeader({"city": "Leipzig", "round_dates": ROUNDS[:2]}))
    desk.do(c.Undo())
    desk.do(c.ChangeHeader({"city": ""}))

    assert _texts(desk)[:4] == [
        "Detail changed: City cleared (was Halle)",
        "#8 undone: Details changed: City Leipzig (was Halle); "
        "Dates and times of the rounds 2026-11-20 09:00, 2026-11-20 15:00",
        "Details changed: City Leipzig (was Halle); "
        "Dates and times of the rounds 2026-11-20 09:00, 2026-11-20 15:00",
        "Detail changed: City Halle",
    ]


def test_a_change_can_be_undone_and_redone() -> None:
    desk = set_up()
    before = desk.t
    desk.do(c.ChangeHeader({"last_day": "2026-11-22", "round_dates": ROUNDS}))
    after = desk.t
    desk.do(c.Undo())
    assert desk.t == before
    desk.do(c.Redo())
    assert desk.t == after


def test_an_undo_that_would_contradict_a_later_change_is_refused() -> None:
    desk = set_up()
    desk.do(c.ChangeHeader({"first_day": "2026-11-25", "last_day": "2026-11-26"}))
    desk.do(c.ChangeHeader({"first_day": "2026-11-20", "last_day": "2026-11-22"}))
    moved = desk.journal.version
    desk.do(c.ChangeHeader({"round_dates": ROUNDS}))
    refusal = desk.refused(c.Undo(moved), "needed-later")

    assert "Dates and times of the rounds" in refusal.problems[0].message


def test_the_header_can_be_changed_during_and_after_the_tournament() -> None:
    desk = after_round_1()
    before = desk.t
    desk.do(c.ChangeHeader({"city": "Leipzig"}))
    assert replace(desk.t, header=before.header) == before
    desk.do(c.FinishTournament(early=True))
    desk.do(c.ChangeHeader({"round_dates": ROUNDS}))
    desk.do(c.Undo())

    assert (desk.t.header.city, desk.t.header.round_dates) == ("Leipzig", ())


def test_a_changed_header_leaves_an_unpublished_round_as_it_is() -> None:
    desk = running()
    desk.do(c.ChangeHeader({"city": "Leipzig"}))

    assert not any(round_.stale for round_ in desk.t.rounds.values())
