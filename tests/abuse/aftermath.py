"""When it is over: are the data whole, the files closed to others, the logs without secrets?"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from archives import import_archive
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.errors import DomainError
from fairpair.storage.sqlite import MemoryStore
from invariants import broken
from soak.databases import Database
from soak.oracle import Row

TRACES = (
    "Traceback",
    "Exception in ASGI",
    "Fatal error",
    "Task exception was never",
    "never awaited",
)


def damaged(database: Database, before: Mapping[str, list[Row]]) -> Iterator[str]:
    """What is wrong with the data; `before` are the rows of those who were left in peace."""
    if trouble := database.damage():
        yield f"lost: the database is damaged: {trouble}"
    for name, rows in before.items():
        if database.rows(name) != rows:
            yield f"lost: {name} has changed, and nobody was let in there"
    service = open_service(database.address)
    try:
        for tournament in service.store.tournaments():
            yield from (f"lost: {tournament}: {what}" for what in _unfit(service, tournament))
    finally:
        service.close()


def _unfit(service: Service, tournament: str) -> Iterator[str]:
    """Its log folds, its invariants hold, and the archive of it can be read again."""
    try:
        journal = service.journal(tournament)  # type: ignore[arg-type]
        yield from broken(journal.tournament)
        text = archive_text(service, tournament).encode()  # type: ignore[arg-type]
        import_archive(Service(MemoryStore(), utc_now), text)
    except DomainError as error:
        yield str(error)


def told(logs: Iterable[Path], secrets: Iterable[bytes]) -> Iterator[str]:
    """What must not be in a log."""
    hidden = set(secrets)
    for path in logs:
        content = path.read_bytes()
        for one in hidden:
            if one in content:
                yield f"log: a secret ({one[:7].decode()}...) is in {path.name}"
        for line in content.decode("utf-8", "replace").splitlines():
            if any(trace in line for trace in TRACES):
                yield f"log: {path.name}: ...{line[-1500:]}"


def open_files(folder: Path) -> Iterator[str]:
    """Files below the folder that other users can read."""
    for path in (folder, *folder.rglob("*")):
        if os.name != "nt" and stat.S_IMODE(path.lstat().st_mode) & 0o077:
            yield f"file: {path.relative_to(folder)} can be read by others"
