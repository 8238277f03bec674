"""FIDE mode on the pages: the indicator, warnings by level, and the way out."""

from typing import Any

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
    assert "must be confirmed" in first.text
    assert "There is no way back, not even with undo." in first.text
    second = admin.send(first.form("/leave-fide", confirmed="leave-fide-mode"), 409)
    assert "Stay in FIDE mode?" in second.text
    left = admin.send(second.form("/leave-fide", confirmed="leave-fide-mode"))
    assert admin.t.fide_state is FideState.LEFT
    assert admin.t.fide_exit is not None
    assert admin.t.fide_exit.reason == "another scoring"
    assert "Not in FIDE mode since round 1" in left.text
    for path in ("", "/players", "/round/1/1", "/standings", "/files", "/history", "/settings"):
        assert "Not in FIDE mode since round 1" in admin.desk(path).text, path
    assert (
        "Confirmed: The tournament will leave FIDE mode in round 1." in admin.desk("/history").text
    )


def test_a_locked_setting_is_disabled_with_the_reason(admin: Browser) -> None:
    fide_event(admin)
    page = admin.desk("/settings")
    for key, why in (
        ("rounds", "The number of rounds is fixed once round 1 is paired."),
        ("bye_points", "The value of a bye is fixed once round 1 is paired."),
        ("standings_tiebreakers", "The tie-breaks are fixed once round 1 is paired."),
    ):
        assert page.count("input", id=key, disabled="") + page.count(
            "textarea", id=key, disabled=""
        ), key
        assert why in page.text
    assert not page.count("select", id="advance", disabled="")
    admin.send(page.form("/settings"), reason="nothing")
    assert (admin.t.fide_state, admin.t.rules.rounds) == (FideState.ON, 5)


def test_what_is_locked_offers_the_exit(admin: Browser) -> None:
    fide_event(admin)
    form = admin.desk("/players/1").form("/apart")
    page = admin.send(form, 409, other="2", hard="yes")
    assert "This is not possible in FIDE mode." in page.text
    assert "The pairs that must not meet are fixed once round 1 is paired." in page.text
    assert "Leave FIDE mode and continue" in page.text
    assert not admin.t.avoided
    page = admin.send(page.form("/apart", confirmed="leave-fide-mode"), 409)
    page = admin.send(page.form("/apart", confirmed="leave-fide-mode"))
    assert admin.t.fide_state is FideState.LEFT
    assert admin.t.avoided


def test_outside_fide_mode_no_page_says_anything(admin: Browser) -> None:
    admin.create("Open", EIGHT, preset="mtg_standard")
    page = admin.desk("/settings")
    assert "Not in FIDE mode" not in page.text
    assert "leave-fide" not in page.text


def test_pairings_are_edited_until_the_round_is_published_again(admin: Browser) -> None:
    fide_event(admin)
    page = admin.send(admin.round(1).form("/edit"))
    assert "Pairings are being edited" in page.text
    assert "Check and publish" in page.text
    admin.post("/rounds/1/swap", {"a": 1, "b": 2, "keep_colours": True})
    asked = admin.send(admin.round(1).form("/publish"), 409)
    assert "differs from the pairings under the rules" in asked.text
    again = admin.send(asked.form("/publish", confirmed="manual-pairing"), 409)
    admin.send(again.form("/publish", confirmed="manual-pairing"))
    assert admin.t.rounds[max(admin.t.rounds)].unedited is None
    page = admin.send(admin.round(1).form("/edit"))
    page = admin.send(page.form("/cancel-editing"))
    assert "Pairings are being edited" not in page.text


def test_old_rounds_are_corrected_for_the_rating_only(admin: Browser) -> None:
    fide_event(admin)
    for round_no in (1, 2, 3):
        if round_no > 1:
            admin.post(f"/rounds/{round_no}/generate", {})
        for table in range(1, 5):
            admin.good("PUT", f"/pairings/1-{round_no}-{table}/result", {"result": "1-0"})
    page = admin.desk("/round/1/1/table/1")
    assert "only the last round played and the one before it can be corrected" in page.text
    body = {"result": "0-1", "reason": "wrong slip"}
    answer = admin.ask("PUT", "/pairings/1-1-1/rating-result", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "needs-confirmation")
    admin.good("PUT", "/pairings/1-1-1/rating-result?confirm=rating-correction", body)
    assert "already differs from this game" in admin.desk("/round/1/1/table/1").text
    form = admin.desk("/round/1/1/table/1").form("/preview")
    asked = admin.send(form, 409, press="/for-rating", result="1-0", reason="right")
    assert "For the rating report only" in asked.text


def test_an_adjourned_game_of_an_old_round_is_finished_at_its_table(admin: Browser) -> None:
    fide_event(admin)
    for round_no in (1, 2, 3, 4):
        if round_no > 1:
            admin.post(f"/rounds/{round_no}/generate", {})
        for table in range(1, 5):
            result = "adjourned" if (round_no, table) == (1, 1) else "1/2-1/2"
            admin.good("PUT", f"/pairings/1-{round_no}-{table}/result", {"result": result})
    page = admin.desk("/round/1/1/table/1")
    assert "only the last round played" not in page.text
    preview = admin.send(page.form("/preview"), result="1-0", reason="played on Sunday")
    asked = admin.send(preview.form("/correct"), 409)
    assert "must be confirmed" in asked.text
    admin.send(asked.form("/correct", confirmed="adjourned-decided"))
    game = admin.t.rounds[min(admin.t.rounds)].pairings[1]
    assert (str(game.result), game.adjourned_until) == ("1-0", 4)


def test_a_new_chess_tournament_is_in_fide_mode_unless_that_is_turned_off(admin: Browser) -> None:
    names: dict[str, Any] = {"name": "Open", "players": EIGHT, "preset": "fide_dutch"}
    assert "FIDE mode" not in admin.open("/new").text
    page = admin.send(admin.page.form("/new"), press="preview", **names)
    assert ("fide", "yes") in page.form("/new").fields
    admin.made(admin.send(page.form("/new"), do="create"))
    assert admin.t.fide_state.value == "on"
    assert "FIDE mode" in admin.desk().text
    page = admin.send(page.form("/new"), do="preview", fide="no", seen="yes")
    assert ("fide", "yes") not in page.form("/new").fields
    admin.made(admin.send(page.form("/new"), do="create", name="Club", command="another"))
    assert admin.t.fide_state.value == "none"


def test_a_game_without_fide_rules_is_never_in_fide_mode(admin: Browser) -> None:
    names: dict[str, Any] = {
        "name": "Evening",
        "players": EIGHT,
        "preset": "chess_style",
        "fide": "yes",
    }
    page = admin.send(admin.open("/new").form("/new"), press="preview", **names)
    assert "FIDE mode" not in page.text
    admin.made(admin.send(admin.open("/new").form("/new"), do="create", **names))
    assert admin.t.fide_state.value == "none"


def test_a_round_robin_by_the_fide_rules(admin: Browser) -> None:
    names: dict[str, Any] = {"name": "Masters", "players": EIGHT, "preset": "fide_round_robin"}
    page = admin.send(admin.open("/new").form("/new"), press="preview", **names)
    assert "8 players · 7 rounds" in page.text
    assert ("fide", "yes") in page.form("/new").fields
    admin.made(admin.send(page.form("/new"), do="create"))
    assert admin.t.fide_state.value == "on"
    assert (admin.t.rules.system, admin.t.rules.rounds) == ("round_robin", None)
    page = admin.desk()
    assert "8 players: a round robin of 7 rounds" in page.text
