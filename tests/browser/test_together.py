"""Several people at once: players report, browsers follow each other, networks fail."""

import re

from playwright.sync_api import Page, expect

from api.app_server import AppServer
from fairpair.core.results import Games
from fairpair.core.rounds import RoundRef

from .api_setup import Event, create_event, names, unique
from .organiser import missing
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
    expect(guest.locator("main")).to_contain_text("0-2")
    expect(other.locator("#r3")).to_have_value("1-")
    other.locator("#r3").press_sequentially("2")
    other.keyboard.press("Enter")
    expect(one.locator("#r3")).to_have_value("1-2")
    expect(other.locator("#r4")).to_have_value("0-2")
    assert missing(one) == [1]


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


def test_a_phone_without_network_shows_the_last_pairing(
    app_server: AppServer, visitors: Visitors
) -> None:
    visitors.expect("ERR_INTERNET_DISCONNECTED")
    event = event_of(app_server)
    phone, _ = at_table_1(event, visitors)
    opponent = phone.locator(".opponent strong").inner_text()
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()  # from here on the worker sees what is loaded
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
