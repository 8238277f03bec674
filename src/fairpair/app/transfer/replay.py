"""A tournament that was played elsewhere, as the commands that lead to it, and their log.

What comes of it is a log like any other: it can be gone on with, corrected and undone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entry
from fairpair.core.results import Adjourned, flip, is_adjourned
from fairpair.core.rounds import Bye, ByeKind, Pairing, Round, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.stages.progress import plan_for
from fairpair.log import commands as c
from fairpair.log.codec import Codec, checked
from fairpair.log.decide import carry_out
from fairpair.log.journal import Journal
from fairpair.log.stored import StoredEvent

MOST_AVOIDED = 3000
_START = RoundRef(1, 0)
_ALL_SOFT = tuple(sorted(SOFT))


def commands_of(t: Tournament) -> Iterator[c.Command]:
    """Everything that has to be done for this state, in order; players are numbered anew from 1.

    What the rules would have asked somebody to confirm is confirmed: it was played like that.
    """
    t = _renumber(t)
    yield c.CreateTournament(t.name, t.draw_seed, t.rules.as_settings())
    changes = {k: v for k, v in t.header.as_data().items() if v != Header().as_data()[k]}
    if changes:
        yield c.ChangeHeader(changes)
    yield from _entry_commands(t.entries)
    order = next((r.order for _, r in sorted(t.rounds.items())), ()) or t.order
    if order:
        yield c.RenumberPlayers(order, t.last_accelerated)
    yield from _restriction_commands(t)
    if t.rules.check_in and any(entry.checked_in for entry in t.entries.values()):
        yield c.CheckInAll()
    yield from _drop_commands(t, _START)
    shown = [(ref, r) for ref, r in sorted(t.rounds.items()) if r.status != RoundStatus.DRAFT]
    for n, (ref, round_) in enumerate(shown):
        if ref.round_no == 1 and ref.stage > 1:
            yield c.MakeCut(t.seeds[ref.stage], admission=t.admission(ref.stage))
        if (round_.order or t.order) != order and ref.stage == 1:
            order = round_.order or t.order
            yield c.RenumberPlayers(order)
        yield from _return_commands(t, ref)
        yield from _round_commands(t, ref, last=n + 1 == len(shown))
        yield from _drop_commands(t, ref)
    if order != t.order:
        yield c.RenumberPlayers(t.order)
    yield from _rating_corrections(t)
    yield from _arrangements(t, max((ref for ref, _ in shown), default=_START))
    if t.rules.fide and t.fide_exit is not None:
        yield c.LeaveFideMode(t.fide_exit.reason, t.fide_exit.cause, t.fide_exit.round_no)
    if t.finished:
        yield c.FinishTournament(early=_ended_early(t))


def log_of(commands: Iterable[c.Command], prefix: str, at: str, by: str = "") -> list[StoredEvent]:
    """The log that these commands give when they are carried out one after the other.

    Their ids are the prefix and a number. A refusal says which command of the file's story it was.
    """
    codec, journal, rows = Codec(), Journal(), list[StoredEvent]()
    for number, given in enumerate(commands):
        command, digest = checked(given)
        action = journal.version + 1
        try:
            journal = carry_out(journal, command)
        except DomainError as refusal:
            raise _cannot_be(refusal) from refusal
        command_id, request = f"{prefix}-{number}", f"{type(command).__name__}:{digest}"
        rows += [
            StoredEvent(
                record.seq,
                command_id,
                record.seq - action,
                request,
                *codec.encode(record.event),
                at=at,
                by=by,
            )
            for record in journal.records[action - 1 :]
        ]
    return rows


def _cannot_be(refusal: DomainError) -> InvalidInputError:
    hint = None if isinstance(refusal, InvalidStateError) else refusal.remedy
    return InvalidInputError(
        "event-impossible", hint=hint, problems=refusal.problems, problem=refusal.text
    )


def _entry_commands(entries: Mapping[PlayerId, Entry]) -> Iterator[c.RegisterPlayers]:
    """In order of their numbers; those who came at one time together."""

    def when(entry: Entry) -> tuple[int, ByeKind]:
        return entry.periods[0].first.round_no, entry.periods[0].missed

    for (first, missed), some in groupby(entries.values(), key=when):
        yield c.RegisterPlayers(tuple(entry.entrant for entry in some), first, missed)


def _restriction_commands(t: Tournament) -> Iterator[c.AvoidPair]:
    """Who may not meet; if they met nevertheless, from the round after that on."""
    if len(t.avoided) > MOST_AVOIDED:
        raise InvalidInputError(
            "too-many-forbidden.import", count=len(t.avoided), most=MOST_AVOIDED
        )
    met: dict[frozenset[PlayerId], list[int]] = {}
    for ref, round_ in sorted(t.rounds.items()):
        for pairing in round_.pairings.values() if ref.stage == 1 else ():
            met.setdefault(frozenset(pairing.seats), []).append(ref.round_no)
    for pair, how in t.avoided.items():
        a, b = sorted(pair)
        last = how.until_round
        broken = (n for n in met.get(pair, ()) if how.from_round <= n <= (last or n))
        first = max((n + 1 for n in broken), default=how.from_round)
        if last is None or first <= last:
            yield c.AvoidPair(a, b, how.hard, first, last)


def _drop_commands(t: Tournament, after: RoundRef) -> Iterator[c.Command]:
    for player, entry in t.entries.items():
        for period in entry.periods:
            if period.last == after:
                yield c.DropPlayer(player, period.end or DropKind.WITHDRAWN, forfeit=False)


def _return_commands(t: Tournament, ref: RoundRef) -> Iterator[c.Command]:
    for player, entry in t.entries.items():
        for period in entry.periods[1:]:
            if period.first == ref:
                yield c.ReinstatePlayer(player, ref.round_no, period.missed)


def _round_commands(t: Tournament, ref: RoundRef, *, last: bool) -> Iterator[c.Command]:
    """The round as it was made, its results with those of games that were adjourned until then,
    and its end unless it still runs.
    """
    round_ = t.rounds[ref]
    tables = tuple(Table(n, pairing.seats) for n, pairing in sorted(round_.pairings.items()))
    byes = tuple(Bye(player, kind) for player, kind in round_.byes.items())
    system = round_.system or "manual"
    seed = round_.draw_seed
    yield c.DraftRound(tables, byes, system, round_.engine, seed, confirmed=_ALL_SOFT)
    yield c.PublishRound(confirmed=_ALL_SOFT)
    for table, pairing in sorted(round_.pairings.items()):
        result = pairing.result
        if pairing.adjourned_until or (result is None and not last):
            result = Adjourned()
        if result is not None:
            match = ref.at(table)
            yield c.RecordResult(match, result, pairing.seats)
    yield from _results_after(t, ref)
    if round_.status == RoundStatus.COMPLETE or not last:
        yield c.CompleteRound()


def _results_after(t: Tournament, ref: RoundRef) -> Iterator[c.Command]:
    """The results of adjourned games that ended when this round had been published."""
    for earlier, round_ in sorted(t.rounds.items()):
        for table, pairing in sorted(round_.pairings.items()):
            ended = (earlier.stage, pairing.adjourned_until) == (ref.stage, ref.round_no)
            if ended and pairing.result:
                yield c.RecordResult(earlier.at(table), pairing.result, pairing.seats)


def _rating_corrections(t: Tournament) -> Iterator[c.CorrectForRating]:
    """The games that the rating report has otherwise."""
    for ref, round_ in sorted(t.rounds.items()):
        for table, pairing in sorted(round_.pairings.items()):
            rated = pairing.for_rating
            if rated is not None and rated.result is not None:
                swapped = rated.seats != pairing.seats
                result = flip(rated.result) if swapped else rated.result
                yield c.CorrectForRating(
                    ref.at(table), result, "as reported", swapped, pairing.seats
                )


def _arrangements(t: Tournament, last: RoundRef) -> Iterator[c.Command]:
    """What was settled for rounds to come."""
    for player, entry in t.entries.items():
        for round_no, kind in sorted(entry.requested_byes.items()):
            planned = t.rules.rounds is None or round_no <= t.rules.rounds
            if last.stage == 1 and round_no > last.round_no and planned and not entry.dropped:
                yield c.RequestBye(player, round_no, kind)
        if entry.half_byes_barred:
            yield c.BarHalfByes(player)
        if entry.fixed_table is not None:
            yield c.FixTable(player, entry.fixed_table)


def _ended_early(t: Tournament) -> bool:
    """Whether rounds of its plan are missing, or results."""
    swiss = sum(ref.stage == 1 for ref in t.rounds)
    unfinished = any(
        r.status != RoundStatus.COMPLETE or any(is_adjourned(x.result) for x in r.pairings.values())
        for r in t.rounds.values()
    )
    short = t.rules.rounds is not None and swiss < t.rules.rounds
    return unfinished or short or plan_for(t).stage_at(t.stage + 1) is not None


def _renumber(t: Tournament) -> Tournament:
    """The same with players from 1 on without gaps, as registration numbers them."""
    new = {player: PlayerId(n) for n, player in enumerate(sorted(t.entries), 1)}
    if all(old == number for old, number in new.items()):
        return replace(t, entries={player: t.entries[player] for player in sorted(t.entries)})
    return replace(
        t,
        entries={new[player]: t.entries[player] for player in sorted(t.entries)},
        order=tuple(new[player] for player in t.order),
        last_accelerated=t.last_accelerated and new[t.last_accelerated],
        rounds={ref: _renumber_round(round_, new) for ref, round_ in t.rounds.items()},
        seeds={stage: tuple(new[p] for p in seeds) for stage, seeds in t.seeds.items()},
        admissions={
            stage: replace(one, through=tuple(new[p] for p in one.through))
            for stage, one in t.admissions.items()
        },
        avoided={frozenset(new[p] for p in pair): how for pair, how in t.avoided.items()},
    )


def _renumber_pairing(pairing: Pairing, new: Mapping[PlayerId, PlayerId]) -> Pairing:
    rated = pairing.for_rating
    return replace(
        pairing,
        seats=tuple(new[p] for p in pairing.seats),
        for_rating=rated and _renumber_pairing(rated, new),
    )


def _renumber_round(round_: Round, new: Mapping[PlayerId, PlayerId]) -> Round:
    return replace(
        round_,
        pairings={n: _renumber_pairing(x, new) for n, x in round_.pairings.items()},
        byes={new[player]: kind for player, kind in round_.byes.items()},
        order=tuple(new[player] for player in round_.order),
    )
