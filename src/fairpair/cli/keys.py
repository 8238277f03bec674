"""`fairpair key`: keys that only the operator of the server can create."""

import secrets
from collections.abc import Mapping
from contextlib import closing
from typing import Any, NamedTuple

import click

from fairpair.app.access.grants import NOBODY, Role
from fairpair.app.access.key_issuer import KeyIssuer
from fairpair.app.access.key_text import ADMIN_KEY
from fairpair.app.access.keys import Access, NewKey
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.output import write
from fairpair.core.errors import ConflictError, StorageError
from fairpair.core.ids import CommandId
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message

_LINK_MINUTES = 60


@click.command()
@click.argument("name", required=False)
@click.option(
    "--reset", is_flag=True, help="Create a new administrator key and revoke the old one."
)
@click.option(
    "--role",
    type=click.Choice(["organiser", "scorekeeper"]),
    help="Role of the key; scorekeepers can enter results. [default: organiser]",
)
@click.option(
    "--players",
    "for_players",
    is_flag=True,
    help="Create a link for each player without one, and print number, name and link.",
)
@click.option("--label", default="", help="Key holder, shown in the key list and the history.")
@database_option
@click.pass_obj
def key(
    dependencies: Dependencies, /, name: str | None, reset: bool, database: str, **options: Any
) -> None:
    """Create an access key for staff, or links for players.

    \b
    fairpair key                        # administrator key, if there is none yet
    fairpair key --reset                # new administrator key, if it was lost or leaked
    fairpair key spring-open            # organiser key for this tournament
    fairpair key spring-open --label Ana
    fairpair key spring-open --role scorekeeper --label Bo
    fairpair key spring-open --players > links.tsv

    Only the key is written to standard output. It is stored as a digest, so it cannot be shown
    again. A running server accepts the new key immediately.

    Exit codes: 0 success, 2 incorrect usage, 3 unknown tournament, 4 an administrator key already
    exists or is set by FAIRPAIR_ADMIN_KEY, 5 database error.
    """
    _check_usage(name, reset, options)
    with closing(dependencies.open_service(database, create=name is None)) as service:
        access = dependencies.open_access(service)
        if name is None:
            text = f"{_admin_key(access, reset).key}\n"
        else:
            text = _keys_of(service, access, name, options)
    write(text)


def _check_usage(name: str | None, reset: bool, options: Mapping[str, Any]) -> None:
    if name is not None and reset:
        raise click.UsageError("--reset creates a new administrator key. Do not name a tournament.")
    words = {"label": "--label", "role": "--role", "for_players": "--players"}
    given = [word for key, word in words.items() if options[key]]
    if name is None and given:
        raise click.UsageError(f"{given[0]} needs the name of a tournament.")
    if options["for_players"] and len(given) > 1:
        raise click.UsageError("--players cannot be combined with other options.")


class AdminLogin(NamedTuple):
    """How the administrator gets in: lines to print, and the link in them."""

    lines: str
    link: str


def admin_login(access: Access, address: str, text: str = "cli.login-link") -> AdminLogin:
    """For a server at this address; without a database to write to, the link is that address."""
    try:
        made = access.first_admin_key()
        code = access.login_code(access.admin(), _LINK_MINUTES)
    except StorageError as error:
        return AdminLogin(f"{Message('cli.no-login-link', error=str(error))}\n", address)
    lines = [Message("cli.administrator-key", key=made.key)] if made else []
    here = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    link = f"{here}/login/{code}"
    lines.append(Message(text, n=_LINK_MINUTES, link=link))
    return AdminLogin("".join(f"{line}\n" for line in lines), link)


def _admin_key(access: Access, reset: bool) -> NewKey:
    if access.admin_key_is_chosen:
        raise ConflictError("admin-key-chosen", variable=ADMIN_KEY)
    made = access.reset_admin_key() if reset else access.first_admin_key()
    if made is None:
        raise ConflictError("admin-key-there")
    return made


def _keys_of(service: Service, access: Access, name: str, options: Mapping[str, Any]) -> str:
    """A key of the tournament; or a line for each player."""
    here = find_tournament(service, name)
    if not options["for_players"]:
        role = Role(options["role"] or "organiser")
        return f"{access.make(role, here, label=options['label']).key}\n"
    context = CommandContext(here, CommandId(secrets.token_hex(16)))
    made = KeyIssuer(service, access, context, NOBODY).issue_to_players()
    if not made:
        raise ConflictError("links-there")
    return "".join(
        f"{x.player}\t{escape_controls(x.name)}\t/t/{here}/player/{x.key}\n" for x in made
    )
