"""Who may open which page and send which form: asked of every route there is."""

import asyncio

import httpx
import pytest

from api.route_list import ours, routes_of
from fairpair.app.access.grants import Role
from fairpair.app.access.key_text import digest
from fairpair.app.access.keys import Access
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.server import make_app

ADMIN = "admin-key-0123456789-abcdefgh"
CUP, OTHER = TournamentId("cup"), TournamentId("other")
PUBLIC = (
    "/t/{tournament}",
    "/help",
    "/login",
    "/logout",
    "/preferences",
    "/worker.js",
    "/offline",
    "/manifest.webmanifest",
)
"""What everybody may open or send: these, what is below the first, and the list of tournaments."""


class AppServer:
    def __init__(self) -> None:
        self.service = open_service("memory:")
        self.access = Access(self.service.store.keys, utc_now, digest(ADMIN))
        for one in (CUP, OTHER):
            self.service.execute(one, c.CreateTournament("Cup", "seed"), CommandId("a"))
            players = c.RegisterPlayers((Player("Ana"), Player("Bo")))
            self.service.execute(one, players, CommandId("b"))
        app = make_app(self.service, self.access, wrong_keys=100_000)
        self.routes = sorted({(m, p) for m, p in routes_of(app.routes) if not ours(p)})
        transport = httpx.ASGITransport(app=app)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://fairpair")

    def key(self, who: str) -> str | None:
        if who == "nobody":
            return None
        where = OTHER if who == "organiser elsewhere" else CUP
        if who == "player":
            return self.access.make(Role.PLAYER, where, PlayerId(1)).key
        return self.access.make(Role.ORGANISER, where).key

    async def status(self, method: str, path: str, who: str) -> tuple[int, str]:
        for name, value in (("tournament", CUP), ("token", "x"), ("stage", 1), ("n", 1)):
            path = path.replace(f"{{{name}}}", str(value))
        while "{" in path:
            path = f"{path[: path.index('{')]}1{path[path.index('}') + 1 :]}"
        key = self.key(who)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = await self.client.request(method, path, headers=headers)
        return answer.status_code, answer.headers.get("location", "")


@pytest.fixture(scope="module")
def app_server() -> AppServer:
    return AppServer()


def is_public(path: str) -> bool:
    return path == "/" or any(path == one or path.startswith(f"{one}/") for one in PUBLIC)


def test_every_other_page_is_the_staffs(app_server: AppServer) -> None:
    """A new page is below one of these, or somebody thinks about who may open it."""
    others = [path for _, path in app_server.routes if not is_public(path)]
    staff = ("/desk/{tournament}", "/new", "/presets", "/deleted", "/lists", "/lab")
    assert all(path.startswith(staff) for path in others), others
    assert len(others) > 40


@pytest.mark.parametrize("who", ["nobody", "player", "organiser elsewhere"])
def test_the_desk_is_closed_to_others(app_server: AppServer, who: str) -> None:
    async def ask_all() -> list[str]:
        wrong = []
        for method, path in app_server.routes:
            if is_public(path) or method == "HEAD":
                continue
            status, place = await app_server.status(method, path, who)
            if who != "nobody":
                fine = status == 403
            elif method == "GET":
                fine = status == 303 and place.startswith("/login?next=")
            else:
                fine = status == 401
            wrong += [] if fine else [f"{method} {path}: {status} {place}"]
        return wrong

    assert asyncio.run(ask_all()) == []
