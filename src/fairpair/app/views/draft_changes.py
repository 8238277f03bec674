"""What was changed by hand since a round was paired: before, after, and what would undo it."""

from collections.abc import Sequence

from fairpair.app.requests import Steps
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef, Table
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.journal import Journal

_BY_HAND = (
    e.PlayersSwapped,
    e.PlayerReplaced,
    e.TableAdded,
    e.ByeGiven,
    e.TableMoved,
    e.RoundRepaired,
)


@dataclass(frozen=True, slots=True)
class TableChange:
    """The names at one table, when it was paired and now; nobody for a table that was not there."""

    table: int
    before: Sequence[str]
    after: Sequence[str]


@dataclass(frozen=True, slots=True)
class DraftChanges:
    """The tables that are different, whose seat is another one, and the actions, newest first."""

    tables: Sequence[TableChange]
    moved: frozenset[PlayerId]
    actions: Sequence[int]


def draft_changes(journal: Journal, ref: RoundRef) -> DraftChanges:
    """What is different from what the engine paired, or from what was entered as the round."""
    paired, actions = _since_paired(journal, ref)
    t = journal.tournament
    now = {table: pairing.seats for table, pairing in t.rounds[ref].pairings.items()}
    before = {table.number: table.seats for table in paired}
    other = [table for table in sorted({*now, *before}) if now.get(table) != before.get(table)]
    seats = {(table, n): player for table, who in before.items() for n, player in enumerate(who)}
    moved = frozenset(
        player
        for table in other
        for n, player in enumerate(now.get(table, ()))
        if seats.get((table, n)) != player
    )
    names = [
        TableChange(table, _names(t, before.get(table, ())), _names(t, now.get(table, ())))
        for table in other
    ]
    return DraftChanges(names, moved, actions)


def undo_actions(_t: Tournament, actions: Sequence[int]) -> Steps:
    """Undo several actions at once, in this order."""
    for action in actions:
        yield c.Undo(action)


def _since_paired(journal: Journal, ref: RoundRef) -> tuple[Sequence[Table], Sequence[int]]:
    """The tables as they were paired, and the changes by hand after that."""
    actions: list[int] = []
    for record in reversed(journal.records):
        event = record.event
        if record.action in journal.undone or getattr(event, "round", None) != ref:
            continue
        if isinstance(event, e.RoundDrafted):
            return event.tables, actions
        if isinstance(event, _BY_HAND) and record.action not in actions:
            actions.append(record.action)
    return (), []


def _names(t: Tournament, players: Sequence[PlayerId]) -> list[str]:
    return [t.name_of(player) for player in players]
