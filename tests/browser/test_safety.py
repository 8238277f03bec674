"""What other sites, old forms and wrong addresses can do: nothing."""

import pytest
from playwright.sync_api import expect

from api.app_server import AppServer

from .api_setup import create_event, names, unique
from .visitors import Visitors

FOREIGN = """<!doctype html><form id="f" method="post" action="{}">
<input name="step" value="draft"><input name="stage" value="1"><input name="round" value="1">
<input name="csrf" value="{}"></form><button form="f">Win a prize</button>"""


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9"])
def test_a_form_of_another_site_is_refused(
    app_server: AppServer, visitors: Visitors, origin: str
) -> None:
    """Another site, and another server on the same computer, whose forms come with our cookie."""
    event = create_event(app_server, unique("Cup"), "mtg_standard", rounds=3)
    event.enter(names(4))
    visitors.expect(f"foreign: {origin}/", "answer 403: POST", "answer 401: POST")
    page = visitors.come(event.key)
    page.goto(event.desk)
    token = page.locator("input[name=csrf]").first.input_value()
    before = event.version
    page.route(
        f"{origin}/**",
        lambda route: route.fulfill(
            content_type="text/html", body=FOREIGN.format(f"{visitors.url}{event.desk}/next", token)
        ),
    )
    page.goto(f"{origin}/prize")
    page.get_by_role("button", name="Win a prize").click()
    expect(page.get_by_role("alert")).to_contain_text("came from another website")
    assert event.version == before
    page.goto(event.desk)
    page.locator("#next-step").click()
    expect(page.locator("#tables")).to_be_visible()
    assert event.version > before


def test_a_form_without_its_token_is_refused(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Cup"), "mtg_standard", rounds=3)
    event.enter(names(4))
    visitors.expect("answer 403: POST")
    page = visitors.come(event.key)
    page.goto(event.desk)
    before = event.version
    page.evaluate("document.querySelectorAll('input[name=csrf]').forEach(x => x.value = 'old')")
    page.locator("#next-step").click()
    expect(page.get_by_role("alert")).to_contain_text("This form is out of date")
    assert event.version == before


def test_a_scorekeeper_and_the_public_cannot_run_an_event(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = create_event(app_server, unique("Cup"), "mtg_standard", rounds=3)
    event.enter(names(4))
    guest = visitors.come()
    guest.goto(f"{event.desk}/settings")
    expect(guest.get_by_label("Access key")).to_be_visible()  # and after it, where one wanted to go
    guest.get_by_label("Access key").fill(event.key)
    guest.get_by_role("button", name="Log in").click()
    expect(guest).to_have_url(f"{visitors.url}{event.desk}/settings")
    visitors.expect("answer 403: GET")
    keeper = visitors.come(event.staff_key())
    keeper.goto(event.desk)
    expect(keeper.get_by_role("navigation", name="Desk")).not_to_contain_text("Settings")
    keeper.goto(f"{event.desk}/settings")
    expect(keeper.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("path", ["/nowhere", "/t/no-such-event", "/desk/no-such-event/players"])
def test_a_wrong_address_is_told_on_a_page(visitors: Visitors, admin: str, path: str) -> None:
    visitors.expect("answer 404: GET")
    page = visitors.come(admin)
    page.goto(path)
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="All tournaments").click()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
