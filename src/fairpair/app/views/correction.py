"""What a correction would change, shown before it is made."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairpair.app.views.people import Person, person_fields
from fairpair.app.views.rounds import planned_rounds
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.numbers import format_number
from fairpair.core.rounds import MatchRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.language.message import Message
from fairpair.log.commands import CorrectResult
from fairpair.log.decide import decide
from fairpair.log.describe import describe
from fairpair.log.events import DraftDiscarded, Event, MatchVoided
from fairpair.log.fold import apply
from fairpair.log.journal import Journal
from fairpair.log.results import find_match


@dataclass(frozen=True, slots=True)
class RankChange(Person):
    """A player whose points or rank would change."""

    rank_before: int | None
    rank_after: int | None
    points_before: str
    points_after: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """The result before and after, and what follows from it.

    `moved` are the players whose points or rank change, by their new rank; `tiebreaks_only` counts
    those for whom only a tie-break changes. `void` are later knockout matches that would be voided.
    `stale` is the title of an unpublished round that was paired from the old result.
    """

    version: int
    before: Message | str
    after: Message | str
    moved: Sequence[RankChange]
    tiebreaks_only: int
    void: Sequence[Message]
    stale: Message | None
    kept: Sequence[Message]
    """What does not change, although it was made from the old result."""


def correction_view(journal: Journal, command: CorrectResult) -> CorrectionView:
    """Preview a correction; it raises what the correction would raise, except for later matches."""
    t = journal.tournament
    before = find_match(t, command.match).result
    events = _decide(journal, command)
    after = apply(t, events)
    moved, others = _rank_changes(t, after) if command.match.stage == 1 else ([], 0)
    void = [x for x in events if isinstance(x, DraftDiscarded | MatchVoided)]
    return CorrectionView(
        version=journal.version,
        before="" if before is None else result_text(before, t.rules),
        after=result_text(command.result, t.rules),
        moved=moved,
        tiebreaks_only=others,
        void=[describe(event, t) for event in void],
        stale=_stale(t, after),
        kept=list(_unchanged_texts(t, command.match)),
    )


def _decide(journal: Journal, command: CorrectResult) -> Sequence[Event]:
    try:
        return decide(journal, command)
    except InvalidStateError as refusal:
        if refusal.code != "later-matches":
            raise
        return decide(journal, replace(command, void_later=True))


def _rank_changes(before: Tournament, after: Tournament) -> tuple[list[RankChange], int]:
    old, new = standings_of(before).by_player, standings_of(after).by_player
    found, others = [], 0
    for player, row in new.items():
        was = old[player]
        if (was.rank, was.points) == (row.rank, row.points):
            others += was.values != row.values
            continue
        found.append(
            RankChange(
                **person_fields(after, player),
                rank_before=was.rank,
                rank_after=row.rank,
                points_before=format_number(was.points),
                points_after=format_number(row.points),
            )
        )
    return sorted(found, key=lambda one: (one.rank_after or math.inf, one.id)), others


def _stale(before: Tournament, after: Tournament) -> Message | None:
    for planned in planned_rounds(after):
        round_ = after.rounds.get(planned.ref)
        if round_ and round_.stale and not before.rounds[planned.ref].stale:
            return planned.title
    return None


def _unchanged_texts(t: Tournament, match: MatchRef) -> Iterator[Message]:
    later = [
        planned.ref.round_no
        for planned in planned_rounds(t)
        if planned.ref.stage == match.stage
        and planned.ref > match.round
        and planned.ref in t.rounds
        and t.rounds[planned.ref].status != RoundStatus.DRAFT
    ]
    if later and match.stage == 1:
        code = "correction.kept-round" if len(later) == 1 else "correction.kept-rounds"
        yield Message(code, first=later[0], last=later[-1])
    if t.stage > match.stage:
        yield Message("correction.kept-cut")
