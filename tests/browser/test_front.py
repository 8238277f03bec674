"""The first pages: the list, the login, light and dark, English and German."""

from playwright.sync_api import Page, expect

from api.app_server import AppServer

from .api_setup import create_event, names, unique
from .visitors import Visitors


def test_a_wrong_key_is_told_and_the_right_one_lets_in(visitors: Visitors, admin: str) -> None:
    page = visitors.come()
    visitors.expect("answer 401: POST /login")
    page.goto("/login")
    page.get_by_label("Access key").fill("fp_adm_wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Access key").fill(admin)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Administrator", exact=True)).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def _ground(page: Page) -> str:
    """The colour behind everything."""
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_dark_and_language_are_kept(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Cup"))
    page = visitors.come()
    page.goto("/")
    light = _ground(page)
    page.emulate_media(color_scheme="dark")
    dark = _ground(page)
    assert light != dark
    page.get_by_role("button", name="Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert _ground(page) == light
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert _ground(page) == dark
    page.get_by_label("Language").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"/login?next={event.desk}")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_long_state_of_a_tournament_wraps_on_a_phone(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = create_event(app_server, unique("Marathon"), "mtg_standard", rounds=30)
    event.enter(names(26))
    event.post("/start")
    page = visitors.come(size={"width": 360, "height": 740}, is_mobile=True, locale="fr-FR")
    page.goto(f"/?state=running&q={event.t.name}")
    state = page.locator(".event-row .pill")
    expect(state).to_have_text("Ronde 1 sur 30\u00a0: il manque 13 résultats")
    box = state.bounding_box()
    assert box
    assert box["x"] + box["width"] < 360
