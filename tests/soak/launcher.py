"""A process that has Fairpair loaded and forks a server whenever it is told to.

What it forks is `fairpair serve` as it is; only the seconds of loading are saved, so that a server
can be killed hundreds of times within minutes. One order a line on standard input, one answer a
line on standard output, both JSON. It must never start a thread: a fork would lose it.
"""

import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from fairpair import bootstrap
from fairpair.__main__ import main as fairpair
from fairpair.server import make_app

LOADED = (
    "fairpair.cli.serve",
    "fairpair.cli.http_server",
    "fairpair.cli.workers",
    "fairpair.cli.logs",
    "fairpair.storage.postgresql",
    "fairpair.storage.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)
LIVING: set[int] = set()


def main() -> None:
    for name in LOADED:
        importlib.import_module(name)
    service = bootstrap.open_service("memory:")
    make_app(service, bootstrap.open_access(service))
    service.close()
    gc.freeze()
    _say({"ready": True})
    for line in sys.stdin:
        order = json.loads(line)
        _say(DOING[order.pop("do")](**order))
    for pid in LIVING:  # whoever gave the orders is gone
        os.kill(pid, signal.SIGKILL)


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _start(**server_process: Any) -> dict[str, Any]:
    pid = os.fork()
    if pid == 0:
        _serve(**server_process)
    LIVING.add(pid)
    return {"pid": pid}


def _kill(pid: int, number: int) -> dict[str, Any]:
    """Send the signal and wait until it is gone."""
    os.kill(pid, number)
    _, status = os.waitpid(pid, 0)
    LIVING.discard(pid)
    return {"code": os.waitstatus_to_exitcode(status)}


def _poll(pid: int) -> dict[str, Any]:
    """Its exit code if it has ended by itself."""
    found, status = os.waitpid(pid, os.WNOHANG)
    LIVING.discard(found)
    return {"code": os.waitstatus_to_exitcode(status) if found else None}


def _serve(
    words: list[str],
    out: str,
    log: str,
    environment: dict[str, str],
    hardships: dict[str, Any],
) -> None:
    """Be the server; never returns."""
    code = 1
    try:
        os.setsid()
        _redirect(out, log)
        os.environ.update(environment)
        if (largest_file := hardships["largest_file"]) is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
        _shift_clock(hardships["shifts"])
        sys.argv = ["fairpair", "serve", *words]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        fairpair()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stderr.flush()
        os._exit(code)


def _redirect(out: str, log: str) -> None:
    flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
    for number, path in ((1, out), (2, log)):
        file = os.open(path, flags, 0o600)
        os.dup2(file, number)
        os.close(file)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)


def _shift_clock(shifts: list[tuple[float, float]]) -> None:
    """From each of these seconds of its life on the clock is so many seconds off."""
    begun = time.monotonic()

    def wrong() -> str:
        lived = time.monotonic() - begun
        off = [seconds for since, seconds in shifts if since <= lived]
        moment = datetime.now(UTC) + timedelta(seconds=off[-1] if off else 0)
        return moment.isoformat(timespec="microseconds")

    if shifts:
        # The one place that knows the clock hands it to everything else.
        bootstrap.utc_now = wrong


DOING: dict[str, Callable[..., dict[str, Any]]] = {"start": _start, "kill": _kill, "poll": _poll}

if __name__ == "__main__":
    main()
