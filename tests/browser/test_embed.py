"""Pages of other sites show parts of a tournament, which update by themselves."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from api.app_server import AppServer
from timeouts import PATIENCE, wait_until

from .api_setup import Event, create_event, unique
from .visitors import Visitors

NAMES = ["Ana", "Bo", "Cy", "Di"]


class OtherSite:
    """A web site on another port, with one page."""

    def __init__(self) -> None:
        self.body = ""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                content = f"<!doctype html><title>Our club</title><body>{site.body}".encode()
                self.send_response(200 if self.path == "/" else 204)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(content if self.path == "/" else b"")

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self._thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._thread.join(PATIENCE)


@pytest.fixture
def site(visitors: Visitors) -> Iterator[OtherSite]:
    found = OtherSite()
    visitors.expect(found.url)
    yield found
    found.close()


@pytest.fixture
def event(app_server: AppServer) -> Event:
    made = create_event(app_server, unique("Friday"), "mtg_standard", rounds=3)
    made.enter(NAMES)
    made.post("/start")
    return made


def height_of(page: Page) -> int:
    return int(page.locator("iframe").evaluate("frame => frame.clientHeight"))


def test_a_line_copied_from_the_desk_shows_standings_that_update(
    event: Event, visitors: Visitors, site: OtherSite
) -> None:
    organiser = visitors.come(event.key)
    organiser.goto(f"{event.desk}/files")
    site.body = organiser.locator("#embed-standings").inner_text()
    page = visitors.come()
    page.goto(f"{site.url}/")
    frame = page.frame_locator("iframe")
    for name in NAMES:
        expect(frame.get_by_role("link", name=name, exact=True)).to_be_visible()
    winner = event.t.rounds[min(event.t.rounds)].pairings[1].seats[0]
    event.put("/pairings/1-1-1/result", {"games": [2, 0]})
    expect(frame.locator(f"#p{winner} .points")).to_have_text("3")
    # The frame is as high as what it shows, and says what that is.
    expect(page.locator("iframe")).to_have_attribute("title", f"Standings - {event.t.name}")
    inner = "document.querySelector('.wrap').offsetHeight"
    wait_until(lambda: height_of(page) == page.frames[1].evaluate(inner))
    before = height_of(page)
    event.enter(["Ed", "Flo", "Gus", "Hal"])
    expect(frame.get_by_role("link", name="Hal", exact=True)).to_be_visible()
    wait_until(lambda: height_of(page) > before)


def test_a_plain_frame_shows_pairings_that_update(
    event: Event, visitors: Visitors, site: OtherSite
) -> None:
    site.body = f'<iframe src="{visitors.url}{event.public}/embed/pairings" title="Now"></iframe>'
    page = visitors.come()
    page.goto(f"{site.url}/")
    frame = page.frame_locator("iframe")
    for name in NAMES:
        expect(frame.locator("#list")).to_contain_text(name)
    event.put("/pairings/1-1-1/result", {"games": [2, 0]})
    expect(frame.locator("#t1 .outcome")).to_contain_text("2")


def test_a_link_in_a_frame_opens_a_page_of_its_own(
    event: Event, visitors: Visitors, site: OtherSite
) -> None:
    site.body = (
        f'<script src="{visitors.url}/static/widget.js" data-tournament="{event.here}"'
        ' data-show="pairings" data-theme="dark" async></script>'
    )
    page = visitors.come(color_scheme="light")
    page.goto(f"{site.url}/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    with page.context.expect_page() as opened:
        frame.locator("a.player", has_text="Ana").click()
    expect(opened.value.get_by_role("heading", name="Ana")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(1)


def test_the_desk_is_shown_in_no_frame(event: Event, visitors: Visitors, site: OtherSite) -> None:
    site.body = f'<iframe src="{visitors.url}{event.desk}" title="Desk"></iframe>'
    visitors.expect("frame-ancestors", "Refused to frame", "Framing")
    page = visitors.come()
    page.goto(f"{site.url}/")
    expect(page.frame_locator("iframe").locator("main")).to_have_count(0)
