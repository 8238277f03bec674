"""When a round may be paired, shown and closed; changes by hand are in `seats.py`."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.results import is_adjourned
from fairpair.core.rounds import FIRST_ROUND, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import knock_out_of, pending_text, round_title
from fairpair.log import events as e
from fairpair.log.fold import apply
from fairpair.log.permit.playable import require_fitting, require_free, require_playable
from fairpair.log.permit.registry import checks, known_draft, known_round
from fairpair.log.tidy import moment, whole_number

_A_DAY = 24 * 60 * 60
_STATUS = {RoundStatus.DRAFT: "not published yet", RoundStatus.COMPLETE: "complete already"}


@checks(e.RoundDrafted)
def _(t: Tournament, event: e.RoundDrafted) -> None:
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


@checks(e.DraftDiscarded)
def _(t: Tournament, event: e.DraftDiscarded) -> None:
    known_draft(t, event.round)


@checks(e.RoundPublished)
def _(t: Tournament, event: e.RoundPublished) -> None:
    round_ = known_draft(t, event.round)
    if round_.stale and not event.as_it_is:
        raise InvalidStateError(
            "draft-stale",
            f"What {event.round} was paired from has changed since: results, byes or rules.",
            "Discard the draft and pair again, or publish it as it is.",
        )
    require_playable(apply(t, [event]), event.round)


@checks(e.RoundCompleted)
def _(t: Tournament, event: e.RoundCompleted) -> None:
    round_ = known_round(t, event.round)
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


def _require_opened(t: Tournament, ref: RoundRef) -> None:
    """No match of the round is still to begin."""
    tree = knock_out_of(t, ref.stage)
    left = [m for m in (tree.open_matches() if tree else ()) if m.round_no == ref.round_no]
    if left:
        names = ", ".join(match.name for match in left)
        text = f"{round_title(t, ref)}: {names} is still to be opened."
        raise InvalidStateError("matches-left", text, "Open it, and enter its result.")


class ResultsPendingError(InvalidStateError):
    """Matches of the round are open: `tables` are theirs."""

    def __init__(self, ref: RoundRef, tables: Sequence[int], message: str) -> None:
        super().__init__("results-pending", message, "Enter the missing results first.")
        self.ref = ref
        self.tables = tuple(tables)


def results_pending(ref: RoundRef, round_: Round) -> ResultsPendingError:
    """The refusal while matches are open, with their tables."""
    return ResultsPendingError(ref, round_.pending, f"{pending_text(ref.title, round_)}.")


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
