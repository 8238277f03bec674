"""The list of tournaments for people who are logged in, and preferences beside logins."""

from fairpair.core.ids import TournamentId
from fairpair.http.language import COOKIE
from fairpair.http.sessions import cookie_name

from .browser import Browser, crowd


def test_an_organiser_is_logged_in_on_the_list_too(admin: Browser) -> None:
    admin.begin("Own Cup", *crowd(4), hidden=True)
    own = admin.here
    key = admin.key
    admin.begin("Other Cup", *crowd(4))
    other = admin.here
    admin.log_in(key)
    page = admin.open("/")
    assert "Log out" in page.text
    assert "Log in" not in page.text
    assert {f"/desk/{own}", f"/t/{other}"} <= set(page.links)
    assert f"/desk/{other}" not in page.links
    admin.leave()
    page = admin.open("/")
    assert "Log in" in page.text
    assert f"/desk/{own}" not in page.links


def test_preferences_are_not_the_login_of_a_tournament(admin: Browser) -> None:
    names = {cookie_name(TournamentId(word)) for word in ("language", "theme")}
    assert COOKIE not in names
    admin.open("/")
    admin.send("/preferences", theme="dark", lang=None)
    admin.send("/preferences", lang="de", theme=None)
    assert not names & set(admin.client.cookies)
    admin.send("/logout")
    assert 'lang="de" data-theme="dark"' in admin.open("/").html


def test_cards_name_the_next_step_and_show_the_kind_of_game(admin: Browser) -> None:
    admin.begin("Chess Cup", *crowd(4), preset="fide_dutch", rounds=3)
    admin.post("/start")
    page = admin.open("/")
    assert page.count("pattern", id="squares") == 1
    assert "Enter 2 missing results" in page.text
    admin.first_seats_win()
    assert "Continue with round 2" in admin.open("/").text
    assert 'data-search="#found"' in page.html, "the list is searched while somebody types"
