"""A new tournament with the players of a list."""

import secrets
from dataclasses import dataclass

from fairpair.app.service import Service
from fairpair.app.use_cases import edits
from fairpair.app.use_cases.command_plan import CommandContext, part_id
from fairpair.app.use_cases.tournaments import begin, rules_for
from fairpair.core.errors import ConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.formats.entries import usable
from fairpair.formats.list_files import read_file
from fairpair.log.commands import CreateTournament


@dataclass(frozen=True, slots=True)
class NewFromList:
    """What is to be begun: its name, the name of its rules, and its id if that is not to be made
    from the name.
    """

    name: str
    preset: str
    id: TournamentId | None = None


@dataclass(frozen=True, slots=True)
class BegunWithList:
    """The tournament, how many are in it, and what was left out or guessed of the list."""

    tournament: TournamentId
    players: int
    notes: tuple[str, ...]


def begin_with_list(
    service: Service, data: bytes, wanted: NewFromList, command_id: CommandId
) -> BegunWithList:
    """Begin it with the players of a list.

    Raises `InvalidInputError` with every bad row, and nothing is made.
    """
    listing = read_file(data).listing
    entrants = usable(listing)
    rules = rules_for(wanted.preset, {})
    command = CreateTournament(wanted.name, secrets.token_hex(16), rules)
    if wanted.id is None:
        here, _ = begin(service, command, command_id)
    else:
        here = wanted.id
        if service.store.version(here):
            raise ConflictError(
                "tournament-exists",
                f"There is a tournament {here} in this database already.",
                "Choose another id.",
            )
        service.execute(here, command, command_id)
    edits.enter_players(service, CommandContext(here, part_id(command_id, "players")), entrants)
    return BegunWithList(here, len(entrants), listing.notes)
