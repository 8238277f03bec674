"""What a request costs on each HTTP server that could carry Fairpair.

The same application, on a tournament of 400 players in a temporary SQLite file, runs on uvicorn
with h11 and asyncio, on uvicorn with httptools and uvloop as `fairpair serve` runs it, and on
granian if that is installed. One client reads the public standings, then enters results. The
processor time of the server counts, not the time on the clock. The run takes about a minute.
"""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from fairpair.app.access.grants import Role
from fairpair.bootstrap import open_access, open_service
from fairpair.cli.http_server import run_server
from fairpair.cli.logs import set_up_logs
from fairpair.cli.sockets import listen
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import Table
from fairpair.log import commands as c
from fairpair.server import make_app

CUP = TournamentId("cup")
HERE = "/api/tournaments/cup"
PLAYERS = 400
READS, WRITES = 3000, 600
PORT = 8761
TURNS = 3
WORDS = ("1-0", "0-1", "1/2-1/2")


def prepare(address: str) -> str:
    """A tournament with a published round; the organiser's key."""
    service = open_service(address)
    pairs = [(PlayerId(2 * n + 1), PlayerId(2 * n + 2)) for n in range(PLAYERS // 2)]
    commands: list[c.Command] = [
        c.CreateTournament("Big Open", "seed", {"rounds": 9}),
        c.RegisterPlayers(tuple(Player(f"Player {n}", 2600 - n) for n in range(PLAYERS))),
        c.DraftRound(tuple(Table(n, pair) for n, pair in enumerate(pairs, 1)), system="benchmark"),
        c.PublishRound(),
    ]
    for number, command in enumerate(commands):
        service.execute(CUP, command, CommandId(str(number)))
    key = open_access(service).make(Role.ORGANISER, CUP).key
    service.close()
    return key


# --- the servers ----------------------------------------------------------------------------------


def serve(kind: str, address: str) -> None:
    """Be one of the servers until somebody ends it."""
    set_up_logs("text", "info")
    app = make_app(open_service(address))
    if kind == "granian":
        asyncio.run(_granian(app))
    elif kind == "h11, asyncio":
        uvicorn.run(app, port=PORT, http="h11", loop="asyncio", log_config=None, access_log=False)
    else:
        run_server(app, listen("127.0.0.1", PORT), lambda: None)


async def _granian(app: FastAPI) -> None:
    from granian.constants import Interfaces  # noqa: PLC0415  no dependency of ours
    from granian.server.embed import Server  # noqa: PLC0415

    await Server(app, port=PORT, interface=Interfaces.ASGI, log_enabled=False).serve()


@contextmanager
def running(kind: str, address: str) -> Iterator[int]:
    """The process of a server that answers."""
    words = [sys.executable, __file__, kind, address]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", PORT)).close()
                break
            except ConnectionError:
                if process.poll() is not None:
                    sys.exit(f"{kind} does not start.")
                subprocess.run(["sleep", "0.1"], check=True)
        yield process.pid
    finally:
        process.kill()
        process.wait()


# --- the client -----------------------------------------------------------------------------------


class Client:
    """One connection that stays open."""

    def __init__(self, key: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", PORT))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answers = self._socket.makefile("rb")
        self._key = key

    def read(self) -> None:
        """The public standings."""
        self._ask("GET", f"{HERE}/standings", "")

    def write(self, number: int) -> None:
        """A result: every table in turn, each time another one."""
        again, table = divmod(number, PLAYERS // 2)
        body = json.dumps({"result": WORDS[(again + table) % 3]})
        head = f"Authorization: Bearer {self._key}\r\nContent-Type: application/json\r\n"
        self._ask("PUT", f"{HERE}/pairings/1-1-{table + 1}/result", head, body)

    def _ask(self, method: str, path: str, head: str, body: str = "") -> None:
        self._socket.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{head}"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        status = self._answers.readline()
        if b" 200 " not in status:
            sys.exit(f"{method} {path}: {status!r}")
        length = 0
        while (line := self._answers.readline().lower()) != b"\r\n":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self._answers.read(length)


def seconds_of(process: int) -> float:
    """The processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(kind: str, address: str, key: str) -> tuple[float, float]:
    """Milliseconds of processor time for a read and for a write."""
    with running(kind, address) as process:
        client = Client(key)
        for number in range(50):
            client.read()
            client.write(number)
        begun = seconds_of(process)
        for _ in range(READS):
            client.read()
        read = seconds_of(process)
        for number in range(50, 50 + WRITES):
            client.write(number)
        written = seconds_of(process)
    return 1000 * (read - begun) / READS, 1000 * (written - read) / WRITES


def main() -> None:
    """Print what each server needs, and how that compares with the first."""
    kinds = ["h11, asyncio", "httptools, uvloop"] + ["granian"] * (find_spec("granian") is not None)
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory() as folder:
        key = prepare(f"sqlite:///{folder}/first.db")
        for _ in range(TURNS):
            for kind in kinds:
                with tempfile.TemporaryDirectory() as place:
                    shutil.copy(f"{folder}/first.db", f"{place}/cup.db")
                    found[kind].append(measure(kind, f"sqlite:///{place}/cup.db", key))
    print(f"Python {sys.version.split()[0]}; processor time of the server, best of {TURNS}")
    least = {
        kind: [min(column) for column in zip(*rows, strict=True)] for kind, rows in found.items()
    }
    for kind, (read, write) in least.items():
        by_read, by_write = (least[kinds[0]][n] / value for n, value in enumerate((read, write)))
        print(
            f"  {kind:18} GET standings {read:6.3f} ms ({by_read:4.2f} times as fast),"
            f" PUT result {write:6.3f} ms ({by_write:4.2f} times)"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[1], sys.argv[2])
    else:
        main()
