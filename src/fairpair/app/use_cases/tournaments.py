"""Creating tournaments: an ID from the name, rules from a preset; carried out once."""

import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from typing import Any

from fairpair.app.access.keys import NewKey
from fairpair.app.requests import CommandContext, Outcome, Steps, check_tournament_id
from fairpair.app.service import Service
from fairpair.app.use_cases.edits import enter_players
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import CommandRepeatedError, ConflictError, InvalidStateError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Entrant
from fairpair.core.rules import Rules
from fairpair.core.stored import Receipt, StoredPicture
from fairpair.core.tournament import Tournament
from fairpair.engine.rule_validation import change_rules
from fairpair.log.codec import fingerprint
from fairpair.log.commands import ChangeHeader, CreateTournament
from fairpair.log.stored import DELETED
from fairpair.presets import rules_of

SERVER = TournamentId("")
"""Where the receipts of requests are that make tournaments."""
_LONGEST = 60
_RESERVED = frozenset({"import", "new"})
"""They stand in addresses where an id could stand."""

KeyFactory = Callable[[TournamentId, str], NewKey]
"""Makes the first key of a tournament: always the same one from the same text."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """The tournament to create; without an `id`, one is derived from the name."""

    name: str
    rules: Mapping[str, Any]
    entrants: tuple[Entrant, ...] = ()
    id: TournamentId | None = None
    draw_seed: str | None = None
    """Without one it is drawn."""
    header: Mapping[str, Any] = field(default_factory=dict)
    """Details of the event, such as the place."""
    pictures: tuple[StoredPicture, ...] = ()
    """Those that the details name."""


@dataclass(frozen=True, slots=True)
class Creation:
    """A tournament that was created, with its first key if one was requested."""

    tournament: TournamentId
    version: int
    repeated: bool = False
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class CreationRequest:
    """A request for a new tournament, and how its repeat is recognised.

    `first_id` is the ID of the first command in its log, if only this request makes such a log.
    """

    command_id: CommandId
    fingerprint: str
    by: str = ""
    make_key: KeyFactory | None = None
    first_id: CommandId | None = None


LogWriter = Callable[[CommandContext], int | None]
"""Writes a new log and says its version; None if somebody else was faster."""


def create_tournament(
    service: Service,
    new: NewTournament,
    command_id: CommandId,
    by: str = "",
    make_key: KeyFactory | None = None,
) -> Creation:
    """Create the tournament with its players, under the first free ID derived from its name.

    The same `command_id` gives the same tournament, whatever seed is drawn now.
    """
    given: list[object] = [] if new.draw_seed is None else [new.draw_seed]
    given += [new.header] if new.header else []
    asked_for = [new.name, new.rules, new.entrants, new.id, *given]
    asked = CreationRequest(
        command_id, fingerprint("create_tournament", asked_for), by, make_key, first_id=command_id
    )
    return create_as_asked(service, asked, lambda: new)


def create_as_asked(
    service: Service, asked: CreationRequest, resolve: Callable[[], NewTournament]
) -> Creation:
    """Create what a request asks for; only for a new one is it found out what that means now.

    What it is made from, such as a saved preset, may have changed before a repeat comes.
    """
    again = _created_before(service, asked)
    if again is not None:
        return again
    new = resolve()
    seed = secrets.token_hex(16) if new.draw_seed is None else new.draw_seed

    def write(context: CommandContext) -> int | None:
        try:
            done = _run_create(service, replace(context, pictures=new.pictures), new, seed)
        except InvalidStateError as refusal:
            if refusal.code != "exists":
                raise
            return None
        return None if done.repeated else done.version

    ids = ids_for(new.name) if new.id is None else [new.id]
    return create_once(service, asked, ids, write)


def _run_create(
    service: Service, context: CommandContext, new: NewTournament, seed: str
) -> Outcome:
    wanted = (new.name, new.rules, new.entrants)
    if not new.header:
        return service.run(context, partial(create, draw_seed=seed), *wanted)
    use_case = partial(create_with_details, draw_seed=seed)
    return service.run(context, use_case, *wanted, new.header)


def create(
    _t: Tournament,
    name: str,
    rules: Mapping[str, Any],
    entrants: Sequence[Entrant] = (),
    *,
    draw_seed: str,
) -> Steps:
    """The tournament and its first players."""
    t = yield CreateTournament(name, draw_seed, rules)
    if entrants:
        yield from enter_players(t, entrants)


def create_with_details(  # noqa: PLR0913  as `create`
    t: Tournament,
    name: str,
    rules: Mapping[str, Any],
    entrants: Sequence[Entrant],
    header: Mapping[str, Any],
    *,
    draw_seed: str,
) -> Steps:
    """The same with the details of the event."""
    yield from create(t, name, rules, entrants, draw_seed=draw_seed)
    yield ChangeHeader(header)


def create_once(
    service: Service, request: CreationRequest, ids: Iterable[TournamentId], write: LogWriter
) -> Creation:
    """Write a tournament under the first free ID, or find the one that was written.

    Its receipt and first key are written with it. Raises `ConflictError` if no ID is free.
    """
    salt, here = secrets.token_hex(16), SERVER
    again = _created_before(service, request)
    if again is not None:
        return again
    for here in ids:
        check_tournament_id(here)
        receipt, key = _receipt_and_key(service, request, here, salt)
        keys = () if key is None else (key.kept,)
        with suppress(CommandRepeatedError):  # the same request was faster
            if not service.store.version(here):
                at = CommandContext(here, request.command_id, request.by, None, (receipt,), keys)
                version = write(at)
                if version is not None:
                    return Creation(here, version, key="" if key is None else key.key)
            elif _is_older_log(service, here, request.first_id):
                # It was made before there were receipts of it: from now on there is one.
                service.store.keys.add(keys, receipt=receipt)
        again = _created_before(service, request)
        if again is not None:
            return again
    raise _id_taken(service, here)


def _id_taken(service: Service, here: TournamentId) -> ConflictError:
    last = service.store.load(here, after=service.store.version(here) - 1)
    is_deleted = bool(last) and last[-1].type == DELETED
    code = "tournament-exists.deleted" if is_deleted else "tournament-exists"
    return ConflictError(code, tournament=here)


def _is_older_log(service: Service, here: TournamentId, first_id: CommandId | None) -> bool:
    """Whether a log written before requests had names begins with the command of this ID."""
    first = None if first_id is None else service.store.receipt(here, first_id)
    return first is not None and first.version == first.events and ":" not in first.fingerprint


def _receipt_and_key(
    service: Service, request: CreationRequest, here: TournamentId, salt: str
) -> tuple[Receipt, NewKey | None]:
    answer = json.dumps({"tournament": here, "salt": salt})
    receipt = Receipt(
        SERVER, request.command_id, request.fingerprint, 0, answer=answer, at=service.now
    )
    return receipt, request.make_key(here, salt) if request.make_key else None


def _created_before(service: Service, request: CreationRequest) -> Creation | None:
    receipt = service.receipt(SERVER, request.command_id, request.fingerprint)
    if receipt is None:
        return None
    answer = json.loads(receipt.answer)
    here = TournamentId(answer["tournament"])
    own = service.store.receipt(here, request.command_id)
    key = request.make_key(here, answer["salt"]).key if request.make_key else ""
    version = receipt.version or (own.version if own else 1)
    return Creation(here, version, repeated=True, key=key)


def rules_for(preset: str | None, config: Mapping[str, Any]) -> dict[str, Any]:
    """All rules: those of the preset, or the defaults, with these changes."""
    rules = rules_of(preset, config) if preset is not None else change_rules(Rules(), config)
    return rules.as_settings()


def ids_for(name: str) -> Iterator[TournamentId]:
    """Ids that say the name, the shortest first.

    >>> ids = ids_for("Friday Night: Čapek's Cup")
    >>> next(ids), next(ids)
    ('friday-night-capeks-cup', 'friday-night-capeks-cup-2')
    >>> next(ids_for("大会"))
    'event'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")
    word = words[:_LONGEST].strip("-") or "event"
    if word not in _RESERVED:
        yield TournamentId(word)
    number = 2
    while True:
        yield TournamentId(f"{word}-{number}")
        number += 1
