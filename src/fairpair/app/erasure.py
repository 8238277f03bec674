"""The right to be forgotten: who is meant, where, and which backups still have the data."""

from collections.abc import Iterator
from dataclasses import replace

from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.views.command_results import CommandResult, build_execution, command_result
from fairpair.app.views.people import fields_of
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Entrant, Team
from fairpair.core.texts import same_name_key
from fairpair.log import events as e
from fairpair.log.codec import Codec, read_records
from fairpair.log.journal import Journal, read_journal


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person in a tournament; `member` is the position in a team, 0 for the player or team."""

    tournament: TournamentId
    title: str
    """The name of the tournament."""
    player: PlayerId
    member: int
    name: str
    former: bool = False
    """Somebody else has this place in the team now."""


@dataclass(frozen=True, slots=True)
class Erasure(CommandResult):
    """The person's data is gone from the database; `backups` still have it."""

    backups: tuple[str, ...]


def find_persons(service: Service, name: str) -> list[FoundPerson]:
    """Everybody who has, or once had, this name, in all tournaments of the database."""
    wanted = same_name_key(name)
    return [
        one
        for tournament in service.store.tournaments()
        for one in _persons_called(wanted, tournament, service.uncached_journal(tournament))
    ]


def require_not_deleted(service: Service, name: str) -> None:
    """Raise `InvalidStateError` if a deleted tournament has somebody with this name: its log
    cannot be changed.
    """
    store, wanted = service.store.deleted, same_name_key(name)
    found: list[str] = []
    for one in store.all():
        records = read_records(Codec(), store.load(one.id), store.persons(one.id))
        if any(_persons_called(wanted, one.id, read_journal(records))):
            found.append(one.id)
    if found:
        raise InvalidStateError("person-deleted", name=name, n=len(found), tournaments=found)


def _persons_called(
    wanted: str, tournament: TournamentId, journal: Journal
) -> Iterator[FoundPerson]:
    """Those with this name; of a member who has changed places in the team only the last place."""
    # Every change of a person's details has the name again.
    found = {
        (one.player, one.member): one
        for one in _persons_in(tournament, journal)
        if same_name_key(one.name) == wanted
    }
    now = {
        (player, member)
        for player, entry in journal.tournament.entries.items()
        for member, name in enumerate(_names(entry.entrant))
        if same_name_key(name) == wanted
    }
    there = {player for player, _ in now}
    for key, one in found.items():
        if key in now:
            yield one
        elif one.player not in there:
            yield replace(one, former=one.member > 0 and one.player in journal.tournament.entries)


def _persons_in(tournament: TournamentId, journal: Journal) -> Iterator[FoundPerson]:
    for record in journal.records:
        match record.event:
            case e.PlayerRegistered() | e.PlayerEdited() | e.PlayerErased() as event:
                for member, name in enumerate(_names(event.entrant)):
                    title = journal.tournament.name
                    yield FoundPerson(tournament, title, event.player, member, name)
            case _:
                pass


def _names(entrant: Entrant) -> list[str]:
    members = entrant.members if isinstance(entrant, Team) else ()
    return [entrant.name, *(member.name for member in members)]


def erasure(
    service: Service, tournament: TournamentId, outcome: Outcome, player: PlayerId
) -> Erasure:
    """What was done, and what is left to do."""
    done = command_result(build_execution(service, tournament, outcome))
    backups = tuple(service.store.backups_with(tournament, player))
    return Erasure(**fields_of(done), backups=backups)
