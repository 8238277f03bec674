"""Servers that live for a moment: forked ones, and now and then one from a cold start."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from api.servers import ADMIN_KEY
from processes import still_running

PATIENCE = 60.0
READY = "Fairpair is running: http://"


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a server has to live with."""

    full_disk: bool = False
    largest_file: int | None = None
    """No file may grow beyond so many bytes: the disk is as good as full."""
    shifts: tuple[tuple[float, float], ...] = ()
    """From when on the clock is how many seconds off."""
    cold: bool = False
    """`python -m fairpair serve`, not forked from a process that has it loaded."""
    workers: int = 0
    """`--workers`: so many processes under one that starts them again; from cold, as they are."""


class Launcher:
    """Our end of `launcher.py`; safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("launcher.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._answer()

    def ask(self, **order: Any) -> Any:
        with self._lock:
            assert self._process.stdin
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return self._answer()

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the launcher has ended"
        return json.loads(line)


@dataclass(slots=True)
class ServerProcess:
    """One server from its start to its end."""

    launcher: Launcher
    folder: Path
    number: int
    database: str
    conditions: Conditions = Conditions()
    pid: int = 0
    ended: int | None = None
    outlived: int = 0
    """Workers that were still there a minute after their supervisor."""
    _cold: subprocess.Popen[bytes] | None = None
    _out: Path = field(init=False)

    def __post_init__(self) -> None:
        self._out = self.folder / f"{self.number}.out"
        words = ["--port", "0", "--log-level", "warning", "--database", self.database]
        environment = {"FAIRPAIR_ADMIN_KEY": ADMIN_KEY}
        if self.conditions.workers:
            words += ["--workers", str(self.conditions.workers)]
            # What a killed supervisor cannot put away goes with our own folder.
            environment["TMPDIR"] = str(self.folder)
        if self.conditions.cold:
            self._begin_cold(words, environment)
            return
        self.pid = self.launcher.ask(
            do="start",
            words=words,
            out=str(self._out),
            log=str(self.log),
            environment=environment,
            hardships={
                "largest_file": self.conditions.largest_file,
                "shifts": self.conditions.shifts,
            },
        )["pid"]

    @property
    def log(self) -> Path:
        return self.folder / f"{self.number}.log"

    def logged(self) -> str:
        """Nothing yet, if it was killed before it could open its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def address(self) -> tuple[str, int] | None:
        """Where it answers; none while it does not yet."""
        text = self._out.read_text() if self._out.exists() else ""
        line, newline, _ = text.partition("\n")
        if not newline or not line.startswith(READY):
            return None
        host, _, port = line.removeprefix(READY).partition(":")
        return host, int(port)

    def has_ended(self) -> bool:
        """By itself, or by us."""
        if self.ended is None:
            if self._cold is not None:
                self.ended = self._cold.poll()
            else:
                self.ended = self.launcher.ask(do="poll", pid=self.pid)["code"]
        return self.ended is not None

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Nothing of it is left when this returns."""
        if self.has_ended():
            return
        if self._cold is not None:
            workers = self.workers()
            self._cold.send_signal(number)
            self.ended = self._cold.wait(PATIENCE)
            self._see_off(workers)
        else:
            self.ended = self.launcher.ask(do="kill", pid=self.pid, number=int(number))["code"]

    def workers(self) -> list[psutil.Process]:
        """Its processes that answer requests, or are about to."""
        with suppress(psutil.NoSuchProcess):
            found = psutil.Process(self.pid).children()
            return [one for one in found if _is_worker(one)]
        return []

    def _see_off(self, workers: Sequence[psutil.Process]) -> None:
        """They end by themselves when nobody is left to look after them."""
        left = still_running(workers)
        self.outlived = len(left)
        for worker in left:
            worker.kill()

    def _begin_cold(self, words: Sequence[str], environment: dict[str, str]) -> None:
        with self._out.open("wb") as out, self.log.open("wb") as log:
            self._cold = subprocess.Popen(
                [sys.executable, "-u", "-m", "fairpair", "serve", *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        self.pid = self._cold.pid


def _is_worker(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return any("spawn_main" in word for word in process.cmdline())
    return False


def wait_for(server_process: ServerProcess) -> tuple[str, int] | None:
    """Its address once it answers; none if it ended before."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = server_process.address()
        if found:
            return found
        if server_process.has_ended():
            return None
        time.sleep(0.01)
    raise AssertionError(
        f"server {server_process.number} never answered: {server_process.logged()[-2000:]}"
    )
