"""The history: everything that was done, when and by whom, undone or not."""

from collections.abc import Callable, Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log.changes import Change, changes_in
from fairpair.log.describe import describe
from fairpair.log.events import (
    ActionUndone,
    CutMade,
    FideModeLeft,
    ResultCleared,
    ResultCorrected,
    ResultRecorded,
    RoundDrafted,
    RoundPublished,
    TournamentFinished,
)
from fairpair.log.journal import Journal, Record
from fairpair.log.stored import StoredEvent

ChangesBySeq = Mapping[int, Sequence[Change]]
"""The values that events replaced, by the numbers of the events."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One event. `action` is the number of the first event of its command, for undo.

    `undone` events no longer count; `undoes` is the action that this one undoes. `changes` are the
    values that it replaced.
    """

    seq: int
    action: int
    at: str
    by: str
    type: str
    what: Message
    reason: str
    undone: bool
    undoes: int | None
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class History:
    """A part of the log in its order; `next` is the `after` of the next part, if there is one."""

    version: int
    total: int
    next: int | None
    entries: Sequence[HistoryEntry]


def history(
    journal: Journal, rows: Sequence[StoredEvent], after: int = 0, limit: int = 500
) -> History:
    """At most `limit` events after a number; `rows` are the stored events of the same log."""
    shown = rows[after : min(after + limit, journal.version)]
    last = shown[-1].seq if shown else journal.version
    following = last if last < journal.version else None
    records = journal.records[after : after + len(shown)]
    changes = changes_in(journal, _with_undone(journal, records))
    return History(
        version=journal.version,
        total=journal.version,
        next=following,
        entries=[_entry(journal, row, changes) for row in shown],
    )


@dataclass(frozen=True, slots=True)
class Action:
    """What one request did: `what` it was for, and the `more` that came with it.

    `undoes` is the action that it undid; such an action cannot be redone by its number.
    """

    action: int
    at: str
    by: str
    what: Message
    more: Sequence[Message]
    count: int
    reason: str
    undone: bool
    undoes: int | None


@dataclass(frozen=True, slots=True)
class Actions:
    """One page of the actions, the newest first; `page` counts from 1."""

    total: int
    page: int
    pages: int
    actions: Sequence[Action]


_FINAL = (RoundDrafted, RoundPublished, CutMade, TournamentFinished)
"""What a request of several commands is for, if it does one of these."""
_RESULTS = (ResultRecorded, ResultCorrected, ResultCleared)
MOST_NAMED = 50
"""How many events of one action are described."""


def actions(
    journal: Journal, load: Callable[[int], Sequence[StoredEvent]], page: int = 1, size: int = 50
) -> Actions:
    """One page of the actions; `load` returns the stored events after a number."""
    groups: dict[int, list[Record]] = {}
    for record in journal.records:
        groups.setdefault(record.action, []).append(record)
    numbers = sorted(groups, reverse=True)
    pages = max(1, -(-len(numbers) // size))
    here = min(max(1, page), pages)
    part = numbers[(here - 1) * size : here * size]
    rows = {row.seq: row for row in load(part[-1] - 1)} if part else {}
    records = [record for n in part for record in groups[n]]
    changes = changes_in(journal, _with_undone(journal, records))
    found = [_action(journal, groups[n], rows[n], changes) for n in part if n in rows]
    return Actions(total=len(numbers), page=here, pages=pages, actions=found)


def _action(
    journal: Journal, records: Sequence[Record], row: StoredEvent, changes: ChangesBySeq
) -> Action:
    first = records[0].event
    what, *more = _descriptions(journal, records, changes)
    reasons = (str(getattr(r.event, "reason", "")) for r in records)
    undoes = first.action if isinstance(first, ActionUndone) else None
    return Action(
        action=row.seq,
        at=row.at,
        by=row.by,
        what=what if undoes is None else _describe_undo(journal, undoes, changes),
        more=more,
        count=len(records),
        reason=next((reason for reason in reasons if reason), ""),
        undone=row.seq in journal.undone,
        undoes=undoes,
    )


def _describe_undo(journal: Journal, action: int, changes: ChangesBySeq | None = None) -> Message:
    """What was undone, or redone: the undo of an undo is a redo.

    `changes` are the values that it replaced, if they are known.
    """
    undone, is_redo = _undone_action(journal, action)
    records = records_of(journal, undone)
    known = changes_in(journal, records) if changes is None else changes
    what = _descriptions(journal, _undoable(records), known)[0]
    return Message("history.redo" if is_redo else "history.undo", action=undone, what=what)


def _undoable(records: Sequence[Record]) -> Sequence[Record]:
    """Leaving FIDE mode is permanent, whatever it was left for."""
    return [one for one in records if not isinstance(one.event, FideModeLeft)] or records


def _undone_action(journal: Journal, action: int) -> tuple[int, bool]:
    """The action that an undo of this one concerns in the end, and whether it is redone by it."""
    is_redo = False
    while isinstance(undo := journal.records[action - 1].event, ActionUndone):
        action, is_redo = undo.action, not is_redo
    return action, is_redo


def _with_undone(journal: Journal, records: Sequence[Record]) -> list[Record]:
    """These records and those of the actions that they undo: their changes are found in one go."""
    undone = (r.event.action for r in records if isinstance(r.event, ActionUndone))
    targets = {_undone_action(journal, action)[0] for action in undone}
    return [*records, *(record for one in targets for record in records_of(journal, one))]


def event_texts(
    journal: Journal, records: Sequence[Record], before: Tournament | None = None
) -> list[Message]:
    """What these records did, in their order; `before` as in `changes_in`."""
    changes = changes_in(journal, records, before)
    return [
        _describe_undo(journal, record.event.action)
        if isinstance(record.event, ActionUndone)
        else describe(record.event, journal.tournament, changes.get(record.seq, ()))
        for record in records
    ]


def undone_texts(journal: Journal, action: int) -> list[Message]:
    """Everything that an action did, or the action that it undid or redid."""
    records = records_of(journal, action)
    while isinstance(undo := records[0].event, ActionUndone):
        records = records_of(journal, undo.action)
    return event_texts(journal, _undoable(records[:MOST_NAMED]))


def last_result_change(journal: Journal, match: MatchRef) -> int | None:
    """The number of the event that last changed the result of a match, also by undoing."""
    for record in reversed(journal.records):
        records = [record]
        if isinstance(record.event, ActionUndone):
            records = records_of(journal, _undone_action(journal, record.seq)[0])
        if any(isinstance(one.event, _RESULTS) and one.event.match == match for one in records):
            return record.seq
    return None


def entry_of(
    journal: Journal, action: int, before: Tournament | None = None
) -> dict[str, Message | bool] | None:
    """What one action did, and whether it is undone; none if there is no such action. `before` as
    in `changes_in`.
    """
    if not 1 <= action <= journal.version or journal.records[action - 1].action != action:
        return None
    records = records_of(journal, action)
    text = _descriptions(journal, records, changes_in(journal, records, before))[0]
    if isinstance(records[0].event, ActionUndone):
        text = _describe_undo(journal, records[0].event.action)
    if len(records) > 1:
        text = Message("history.with-more", what=text, n=len(records) - 1)
    return {"text": text, "undone": action in journal.undone}


def records_of(journal: Journal, action: int) -> list[Record]:
    """The records of an action, which stand together."""
    end = action
    while end < journal.version and journal.records[end].action == action:
        end += 1
    return list(journal.records[action - 1 : end])


def _descriptions(
    journal: Journal, records: Sequence[Record], changes: ChangesBySeq
) -> list[Message]:
    """The events of an action in words: first the one it was for, then the others in their order.

    A request that completes a round, pairs the next one and publishes it is for the last of these.
    """
    named = records[: MOST_NAMED + 1]
    final = [n for n, one in enumerate(named) if isinstance(one.event, _FINAL)]
    main = final[-1] if final else 0
    found = [describe(r.event, journal.tournament, changes.get(r.seq, ())) for r in named]
    return [found[main], *found[:main], *found[main + 1 :]]


def _entry(journal: Journal, row: StoredEvent, changes: ChangesBySeq) -> HistoryEntry:
    record = journal.records[row.seq - 1]
    event, own = record.event, changes.get(row.seq, ())
    return HistoryEntry(
        seq=row.seq,
        action=record.action,
        at=row.at,
        by=row.by,
        type=row.type,
        what=describe(event, journal.tournament, own)
        if not isinstance(event, ActionUndone)
        else _describe_undo(journal, event.action, changes),
        reason=str(getattr(event, "reason", "")),
        undone=record.action in journal.undone,
        undoes=event.action if isinstance(event, ActionUndone) else None,
        changes=own,
    )
