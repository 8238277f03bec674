"""Several people at once: players report, browsers follow each other, networks fail."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from api.app_server import AppServer
from api.role_server import FakeClock
from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef
from timeouts import wait_until

from .api_setup import Event, create_event, names, unique
from .organiser import missing, version
from .visitors import PHONE, Visitors

R1 = RoundRef(1, 1)


def event_of(app_server: AppServer, players: int = 8) -> Event:
    event = create_event(
        app_server, unique("Club Night"), "mtg_standard", rounds=3, player_reports=True
    )
    event.enter(names(players))
    event.post("/start")
    return event


def at_table_1(event: Event, visitors: Visitors) -> list[Page]:
    """The phones of the two who sit there."""
    seats = next(iter(event.t.rounds.values())).pairings[1].seats
    tokens, found = event.tokens(), []
    for player in seats:
        page = visitors.come(size=PHONE, has_touch=True, is_mobile=True)
        page.goto(f"{event.public}/player/{tokens[player]}")
        expect(page.get_by_role("heading", level=1)).to_have_text(event.t.name_of(player))
        assert tokens[player] not in page.url
        found.append(page)
    return found


def test_a_player_reports_and_the_opponent_confirms(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = event_of(app_server)
    desk = visitors.come(event.key)
    desk.goto(f"{event.desk}/round/1/1")
    first, second = at_table_1(event, visitors)
    first.get_by_role("button", name=re.compile("I won 2.1")).click()
    expect(first.get_by_text("to confirm")).to_be_visible()
    # Nobody has to load a page again.
    right = second.get_by_role("button", name=re.compile("^Confirm"))
    right.wait_for()
    expect(desk.locator("#t1")).to_contain_text("Waiting for the opponent to confirm")
    right.click()
    expect(second.get_by_text("Waiting for Round 2")).to_be_visible()
    expect(first.get_by_text("Waiting for Round 2")).to_be_visible()
    expect(desk.locator("#r1")).to_have_value("2-1")


def test_who_disagrees_is_heard_and_the_staff_decides(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = event_of(app_server)
    first, second = at_table_1(event, visitors)
    for page in (first, second):
        page.get_by_role("button", name=re.compile("I won 2.0")).click()
        expect(page.locator("#next + *")).to_be_visible()
        if page is first:
            waits = second.get_by_role("button", name=re.compile("^Confirm"))
            waits.wait_for()
            second.get_by_text("Report a different result").click()
    expect(second.get_by_text("reported different results")).to_be_visible()
    desk = visitors.come(event.staff_key())
    desk.goto(f"{event.desk}/round/1/1")
    expect(desk.locator("#t1")).to_contain_text("Conflicting reports")
    desk.locator("#t1 .said button").first.click()
    expect(desk.locator("#t1")).not_to_have_class(re.compile("missing"))
    expect(first.get_by_text("Waiting for Round 2")).to_be_visible()


def test_a_player_asks_for_a_bye_and_the_desk_gives_it(
    app_server: AppServer, visitors: Visitors
) -> None:
    event = event_of(app_server)
    desk = visitors.come(event.key)
    desk.goto(f"{event.desk}/players")
    phone, _ = at_table_1(event, visitors)
    phone.get_by_text("Ask for a bye or leave the tournament").click()
    phone.get_by_label("Round", exact=True).select_option("3")
    phone.get_by_role("button", name="Ask for a bye").click()
    expect(phone.get_by_text("waiting for the organiser")).to_be_visible()
    phone.get_by_role("button", name="Ask to leave the tournament").click()
    expect(phone.get_by_text("waiting for the organiser")).to_have_count(2)
    phone.get_by_role("button", name="Withdraw request").last.click()
    expect(phone.get_by_text("waiting for the organiser")).to_have_count(1)
    # Neither the desk nor the phone has to load its page again.
    waiting = desk.locator("#requests")
    expect(waiting).to_contain_text("bye in round 3")
    expect(desk.locator("#menu")).to_contain_text("1 request")
    waiting.get_by_label("Type of bye").select_option("zero")
    waiting.get_by_role("button", name="Accept").click()
    expect(waiting).to_have_count(0)
    expect(phone.get_by_text("waiting for the organiser")).to_have_count(0)
    expect(phone.get_by_text("bye in round 3")).to_be_visible()


def test_two_browsers_see_each_others_changes(app_server: AppServer, visitors: Visitors) -> None:
    event = event_of(app_server)
    one, other, guest = visitors.come(event.key), visitors.come(event.key), visitors.come()
    for page in (one, other):
        page.goto(f"{event.desk}/round/1/1")
    guest.goto(event.public)
    one.locator("#r2").fill("2-0")
    one.keyboard.press("Enter")
    expect(other.locator("#r2")).to_have_value("2-0")
    # What somebody is typing is not swept away by what others do.
    other.locator("#r3").press_sequentially("1-")
    one.locator("#r4").fill("0-2")
    one.keyboard.press("Enter")
    expect(guest.locator("main tr", has_text="0\N{EN DASH}2")).to_be_visible()
    expect(other.locator("#r3")).to_have_value("1-")
    other.locator("#r3").press_sequentially("2")
    other.keyboard.press("Enter")
    expect(one.locator("#r3")).to_have_value("1-2")
    expect(other.locator("#r4")).to_have_value("0-2")
    assert missing(one) == [1]


def test_a_result_that_somebody_else_has_entered_is_asked_about(
    app_server: AppServer, visitors: Visitors
) -> None:
    visitors.expect("answer 409")
    event = event_of(app_server)
    judge, organiser = visitors.come(event.staff_key()), visitors.come(event.key)
    for page in (judge, organiser):
        page.goto(f"{event.desk}/round/1/1")
    organiser.locator("#r2").press_sequentially("0-2")  # not sent yet: the page waits with updates
    judge.locator("#t2").get_by_role("button", name="2\N{EN DASH}1", exact=True).click()
    expect(judge.locator("#t2")).not_to_have_class(re.compile("missing|saving"))
    organiser.keyboard.press("Enter")
    question = organiser.locator("#t2 .question")
    expect(question).to_contain_text("Someone else has entered 2-1 at table 2. You entered 0-2.")
    expect(question).to_contain_text("Last changed by: Scorekeeper Judge Bo.")
    assert event.t.rounds[R1].pairings[2].result == Games((2, 1))
    question.get_by_role("link", name="Keep theirs").click()
    expect(question).to_have_count(0)
    expect(organiser.locator("#r2")).to_have_value("2-1")


def test_reports_of_others_appear_in_place(app_server: AppServer, visitors: Visitors) -> None:
    event = event_of(app_server)
    desk = visitors.come(event.staff_key())
    desk.goto(f"{event.desk}/round/1/1")
    expect(desk.locator("[data-show=disputed]")).to_be_hidden()
    tokens, seats = event.tokens(), event.t.rounds[R1].pairings[3].seats
    for player, games in zip(seats, ([2, 0], [0, 2]), strict=True):
        replace(event, key=tokens[player]).post("/pairings/1-1-3/report", {"games": games})
    event.put("/pairings/1-1-4/result", {"games": [2, 0]})
    expect(desk.locator("#t3")).to_have_class(re.compile("disputed"))
    expect(desk.locator("#disputed-count")).to_have_text("1")
    expect(desk.locator("[data-show=disputed]")).to_be_visible()
    expect(desk.locator("#r4")).to_have_value("2-0")


def test_tables_become_late_by_the_clock(
    app_server: AppServer, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, watch = event_of(app_server), FakeClock(datetime.now(UTC))
    monkeypatch.setattr(event.service, "_clock", watch)
    event.put("/rounds/1/clock", {"running": True, "minutes": 1})
    event.put("/rounds/1/tables/3/extra-time", {"minutes": 5})
    event.put("/pairings/1-1-1/result", {"games": [2, 0]})
    desk = visitors.come(event.staff_key())
    desk.clock.install()
    desk.goto(f"{event.desk}/round/1/1")
    expect(desk.locator("[data-show=late]")).to_be_hidden()
    before = version(desk)
    for minutes, late in ((2, ["t2", "t4"]), (5, ["t2", "t3", "t4"])):
        watch.later(minutes=minutes)
        desk.clock.fast_forward(60_000 * minutes)
        expect(desk.locator("#late-count")).to_have_text(str(len(late)))
        rows = desk.locator("tr.late")
        assert rows.evaluate_all("all => all.map(one => one.id)") == late
        expect(desk.locator("[data-show=late]")).to_be_visible()
    assert version(desk) == before  # nothing was done, time has passed


def test_a_desk_without_network_loses_nothing(app_server: AppServer, visitors: Visitors) -> None:
    visitors.expect("ERR_INTERNET_DISCONNECTED", "409")
    event = event_of(app_server)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/round/1/1")
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.locator("#r1").fill("2-1")
    page.keyboard.press("Enter")
    expect(page.locator("#t1")).to_have_class(re.compile("unsent"))
    expect(page.locator("#r1")).to_have_value("2-1")
    page.locator("#r2").fill("2-0")
    page.keyboard.press("Enter")
    event.put("/pairings/1-1-2/result", {"games": [0, 2]})
    page.context.set_offline(False)
    expect(page.locator("#t1")).not_to_have_class(re.compile("missing|unsent"))
    expect(page.locator("#offline")).to_be_hidden()
    assert event.t.rounds[R1].pairings[1].result == Games((2, 1))
    question = page.locator("#t2 .question")
    expect(question).to_contain_text("Someone else has entered 0-2 at table 2. You entered 2-0.")
    event.put("/pairings/1-1-3/result", {"games": [2, 0]})
    expect(page.locator("#r3")).to_have_value("2-0")  # the page goes on
    assert event.t.rounds[R1].pairings[2].result == Games((0, 2))
    question.get_by_role("button", name="Save my entry").click()
    expect(question).to_have_count(0)
    assert event.t.rounds[R1].pairings[2].result == Games((2, 0))


def test_a_server_that_answers_is_there_whatever_the_browser_says_of_the_network(
    visitors: Visitors, admin: str
) -> None:
    page = visitors.come(admin)
    page.add_init_script("Object.defineProperty(navigator, 'onLine', { value: false })")
    page.goto("/new")
    page.evaluate("document.getElementById('offline').hidden = false")
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#offline")).to_be_hidden()


def kept_pages(phone: Page) -> list[str]:
    """The addresses of which the worker has a copy."""
    found: list[str] = phone.evaluate(
        """async () => (await Promise.all((await caches.keys()).filter((x) => x.includes("pages"))
            .map(async (x) => (await caches.open(x)).keys()))).flat().map((one) => one.url)"""
    )
    return found


def keep_page(phone: Page) -> None:
    """Load the page again, so that the worker sees it, and wait until it has a copy: it makes one
    when the page is there already.
    """
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    wait_until(lambda: phone.url in kept_pages(phone))


def test_a_phone_without_network_shows_the_last_pairing(
    app_server: AppServer, visitors: Visitors
) -> None:
    visitors.expect("ERR_INTERNET_DISCONNECTED")
    event = event_of(app_server)
    phone, _ = at_table_1(event, visitors)
    opponent = phone.locator(".opponent strong").inner_text()
    keep_page(phone)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(".opponent strong")).to_have_text(opponent)
    expect(phone.locator("#offline")).to_be_visible()
    expect(phone.locator("#offline")).to_contain_text(
        re.compile(r"\d\d:\d\d")
    )  # of what time it is
    event.play_on()
    phone.context.set_offline(False)
    expect(phone.locator("h2#now")).to_have_text(re.compile("Round 2"))
    expect(phone.locator("#offline")).to_be_hidden()


def test_a_page_never_seen_names_those_that_were(app_server: AppServer, visitors: Visitors) -> None:
    visitors.expect("ERR_INTERNET_DISCONNECTED", "503")
    event = event_of(app_server)
    phone, _ = at_table_1(event, visitors)
    keep_page(phone)
    phone.context.set_offline(True)
    phone.goto(f"/t/{event.here}/standings")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")
    saved = phone.locator("[data-copies] a")
    expect(saved).to_have_count(1)
    saved.click()
    expect(phone.locator(".opponent strong")).to_be_visible()
    expect(phone.locator("#offline")).to_contain_text("Saved copy from")
    phone.goto("/desk/" + event.here)  # no page of the desk is ever kept
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")


def test_no_copy_outlives_the_login(app_server: AppServer, visitors: Visitors) -> None:
    visitors.expect("ERR_INTERNET_DISCONNECTED", "503")
    event = event_of(app_server)
    phone, _ = at_table_1(event, visitors)
    mine = phone.url
    keep_page(phone)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Log out").click()
    assert mine not in kept_pages(phone)
    phone.context.set_offline(True)
    phone.goto(mine)
    expect(phone.get_by_role("heading", level=1)).to_have_text("No connection")


def test_the_copies_are_few(app_server: AppServer, visitors: Visitors) -> None:
    event = event_of(app_server)
    phone, _ = at_table_1(event, visitors)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    phone.evaluate(
        "async (path) => { for (let n = 0; n < 45; n += 1) await fetch(`${path}?q=${n}`); }",
        f"/t/{event.here}/players",
    )
    phone.goto(f"/t/{event.here}/standings")
    wait_until(lambda: phone.url in kept_pages(phone))

    def are_the_newest(found: list[str]) -> bool:
        return len(found) == 40 and not any(one.endswith(("q=0", "/me")) for one in found)

    wait_until(lambda: are_the_newest(kept_pages(phone)))  # the oldest go after the new ones came
