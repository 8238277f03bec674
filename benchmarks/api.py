"""How fast the API serves pairings and standings to a whole hall, and notifies it of changes.

A tournament of 400 players is stored in a temporary SQLite file; the server is a separate process.
500 clients with open connections request the pairings the moment the round is published, then read
the standings. For comparison, a bare endpoint of the same framework and server returns the same
bytes in the same run. Finally, 1 000 clients listen for changes. The run takes about a minute.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Response

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks._clients import Client, Figures, finish

from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.bootstrap import open_access, open_service
from fairpair.cli.logs import set_up_logs
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import MatchRef, Table
from fairpair.log import commands as c
from fairpair.server import make_app

CUP = TournamentId("cup")
HERE = "/api/tournaments/cup"
PLAYERS, ROUNDS = 400, 5
CLIENTS, LISTENERS = 500, 1000
TURNS, READS = 5, 8
"""Ours and the bare one take turns; in each every client reads so often."""


def play(service: Service) -> None:
    """Four rounds, and the fifth as a draft."""
    half = PLAYERS // 2
    commands: list[c.Command] = [
        c.CreateTournament("Big Open", "seed", {"rounds": 9}),
        c.RegisterPlayers(
            tuple(Player(f"Player {n}", 2600 - n, club=f"Club {n % 30}") for n in range(PLAYERS))
        ),
    ]
    for round_no in range(1, ROUNDS + 1):
        pairs = [(n + 1, half + 1 + (n + round_no) % half) for n in range(half)]
        tables = tuple(Table(n, (PlayerId(a), PlayerId(b))) for n, (a, b) in enumerate(pairs, 1))
        commands.append(c.DraftRound(tables, system="benchmark"))
        if round_no < ROUNDS:
            results = [Games((2, 1) if n % 3 else (0, 2)) for n in range(half)]
            commands.append(c.PublishRound())
            commands += [
                c.RecordResult(MatchRef(1, round_no, n), result)
                for n, result in enumerate(results, 1)
            ]
            commands.append(c.CompleteRound())
    for number, command in enumerate(commands):
        service.execute(CUP, command, CommandId(str(number)))


# --- the servers ----------------------------------------------------------------------------------


def serve(kind: str, what: str) -> None:
    """Ours on a database, or a bare one with the bytes of files."""
    app = _ours(what) if kind == "ours" else _bare(json.loads(what))
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            port=0,
            log_config=None,
            access_log=False,
            backlog=4096,
            timeout_graceful_shutdown=2,
            server_header=False,
        )
    )

    async def run() -> None:
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        print(server.servers[0].sockets[0].getsockname()[1], flush=True)
        await running

    asyncio.run(run())


def _ours(address: str) -> FastAPI:
    service = open_service(address)
    if not service.journal(CUP).version:
        play(service)
    print(open_access(service).make(Role.ORGANISER, CUP).key, flush=True)
    set_up_logs("text", "info")  # every request has its line, as it is with `fairpair serve`
    return make_app(service)


def _bare(files: dict[str, str]) -> FastAPI:
    app = FastAPI()
    headers = {"content-encoding": "gzip", "etag": '"1"', "cache-control": "no-cache"}

    def add(path: str, body: bytes) -> None:
        @app.get(path)
        async def bare() -> Response:
            return Response(body, media_type="application/json", headers=headers)

    for path, file in files.items():
        add(path, Path(file).read_bytes())
    return app


@contextmanager
def server(kind: str, what: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The process, and the lines it said: perhaps a key, then its port."""
    words = [sys.executable, __file__, kind, what]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        said = [process.stdout.readline().strip() for _ in range(2 if kind == "ours" else 1)]
        yield process, said
    finally:
        process.terminate()
        process.wait(20)


# --- the clients ----------------------------------------------------------------------------------


async def hall(port: int, path: str, times: int, figures: Figures) -> None:
    """All clients at once, each so often; connecting does not count."""
    request = (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
        "Accept-Encoding: gzip\r\nUser-Agent: benchmark\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    clients = []
    for _ in range(CLIENTS):
        _, client = await loop.create_connection(
            lambda: Client(repeat(request, times), figures.times), "127.0.0.1", port
        )
        clients.append(client)
    spent = await finish(clients)
    figures.rates.append(CLIENTS * times / spent)


def asked(port: int, path: str, key: str = "", method: str = "GET") -> bytes:
    """One request of the organiser; packed as it came."""
    headers = {"Accept-Encoding": "gzip", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", b"{}" if method == "POST" else None, headers
    )
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return bytes(answer.read())


def reading(address: str, folder: Path) -> None:
    """Print how fast the hall is served, beside the bare endpoint."""
    pairings, standings = f"{HERE}/rounds/{ROUNDS}", f"{HERE}/standings"
    with server("ours", address) as (_, (key, port)):
        ours = int(port)
        first = Figures()
        asked(ours, f"{HERE}/status")
        asked(ours, f"{pairings}/publish", key, "POST")
        asyncio.run(hall(ours, pairings, 1, first))
        files = {}
        for name, path in (("pairings", pairings), ("standings", standings)):
            file = folder / f"{name}.gz"
            file.write_bytes(asked(ours, path))
            files[path] = str(file)
        with server("bare", json.dumps(files)) as (_, (bare,)):
            cold = Figures()
            asyncio.run(hall(int(bare), pairings, 1, cold))
            print(f"\n{PLAYERS} players, {CLIENTS} clients open the pairings just published, once")
            beside(first, cold)
            for path, name in files.items():
                compare(ours, int(bare), path, Path(name).stat().st_size)


def compare(ours: int, bare: int, path: str, size: int) -> None:
    """Take turns, then print both."""
    found = {ours: Figures(), bare: Figures()}
    for port in (ours, bare):
        asyncio.run(hall(port, path, 1, Figures()))
    for _ in range(TURNS):
        for port, figures in found.items():
            asyncio.run(hall(port, path, READS, figures))
    print(f"\nGET {path}, {size / 1000:.1f} kB packed")
    beside(found[ours], found[bare])


def beside(mine: Figures, theirs: Figures) -> None:
    """Print the two and their ratio."""
    for name, figures in (("Fairpair", mine), ("bare endpoint", theirs)):
        print(f"  {name:14} {figures.rate:8.0f} requests/s, p99 {figures.p99:7.1f} ms")
    print(
        f"  ratio          {mine.rate / theirs.rate:8.2f}             {mine.p99 / theirs.p99:7.2f}"
    )


# --- news -----------------------------------------------------------------------------------------


class Listener(asyncio.Protocol):
    """A connection that stays open and notes when the last thing came."""

    def __init__(self) -> None:
        self.at = 0.0
        self.seen = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(
            f"GET {HERE}/events HTTP/1.1\r\nHost: localhost\r\n"
            "Accept: text/event-stream\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Something new."""
        self.at = time.perf_counter()
        self.seen = (self.seen + data)[-400:]


def memory_of(process: int) -> int:
    """What a process has in memory now, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def listening(port: int, process: int, key: str) -> None:
    """Print what listeners cost, and how long the last one waits for news."""
    loop = asyncio.get_running_loop()
    before = memory_of(process)
    listeners = []
    for _ in range(LISTENERS):
        _, listener = await loop.create_connection(Listener, "127.0.0.1", port)
        listeners.append(listener)
    await until(listeners, b"version")
    each = (memory_of(process) - before) / LISTENERS / 1000
    start = time.perf_counter()
    version = await asyncio.to_thread(moved, port, f"{HERE}/rounds/{ROUNDS}/move", key)
    acknowledged = time.perf_counter()
    await until(listeners, f"id: {version}".encode())
    last = max(listener.at for listener in listeners)
    print(
        f"\n{LISTENERS} listeners: {each:.1f} kB of memory each; after a change was sent it was\n"
        f"  acknowledged in {1000 * (acknowledged - start):.0f} ms, and the last listener knew"
        f" in {1000 * (last - start):.0f} ms"
    )


def moved(port: int, path: str, key: str) -> int:
    """Play a match at another table: the version it has then."""
    body = json.dumps({"table": 1, "to": 900}).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers)
    with urllib.request.urlopen(request) as answer:
        return int(json.load(answer)["version"])


async def until(listeners: list[Listener], word: bytes, limit: float = 30) -> None:
    """Wait until all have seen it."""
    end = time.perf_counter() + limit
    while any(word not in listener.seen for listener in listeners):
        if time.perf_counter() > end:
            sys.exit("Not all listeners heard of it.")
        await asyncio.sleep(0.02)


def news(address: str) -> None:
    """The same server anew, so that nothing else is in its memory."""
    with server("ours", address) as (process, (key, port)):
        asked(int(port), f"{HERE}/status")
        asyncio.run(listening(int(port), process.pid, key))


def main() -> None:
    """All of it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, loopback")
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/cup.db"
        reading(address, Path(folder))
        news(address)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[1], sys.argv[2])
    else:
        main()
