"""`fairpair serve`: one process, or several that share a socket."""

import os
import shlex
import socket
from contextlib import closing
from functools import partial
from ipaddress import ip_network
from typing import Any

import click
from click.core import ParameterSource

from fairpair.app.access.keys import Access
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.http_server import (
    ServerOptions,
    address_of,
    announcement,
    listen,
    run_server,
    without_collection,
)
from fairpair.cli.keys import admin_lines
from fairpair.cli.logs import set_up_logs
from fairpair.cli.workers import Supervisor, refuse_without_server
from fairpair.http.reach import Listener
from fairpair.language.message import Message


def _check_networks(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The addresses and networks without spaces."""
    found = [one.strip() for one in value.split(",") if one.strip()]
    for one in found:
        try:
            ip_network(one)
        except ValueError:
            raise click.BadParameter(
                f"{one!r} is neither an address nor a network such as 10.0.0.0/8."
            ) from None
    return ",".join(found)


@click.command()
@click.option(
    "--host",
    envvar="FAIRPAIR_HOST",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; use 0.0.0.0 to allow other devices on the network.",
)
@click.option(
    "--port",
    envvar="FAIRPAIR_PORT",
    type=click.IntRange(0, 65535),
    default=None,
    show_default="8000, or the next free one",
    help="Port to listen on; 0 picks any free port.",
)
@database_option
@click.option(
    "--workers",
    envvar="FAIRPAIR_WORKERS",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of worker processes; more than one requires PostgreSQL.",
)
@click.option(
    "--log-format",
    envvar="FAIRPAIR_LOG_FORMAT",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Log format on standard error: text, or one JSON object per line.",
)
@click.option(
    "--log-level",
    envvar="FAIRPAIR_LOG_LEVEL",
    type=click.Choice(["info", "warning"]),
    default="info",
    show_default=True,
    help="Log all requests, or warnings and errors only.",
)
@click.option(
    "--allow-private-webhooks",
    envvar="FAIRPAIR_ALLOW_PRIVATE_WEBHOOKS",
    is_flag=True,
    help="Allow webhooks to private network addresses and this computer.",
)
@click.option(
    "--trusted-proxies",
    envvar="FAIRPAIR_TRUSTED_PROXIES",
    default="",
    metavar="ADDRESSES",
    callback=_check_networks,
    help="Reverse proxies whose X-Forwarded-For and"
    " X-Forwarded-Proto headers are trusted: addresses or networks, separated by commas.",
)
@click.pass_obj
def serve(
    dependencies: Dependencies, /, host: str, port: int | None, workers: int, **options: Any
) -> None:
    """Start the server and print its address. Stop it with Ctrl+C.

    When the server starts for the first time, it creates the administrator key and shows it once;
    to choose the key yourself, set FAIRPAIR_ADMIN_KEY. Each time it starts, the server prints a
    single-use link for logging in as administrator.

    \b
        fairpair serve
        fairpair serve --host 0.0.0.0 --port 9000
        fairpair serve --database postgresql://fairpair@db/hall --workers 4
        fairpair serve --trusted-proxies 127.0.0.1
    """
    chosen = ServerOptions(**options, listener=Listener(host, _network_command()))
    refuse_without_server(workers, chosen.database)
    set_up_logs(chosen.log_format, chosen.log_level)
    with listen(host, port) as listener:
        if workers == 1:
            _serve_in_process(dependencies, chosen, listener, host)
        else:
            _serve_with_workers(dependencies, chosen, listener, host, workers)


def _network_command() -> str:
    """The command that was typed, for the whole network; without the password of a database."""
    context = click.get_current_context()
    words = os.environ.get("FAIRPAIR_COMMAND", "fairpair serve").split()
    for name, value in context.params.items():
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and name != "host" and "@" not in str(value):
            option = f"--{name.replace('_', '-')}"
            words += [option] if value is True else [option, str(value)]
    return shlex.join([*words, "--host", "0.0.0.0"])  # noqa: S104  advice


def _serve_in_process(
    dependencies: Dependencies, options: ServerOptions, listener: socket.socket, host: str
) -> None:
    """This process is the server."""
    with without_collection():
        service = dependencies.open_service(options.database)
    try:
        with without_collection():
            access = dependencies.open_access(service)
            app = dependencies.make_app(
                service,
                access,
                allow_private_webhooks=options.allow_private_webhooks,
                listener=options.listener,
            )
        announce = partial(_announce, access, options.database, address_of(listener, host))
        run_server(app, listener, announce, options.trusted_proxies)
    except KeyboardInterrupt:
        click.echo(str(Message("cli.stopped")))
    finally:
        service.close()


def _serve_with_workers(
    dependencies: Dependencies,
    options: ServerOptions,
    listener: socket.socket,
    host: str,
    workers: int,
) -> None:
    """This process watches over those that are."""
    # Errors are reported before any worker starts.
    with closing(dependencies.open_service(options.database)) as service:
        access = dependencies.open_access(service)
        announce = partial(_announce, access, options.database, address_of(listener, host))
        Supervisor(dependencies, options, listener, workers, announce).run()
    click.echo(str(Message("cli.stopped")))


def _announce(access: Access, database: str, address: str) -> None:
    """Once it answers: where it is, and how the administrator gets in."""
    click.echo(announcement(address, database, admin_lines(access, address)))
