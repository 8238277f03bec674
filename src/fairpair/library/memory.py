"""The log of a tournament in memory: decided as on a server, and stored nowhere."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Concatenate, ParamSpec

from fairpair.app.confirmations import (
    NOTHING,
    Confirmation,
    decide_confirmed,
    decide_unwarned,
)
from fairpair.app.requests import (
    CommandContext,
    Request,
    Steps,
    request_of,
    request_of_command,
    rows_of,
)
from fairpair.app.service import new_salt
from fairpair.app.use_cases.automatic_advance import advance
from fairpair.core.action_warnings import ActionWarning
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.formats.archive import Archive
from fairpair.log.chain import chain
from fairpair.log.codec import Codec, read_records
from fairpair.log.commands import Command
from fairpair.log.journal import Journal, read_journal
from fairpair.log.persons import separate

P = ParamSpec("P")
_CODEC = Codec()


def now() -> str:
    """Now, as ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


@dataclass(frozen=True, slots=True)
class MemoryLog:
    """A log as it is read, and as an archive has it; each request gives a new one."""

    archive: Archive = Archive(TournamentId(""), ())
    journal: Journal = Journal()
    given: Confirmation = NOTHING
    """What is confirmed of the next request."""
    notices: tuple[ActionWarning, ...] = ()
    """What the last request told."""

    def confirming(self, given: Confirmation) -> "MemoryLog":
        """The same log, with confirmations for the next request."""
        return replace(self, given=given)

    def run(
        self,
        use_case: Callable[Concatenate[Tournament, P], Steps],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> "MemoryLog":
        """The log after everything that a use case asks for, as one action."""
        return self._after(request_of(use_case, *args, **kwargs))

    def run_command(self, command: Command) -> "MemoryLog":
        """The log after one command."""
        return self._after(request_of_command(command))

    def _after(self, request: Request) -> "MemoryLog":
        before, archive = self.journal, self.archive
        decided, notices = decide_confirmed(before, request, self.given)
        events = tuple(record.event for record in decided.records[before.version :])
        if not events:
            return replace(self, given=NOTHING, notices=notices)
        after = decide_unwarned(decided, advance(decided.tournament, events))
        context = CommandContext(archive.tournament, CommandId(secrets.token_hex(16)))
        at, new = now(), after.records[before.version :]
        rows, persons = separate(rows_of(new, context, request, _CODEC, at), new_salt)
        linked = chain(rows, before.hash)
        journal = replace(after, hash=linked[-1].hash, begun=before.begun or at)
        longer = replace(
            archive, rows=(*archive.rows, *linked), persons=(*archive.persons, *persons)
        )
        return MemoryLog(longer, journal, notices=notices)


def log_of_archive(archive: Archive) -> MemoryLog:
    """The log in an archive that was read."""
    rows = archive.rows
    journal = read_journal(read_records(_CODEC, rows, archive.persons))
    return MemoryLog(archive, replace(journal, hash=rows[-1].hash, begun=rows[0].at))
