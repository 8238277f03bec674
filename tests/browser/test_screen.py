"""The big screen in a hall with a hundred tables, and what the desk makes it show."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from api.app_server import AppServer

from .api_setup import Event, create_event, names, unique
from .page_list import finished
from .visitors import Visitors

PROJECTOR = ViewportSize(width=1920, height=1080)


@pytest.fixture(scope="module")
def regional(app_server: AppServer) -> Event:
    """A hundred tables in the second of five rounds."""
    event = create_event(app_server, unique("Regional"), "mtg_standard", rounds=5)
    event.enter(names(200))
    event.play_round(1, 1)
    event.post("/rounds/2/generate", {})
    event.results(2, most=20)
    return event


def labels(page: Page) -> list[str]:
    """What the foot of each page says, all the way round."""
    found: list[str] = []
    while True:
        label = page.locator("[data-label]").inner_text()
        if label in found:
            return found
        found.append(label)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert [one for one in rows(page) if one["bottom"] > 1080 or one["right"] > 1920] == []
        page.keyboard.press("ArrowRight")


def rows(page: Page) -> list[dict[str, float]]:
    shown = ".sheet:not([hidden]) .board > li:not([hidden])"
    boxes = page.locator(shown).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert boxes
    return list(boxes)


def test_a_hundred_tables_take_three_pages(regional: Event, visitors: Visitors) -> None:
    page = visitors.come(size=PROJECTOR)
    page.goto(f"{regional.public}/screen")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2 of 5")
    tables = ["Tables 1 to 34 of 100", "Tables 35 to 68 of 100", "Tables 69 to 100 of 100"]
    assert labels(page) == tables
    page.goto(f"{regional.public}/screen?by=name")
    players = ["Players 1 to 69 of 200", "Players 70 to 138 of 200", "Players 139 to 200 of 200"]
    assert labels(page) == players
    page.goto(f"{regional.public}/screen?show=standings")
    assert len(labels(page)) == 3


def test_screens_follow_what_is_chosen_at_the_desk(regional: Event, visitors: Visitors) -> None:
    screen = visitors.come(size=PROJECTOR)
    screen.goto(f"{regional.public}/screen")
    label = screen.locator("[data-label]")
    expect(label).to_contain_text("Tables")
    desk = visitors.come(regional.key)
    desk.goto(f"{regional.desk}/screen")
    desk.get_by_label("By name").check()
    desk.get_by_label("Seconds per page").fill("60")
    desk.get_by_role("button", name="Show on all screens").click()
    expect(label).to_contain_text("Players 1 to 69 of 200")
    expect(screen.get_by_role("main")).to_have_attribute("data-seconds", "60")
    desk.get_by_label("Standings", exact=True).check()
    desk.get_by_role("button", name="Show on all screens").click()
    expect(label).to_contain_text("Places 1 to 69 of 200")


def test_a_bracket_fills_the_screen_up_to_the_champion(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = finished(app_server, names(24))
    page = visitors.come(size=PROJECTOR)
    page.goto(f"{event.public}/screen?show=bracket")
    champion = page.locator(".game .w:has(svg) bdi").inner_text()
    named = re.compile(f"Champion.*{champion}", re.DOTALL)
    expect(page.get_by_role("banner")).to_contain_text(named)
    tree, sheet = page.locator(".tree").bounding_box(), page.locator(".sheet").bounding_box()
    assert tree
    assert sheet
    assert tree["width"] <= sheet["width"] + 1
    assert tree["height"] <= sheet["height"] + 1
    assert max(tree["width"] / sheet["width"], tree["height"] / sheet["height"]) > 0.99
