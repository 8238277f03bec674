"""Results by slip and by button, with forms alone, and changes to a round that is not published."""

from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef

from .browser import Browser, crowd

R1 = RoundRef(1, 1)


def begin(admin: Browser) -> None:
    admin.begin("Cup", *crowd(4), rounds=2)
    admin.post("/start")
    admin.round(1)


def test_a_slip_is_a_table_and_a_result(admin: Browser) -> None:
    begin(admin)
    admin.send("/slip", table="2", result="21")
    assert admin.t.rounds[R1].pairings[2].result == Games((2, 1))
    for table, result, status in (("9", "2-0", 404), ("x", "2-0", 422), ("1", "9-9", 422)):
        page = admin.send("/slip", status, table=table, result=result)
        typed = dict(page.form("/slip").fields)
        assert (typed["table"], typed["result"]) == (table, result)
    page = admin.send("/slip", 409, table="2", result="0-2")
    assert "Someone else has entered 2-1 at table 2" in page.text
    admin.send("/result/2", words="Save my entry")
    assert admin.t.rounds[R1].pairings[2].result == Games((0, 2))


def test_a_button_sets_a_result_and_takes_it_away(admin: Browser) -> None:
    begin(admin)
    assert [value for name, value, _ in admin.page.form("/result/1").buttons if name] == [
        *("2-0", "2-1", "1-1", "1-2", "0-2"),
    ]
    admin.send("/result/1", press="1-2")
    assert admin.t.rounds[R1].pairings[1].result == Games((1, 2))
    admin.send("/result/1", set="")
    assert admin.t.rounds[R1].pairings[1].result is None
