"""New tournaments: an id made from the name, rules from a preset, or all of it from an archive."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from fairpair.app.service import Outcome, Service, id_reused
from fairpair.app.transfer.archives import import_tournament
from fairpair.core.errors import ConflictError, InvalidStateError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.rules import Rules
from fairpair.core.texts import tidy
from fairpair.engine.rule_validation import sound_rules
from fairpair.formats import archive
from fairpair.log.commands import CreateTournament
from fairpair.log.events import TournamentCreated
from fairpair.presets import rules_of

_LONGEST = 60
_RESERVED = frozenset({"import", "new"})
"""They stand in addresses where an id could stand."""


def begin(
    service: Service,
    command: CreateTournament,
    command_id: CommandId,
    by: str = "",
) -> tuple[TournamentId, Outcome]:
    """Create the tournament under the first id made from its name that is free.

    With the same `command_id` again it is the same tournament, whatever the draw seed is now.
    """
    for wanted in ids_for(command.name):
        done = service.answered(wanted, command_id)
        if done is not None:
            _require_same(done, command, command_id)
            return wanted, done
        if service.store.version(wanted):
            continue
        try:
            return wanted, service.execute(wanted, command, command_id, by)
        except (InvalidStateError, ConflictError) as refusal:
            if refusal.code not in ("exists", "command-id-reused"):
                raise
            done = service.answered(wanted, command_id)  # the same request, at the same time
            if done is not None:
                _require_same(done, command, command_id)
                return wanted, done
    raise AssertionError("there is always another id")


def rules_for(preset: str | None, config: Mapping[str, Any]) -> dict[str, Any]:
    """All rules: those of the preset, or the defaults, with these keys set anew."""
    rules = rules_of(preset, config) if preset is not None else sound_rules(Rules(), config)
    return rules.as_settings()


def import_once(
    service: Service, text: bytes, name: TournamentId | None = None, *, repeated: bool = False
) -> TournamentId:
    """Add the tournament of an archive; one that may be `repeated` can be there already."""
    try:
        return import_tournament(service, text, name)
    except ConflictError as conflict:
        found = archive.read(text)
        there = name or found.tournament
        if repeated and tuple(service.store.load(there)[: len(found.rows)]) == found.rows:
            return there
        raise ConflictError(
            conflict.code, conflict.message, "Import it under another id."
        ) from conflict


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


def _require_same(done: Outcome, command: CreateTournament, command_id: CommandId) -> None:
    """Another name or other rules under the same id are another request."""
    wanted = sound_rules(Rules(), command.rules).as_settings()
    for event in done.events:
        if isinstance(event, TournamentCreated):
            same = event.name == tidy(command.name) and event.rules == wanted
            if same:
                return
    raise id_reused(command_id)
