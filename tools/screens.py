"""Makes the pictures of all pages in docs/screens: on a desktop, on a phone, and in the dark.

`python3 do.py screens` starts a server on a temporary file, plays three events in it and opens
every page in Chromium. Words after it choose pages by the beginning of their names:
`python3 do.py screens desk-round public`. `--into FOLDER` writes elsewhere.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from api.app_server import AppServer, open_server
from browser import page_list
from browser.api_setup import names
from browser.conftest import chromium_path
from browser.page_list import Place

TARGET = Path(__file__).parent.parent / "docs" / "screens"
HIGHEST = 1000
"""A longer page is cut: what is below looks like what is above."""
QUALITY = 60
LOOKS: dict[str, tuple[ViewportSize, Literal["light", "dark"]]] = {
    "": (ViewportSize(width=1280, height=800), "light"),
    "-phone": (ViewportSize(width=390, height=844), "light"),
    "-dark": (ViewportSize(width=1280, height=800), "dark"),
}
CHESS = {
    *("desk-round", "desk-players", "public-round", "public-standings", "public-crosstable"),
    *("public-screen", "public-statistics", "own"),
}
"""The pages that show more of a chess event than of the other one."""


def places(app_server: AppServer) -> list[Place]:
    """Every page once, from the event that shows most on it."""
    magic = page_list.everywhere(page_list.with_cut(app_server, names(31), "Friday Magic"))
    chess = {
        one.name: one
        for one in page_list.everywhere(page_list.chess(app_server, names(26), "City Open"))
    }
    league = {one.name: one for one in page_list.desk(page_list.teams(app_server, "Team League"))}
    draft = replace(league["desk-round"], name="desk-draft")
    shown = [chess[one.name] if one.name in CHESS else one for one in magic]
    return [*page_list.front(), *shown, draft]


def shoot(page: Page, path: Path) -> None:
    """One picture of the page, from its top; WebP is a third of what PNG needs."""
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"], "height": min(max(height, 400), HIGHEST)})
    page.evaluate("document.activeElement.blur()")
    session = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY}
    taken = session.send("Page.captureScreenshot", asked)
    path.write_bytes(base64.b64decode(taken["data"]))


def pictures(browser: Browser, url: str, place: Place, folder: Path) -> Iterator[Path]:
    """The page in all looks."""
    for look, (size, theme) in LOOKS.items():
        context = browser.new_context(
            base_url=url,
            viewport=size,
            color_scheme=theme,
            reduced_motion="reduce",
            locale="en-GB",
        )
        if place.key:
            assert context.request.post("/api/login", data={"key": place.key}).ok
        page = context.new_page()
        answer = page.goto(place.path)
        assert answer
        assert answer.ok, f"{place.path}: {answer.status}"
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
    with (
        tempfile.TemporaryDirectory() as temporary,
        open_server(f"sqlite:///{temporary}/screens.db") as app_server,
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
