"""Somebody who has just started the server, and knows nothing but what the pages say."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from timeouts import PATIENCE

from .api_setup import names
from .organiser import crown
from .visitors import Visitors


@pytest.fixture
def link(tmp_path: Path) -> Iterator[str]:
    """What a first `fairpair serve` prints for the administrator."""
    words = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'fairpair.db'}"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("FAIRPAIR_")}
    server = subprocess.Popen(
        [sys.executable, "-m", "fairpair", *words, "--log-level", "warning"],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )
    assert server.stdout
    lines = iter(server.stdout.readline, "")
    yield next(line.split()[-1] for line in lines if "/login/" in line)
    server.send_signal(signal.SIGTERM)
    server.wait(PATIENCE)
    server.stdout.close()


@pytest.fixture
def visitors(browser: Browser, link: str, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """The people at that server."""
    found = Visitors(browser, link.partition("/login/")[0])
    request.node.visitors = found
    yield found
    found.leave()
    assert found.unexpected() == []


def log_in(visitors: Visitors, link: str) -> Page:
    """The home page, after the button behind the link."""
    page = visitors.come()
    page.goto(link)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page


def test_from_nothing_to_a_champion(visitors: Visitors, link: str) -> None:
    page = log_in(visitors, link)
    page.get_by_role("link", name="Create the first tournament").click()
    page.get_by_label("Name", exact=True).fill("Kitchen Cup")
    page.get_by_label("Players, one per line").fill("\n".join(names(8)))
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name="Kitchen Cup")).to_be_visible()
    page.get_by_role("link", name="Open tournament desk").click()
    champion = crown(page, lambda table: "1-2" if table == 1 else "2-0")
    assert champion in names(8)

    # Everybody can see it, without a login.
    other = visitors.come()
    other.goto(visitors.url)
    other.get_by_role("link", name=re.compile("Kitchen Cup")).click()
    expect(other.get_by_text(champion).first).to_be_visible()


def test_the_sample_tournament_is_a_click_away(visitors: Visitors, link: str) -> None:
    page = log_in(visitors, link)
    page.goto("/new")
    page.get_by_role("button", name="Create a sample tournament with 16 players").click()
    page.get_by_role("link", name="Open tournament desk").click()
    expect(page.get_by_role("navigation", name="Desk")).to_contain_text("Players 16")


def test_a_bad_row_is_shown_before_anything_is_made(visitors: Visitors, link: str) -> None:
    page = log_in(visitors, link)
    page.goto("/new")
    page.get_by_label("Name", exact=True).fill("Cup")
    sheet = b"name,rating\nAna,2100\nBo,strong\n,1500\nCy,1900\n"
    page.get_by_label("Or upload a file").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": sheet}
    )
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("2 rows with problems", exact=True)).to_be_visible()
    page.get_by_label("Skip the 2 rows with problems").check()
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("with 2 players")).to_be_visible()
