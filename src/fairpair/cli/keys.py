"""The keys that only who has the server in hand can make."""

import click

from fairpair.app.access import Access, NewKey, Role
from fairpair.app.archives import find_tournament
from fairpair.app.key_texts import ADMIN_KEY
from fairpair.app.service import Service
from fairpair.cli.output import write
from fairpair.cli.parts import Parts, database_option
from fairpair.core.errors import Conflict, StorageError

_LINK_MINUTES = 60


@click.command()
@click.argument("name", required=False)
@click.option("--reset", is_flag=True, help="Make a new administrator's key; the old one ends.")
@click.option("--label", default="", help="Who gets it: shown in the list of keys and the audit.")
@database_option
@click.pass_obj
def key(parts: Parts, name: str | None, reset: bool, label: str, database: str) -> None:
    """Make a key: the administrator's, or an organiser's.

    \b
    fairpair key                        the administrator's, if there is none yet
    fairpair key --reset                a new one, when it was lost or became known
    fairpair key spring-open            an organiser's, of the tournament with this id or name
    fairpair key spring-open --label Ana

    The key is all that is written to standard output. It is not kept: only its digest is, so
    nobody can look it up later. A running server knows the new key at once.

    Exit codes: 0 fine, 2 wrong usage, 3 there is no such tournament, 4 there is an
    administrator's key already or it is set by FAIRPAIR_ADMIN_KEY, 5 trouble with the database.
    """
    if name is not None and reset:
        raise click.UsageError("--reset is for the administrator's key: leave the name out.")
    if name is None and label:
        raise click.UsageError("--label is for an organiser's key: name the tournament.")
    service = parts.open_service(database, create=name is None)
    try:
        access = parts.open_access(service)
        made = (
            _admin_key(access, reset)
            if name is None
            else _organiser_key(service, access, name, label)
        )
    finally:
        service.close()
    write(f"{made.key}\n")


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
        raise Conflict(
            "admin-key-chosen",
            f"The administrator's key is set by {ADMIN_KEY}.",
            f"Change it there; or unset {ADMIN_KEY}, and repeat this to have one made.",
        )
    made = access.reset_admin_key() if reset else access.first_admin_key()
    if made is None:
        raise Conflict(
            "admin-key-there",
            "There is an administrator's key already, and nobody can look it up.",
            "If it was lost, make a new one with --reset; the old one ends.",
        )
    return made


def _organiser_key(service: Service, access: Access, name: str, label: str) -> NewKey:
    return access.make(Role.ORGANISER, find_tournament(service, name), label=label)
