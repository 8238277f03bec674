"""Streams: the present version at once, the newest afterwards, and nothing left when one goes."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message

from fairpair.api import live as live_api
from fairpair.app.access.grants import Role
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.app.version_tracker import VersionTracker
from fairpair.bootstrap import utc_now
from fairpair.core.errors import OverloadedError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.http import problems
from fairpair.http.authentication import Guard
from fairpair.http.route_table import add_routes
from fairpair.http.streams import Hub
from fairpair.log.commands import RenameTournament
from fairpair.storage import open_store
from timeouts import PATIENCE, wait_until

from .role_server import CUP, SECRET, begin, serve_app
from .servers import Stream, watching

LIMIT = 6


@dataclass
class StreamServer:
    """A server with two tournaments, one of them hidden."""

    service: Service
    access: Access
    address: str
    counts: list[int]

    def change(self, tournament: TournamentId = CUP) -> int:
        version = self.service.store.version(tournament)
        command = RenameTournament(f"Name {version}")
        done = self.service.execute(tournament, command, CommandId(f"rename {version}"))
        return done.version


@pytest.fixture
def stream_server(address: str) -> Iterator[StreamServer]:
    store = open_store(address)
    service, access = Service(store, utc_now), Access(store.keys, utc_now)
    begin(service, CUP)
    begin(service, SECRET, hidden=True)
    live = VersionTracker(store)
    counts: list[int] = []
    hub = Hub(live, limit=LIMIT, ping=0.1, counted=counts.append)
    app = FastAPI()
    problems.install(app)
    app.state.guard = Guard(access, service, version=live.version)
    add_routes(app, live_api.router(hub, live))
    with serve_app(app) as url:
        yield StreamServer(service, access, url, counts)
        hub.close()
    store.close()


def test_the_present_version_comes_first_and_then_each_new_one(stream_server: StreamServer) -> None:
    now = stream_server.service.store.version(CUP)
    stream = Stream(stream_server.address, CUP)
    assert stream.next() == now
    for _ in range(5):
        version = stream_server.change()
        assert stream.next() == version
    assert stream.lines[1:5] == [
        f"id: {now}",
        "event: version",
        f'data: {{"version": {now}}}',
        "",
    ]
    assert stream.lines[0].startswith("retry: ")
    wait_until(lambda: any(line.startswith(":") for line in stream.lines))


def test_who_comes_back_is_told_what_is_there_now(stream_server: StreamServer) -> None:
    now = stream_server.change()
    for last in (str(now), str(now - 1), "0", "no number"):
        assert Stream(stream_server.address, CUP, **{"Last-Event-ID": last}).next() == now


def test_a_stream_hears_of_its_own_tournament_only(stream_server: StreamServer) -> None:
    stream = Stream(stream_server.address, CUP)
    stream.next()
    stream_server.change(SECRET)
    assert stream_server.change() == stream.next()


def test_a_hidden_tournament_needs_a_key(stream_server: StreamServer) -> None:
    with watching(stream_server.address, SECRET) as refused:
        assert (refused.status_code, refused.read() and refused.json()["code"]) == (
            401,
            "key-needed",
        )
    key = stream_server.access.make(Role.SCOREKEEPER, SECRET).key
    stream = Stream(stream_server.address, SECRET, Authorization=f"Bearer {key}")
    assert stream.next() == stream_server.service.store.version(SECRET)


@pytest.mark.parametrize("name", ["nothing", "%2e%2e", "CUP", "a" * 300])
def test_an_unknown_tournament_has_no_stream(stream_server: StreamServer, name: str) -> None:
    with watching(stream_server.address, name) as refused:
        assert refused.status_code == 404
        refused.read()
        assert refused.json()["code"] == "no-tournament"


def test_there_is_a_limit_and_who_goes_makes_room(stream_server: StreamServer) -> None:
    def tried() -> httpx.Response:
        with watching(stream_server.address, CUP) as answer:
            if answer.status_code != 200:
                answer.read()
            return answer

    streams = [httpx.Client(timeout=PATIENCE) for _ in range(LIMIT)]
    url = f"{stream_server.address}/api/tournaments/{CUP}/events"
    opened = [one.send(one.build_request("GET", url), stream=True) for one in streams]
    assert [one.status_code for one in opened] == [200] * LIMIT
    refused = tried()
    assert refused.status_code == 503
    assert refused.json()["code"] == "too-many-streams"
    assert int(refused.headers["Retry-After"]) > 0
    for answer, client in zip(opened, streams, strict=True):
        answer.close()
        client.close()
    wait_until(lambda: tried().status_code == 200)
    wait_until(lambda: stream_server.counts[-1] == 0)
    assert max(stream_server.counts) == LIMIT


class SlowClient:
    """A client of the hub that takes what it is sent only when it is let."""

    def __init__(self) -> None:
        self.may_take = asyncio.Event()
        self.taken: list[bytes] = []
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.taken.append(message["body"])
            await self.may_take.wait()

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service(open_store("memory:"), utc_now)
    begin(service, CUP)
    yield service
    service.close()


def test_a_slow_client_gets_only_the_newest(service: Service) -> None:
    async def story() -> None:
        hub, slow, quick = Hub(VersionTracker(service.store)), SlowClient(), SlowClient()
        quick.may_take.set()
        streams = [
            asyncio.create_task(hub.stream(CUP, one.receive, one.send)) for one in (slow, quick)
        ]
        await _until(lambda: len(slow.taken) == len(quick.taken) == 1)
        last = 0
        for number in range(30):
            name = RenameTournament(f"Name {number}")
            last = service.execute(CUP, name, CommandId(str(number))).version
            await _until(partial(has, quick, last))
        assert len(slow.taken) == 1
        slow.may_take.set()
        await _until(partial(has, slow, last))
        assert len(slow.taken) == 2
        slow.gone.set()
        quick.gone.set()
        await asyncio.gather(*streams)

    asyncio.run(story())


def test_closing_ends_every_stream_and_lets_nobody_in(service: Service) -> None:
    counts: list[int] = []

    async def story() -> None:
        hub = Hub(VersionTracker(service.store), counted=counts.append)
        clients = [SlowClient() for _ in range(5)]
        for one in clients:
            one.may_take.set()
        streams = [asyncio.create_task(hub.stream(CUP, one.receive, one.send)) for one in clients]
        await _until(lambda: all(one.taken for one in clients))
        hub.close()
        await _until(lambda: all(one.taken[-1] == b"" for one in clients))
        for one in clients:
            one.gone.set()
        await asyncio.gather(*streams)
        with pytest.raises(OverloadedError):
            await hub.stream(CUP, clients[0].receive, clients[0].send)

    asyncio.run(story())
    assert counts == [1, 2, 3, 4, 5, 4, 3, 2, 1, 0]


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.001)


def has(client: SlowClient, version: int) -> bool:
    return f"id: {version}" in client.taken[-1].decode().splitlines()
