"""Visitors find their table, and follow the players they came for."""

import re

from playwright.sync_api import expect

from api.app_server import AppServer

from .api_setup import create_event, names, unique
from .visitors import PHONE, Visitors


def test_who_is_followed_stands_on_top(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Open"), "fide_dutch", rounds=3)
    event.enter(names(13))
    event.post("/start")
    page = visitors.come(size=PHONE, has_touch=True)
    page.goto(event.public)
    first = page.locator("#t3 .b .name").inner_text()
    page.locator("#t3 summary.star").click()
    page.get_by_role("button", name=f"Follow {first}").click()
    pinned = page.locator("#followed .mine")
    expect(pinned).to_contain_text(f"You follow {first}")
    expect(pinned.locator(".no")).to_contain_text("3")
    expect(pinned).to_contain_text("Black")

    # A result arrives; the list by name and the next round know them too.
    event.put("/pairings/1-1-3/result", {"result": "0-1"})
    expect(pinned.locator(".outcome")).to_contain_text("1")
    page.get_by_role("link", name="By name").click()
    expect(pinned).to_contain_text(first)
    page.locator(".byes, .names td.b > .quiet").first.wait_for()
    page.get_by_role("link", name="By board").click()
    bye = page.locator(".byes .name").inner_text()
    page.locator(".byes .star").click()
    expect(pinned).to_have_count(2)
    expect(pinned.filter(has_text=bye)).to_contain_text("no opponent this round")
    expect(page.locator(".byes li.me")).to_have_count(1)
    pinned.filter(has_text=first).get_by_role("button").click()
    expect(pinned).to_have_count(1)
    other = visitors.come()
    other.goto(event.public)
    expect(other.locator("#followed")).to_be_hidden()


def test_a_key_leads_to_the_search(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Open"), "fide_dutch", rounds=3)
    event.enter([*(f"Player {n}" for n in range(1, 300)), "Zoë Núñez"])
    event.post("/start")
    page = visitors.come()
    page.goto(event.public)
    page.keyboard.press("/")
    page.keyboard.type("nunez")
    expect(page).to_have_url(re.compile("q=nunez"))
    expect(page.locator("tbody[data-rows] tr")).to_have_count(1)
    table = page.locator("tbody[data-rows] tr").get_attribute("id")
    page.locator("summary.star").click()
    page.get_by_role("button", name="Follow Zoë Núñez").click()
    # The table is not on the first page of the list.
    page.goto(event.public)
    expect(page.locator(f"#{table}")).to_have_count(0)
    expect(page.locator("#followed .mine")).to_contain_text("You follow Zoë Núñez")
