"""FIDE mode on the pages: the indicator, warnings by level, and the way out."""

from fairpair.core.tournament import FideState

from .browser import Browser

EIGHT = "\n".join(f"P{n}\t{2500 - 50 * n}" for n in range(1, 9))


def fide_event(admin: Browser) -> str:
    here = admin.create("Open", EIGHT, preset="fide_dutch", rounds="5")
    admin.good("PATCH", "", {"rules": {"fide": True, "cut": None}})
    admin.post("/start")
    return here


def test_leaving_asks_twice_and_marks_every_page(admin: Browser) -> None:
    fide_event(admin)
    page = admin.desk("/settings")
    assert "FIDE mode" in page.text
    first = admin.send(page.form("/leave-fide"), 409, reason="another scoring")
    assert "has to be confirmed" in first.text
    assert "Nothing leads back, not even undo." in first.text
    second = admin.send(first.form("/leave-fide", confirmed="leave-fide-mode"), 409)
    assert "Stay in FIDE mode?" in second.text
    left = admin.send(second.form("/leave-fide", confirmed="leave-fide-mode"))
    assert admin.t.fide_state is FideState.LEFT
    assert admin.t.fide_exit is not None
    assert admin.t.fide_exit.reason == "another scoring"
    assert "Not in FIDE mode since round 1" in left.text
    for path in ("", "/players", "/round/1/1", "/standings", "/files", "/history", "/settings"):
        assert "Not in FIDE mode since round 1" in admin.desk(path).text, path
    assert "Confirmed: The tournament leaves FIDE mode in round 1." in admin.desk("/history").text


def test_a_locked_setting_offers_the_exit(admin: Browser) -> None:
    fide_event(admin)
    form = admin.desk("/settings").form("/settings")
    page = admin.send(form, 409, rounds="6", reason="more players")
    assert "This is not possible in FIDE mode." in page.text
    assert "The number of rounds is fixed once round 1 is paired." in page.text
    assert "Leave FIDE mode and continue" in page.text
    assert admin.t.fide_state is FideState.ON
    assert admin.t.rules.rounds == 5
    page = admin.send(page.form("/settings", confirmed="leave-fide-mode"), 409)
    page = admin.send(page.form("/settings", confirmed="leave-fide-mode"))
    assert (admin.t.fide_state, admin.t.rules.rounds) == (FideState.LEFT, 6)


def test_outside_fide_mode_no_page_says_anything(admin: Browser) -> None:
    admin.create("Open", EIGHT, preset="mtg_standard")
    page = admin.desk("/settings")
    assert "Not in FIDE mode" not in page.text
    assert "leave-fide" not in page.text
