"""When a round may be paired, changed, shown and closed."""

from collections.abc import Collection, Iterable, Sequence

from fairpair.core.errors import FieldProblem, NotAllowed, NotFound
from fairpair.core.ids import PlayerId
from fairpair.core.results import is_adjourned
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import Breach, breaches
from fairpair.log import events as e
from fairpair.log.fold import apply
from fairpair.log.permit.registry import checks, known, known_draft, known_round
from fairpair.log.tidy import moment, whole_number


@checks(e.RoundDrafted)
def _(t: Tournament, event: e.RoundDrafted) -> None:
    require_turn(t, event.round)
    numbers = [table.number for table in event.tables]
    if len(set(numbers)) < len(numbers):
        raise NotAllowed("table-twice", "Two matches have the same table.", "Number them anew.")
    if len({bye.player for bye in event.byes}) < len(event.byes):
        text = "A player has two byes in this round."
        raise NotAllowed("bye-twice", text, "Give each player one place.")
    if not event.tables and not event.byes:
        raise nobody_to_pair()
    require_two(t, event.round)
    for table in event.tables:
        _require_free(t, event.round, table.seats)
    _require_playable(apply(t, [event]), event.round)


@checks(e.DraftDiscarded)
def _(t: Tournament, event: e.DraftDiscarded) -> None:
    known_draft(t, event.round)


@checks(e.PlayersSwapped)
def _(t: Tournament, event: e.PlayersSwapped) -> None:
    round_ = _changeable(t, event.round)
    if event.a == event.b:
        text = "Two different players are needed for a swap."
        raise NotAllowed("same-player", text, "Name two players of this round.")
    for player in (event.a, event.b):
        if round_.table_of(player) is None and player not in round_.byes:
            _raise_not_in_round(t, event.round, player)
    _require_open_tables(t, event.round, (event.a, event.b))
    _require_no_worse(t, event, event.round, event.confirmed)


@checks(e.PlayerReplaced)
def _(t: Tournament, event: e.PlayerReplaced) -> None:
    round_ = _changeable(t, event.round)
    known(t, event.by)
    if round_.table_of(event.out) is None:
        _raise_not_in_round(t, event.round, event.out)
    _require_no_match(t, event.round, (event.by,))
    _require_free(t, event.round, (event.by,))
    _require_open_tables(t, event.round, (event.out,))
    _require_no_worse(t, event, event.round, event.confirmed)


@checks(e.TableAdded)
def _(t: Tournament, event: e.TableAdded) -> None:
    round_ = _changeable(t, event.round)
    if event.table.number in round_.pairings:
        raise NotAllowed(
            "table-taken",
            f"Table {event.table.number} is taken in {event.round}.",
            "Choose a free table.",
        )
    _require_no_match(t, event.round, event.table.seats)
    _require_free(t, event.round, event.table.seats)
    _require_no_worse(t, event, event.round, event.confirmed)


@checks(e.MatchVoided)
def _(t: Tournament, event: e.MatchVoided) -> None:
    """Only after a cut: in the rounds for everybody a result counts for all."""
    round_ = known_round(t, event.round)
    if event.round.stage == 1:
        raise NotAllowed(
            "not-in-a-knock-out",
            f"A match of {event.round} stays as it was played.",
            "Correct its result instead.",
        )
    seats = tuple(round_.byes) if event.table is None else _seats_at(round_, event.table)
    if not set(event.players) <= set(seats):
        names = " and ".join(map(t.name_of, event.players))
        text = f"{names} have no such place in {event.round}."
        raise NotAllowed("other-players", text, "Look at the round again: it was changed.")


def _seats_at(round_: Round, table: int) -> tuple[PlayerId, ...]:
    there = round_.pairings.get(table)
    return there.seats if there else ()


@checks(e.ByeGiven)
def _(t: Tournament, event: e.ByeGiven) -> None:
    """In a complete round too: it is the way to put a wrong bye right."""
    round_ = known_round(t, event.round)
    known(t, event.player)
    _require_no_match(t, event.round, (event.player,))
    if round_.status != RoundStatus.COMPLETE:
        confirmed = (*event.confirmed, "bye-not-requested")
        _require_no_worse(t, event, event.round, confirmed)


@checks(e.TableMoved)
def _(t: Tournament, event: e.TableMoved) -> None:
    round_ = _changeable(t, event.round)
    if event.table not in round_.pairings:
        raise NotFound(
            "unknown-table",
            f"There is no table {event.table} in {event.round}.",
            "Look the number up in the round.",
        )
    if event.table == event.to:
        text = f"That match is at table {event.to} already."
        raise NotAllowed("nothing-changed", text, "There is nothing to do.")
    if not 1 <= event.to <= 99_999:
        text = f"There is no table {event.to}."
        raise NotAllowed("table-number", text, "Tables are numbered from 1 to 99999.")


@checks(e.RoundPublished)
def _(t: Tournament, event: e.RoundPublished) -> None:
    round_ = known_draft(t, event.round)
    if round_.stale and not event.as_it_is:
        raise NotAllowed(
            "draft-stale",
            f"What {event.round} was paired from has changed since: results, byes or rules.",
            "Discard the draft and pair again, or publish it as it is.",
        )
    _require_playable(apply(t, [event]), event.round)


@checks(e.RoundCompleted)
def _(t: Tournament, event: e.RoundCompleted) -> None:
    round_ = known_round(t, event.round)
    if round_.status != RoundStatus.PUBLISHED:
        raise NotAllowed(
            "round-not-running",
            f"{event.round.title} is {_STATUS[round_.status]}.",
            "Only a published round can be completed.",
        )
    if round_.pending:
        raise results_pending(event.round, round_)
    if event.round != t.upcoming:
        text = f"{t.upcoming.title} is not complete yet."
        raise NotAllowed("wrong-round", text, f"Complete {t.upcoming} first.")
    if event.round.stage > 1:
        require_nothing_adjourned(t)


@checks(e.ClockSet)
def _(_t: Tournament, event: e.ClockSet) -> None:
    """Nothing rests on a clock, so it keeps nobody from undoing what came before it."""
    whole_number("seconds_left", event.seconds_left, -_A_DAY, _A_DAY)
    whole_number("length", event.length, 0, _A_DAY)
    moment("at", event.at)


@checks(e.TimeExtended)
def _(_t: Tournament, event: e.TimeExtended) -> None:
    """The same."""
    whole_number("minutes", event.minutes, 0, 999)


_A_DAY = 24 * 60 * 60


_STATUS = {RoundStatus.DRAFT: "not published yet", RoundStatus.COMPLETE: "complete already"}


class ResultsPending(NotAllowed):
    """Matches of the round are open: `tables` are theirs."""

    def __init__(self, ref: RoundRef, tables: Sequence[int], message: str) -> None:
        super().__init__("results-pending", message, "Enter the missing results first.")
        self.ref = ref
        self.tables = tuple(tables)


def results_pending(ref: RoundRef, round_: Round) -> ResultsPending:
    """The refusal while matches are open, with their tables."""
    tables = ", ".join(map(str, round_.pending))
    count = len(round_.pending)
    noun, tables_noun = ("result", "table") if count == 1 else ("results", "tables")
    text = f"{ref.title}: {count} {noun} pending: {tables_noun} {tables}."
    return ResultsPending(ref, round_.pending, text)


def nobody_to_pair() -> NotAllowed:
    """The refusal of a round for which nobody is there."""
    return NotAllowed(
        "nobody-to-pair",
        "There is nobody to pair.",
        "Enter players, and check them in if the rules ask for it.",
    )


def require_two(t: Tournament, ref: RoundRef) -> None:
    """Nobody plays alone: two at least begin. Later all but one may have left."""
    if ref == RoundRef(1, 1) and len(t.entrants_in(ref)) == 1:
        raise NotAllowed(
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
        raise NotAllowed(
            "draft-exists",
            f"There is a draft of {latest} already.",
            "Publish it, or discard it to pair again.",
        )
    early = latest is not None and latest.stage > 1 and ref == latest.next
    if latest is not None and t.rounds[latest].status == RoundStatus.PUBLISHED and not early:
        running = t.rounds[latest]
        if running.pending:
            raise results_pending(latest, running)
        raise NotAllowed("round-open", f"{latest.title} is not closed.", "Complete it first.")
    if ref != t.upcoming and not early:
        text = f"It is the turn of {t.upcoming}, not of {ref}."
        raise NotAllowed("wrong-round", text, f"Draft {t.upcoming}.")
    if ref.stage == 1 and t.rules.mode == "elimination":
        raise NotAllowed(
            "knock-out-only", "All of it is a knock-out: nobody is paired before.", "Make the draw."
        )
    if ref.stage == 1 and t.rules.rounds is not None and ref.round_no > t.rules.rounds:
        raise NotAllowed(
            "all-rounds-played",
            f"All {t.rules.rounds} rounds are played.",
            "Make the cut, finish the tournament, or change the number of rounds.",
        )


def _changeable(t: Tournament, ref: RoundRef) -> Round:
    round_ = known_round(t, ref)
    if round_.status == RoundStatus.COMPLETE:
        raise NotAllowed(
            "round-complete",
            f"{ref.title} is complete: its pairings stay as they were played.",
            "Results can still be corrected.",
        )
    return round_


def _require_open_tables(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    round_ = t.rounds[ref]
    for player in players:
        table = round_.table_of(player)
        if table is not None and round_.pairings[table].result is not None:
            raise NotAllowed(
                "result-recorded",
                f"Table {table} ({t.name_of(player)}) has a result.",
                "Clear the result first.",
            )


def _require_free(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    """Nobody has an open match in another round that is being played: a knock-out may have two."""
    for other, round_ in t.rounds.items():
        if other == ref or other.stage != ref.stage or round_.status != RoundStatus.PUBLISHED:
            continue
        for player in players:
            table = round_.table_of(player)
            if table is not None and round_.pairings[table].result is None:
                raise NotAllowed(
                    "still-playing",
                    f"{t.name_of(player)} still plays at table {table} of {other}.",
                    "Enter that result first.",
                )


def _require_no_match(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    for player in players:
        table = t.rounds[ref].table_of(player)
        if table is not None:
            raise NotAllowed(
                "has-a-match",
                f"{t.name_of(player)} plays at table {table}.",
                "Swap the two players instead.",
            )


def _require_playable(t: Tournament, ref: RoundRef) -> None:
    """No hard rule is broken, and no soft one that was not confirmed for this round."""
    round_ = t.rounds[ref]
    _refuse(ref, breaches(t, ref, round_.pairings, round_.byes), round_.confirmed)


def _require_no_worse(
    t: Tournament, event: e.Event, ref: RoundRef, confirmed: Collection[str]
) -> None:
    """A change breaks nothing that was not broken before it: that is not its fault."""
    after = apply(t, [event])
    old, new = t.rounds[ref], after.rounds[ref]
    known_ones = set(breaches(t, ref, old.pairings, old.byes))
    found = breaches(after, ref, new.pairings, new.byes)
    _refuse(ref, [b for b in found if b not in known_ones], confirmed)


def _refuse(ref: RoundRef, found: list[Breach], confirmed: Collection[str]) -> None:
    hard = [b for b in found if b.hard]
    if hard:
        raise NotAllowed(
            "round-impossible",
            f"{ref.title} cannot be played like that.",
            "Change the pairing, or pair again.",
            [FieldProblem(b.code, b.message) for b in hard],
        )
    open_ = [b for b in found if b.code not in confirmed]
    if open_:
        raise NotAllowed(
            "needs-confirmation",
            f"{ref.title} breaks a rule that can be broken knowingly.",
            f"Confirm it ({', '.join(sorted({b.code for b in open_}))}), or change the pairing.",
            [FieldProblem(b.code, b.message) for b in open_],
        )


def require_nothing_adjourned(t: Tournament) -> None:
    """Who goes on and who wins cannot be said while a match is interrupted."""
    for ref, round_ in t.rounds.items():
        for table, pairing in round_.pairings.items():
            if is_adjourned(pairing.result):
                raise NotAllowed(
                    "adjourned",
                    f"Table {table} of {ref} is adjourned.",
                    "Enter its result first.",
                )


def _raise_not_in_round(t: Tournament, ref: RoundRef, player: PlayerId) -> None:
    known(t, player)
    raise NotFound(
        "not-in-round",
        f"{t.name_of(player)} has no place in {ref}.",
        "Add a table for them, or give them a bye.",
    )
