"""A small server with two tournaments, one of them hidden, and routes for every role."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Any

import httpx
import pytest
import uvicorn
from anyio import CapacityLimiter
from fastapi import Depends, FastAPI

from fairpair.api import access as access_api
from fairpair.api import error_handlers, openapi
from fairpair.api.routes import COMMANDS_AT_ONCE
from fairpair.app.access.grants import Grant, Role
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.http import problems
from fairpair.http.authentication import Guard, require_role
from fairpair.http.route_table import add_routes
from fairpair.log.commands import CreateTournament, RegisterPlayers
from fairpair.storage import open_store
from timeouts import PATIENCE

CUP, SECRET = TournamentId("cup"), TournamentId("secret")
ADMIN_KEY = "a-Key-that-was-chosen-01"


@dataclass
class FakeClock:
    """A clock that tests set forward."""

    now: datetime = field(default_factory=lambda: datetime.fromisoformat("2030-01-01T10:00+00:00"))

    def __call__(self) -> str:
        return self.now.isoformat(timespec="microseconds")

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)


@dataclass
class RoleServer:
    """Everything a test needs to knock."""

    service: Service
    access: Access
    guard: Guard
    watch: FakeClock
    client: httpx.Client

    def key(self, role: Role, tournament: TournamentId | None = CUP, **more: object) -> str:
        return self.access.make(role, tournament, **more).key  # type: ignore[arg-type]

    def asks(self, path: str, key: str | None = None, method: str = "GET") -> tuple[int, str]:
        """Status, and the problem's code or the audit's name."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        answer = self.client.request(method, path, headers=headers)
        body = answer.json()
        return answer.status_code, body.get("code", body.get("who"))

    def does(
        self, method: str, path: str, key: str, body: object = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and body of a request with a key."""
        headers = {"Authorization": f"Bearer {key}"}
        answer = self.client.request(method, path, headers=headers, json=body)
        return answer.status_code, answer.json() if answer.content else {}


def role_routes(app: FastAPI) -> None:
    """`/api/tournaments/{tournament}/<role>` for each role, and `/api/<role>` of the server."""

    def add(path: str, least: Role) -> None:
        @app.api_route(f"{path}/{least}", methods=["GET", "POST"], include_in_schema=False)
        def route(grant: Annotated[Grant, Depends(require_role(least))]) -> dict[str, str]:
            return {"who": grant.audit_name}

    for role in Role:
        add("/api/tournaments/{tournament}", role)
        add("/api", role)


def begin(service: Service, tournament: TournamentId, **rules: object) -> None:
    name = f"The {tournament}"
    service.execute(tournament, CreateTournament(name, "seed", rules), CommandId("begin"))
    entrants = tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Di"))
    service.execute(tournament, RegisterPlayers(entrants), CommandId("enter"))


@contextmanager
def serve_app(app: FastAPI) -> Iterator[str]:
    """A real server in a thread, on a port of its own."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


@pytest.fixture
def role_server(address: str) -> Iterator[RoleServer]:
    watch = FakeClock()
    store = open_store(address)
    service = Service(store, watch)
    begin(service, CUP)
    begin(service, SECRET, hidden=True)
    access = Access(store.keys, watch, digest(ADMIN_KEY))
    guard = Guard(access, service)
    app = FastAPI(openapi_url=None)
    app.state.service, app.state.guard = service, guard
    app.state.command_threads = CapacityLimiter(COMMANDS_AT_ONCE)
    problems.install(app)
    error_handlers.install(app)
    role_routes(app)
    add_routes(app, access_api.routes)
    openapi.install(app)
    with serve_app(app) as url, httpx.Client(base_url=url) as client:
        yield RoleServer(service, access, guard, watch, client)
    store.close()
