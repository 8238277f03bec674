"""The work screen: 64 players of Magic with everything that happens on such a day."""

import re

from playwright.sync_api import Page, expect

from api.app_server import AppServer

from .api_setup import create_event, names, unique
from .organiser import open_sheet, press, step, take_step, type_results, version
from .visitors import Visitors


def test_a_day_of_magic_with_all_that_happens(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Store Open"), "mtg_standard", rounds=3)
    event.enter(names(64))
    page = visitors.come(event.key)
    page.goto(event.desk)
    expect(step(page)).to_have_text("Pair Round 1")
    take_step(page)
    moved = swap_and_publish(page)
    type_results(page, lambda table: ("2-0", "1-2", "2-1", "1-1-1")[table % 4])
    expect(page.locator("#missing-count")).to_have_text("0")
    gone = [moved, page.locator("#t9 .name").first.inner_text()]
    two_leave_and_one_comes(page, gone)

    # Round 2: 63 players, so somebody has a bye; the late one plays, the dropped do not.
    expect(step(page)).to_have_text("Complete and pair Round 2")
    take_step(page)
    expect(page.locator("#tables")).to_contain_text("Zora Late")
    for name in gone:
        expect(page.locator("#tables")).not_to_contain_text(name)
    expect(page.locator("#not-playing .pill")).to_have_text("bye")
    take_step(page)
    type_results(page, lambda table: "2-0")
    correct_and_undo(page)
    page.goto(f"{event.desk}/round/1/2")
    take_step(page)
    take_step(page)
    find_what_is_missing(page)


def swap_and_publish(page: Page) -> str:
    """Two players change places in the draft; who sat at table 1 is at table 2 then."""
    one = page.locator("#t1 .seat .name").first.inner_text()
    page.locator("#t1 .seat").first.click()
    press(page, page.locator("#t2 .seat").first)
    expect(page.locator("#t2")).to_contain_text(one)
    take_step(page)
    expect(page.locator("#round-status")).to_contain_text("32 results missing")
    expect(step(page)).to_be_disabled()
    return one


def two_leave_and_one_comes(page: Page, gone: list[str]) -> None:
    for name in gone:
        open_sheet(page, "Drop a player")
        page.locator("#drop-player").fill(name)
        press(page, page.get_by_role("button", name="Drop player"))
        expect(page.locator("#done")).to_contain_text(name)
    open_sheet(page, "Late entry")
    page.locator("#late-name").fill("Zora Late")
    press(page, page.get_by_role("button", name="Add player", exact=True))


def correct_and_undo(page: Page) -> None:
    """A result of round 1 was wrong: what changes is shown before it is saved."""
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 1").click()
    page.locator("#t3").get_by_role("link", name="Edit").click()
    page.get_by_label("New result").fill("2-0")
    page.get_by_label("Reason").fill("the slip was read wrongly")
    before = version(page)
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#preview")).to_contain_text("2-0")
    assert version(page) == before
    press(page, page.get_by_role("button", name="Save correction"))
    expect(page.locator("#t3")).to_contain_text("2-0")
    press(page, page.locator("#done").get_by_role("button", name="Undo"))
    expect(page.locator("#t3")).not_to_contain_text("2-0")


def find_what_is_missing(page: Page) -> None:
    type_results(page, lambda table: "2-1", most=3)
    page.get_by_role("link", name=re.compile("^Missing")).click()
    expect(page.locator("#t1")).to_be_hidden()
    expect(page.locator("#t4")).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^All \d")).click()
    expect(page.locator("#t1")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?show=missing")
    expect(page.locator("#t1")).to_have_count(0)
    page.get_by_role("link", name=re.compile(r"^All \d")).click()
    expect(page.locator("#t1")).to_be_visible()
    name = page.locator("#t5 .name").first.inner_text()
    page.get_by_label("Search").fill(name.upper())
    expect(page.locator("#tables tbody tr:visible")).to_have_count(1)
    expect(page.locator("#tables tbody tr:visible")).to_contain_text(name)
