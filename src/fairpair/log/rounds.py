"""Rounds drafted, published, timed and completed."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import InvalidStateError
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
from fairpair.engine.stages.progress import knock_out_of, pending_text, round_title
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import basis_of, decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for, apply
from fairpair.log.journal import Journal
from fairpair.log.normalise import (
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
    require_playable,
    validator_for,
)

_A_DAY = 24 * 60 * 60
_STATUS = {RoundStatus.DRAFT: "not published yet", RoundStatus.COMPLETE: "complete already"}


@decider_for(c.DraftRound)
def decide_draft_round(journal: Journal, command: c.DraftRound) -> Sequence[e.Event]:
    t = journal.tournament
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
        )
    ]


@validator_for(e.RoundDrafted)
def validate_round_drafted(t: Tournament, event: e.RoundDrafted) -> None:
    require_turn(t, event.round)
    numbers = [table.number for table in event.tables]
    if len(set(numbers)) < len(numbers):
        raise InvalidStateError(
            "table-twice", "Two matches have the same table.", "Number them anew."
        )
    if len({bye.player for bye in event.byes}) < len(event.byes):
        text = "A player has two byes in this round."
        raise InvalidStateError("bye-twice", text, "Give each player one place.")
    if not event.tables and not event.byes:
        raise nobody_to_pair()
    require_two(t, event.round)
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
    )


def confirmed_codes(codes: tuple[str, ...]) -> tuple[str, ...]:
    """The soft rules that may be broken, each once and in order."""
    return tuple(sorted({require_one_of("confirmed", code, sorted(SOFT)) for code in codes}))


def nobody_to_pair() -> InvalidStateError:
    """The refusal of a round for which nobody is there."""
    return InvalidStateError(
        "nobody-to-pair",
        "There is nobody to pair.",
        "Enter players, and check them in if the rules ask for it.",
    )


def require_two(t: Tournament, ref: RoundRef) -> None:
    """Nobody plays alone: two at least begin. Later all but one may have left."""
    if ref == FIRST_ROUND and len(t.entrants_in(ref)) == 1:
        raise InvalidStateError(
            "too-few-players",
            f"{t.name_of(t.entrants_in(ref)[0])} is the only player: at least two are needed.",
            "Enter more players, and check them in if the rules ask for it.",
        )


def require_turn(t: Tournament, ref: RoundRef) -> None:
    """Rounds come one after the other, each when the one before is complete; in a knock-out the
    next one can begin with those who are through.
    """
    latest = t.latest
    if latest is not None and t.rounds[latest].status == RoundStatus.DRAFT:
        raise InvalidStateError(
            "draft-exists",
            f"There is a draft of {latest} already.",
            "Publish it, or discard it to pair again.",
        )
    early = latest is not None and latest.stage > 1 and ref == latest.next
    if latest is not None and t.rounds[latest].status == RoundStatus.PUBLISHED and not early:
        running = t.rounds[latest]
        if running.pending:
            raise results_pending(latest, running)
        raise InvalidStateError(
            "round-open", f"{latest.title} is not closed.", "Complete it first."
        )
    if ref != t.upcoming and not early:
        text = f"It is the turn of {t.upcoming}, not of {ref}."
        raise InvalidStateError("wrong-round", text, f"Draft {t.upcoming}.")
    if ref.stage == 1:
        _require_planned(t, ref)


class ResultsPendingError(InvalidStateError):
    """Matches of the round are open: `tables` are theirs."""

    def __init__(self, ref: RoundRef, tables: Sequence[int], message: str) -> None:
        super().__init__("results-pending", message, "Enter the missing results first.")
        self.ref = ref
        self.tables = tuple(tables)


def results_pending(ref: RoundRef, round_: Round) -> ResultsPendingError:
    """The refusal while matches are open, with their tables."""
    return ResultsPendingError(ref, round_.pending, f"{pending_text(ref.title, round_)}.")


def _require_planned(t: Tournament, ref: RoundRef) -> None:
    """The rules have such a round for everybody."""
    if t.rules.mode == "elimination":
        raise InvalidStateError(
            "knock-out-only", "All of it is a knock-out: nobody is paired before.", "Make the draw."
        )
    if t.rules.rounds is not None and ref.round_no > t.rules.rounds:
        raise InvalidStateError(
            "all-rounds-played",
            f"All {t.rules.rounds} rounds are played.",
            "Make the cut, finish the tournament, or change the number of rounds.",
        )


@decider_for(c.OpenMatches)
def decide_open_matches(journal: Journal, command: c.OpenMatches) -> Sequence[e.Event]:
    """The round is drafted and published with them, or gets them if it is there already."""
    t = journal.tournament
    ref = RoundRef(t.stage, command.round_no)
    if t.stage == 1:
        raise InvalidStateError(
            "not-in-a-knock-out",
            "Before the cut a round is drafted as a whole.",
            "Draft the next round.",
        )
    playing = {p for table in command.tables for p in table.seats}
    before = [
        given
        for earlier, round_ in sorted(t.rounds.items())
        if earlier.stage == t.stage and earlier < ref and round_.status == RoundStatus.PUBLISHED
        for given in _walkovers(t, earlier)
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


def _walkovers(t: Tournament, ref: RoundRef) -> list[e.ByeGiven]:
    """Byes for those who go on in a round of a knock-out because nobody came: from now on that is
    a fact, whoever comes back.
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
    """The last round of the present stage: the draft, the running one, or the one just closed."""
    return t.latest or t.upcoming


@decider_for(c.PublishRound)
def decide_publish_round(journal: Journal, command: c.PublishRound) -> Sequence[e.Event]:
    confirmed = confirmed_codes(command.confirmed)
    return [e.RoundPublished(present_round(journal.tournament), command.as_it_is, confirmed)]


@validator_for(e.RoundPublished)
def validate_round_published(t: Tournament, event: e.RoundPublished) -> None:
    round_ = get_draft(t, event.round)
    if round_.stale and not event.as_it_is:
        raise InvalidStateError(
            "draft-stale",
            f"What {event.round} was paired from has changed since: results, byes or rules.",
            "Discard the draft and pair again, or publish it as it is.",
        )
    require_playable(apply(t, [event]), event.round)


@applier_for(e.RoundPublished)
def apply_round_published(builder: TournamentBuilder, event: e.RoundPublished) -> None:
    builder.round(event.round, status=RoundStatus.PUBLISHED, clock=None)
    builder.confirm(event.round, event.confirmed)


@decider_for(c.CompleteRound)
def decide_complete_round(journal: Journal, _command: c.CompleteRound) -> Sequence[e.Event]:
    """The first that is not complete: of a knock-out the next one may be running already."""
    t = journal.tournament
    ref = t.upcoming if t.upcoming in t.rounds else present_round(t)
    return [*_walkovers(t, ref), e.RoundCompleted(ref)]


@validator_for(e.RoundCompleted)
def validate_round_completed(t: Tournament, event: e.RoundCompleted) -> None:
    round_ = get_round(t, event.round)
    if round_.status != RoundStatus.PUBLISHED:
        raise InvalidStateError(
            "round-not-running",
            f"{event.round.title} is {_STATUS[round_.status]}.",
            "Only a published round can be completed.",
        )
    if round_.pending:
        raise results_pending(event.round, round_)
    if event.round != t.upcoming:
        text = f"{t.upcoming.title} is not complete yet."
        raise InvalidStateError("wrong-round", text, f"Complete {t.upcoming} first.")
    if event.round.stage > 1:
        require_nothing_adjourned(t)
        _require_opened(t, event.round)


@applier_for(e.RoundCompleted)
def apply_round_completed(builder: TournamentBuilder, event: e.RoundCompleted) -> None:
    builder.round(event.round, status=RoundStatus.COMPLETE)


def _require_opened(t: Tournament, ref: RoundRef) -> None:
    """No match of the round is still to begin."""
    tree = knock_out_of(t, ref.stage)
    left = [m for m in (tree.open_matches() if tree else ()) if m.round_no == ref.round_no]
    if left:
        names = ", ".join(str(match.name) for match in left)
        text = f"{round_title(t, ref)}: {names} is still to be opened."
        raise InvalidStateError("matches-left", text, "Open it, and enter its result.")


def require_nothing_adjourned(t: Tournament) -> None:
    """Who goes on and who wins cannot be said while a match is interrupted."""
    for ref, round_ in t.rounds.items():
        for table, pairing in round_.pairings.items():
            if is_adjourned(pairing.result):
                raise InvalidStateError(
                    "adjourned",
                    f"Table {table} of {ref} is adjourned.",
                    "Enter its result first.",
                )


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
    """Nothing rests on a clock, so it keeps nobody from undoing what came before it."""
    require_whole_number("seconds_left", event.seconds_left, -_A_DAY, _A_DAY)
    require_whole_number("length", event.length, 0, _A_DAY)
    require_timestamp("at", event.at)


@applier_for(e.ClockSet)
def apply_clock_set(builder: TournamentBuilder, event: e.ClockSet) -> None:
    """Of a round that is undone nothing is left to be timed."""
    if event.round in builder.rounds:
        clock = Clock(event.running, event.seconds_left, event.at, event.length)
        builder.round(event.round, clock=clock)


def _played_now(t: Tournament, ref: RoundRef) -> Round:
    """Asked before the fact only: nothing rests on a clock, see `validate_clock_set`."""
    round_ = get_round(t, ref)
    if round_.status != RoundStatus.PUBLISHED:
        raise InvalidStateError(
            "round-not-running",
            f"{ref.title} is not being played.",
            "The clock is for a round that is published and not complete.",
        )
    return round_


@decider_for(c.ExtendTime)
def decide_extend_time(journal: Journal, command: c.ExtendTime) -> Sequence[e.Event]:
    there = find_match(journal.tournament, command.match)
    _played_now(journal.tournament, command.match.round)
    require_change(there.extra_minutes != command.minutes, "That is so already.")
    return [e.TimeExtended(command.match, command.minutes)]


@validator_for(e.TimeExtended)
def validate_time_extended(_t: Tournament, event: e.TimeExtended) -> None:
    require_whole_number("minutes", event.minutes, 0, 999)


@applier_for(e.TimeExtended)
def apply_time_extended(builder: TournamentBuilder, event: e.TimeExtended) -> None:
    """Of a match that is undone nothing is left to be timed."""
    match = event.match
    if match.round in builder.rounds and match.table in builder.rounds[match.round].pairings:
        pairings = builder.pairings(match)
        pairings[match.table] = replace(pairings[match.table], extra_minutes=event.minutes)
