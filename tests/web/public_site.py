"""Somebody who looks at the public pages, and the events they look at."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from api.read_server import CUP, EIGHT, ReadServer, lower_wins, people, read_server
from fairpair.app.access.grants import Role
from fairpair.app.use_cases.pairing import cut_command
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, progress

from .pages import Page

NASTY = "<script>alert('x')</script>"


@dataclass
class PublicSite:
    """A server with one event, and a browser that keeps cookies."""

    desk: ReadServer
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def t(self) -> Tournament:
        return self.desk.t

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        headers = {k.replace("_", "-"): v for k, v in how.pop("headers", {}).items()}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        where = path if path.startswith("/") else f"/t/cup/{path}".rstrip("/").replace("/?", "?")
        answer = self.desk.runner.run(
            self.desk.client.request(method, where, headers=headers, **how)
        )
        self.cookies |= dict(answer.cookies.items())
        self.desk.client.cookies.clear()
        return answer

    def get(self, path: str = "", **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers=headers)

    def page(self, path: str = "", **headers: str) -> Page:
        answer = self.get(path, **headers)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        return Page(answer)

    def key(self, role: Role, player: int | None = None) -> str:
        who = None if player is None else PlayerId(player)
        return self.desk.access.make(role, CUP, who).key

    def come_as(self, player: int) -> None:
        """Open the personal address of this player in a new browser."""
        self.cookies = {}
        answer = self.get(f"player/{self.key(Role.PLAYER, player)}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/t/cup/me")

    def say(self, **fields: str) -> httpx.Response:
        """Send the form of the player's page with these fields filled in."""
        return self.ask("POST", "me/report", data=self.hidden() | fields)

    def hidden(self) -> dict[str, str]:
        """What the form on the player's page has beside what they fill in."""
        page = self.page("me")
        return {
            found["name"]: found["value"]
            for tag, found in page.elements
            if tag == "input" and found.get("name") in ("csrf", "command", "seats")
        }


@contextmanager
def site(
    entrants: tuple[Entrant, ...] = people(*EIGHT), preset: str = "mtg_standard", **rules: object
) -> Iterator[PublicSite]:
    with read_server() as desk:
        desk.begin(entrants, preset, **rules)
        yield PublicSite(desk)


def rounds(site: PublicSite, count: int) -> None:
    for _ in range(count):
        if progress(site.t).step == NextStep.CUT:
            site.desk.do(cut_command(site.t))
        site.desk.play(lower_wins)


def teams(*names: str) -> tuple[Team, ...]:
    return tuple(
        Team(name, tuple(Player(f"{name} {n}", 2000 - n) for n in range(1, 5))) for name in names
    )
