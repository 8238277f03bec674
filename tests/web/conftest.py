"""Browsers for the tests of the pages."""

from collections.abc import Iterator

import pytest

from .browser import Browser, browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A server for the tests of one file; each of them makes tournaments of its own."""
    with browser(f"sqlite:///{tmp_path_factory.mktemp('web') / 't.db'}") as found:
        yield found


@pytest.fixture
def admin(served: Browser) -> Browser:
    """The administrator, logged in."""
    served.log_in()
    return served
