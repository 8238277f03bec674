"""FIDE mode: rules that fit it, leaving it, and what it locks once round 1 is paired."""

from collections.abc import Iterator, Sequence

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.errors import InvalidStateError
from fairpair.core.results import Games, Result, is_adjourned
from fairpair.core.rounds import MOST_ROUNDS, MatchRef, RoundStatus
from fairpair.core.tournament import FideExit, FideState, Tournament
from fairpair.engine.fide.departures import departures
from fairpair.engine.fide.locks import is_correctable, locked_changes
from fairpair.engine.fide.manual_pairing import boards_of, engine_boards, without_soft_wishes
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.action_warnings import (
    LEAVE_FIDE_MODE,
    WarningKind,
    change_warning,
    warning_for,
)
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason, require_short_text, require_whole_number
from fairpair.log.results import find_match
from fairpair.log.validate import require_created, validator_for

DEPARTURE = WarningKind("departure", Level.LOCKED)
SOFT_RULE = WarningKind("soft-rule-moved-a-board", Level.LOCKED)
CORRECTION = WarningKind("correction", Level.CONFIRM, ("pairings-stay", "recorded"))
BYE_CORRECTION = WarningKind("bye-correction", Level.CONFIRM, ("pairings-stay", "recorded"))
MANUAL_PAIRING = WarningKind("manual-pairing", Level.TWICE, ("recorded",))
_LOCKS = {
    code: WarningKind(code, Level.LOCKED)
    for code in (
        "system-locked",
        "rounds-locked",
        "points-locked",
        "bye-points-locked",
        "acceleration-locked",
        "restrictions-locked",
        "tiebreaks-locked",
        "initial-colour-locked",
        "correction-too-old",
        "pairings-locked",
    )
}


def current_round(t: Tournament) -> int:
    """The main round in preparation or in progress; 0 before anything is paired."""
    main = {ref.round_no: round_.status for ref, round_ in t.rounds.items() if ref.stage == 1}
    last = max(main, default=0)
    if not last or main[last] != RoundStatus.COMPLETE or last == t.rules.rounds:
        return last
    return last + 1


@decider_for(c.LeaveFideMode)
def decide_leave_fide_mode(journal: Journal, command: c.LeaveFideMode) -> Sequence[e.Event]:
    t = journal.tournament
    number = current_round(t) if command.round_no is None else command.round_no
    cause = require_short_text("cause", command.cause)
    return [e.FideModeLeft(number, cause, normalise_reason(command.reason))]


@validator_for(e.FideModeLeft, general=False)
def validate_fide_mode_left(t: Tournament, event: e.FideModeLeft) -> None:
    """Possible at any time, once."""
    require_created(t)
    require_whole_number("round_no", event.round_no, 0, MOST_ROUNDS)
    if t.fide_state is not FideState.ON:
        raise InvalidStateError(f"not-in-fide-mode.{t.fide_state}")


@applier_for(e.FideModeLeft)
def apply_fide_mode_left(builder: TournamentBuilder, event: e.FideModeLeft) -> None:
    """The first time counts."""
    if builder.tournament.fide_exit is None:
        builder.set(fide_exit=FideExit(event.round_no, event.cause, event.reason))


@warning_for(e.FideModeLeft)
def warn_of_leaving(_t: Tournament, event: e.FideModeLeft) -> Iterator[ActionWarning]:
    yield LEAVE_FIDE_MODE.about(round=event.round_no)


@decider_for(c.RecordWarnings)
def decide_record_warnings(_journal: Journal, command: c.RecordWarnings) -> Sequence[e.Event]:
    return [e.WarningsRecorded(command.warnings)]


@validator_for(e.WarningsRecorded, general=False)
def validate_warnings_recorded(t: Tournament, _event: e.WarningsRecorded) -> None:
    """Always possible."""
    require_created(t)


@applier_for(e.WarningsRecorded)
def apply_warnings_recorded(_builder: TournamentBuilder, _event: e.WarningsRecorded) -> None:
    """Nothing depends on them."""


@change_warning
def warn_of_locked_changes(before: Tournament, after: Tournament) -> Iterator[ActionWarning]:
    """What FIDE mode does not allow once round 1 is paired, whatever would do it; an undo of round
    1 itself takes its number of rounds along.
    """
    if not (before.is_in_fide_mode and after.is_in_fide_mode):
        return
    if not (before.latest_published and after.latest_published):
        return
    for code in locked_changes(before, after):
        yield _LOCKS[code].about()
    if before.rules != after.rules:
        there = {one.where for one in departures(before.rules)}
        new = [one.where for one in departures(after.rules) if one.where not in there]
        if new:
            yield DEPARTURE.about(codes=new)


@warning_for(e.ResultCorrected)
def warn_of_correction(t: Tournament, event: e.ResultCorrected) -> Iterator[ActionWarning]:
    yield from _correction(t, event.match, game_text(event.result))


@warning_for(e.ByeGiven)
def warn_of_bye_correction(t: Tournament, event: e.ByeGiven) -> Iterator[ActionWarning]:
    """A bye of a round that is complete; older ones are locked."""
    round_ = t.rounds[event.round]
    if t.is_in_fide_mode and event.round.stage == 1 and round_.status == RoundStatus.COMPLETE:
        yield BYE_CORRECTION.about(event.player, round=event.round.round_no)


@warning_for(e.ResultCleared)
def warn_of_clearing(t: Tournament, event: e.ResultCleared) -> Iterator[ActionWarning]:
    yield from _correction(t, event.match, "?")


def game_text(result: Result | None) -> str:
    """The result of a game in every language: `1-0`, `1/2-1/2`; `?` for none."""
    if isinstance(result, Games):
        won, lost = result.wins
        level = "1/2-1/2" if result.draws else "0-0"
        return level if won == lost else "1-0" if won > lost else "0-1"
    return "?" if result is None else str(result)


def _correction(t: Tournament, match: MatchRef, new: str) -> Iterator[ActionWarning]:
    """A correction in the last rounds; older ones are locked (C.04.2, 4.3)."""
    pairing = find_match(t, match)
    main = t.is_in_fide_mode and match.stage == 1 and is_correctable(t, match.round)
    if main and not is_adjourned(pairing.result):
        values = {"round": match.round_no, "table": match.table, "new": new}
        yield CORRECTION.about(*pairing.seats, old=game_text(pairing.result), **values)


@warning_for(e.RoundPublished)
def warn_of_manual_pairing(t: Tournament, event: e.RoundPublished) -> Iterator[ActionWarning]:
    """A round that is not what the engine pairs from the same state, or not without wishes."""
    if not t.is_in_fide_mode or event.round.stage > 1:
        return
    actual = boards_of(t.rounds[event.round])
    number = event.round.round_no
    expected = engine_boards(t, event.round)
    if set(actual) != set(expected):
        yield MANUAL_PAIRING.about(round=number, expected=list(expected), actual=list(actual))
        return
    wishless = without_soft_wishes(t)
    if wishless is not t and set(actual) != set(engine_boards(wishless, event.round)):
        yield SOFT_RULE.about(round=number)
