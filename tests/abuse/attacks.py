"""Requests that are HTTP, with everything in them that should not be."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from . import values
from .routes import Target
from .wire import Header, Shot
from .world import PEOPLE, Hall, World

SAFE = re.compile(r"\{(\w+)(?::\w+)?\}")
PATHS = (
    *(
        "..",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e%2f",
        "..%5c..%5cx",
        "..%252f",
        "%00",
        "a%00.pdf",
        "\\..\\",
    ),
    *(
        "//",
        "/etc/passwd",
        "%ff%fe",
        "%c0%ae%c0%ae/",
        "%ed%a0%80",
        "%0d%0aX-Evil:%201",
        "%",
        "%zz",
        ".",
    ),
    *(
        "0",
        "-1",
        "1.0",
        "1e3",
        "%d9%a3",
        "%201%20",
        "1_000",
        "9" * 30,
        "9" * 5000,
        "NaN",
        "x" * 3000,
    ),
    *("%3Cscript%3E", "'", "%22", "1;2", "1?x", "1%23", "a" * 80, "A", "-", "import", "{x}", "*"),
)
METHODS = (
    "HEAD",
    "OPTIONS",
    "TRACE",
    "PUT",
    "DELETE",
    "PATCH",
    "POST",
    "GET",
    "CONNECT",
    "PROPFIND",
    "get",
    "X" * 300,
)
TYPES = (
    *("", "text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded"),
    *(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/xml",
        "*/*",
        "\xff",
        "a" * 4000,
    ),
    *(
        "application/JSON",
        "application/problem+json",
        "application/octet-stream",
        'application/json; x="',
    ),
)
HEADERS: tuple[Header, ...] = (
    *(
        ("If-Match", x)
        for x in ('"1"', '"999999999999999"', '"' + "9" * 400 + '"', "W/", "*", '"1", "2"', "\xff")
    ),
    *(("If-None-Match", x) for x in ("*", '"1"', 'W/"1-x"', '"' * 999, ",,,,", "\xff")),
    *(
        ("Idempotency-Key", x)
        for x in ("", "a", "k" * 200, "k" * 201, "é\t", "\u202e", "\x7f", "player-1-x", "'")
    ),
    *(("Last-Event-ID", x) for x in ("-1", "x", "9" * 400, "", "\xff")),
    *(
        ("Accept-Language", x)
        for x in ("de", "xx-YY;q=9", "*;q=NaN", ",;=", "de;q=" + "9" * 999, "a-" * 2000)
    ),
    *(
        ("Accept-Encoding", x)
        for x in ("gzip;q=0", "identity;q=0, *;q=0", "br", "gzip, gzip", "\xff")
    ),
    *(("Accept", x) for x in ("text/html", "image/x", "\xff", "")),
    *(
        ("Range", x)
        for x in (
            "bytes=0-0",
            "bytes=-1",
            "bytes=9-1",
            "bytes=" + "0-1," * 500,
            "x=1",
            "bytes=0-" + "9" * 40,
        )
    ),
    *(
        ("Origin", x)
        for x in ("null", "https://evil.example", "http://[::1", "http://a:99999", "\xff", "")
    ),
    *(("Sec-Fetch-Site", x) for x in ("cross-site", "same-origin", "", "x")),
    *(
        ("Host", x)
        for x in (
            "",
            "evil.example",
            "a" * 3000,
            "[::1",
            "a:b:c",
            "<x>",
            "localhost:99999",
            "a/b?c#d",
            "a b",
        )
    ),
    *(
        ("X-Forwarded-For", x)
        for x in ("", "1.2.3.4, 5.6.7.8", "::1", "x" * 999, "127.0.0.1", "\xff")
    ),
    *(("X-Forwarded-Proto", x) for x in ("https", "javascript", "", "wss", "\xff")),
    *(("X-Forwarded-Host", x) for x in ("evil.example",)),
    *(("X-Request-ID", x) for x in ("ok", "a b", "x" * 65, "<x>", "\xff")),
    *(
        ("Cookie", x)
        for x in (
            "=",
            ";;;",
            "fairpair-language=xx",
            'fairpair-theme="',
            "a=b; " * 900,
            "\xff=\xff",
        )
    ),
    *(("Referer", x) for x in ("//evil.example", "\xff")),
    *(("Expect", x) for x in ("100-continue", "x")),
    *(("Upgrade", x) for x in ("h2c", "websocket", "\xff")),
    *(("Content-Encoding", x) for x in ("gzip", "x")),
    *(
        ("If-Modified-Since", x)
        for x in ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "Mon, 99 Foo 99999 00:00:00 GMT")
    ),
    *(("If-Range", x) for x in ("x", '"1"')),
    *(
        (x, "1")
        for x in ("X" * 3000, "Content-MD5", "Proxy", "Forwarded", "X-HTTP-Method-Override")
    ),
)


@dataclass(frozen=True, slots=True)
class Aim:
    """Who attacks what, and where."""

    dice: Random
    world: World
    target: Target
    hall: Hall
    who: str

    def path(self, **values_: str) -> str:
        """The address with likely values in it, or with these."""
        likely = {name: values_.get(name) or self._likely(name) for name in self.names}
        return SAFE.sub(lambda found: likely[found[1]], self.target.path)

    @property
    def names(self) -> list[str]:
        return SAFE.findall(self.target.path)

    def _likely(self, name: str) -> str:
        dice, hall = self.dice, self.hall
        match name:
            case "tournament":
                return hall.id
            case "stage":
                return "2" if "stage 2" in hall.state and dice.random() < 0.7 else "1"
            case "pairing":
                return f"{self._likely('stage')}-{dice.randint(1, 3)}-{dice.randint(1, 4)}"
            case "sheet":
                return dice.choice(self.world.surface.sheets)
            case "key_id":
                return hall.key_id
            case "token":
                return hall.keys["player"]
            case "name":
                return dice.choice(("infinity", "fide_dutch", "nothing"))
            case "n" | "table":
                return str(dice.randint(1, 3))
            case "code" | "webhook" | "path":
                return "x"
            case _:
                return str(dice.randint(1, 9))

    def headers(self) -> tuple[Header, ...]:
        """Who asks, from an address of their own."""
        page = not self.target.is_api
        shown = self.world.credentials(self.dice, self.who, self.hall, cookie=page)
        return (*shown, ("X-Forwarded-For", _address(self.dice)))

    def shot(self, kind: str, path: str = "", body: bytes = b"", *more: Header) -> Shot:
        """As it is asked; API bodies are said to be JSON unless something else is said."""
        said = {name for name, _ in more}
        headers = [one for one in self.headers() if one[0] not in said]
        if body and "Content-Type" not in said:
            headers.append(("Content-Type", "application/json"))
        target = self.target
        return Shot(
            kind,
            target.method,
            path or self.path(),
            (*headers, *more),
            body,
            self.who,
            target.route,
        )

    def good_body(self) -> Any:
        """As the description shows it, with numbers that are likely to be there."""
        return self.dice.choice(self.target.bodies) if self.target.bodies else {}

    def good(self) -> bytes:
        """The body of an honest request, if there is one."""
        if not self.target.writes:
            return b""
        return values.as_json(self.good_body()) if self.target.is_api else b""


def _address(dice: Random) -> str:
    return ".".join(str(dice.randint(1, 250)) for _ in range(4))


def plain(aim: Aim) -> Shot:
    """What anybody might ask; it moves the tournament on."""
    return aim.shot("plain", "", aim.good())


def fields(aim: Aim) -> Shot:
    """A good body with one place in it spoilt, or every field filled with something hostile."""
    dice, good = aim.dice, aim.good_body()
    if aim.target.fields and (not good or dice.random() < 0.4):
        good = {**good, dice.choice(aim.target.fields): values.anything(dice)}
    else:
        good = values.changed(dice, good)
    body = values.as_json(good)
    if dice.random() < 0.05:
        name = dice.choice(values.RAW_NUMBERS)
        body = re.sub(rb"\b\d+\b", name.encode(), body)
    return aim.shot("fields", "", body)


def bodies(aim: Aim) -> Shot:
    """A body that is no JSON, or said to be something else."""
    dice, good = aim.dice, aim.good_body()
    broken = values.broken_json(dice, good) if dice.random() < 0.7 else values.as_json(good)
    kind = dice.choice(TYPES) if dice.random() < 0.4 else "application/json"
    return aim.shot("bodies", "", broken, ("Content-Type", kind))


def paths(aim: Aim) -> Shot:
    """An address that leads out of where it should, or names what cannot be."""
    dice = aim.dice
    if aim.names and dice.random() < 0.8:
        return aim.shot(
            "paths", aim.path(**{dice.choice(aim.names): dice.choice(PATHS)}), aim.good()
        )
    path = aim.path()
    ways = (path + "/" + dice.choice(PATHS), path + "/", "/" + path, path.upper(), path + ".json")
    return aim.shot(
        "paths", dice.choice((*ways, path.replace("/", "//"), path + ";x=1")), aim.good()
    )


def queries(aim: Aim) -> Shot:
    """Hostile values for every parameter that is known, and some that are not."""
    dice = aim.dice
    known = [*aim.target.query, *aim.target.query, *aim.world.surface.parameters]
    names = [dice.choice(known) for _ in range(dice.randint(1, 4))]
    query = urlencode([(name, values.plain(dice)[:20_000]) for name in names])
    if dice.random() < 0.2:
        odd = ("&&&", "=", "a=%ff%00", "stage=1&stage=2", "%", "?", "key=", "[]=1", "a" * 30_000)
        query = f"{query}&{dice.choice(odd)}"
    return aim.shot("queries", f"{aim.path()}?{query}", aim.good())


def headers(aim: Aim) -> Shot:
    """One to three odd headers; now and then very many or very long ones."""
    dice = aim.dice
    more = dice.sample(HEADERS, dice.randint(1, 3))
    if dice.random() < 0.1:
        more = dice.choice(([("X-A", "b" * 70_000)], [(f"X-{n}", "y") for n in range(2000)]))
    once = list(dict(more).items())
    return aim.shot("headers", "", aim.good(), *once)


def methods(aim: Aim) -> Shot:
    """A method that the address does not have."""
    return replace(aim.shot("methods", "", aim.good()), method=aim.dice.choice(METHODS))


def strangers(aim: Aim) -> Shot:
    """A good request with a key that opens nothing here, also in the address."""
    shot = aim.shot("strangers", "", aim.good())
    if aim.dice.random() < 0.3:
        key = quote(values.plain(aim.dice)[:300]) or "x"
        shot = replace(shot, target=f"{shot.target}?key={key}", who="wrong")
    return shot


Attack = Callable[[Aim], Shot]
ON_API: tuple[Attack, ...] = (
    plain,
    fields,
    fields,
    fields,
    bodies,
    paths,
    queries,
    headers,
    methods,
    strangers,
)
ON_PAGES: tuple[Attack, ...] = (plain, paths, queries, headers, methods, strangers)


async def aimed(dice: Random, world: World, target: Target) -> Shot:
    """A random attack on this target by a random person."""
    attack = dice.choice(ON_API if target.is_api and target.writes else ON_PAGES)
    outside = ("stranger", "foreign", "revoked", "wrong")
    who = dice.choice(outside if attack is strangers else PEOPLE)
    if attack is plain and dice.random() < 0.7:
        who = "organiser"
    return attack(Aim(dice, world, target, await world.hall(dice), who))
