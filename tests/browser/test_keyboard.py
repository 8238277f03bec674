"""The whole way of an organiser without a mouse."""

from playwright.sync_api import Locator, Page, expect

from .api_setup import names
from .organiser import step, type_results
from .visitors import Visitors

MOST_TABS = 120


def go_back(page: Page, target: Locator) -> None:
    """The other way round, as whoever has just passed by would."""
    go(page, target, "Shift+Tab")


def go(page: Page, target: Locator, key: str = "Tab") -> None:
    """Tab until the cursor is there, and see that one can see it."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if target.evaluate("one => one === document.activeElement"):
            outline = target.evaluate("one => getComputedStyle(one).outlineStyle")
            assert outline != "none", "the focus cannot be seen"
            return
    raise AssertionError(f"no way to {target} with Tab")


def test_an_event_is_made_and_played_with_the_keyboard_alone(
    visitors: Visitors, admin: str
) -> None:
    page = visitors.come()
    page.goto("/login")
    expect(page.get_by_label("Access key")).to_be_focused()
    page.keyboard.type(admin)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Administrator")).to_be_visible()
    go(page, page.get_by_role("link", name="New tournament"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("By hand")
    go(page, page.get_by_role("radio").first)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    go(page, page.get_by_label("Players, one per line"))
    page.keyboard.insert_text("\n".join(names(4)))
    go(page, page.get_by_role("button", name="Create tournament"))
    page.keyboard.press("Enter")
    desk = page.get_by_role("link", name="Open tournament desk")
    desk.wait_for()
    go(page, desk)
    page.keyboard.press("Enter")

    # Draft, swap two players, take it back, publish, results, the next round.
    page.wait_for_url("**/desk/*")
    go(page, step(page))
    page.keyboard.press("Enter")
    page.wait_for_url("**/round/1/1**")
    first = page.locator("#t1 td.seat [dir=auto]").first.inner_text()
    for table in ("#t1", "#t2"):
        go(page, page.locator(table).get_by_role("checkbox").first)
        page.keyboard.press("Space")
    go_back(page, page.get_by_role("button", name="Swap players"))
    page.keyboard.press("Enter")
    expect(page.locator("#t2")).to_contain_text(first)
    go_back(page, page.get_by_role("button", name="Undo"))
    page.keyboard.press("Enter")
    expect(page.locator("#t1")).to_contain_text(first)
    go(page, step(page))
    page.keyboard.press("Enter")
    expect(page.locator("#r1")).to_be_visible()
    type_results(page, lambda table: "2-0")
    go_back(page, step(page))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Round 2")
