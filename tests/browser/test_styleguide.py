"""The page with every component, for people who build pages."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from api.app_server import open_server
from fairpair.web.pages import STYLEGUIDE

from .visitors import Visitors


def test_every_component_is_accessible_in_both_themes(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STYLEGUIDE, "1")
    with open_server(f"sqlite:///{tmp_path}/guide.db") as found:
        visitors = Visitors(browser, str(found.client.base_url).rstrip("/"))
        page = visitors.come()
        page.goto("/styleguide")
        for theme in ("light", "dark"):
            part = page.get_by_role("region", name=theme)
            for component in PARTS:
                expect(part.locator(component).first).to_be_visible()
        grounds = page.locator("main [data-theme]").evaluate_all(
            "all => all.map(one => getComputedStyle(one).backgroundColor)"
        )
        assert len(set(grounds)) == 2
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []
        visitors.leave()
        assert visitors.unexpected() == []


PARTS = (
    *(".stepper", ".slip", ".seat", ".stand .detail", ".spark", ".toast", ".podium", ".tree"),
    *(".order", ".pill", ".chip", "button.primary", ".empty", ".disputed", "[aria-label^=Dialog]"),
)
"""What the design brief lists."""
