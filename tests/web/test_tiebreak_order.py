"""The list of tie-breaks in the settings: moved with buttons, saved with the rest."""

import re

from fairpair.web.desk.tiebreak_order import press

from .browser import Browser
from .pages import Page

KEY = "standings_tiebreakers"


def pressed(admin: Browser, page: Page, button: str, **typed: str) -> Page:
    """The page that comes back; it has the whole form and nothing is saved."""
    form = page.form("/settings")
    assert button in [value for name, value, _ in form.buttons if name == "order"]
    form.action += "/check"
    return admin.send(form, 200, order=button, **typed)


def codes(page: Page) -> str:
    return dict(page.form("/settings").fields)[KEY]


def test_tiebreaks_are_moved_added_removed_and_saved(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    page = admin.desk("/settings")
    assert codes(page) == "BH/C1, BH, SB, PS, DE"
    assert "Buchholz cut 1 BH/C1" in page.text
    page = pressed(admin, page, f"{KEY}:down:0", rounds="4")
    page = pressed(admin, page, f"{KEY}:off:4")
    page = pressed(admin, page, f"{KEY}:add:", **{f"add-{KEY}": "WIN"})
    page = pressed(admin, page, f"{KEY}:up:4")
    assert codes(page) == "BH, BH/C1, SB, WIN, PS"
    assert "data-unsaved" in page.html
    assert admin.t.rules.standings_tiebreakers[0] == "BH/C1"
    admin.send(page.form("/settings"))
    assert admin.t.rules.standings_tiebreakers == ("BH", "BH/C1", "SB", "WIN", "PS")
    assert admin.t.rules.rounds == 4


def test_a_usual_list_to_start_from(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch")
    page = pressed(
        admin, admin.desk("/settings"), f"{KEY}:start:buchholz, sonneborn_berger, player_number"
    )
    assert codes(page) == "buchholz, sonneborn_berger, player_number"


def test_what_fits_the_game_is_offered_first(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="mtg_standard")
    select = re.search(
        rf'<select id="add-{KEY}".*?</select>', admin.desk("/settings").html, re.DOTALL
    )
    assert select
    fitting, others = select[0].split("<optgroup")
    assert 'value="mw"' in fitting
    assert 'value="omw"' not in select[0]
    assert 'value="BH"' in others
    assert 'value="BC"' not in select[0]


def test_it_says_how_many_have_a_rank_of_their_own(admin: Browser) -> None:
    admin.create("Cup", "Ana\nBo\nCy\nDi", preset="fide_dutch", rounds="3")
    assert "a rank of their own" not in admin.desk("/settings").text
    admin.post("/start")
    admin.first_seats_win()
    form = admin.desk("/settings").form("/settings")
    form.action += "/check"
    assert "0 of 4 players currently have" in admin.send(form, 200, **{KEY: "BH"}).text
    assert "4 of 4 players currently have" in admin.send(form, 200, **{KEY: "random"}).text


def test_a_button_that_is_not_there_changes_nothing() -> None:
    typed = {KEY: "BH, SB"}
    for value in ("", "rounds:up:1", f"{KEY}:up:9", f"{KEY}:up:x", f"{KEY}:up:", f"{KEY}"):
        assert press({**typed, "order": value})[KEY] == "BH, SB"
