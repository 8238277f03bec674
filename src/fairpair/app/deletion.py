"""Deleting a tournament, and what can be done about it for some time afterwards."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from fairpair.app.journals import no_tournament
from fairpair.app.requests import (
    CommandContext,
    check_line,
    check_tournament_id,
    request_of_command,
)
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import (
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
    VersionConflictError,
)
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import DeletedTournament
from fairpair.core.texts import same_name_key
from fairpair.log.chain import chain
from fairpair.log.codec import Codec, fingerprint
from fairpair.log.commands import DeleteTournament
from fairpair.log.events import TournamentDeleted, TournamentRestored
from fairpair.log.stored import StoredEvent

KEPT_DAYS = 30
"""So long a deleted tournament can be restored."""
_CODEC = Codec()
_DELETE = DeleteTournament()


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deleted tournament; until the day `restorable_until` the administrator can restore it."""

    id: TournamentId
    name: str
    deleted_at: str
    restorable_until: str


def delete_tournament(service: Service, context: CommandContext, confirm: str) -> Deletion:
    """Delete the tournament if `confirm` is its name or ID.

    Its keys, links and webhooks end with it. Raises `NotFoundError` when it is not there. A repeat
    gets the first answer, whatever happened to the tournament since.
    """
    found = _deleted_before(service, context)
    if found is None:
        try:
            return _delete_now(service, context, confirm)
        except NotFoundError:
            found = _deleted_before(service, context)  # the same request was faster
            if found is None:
                raise
    return found


def _delete_now(service: Service, context: CommandContext, confirm: str) -> Deletion:
    here = context.tournament
    _require_confirmed(service, here, confirm)
    done = service.run_command(context, _DELETE)
    # It is deleted now: nothing that could fail may follow in this request.
    [name] = [event.name for event in done.events if isinstance(event, TournamentDeleted)]
    return _deletion(here, name, done.at)


def _deleted_before(service: Service, context: CommandContext) -> Deletion | None:
    """The answer to a request that was carried out."""
    here, asked = context.tournament, request_of_command(_DELETE)
    receipt = service.receipt(here, context.command_id, asked.fingerprint)
    if receipt is None:
        return None
    event = service.store.load(here, after=receipt.version - 1)[0]
    return _deletion(here, _name_in(event.payload), event.at)


def _require_confirmed(service: Service, here: TournamentId, confirm: str) -> None:
    name = service.existing_journal(here).tournament.name
    if same_name_key(confirm) not in (same_name_key(name), same_name_key(here)):
        raise InvalidInputError("deletion-unconfirmed", name=name)


def list_deleted(service: Service) -> list[Deletion]:
    """The tournaments that can be restored, the last deleted first."""
    return [_deletion(one.id, _name_in(one.payload), one.at) for one in _restorable(service)]


def restore_tournament(service: Service, here: TournamentId, by: str = "") -> int:
    """Bring a deleted tournament back under its ID, and say the version it has then.

    Its whole history is there again; keys, links and webhooks have to be made anew. For one that
    is there again already this is the version that it was restored with.
    """
    check_tournament_id(here)
    check_line("by", by)
    is_deleted = any(one.id == here for one in _restorable(service))
    rows = service.store.deleted.load(here) if is_deleted else []
    if rows:
        restored = _restoration(here, rows[-1], service.now, by)
        # Somebody else may have restored or erased it in the meantime.
        with suppress(VersionConflictError, NotFoundError):
            service.store.append(here, rows[-1].seq, restored)
            return restored[-1].seq
    return _restored_before(service, here)


def _restoration(here: TournamentId, last: StoredEvent, now: str, by: str) -> Sequence[StoredEvent]:
    event = StoredEvent(
        last.seq + 1,
        CommandId(f"restore-{secrets.token_hex(16)}"),
        0,
        fingerprint("restore_tournament", [here]),
        *_CODEC.encode(TournamentRestored()),
        at=now,
        by=by,
    )
    return list(chain([event], last.hash))


def _restored_before(service: Service, here: TournamentId) -> int:
    journal = service.existing_journal(here)
    for record in reversed(journal.records):
        if isinstance(record.event, TournamentRestored):
            return record.seq
    raise InvalidStateError("not-deleted", name=journal.tournament.name)


def erase_deleted(service: Service, here: TournamentId) -> None:
    """Erase a deleted tournament at once; it cannot be restored any more."""
    found = [one for one in _restorable(service) if one.id == here]
    if not service.store.deleted.erase(found):
        raise no_tournament(here)


def erase_expired(service: Service) -> None:
    """Erase what was deleted too long ago to be restored."""
    limit = _days_later(service.now, -KEPT_DAYS)
    service.store.deleted.erase([one for one in service.store.deleted.all() if one.at < limit])


def _restorable(service: Service) -> list[DeletedTournament]:
    limit = _days_later(service.now, -KEPT_DAYS)
    return [one for one in service.store.deleted.all() if one.at >= limit]


def _name_in(payload: str) -> str:
    """The name of the tournament in the event that deleted it."""
    return str(msgspec.json.decode(payload)["name"])


def _deletion(here: TournamentId, name: str, at: str) -> Deletion:
    return Deletion(here, name, at, _days_later(at, KEPT_DAYS)[:10])


def _days_later(at: str, days: int) -> str:
    moment = datetime.fromisoformat(at) + timedelta(days=days)
    return moment.isoformat(timespec="microseconds")
