"""The whole way of an organiser without a mouse."""

from playwright.sync_api import Locator, Page, expect

from .api_setup import names
from .organiser import crown, step, type_results
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


def log_in(page: Page, key: str) -> None:
    """To the list of tournaments, as whoever holds this key."""
    page.goto("/login")
    expect(page.get_by_label("Access key")).to_be_focused()
    page.keyboard.type(key)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Administrator", exact=True)).to_be_visible()


def create(page: Page) -> None:
    """From the list to the desk of a new tournament: four players, two rounds, a final."""
    go(page, page.locator('a[href="/new"]'))
    page.keyboard.press("Enter")
    page.wait_for_url("**/new")
    go(page, page.get_by_role("radio").first)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    go(page, page.get_by_label("Players, one per line"))
    page.keyboard.insert_text("\n".join(names(4)))
    go(page, page.get_by_label("Name", exact=True))
    page.keyboard.type("By hand")
    go(page, page.locator("summary", has_text="Rounds and knockout"))
    page.keyboard.press("Enter")
    go(page, page.get_by_label("Rounds", exact=True))
    page.keyboard.type("2")
    go(page, page.get_by_label("Knockout", exact=True))
    for _ in ("no knockout", "top 2"):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Knockout", exact=True)).to_have_value("2")
    go(page, page.get_by_role("button", name="Create tournament"))
    page.keyboard.press("Enter")
    desk = page.get_by_role("link", name="Open tournament desk")
    desk.wait_for()
    go(page, desk)
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/*")


def test_an_event_is_played_to_its_champion_with_the_keyboard_alone(
    visitors: Visitors, admin: str
) -> None:
    page = visitors.come()
    log_in(page, admin)
    create(page)

    # Draft, swap two players, take it back, publish, results, the next round.
    go(page, step(page))
    page.keyboard.press("Enter")
    page.wait_for_url("**/round/1/1**")
    first = page.locator("#t1 .seat .name").first.inner_text()
    for table in ("#t1", "#t2"):
        go(page, page.locator(table).get_by_role("checkbox").first)
        page.keyboard.press("Space")
    expect(page.locator("#t2")).to_contain_text(first)
    go_back(page, page.locator("#done").get_by_role("button", name="Undo"))
    page.keyboard.press("Enter")
    expect(page.locator("#t1")).to_contain_text(first)
    go(page, step(page))
    page.keyboard.press("Enter")
    expect(page.locator("#r1")).to_be_visible()
    type_results(page, lambda table: "2-0")
    go_back(page, step(page))
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Round 2")

    # Round 2, the cut, the final and the end.
    def enter(button: Locator) -> None:
        go(page, button)
        page.keyboard.press("Enter")

    champion = crown(page, lambda table: "2-0", enter, lambda field: go(page, field))
    assert champion in names(4)
    enter(page.get_by_role("navigation", name="Desk").get_by_role("link", name="Bracket"))
    expect(page.get_by_role("heading", level=1, name="Bracket")).to_be_visible()
    expect(page.locator("main")).to_contain_text(champion)
