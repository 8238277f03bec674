"""Undo: what would remain without an action, and which later actions prevent it.

An action can be undone if every later event would have been possible without it. The same
`validate` decides that as when they were recorded, so a new kind of event needs nothing here.
"""

from collections.abc import Iterator
from itertools import takewhile

from fairpair.core.errors import DomainError, FieldProblem, InvalidStateError, NotFoundError
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket_conflicts import bracket_conflicts
from fairpair.language.message import Message
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.edit_sessions import require_opened
from fairpair.log.fold import TournamentBuilder, fold
from fairpair.log.journal import Journal, Record, counts, read_journal, undone_actions
from fairpair.log.validate import validate

_NAMED = 20
"""How many later events an error lists; nobody reads more."""


_ENDS = (e.TournamentDeleted, e.TournamentRestored)
_DRAW = (e.DrawCommitted, e.BeaconEntered)
_PERMANENT = (e.TournamentCreated, e.PlayerErased, *_DRAW, *_ENDS)
"""What cannot be undone."""
_STAYING = (e.FideModeLeft, e.WarningsRecorded)
"""What stays when the rest of its action is undone; of nothing else there is nothing to undo."""


def last_action(journal: Journal) -> int:
    """The action that an undo without a number undoes: the last one that counts."""
    for record in reversed(journal.effective_records()):
        if isinstance(record.event, _STAYING):
            continue
        if not isinstance(_find(journal, record.action).event, _PERMANENT):
            return record.action
    raise InvalidStateError("nothing-to-undo")


def last_undone(journal: Journal) -> int:
    """The action that a redo without a number restores: the one undone last."""
    for record in reversed(journal.records):
        if isinstance(record.event, e.ActionUndone) and record.action not in journal.undone:
            target = record.event.action
            if not isinstance(_find(journal, target).event, e.ActionUndone):
                return target
    raise InvalidStateError("nothing-to-redo")


def undo_of(journal: Journal, action: int) -> int:
    """The undo because of which an action does not count."""
    for record in reversed(journal.records):
        event, stands = record.event, record.action not in journal.undone
        if isinstance(event, e.ActionUndone) and event.action == action and stands:
            return record.action
    raise InvalidStateError("not-undone", action=action)


def validate_undo(journal: Journal, event: e.ActionUndone) -> None:
    """Raise an error that lists the later events which prevent the undo."""
    target = _find(journal, event.action)
    if isinstance(target.event, e.TournamentCreated):
        raise InvalidStateError("creation-stays")
    if event.action in journal.undone:
        raise InvalidStateError("already-undone", action=event.action)
    if isinstance(target.event, e.PlayerErased):
        raise InvalidStateError("erased-for-good", action=event.action)
    if all(isinstance(one.event, _STAYING) for one in _parts(journal, event.action)):
        raise InvalidStateError("fide-exit-stays", action=event.action)
    if isinstance(target.event, _DRAW):
        raise InvalidStateError("draw-stays", action=event.action)
    if isinstance(target.event, _ENDS):
        raise InvalidStateError("deletion-stays", action=event.action)
    after = Record(journal.version + 1, journal.version + 1, event)
    undone = undone_actions((*journal.records, after))
    _require_not_finished(journal, undone ^ journal.undone)
    later = _needed_later(journal, undone, event.action)
    if later:
        code, action = "needed-later", event.action
        if isinstance(target.event, e.ActionUndone):
            code, action = "needed-later.redo", target.event.action
        raise InvalidStateError(code, problems=_shorten(later), action=action)


def _require_not_finished(journal: Journal, changed: frozenset[int]) -> None:
    """Require that a finished tournament is reopened first; only finishing it can be undone."""
    if not journal.tournament.finished:
        return
    ends = [
        r.action for r in journal.effective_records() if isinstance(r.event, e.TournamentFinished)
    ]
    end = ends[-1]
    if end not in changed and min(changed) < end:
        raise InvalidStateError(
            "tournament-finished.undo", name=journal.tournament.name, action=end
        )


def _shorten(later: list[FieldProblem]) -> list[FieldProblem]:
    rest = len(later) - _NAMED
    more = [FieldProblem("...", Message("needed-later.more", n=rest))] if rest > 0 else []
    return [*later[:_NAMED], *more]


def _find(journal: Journal, action: int) -> Record:
    if not 1 <= action <= journal.version or journal.records[action - 1].action != action:
        raise NotFoundError("unknown-action", action=action)
    return journal.records[action - 1]


def _parts(journal: Journal, action: int) -> Iterator[Record]:
    """The records of an action, which stand together."""
    return takewhile(lambda record: record.action == action, journal.records[action - 1 :])


def _needed_later(journal: Journal, undone: frozenset[int], action: int) -> list[FieldProblem]:
    """The events that counted, and would not be possible any more.

    Both histories are compared from the first difference on. An event that would not be possible
    is left out of the second one, so that everything that depends on it is listed, too.
    """
    found = []
    common = min(undone ^ journal.undone) - 1
    start = fold(r.event for r in journal.records[:common] if counts(r, undone))
    now, then = TournamentBuilder(start), TournamentBuilder(start)
    for record in journal.records[common:]:
        counted, would_count = counts(record, journal.undone), counts(record, undone)
        error = _error(record, then.tournament) if would_count else None
        # A newer rule may forbid what was recorded: then only a new problem counts.
        if error and not (counted and _is_same(error, _error(record, now.tournament))):
            found.append(_later_problem(record, journal, error.text))
        elif would_count:
            then.apply(record.event)
        if counted:
            now.apply(record.event)
    if found:  # without these events there is no history that a draft could be compared with
        return found
    # An organiser may have allowed other players than the bracket says: known conflicts are fine.
    states = (journal.tournament, start, read_journal(journal.records[: action - 1]).tournament)
    known = {one for t in states for one in bracket_conflicts(t)}
    broken = [one for one in bracket_conflicts(then.tournament) if one not in known]
    if broken:
        return [FieldProblem(one.ref.name, one.text) for one in broken]
    draft = _waiting_draft(journal, undone, then.tournament)
    if draft and not _paired_alike(*_bases(journal, undone, draft)):
        found.append(_later_problem(draft, journal, Message("needed-later.draft")))
    return found


def _error(record: Record, tournament: Tournament) -> DomainError | None:
    try:
        validate(record.event, tournament)
        require_opened(tournament, record.event)
    except DomainError as error:
        return error
    return None


def _is_same(error: DomainError, other: DomainError | None) -> bool:
    return other is not None and (error.text, error.problems) == (other.text, other.problems)


def _waiting_draft(journal: Journal, undone: frozenset[int], then: Tournament) -> Record | None:
    """The event that paired the round which would be unpublished then, if there is one."""
    if then.latest is None or then.rounds[then.latest].status != RoundStatus.DRAFT:
        return None
    made = (r for r in reversed(journal.records) if counts(r, undone))
    return next((r for r in made if isinstance(r.event, e.RoundDrafted)), None)


def _bases(
    journal: Journal, undone: frozenset[int], draft: Record
) -> tuple[Tournament, Tournament]:
    """The state the draft was paired from, and the state that would be before it then."""
    before = journal.records[: draft.seq - 1]
    return read_journal(before).tournament, fold(r.event for r in before if counts(r, undone))


def _paired_alike(now: Tournament, then: Tournament) -> bool:
    """Whether a draft would be paired from the same results, byes and rules.

    In a knockout also from the same players; in other rounds `validate` requires that.
    """
    both = [p for p in now.entries if p in then.entries]

    def basis(t: Tournament) -> tuple[object, ...]:
        missed = [[period.missed for period in t.entries[p].periods] for p in both]
        rounds = {ref: (r.pairings, r.byes) for ref, r in t.rounds.items()}
        there = t.entrants_in(t.upcoming) if t.stage > 1 else []
        return missed, rounds, t.rules.for_pairing(), there

    return basis(now) == basis(then)


def _later_problem(record: Record, journal: Journal, why: Message) -> FieldProblem:
    what = describe(record.event, journal.tournament)
    return FieldProblem(f"#{record.seq}", Message("needed-later.action", what=what, why=why))
