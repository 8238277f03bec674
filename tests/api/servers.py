"""Real servers in processes of their own, and people who watch their streams."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from types import TracebackType

import httpx

from forked_server import ServerProcess
from timeouts import PATIENCE

ADMIN_KEY = "the-Administrator-of-tests-0123456789"


class Server:
    """`fairpair serve` with these options; what it logs goes to a file.

    `program` is what a new Python runs as `fairpair`.
    """

    def __init__(
        self, *words: str, database: str, log: Path, program: tuple[str, ...] = ()
    ) -> None:
        self.log = log
        environment = {**os.environ, "FAIRPAIR_ADMIN_KEY": ADMIN_KEY}
        options = ("--port", "0", "--database", database, *words)
        self.process: ServerProcess | subprocess.Popen[str]
        with log.open("wb") as errors:
            if program:
                self.process = subprocess.Popen(
                    [sys.executable, "-u", *program, "serve", *options],
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                    env=environment,
                    start_new_session=True,
                )
            else:
                self.process = ServerProcess(*options, errors=errors.fileno(), env=environment)
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert first.startswith("Fairpair is running: http://"), first + log.read_text()
        self.address = first.split()[-1]
        self.client = httpx.Client(
            base_url=self.address,
            headers={"Authorization": f"Bearer {ADMIN_KEY}"},
            timeout=PATIENCE,
        )

    def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        answer = self.client.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait until it has ended."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        self.client.close()
        return code

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Whatever happened, nothing is left running."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.end()


class Stream:
    """Somebody who watches a tournament; `versions` are the numbers they were told."""

    def __init__(self, address: str, tournament: str, **headers: str) -> None:
        self._url = f"{address}/api/tournaments/{tournament}/events"
        self._headers = headers
        self.versions: Queue[int] = Queue()
        self.lines: list[str] = []
        self.ended_well = False
        self._client = httpx.Client(timeout=PATIENCE)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def next(self) -> int:
        return self.versions.get(timeout=PATIENCE)

    def until(self, version: int) -> None:
        """Wait for this version, or a later one."""
        while self.next() < version:
            pass

    def ended(self) -> bool:
        """Wait for the end; was it a proper one?"""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.ended_well

    def _watch(self) -> None:
        try:
            with self._client.stream("GET", self._url, headers=self._headers) as answer:
                for line in answer.iter_lines():
                    self.lines.append(line)
                    if line.startswith("id: "):
                        self.versions.put(int(line[4:]))
            self.ended_well = True
        except httpx.HTTPError:
            pass
        finally:
            self._client.close()


@contextmanager
def watching(address: str, tournament: str, **headers: str) -> Iterator[httpx.Response]:
    """An open stream that is closed at the end."""
    url = f"{address}/api/tournaments/{tournament}/events"
    with httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as answer:
        yield answer


def begin(server: Server, players: int = 8) -> str:
    """A tournament with its first round published; its id."""
    body = {"name": "Spring Open", "preset": "fide_dutch"}
    made = server.send("POST", "/api/tournaments", body).json()["id"]
    names = [{"name": f"Player {number}"} for number in range(1, players + 1)]
    server.send("POST", f"/api/tournaments/{made}/players", {"players": names})
    server.send("POST", f"/api/tournaments/{made}/start", {"total_rounds": 3})
    return str(made)


def record(server: Server, tournament: str, table: int) -> int:
    """Enter a result of round 1; the version after it."""
    path = f"/api/tournaments/{tournament}/pairings/1-1-{table}/result"
    return int(server.send("PUT", path, {"result": "1-0"}).json()["version"])
