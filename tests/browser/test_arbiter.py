"""An arbiter of a FIDE-rated tournament, from the rating list to the report."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from api.app_server import AppServer
from fairpair.app.endorsement.reference import ReferenceEngine
from fairpair.app.files.check import check_file
from fairpair.app.files.trf_files import file_and_notes
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.tournament import FideState
from fairpair.formats.trf import read
from fairpair.formats.trf.remarks import as_counted
from fairpair.formats.trf.tournament import before_round
from rating_lists.fide_lines import file_of, line

from .api_setup import Event, names, unique
from .organiser import press, take_step, type_results, unfold
from .visitors import Visitors

GACRUX = shlex.join(
    [sys.executable, str(Path(__file__).parents[2] / "tools" / "gacrux_engine.py"), "{requests}"]
)
BY_HAND = 3
"""The round whose pairings the arbiter changes."""


def rating_list(players: int) -> bytes:
    """A list of FIDE with these players and others."""
    lines = []
    for number, name in enumerate(names(players), 1):
        first, last = name.split()
        full = f"{last}, {first}".encode().decode("latin-1")
        rating = (2500 - 9 * number, 30, 10 if number < 10 else 20)
        lines.append(line(4_600_000 + number, full, "GER", standard=rating, year=1990))
    lines += [line(n, f"Other, N{n}", "NED", standard=(1500, 9, 20)) for n in range(900, 950)]
    return file_of(lines)


@pytest.fixture
def arbiter(app_server: AppServer, visitors: Visitors, admin: str) -> Iterator[Page]:
    """The administrator's browser; the rating list is gone afterwards."""
    visitors.expect("answer 409")  # what has to be confirmed
    yield visitors.come(admin)
    lists = app_server.service.store.rating_lists
    for one in lists.lists():
        lists.remove(one.id)


@pytest.mark.parametrize(
    ("players", "rounds"), [(10, 4), pytest.param(40, 9, marks=pytest.mark.slow)]
)
def test_from_the_rating_list_to_the_report(
    app_server: AppServer, arbiter: Page, admin: str, players: int, rounds: int
) -> None:
    page = arbiter
    import_list(page, rating_list(players))
    event = Event(app_server.service, app_server.access, app_server.client, admin)
    event.base = f"/api/tournaments/{create(page, rounds)}"
    enter_by_number(page, event, players)
    for round_no in range(1, rounds + 1):
        page.goto(event.desk)
        while not page.locator("table.draft").count():
            take_step(page)
        if round_no == BY_HAND:
            change_and_publish(page)
        else:
            take_step(page)
        type_results(page, results_of(round_no))
        if round_no == 2:
            correct_a_rating(page, event)
            withdraw(page, event)
        if round_no == BY_HAND:
            finish_the_adjourned_game(page, event)
    correct_for_the_rating(page, event)
    page.goto(event.desk)
    for _ in range(2):  # complete the round, finish the tournament
        take_step(page)
    expect(page.locator("body")).to_contain_text("View final ranking", ignore_case=True)
    check_report(download(page, event), event, rounds)


def results_of(round_no: int) -> Callable[[int], str]:
    """What is typed: table 1 is adjourned in round 1, and won by forfeit in round 2."""
    first = {1: "a", 2: "+"}.get(round_no, "=")
    return lambda table: first if table == 1 else "10="[(table + round_no) % 3]


def import_list(page: Page, data: bytes) -> None:
    page.goto("/lists")
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "players_list_foa.txt", "mimeType": "text/plain", "buffer": data}
    )
    page.get_by_label("Month", exact=True).fill("2026-11")
    page.get_by_role("button", name="Upload list").click()
    expect(page.get_by_text("in use", exact=True)).to_be_visible()


def create(page: Page, rounds: int) -> str:
    """A tournament in FIDE mode; its id."""
    page.goto("/new")
    page.get_by_role("radio", name=re.compile("Chess, FIDE .Dutch")).check()
    expect(page.get_by_role("checkbox", name="FIDE mode")).to_be_checked()
    page.get_by_label("Name", exact=True).fill(unique("Open"))
    unfold(page, "Rounds and knockout")
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_label("Knockout", exact=True).select_option("none")
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_role("link", name="Open tournament desk").click()
    here = page.url.rpartition("/")[2]
    expect(page.get_by_role("navigation", name="Desk")).to_contain_text("FIDE mode")
    return here


def enter_by_number(page: Page, event: Event, players: int) -> None:
    """Type a number, Tab, Enter: the cursor is back in the search."""
    page.goto(f"{event.desk}/players?add=listed")
    for number in range(1, players + 1):
        expect(page.locator("#find")).to_be_focused()
        page.keyboard.type(str(4_600_000 + number))
        button = page.locator("#listed button")
        expect(button).to_have_attribute("value", f"fide {4_600_000 + number}")
        page.keyboard.press("Tab")
        expect(button).to_be_focused()
        press(page, button, lambda one: one.press("Enter"))
    assert len(event.t.entries) == players


def confirm(page: Page, button: Locator, *, twice: bool = False) -> None:
    """Press a button whose action has to be confirmed, and do so."""
    button.click()
    expect(page.locator("#refusal")).to_be_visible()
    if page.locator("#again-why").count():
        page.locator("#again-why").fill("as the rules of the tournament say")
    again = page.locator("#refusal").get_by_role("button", name="Continue anyway")
    if twice:
        again.click()
        again = page.locator("#refusal").get_by_role("button", name="No, continue")
    press(page, again)


def change_and_publish(page: Page) -> None:
    """White and Black of the last table change places, which the rules do not give."""
    row = page.locator("#tables tbody tr").last
    row.locator(".seat").first.click()
    press(page, row.locator(".seat").last)
    confirm(page, page.locator("#next-step"), twice=True)


def correct_a_rating(page: Page, event: Event) -> None:
    page.goto(f"{event.desk}/players/2")
    page.get_by_label("Rating", exact=True).first.fill("2490")
    press(page, page.get_by_role("button", name="Save", exact=True))
    player = event.t.entries[PlayerId(2)].entrant
    assert isinstance(player, Player)
    assert player.rating == 2490


def withdraw(page: Page, event: Event) -> None:
    page.goto(f"{event.desk}/players/5")
    unfold(page, "Withdraw from the tournament")
    press(page, page.get_by_role("button", name=re.compile("^Withdraw ")))
    assert event.t.entries[PlayerId(5)].dropped


def correct(page: Page, table: str, result: str) -> None:
    page.goto(table)
    page.get_by_label("New result").fill(result)
    page.get_by_label("Reason", exact=True).fill("the score sheets")


def finish_the_adjourned_game(page: Page, event: Event) -> None:
    """It is in round 1, and round 3 is being played."""
    correct(page, f"{event.desk}/round/1/1/table/1", "0-1")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#preview")).to_contain_text("0-1")
    confirm(page, page.get_by_role("button", name="Save correction"))


def correct_for_the_rating(page: Page, event: Event) -> None:
    correct(page, f"{event.desk}/round/1/1/table/2", "1/2-1/2")
    confirm(page, page.get_by_role("button", name="Correct for rating only"))


def download(page: Page, event: Event) -> bytes:
    page.goto(f"{event.desk}/files")
    with page.expect_download() as found:
        page.locator('a[href$="trf26.trf"]').first.click()
    return Path(found.value.path()).read_bytes()


def check_report(data: bytes, event: Event, rounds: int) -> None:
    """Our checker and gacrux agree with the file, and gacrux with the standings."""
    lines = [one for one in data.decode().splitlines() if one.startswith("###")]
    kinds = {one.removeprefix("### ").partition(" @ ")[0] for one in lines}
    assert {"Adjournment", "MPA", "Rating correction"} <= kinds, lines
    assert event.t.fide_state is FideState.ON
    checked = check_file(data)
    assert {one.round_no for one in checked.pairs} <= {BY_HAND}, checked
    assert not checked.wrong_ranks
    file, _ = file_and_notes(read(data))
    gacrux = ReferenceEngine.read(GACRUX)
    for round_no in range(1, rounds + 1):
        before = before_round(file, round_no)
        theirs = {(one.white, one.black) for one in gacrux.pair(before).boards}
        cells = {
            (one.id, cell.opponent)
            for one in file.players
            if (cell := one.rounds[round_no - 1]).opponent and cell.colour == "w"
        }
        assert (theirs == cells) == (round_no != BY_HAND), round_no
    ranks = gacrux.ranks(as_counted(file))
    assert ranks == {one.id: one.rank for one in file.players}
    shown = [row.rank for row in standings_of(event.t).rows]
    assert sorted(ranks.values()) == shown
