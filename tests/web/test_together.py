"""Several people at one desk: nobody's result is lost without a question."""

import pytest

from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef

from .browser import Browser, crowd

R1 = RoundRef(1, 1)


@pytest.fixture
def desk(admin: Browser) -> Browser:
    """Round 1 of four players, looked at."""
    admin.begin("Cup", *crowd(4), rounds=2)
    admin.post("/start")
    admin.round(1)
    return admin


def at_table_1(desk: Browser) -> object:
    return desk.t.rounds[R1].pairings[1].result


def test_a_newer_result_of_somebody_else_is_asked_about(desk: Browser) -> None:
    desk.put("/pairings/1-1-1/result", {"games": [2, 0]})
    page = desk.result(1, "0-2", 409)
    assert "Someone else has entered 2-0 at table 1. You entered 0-2." in page.text
    assert at_table_1(desk) == Games((2, 0))
    assert dict(page.form("/result/1").fields)["result"] == "2-0"
    desk.send("/result/1", words="Save my entry")
    assert at_table_1(desk) == Games((0, 2))


def test_the_same_result_from_two_people_is_no_question(desk: Browser) -> None:
    desk.put("/pairings/1-1-1/result", {"games": [2, 0]})
    before = desk.version
    desk.result(1, "2-0")
    assert desk.version == before


def test_what_changed_between_question_and_answer_is_asked_again(desk: Browser) -> None:
    desk.put("/pairings/1-1-1/result", {"games": [2, 0]})
    desk.result(1, "0-2", 409)
    desk.put("/pairings/1-1-1/result", {"games": [2, 1]})
    page = desk.send("/result/1", 409, words="Save my entry")
    assert "Someone else has entered 2-1" in page.text
    assert at_table_1(desk) == Games((2, 1))


def test_clearing_a_newer_result_is_asked_about(desk: Browser) -> None:
    desk.result(1, "2-0")
    desk.put("/pairings/1-1-1/result", {"games": [2, 1]})
    page = desk.result(1, "", 409)
    assert "Someone else has entered 2-1 at table 1." in page.text
    assert "Check the result before you clear it." in page.text
    desk.desk("/round/1/1/table/1")
    desk.put("/pairings/1-1-1/result", {"games": [1, 2]})
    desk.send("/clear", 409)
    assert at_table_1(desk) == Games((1, 2))


def test_a_result_that_was_cleared_is_asked_about(desk: Browser) -> None:
    desk.result(1, "2-0")
    desk.ask("DELETE", "/pairings/1-1-1/result")
    page = desk.result(1, "2-1", 409)
    assert "Someone else has cleared the result at table 1. Last changed by: Organiser" in page.text
    desk.send("/result/1", words="Save my entry")
    assert at_table_1(desk) == Games((2, 1))


def test_a_correction_of_a_newer_result_is_not_saved(desk: Browser) -> None:
    desk.result(1, "2-0")
    desk.desk("/round/1/1/table/1")
    desk.send("/preview", result="0-2", reason="read wrongly")
    desk.put("/pairings/1-1-1/result", {"games": [2, 1]})
    page = desk.send("/correct", 409)
    assert "Someone else has entered 2-1" in page.text
    assert at_table_1(desk) == Games((2, 1))


def test_a_report_does_not_replace_a_result(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=2, player_reports=True)
    admin.post("/start")
    dispute(admin)
    page = admin.round(1)
    admin.put("/pairings/1-1-1/result", {"games": [2, 1]})
    admin.send(page.form("/settle/1"), 409)
    assert at_table_1(admin) == Games((2, 1))


def dispute(admin: Browser) -> None:
    """The players of table 1 report two wins."""
    a, b = admin.t.rounds[R1].pairings[1].seats
    for player, said in ((a, [2, 0]), (b, [0, 2])):
        admin.client.post(
            f"/api/tournaments/{admin.here}/pairings/1-1-1/report",
            json={"games": said},
            headers={"Authorization": f"Bearer {admin.player_key(player)}"},
        )


def test_conflicting_reports_have_a_badge_and_a_filter(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=2, player_reports=True)
    admin.post("/start")
    assert "Conflicting reports" not in admin.round(1).text
    dispute(admin)
    assert "1 conflict" in admin.desk("/players").text
    page = admin.round(1)
    assert "Disputed 1" in page.text
    page = admin.round(1, more="?show=disputed")
    assert 'id="t1"' in page.html
    assert 'id="t2"' not in page.html
    assert "Conflicting reports" in admin.desk("").text
    admin.send(page.form("/settle/1"))
    assert "No conflicting reports." in admin.page.text
    assert "1 conflict" not in admin.desk("/players").text


def test_a_scorekeeper_runs_the_clock_and_gives_time(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=2)
    admin.post("/start")
    here = admin.here
    admin.log_in(admin.staff_key())
    page = admin.open(f"/desk/{here}/round/1/1")
    assert not page.offers("/late")
    admin.send("/clock", press="start")
    assert admin.t.rounds[R1].clock is not None
    admin.open(f"/desk/{here}/round/1/1/table/1")
    admin.send("/time", minutes="5")
    assert admin.t.rounds[R1].pairings[1].extra_minutes == 5


def test_refused_forms_of_the_round_keep_what_was_typed(desk: Browser) -> None:
    page = desk.send("/late", 422, name="Zoe", rating="strong", club="Rooks")
    late = dict(page.form("/late").fields)
    assert (late["name"], late["club"]) == ("Zoe", "Rooks")
    assert '<dialog popover id="late" aria-labelledby="late-head" open>' in page.html
    page = desk.send("/rest", 404, player="Nobody", in_round="2")
    assert dict(page.form("/rest").fields)["player"] == "Nobody"
    assert dict(page.form("/drop").fields)["player"] == ""


def test_standings_and_pairings_agree_about_missing_results(desk: Browser) -> None:
    desk.result(1, "2-0")
    assert "results are missing" in desk.desk("/standings").text
    assert "results are missing" in desk.open(f"/t/{desk.here}/standings").text
    desk.round(1)
    desk.result(2, "2-0")
    assert "all results are in" in desk.page.text
    assert "results are missing" not in desk.desk("/standings").text
    assert "results are missing" not in desk.open(f"/t/{desk.here}/standings").text
