"""What a log says about its draw and about changes by hand, for those who verify it."""

from collections.abc import Iterator

from fairpair.app.use_cases.pairing import cut_command, find_open_command
from fairpair.core.draw import BEACONS, commitment_to, fits, mixed_seed
from fairpair.core.errors import DomainError
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_title
from fairpair.language.message import Message
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.journal import Journal, Record
from fairpair.log.rounds import walkovers

_BY_HAND = (
    e.PlayersSwapped,
    e.PlayerReplaced,
    e.TableAdded,
    e.TableMoved,
    e.ByeGiven,
    e.RoundRepaired,
    e.ResultCorrected,
    e.ColoursCorrected,
    e.ResultCleared,
    e.MatchVoided,
    e.MissedRoundsSet,
    e.PlayersRenumbered,
    e.NumbersExchanged,
    e.ExternalValuesSet,
    e.TiedOrdered,
    e.TournamentReopened,
    e.FideModeLeft,
)
"""Changes that somebody decided, and not the rules."""
_LATE = (
    e.RulesChanged,
    e.PlayerEdited,
    e.LaterRatingSet,
    e.PairAvoided,
    e.PairAllowed,
)
"""What is usual before the draw can be known, and a change by hand after that."""
_ENTRIES = (e.PlayerRegistered, e.PlayerDropped, e.ByeRequested)
"""What is usual but for the time between the public value and the first round."""


# --- the draw ------------------------------------------------------------------------------------


def draw_problems(journal: Journal, commitment: str = "") -> Iterator[Message]:
    """Whether all was drawn from the seed that was committed to, and only from that.

    `commitment` is the hash that was published, as somebody noted it down.
    """
    draw = _Draw(journal)
    for record in journal.records:
        yield from draw.problems_of(record)
    if commitment and commitment.strip().lower() != draw.published:
        yield Message("verify.other-commitment", commitment=commitment)


class _Draw:
    """What is known of the draw up to an event; what was undone counts as well."""

    def __init__(self, journal: Journal) -> None:
        self._undone = journal.undone
        self._seed, self._beacon, self._value = "", "", ""
        self._has_round = False
        self.published = ""

    def problems_of(self, record: Record) -> Iterator[Message]:
        """What is wrong with the next event."""
        event, number = record.event, record.seq
        if isinstance(event, e.TournamentCreated):
            self._seed = self._seed or event.draw_seed
        elif isinstance(event, e.DrawCommitted):
            if not self._commit(event):
                yield Message("verify.draw-commitment", number=number)
        elif isinstance(event, e.BeaconEntered):
            if not self._mix(event.value):
                yield Message("verify.draw-value", number=number)
        elif isinstance(event, e.RoundDrafted):
            self._has_round = True
            if event.engine and self._beacon and not self._value:
                yield Message("verify.draw-waits", number=number)
            elif event.engine and self.published and event.draw_seed != self._seed:
                yield Message("verify.draw-seed", number=number)
        if isinstance(event, e.DrawCommitted | e.BeaconEntered) and record.action in self._undone:
            yield Message("verify.draw-undone", number=number)

    def _commit(self, event: e.DrawCommitted) -> bool:
        """Whether this is the first commitment, to the seed, and in time."""
        first = not self.published and not self._has_round
        self.published = self.published or event.commitment
        self._beacon = self._beacon or event.beacon
        return first and event.commitment == commitment_to(self._seed)

    def _mix(self, value: str) -> bool:
        """Whether this is the first value, in time, and one that the announced source publishes."""
        first = not self._value and not self._has_round
        self._value = self._value or value
        self._seed = mixed_seed(self._seed, value)
        return first and self._beacon in BEACONS and fits(self._beacon, value)


def draw_notes(journal: Journal) -> Iterator[Message]:
    """What was committed to, and which rounds were paired more than once."""
    draw = journal.tournament.draw
    if draw is not None:
        yield Message("verify.commitment", commitment=draw.commitment)
        if draw.value:
            yield Message("verify.beacon", source=draw.source, value=draw.value)
    drafts: dict[RoundRef, list[int]] = {}
    for record in journal.records:
        if isinstance(record.event, e.RoundDrafted):
            drafts.setdefault(record.event.round, []).append(record.seq)
    for ref, numbers in sorted(drafts.items()):
        if len(numbers) > 1:
            title = round_title(journal.tournament, ref)
            yield Message("verify.paired-again", round=title, numbers=numbers)


# --- changes by hand -----------------------------------------------------------------------------


def is_by_hand(made: e.RoundDrafted) -> bool:
    """Whether a round was paired manually or by another program: nobody claims it is ours."""
    return made.system == "manual" or not made.engine


def change_by_hand(before: Tournament, record: Record, now: Tournament, by: str) -> Message | None:
    """An event that somebody decided and not the rules: what, who and why.

    `before` is the state before the event; `now` has the names that players have at the end.
    """
    event = record.event
    if isinstance(event, e.CutMade):
        return None if _is_cut_by_rules(before, event) else _cut_note(record.seq, by)
    if isinstance(event, e.RoundDrafted) and is_by_hand(event):
        what = Message("verify.round-by-hand", round=round_title(now, event.round))
    elif _is_decided(before, event):
        what = describe(event, now)
    else:
        return None
    reason = getattr(event, "reason", "")
    code = "verify.change-reason" if reason else "verify.change"
    return Message(code, number=record.seq, what=what, by=by or "-", reason=reason)


def _is_decided(before: Tournament, event: e.Event) -> bool:
    if isinstance(event, e.TableAdded | e.ByeGiven) and event.round.stage > 1:
        return not _is_by_bracket(before, event)
    if before.rounds:
        return isinstance(event, _BY_HAND + _LATE)
    if before.draw is not None and before.draw.value:  # it would change what everybody can draw
        return isinstance(event, _BY_HAND + _LATE + _ENTRIES)
    return isinstance(event, _BY_HAND)


def _is_by_bracket(before: Tournament, event: e.TableAdded | e.ByeGiven) -> bool:
    """Whether this is how the knockout goes on: a match that can start, or an absent opponent."""
    if isinstance(event, e.ByeGiven) and event in walkovers(before, event.round):
        return True
    try:
        command = find_open_command(before)
    except DomainError:
        return False
    if command is None or command.round_no != event.round.round_no:
        return False
    if isinstance(event, e.TableAdded):
        return event.table.seats in [table.seats for table in command.tables]
    return (event.player, event.kind) in [(bye.player, bye.kind) for bye in command.byes]


def _is_cut_by_rules(before: Tournament, event: e.CutMade) -> bool:
    try:
        found = cut_command(before)
    except DomainError:
        return False
    return (found.seeds, found.admission) == (event.seeds, event.admission)


def _cut_note(number: int, by: str) -> Message:
    """Somebody declined, or the cut was made manually."""
    return Message("verify.cut", number=number, by=by or "-")
