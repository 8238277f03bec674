"""The whole application behind a real server, and people who hold keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from fairpair.app.access.grants import Role
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import Access
from fairpair.app.rating_lists.jobs import ListImports
from fairpair.app.service import Service
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.http.reach import Listener
from fairpair.http.response_cache import ResponseCache
from fairpair.server import make_app
from timeouts import PATIENCE

from .role_server import ADMIN_KEY, serve_app

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@dataclass
class AppServer:
    """A server to talk to; `key` is what is shown with every request."""

    service: Service
    access: Access
    client: httpx.Client
    key: str = ADMIN_KEY
    base: str = ""
    cache: ResponseCache | None = None
    imports: ListImports | None = None

    @property
    def here(self) -> TournamentId:
        return TournamentId(self.base.rpartition("/")[2])

    @property
    def t(self) -> Tournament:
        return self.service.journal(self.here).tournament

    @property
    def version(self) -> int:
        return self.service.journal(self.here).version

    def ask(self, method: str, path: str = "", **how: Any) -> httpx.Response:
        """Ask below the tournament, or at an address that begins with a slash of its own."""
        url = path if path.startswith("/api") else f"{self.base}{path}"
        headers = {**({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        headers |= how.pop("headers", {})
        return self.client.request(method, url, headers=headers, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> Any:
        """Must be carried out; gives what it says."""
        return self.good("POST", path, body, **how)

    def put(self, path: str, body: Any = None, **how: Any) -> Any:
        return self.good("PUT", path, body, **how)

    def good(self, method: str, path: str, body: Any = None, **how: Any) -> Any:
        if body is not None:
            how["json"] = body
        answer = self.ask(method, path, **how)
        assert answer.status_code in (200, 201), answer.text
        data = answer.json()
        assert answer.headers["ETag"] == f'"{data["version"]}"'
        return data

    def refused(self, status: int, code: str, method: str, path: str, **how: Any) -> Any:
        """Must be refused with a problem document, and nothing is changed."""
        before = {name: self.service.store.load(name) for name in self.service.store.tournaments()}
        answer = self.ask(method, path, **how)
        problem = problem_of(answer)
        assert (answer.status_code, problem["code"]) == (status, code), answer.text
        after = {name: self.service.store.load(name) for name in self.service.store.tournaments()}
        assert after == before
        return problem

    def begin(
        self, name: str = "Cup", *players: Any, preset: str | None = None, **config: Any
    ) -> None:
        """A new tournament with these players, given by name or as the API wants them.

        Its organiser's key is in hand then.
        """
        self.key = ADMIN_KEY
        if (config.get("rounds") or 3) < 3:
            config.setdefault("few_rounds_reason", "a short evening")
        wanted = {"name": name, "config": config} | ({"preset": preset} if preset else {})
        made = self.post("/api/tournaments", wanted)
        self.base, self.key = f"/api/tournaments/{made['id']}", made["organiser_key"]
        if players:
            entered = [{"name": one} if isinstance(one, str) else one for one in players]
            self.post("/players", {"players": entered})

    def player_key(self, player: int) -> str:
        return self.access.make(Role.PLAYER, self.here, PlayerId(player)).key

    def staff_key(self) -> str:
        return self.access.make(Role.SCOREKEEPER, self.here, label="Judge Bo").key

    def first_seats_win(self) -> None:
        """At every table that waits for a result."""
        for ref, round_ in self.t.rounds.items():
            for table in round_.pending:
                place = f"{ref.stage}-{ref.round_no}-{table}"
                self.put(f"/pairings/{place}/result", {"result": "1-0"})


CONFIRMATION = {"warnings", "confirm", "token", "question"}
"""What the document of a refusal has if something is to be confirmed."""


def problem_of(answer: httpx.Response) -> Any:
    """The document of a refusal, which is complete."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text
    found = answer.json()
    needed = {"type", "title", "status", "detail", "code", "hint", "errors"}
    assert needed <= set(found)
    assert set(found) <= needed | {"help", "suggestions", "pending"} | CONFIRMATION
    assert found["status"] == answer.status_code
    assert 400 <= answer.status_code < 500
    return found


@contextmanager
def open_server(address: str, listener: Listener = Listener()) -> Iterator[AppServer]:  # noqa: B008
    service = open_service(address)
    access = Access(service.store.keys, utc_now, digest(ADMIN_KEY))
    app = make_app(service, access, listener=listener)
    # The server ends idle connections after some seconds: the client must be the first.
    limits = httpx.Limits(keepalive_expiry=1)
    with (
        serve_app(app) as url,
        httpx.Client(base_url=url, timeout=PATIENCE, limits=limits) as client,
    ):
        yield AppServer(
            service, access, client, cache=app.state.cache, imports=app.state.list_imports.get()
        )
    service.close()


def begin_event(app_server: AppServer) -> AppServer:
    """A new event of eight players, round 1 published: best of 3, reports allowed."""
    app_server.begin("Cup", *NAMES, rounds=3, player_reports=True)
    app_server.post("/start")
    return app_server
