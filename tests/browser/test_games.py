"""Other games than Magic: chess by the FIDE rules from a file, and teams with boards."""

import re

from playwright.sync_api import expect

from api.app_server import AppServer

from .api_setup import Event, create_event, names, unique
from .organiser import crown, press, step, take_step, type_results, unfold
from .visitors import PHONE, Visitors


def trf(players: int, rounds: int) -> bytes:
    """A report file of an event that has not begun."""
    lines = [f"012 {unique('Masters')}", f"142 {rounds}", "152 W"]
    for number, name in enumerate(names(players), 1):
        first, last = name.split()
        rating, fide = 2500 - 13 * number, 1_000_000 + number
        start = f"001 {number:4} m      {f'{last}, {first}':33} {rating:4} GER {fide:11}"
        lines.append(f"{start}{'':10}  0.0 {number:4}")
    return "\n".join(lines).encode()


def test_nine_rounds_of_chess_from_a_file(
    app_server: AppServer, visitors: Visitors, admin: str
) -> None:
    page = visitors.come(admin)
    page.goto("/new")
    page.get_by_role("radio", name=re.compile("FIDE .Dutch")).check()
    page.get_by_label("Or upload a file").set_input_files(
        {"name": "masters.trf", "mimeType": "text/plain", "buffer": trf(20, 9)}
    )
    unfold(page, "Rounds and knockout")
    page.get_by_label("Rounds", exact=True).fill("9")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("20 rows OK")).to_be_visible()
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_role("link", name="Open tournament desk").click()
    event = Event(app_server.service, app_server.access, app_server.client, admin)
    event.base = f"/api/tournaments/{page.url.rpartition('/')[2]}"

    # Two rounds by hand: the draft shows colours, results are one key each.
    for round_no in (1, 2):
        expect(step(page)).to_have_text(re.compile(f"air Round {round_no}$"))
        take_step(page)
        expect(page.locator("#tables thead")).to_contain_text("White")
        take_step(page)
        type_results(page, lambda table: "10="[table % 3])
    for round_no in range(3, 9):
        event.play_round(1, round_no)
    event.post("/rounds/9/generate", {})
    page.goto(f"{event.desk}/round/1/9")
    champion = crown(page, lambda table: "10="[table % 3])
    assert re.fullmatch(r"\S+, \S+", champion)

    guest = visitors.come()
    guest.goto(f"{event.public}/crosstable")
    expect(guest.locator("main tbody tr")).to_have_count(20)
    guest.goto(f"{event.public}/standings")
    expect(guest.locator("main tbody tr").first).to_contain_text(champion)


def test_a_team_event_with_boards(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("League"), "team_chess", rounds=3, boards=2)
    page = visitors.come(event.key)
    page.goto(f"{event.desk}/players")
    unfold(page, "Add several")
    teams = "Rooks: Ana Lima, Bo Chen\nKnights: Cy Diaz, Di Evans\nPawns: Ed Fox, Flo Gray"
    page.get_by_label("Teams, one per line").fill(f"{teams}\nKings: Gus Hill, Hal Ives")
    press(page, page.get_by_role("button", name="Add teams"))
    expect(page.get_by_role("navigation", name="Desk")).to_contain_text("4")
    page.goto(event.desk)
    take_step(page)
    take_step(page)

    # One field for each board: a win and a draw make 1.5 to 0.5.
    for table in (1, 2):
        row = page.locator(f"#t{table}")
        row.get_by_label(re.compile("board 1")).fill("1")
        row.get_by_label(re.compile("board 2")).fill("=")
        page.keyboard.press("Enter")
        expect(row).not_to_have_class(re.compile("missing|saving"))
    expect(step(page)).to_have_text("Pair Round 2")  # it is complete by itself
    phone = visitors.come(size=PHONE)
    phone.goto(f"{event.public}/round/1/1")
    expect(phone.locator("main")).to_contain_text("Rooks")
    phone.goto(f"{event.public}/players/1")
    expect(phone.locator("main")).to_contain_text("Ana Lima")


def test_a_row_of_the_standings_unfolds(app_server: AppServer, visitors: Visitors) -> None:
    event = create_event(app_server, unique("Open"), "fide_dutch", rounds=3)
    event.enter([{"name": f"Player {n}", "rating": 2000 - n} for n in range(1, 9)])
    event.play_round(1, 1)
    event.post("/rounds/2/generate", {})
    event.results(2, most=1)
    for address, size in ((f"{event.public}/standings", PHONE), (f"{event.desk}/standings", None)):
        page = visitors.come(event.key, **({"size": size} if size else {}))
        page.goto(address)
        link = page.locator("#p3 [data-unfold]")
        link.click()
        expect(link).to_have_attribute("aria-expanded", "true")
        detail = page.locator("#p3 + tr.detail")
        expect(detail.locator(".games li")).to_have_count(len(event.t.published_rounds))
        expect(detail.locator(".because")).to_contain_text("Player 3")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        # An update leaves it open; another press closes it.
        event.put(f"/pairings/1-2-{3 if size else 4}/result", {"result": "1-0"})
        expect(page.locator("body")).to_have_attribute("data-version", str(event.version))
        expect(detail).to_be_visible()
        page.locator("#p3 .points").click()
        expect(detail).to_have_count(0)
    plain = visitors.come(java_script_enabled=False)
    plain.goto(f"{event.public}/standings")
    plain.locator("#p3 [data-unfold]").click()
    expect(plain.locator("h1")).to_contain_text("Why rank")
    expect(plain.locator(".games li").first).to_be_visible()
