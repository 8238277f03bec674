"""A running event as its odds see it: what is played, which matches are open, what is to come.

A drafted round counts as published: its pairings are kept. It assumes that nobody enters, drops or
returns, that no result is corrected, and that the planned number of rounds is played.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.standings.scoring import sheet_of
from fairpair.engine.standings.sheet import Sheet

STRENGTH_OF_UNRATED = 1500
"""Where nobody has a rating."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match without a result."""

    round_no: int
    table: int
    seats: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """The main rounds of an event: `rounds` are planned, `paired` exist already."""

    tournament: Tournament
    rounds: int
    paired: int
    open: tuple[OpenMatch, ...]
    sheet: Sheet

    @property
    def players(self) -> list[PlayerId]:
        """Everybody, in order of registration: odds number them from 0 in this order."""
        return list(self.tournament.entries)

    @property
    def rounds_left(self) -> int:
        """The rounds that are not paired yet."""
        return max(0, self.rounds - self.paired)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to play."""
        return not self.rounds_left and not self.open


def situation_of(t: Tournament) -> Situation:
    """The situation now; of a finished event, or after the cut, nothing is open."""
    event = _with_draft_published(t)
    sheet = sheet_of(event)
    is_over = t.finished or bool(t.seeds)
    paired = max((ref.round_no for ref in event.rounds if ref.stage == 1), default=0)
    planned = paired if is_over else len(plan_for(t).stages[0].rounds)
    found = () if is_over else tuple(_open_matches(event))
    return Situation(event, planned, paired, found, sheet)


def ratings_of(situation: Situation, *, equal: bool) -> tuple[int, ...]:
    """Everybody's strength; of the unrated the mean of the field. All the same if `equal`."""
    entries = situation.tournament.entries
    rated = [s for s in (entry.entrant.strength for entry in entries.values()) if s is not None]
    mean = round(sum(rated) / len(rated)) if rated else STRENGTH_OF_UNRATED
    if equal:
        return (mean,) * len(entries)
    strengths = (entries[player].entrant.strength for player in situation.players)
    return tuple(mean if s is None else round(s) for s in strengths)


def _with_draft_published(t: Tournament) -> Tournament:
    drafts = {ref: r for ref, r in t.rounds.items() if r.status == RoundStatus.DRAFT}
    if not drafts:
        return t
    shown = {ref: replace(r, status=RoundStatus.PUBLISHED) for ref, r in drafts.items()}
    return replace(t, rounds={**t.rounds, **shown})


def _open_matches(t: Tournament) -> Iterator[OpenMatch]:
    for ref, round_ in sorted(t.rounds.items(), key=_by_ref):
        for table, pairing in round_.pairings.items():
            if ref.stage == 1 and pairing.result is None:
                yield OpenMatch(ref.round_no, table, pairing.seats)


def _by_ref(item: tuple[RoundRef, object]) -> RoundRef:
    return item[0]
