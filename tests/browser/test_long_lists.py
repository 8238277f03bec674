"""Lists of many rows: usable at once, complete, searched as a whole, and up to date."""

import re
from collections.abc import Iterator
from html import unescape

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Page, Route, expect

from api.app_server import AppServer
from fairpair.core.rounds import FIRST_ROUND

from .api_setup import Event, create_event, unique
from .visitors import PHONE, Visitors

PLAYERS, TABLES, ROWS = 900, 450, 100


def large_event(app_server: AppServer) -> Event:
    """The first round of many players; no result is in."""
    event = create_event(app_server, unique("Mass Open"), "fide_dutch", rounds=9)
    event.enter([{"name": f"Player {n:03}", "rating": 3000 - n} for n in range(1, PLAYERS + 1)])
    event.post("/start")
    return event


def rows(page: Page) -> int:
    return page.locator("tbody[data-rows] tr").count()


def scroll_to(page: Page, count: int) -> None:
    """Go down until so many rows are there."""
    while rows(page) < count:
        before = rows(page)
        page.keyboard.press("End")
        expect(page.locator("tbody[data-rows] tr")).not_to_have_count(before)


def test_long_lists_come_when_they_are_needed(app_server: AppServer, visitors: Visitors) -> None:
    event = large_event(app_server)
    for part in (
        _type_results_beyond_the_first_rows,
        _find_and_correct_a_slip,
        _start_the_clock_far_down,
        _enter_results_into_a_list_that_gets_shorter,
        _swap_players_of_different_parts,
        _follow_the_standings,
        _read_everything_without_scripts,
    ):
        part(event, visitors)
        visitors.leave()  # or all that were opened would follow every change


def _type_results_beyond_the_first_rows(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    assert rows(page) == ROWS
    page.locator(f"#r{ROWS}").fill("1-0")
    page.keyboard.press("Enter")
    expect(page.locator(f"#r{ROWS + 1}")).to_be_focused()
    page.keyboard.type("0-1")
    page.keyboard.press("Enter")
    expect(page.locator(f"#r{ROWS + 2}")).to_be_focused()
    expect(page.locator("#missing-count")).to_have_text(str(TABLES - 2))
    # What others do comes to all rows that are there, and the place stays.
    before = rows(page)
    event.put(f"/pairings/1-1-{ROWS + 50}/result", {"result": "1/2-1/2"})
    expect(page.locator(f"#r{ROWS + 50}")).to_have_value("1/2-1/2")
    assert rows(page) == before
    expect(page.locator(f"#r{ROWS + 2}")).to_be_focused()


def _find_and_correct_a_slip(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    page.locator("#find").press_sequentially(str(TABLES))
    expect(page.locator("tbody[data-rows] tr")).to_have_count(1)
    page.locator(f"#r{TABLES}").fill("0-1")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#find").fill("player 900")
    page.locator("#find").press("End")
    expect(page.locator("tbody[data-rows] tr").filter(has_text="Player 900")).to_have_count(1)
    result = event.t.rounds[FIRST_ROUND].pairings[TABLES].result
    assert str(result) == "0-1"
    page.goto(f"{event.desk}/round/1/1")
    page.get_by_role("navigation", name="Show").get_by_role("link", name="Missing").click()
    expect(page.locator("#t100")).to_have_count(0)
    expect(page.locator("#t99")).to_be_visible()


def tables(page: Page) -> list[int]:
    """The tables that are there, in the order of the page."""
    ids = "rows => rows.map((row) => Number(row.id.slice(1)))"
    found: list[int] = page.locator("tbody[data-rows] tr").evaluate_all(ids)
    return found


def _start_the_clock_far_down(event: Event, visitors: Visitors) -> None:
    """The answer shows the first tables: those of the parts that were there do not follow them."""
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1?page=3")
    scroll_to(page, 2 * ROWS)
    page.get_by_role("button", name="Start clock").click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    shown = tables(page)
    assert shown == list(range(1, len(shown) + 1))
    assert len(shown) == TABLES or page.locator("[data-more]").count() == 1


def _enter_results_into_a_list_that_gets_shorter(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1?show=missing")
    fetched: list[str] = []
    page.on("request", lambda one: fetched.append(f"{one.method} {one.url}"))
    typed, late = tables(page)[10:13], list[tuple[Route, APIResponse]]()
    # The answer to the first result comes last.
    page.route(f"**/result/{typed[0]}?*", lambda route: late.append((route, route.fetch())))
    for table in typed:
        page.locator(f"#r{table}").fill("1-0")
        page.keyboard.press("Enter")
        expect(page.locator(f"#r{table}")).not_to_be_focused()
    expect(page.locator(f"#t{typed[2]}.saved")).to_be_visible()
    for route, answer in late:
        route.fulfill(response=answer)
    expect(page.locator("#missing-count")).to_have_text(
        str(len(event.t.rounds[FIRST_ROUND].pending))
    )
    page.wait_for_timeout(1600)
    # What was done here does not load the page again.
    assert not [one for one in fetched if one.startswith("GET") and "/round/1/1" in one]
    page.locator("[data-more]").click()
    expect(page.locator("tbody[data-rows] tr")).not_to_have_count(ROWS)
    shown = tables(page)
    missing = [table for table in event.t.rounds[FIRST_ROUND].pending if table <= max(shown)]
    assert set(missing) <= set(shown)


def _swap_players_of_different_parts(event: Event, visitors: Visitors) -> None:
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1?change=1")
    page.locator("#t1 .seat").first.click()
    page.locator("#find").press_sequentially("444")
    expect(page.locator("#t444")).to_be_visible()
    expect(page.locator("#t1 input[name=pick]").first).to_be_checked()
    first, other = (event.t.rounds[FIRST_ROUND].pairings[n].seats[0] for n in (1, 444))
    page.locator("#t444 .seat").first.click()
    expect(page.locator("main")).to_contain_text("swapped")
    assert other in event.t.rounds[FIRST_ROUND].pairings[1].seats
    assert first in event.t.rounds[FIRST_ROUND].pairings[444].seats


def _follow_the_standings(event: Event, visitors: Visitors) -> None:
    guest = visitors.come(size=PHONE, reduced_motion="reduce")
    guest.goto(f"{event.public}/standings")
    assert rows(guest) == ROWS
    scroll_to(guest, 3 * ROWS)
    beyond = "document.documentElement.scrollWidth - innerWidth"
    assert guest.evaluate(beyond) <= 0
    wanted = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "best-practice"]}
    assert not Axe().run(guest, options=wanted).response["violations"]
    top = guest.evaluate("scrollY")
    event.put("/pairings/1-1-3/result", {"result": "1-0"})
    expect(guest.locator("body")).to_have_attribute("data-version", str(event.version))
    assert rows(guest) >= 3 * ROWS
    assert abs(guest.evaluate("scrollY") - top) < 200
    guest.locator("#q").fill("player 900")
    expect(guest.locator("tbody[data-rows] tr")).to_have_count(1)


def _read_everything_without_scripts(event: Event, visitors: Visitors) -> None:
    reader = visitors.come(event.key, java_script_enabled=False)
    reader.goto(f"{event.desk}/round/1/1?page=4")
    with reader.expect_navigation():
        reader.locator("[data-more]").click()
    assert tables(reader) == list(range(4 * ROWS + 1, TABLES + 1))
    for place, count in (
        (f"{event.desk}/round/1/1", TABLES),
        (f"{event.desk}/players", PLAYERS),
        (f"{event.desk}/standings", PLAYERS),
        (f"{event.public}/round/1/1", TABLES),
        (f"{event.public}/round/1/1?by=name", PLAYERS),
        (f"{event.public}/players", PLAYERS),
    ):
        assert sum(text.count("<tr") for text in _parts(event, place)) == count, place
        [found] = _parts(event, f"{place}{'&' if '?' in place else '?'}q=player+900")
        assert "Player 900" in found


def _parts(event: Event, address: str) -> Iterator[str]:
    """The rows of a list from this page on, by the links that need no script."""
    while address:
        headers = {"Authorization": f"Bearer {event.key}"}
        page = event.client.get(address, headers=headers).raise_for_status().text
        yield page.partition("<tbody data-rows=")[2].partition("</tbody>")[0]
        more = re.search(r'data-more href="([^"]+)"', page)
        address = unescape(more[1]) if more else ""
