"""Visitors: a browser of their own each, and nothing that goes wrong in it is overlooked."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    ViewportSize,
    WebError,
)

from timeouts import PATIENCE

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)
PATIENCE_MS = 1000 * PATIENCE
"""A page may be slow on a busy machine; nothing is proved by how long it takes."""

_LOUD = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`))"""
_OTHERWISE_TOLD = re.compile(r"^Failed to load resource")


@dataclass
class Visitors:
    """Opens browsers' windows and remembers all that went wrong in any of them."""

    browser: Browser
    url: str
    troubles: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    _expected: list[str] = field(default_factory=list)

    def come(self, key: str = "", size: ViewportSize = DESKTOP, **how: Any) -> Page:
        """Somebody opens a browser, logged in with this key if there is one."""
        how.setdefault("locale", "en-GB")
        context = self.browser.new_context(base_url=self.url, viewport=size, **how)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_LOUD)
        context.on("console", self._console)
        context.on("weberror", self._weberror)
        context.on("request", self._request)
        context.on("response", self._response)
        self.contexts.append(context)
        if key:
            answer = context.request.post("/api/login", data={"key": key})
            assert answer.ok, answer.text()
        return context.new_page()

    def expect(self, *parts: str) -> None:
        """Trouble with one of these words in it is part of the test."""
        self._expected += parts

    def unexpected(self) -> list[str]:
        """What went wrong."""
        return [one for one in self.troubles if not any(part in one for part in self._expected)]

    def leave(self) -> None:
        """All close their browsers."""
        for context in self.contexts:
            with suppress(Error):
                context.close()

    def pages(self) -> Iterable[Page]:
        """All windows that are open."""
        return [page for context in self.contexts for page in context.pages]

    # What can go wrong

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium also complains about every answer from 400 on: those are judged below.
        if message.type in ("error", "warning") and not _OTHERWISE_TOLD.match(message.text):
            self.troubles.append(f"{message.type}: {message.text}")

    def _weberror(self, error: WebError) -> None:
        self.troubles.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme != "data" and not request.url.startswith(self.url + "/"):
            self.troubles.append(f"foreign: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            method, path = response.request.method, urlsplit(response.url).path
            self.troubles.append(f"answer {response.status}: {method} {path}")
