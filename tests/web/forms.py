"""A browser without scripts: it reads forms as they stand in a page, fills them in, sends them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx

from api.door import ADMIN_KEY, serving
from fairpair.app.access import Access, Role
from fairpair.app.key_texts import digest
from fairpair.app.service import Service
from fairpair.bootstrap import make_app, open_service, utc_now
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.tournament import Tournament


@dataclass
class Form:
    """A form with the values it has when nobody touches it."""

    action: str
    method: str
    id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and address of its own, if it has one, of each button."""
    words: str = ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select: tuple[str, list[tuple[str, bool]], str | None] | None = None
        self.loose: list[tuple[str, tuple[str, str]]] = []
        self.loose_buttons: list[tuple[str, tuple[str, str, str]]] = []
        self.text: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag in ("script", "style"):
            self._hidden += 1
        if tag == "form":
            self.open = Form(has.get("action", ""), has.get("method", "get"), has.get("id", ""))
            self.forms.append(self.open)
        elif tag == "input" and "name" in has and "disabled" not in has:
            self._input(has)
        elif tag == "select":
            self.select = (has.get("name", ""), [], has.get("form"))
        elif tag == "option" and self.select:
            self.select[1].append((has.get("value", ""), "selected" in has))
        elif tag == "button" and "disabled" not in has:
            button = (has.get("name", ""), has.get("value", ""), has.get("formaction", ""))
            if "form" in has:
                self.loose_buttons.append((has["form"], button))
            elif self.open:
                self.open.buttons.append(button)

    def _input(self, has: dict[str, str]) -> None:
        boxes = ("checkbox", "radio")
        if has.get("type") in boxes and "checked" not in has:
            return
        pair = (has["name"], has.get("value", "on" if has.get("type") in boxes else ""))
        if "form" in has:
            self.loose.append((has["form"], pair))
        elif self.open:
            self.open.fields.append(pair)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._hidden -= 1
        if tag == "form":
            self.open = None
        elif tag == "select" and self.select:
            name, options, _ = self.select
            if options and self.open:
                chosen = next((value for value, on in options if on), options[0][0])
                self.open.fields.append((name, chosen))
            self.select = None

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text.append(data)
            if self.open:
                self.open.words += data


@dataclass
class Seen:
    """A page as a person without scripts sees it."""

    answer: httpx.Response

    def __post_init__(self) -> None:
        reader = _Reader()
        reader.feed(self.answer.text)
        self.forms = reader.forms
        for owner, pair in reader.loose:
            for form in self.forms:
                if form.id == owner:
                    form.fields.append(pair)
        for owner, button in reader.loose_buttons:
            for form in self.forms:
                if form.id == owner:
                    form.buttons.append(button)
        self.text = " ".join("".join(reader.text).split())

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def path(self) -> str:
        return self.answer.url.path

    @property
    def html(self) -> str:
        return self.answer.text

    def form(self, ending: str, words: str = "") -> Form:
        """The first form whose address ends so, with these words in it."""
        for form in self.forms:
            if form.action.partition("?")[0].endswith(ending) and words in form.words:
                return form
        known = [form.action for form in self.forms]
        raise AssertionError(f"no form {ending} {words!r} on {self.path}: {known}\n{self.text}")

    def offers(self, ending: str) -> bool:
        return any(form.action.partition("?")[0].endswith(ending) for form in self.forms)


@dataclass
class Browser:
    """Somebody at a computer, without scripts."""

    service: Service
    access: Access
    client: httpx.Client
    here: TournamentId = TournamentId("")
    page: Seen = field(init=False)

    @property
    def t(self) -> Tournament:
        return self.service.journal(self.here).tournament

    @property
    def version(self) -> int:
        return self.service.journal(self.here).version

    def log_in(self, key: str) -> None:
        self.client.cookies.clear()
        self.open("/login")
        self.send("/login", key=key)

    def open(self, path: str, status: int = 200) -> Seen:
        self.page = Seen(self.client.get(path))
        assert self.page.status == status, self.page.text
        return self.page

    def send(
        self,
        ending: str,
        press: str = "",
        words: str = "",
        status: int = 200,
        picks: tuple[int, ...] = (),
        **typed: Any,
    ) -> Seen:
        """Fill in the form and press its first button, or the one with this value or address."""
        form = self.page.form(ending, words)
        names = {*typed, *(["pick"] if picks else [])}
        data = [(name, value) for name, value in form.fields if name not in names]
        data += [(name, str(value)) for name, value in typed.items()]
        data += [("pick", str(player)) for player in picks]
        action = form.action
        if press or form.buttons:
            name, value, elsewhere = self._button(form, press)
            action = elsewhere or action
            data += [(name, value)] if name else []
        sent: dict[str, list[str]] = {}
        for name, value in data:
            sent.setdefault(name, []).append(value)
        origin = str(self.client.base_url).rstrip("/")
        answer = self.client.post(action, data=sent, headers={"Origin": origin})
        self.page = Seen(answer)
        assert self.page.status == status, self.page.text
        return self.page

    @staticmethod
    def _button(form: Form, press: str) -> tuple[str, str, str]:
        for button in form.buttons:
            if not press or press == button[1] or button[2].endswith(press):
                return button
        raise AssertionError(f"no button {press} in {form}")

    # --- an event --------------------------------------------------------------------------------

    def begin(self, players: int | list[Any], preset: str | None = None, **config: Any) -> None:
        """A new event, by the API; the administrator is logged in."""
        headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
        body: dict[str, Any] = {"name": "Cup", "config": config}
        if preset:
            body["preset"] = preset
        made = self.client.post("/api/tournaments", json=body, headers=headers)
        assert made.status_code == 201, made.text
        self.here = TournamentId(made.json()["id"])
        names = (
            [f"Player {n}" for n in range(1, players + 1)] if isinstance(players, int) else players
        )
        entered = self.client.post(
            f"/api/tournaments/{self.here}/players",
            json={"players": [{"name": x} if isinstance(x, str) else x for x in names]},
            headers=headers,
        )
        assert entered.status_code == 201, entered.text
        self.log_in(ADMIN_KEY)

    def round(self, n: int, stage: int = 1, more: str = "", status: int = 200) -> Seen:
        return self.open(f"/desk/{self.here}/round/{stage}/{n}{more}", status)

    def result(self, table: int, text: str, status: int = 200) -> Seen:
        return self.send(f"/result/{table}", status=status, result=text)

    def results(self, text: str) -> None:
        """The same result at all tables of the page that miss one."""
        ref = max(ref for ref in self.t.rounds if self.t.rounds[ref].pending)
        for table in self.t.rounds[ref].pending:
            self.result(table, text)

    def key(self, role: Role, player: int | None = None) -> str:
        who = None if player is None else PlayerId(player)
        return self.access.make(role, self.here, who).key


@contextmanager
def browsing(address: str) -> Iterator[Browser]:
    """A real server, and a browser that has its front page open."""
    service = open_service(address)
    access = Access(service.store.keys, utc_now, digest(ADMIN_KEY))
    with (
        serving(make_app(service, access)) as url,
        httpx.Client(base_url=url, timeout=60, follow_redirects=True) as client,
    ):
        yield Browser(service, access, client)
    service.close()
