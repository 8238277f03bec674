"""The commands in processes of their own, as a shell starts them."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from timeouts import PATIENCE


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


class Server:
    """A real server in a process of its own."""

    def __init__(self, *words: str, database: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "fairpair", "serve", *words, "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert first.startswith("Fairpair is running: http://"), first
        self.address = first.split()[-1]
        self.said = first
        while "Ctrl+C" not in self.said:
            self.said += self.process.stdout.readline()

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout
        with self.process.stdout as rest:
            self.said += rest.read()
        return code
