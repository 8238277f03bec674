"""When a round may be paired, changed, shown and closed."""

from collections.abc import Iterable

from fairpair.core.errors import FieldProblem, NotAllowed, NotFound
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.log import events as e
from fairpair.log.fold import apply
from fairpair.log.permit.registry import checks, known, known_draft, known_round


@checks(e.RoundDrafted)
def _(t: Tournament, event: e.RoundDrafted) -> None:
    _require_turn(t, event.round)
    numbers = [table.number for table in event.tables]
    if len(set(numbers)) < len(numbers):
        raise NotAllowed("table-twice", "Two matches have the same table.", "Number them anew.")
    if len({bye.player for bye in event.byes}) < len(event.byes):
        raise NotAllowed("bye-twice", "A player has two byes in this round.")
    if not event.tables and not event.byes:
        raise NotAllowed(
            "nobody-to-pair",
            "There is nobody to pair.",
            "Enter players, and check them in if the rules ask for it.",
        )
    _require_playable(apply(t, [event]), event.round, event.confirmed)


@checks(e.DraftDiscarded)
def _(t: Tournament, event: e.DraftDiscarded) -> None:
    known_draft(t, event.round)


@checks(e.PlayersSwapped)
def _(t: Tournament, event: e.PlayersSwapped) -> None:
    round_ = _changeable(t, event.round)
    if event.a == event.b:
        raise NotAllowed("same-player", "Two different players are needed for a swap.")
    for player in (event.a, event.b):
        if round_.table_of(player) is None and player not in round_.byes:
            _raise_not_in_round(t, event.round, player)
    _require_open_tables(t, event.round, (event.a, event.b))
    _require_playable(apply(t, [event]), event.round, event.confirmed)


@checks(e.PlayerReplaced)
def _(t: Tournament, event: e.PlayerReplaced) -> None:
    round_ = _changeable(t, event.round)
    known(t, event.by)
    if round_.table_of(event.out) is None:
        _raise_not_in_round(t, event.round, event.out)
    _require_no_match(t, event.round, (event.by,))
    _require_open_tables(t, event.round, (event.out,))
    _require_playable(apply(t, [event]), event.round, event.confirmed)


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
    _require_playable(apply(t, [event]), event.round, event.confirmed)


@checks(e.TableMoved)
def _(t: Tournament, event: e.TableMoved) -> None:
    round_ = _changeable(t, event.round)
    if event.table not in round_.pairings:
        raise NotFound("unknown-table", f"There is no table {event.table} in {event.round}.")
    if event.table == event.to:
        raise NotAllowed("nothing-changed", f"That match is at table {event.to} already.")
    if not 1 <= event.to <= 99_999:
        raise NotAllowed("table-number", "Tables are numbered from 1 to 99999.")


@checks(e.RoundPublished)
def _(t: Tournament, event: e.RoundPublished) -> None:
    round_ = known_draft(t, event.round)
    if round_.stale and not event.as_it_is:
        raise NotAllowed(
            "draft-stale",
            f"A result has been corrected since {event.round} was drafted.",
            "Discard the draft and pair again, or publish it as it is.",
        )
    _require_playable(t, event.round, None)


@checks(e.RoundCompleted)
def _(t: Tournament, event: e.RoundCompleted) -> None:
    round_ = known_round(t, event.round)
    if round_.status != RoundStatus.PUBLISHED:
        raise NotAllowed(
            "round-not-running",
            f"{str(event.round).capitalize()} is {_STATUS[round_.status]}.",
            "Only a published round can be completed.",
        )
    if round_.pending:
        raise results_pending(event.round, round_)


_STATUS = {RoundStatus.DRAFT: "not published yet", RoundStatus.COMPLETE: "complete already"}


def results_pending(ref: RoundRef, round_: Round) -> NotAllowed:
    """The refusal while matches are open, with their tables."""
    tables = ", ".join(map(str, round_.pending))
    count = len(round_.pending)
    noun, tables_noun = ("result", "table") if count == 1 else ("results", "tables")
    return NotAllowed(
        "results-pending",
        f"{str(ref).capitalize()}: {count} {noun} pending: {tables_noun} {tables}.",
        "Enter the missing results first.",
    )


def _require_turn(t: Tournament, ref: RoundRef) -> None:
    """Rounds come one after the other, each when the one before is complete."""
    latest = t.latest
    if latest is not None and t.rounds[latest].status == RoundStatus.DRAFT:
        raise NotAllowed(
            "draft-exists",
            f"There is a draft of {latest} already.",
            "Publish it, or discard it to pair again.",
        )
    if latest is not None and t.rounds[latest].status == RoundStatus.PUBLISHED:
        running = t.rounds[latest]
        if running.pending:
            raise results_pending(latest, running)
        raise NotAllowed(
            "round-open", f"{str(latest).capitalize()} is not closed.", "Complete it first."
        )
    if ref != t.upcoming:
        raise NotAllowed("wrong-round", f"It is the turn of {t.upcoming}, not of {ref}.")
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
            f"{str(ref).capitalize()} is complete: its pairings stay as they were played.",
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


def _require_no_match(t: Tournament, ref: RoundRef, players: Iterable[PlayerId]) -> None:
    for player in players:
        table = t.rounds[ref].table_of(player)
        if table is not None:
            raise NotAllowed(
                "has-a-match",
                f"{t.name_of(player)} plays at table {table}.",
                "Swap the two players instead.",
            )


def _require_playable(t: Tournament, ref: RoundRef, confirmed: tuple[str, ...] | None) -> None:
    """No hard rule is broken, and no soft one that was not confirmed.

    Without `confirmed` soft rules are not looked at: they were when the draft was made or changed.
    """
    round_ = t.rounds[ref]
    found = breaches(t, ref, round_.pairings, round_.byes)
    hard = [b for b in found if b.hard]
    if hard:
        raise NotAllowed(
            "round-impossible",
            f"{str(ref).capitalize()} cannot be played like that.",
            "Change the pairing, or pair again.",
            [FieldProblem(b.code, b.message) for b in hard],
        )
    open_ = [] if confirmed is None else [b for b in found if b.code not in confirmed]
    if open_:
        raise NotAllowed(
            "needs-confirmation",
            f"{str(ref).capitalize()} breaks a rule that can be broken knowingly.",
            f"Confirm it ({', '.join(sorted({b.code for b in open_}))}), or change the pairing.",
            [FieldProblem(b.code, b.message) for b in open_],
        )


def _raise_not_in_round(t: Tournament, ref: RoundRef, player: PlayerId) -> None:
    known(t, player)
    raise NotFound("not-in-round", f"{t.name_of(player)} has no place in {ref}.")
