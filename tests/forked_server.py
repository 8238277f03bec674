"""`fairpair serve` forked from a process that has it loaded, which saves the seconds of loading."""

import multiprocessing
import os
import sys
from multiprocessing.connection import Connection

from fairpair.__main__ import main
from timeouts import PATIENCE

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        *(__name__, "fairpair.server", "fairpair.bootstrap", "fairpair.cli.serve"),
        *("fairpair.cli.http_server", "fairpair.cli.logs", "fairpair.storage.postgresql"),
        *("fairpair.storage.sqlite", "uvicorn.lifespan.on", "uvicorn.loops.auto"),
        *("uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.auto"),
    ]
)


class ServerProcess:
    """A server in a session of its own, with what tests need of `subprocess.Popen`."""

    def __init__(self, *words: str, errors: int | None = None, env: dict[str, str]) -> None:
        reading, writing = os.pipe()
        errors = os.dup(writing if errors is None else errors)
        out, err = Connection(writing), Connection(errors)
        self._process = _FORKS.Process(target=_serve, args=(words, env, out, err))
        self._process.start()
        out.close()
        err.close()
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float = PATIENCE) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def _serve(words: tuple[str, ...], env: dict[str, str], out: Connection, err: Connection) -> None:
    """Be the server."""
    os.setsid()
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    os.environ.clear()
    os.environ.update(env)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.argv = ["fairpair", "serve", *words]
    main()
