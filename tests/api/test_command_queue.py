"""The queue of commands is bounded: who comes when it is full is told so, and may come again."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.http.limits import CommandQueue
from fairpair.log import commands as c
from fairpair.server import make_app
from fairpair.storage.filelock import FileLock
from fairpair.storage.sqlite import SqliteStore
from timeouts import PATIENCE

CUP = TournamentId("cup")
PLACES = 2


@pytest.fixture
def service(sqlite_path: Path) -> Iterator[Service]:
    with closing(open_service(f"sqlite:///{sqlite_path}")) as service:
        service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("create"))
        yield service


@asynccontextmanager
async def organiser(
    service: Service, threads: int = 40, each: int = PLACES
) -> AsyncIterator[httpx.AsyncClient]:
    app: FastAPI = make_app(service, commands=CommandQueue(PLACES, each))
    app.state.command_threads.total_tokens = threads
    key = open_access(service).make(Role.ORGANISER, CUP).key
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://localhost/api/tournaments/cup",
        headers={"Authorization": f"Bearer {key}"},
        timeout=PATIENCE,
    ) as client:
        yield client


def enter(client: httpx.AsyncClient, name: str) -> "asyncio.Task[httpx.Response]":
    sent = client.post("/players", json={"players": [{"name": name}]})
    return asyncio.get_running_loop().create_task(sent)


async def check_in(client: httpx.AsyncClient, player: int) -> httpx.Response:
    return await client.post(f"/players/{player}/check-in")


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "The server has more changes to make at the moment than it can take in."),
        ("de", "Auf dem Server warten gerade mehr Änderungen, als er annehmen kann."),
    ],
)
def test_a_full_queue_refuses_at_once_and_loses_nothing(
    service: Service, sqlite_path: Path, language: str, title: str
) -> None:
    store = service.store
    assert isinstance(store, SqliteStore)

    async def run() -> None:
        async with organiser(service) as client:
            with FileLock(sqlite_path, PATIENCE).held():  # the server cannot write
                waiting = [enter(client, f"Player {n}") for n in range(PLACES)]
                while store._gate._inside < PLACES:
                    await asyncio.sleep(0.01)
                client.headers["Accept-Language"] = language
                refused = await enter(client, "Late")
                assert not any(one.done() for one in waiting)
                assert (await client.get("/status")).status_code == 200
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            told = refused.json()
            assert (told["code"], told["title"]) == ("too-many-commands", title)
            assert [(await one).status_code for one in waiting] == [201] * PLACES
            assert (await enter(client, "Late")).status_code == 201

    asyncio.run(run())
    names = [entry.entrant.name for entry in service.journal(CUP).tournament.entries.values()]
    assert sorted(names) == ["Late", "Player 0", "Player 1"]


def test_whoever_guesses_keys_is_refused_before_commands_that_wait(
    service: Service, sqlite_path: Path
) -> None:
    store = service.store
    assert isinstance(store, SqliteStore)
    wrong = {"Authorization": "Bearer wrong"}

    async def run() -> None:
        async with organiser(service, threads=1) as client:
            for _ in range(20):
                assert (await client.post("/start", headers=wrong)).status_code == 401
            with FileLock(sqlite_path, PATIENCE).held():  # the server cannot write
                waiting = enter(client, "Ana")
                while store._gate._inside < 1:
                    await asyncio.sleep(0.01)
                refused = await client.post("/start", headers=wrong)
                assert not waiting.done()
            assert refused.status_code == 429
            assert int(refused.headers["Retry-After"]) > 0
            assert (await waiting).status_code == 201

    asyncio.run(run())


def test_whoever_sends_faster_than_they_may_leaves_room_for_others(
    service: Service, sqlite_path: Path
) -> None:
    store = service.store
    assert isinstance(store, SqliteStore)
    other = {"Authorization": f"Bearer {open_access(service).make(Role.ORGANISER, CUP).key}"}

    async def run() -> None:
        async with organiser(service, each=1) as client:
            with FileLock(sqlite_path, PATIENCE).held():  # the server cannot write
                waiting = [enter(client, "Ana")]
                while store._gate._inside < 1:
                    await asyncio.sleep(0.01)
                refused = await enter(client, "Bea")
                client.headers.update(other)
                waiting.append(enter(client, "Cem"))
                while store._gate._inside < PLACES:
                    await asyncio.sleep(0.01)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
            assert refused.json()["code"] == "too-many-commands"
            assert [(await one).status_code for one in waiting] == [201, 201]
            assert (await enter(client, "Bea")).status_code == 201

    asyncio.run(run())


def test_commands_without_a_body_wait_in_the_same_queue(
    service: Service, sqlite_path: Path
) -> None:
    service.execute(CUP, c.RegisterPlayers(tuple(map(Player, "ABC"))), CommandId("abc"))
    store = service.store
    assert isinstance(store, SqliteStore)

    async def run() -> None:
        async with organiser(service) as client:
            with FileLock(sqlite_path, PATIENCE).held():  # the server cannot write
                waiting = [asyncio.create_task(check_in(client, n)) for n in (1, 2)]
                while store._gate._inside < PLACES:
                    await asyncio.sleep(0.01)
                assert (await check_in(client, 3)).json()["code"] == "too-many-commands"
            assert [(await one).status_code for one in waiting] == [200] * PLACES

    asyncio.run(run())


def test_whoever_sends_slowly_takes_nobodys_place(service: Service) -> None:
    async def run() -> None:
        async with organiser(service) as client:
            go_on = asyncio.Event()

            async def slowly() -> AsyncIterator[bytes]:
                yield b'{"players": '
                await go_on.wait()
                yield b'[{"name": "Slow"}]}'

            headers = {"Content-Type": "application/json"}
            slow = [
                asyncio.create_task(client.post("/players", content=slowly(), headers=headers))
                for _ in range(PLACES)
            ]
            assert (await enter(client, "Quick")).status_code == 201
            go_on.set()
            assert sorted([(await one).status_code for one in slow]) == [201, 409]

    asyncio.run(run())
