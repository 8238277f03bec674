"""Taking back: what an undo would leave standing, and which later facts forbid it.

An action can be undone when every later fact could have happened without it. That is asked with
the same `validate` that let them happen, so a new kind of event needs nothing here.
"""

from fairpair.core.errors import DomainError, FieldProblem, InvalidStateError, NotFoundError
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket_conflicts import bracket_conflicts
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.fold import TournamentBuilder, fold
from fairpair.log.journal import Journal, Record, counts, read_journal, undone_actions
from fairpair.log.validate import validate

_NAMED = 20
"""So many later facts are named; nobody reads more."""


def last_action(journal: Journal) -> int:
    """The action that an undo without a number takes back: the last one that counts."""
    records = journal.effective_records()
    if not records:
        raise InvalidStateError(
            "nothing-to-undo", "There is nothing to undo.", "The history is empty."
        )
    return records[-1].action


def last_undone(journal: Journal) -> int:
    """The action that a redo without a number brings back: the one undone last."""
    for record in reversed(journal.records):
        if isinstance(record.event, e.ActionUndone) and record.action not in journal.undone:
            target = record.event.action
            if not isinstance(_find(journal, target).event, e.ActionUndone):
                return target
    raise InvalidStateError("nothing-to-redo", "There is nothing to redo.", "Nothing is undone.")


def undo_of(journal: Journal, action: int) -> int:
    """The undo that keeps an action from counting."""
    for record in reversed(journal.records):
        event, stands = record.event, record.action not in journal.undone
        if isinstance(event, e.ActionUndone) and event.action == action and stands:
            return record.action
    raise InvalidStateError(
        "not-undone", f"#{action} is not undone.", "The history shows what can be redone."
    )


def validate_undo(journal: Journal, event: e.ActionUndone) -> None:
    """Raise a refusal that names the later facts, or return."""
    target = _find(journal, event.action)
    if event.action in journal.undone:
        raise InvalidStateError(
            "already-undone", f"#{event.action} is undone already.", "Redo brings it back."
        )
    after = Record(journal.version + 1, journal.version + 1, event)
    undone = undone_actions((*journal.records, after))
    _require_not_finished(journal, undone ^ journal.undone)
    later = _needed_later(journal, undone, event.action)
    if later:
        text = f"#{event.action} cannot be undone: later facts depend on it."
        if isinstance(target.event, e.ActionUndone):
            text = f"#{target.event.action} cannot come back: later facts contradict it."
        hint = "Undo these first, the last one first."
        raise InvalidStateError("needed-later", text, hint, _shorten(later))


def _require_not_finished(journal: Journal, changed: frozenset[int]) -> None:
    """What is over stays as it is; only the end itself can be taken back."""
    if not journal.tournament.finished:
        return
    ends = [
        r.action for r in journal.effective_records() if isinstance(r.event, e.TournamentFinished)
    ]
    end = ends[-1]
    if end not in changed and min(changed) < end:
        raise InvalidStateError(
            "tournament-finished",
            f"{journal.tournament.name} is finished: nothing before its end can be undone.",
            f"Undo the end first (#{end}), or reopen the tournament.",
        )


def _shorten(later: list[FieldProblem]) -> list[FieldProblem]:
    rest = len(later) - _NAMED
    more = [FieldProblem("...", f"and {rest} more")] if rest > 0 else []
    return [*later[:_NAMED], *more]


def _find(journal: Journal, action: int) -> Record:
    if not 1 <= action <= journal.version or journal.records[action - 1].action != action:
        raise NotFoundError(
            "unknown-action", f"There is no action #{action}.", "Look the number up in the history."
        )
    return journal.records[action - 1]


def _needed_later(journal: Journal, undone: frozenset[int], action: int) -> list[FieldProblem]:
    """The facts that counted and were possible, and would not be possible any more.

    Both histories are gone through together from the first difference on. A fact that could not
    happen is left out of the second one, so that everything resting on it is named too.
    """
    found = []
    common = min(undone ^ journal.undone) - 1
    start = fold(r.event for r in journal.records[:common] if counts(r, undone))
    now, then = TournamentBuilder(start), TournamentBuilder(start)
    for record in journal.records[common:]:
        counted, would_count = counts(record, journal.undone), counts(record, undone)
        refused = _refusal(record, then.tournament) if would_count else ""
        # A rule that came later may refuse what stands: then only a new reason counts.
        if refused and not (counted and _refusal(record, now.tournament) == refused):
            found.append(_later_problem(record, journal, refused.splitlines()[0]))
        elif would_count:
            then.apply(record.event)
        if counted:
            now.apply(record.event)
    if found:  # what would stand before a draft is not even a possible history then
        return found
    # What others play than the tree says was allowed by hand: it may come back as it stood before.
    stood = (journal.tournament, start, read_journal(journal.records[: action - 1]).tournament)
    known = {one for t in stood for one in bracket_conflicts(t)}
    broken = [one for one in bracket_conflicts(then.tournament) if one not in known]
    if broken:
        return [FieldProblem(str(one.ref), f"{one.text}.") for one in broken]
    draft = _waiting_draft(journal, undone, then.tournament)
    if draft and not _paired_alike(*_bases(journal, undone, draft)):
        found.append(_later_problem(draft, journal, "It was paired from something else."))
    return found


def _refusal(record: Record, tournament: Tournament) -> str:
    try:
        validate(record.event, tournament)
    except DomainError as refusal:
        return str(refusal)
    return ""


def _waiting_draft(journal: Journal, undone: frozenset[int], then: Tournament) -> Record | None:
    """The event that made the draft which would wait then; none when none does."""
    if then.latest is None or then.rounds[then.latest].status != RoundStatus.DRAFT:
        return None
    made = (r for r in reversed(journal.records) if counts(r, undone))
    return next((r for r in made if isinstance(r.event, e.RoundDrafted)), None)


def _bases(
    journal: Journal, undone: frozenset[int], draft: Record
) -> tuple[Tournament, Tournament]:
    """What it was paired from when it was made, and what would stand before it then."""
    before = journal.records[: draft.seq - 1]
    return read_journal(before).tournament, fold(r.event for r in before if counts(r, undone))


def _paired_alike(now: Tournament, then: Tournament) -> bool:
    """Whether a draft would be made from the same results, byes and rules.

    In a knock-out the same must be there, too; in other rounds `validate` asks that.
    """
    both = [p for p in now.entries if p in then.entries]

    def basis(t: Tournament) -> tuple[object, ...]:
        missed = [[period.missed for period in t.entries[p].periods] for p in both]
        rounds = {ref: (r.pairings, r.byes) for ref, r in t.rounds.items()}
        there = t.entrants_in(t.upcoming) if t.stage > 1 else []
        return missed, rounds, t.rules.for_pairing(), there

    return basis(now) == basis(then)


def _later_problem(record: Record, journal: Journal, why: str) -> FieldProblem:
    return FieldProblem(f"#{record.seq}", f"{describe(record.event, journal.tournament)} ({why})")
