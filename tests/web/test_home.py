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
