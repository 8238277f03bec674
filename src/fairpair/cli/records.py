"""`fairpair verify` and `redact`: prove that logs are unchanged, and forget a person."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from fairpair.app.erasure import (
    Erasure,
    FoundPerson,
    erasure,
    find_persons,
    require_not_deleted,
)
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service, new_salt
from fairpair.app.transfer.exports import stored_archive
from fairpair.app.verification import Known, Verification, lines_of, verify_file, verify_log
from fairpair.app.views.people import player_in
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import Dependencies, database_option
from fairpair.cli.desk.context import by_option, json_option, to_api_json
from fairpair.cli.error_handling import CHECK_FAILED
from fairpair.cli.files import read_content
from fairpair.cli.output import join_lines, write
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import CommandId, PlayerId
from fairpair.language.message import Message
from fairpair.log.commands import ErasePerson

_SQLITE = b"SQLite format 3\0"


@click.command("verify")
@click.argument("sources", nargs=-1, metavar="[NAME|FILE]...")
@click.option(
    "--hash",
    "known_hash",
    default="",
    help="A hash from an earlier check: the log must still contain the event with this hash.",
)
@click.option(
    "--commitment",
    default="",
    help="The hash of the draw seed, as it was published before the first round.",
)
@click.option("--key", default="", help="For proof files: the key of the server that signed them.")
@json_option
@database_option
@click.pass_context
def verify_(
    ctx: click.Context, /, sources: tuple[str, ...], is_json: bool, database: str, **known: str
) -> None:
    """Prove that logs are complete and unchanged, and that their pairings match the engine's.

    Specify tournaments in the database, archives, proof files, or backups; if you specify none, all
    tournaments in the database are checked. A proof file needs nothing else: no server, no
    database. The exit code is 1 if there is a problem.

    \b
        fairpair verify
        fairpair verify spring-open
        fairpair verify spring-open.json backups/fairpair-20261115.db
        fairpair verify spring-open --hash 5f2c...
        fairpair verify spring-open.proof.json --key 91d0... --commitment 7a0c...
    """
    dependencies = ctx.ensure_object(Dependencies)
    found = [*_verifications(dependencies, sources, Known(**known), database)]
    if is_json:
        write(to_api_json(found))
    else:
        write(join_lines(line for one in found for line in _marked(lines_of(one))))
    ctx.exit(0 if all(one.ok for one in found) else CHECK_FAILED)


def _verifications(
    dependencies: Dependencies, sources: tuple[str, ...], known: Known, database: str
) -> Iterator[Verification]:
    names = [one for one in sources if not Path(one).is_file()]
    for one in sources:
        if one not in names:
            yield from _verify_file(dependencies, Path(one), known)
    if names or not sources:
        with closing(dependencies.open_service(database, create=False)) as service:
            chosen = [find_tournament(service, name) for name in names]
            for here in chosen or service.store.tournaments():
                yield verify_log(stored_archive(service.store, here), known)


def _verify_file(dependencies: Dependencies, file: Path, known: Known) -> Iterator[Verification]:
    with file.open("rb") as opened:
        is_database = opened.read(len(_SQLITE)) == _SQLITE
    if not is_database:
        yield verify_file(read_content(file), known)
        return
    # A copy: opening an older backup would upgrade it.
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(file, Path(folder) / "copy.db")
        wal = file.with_name(f"{file.name}-wal")
        if wal.exists():
            shutil.copy(wal, Path(folder) / "copy.db-wal")
        with closing(dependencies.open_service(f"sqlite:///{copy}", create=False)) as service:
            for here in service.store.tournaments():
                yield verify_log(stored_archive(service.store, here), known)


def _marked(lines: Sequence[Message]) -> Iterator[object]:
    """The first line, and the others as a list below it."""
    yield lines[0]
    yield from (f"- {line}" for line in lines[1:])


@click.command()
@click.argument("person")
@click.option("--tournament", "name", default="", help="Only in this tournament.")
@click.option("--replacement", default="", help="A name to show instead, e.g. initials.")
@click.option("--yes", is_flag=True, help="Erase; otherwise only show what would be erased.")
@by_option
@json_option
@database_option
@click.pass_obj
def redact(  # noqa: PLR0913, PLR0917  what the command line has
    dependencies: Dependencies,
    person: str,
    name: str,
    replacement: str,
    yes: bool,
    by: str,
    is_json: bool,
    database: str,
) -> None:
    """Erase the personal data of PERSON everywhere in the database.

    PERSON is a full name; with --tournament, it can also be a player number or part of a name. The
    name, club, sex, birth date and IDs are erased, including from the history. Results, rating and
    pairings stay. This cannot be undone. Backups that still contain the data are listed. A deleted
    tournament with this person has to be erased or restored first.

    \b
        fairpair redact "Ana Lima"
        fairpair redact "Ana Lima" --yes
        fairpair redact 12 --tournament spring-open --replacement "A. L." --yes
    """
    with closing(dependencies.open_service(database, create=False)) as service:
        found = _chosen(service, person, name)
        if not yes:
            lines = [Message("redact.found", **_values(one)) for one in found]
            text = join_lines([*lines, Message("redact.not-yet")])
            write(to_api_json(found) if is_json else text)
            return
        done = [_erase(service, one, replacement, by) for one in found]
    write(to_api_json(done) if is_json else join_lines(_lines_of_erasures(found, done)))


def _lines_of_erasures(found: Sequence[FoundPerson], done: Sequence[Erasure]) -> list[Message]:
    lines = [Message("redact.done", **_values(one)) for one in found]
    backups = sorted({backup for one in done for backup in one.backups})
    if backups:
        lines.append(Message("redact.backups", backups=backups))
    return lines


def _chosen(service: Service, person: str, name: str) -> list[FoundPerson]:
    if not name:
        require_not_deleted(service, person)
    found = find_persons(service, person)
    if name:
        here = find_tournament(service, name)
        found = [one for one in found if one.tournament == here]
        if not found:
            t = service.journal(here).tournament
            player = player_in(t, person)
            return [FoundPerson(here, t.name, player, 0, t.name_of(player))]
    if not found:
        raise NotFoundError("nobody-called", name=f"{person!r:.80}")
    return found


def _erase(service: Service, one: FoundPerson, replacement: str, by: str) -> Erasure:
    context = CommandContext(one.tournament, CommandId(new_salt()), by)
    command = ErasePerson(PlayerId(one.player), one.member, replacement, one.former)
    outcome = service.run_command(context, command)
    return erasure(service, one.tournament, outcome, one.player)


def _values(one: FoundPerson) -> dict[str, object]:
    return {"name": one.name, "number": one.player, "tournament": one.title or one.tournament}
