"""The desk in a browser: answers are in sight, panels out of the way, paper white."""

import re

import pytest
from playwright.sync_api import Page, expect

from api.app_server import AppServer

from .api_setup import Event, create_event, names, unique
from .organiser import open_sheet, press, take_step
from .visitors import PHONE, Visitors


@pytest.fixture
def event(app_server: AppServer) -> Event:
    found = create_event(app_server, unique("Open"), "mtg_standard", rounds=3)
    found.enter(names(16))
    return found


def test_a_login_link_is_in_sight_and_slips_print_alone(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key, size=PHONE)
    page.goto(f"{event.desk}/access")
    page.get_by_role("button", name="Login link").last.click()
    expect(page.get_by_alt_text("QR code for the login link")).to_be_in_viewport(ratio=1)
    page.goto(f"{event.desk}/access")
    page.get_by_role("button", name="Create 16 links").click()
    expect(page.locator(".slips li")).to_have_count(16)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_text("Active keys")).to_be_hidden()
    expect(page.locator(".slips").first).to_be_visible()
    assert ground_of(page, ".card") == "rgb(255, 255, 255)"


def ground_of(page: Page, selector: str) -> str:
    return str(
        page.locator(selector).first.evaluate("one => getComputedStyle(one).backgroundColor")
    )


def test_manual_changes_stay_out_of_the_way(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key)
    page.goto(event.desk)
    take_step(page)
    panel = page.locator("#by-hand")
    page.locator("#t1 details.why summary").click()
    expect(page.locator("#t1 .reasons")).to_be_visible()
    panel.get_by_text(re.compile("^More changes")).click()
    visitors.expect("422")
    panel.get_by_role("button", name="Assign bye").click()  # nobody is selected
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("details.why[open]")).to_have_count(1)
    one = page.locator("#t1 .name").first.inner_text()
    page.locator("#t1 .seat").first.click()
    expect(page.locator("#picked")).to_have_text(one)
    press(page, page.locator("#t2 .seat").first)
    expect(page.locator("#refusal")).to_have_count(0)
    expect(panel.locator("details[open]")).to_have_count(0)
    expect(page.locator("#t2 .changed .name")).to_have_text(one)
    expect(page.locator(".diff del").first).to_contain_text(one)
    press(page, page.get_by_role("button", name="Undo all"))
    expect(page.locator("#t1 .name").first).to_have_text(one)
    expect(page.locator(".changed, .diff del")).to_have_count(0)


def test_a_right_result_takes_the_error_away(event: Event, visitors: Visitors) -> None:
    visitors.expect("422", "404")
    event.post("/start")
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    open_sheet(page, "Drop a player")
    page.locator("#drop-player").fill("Nobody at all")
    page.get_by_role("button", name="Drop player").click()
    expect(page.locator("#refusal")).to_be_visible()
    page.locator("#r1").fill("9-9")
    page.keyboard.press("Enter")
    expect(page.locator("#t1 .wrong")).to_be_visible()
    page.locator("#r1").fill("2-0")
    page.keyboard.press("Enter")
    expect(page.locator("#t1")).not_to_have_class(re.compile("missing|unsent"))
    expect(page.locator("#refusal, [role=alert], .wrong")).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("2-0 entered")
