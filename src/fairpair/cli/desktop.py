"""`fairpair desktop`: a server for the person at this computer, in their browser."""

import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import click

from fairpair.app.access.keys import Access
from fairpair.cli.dependencies import Dependencies, data_folder, default_database
from fairpair.cli.http_server import ServerOptions, announcement
from fairpair.cli.keys import admin_login
from fairpair.cli.logs import set_up_logs
from fairpair.cli.serve import network_line, serve_in_process
from fairpair.cli.sockets import address_of, listen
from fairpair.core.errors import StorageError
from fairpair.http.reach import Listener
from fairpair.language.message import Message

_HOST = "127.0.0.1"
_PATIENCE = 30.0
"""The seconds that a program started earlier has until it must respond."""
_PAUSE = 0.2


@click.command()
@click.pass_obj
def desktop(dependencies: Dependencies, /) -> None:
    """Start Fairpair on this computer and open it in the browser.

    You are logged in as administrator. The tournaments are stored in your data directory. If
    Fairpair is already running, only a browser window opens.

    \b
        fairpair desktop

    Exit codes: 0 success, 5 the data cannot be stored, or another Fairpair does not respond.
    """
    place = data_folder() / "desktop"
    deadline = time.monotonic() + _PATIENCE
    while True:
        with dependencies.claim(place) as is_first:
            if is_first:
                return _start(dependencies, place)
        if address := _running_address(place):
            return _open_running(dependencies, address)
        if time.monotonic() > deadline:
            raise StorageError("not-responding")
        time.sleep(_PAUSE)


def _start(dependencies: Dependencies, place: Path) -> None:
    """Be the server; `place` holds its address while it runs."""
    place.unlink(missing_ok=True)
    set_up_logs("text", "warning")
    options = ServerOptions(
        default_database(), log_level="warning", listener=Listener(_HOST), may_share=True
    )
    try:
        with listen(_HOST, None) as listener:
            serve_in_process(dependencies, options, listener, partial(_announce, place))
    finally:
        place.unlink(missing_ok=True)


def _announce(place: Path, access: Access, options: ServerOptions, listener: socket.socket) -> None:
    """Once it answers: note where it is, and open the browser."""
    address, network = address_of(listener, _HOST), network_line(options, listener.getsockname()[1])
    place.write_text(address, encoding="ascii")
    login = admin_login(access, address, "cli.browser-link")
    click.echo(
        announcement(address, options.database, network, login.lines, stop="cli.keep-window")
    )
    # In a thread: some browsers return only when they are closed, and this one must be answered.
    threading.Thread(target=webbrowser.open, args=(login.link,), daemon=True).start()


def _running_address(place: Path) -> str:
    """Where the server that was started earlier responds; nothing while it is starting."""
    with suppress(OSError, ValueError):  # not there yet, or half written
        address = place.read_text(encoding="ascii")
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(f"{address}/api/health", timeout=_PATIENCE):
            return address
    return ""


def _open_running(dependencies: Dependencies, address: str) -> None:
    """One more window of the server at this address."""
    with closing(dependencies.open_service(default_database())) as service:
        login = admin_login(dependencies.open_access(service), address, "cli.browser-link")
    click.echo(f"{Message('cli.already-running', address=address)}\n{login.lines}", nl=False)
    webbrowser.open(login.link)
