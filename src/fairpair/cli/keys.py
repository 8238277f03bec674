"""The keys that only who has the server in hand can make."""

import secrets
from collections.abc import Mapping
from contextlib import closing
from typing import Any

import click

from fairpair.app.access.grants import NOBODY, Role
from fairpair.app.access.key_issuer import KeyIssuer
from fairpair.app.access.key_text import ADMIN_KEY
from fairpair.app.access.keys import Access, NewKey
from fairpair.app.service import CommandContext, Service
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.output import escape_controls, write
from fairpair.core.errors import ConflictError, StorageError
from fairpair.core.ids import CommandId

_LINK_MINUTES = 60


@click.command()
@click.argument("name", required=False)
@click.option("--reset", is_flag=True, help="Make a new administrator's key; the old one ends.")
@click.option(
    "--role",
    type=click.Choice(["organiser", "scorekeeper"]),
    help="What it is good for; a scorekeeper enters results. [default: organiser]",
)
@click.option(
    "--players",
    "for_players",
    is_flag=True,
    help="One for each player who has none: number, name and address of the own page.",
)
@click.option("--label", default="", help="Who gets it: shown in the list of keys and the audit.")
@database_option
@click.pass_obj
def key(
    dependencies: Dependencies, /, name: str | None, reset: bool, database: str, **options: Any
) -> None:
    """Make a key: the administrator's, an organiser's, a scorekeeper's, or all players'.

    \b
    fairpair key                        the administrator's, if there is none yet
    fairpair key --reset                a new one, when it was lost or became known
    fairpair key spring-open            an organiser's, of the tournament with this id or name
    fairpair key spring-open --label Ana
    fairpair key spring-open --role scorekeeper --label Bo
    fairpair key spring-open --players > links.tsv

    The key is all that is written to standard output. It is not kept: only its digest is, so
    nobody can look it up later. A running server knows the new key at once.

    Exit codes: 0 fine, 2 wrong usage, 3 there is no such tournament, 4 there is an
    administrator's key already or it is set by FAIRPAIR_ADMIN_KEY, 5 trouble with the database.
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
        raise click.UsageError("--reset is for the administrator's key: leave the name out.")
    words = {"label": "--label", "role": "--role", "for_players": "--players"}
    given = [word for key, word in words.items() if options[key]]
    if name is None and given:
        raise click.UsageError(f"{given[0]} is for keys of a tournament: name the tournament.")
    if options["for_players"] and len(given) > 1:
        raise click.UsageError("--players goes with no other option.")


def admin_lines(access: Access, address: str) -> str:
    """What the administrator is told when a server starts at this address."""
    try:
        made = access.first_admin_key()
        code = access.login_code(access.admin(), _LINK_MINUTES)
    except StorageError as error:
        return f"There is no login link, because nothing can be written: {error}\n"
    lines = [f"The administrator's key, shown only this once: {made.key}"] if made else []
    here = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    once = f"Log in as administrator, once and within {_LINK_MINUTES} minutes"
    lines.append(f"{once}: {here}/login/{code}")
    return "".join(f"{line}\n" for line in lines)


def _admin_key(access: Access, reset: bool) -> NewKey:
    if access.admin_key_is_chosen:
        raise ConflictError(
            "admin-key-chosen",
            f"The administrator's key is set by {ADMIN_KEY}.",
            f"Change it there; or unset {ADMIN_KEY}, and repeat this to have one made.",
        )
    made = access.reset_admin_key() if reset else access.first_admin_key()
    if made is None:
        raise ConflictError(
            "admin-key-there",
            "There is an administrator's key already, and nobody can look it up.",
            "If it was lost, make a new one with --reset; the old one ends.",
        )
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
        raise ConflictError(
            "links-there",
            "Every player has a link already, and nobody can look it up.",
            "New ones are made under Access in the web; the old ones end then.",
        )
    return "".join(
        f"{x.player}\t{escape_controls(x.name)}\t/t/{here}/player/{x.key}\n" for x in made
    )
