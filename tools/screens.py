"""Makes the pictures of all pages in docs/screens: on a desktop and a phone, light and dark.

`python3 do.py screens` starts a server on a temporary file, plays seven events in it, always the
same, and opens every page in Chromium. Words after it choose pages by the beginning of their names:
`python3 do.py screens desk-round public`. `--into FOLDER` writes elsewhere.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from api.app_server import AppServer, open_server
from browser import page_list
from browser.api_setup import Event, create_event, names
from browser.conftest import chromium_path
from browser.page_list import Place
from fairpair.http.reach import Listener
from fairpair.web.pages import STYLEGUIDE
from fairpair.web.site import THEME

TARGET = Path(__file__).parent.parent / "docs" / "screens"
HIGHEST = 1000
"""A longer page is cut: what is below looks like what is above."""
QUALITY = 50
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
PROJECTOR = ViewportSize(width=1920, height=1080)
Look = tuple[str, ViewportSize, Literal["light", "dark"]]
LOOKS: list[Look] = [
    ("", DESKTOP, "light"),
    ("-dark", DESKTOP, "dark"),
    ("-phone", PHONE, "light"),
    ("-phone-dark", PHONE, "dark"),
]
PUBLIC_URL = "http://swiss.example.org"
"""What links and codes begin with: one of this computer would come with a warning."""
ON_A_PROJECTOR: list[Look] = [("", PROJECTOR, "light"), ("-dark", PROJECTOR, "dark")]
CHESS = {
    *("desk-round", "desk-players", "public-round", "public-standings", "public-crosstable"),
    *("public-screen", "public-statistics", "own"),
    *("public-info", "public-players", "public-why", "public-why-round", "public-locked"),
    *("desk-why", "desk-rank"),
}
"""The pages that show more of a chess event than of the other one."""


def infinity(app_server: AppServer) -> Event:
    """Twenty players of Infinity, half of the first round in."""
    event = create_event(app_server, "Corvus Satellite", "infinity", rounds=3)
    event.enter(names(20))
    event.post("/start")
    for table in range(1, 6):
        scores = [{"op": 10 - table, "vp": 200, "ap": 150}, {"op": table, "vp": 120, "ap": 90}]
        event.put(f"/pairings/1-1-{table}/result", {"scores": scores})
    return event


def hall(app_server: AppServer) -> Event:
    """A hundred tables of Magic in the second of five rounds, some results in."""
    event = create_event(app_server, "Regional Championship", "mtg_standard", rounds=5)
    event.enter(names(200))
    event.play_round(1, 1)
    event.post("/rounds/2/generate", {})
    event.results(2, most=20)
    event.put("/rounds/2/clock", {"running": True, "minutes": 50})
    return event


def before_publishing(app_server: AppServer) -> Event:
    """Chess with the pairings of the second round not published."""
    event = create_event(app_server, "Club Evening", "fide_dutch", rounds=5)
    titled = [{"name": one, "rating": 2300 - 41 * n} for n, one in enumerate(names(16))]
    event.enter([{**one, "title": "FM"} if n < 4 else one for n, one in enumerate(titled)])
    event.play_round(1, 1)
    event.post("/rounds/2/generate", {"draft": True})
    return event


def more_places(app_server: AppServer, league: Event, ended: Event) -> list[Place]:
    """Other states of some pages."""
    scored, large, draft = infinity(app_server), hall(app_server), before_publishing(app_server)
    screens = {"tables": "", "by-name": "?by=name", "clock": "?show=clock"}
    return [
        Place("desk-round-infinity", f"{scored.desk}/round/1/1", scored.key),
        Place("desk-round-magic", f"{large.desk}/round/1/2", large.key),
        Place("desk-round-refused", f"{large.desk}/round/1/2", large.key),
        Place("desk-draft-swapped", f"{draft.desk}/round/1/2", draft.key),
        Place("desk-team", f"{league.desk}/players/1", league.key),
        Place("public-team", f"{league.public}/players/1"),
        Place("public-standings-opened", f"{draft.public}/standings"),
        *(Place(f"public-screen-{n}", f"{large.public}/screen{q}") for n, q in screens.items()),
        Place("public-screen-bracket", f"{ended.public}/screen?show=bracket"),
        Place("styleguide", "/styleguide"),
    ]


def _swap(page: Page) -> None:
    for at in (0, 3):
        page.locator(".draft .seat").nth(at).click()
    page.locator(".diff del").first.wait_for()


def _refuse(page: Page) -> None:
    page.get_by_label("Table", exact=True).fill("999")
    page.get_by_label("Result", exact=True).fill("2-1")
    page.keyboard.press("Enter")
    page.locator("#slip-who.no").wait_for()


def _open_row(page: Page) -> None:
    page.locator("[data-unfold]").nth(1).click()
    page.locator(".detail").wait_for()


ACTS: Mapping[str, Callable[[Page], None]] = {
    "desk-draft-swapped": _swap,
    "desk-round-refused": _refuse,
    "public-standings-opened": _open_row,
}
"""What is done on a page before its picture is taken."""


def places(app_server: AppServer) -> list[Place]:
    """Every page once, from the event that shows most on it."""
    magic = page_list.everywhere(page_list.with_cut(app_server, names(31), "Friday Magic"))
    chess = {
        one.name: one
        for one in page_list.everywhere(page_list.chess(app_server, names(26), "City Open"))
    }
    teams = page_list.teams(app_server, "Team League")
    league = {one.name: one for one in page_list.desk(teams)}
    draft = replace(league["desk-round"], name="desk-draft")
    shown = [chess[one.name] if one.name in CHESS else one for one in magic]
    ended = page_list.finished(app_server, names(24), "Harbour Regional")
    others = more_places(app_server, teams, ended)
    return [*page_list.front(), *shown, draft, *page_list.ending(ended), *others]


def shoot(page: Page, path: Path) -> None:
    """One picture of the page, from its top; WebP is a third of what PNG needs."""
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    size = page.viewport_size
    assert size
    page.set_viewport_size(
        {"width": size["width"], "height": min(max(height, 400), max(HIGHEST, size["height"]))}
    )
    page.evaluate("document.activeElement.blur()")
    session = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY}
    taken = session.send("Page.captureScreenshot", asked)
    path.write_bytes(base64.b64decode(taken["data"]))


def pictures(browser: Browser, url: str, place: Place, folder: Path) -> Iterator[Path]:
    """The page in all looks."""
    looks = ON_A_PROJECTOR if place.name.startswith("public-screen") else LOOKS
    for look, size, theme in looks:
        context = browser.new_context(
            base_url=url,
            viewport=size,
            color_scheme=theme,
            reduced_motion="reduce",
            locale="en-GB",
        )
        # The big screen is dark unless somebody chose otherwise.
        context.add_cookies([{"name": THEME, "value": theme, "url": url}])
        if place.key:
            assert context.request.post("/api/login", data={"key": place.key}).ok
        page = context.new_page()
        answer = page.goto(place.path)
        assert answer
        assert answer.status == place.status, f"{place.path}: {answer.status}"
        if place.name in ACTS:
            ACTS[place.name](page)
        path = folder / f"{place.name}{look}.webp"
        shoot(page, path)
        context.close()
        yield path


def main(args: list[str]) -> int:
    """Make those that are wanted."""
    folder = TARGET
    if "--into" in args:
        at = args.index("--into")
        folder, args = Path(args[at + 1]), args[:at] + args[at + 2 :]
    folder.mkdir(parents=True, exist_ok=True)
    if folder == TARGET and not args:
        for old in folder.glob("*.webp"):
            old.unlink()
    total = 0
    os.environ[STYLEGUIDE] = "yes"
    with (
        tempfile.TemporaryDirectory() as temporary,
        open_server(
            f"sqlite:///{temporary}/screens.db", Listener(public_url=PUBLIC_URL)
        ) as app_server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        url = str(app_server.client.base_url).rstrip("/")
        for place in places(app_server):
            if not args or place.name.startswith(tuple(args)):
                for path in pictures(browser, url, place, folder):
                    total += path.stat().st_size
                    print(f"{path.stat().st_size / 1024:6.0f} KiB  {path.name}", flush=True)
        browser.close()
    print(f"{total / 1024 / 1024:.1f} MiB in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
