"""Persons whose data is erased."""

from collections.abc import Iterator, Sequence

from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Team, without_person
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_name, require_whole_number
from fairpair.log.players import change_entrant
from fairpair.log.validate import validator_for


@decider_for(c.ErasePerson)
def decide_erase_person(journal: Journal, command: c.ErasePerson) -> Sequence[e.Event]:
    before = _last_entrant(journal, command.player)
    most = len(before.members) if isinstance(before, Team) else 0
    require_whole_number("member", command.member, 0, most)
    if command.former and command.member:
        return [e.PlayerErased(command.player, before, command.member)]
    name = normalise_name(command.replacement) if command.replacement else ""
    after = without_person(before, command.player, command.member, name)
    places = _places_of(journal, command.player, before, command.member)
    return [e.PlayerErased(command.player, after, place) for place in places]


def _places_of(journal: Journal, player: PlayerId, entrant: Entrant, member: int) -> list[int]:
    """Every place in the team where this member stands, or stood under the same name.

    The others who stood there stay in the team: the new events have their data.
    """
    if not member or not isinstance(entrant, Team):
        return [member]
    wanted = same_name_key(entrant.members[member - 1].name)
    found = {
        place
        for event in _entries_of(journal, player)
        if isinstance(event.entrant, Team)
        for place, one in enumerate(event.entrant.members, 1)
        if same_name_key(one.name) == wanted
    }
    return [*sorted(found - {member}), member]


def _last_entrant(journal: Journal, player: PlayerId) -> Entrant:
    """The player or team; also one whose registration was undone, but is still in the log."""
    if player in journal.tournament.entries:
        return journal.tournament.entries[player].entrant
    for event in _entries_of(journal, player):
        return event.entrant
    raise NotFoundError("unknown-player", number=player)


def _entries_of(
    journal: Journal, player: PlayerId
) -> Iterator[e.PlayerRegistered | e.PlayerEdited | e.PlayerErased]:
    """The events with the data of a player or team, also undone ones; the newest first."""
    for record in reversed(journal.records):
        match record.event:
            case e.PlayerRegistered() | e.PlayerEdited() | e.PlayerErased() as event:
                if event.player == player:
                    yield event
            case _:
                pass


@validator_for(e.PlayerErased, general=False)
def validate_player_erased(_t: Tournament, _event: e.PlayerErased) -> None:
    """It is always possible."""


@applier_for(e.PlayerErased)
def apply_player_erased(builder: TournamentBuilder, event: e.PlayerErased) -> None:
    if event.player in builder.entries:
        change_entrant(builder, event.player, event.entrant)
