"""Requests that are HTTP, with everything in them that should not be."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from . import values
from .oddities import HEADERS, METHODS, PATHS, TYPES
from .routes import Target
from .wire import Header, Probe
from .world import INSIDERS, OUTSIDERS, PEOPLE, TargetServer, TargetTournament

SAFE = re.compile(r"\{(\w+)(?::\w+)?\}")


@dataclass(frozen=True, slots=True)
class RequestBuilder:
    """Who attacks what, and where."""

    dice: Random
    target_server: TargetServer
    target: Target
    target_tournament: TargetTournament
    who: str

    def path(self, **values_: str) -> str:
        """The address with likely values in it, or with these."""
        likely = {name: values_.get(name) or self._likely(name) for name in self.names}
        return SAFE.sub(lambda found: likely[found[1]], self.target.path)

    @property
    def names(self) -> list[str]:
        return SAFE.findall(self.target.path)

    def _likely(self, name: str) -> str:
        dice, target_tournament = self.dice, self.target_tournament
        match name:
            case "tournament":
                return target_tournament.id
            case "stage":
                return "2" if "stage 2" in target_tournament.state and dice.random() < 0.7 else "1"
            case "pairing":
                return f"{self._likely('stage')}-{dice.randint(1, 3)}-{dice.randint(1, 4)}"
            case "sheet":
                return dice.choice(self.target_server.surface.sheets)
            case "key_id":
                return target_tournament.key_id
            case "token":
                return target_tournament.keys["player"]
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
        shown = self.target_server.credentials(
            self.dice, self.who, self.target_tournament, cookie=page
        )
        return (*shown, ("X-Forwarded-For", _address(self.dice)))

    def probe(self, kind: str, path: str = "", body: bytes = b"", *more: Header) -> Probe:
        """As it is asked; API bodies are said to be JSON unless something else is said."""
        said = {name for name, _ in more}
        headers = [one for one in self.headers() if one[0] not in said]
        if body and "Content-Type" not in said:
            headers.append(("Content-Type", "application/json"))
        target = self.target
        return Probe(
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


def plain(builder: RequestBuilder) -> Probe:
    """What anybody might ask; it moves the tournament on."""
    return builder.probe("plain", "", builder.good())


def fields(builder: RequestBuilder) -> Probe:
    """A good body with one place in it spoilt, or every field filled with something hostile."""
    dice, good = builder.dice, builder.good_body()
    if builder.target.fields and (not good or dice.random() < 0.4):
        good = {**good, dice.choice(builder.target.fields): values.anything(dice)}
    else:
        good = values.changed(dice, good)
    body = values.as_json(good)
    if dice.random() < 0.05:
        name = dice.choice(values.RAW_NUMBERS)
        body = re.sub(rb"\b\d+\b", name.encode(), body)
    return builder.probe("fields", "", body)


def bodies(builder: RequestBuilder) -> Probe:
    """A body that is no JSON, or said to be something else."""
    dice, good = builder.dice, builder.good_body()
    broken = values.broken_json(dice, good) if dice.random() < 0.7 else values.as_json(good)
    kind = dice.choice(TYPES) if dice.random() < 0.4 else "application/json"
    return builder.probe("bodies", "", broken, ("Content-Type", kind))


def paths(builder: RequestBuilder) -> Probe:
    """An address that leads out of where it should, or names what cannot be."""
    dice = builder.dice
    if builder.names and dice.random() < 0.8:
        return builder.probe(
            "paths",
            builder.path(**{dice.choice(builder.names): dice.choice(PATHS)}),
            builder.good(),
        )
    path = builder.path()
    ways = (path + "/" + dice.choice(PATHS), path + "/", "/" + path, path.upper(), path + ".json")
    return builder.probe(
        "paths", dice.choice((*ways, path.replace("/", "//"), path + ";x=1")), builder.good()
    )


def queries(builder: RequestBuilder) -> Probe:
    """Hostile values for every parameter that is known, and some that are not."""
    dice = builder.dice
    known = [
        *builder.target.query,
        *builder.target.query,
        *builder.target_server.surface.parameters,
    ]
    names = [dice.choice(known) for _ in range(dice.randint(1, 4))]
    query = urlencode([(name, values.plain(dice)[:20_000]) for name in names])
    if dice.random() < 0.2:
        odd = ("&&&", "=", "a=%ff%00", "stage=1&stage=2", "%", "?", "key=", "[]=1", "a" * 30_000)
        query = f"{query}&{dice.choice(odd)}"
    return builder.probe("queries", f"{builder.path()}?{query}", builder.good())


def headers(builder: RequestBuilder) -> Probe:
    """One to three odd headers; now and then very many or very long ones."""
    dice = builder.dice
    more = dice.sample(HEADERS, dice.randint(1, 3))
    if dice.random() < 0.1:
        more = dice.choice(([("X-A", "b" * 70_000)], [(f"X-{n}", "y") for n in range(2000)]))
    once = list(dict(more).items())
    return builder.probe("headers", "", builder.good(), *once)


def methods(builder: RequestBuilder) -> Probe:
    """A method that the address does not have."""
    return replace(
        builder.probe("methods", "", builder.good()), method=builder.dice.choice(METHODS)
    )


def strangers(builder: RequestBuilder) -> Probe:
    """A good request with a key that opens nothing here, also in the address."""
    probe = builder.probe("strangers", "", builder.good())
    if builder.dice.random() < 0.3:
        key = quote(values.plain(builder.dice)[:300]) or "x"
        probe = replace(probe, target=f"{probe.target}?key={key}", who="wrong")
    return probe


Attack = Callable[[RequestBuilder], Probe]
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


async def aimed(dice: Random, target_server: TargetServer, target: Target) -> Probe:
    """A random attack on this target by a random person."""
    attack = dice.choice(ON_API if target.is_api and target.writes else ON_PAGES)
    if attack is strangers:
        who = dice.choice(OUTSIDERS)
    else:  # who is not let in does not get far
        who = dice.choice(INSIDERS if dice.random() < 0.7 else PEOPLE)
    return attack(
        RequestBuilder(
            dice, target_server, target, await target_server.target_tournament(dice), who
        )
    )
