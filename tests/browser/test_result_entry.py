"""How many clicks, taps and keys a result takes; the page itself counts them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from api.app_server import AppServer
from fairpair.core.results import Result
from fairpair.core.rounds import RoundRef

from .api_setup import Event, create_event, names, unique
from .organiser import press
from .visitors import PHONE, Visitors

R1 = RoundRef(1, 1)
CHESS, MAGIC, INFINITY = "fide_dutch", "mtg_standard", "infinity"
_COUNT = """() => {
    window.counted = { clicks: 0, enters: 0, keys: 0 };
    addEventListener("click", (event) => { if (event.detail) counted.clicks += 1; }, true);
    addEventListener("keydown", (event) => {
        counted.keys += 1;
        if (event.key === "Enter") counted.enters += 1;
    }, true);
}"""


def begun(app_server: AppServer, preset: str, players: int = 8) -> Event:
    event = create_event(app_server, unique("Counted"), preset, rounds=3)
    event.enter(names(players))
    event.post("/start")
    return event


def mouse(visitors: Visitors, key: str) -> Page:
    return visitors.come(key)


def finger(visitors: Visitors, key: str) -> Page:
    return visitors.come(key, size=PHONE, has_touch=True, is_mobile=True)


def count_from_here(page: Page) -> None:
    """Count what is clicked and pressed; a page that is loaded anew would forget it."""
    page.evaluate(_COUNT)


def counted(page: Page, what: str) -> int:
    found: int = page.evaluate("what => window.counted[what]", what)
    return found


def result_at(event: Event, table: int) -> Result | None:
    return event.t.rounds[R1].pairings[table].result


def saved(page: Page, table: int) -> None:
    expect(page.locator(f"#t{table}")).not_to_have_class(re.compile("missing|saving|unsent"))


def is_readable(pressed: Locator) -> bool:
    """Whether its text has another colour than what is behind it, also under the pointer."""
    pressed.page.emulate_media(reduced_motion="reduce")  # no colour is on its way to another
    pressed.hover()
    text, ground = pressed.evaluate(
        """(one) => {
            const { color, backgroundColor } = getComputedStyle(one);
            return [color, backgroundColor];
        }"""
    )
    return bool(text != ground)


def undo(page: Page, table: int) -> None:
    """Take the last result back where one is: the same page, and the row misses its result."""
    here = page.evaluate("location.pathname")
    press(page, page.locator("#done").get_by_role("button", name="Undo"))
    expect(page.locator(f"#t{table}")).to_have_class(re.compile("missing"))
    assert page.evaluate("location.pathname") == here
    counted(page, "clicks")  # it was not loaded anew


@pytest.mark.parametrize("come", [mouse, finger])
@pytest.mark.parametrize(("preset", "button"), [(CHESS, "½"), (MAGIC, "2\N{EN DASH}1")])
def test_a_result_is_one_click_or_tap(
    app_server: AppServer,
    visitors: Visitors,
    come: Callable[[Visitors, str], Page],
    preset: str,
    button: str,
) -> None:
    event = begun(app_server, preset)
    page = come(visitors, event.key)
    for address, table in ((f"{event.desk}/round/1/1", 3), (f"{event.desk}/round/1/1/table/2", 2)):
        page.goto(address)
        count_from_here(page)
        pressed = page.locator(f"#t{table}").get_by_role("button", name=button, exact=True)
        (pressed.tap if come is finger else pressed.click)()
        saved(page, table)
        expect(pressed).to_have_attribute("aria-pressed", "true")
        assert is_readable(pressed)
        assert result_at(event, table) is not None
        assert counted(page, "clicks") == 1
        assert counted(page, "keys") == 0
        undo(page, table)
        assert result_at(event, table) is None


@pytest.mark.parametrize("come", [mouse, finger])
def test_scores_take_one_tap_for_each_step_and_no_button_to_save(
    app_server: AppServer, visitors: Visitors, come: Callable[[Visitors, str], Page]
) -> None:
    visitors.expect("answer 422")
    event = begun(app_server, INFINITY)
    page = come(visitors, event.key)
    page.goto(f"{event.desk}/round/1/1")
    row = page.locator("#t2")
    fields = row.locator(".stepper input")
    order = [f"s{side}-{score}" for side in (1, 2) for score in ("op", "vp", "ap")]
    assert fields.evaluate_all("all => all.map(one => one.name)") == order
    assert fields.evaluate_all("all => all.map(one => one.max)") == ["10", "1000", "1000"] * 2
    assert set(fields.evaluate_all("all => all.map(one => one.inputMode)")) == {"numeric"}
    count_from_here(page)
    # Counted: one tap on "+" for each point, one on "-" for a nought. Nothing else saves the row.
    wanted = (3, 2, 0, 1, 0, 1)
    for stepper, value in zip(row.locator(".stepper").all(), wanted, strict=True):
        minus, plus = stepper.get_by_role("button").all()
        for _ in range(max(value, 1)):
            one = plus if value else minus
            (one.tap if come is finger else one.click)()
    saved(page, 2)
    assert str(result_at(event, 2)) == "ap 0 op 3 vp 2 : ap 1 op 1 vp 0"
    assert counted(page, "clicks") == sum(max(value, 1) for value in wanted)
    assert counted(page, "keys") == 0
    undo(page, 2)
    # No further than the limit, neither by button nor by key.
    op = row.locator(".stepper").first
    op.locator("input").fill("10")
    op.get_by_role("button").last.click()
    expect(op.locator("input")).to_have_value("10")
    op.locator("input").fill("11")
    for field in fields.all()[1:]:
        field.fill("0")
    expect(row.locator(".wrong")).to_contain_text("10")
    expect(op.locator("input")).to_have_value("11")
    assert result_at(event, 2) is None


def test_scores_of_two_tables_are_saved_though_no_button_takes_the_focus(
    app_server: AppServer, visitors: Visitors
) -> None:
    """As in browsers where a button that is pressed does not take it."""
    event = begun(app_server, INFINITY)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    press = "all => { for (const one of all) one.click(); }"
    for table in (1, 2):
        page.locator(f"#t{table} .stepper button:last-child").evaluate_all(press)
    for table in (1, 2):
        saved(page, table)
        assert str(result_at(event, table)) == "ap 1 op 1 vp 1 : ap 1 op 1 vp 1"


def test_the_scores_of_a_player_are_in_one_line_on_a_phone(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = begun(app_server, INFINITY)
    page = finger(visitors, event.key)
    page.goto(f"{event.desk}/round/1/1")
    for side in page.locator("#t1 .side").all():
        tops = side.locator(".stepper").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert len(tops) == 3
        assert len(set(tops)) == 1
    slip = page.locator("#slip-result")
    assert slip.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize(
    ("preset", "words", "bad"),
    [
        (CHESS, ("1", "=", "0"), "7"),
        (MAGIC, ("2-1", "20", "1-1-1"), "9-9"),
        (INFINITY, ("3 2 0 : 1 0 1", "10 9 8 : 0 0 0", "1 1 1 : 1 1 1"), "3"),
    ],
)
def test_slips_in_random_order_take_two_enters_each(
    app_server: AppServer, visitors: Visitors, preset: str, words: tuple[str, ...], bad: str
) -> None:
    visitors.expect("answer 422")
    event = begun(app_server, preset)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    count_from_here(page)
    number, result = page.locator("#slip-table"), page.locator("#slip-result")
    who = page.locator("#slip-who")
    page.keyboard.press("/")
    for table, word in zip((3, 1, 4), words, strict=True):
        expect(number).to_be_focused()
        page.keyboard.type(str(table))
        for player in event.t.rounds[R1].pairings[table].seats:
            expect(who).to_contain_text(event.t.name_of(player))
        page.keyboard.press("Enter")
        expect(result).to_be_focused()
        page.keyboard.type(word)
        page.keyboard.press("Enter")
        saved(page, table)
        assert result_at(event, table) is not None
    assert counted(page, "enters") == 2 * len(words)
    assert counted(page, "clicks") == 0
    expect(number).to_be_focused()
    undo(page, 4)

    # A wrong table and a wrong result stay in the bar, with a sentence.
    number.fill("77")
    page.keyboard.press("Enter")
    expect(who).to_have_text(re.compile("^This round has no (table|board) with that number.$"))
    expect(number).to_be_focused()
    number.fill("2")
    page.keyboard.press("Enter")
    page.keyboard.type(bad)
    page.keyboard.press("Enter")
    expect(result).to_have_attribute("aria-invalid", "true")
    expect(who).to_contain_text(re.compile(r"\w+ \w+.*\."))
    expect(number).to_have_value("2")
    expect(result).to_have_value(bad)
    expect(result).to_be_focused()
    page.keyboard.type(words[0])
    page.keyboard.press("Enter")
    saved(page, 2)
    expect(number).to_be_focused()
    expect(number).to_have_value("")


@pytest.mark.parametrize(("come", "badge"), [(mouse, "#rail-badge"), (finger, "#tab-badge")])
def test_the_menu_counts_what_is_missing_after_each_result(
    app_server: AppServer, visitors: Visitors, come: Callable[[Visitors, str], Page], badge: str
) -> None:
    event = begun(app_server, CHESS)
    page = come(visitors, event.key)
    page.goto(f"{event.desk}/round/1/1")
    count_from_here(page)
    for table in (1, 2, 3, 4):
        expect(page.locator(badge)).to_have_text(f"{5 - table} missing")
        page.locator(f"#t{table}").get_by_role("button", name="½", exact=True).click()
        saved(page, table)
    expect(page.locator(badge)).to_be_hidden()
    assert counted(page, "clicks") == 4  # it was not loaded anew
    page.goto(f"{event.desk}/round/1/1/table/4")
    page.locator("#t4").get_by_role("button", name="½", exact=True).click()
    expect(page.locator(badge)).to_have_text("1 missing")


def test_answers_in_another_order_change_only_their_rows(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = begun(app_server, CHESS)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/result/1", lambda route: held.append((route, route.fetch())))
    loaded: list[str] = []
    page.on("request", lambda one: loaded.append(one.url) if one.method == "GET" else None)
    for table in (1, 2):
        page.locator(f"#t{table}").get_by_role("button", name="½", exact=True).click()
    saved(page, 2)
    expect(page.locator("#missing-count")).to_have_text("2")
    assert "saving" in str(page.locator("#t1").get_attribute("class"))
    [(route, answer)] = held
    route.fulfill(response=answer)
    saved(page, 1)
    expect(page.locator("#missing-count")).to_have_text("2")
    expect(page.locator("body")).to_have_attribute("data-version", str(event.version))
    assert [one for one in loaded if "/round/" in one] == []


def test_a_typed_result_is_undone_where_it_stands(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = begun(app_server, MAGIC)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    count_from_here(page)
    page.locator("#r1").focus()
    page.keyboard.type("2-0")
    page.keyboard.press("Enter")
    expect(page.locator("#r2")).to_be_focused()
    saved(page, 1)
    assert counted(page, "keys") == 4
    undo(page, 1)
    assert result_at(event, 1) is None


@pytest.mark.parametrize("come", [mouse, finger])
def test_rare_results_are_in_the_menu_of_the_row(
    app_server: AppServer, visitors: Visitors, come: Callable[[Visitors, str], Page]
) -> None:
    event = begun(app_server, MAGIC)
    page = come(visitors, event.key)
    page.goto(f"{event.desk}/round/1/1")
    count_from_here(page)
    wanted = {1: ("Forfeit", "1-0F"), 2: ("intentional", "1/2-1/2"), 3: ("absent", "0-0F")}
    for table, (word, result) in wanted.items():
        row = page.locator(f"#t{table}")
        row.get_by_label(f"More for table {table}").click()
        row.get_by_role("button", name=re.compile(word, re.IGNORECASE)).first.click()
        saved(page, table)
        assert str(result_at(event, table)) == result
    assert counted(page, "clicks") == 2 * len(wanted)
    undo(page, 3)
    # The same on the page of the table.
    page.goto(f"{event.desk}/round/1/1/table/4")
    count_from_here(page)
    page.get_by_role("button", name=re.compile("absent", re.IGNORECASE)).click()
    saved(page, 4)
    assert str(result_at(event, 4)) == "0-0F"
    undo(page, 4)


def test_a_phone_shows_the_keyboard_with_digits(app_server: AppServer, visitors: Visitors) -> None:
    for preset in (CHESS, MAGIC):
        event = begun(app_server, preset)
        page = finger(visitors, event.key)
        for address in (f"{event.desk}/round/1/1", f"{event.desk}/round/1/1/table/1"):
            page.goto(address)
            fields = page.locator("#slip-table, #slip-result, #r1")
            modes = fields.evaluate_all("all => all.map(one => one.inputMode)")
            assert set(modes) <= {"numeric", "decimal"}, (preset, address, modes)
