"""What an organiser does at the desk, by clicking and typing only."""

import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, Response, expect

MOST_STEPS = 80
Act = Callable[[Locator], None]
"""What a hand does with a part of the page: with the mouse unless told."""


def version(page: Page) -> str:
    """The version of the tournament that the page shows."""
    return page.locator("body").get_attribute("data-version") or ""


def press(page: Page, button: Locator, act: Act = Locator.click) -> None:
    """Press a button that changes something, and wait until the page shows it.

    That it shows something new is not enough: what was typed before may come in just now.
    """
    with page.expect_response(_is_form) as answered:
        act(button)
    [action] = parse_qs(urlsplit(answered.value.headers["location"]).query)["did"]
    page.wait_for_function("did => Number(document.body.dataset.version) >= did", arg=int(action))
    page.wait_for_load_state()  # if it is another page, all of it is there


def _is_form(answer: Response) -> bool:
    """Whether a whole form was carried out, not the row of one result."""
    return answer.status == HTTPStatus.SEE_OTHER and "x-part" not in answer.request.headers


def missing(page: Page) -> list[int]:
    """The tables without a result, of those that the page shows."""
    ids = page.locator("tr.missing").evaluate_all("rows => rows.map(row => row.id)")
    return [int(one.removeprefix("t")) for one in ids]


def type_results(
    page: Page, words: Callable[[int], str], most: int = 10_000, reach: Act = Locator.focus
) -> None:
    """Results by keyboard: type, Enter, and the cursor is at the next one."""
    tables = missing(page)[:most]
    reach(page.locator(f"#r{tables[0]}"))
    for table in tables:
        expect(page.locator(f"#r{table}")).to_be_focused()
        page.keyboard.type(words(table))
        page.keyboard.press("Enter")
    for table in tables:
        expect(page.locator(f"#t{table}")).not_to_have_class(re.compile("missing|saving"))


def step(page: Page) -> Locator:
    """The one clear button."""
    return page.locator("#next-step")


def take_step(page: Page, act: Act = Locator.click) -> None:
    """Follow it, whether it is a button or a link."""
    button = step(page)
    if button.evaluate("one => one.tagName") == "A":
        with page.expect_navigation():
            act(button)
    else:
        press(page, button, act)


def crown(
    page: Page,
    words: Callable[[int], str],
    act: Act = Locator.click,
    reach: Act = Locator.focus,
) -> str:
    """From anywhere at the desk to the champion, following the one clear button."""
    champion = page.get_by_role("heading", name=re.compile("^Winner: "))
    for _ in range(MOST_STEPS):
        if champion.count():
            return champion.first.inner_text().removeprefix("Winner:").strip()
        if page.locator("tr.missing input[name=result]").count():
            type_results(page, words, reach=reach)
        take_step(page, act)
    raise AssertionError("there is no champion")


def unfold(page: Page, title: str) -> None:
    """Open what is folded, if it is."""
    summary = page.locator("summary", has_text=title)
    if summary.evaluate("one => !one.parentElement.open"):
        summary.click()


def open_sheet(page: Page, title: str) -> None:
    """Open a form of the menu of the round."""
    page.locator("#round-menu > summary").click()
    page.locator("#round-menu").get_by_role("button", name=title).click()


def tell(page: Page, texts: Iterable[str]) -> None:
    """The page tells all of these."""
    for text in texts:
        expect(page.locator("main")).to_contain_text(text)
