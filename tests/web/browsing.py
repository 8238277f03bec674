"""Somebody with a browser that knows forms and cookies, and no scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

from api.door import ADMIN_KEY, serving
from fairpair.app.access import Access
from fairpair.app.key_texts import digest
from fairpair.app.service import Service
from fairpair.bootstrap import make_app, open_service, utc_now
from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament


@dataclass
class Form:
    """A form on a page: where it goes, and its fields with what stands in them."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def filled(self, **typed: Any) -> dict[str, Any]:
        """What is sent when these fields are filled in; None leaves a field out."""
        found: dict[str, Any] = {}
        for name, value in self.fields:
            before = found.get(name)
            found[name] = value if before is None else [*_listed(before), value]
        found |= typed
        return {name: value for name, value in found.items() if value is not None}


@dataclass
class Page:
    """What came back."""

    answer: httpx.Response

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def html(self) -> str:
        return self.answer.text

    @property
    def text(self) -> str:
        """What people read, with single spaces."""
        reader = _Text()
        reader.feed(self.html)
        return re.sub(r"\s+", " ", " ".join(reader.parts)).strip()

    @property
    def forms(self) -> list[Form]:
        reader = _Forms()
        reader.feed(self.html)
        return reader.forms

    def form(self, to: str, **having: str) -> Form:
        """The form that goes there, with these values in its fields."""
        for one in self.forms:
            values = dict(one.fields)
            if one.action.endswith(to) and all(values.get(k) == v for k, v in having.items()):
                return one
        raise AssertionError(f"no form {to} {having} in {[f.action for f in self.forms]}")


@dataclass
class Browser:
    """Opens pages and sends forms; `key` is shown with the login."""

    service: Service
    access: Access
    client: httpx.Client

    def log_in(self, key: str = ADMIN_KEY) -> None:
        self.client.cookies.clear()
        answer = self.client.post("/login", data={"key": key})
        assert answer.status_code == 303, answer.text

    def open(self, path: str, status: int = 200) -> Page:
        answer = self.client.get(path)
        while answer.status_code == 303:
            answer = self.client.get(answer.headers["Location"])
        assert answer.status_code == status, Page(answer).text
        return Page(answer)

    def send(self, form: Form, status: int = 200, files: Any = None, **typed: Any) -> Page:
        """Send it and follow where it leads."""
        answer = self.client.post(form.action, data=form.filled(**typed), files=files)
        while answer.status_code == 303:
            answer = self.client.get(answer.headers["Location"])
        assert answer.status_code == status, Page(answer).text
        return Page(answer)

    def leads_to(self, form: Form, **typed: Any) -> str:
        """Send it; the address it leads to, which need not be there."""
        answer = self.client.post(form.action, data=form.filled(**typed))
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])

    @property
    def tournaments(self) -> list[str]:
        """The ids of all there are."""
        return list(self.service.store.tournaments())

    def t(self, tournament: str) -> Tournament:
        return self.service.journal(TournamentId(tournament)).tournament

    def begin(self, name: str = "Cup", players: str = "Ana\nBo\nCy\nDi", **typed: Any) -> str:
        """A tournament made with the form; its id."""
        page = self.open("/new")
        return made_id(
            self.send(page.form("/new"), name=name, players=players, do="create", **typed)
        )


@contextmanager
def browser(address: str) -> Iterator[Browser]:
    service = open_service(address)
    access = Access(service.store.keys, utc_now, digest(ADMIN_KEY))
    with serving(make_app(service, access)) as url, httpx.Client(base_url=url, timeout=60) as c:
        yield Browser(service, access, c)
    service.close()


def made_id(page: Page) -> str:
    """The id of the tournament that was just made."""
    found = re.search(r'id="to-desk" href="/desk/([a-z0-9-]+)"', page.html)
    assert found, page.text
    return found[1]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._area: str | None = None
        self._select: str | None = None
        self._chosen: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(has.get("action", "")))
            return
        if not self.forms:
            return
        fields = self.forms[-1].fields
        name = has.get("name", "")
        if tag == "input" and name and "disabled" not in has:
            ticked = has.get("type") not in ("checkbox", "radio") or "checked" in has
            if ticked and has.get("type") != "file":
                fields.append((name, has.get("value", "")))
        elif tag == "textarea" and name:
            self._area = name
            fields.append((name, ""))
        elif tag == "select" and name and "disabled" not in has:
            self._select, self._chosen = name, None
        elif tag == "option" and self._select and (self._chosen is None or "selected" in has):
            self._chosen = has.get("value", "")
        elif tag == "button":
            self.forms[-1].buttons.append((name, has.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None
        elif tag == "select" and self._select:
            self.forms[-1].fields.append((self._select, self._chosen or ""))
            self._select = None

    def handle_data(self, data: str) -> None:
        if self._area:
            name, before = self.forms[-1].fields[-1]
            self.forms[-1].fields[-1] = (name, before + data)
