"""Pairing, changing, showing and closing rounds."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import REQUESTABLE, ByeKind, Round, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.pairing.tables import next_table
from fairpair.engine.stages.progress import knock_out_of
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide.registry import basis_of, decides, require_change
from fairpair.log.journal import Journal
from fairpair.log.permit.registry import known_round
from fairpair.log.permit.results import find_match
from fairpair.log.tidy import one_of, short_text, tidy_reason


@decides(c.DraftRound)
def _(j: Journal, command: c.DraftRound) -> Sequence[e.Event]:
    t = j.tournament
    return [
        e.RoundDrafted(
            t.upcoming,
            command.tables,
            command.byes,
            short_text("system", command.system, needed=True),
            short_text("engine", command.engine),
            short_text("draw_seed", command.draw_seed) or t.draw_seed,
            basis_of(j, command.basis),
            _confirmed(command.confirmed),
        )
    ]


@decides(c.OpenMatches)
def _(j: Journal, command: c.OpenMatches) -> Sequence[e.Event]:
    """The round is drafted and published with them, or gets them if it is there already."""
    t = j.tournament
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
    system = short_text("system", command.system, needed=True)
    engine, basis = short_text("engine", command.engine), basis_of(j, command.basis)
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


@decides(c.DiscardDraft)
def _(j: Journal, _command: c.DiscardDraft) -> Sequence[e.Event]:
    return [e.DraftDiscarded(_present_round(j.tournament))]


@decides(c.SwapPlayers)
def _(j: Journal, command: c.SwapPlayers) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    reason = tidy_reason(command.reason)
    return [e.PlayersSwapped(present, command.a, command.b, reason, _confirmed(command.confirmed))]


@decides(c.ReplacePlayer)
def _(j: Journal, command: c.ReplacePlayer) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    reason = tidy_reason(command.reason)
    bye = one_of("bye", command.bye, (*REQUESTABLE, ByeKind.PAIRING))
    return [
        e.PlayerReplaced(
            present, command.out, command.by, bye, reason, _confirmed(command.confirmed)
        )
    ]


@decides(c.AddTable)
def _(j: Journal, command: c.AddTable) -> Sequence[e.Event]:
    present = _present_round(j.tournament)
    round_ = known_round(j.tournament, present)
    number = command.table
    if number is None:
        number = next_table(j.tournament.rules, round_.pairings)
    return [e.TableAdded(present, Table(number, command.seats), _confirmed(command.confirmed))]


@decides(c.GiveBye)
def _(j: Journal, command: c.GiveBye) -> Sequence[e.Event]:
    t = j.tournament
    ref = _present_round(t)
    if command.round_no is not None:
        ref = RoundRef(command.stage or t.stage, command.round_no)
    round_ = known_round(t, ref)
    reason = tidy_reason(command.reason, needed=round_.status == RoundStatus.COMPLETE)
    require_change(round_.byes.get(command.player) != command.kind, "That is so already.")
    confirmed = _confirmed(command.confirmed)
    return [e.ByeGiven(ref, command.player, command.kind, reason, confirmed)]


@decides(c.MoveTable)
def _(j: Journal, command: c.MoveTable) -> Sequence[e.Event]:
    return [e.TableMoved(_present_round(j.tournament), command.table, command.to)]


@decides(c.PublishRound)
def _(j: Journal, command: c.PublishRound) -> Sequence[e.Event]:
    confirmed = _confirmed(command.confirmed)
    return [e.RoundPublished(_present_round(j.tournament), command.as_it_is, confirmed)]


@decides(c.CompleteRound)
def _(j: Journal, _command: c.CompleteRound) -> Sequence[e.Event]:
    """The first that is not complete: of a knock-out the next one may be running already."""
    t = j.tournament
    ref = t.upcoming if t.upcoming in t.rounds else _present_round(t)
    return [*_walkovers(t, ref), e.RoundCompleted(ref)]


@decides(c.SetClock)
def _(j: Journal, command: c.SetClock) -> Sequence[e.Event]:
    t = j.tournament
    ref = _present_round(t)
    if command.round_no is not None:
        ref = RoundRef(command.stage or t.stage, command.round_no)
    before = _played_now(t, ref).clock
    length = command.length
    if length is None:
        length = max(0, command.seconds_left) if before is None else before.length
    return [e.ClockSet(ref, command.running, command.seconds_left, command.at, length)]


@decides(c.ExtendTime)
def _(j: Journal, command: c.ExtendTime) -> Sequence[e.Event]:
    there = find_match(j.tournament, command.match)
    _played_now(j.tournament, command.match.round)
    require_change(there.extra_minutes != command.minutes, "That is so already.")
    return [e.TimeExtended(command.match, command.minutes)]


def _played_now(t: Tournament, ref: RoundRef) -> Round:
    """Not in `permit`, see there."""
    round_ = known_round(t, ref)
    if round_.status != RoundStatus.PUBLISHED:
        raise InvalidStateError(
            "round-not-running",
            f"{ref.title} is not being played.",
            "The clock is for a round that is published and not complete.",
        )
    return round_


def _present_round(t: Tournament) -> RoundRef:
    """The last round of the present stage: the draft, the running one, or the one just closed."""
    return t.latest or t.upcoming


def _confirmed(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({one_of("confirmed", code, sorted(SOFT)) for code in codes}))
