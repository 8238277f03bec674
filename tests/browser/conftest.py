"""A real server and a real Chromium for the tests in this folder."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from api.app_server import AppServer, open_server
from api.role_server import ADMIN_KEY

from .visitors import PATIENCE_MS, Visitors

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=PATIENCE_MS)
# Nobody watches, and all pages are of one site: fewer processes do, each of which takes its time.
SPARING = ("--disable-gpu", "--disable-site-isolation-trials", "--renderer-process-limit=2")


def chromium_path() -> str:
    """The browser that `do.py test` would take."""
    spec = importlib.util.spec_from_file_location("do", ROOT / "do.py")
    assert spec
    assert spec.loader
    do = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(do)
    path = str(do.browser_there())
    assert path, do.NO_BROWSER
    return path


# Not for the whole session: while Playwright runs, no other test of the process can use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", *SPARING]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    """The server; tests make events of their own in it."""
    with open_server(f"sqlite:///{tmp_path_factory.mktemp('house') / 'fairpair.db'}") as found:
        yield found


@pytest.fixture
def visitors(
    browser: Browser, app_server: AppServer, request: pytest.FixtureRequest
) -> Iterator[Visitors]:
    """People with browsers; whatever goes wrong in one of them fails the test."""
    found = Visitors(browser, str(app_server.client.base_url).rstrip("/"))
    request.node.visitors = found
    yield found
    found.leave()
    assert found.unexpected() == []


@pytest.fixture
def admin() -> str:
    """The administrator's key."""
    return ADMIN_KEY


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Show what a failed test saw."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.when == "call" and report.failed and hasattr(item, "visitors"):
        for page in item.visitors.pages():
            try:
                text = page.locator("body").inner_text(timeout=1000)
            except Error as error:
                text = str(error)
            report.sections.append((f"page {page.url}", text[:6000]))
        report.sections.append(("troubles", "\n".join(item.visitors.unexpected())))
