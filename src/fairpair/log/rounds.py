"""Rounds that are paired, published, timed and completed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.results import is_adjourned
from fairpair.core.rounds import (
    FIRST_ROUND,
    ByeKind,
    Clock,
    Pairing,
    Round,
    RoundRef,
    RoundStatus,
)
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.engine.stages.progress import knock_out_of, plan_for, round_name
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import basis_of, decider_for, require_change
from fairpair.log.draw import require_beacon
from fairpair.log.fold import TournamentBuilder, applier_for, apply
from fairpair.log.journal import Journal
from fairpair.log.normalise import (
    normalise_reason,
    require_one_of,
    require_short_text,
    require_timestamp,
    require_whole_number,
)
from fairpair.log.results import find_match
from fairpair.log.validate import (
    get_draft,
    get_round,
    require_fitting,
    require_free,
    require_not_edited,
    require_playable,
    validator_for,
)

_A_DAY = 24 * 60 * 60
_NAMED = 20
"""How many tables without a result an error lists."""


@decider_for(c.DraftRound)
def decide_draft_round(journal: Journal, command: c.DraftRound) -> Sequence[e.Event]:
    t = journal.tournament
    require_beacon(t)
    return [
        e.RoundDrafted(
            t.upcoming,
            command.tables,
            command.byes,
            require_short_text("system", command.system, needed=True),
            require_short_text("engine", command.engine),
            require_short_text("draw_seed", command.draw_seed) or t.draw_seed,
            basis_of(journal, command.basis),
            confirmed_codes(command.confirmed),
            _new_order(t),
        )
    ]


def _new_order(t: Tournament) -> tuple[PlayerId, ...]:
    """The pairing numbers of the next round if they are new, be it by a late entry. A knockout has
    seeds instead, and a round robin draws its numbers.
    """
    if t.stage > 1 or t.rules.system == "round_robin":
        return ()
    order = tuple(pairing_order(t))
    return () if order == t.order else order


@validator_for(e.RoundDrafted)
def validate_round_drafted(t: Tournament, event: e.RoundDrafted) -> None:
    require_turn(t, event.round)
    numbers = [table.number for table in event.tables]
    if len(set(numbers)) < len(numbers):
        raise InvalidStateError("table-twice")
    if len({bye.player for bye in event.byes}) < len(event.byes):
        raise InvalidStateError("bye-twice")
    if not event.tables and not event.byes:
        raise nobody_to_pair()
    for table in event.tables:
        require_free(t, event.round, table.seats)
    require_playable(apply(t, [event]), event.round)
    require_fitting(t, event, event.round)


@applier_for(e.RoundDrafted)
def apply_round_drafted(builder: TournamentBuilder, event: e.RoundDrafted) -> None:
    builder.rounds[event.round] = Round(
        RoundStatus.DRAFT,
        {table.number: Pairing(table.seats) for table in event.tables},
        {bye.player: bye.kind for bye in event.byes},
        event.system,
        event.engine,
        event.draw_seed,
        confirmed=frozenset(event.confirmed),
        order=event.order or builder.tournament.order,
    )


def confirmed_codes(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The soft rules that may be broken, each once and sorted."""
    return tuple(sorted({require_one_of("confirmed", code, sorted(SOFT)) for code in codes}))


def nobody_to_pair() -> InvalidStateError:
    """The error of a round without players."""
    return InvalidStateError("nobody-to-pair")


def require_turn(t: Tournament, ref: RoundRef) -> None:
    """Require that this round is next: the one before must be complete, except in a knockout,
    where the next round can begin with the players who have advanced.
    """
    latest = t.latest
    if latest is not None and t.rounds[latest].status == RoundStatus.DRAFT:
        raise InvalidStateError("draft-exists", round=round_name(t, latest))
    early = latest is not None and latest.stage > 1 and ref == latest.next
    if latest is not None and t.rounds[latest].status == RoundStatus.PUBLISHED and not early:
        running = t.rounds[latest]
        require_not_edited(t, latest)
        if running.pending:
            raise results_pending(t, latest)
        raise InvalidStateError("round-open", round=round_name(t, latest))
    if ref != t.upcoming and not early:
        raise InvalidStateError(
            "wrong-round", round=round_name(t, ref), next=round_name(t, t.upcoming)
        )
    if ref.stage == 1:
        _require_planned(t, ref)


class ResultsPendingError(InvalidStateError):
    """Results of the round are missing: `pending` are the ids of the matches by table."""

    def __init__(self, round_name: Message, pending: Mapping[int, str]) -> None:
        tables = list(pending)
        more = max(0, len(tables) - _NAMED)
        super().__init__(
            "results-pending.many" if more else "results-pending",
            round=round_name,
            n=len(tables),
            tables=tables[:_NAMED],
            more=more,
        )
        self.pending = dict(pending)


def results_pending(t: Tournament, ref: RoundRef) -> ResultsPendingError:
    """The error while results of a round are missing, with their tables."""
    pending = {table: t.match_id(ref.at(table)) for table in t.rounds[ref].pending}
    return ResultsPendingError(round_name(t, ref), pending)


def _require_planned(t: Tournament, ref: RoundRef) -> None:
    """Require that the rules provide for this round."""
    if t.rules.mode == "elimination":
        raise InvalidStateError("knock-out-only")
    if t.rules.rounds is not None and ref.round_no > t.rules.rounds:
        raise InvalidStateError("all-rounds-played", n=t.rules.rounds)


@decider_for(c.OpenMatches)
def decide_open_matches(journal: Journal, command: c.OpenMatches) -> Sequence[e.Event]:
    """Pair and publish the round with these matches, or add them if it already exists."""
    t = journal.tournament
    ref = RoundRef(t.stage, command.round_no)
    if t.stage == 1:
        raise InvalidStateError("not-in-a-knock-out")
    playing = {p for table in command.tables for p in table.seats}
    before = [
        given
        for earlier, round_ in sorted(t.rounds.items())
        if earlier.stage == t.stage and earlier < ref and round_.status == RoundStatus.PUBLISHED
        for given in walkovers(t, earlier)
        if given.player in playing
    ]
    if ref in t.rounds:
        tables = [e.TableAdded(ref, table, ()) for table in command.tables]
        byes = [e.ByeGiven(ref, x.player, x.kind, "", ()) for x in command.byes]
        return [*before, *tables, *byes]
    system = require_short_text("system", command.system, needed=True)
    engine, basis = require_short_text("engine", command.engine), basis_of(journal, command.basis)
    drafted = e.RoundDrafted(
        ref, command.tables, command.byes, system, engine, t.draw_seed, basis, ()
    )
    return [*before, drafted, e.RoundPublished(ref, False, ())]


def walkovers(t: Tournament, ref: RoundRef) -> list[e.ByeGiven]:
    """Byes for players who advance in a knockout round because their opponent did not appear;
    from now on that is recorded, whoever is reinstated.
    """
    tree = knock_out_of(t, ref.stage)
    going = () if tree is None or ref not in t.rounds else tree.walkovers(ref)
    return [e.ByeGiven(ref, player, ByeKind.PAIRING, "", ()) for player in going]


@decider_for(c.DiscardDraft)
def decide_discard_draft(journal: Journal, _command: c.DiscardDraft) -> Sequence[e.Event]:
    return [e.DraftDiscarded(present_round(journal.tournament))]


@validator_for(e.DraftDiscarded)
def validate_draft_discarded(t: Tournament, event: e.DraftDiscarded) -> None:
    get_draft(t, event.round)


@applier_for(e.DraftDiscarded)
def apply_draft_discarded(builder: TournamentBuilder, event: e.DraftDiscarded) -> None:
    builder.drop_round(event.round)


def present_round(t: Tournament) -> RoundRef:
    """The last round of the current stage, be it unpublished, in progress or complete."""
    return t.latest or t.upcoming


@decider_for(c.PublishRound)
def decide_publish_round(journal: Journal, command: c.PublishRound) -> Sequence[e.Event]:
    """In FIDE mode the number of rounds is fixed with round 1: the last round is paired as such."""
    t, confirmed = journal.tournament, confirmed_codes(command.confirmed)
    ref = present_round(t)
    published = e.RoundPublished(ref, command.as_it_is, confirmed, normalise_reason(command.reason))
    undecided = t.rules.system == "dutch" and t.rules.rounds is None
    if ref == FIRST_ROUND and t.is_in_fide_mode and undecided:
        return [e.RulesChanged({"rounds": len(plan_for(t).stages[0].rounds)}), published]
    return [published]


@validator_for(e.RoundPublished)
def validate_round_published(t: Tournament, event: e.RoundPublished) -> None:
    round_ = get_round(t, event.round)
    if round_.unedited is None:
        get_draft(t, event.round)
    if round_.stale and not event.as_it_is:
        raise InvalidStateError("draft-stale", round=round_name(t, event.round))
    require_playable(apply(t, [event]), event.round)


@applier_for(e.RoundPublished)
def apply_round_published(builder: TournamentBuilder, event: e.RoundPublished) -> None:
    builder.round(event.round, status=RoundStatus.PUBLISHED, clock=None, unedited=None)
    builder.confirm(event.round, event.confirmed)
    if event.round.stage == 1:
        builder.set(order=builder.rounds[event.round].order)


@decider_for(c.CompleteRound)
def decide_complete_round(journal: Journal, _command: c.CompleteRound) -> Sequence[e.Event]:
    """Complete the first round that is not complete: a knockout may have two in progress."""
    t = journal.tournament
    ref = t.upcoming if t.upcoming in t.rounds else present_round(t)
    return [*walkovers(t, ref), e.RoundCompleted(ref)]


@validator_for(e.RoundCompleted)
def validate_round_completed(t: Tournament, event: e.RoundCompleted) -> None:
    round_ = get_round(t, event.round)
    if round_.status != RoundStatus.PUBLISHED:
        raise InvalidStateError(
            f"round-not-running.{round_.status}", round=round_name(t, event.round)
        )
    require_not_edited(t, event.round)
    if round_.pending:
        raise results_pending(t, event.round)
    if event.round != t.upcoming:
        raise InvalidStateError(
            "wrong-round.complete", round=round_name(t, event.round), next=round_name(t, t.upcoming)
        )
    if event.round.stage > 1:
        require_nothing_adjourned(t)
        _require_opened(t, event.round)


@applier_for(e.RoundCompleted)
def apply_round_completed(builder: TournamentBuilder, event: e.RoundCompleted) -> None:
    builder.round(event.round, status=RoundStatus.COMPLETE)


def _require_opened(t: Tournament, ref: RoundRef) -> None:
    """Require that all matches of the round have started."""
    tree = knock_out_of(t, ref.stage)
    left = [m for m in (tree.open_matches() if tree else ()) if m.round_no == ref.round_no]
    if left:
        names = [match.name for match in left]
        raise InvalidStateError(
            "matches-left", round=round_name(t, ref), matches=names, n=len(left)
        )


def require_nothing_adjourned(t: Tournament) -> None:
    """Require that no match is adjourned: it may decide who advances or wins."""
    for ref, round_ in t.rounds.items():
        for table, pairing in round_.pairings.items():
            if is_adjourned(pairing.result):
                raise InvalidStateError("adjourned", table=table, round=round_name(t, ref))


@decider_for(c.SetClock)
def decide_set_clock(journal: Journal, command: c.SetClock) -> Sequence[e.Event]:
    t = journal.tournament
    ref = present_round(t)
    if command.round_no is not None:
        ref = RoundRef(command.stage or t.stage, command.round_no)
    before = _played_now(t, ref).clock
    length = command.length
    if length is None:
        length = max(0, command.seconds_left) if before is None else before.length
    return [e.ClockSet(ref, command.running, command.seconds_left, command.at, length)]


@validator_for(e.ClockSet)
def validate_clock_set(_t: Tournament, event: e.ClockSet) -> None:
    """Nothing depends on a clock, so it must not prevent an undo of what came before it."""
    require_whole_number("seconds_left", event.seconds_left, -_A_DAY, _A_DAY)
    require_whole_number("length", event.length, 0, _A_DAY)
    require_timestamp("at", event.at)


@applier_for(e.ClockSet)
def apply_clock_set(builder: TournamentBuilder, event: e.ClockSet) -> None:
    """Ignore the clock of a round that is undone."""
    if event.round in builder.rounds:
        clock = Clock(event.running, event.seconds_left, event.at, event.length)
        builder.round(event.round, clock=clock)


def _played_now(t: Tournament, ref: RoundRef) -> Round:
    """A round in progress. Only deciders require it; see `validate_clock_set`."""
    round_ = get_round(t, ref)
    if round_.status != RoundStatus.PUBLISHED:
        raise InvalidStateError("round-not-running", round=round_name(t, ref))
    return round_


@decider_for(c.ExtendTime)
def decide_extend_time(journal: Journal, command: c.ExtendTime) -> Sequence[e.Event]:
    there = find_match(journal.tournament, command.match)
    _played_now(journal.tournament, command.match.round)
    require_change(there.extra_minutes != command.minutes, "same")
    return [e.TimeExtended(command.match, command.minutes)]


@validator_for(e.TimeExtended)
def validate_time_extended(_t: Tournament, event: e.TimeExtended) -> None:
    require_whole_number("minutes", event.minutes, 0, 999)


@applier_for(e.TimeExtended)
def apply_time_extended(builder: TournamentBuilder, event: e.TimeExtended) -> None:
    """Ignore the extra time of a match that is undone."""
    match = event.match
    if match.round in builder.rounds and match.table in builder.rounds[match.round].pairings:
        pairings = builder.pairings(match)
        pairings[match.table] = replace(pairings[match.table], extra_minutes=event.minutes)
