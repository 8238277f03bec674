"""Listening on a port until told to stop."""

import errno
import signal
import socket
import sys
from typing import TYPE_CHECKING

import click
import uvicorn

from fairpair.core.errors import StorageError

if TYPE_CHECKING:
    from fastapi import FastAPI

FIRST_PORT = 8000
PORTS_TRIED = 50


class _Server(uvicorn.Server):
    """Says where it is, once it really answers."""

    def __init__(self, config: uvicorn.Config, announcement: str) -> None:
        super().__init__(config)
        self.announcement = announcement

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        click.echo(self.announcement)


def serve_app(app: "FastAPI", host: str, port: int | None, database: str) -> None:
    """Serve on the given port, or without one on the first that is free from 8000 on."""
    listener = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}"
    announcement = (
        f"Fairpair is running: {address}\nIts data are in {shown_database(database)}\n"
        "Stop it with Ctrl+C."
    )
    # Without the time limit an open live connection would keep the server from stopping.
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=2, server_header=False
    )
    # uvicorn repeats the signal when it is done: without this, nothing after it would run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _Server(config, announcement).run([listener])
    except KeyboardInterrupt:
        click.echo("Stopped.")
    finally:
        listener.close()


def shown_database(database: str) -> str:
    """The place of a database as it may be shown: the file, or the address without password.

    >>> shown_database("postgresql://ana:secret@host/fairpair")
    'postgresql://ana@host/fairpair'
    >>> shown_database("postgresql://host/fairpair?user=ana&password=a@b")
    'postgresql://host/fairpair'
    """
    scheme, _, rest = database.partition(":")
    if scheme == "sqlite":
        return rest.removeprefix("///")
    if scheme == "memory":
        return "memory only: they are gone when the server stops"
    # Behind the question mark there may be a password too.
    user, at, place = rest.partition("?")[0].removeprefix("//").rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{place}"


def _listen(host: str, port: int | None) -> socket.socket:
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else [port]
    trouble = ""
    for candidate in wanted:
        try:
            return socket.create_server(
                (host, candidate), family=socket.AF_INET6 if ":" in host else socket.AF_INET
            )
        except OSError as error:
            trouble = error.strerror or str(error)
            if error.errno != errno.EADDRINUSE:
                break
    where = f"port {wanted[0]}" if port is not None else f"any port from {FIRST_PORT} on"
    raise StorageError(
        "cannot-listen",
        f"Fairpair cannot listen on {where} of {host}: {trouble}.",
        "Choose another one with --port (or --host), or stop the program that uses it.",
    )
