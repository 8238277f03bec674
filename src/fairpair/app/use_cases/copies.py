"""A new tournament like another one: the same rules and details, without its rounds and dates."""

from typing import Any

from fairpair.app.pictures import shown_pictures
from fairpair.app.service import Service
from fairpair.app.use_cases.tournaments import (
    Creation,
    CreationRequest,
    KeyFactory,
    NewTournament,
    create_as_asked,
)
from fairpair.core.header import HEADER, Header
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Entrant, placeholder_name
from fairpair.core.tournament import Tournament
from fairpair.log.codec import fingerprint

_OF_THE_DAY = {"first_day", "last_day", "round_dates", "announcement"}


def copy_tournament(  # noqa: PLR0913, PLR0917  what such a request has
    service: Service,
    source: TournamentId,
    name: str,
    command_id: CommandId,
    by: str = "",
    make_key: KeyFactory | None = None,
    *,
    players: bool = False,
    wanted: TournamentId | None = None,
) -> Creation:
    """Create it with the rules and details as they are now, on request with all players."""
    request = fingerprint("copy_tournament", [source, name, players, wanted])
    asked = CreationRequest(command_id, request, by, make_key, first_id=command_id)

    def resolve() -> NewTournament:
        t = service.existing_journal(source).tournament
        entrants = _entrants_to_copy(t) if players else ()
        header = _details_to_copy(t)
        pictures = shown_pictures(service, source, t)
        rules = t.rules.as_settings()
        return NewTournament(name, rules, entrants, wanted, header=header, pictures=pictures)

    return create_as_asked(service, asked, resolve)


def _entrants_to_copy(t: Tournament) -> tuple[Entrant, ...]:
    """All but those whose data was erased."""
    entries = t.entries.items()
    return tuple(one.entrant for n, one in entries if one.entrant.name != placeholder_name(n))


def _details_to_copy(t: Tournament) -> dict[str, Any]:
    """The details that people enter, without those of its days."""
    data, empty = t.header.as_data(), Header().as_data()
    return {
        key: value
        for key, value in data.items()
        if HEADER[key].editable and key not in _OF_THE_DAY and value != empty[key]
    }
