"""The commands in processes of their own, as a shell starts them."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from forked_server import ServerProcess
from timeouts import PATIENCE

from .shell import Shell


def fairpair(
    *words: str | Path, database: str, data: bytes = b"", **env: str
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "fairpair", *words],
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "FAIRPAIR_DATABASE": database, **env},
    )


def typed(
    *words: str | Path, database: str, data: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    """The same without a process, which takes a tenth of the time."""
    said = Shell(database).type(*map(str, words), data=data)
    return subprocess.CompletedProcess(words, said.code, said.out.encode(), said.err.encode())


class Server:
    """A real server in a process of its own."""

    def __init__(self, *words: str, database: str) -> None:
        self.process = ServerProcess(*words, "--database", database, env=dict(os.environ))
        self.said = self._line()
        while self.said.startswith("Fairpair is running: http://") and "Ctrl+C" not in self.said:
            self.said += self._line()
        if "Ctrl+C" not in self.said:
            self.stop(signal.SIGKILL)  # or a later test would hear of a process left behind
            raise AssertionError(f"the server did not start: {self.said}")
        self.address = self.said.splitlines()[0].split()[-1]

    def _line(self) -> str:
        """The next line that the server prints; an end that nobody asked for is one as well."""
        return self.process.stdout.readline() or "(ended)"

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()

    def login_code(self) -> str:
        """What the administrator logs in with, once."""
        return self.said.partition("/login/")[2].split()[0]

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        with self.process.stdout as rest:
            self.said += rest.read()
        return code
