"""The forms of the pages: read as a browser reads them, sent as no browser would."""

from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qsl, urlencode, urlsplit

from . import values
from .page import Form, Page
from .routes import Target
from .wire import Header, Probe, send_probe
from .world import TargetServer, TargetTournament

BOUNDARIES = ("b", "-" * 70, "a b", "é", "x" * 300, "", '"q"', "a;b")
FILES = (
    "../../x",
    "..\\x",
    "/etc/passwd",
    "a\x00.csv",
    "",
    "x" * 5000,
    'a"b.csv',
    "CON",
    "é.trf",
    "a\r\nX: y",
)
CONTENTS = (
    b"",
    b"name,rating\nAna,1\nAna,1\n" * 30,
    b"PK\x03\x04" + b"\x00" * 60,
    b"\xff\xfe\x00\x01" * 50,
    b"012 Cup\n001    1      Ana\n",
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
    b"<?xml version='1.0'?><tournament><data/></tournament>",
    b'{"format": "fairpair-tournament", "version": 1}',
    b"[" * 50_000,
    b"a" * 1_100_000,
)


class Visitor:
    """Somebody on a page, with the cookie of a login, or without one."""

    def __init__(
        self,
        dice: Random,
        target_server: TargetServer,
        target_tournament: TargetTournament,
        who: str,
    ) -> None:
        self.dice, self.target_server, self.target_tournament, self.who = (
            dice,
            target_server,
            target_tournament,
            who,
        )
        shown = target_server.credentials(dice, who, target_tournament, cookie=True)
        self.headers: tuple[Header, ...] = (
            *shown,
            ("X-Forwarded-For", f"10.9.{dice.randint(0, 250)}.1"),
        )

    async def shots(self, target: Target, path: str) -> tuple[Probe, list[Probe]]:
        """Opens the page; what is then sent from it."""
        opened = Probe("crawl", "GET", path, self.headers, who=self.who, route=target.route)
        answer = await send_probe(self.target_server.address, opened)
        if answer is None or not answer.headers.get("content-type", "").startswith("text/html"):
            return opened, []
        page = Page(answer.content.decode("utf-8", "replace"))
        for link in page.links:
            self.target_server.surface.parameters.update(
                k for k, _ in parse_qsl(urlsplit(link).query)
            )
        forms = self.dice.sample(page.forms, min(len(page.forms), 3))
        return opened, [probe for form in forms for probe in self._sent(form)]

    def _sent(self, form: Form) -> Iterator[Probe]:
        dice = self.dice
        action = form.action or "/"
        data = self._filled(form)
        if form.buttons:
            name, value, elsewhere = dice.choice(form.buttons)
            action = elsewhere or action
            data += [(name, value)] if name else []
        route = f"{form.method} form"
        if form.method == "GET":
            yield Probe(
                "forms",
                "GET",
                f"{action}?{urlencode(data)}"[:60_000],
                self.headers,
                who=self.who,
                route=route,
            )
            return
        for _ in range(2 if dice.random() < 0.2 else 1):  # a double click is the same twice
            content, kind = self._body(data, upload=form.has_file)
            headers = (*self.headers, ("Content-Type", kind))
            yield Probe("forms", "POST", action, headers, content, self.who, route)

    def _filled(self, form: Form) -> list[tuple[str, str]]:
        """Most as it stands, some hostile, some missing, some twice, some of others."""
        dice, data = self.dice, list[tuple[str, str]]()
        spoil = dice.random() * 0.6
        for name, value in form.fields:
            roll = dice.random()
            keeps = name == "csrf" and dice.random() < 0.9
            if keeps or roll > spoil:
                chosen = form.choices.get(name)
                data.append((name, dice.choice(chosen) if chosen and roll < 0.8 else value))
            elif roll < spoil * 0.1:
                continue
            elif roll < spoil * 0.2:
                data += [(name, value), (name, values.plain(dice))]
            else:
                data.append((name, values.plain(dice)))
        if dice.random() < 0.1:
            data.append((values.plain(dice)[:100], values.plain(dice)))
        if dice.random() < 0.02:
            data += [(f"f{n}", "") for n in range(3000)]
        return data

    def _body(self, data: list[tuple[str, str]], *, upload: bool) -> tuple[bytes, str]:
        dice = self.dice
        if upload or dice.random() < 0.1:
            return self._multipart(data)
        content = urlencode(data).encode()
        match dice.randrange(16):
            case 0:
                content += b"&%ff=%fe&%zz&=&&;\xff\x00"
            case 1:
                return content, dice.choice(
                    ("text/plain", "application/json", "", "multipart/form-data")
                )
            case 2:
                return content, "application/x-www-form-urlencoded; charset=utf-16"
        return content, "application/x-www-form-urlencoded"

    def _multipart(self, data: list[tuple[str, str]]) -> tuple[bytes, str]:
        dice = self.dice
        boundary = "b0undary" if dice.random() < 0.8 else dice.choice(BOUNDARIES)
        file = dice.choice(FILES) if dice.random() < 0.7 else "list.csv"
        begin = f"--{boundary}\r\nContent-Disposition: form-data; name="
        parts = [f'{begin}"{name}"\r\n\r\n{value}\r\n'.encode() for name, value in data]
        for _ in range(2 if dice.random() < 0.1 else 1):
            head = f'{begin}"file"; filename="{file}"\r\n\r\n'
            parts.append(head.encode() + dice.choice(CONTENTS) + b"\r\n")
        content = b"".join(parts) + f"--{boundary}--\r\n".encode()
        match dice.randrange(10):
            case 0:
                content = content[: dice.randrange(len(content))]
            case 1:
                content = content.replace(b"\r\n", b"\n")
            case 2:
                content = b"garbage" + content + b"more"
            case 3:
                content = content.replace(b"form-data; name", b"attachment; nam")
        return content, f"multipart/form-data; boundary={boundary}"
