"""Somebody with a browser that knows forms and cookies, and no scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from api.app_server import AppServer, open_server
from api.role_server import ADMIN_KEY

from .pages import Form, Page


@dataclass
class Browser(AppServer):
    """Opens pages and sends forms; `page` is the one that is open, `here` the last event begun.

    What other programs do meanwhile goes past the pages, by the API (`post`, `put`).
    """

    page: Page = field(init=False)

    def log_in(self, key: str = ADMIN_KEY) -> None:
        self.leave()
        self.open("/login")
        self.send("/login", key=key)

    def leave(self) -> None:
        """Nobody is logged in any more."""
        self.client.cookies.clear()

    def open(self, path: str, status: int = 200) -> Page:
        return self._shown(self.client.get(path, follow_redirects=True), status)

    def desk(self, path: str = "", status: int = 200) -> Page:
        """A page of the desk of this event."""
        return self.open(f"/desk/{self.here}{path}", status)

    def send(
        self,
        form: Form | str,
        status: int = 200,
        *,
        press: str = "",
        words: str = "",
        files: Any = None,
        **typed: Any,
    ) -> Page:
        """Fill it in, press its first button or the one said, and follow where it leads.

        It is a form, or how the address of one on the open page ends, with these words in it.
        """
        answer = self._post(form, press, words, files, typed)
        if answer.has_redirect_location:
            answer = self.client.get(answer.headers["Location"], follow_redirects=True)
        return self._shown(answer, status)

    def leads_to(self, form: Form, **typed: Any) -> str:
        """Send it; the address it leads to, which need not be there."""
        answer = self._post(form, "", "", None, typed)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])

    def _post(
        self, form: Form | str, press: str, words: str, files: Any, typed: dict[str, Any]
    ) -> httpx.Response:
        form = self.page.form(form, words) if isinstance(form, str) else form
        data, action = form.filled(**typed), form.action
        if press or (form.buttons and not {name for name, _, _ in form.buttons} & set(typed)):
            name, value, elsewhere = form.button(press)
            action = elsewhere or action
            data |= {name: value} if name else {}
        return self.client.post(action, data=data, files=files, headers={"Origin": self.origin})

    def _shown(self, answer: httpx.Response, status: int) -> Page:
        self.page = Page(answer)
        assert self.page.status == status, self.page.text
        return self.page

    @property
    def origin(self) -> str:
        """The address that our own pages come from."""
        return str(self.client.base_url).rstrip("/")

    @property
    def tournaments(self) -> list[str]:
        """The ids of all there are."""
        return list(self.service.store.tournaments())

    def create(self, name: str = "Cup", players: str = "Ana\nBo\nCy\nDi", **typed: Any) -> str:
        """A tournament made with the form; its id."""
        self.open("/new")
        return self.made(self.send("/new", name=name, players=players, do="create", **typed))

    def made(self, page: Page) -> str:
        """The id of the tournament that this page says was just made; we are there then."""
        found = re.search(r'id="to-desk" href="/desk/([a-z0-9-]+)"', page.html)
        assert found, page.text
        self.base, self.key = f"/api/tournaments/{found[1]}", ADMIN_KEY
        return found[1]

    # --- rounds ----------------------------------------------------------------------------------

    def round(self, n: int, stage: int = 1, more: str = "") -> Page:
        return self.desk(f"/round/{stage}/{n}{more}")

    def result(self, table: int, text: str, status: int = 200) -> Page:
        return self.send(f"/result/{table}", status, result=text)

    def results(self, text: str) -> None:
        """The same result at all tables of the page that miss one."""
        ref = max(ref for ref in self.t.rounds if self.t.rounds[ref].pending)
        for table in self.t.rounds[ref].pending:
            self.result(table, text)


def crowd(count: int) -> list[str]:
    return [f"Player {n}" for n in range(1, count + 1)]


@contextmanager
def browser(address: str) -> Iterator[Browser]:
    """A real server, and somebody who is not logged in."""
    with open_server(address) as app_server:
        shared = (app_server.service, app_server.access, app_server.client)
        yield Browser(*shared, imports=app_server.imports)
