"""`fairpair serve`: one process, or several at one address."""

import os
import shlex
import socket
from collections.abc import Callable
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
    announcement,
    run_server,
    without_collection,
)
from fairpair.cli.keys import admin_login
from fairpair.cli.logs import set_up_logs
from fairpair.cli.options import PUBLIC_URL, check_server_url
from fairpair.cli.sockets import address_of, listen, share_address, url_at
from fairpair.cli.workers import Supervisor, refuse_without_server
from fairpair.http.network import network_addresses
from fairpair.http.reach import EVERYWHERE, Listener, network_host
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
    help="Allow webhooks to private network addresses and this computer, and downloads of rating"
    " lists from them.",
)
@click.option(
    "--update-lists",
    envvar="FAIRPAIR_UPDATE_LISTS",
    is_flag=True,
    help="Check for newer rating lists every day, and import them.",
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
@click.option(
    "--public-url",
    envvar=PUBLIC_URL,
    default="",
    metavar="URL",
    callback=check_server_url,
    help="Address of the reverse proxy, as visitors type it, e.g. https://fairpair.example.org;"
    " links and QR codes begin with it.",
)
@click.pass_obj
def serve(
    dependencies: Dependencies,
    /,
    host: str,
    port: int | None,
    workers: int,
    public_url: str,
    **options: Any,
) -> None:
    """Start the server and print its address. Stop it with Ctrl+C.

    When the server starts for the first time, it creates the administrator key and shows it once;
    to choose the key yourself, set FAIRPAIR_ADMIN_KEY. Each time it starts, the server prints a
    single-use link for logging in as administrator.

    \b
        fairpair serve
        fairpair serve --host 0.0.0.0 --port 9000
        fairpair serve --database postgresql://fairpair@db/hall --workers 4
        fairpair serve --trusted-proxies 127.0.0.1 --public-url https://fairpair.example.org
    """
    here_only = not network_host(host) and host not in EVERYWHERE
    proxy = public_url or options["trusted_proxies"]
    chosen = ServerOptions(
        **options,
        listener=Listener(host, _network_command(), public_url),
        may_share=workers == 1 and here_only and not proxy,
    )
    refuse_without_server(workers, chosen.database)
    set_up_logs(chosen.log_format, chosen.log_level)
    with listen(host, port) as listener:
        if workers == 1:
            serve_in_process(dependencies, chosen, listener, _announce)
        else:
            _serve_with_workers(dependencies, chosen, listener, workers)


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


def serve_in_process(
    dependencies: Dependencies,
    options: ServerOptions,
    listener: socket.socket,
    announce: Callable[[Access, ServerOptions, socket.socket], None],
) -> None:
    """This process is the server; `announce` is called once it answers."""
    with without_collection():
        service = dependencies.open_service(options.database)
    try:
        with without_collection():
            access = dependencies.open_access(service)
            app = dependencies.make_app(
                service,
                access,
                allow_private_webhooks=options.allow_private_webhooks,
                update_lists=options.update_lists,
                listener=options.listener,
            )
        ready = partial(announce, access, options, listener)
        run_server(app, listener, ready, options.trusted_proxies, may_share=options.may_share)
    except KeyboardInterrupt:
        click.echo(str(Message("cli.stopped")))
    finally:
        service.close()


def _serve_with_workers(
    dependencies: Dependencies,
    options: ServerOptions,
    listener: socket.socket,
    workers: int,
) -> None:
    """This process watches over those that are."""
    # Errors are reported before any worker starts.
    with closing(dependencies.open_service(options.database)) as service:
        access = dependencies.open_access(service)
        with share_address(listener) as shared:
            announce = partial(_announce, access, options, shared)
            Supervisor(dependencies, options, shared, workers, announce).run()
    click.echo(str(Message("cli.stopped")))


def _announce(access: Access, options: ServerOptions, listener: socket.socket) -> None:
    """Once it answers: where it is, for whom, and how the administrator gets in."""
    address, public = address_of(listener, options.listener.host), options.listener.public_url
    network = network_line(options, listener.getsockname()[1])
    login = admin_login(access, public or address).lines
    click.echo(announcement(address, options.database, network, login))


def network_line(options: ServerOptions, port: int) -> Message | None:
    """What phones can do about this server; nothing where only its operator knows."""
    host, public = options.listener.host, options.listener.public_url
    there = [url_at(one, port) for one in network_addresses() if ":" not in one or ":" in host]
    if public:
        return Message("cli.public-url", url=public)
    if host in EVERYWHERE and there:
        return Message("cli.network", addresses=there)
    if options.may_share:
        code = "cli.may-share" if there else "cli.no-network"
        return Message(code, address=there[0] if there else "")
    return Message("cli.no-network") if host in EVERYWHERE else None
