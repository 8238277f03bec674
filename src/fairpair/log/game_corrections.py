"""Corrections of a game beside its result: its colours, and what it was for the rating report."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.errors import InvalidStateError
from fairpair.core.results import flip, is_adjourned
from fairpair.core.rounds import MatchRef, Pairing
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.action_warnings import WarningKind, warning_for
from fairpair.log.decide import decider_for, require_change
from fairpair.log.edit_sessions import is_editable
from fairpair.log.fide_mode import game_text
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason
from fairpair.log.pairing_edits import opening_of
from fairpair.log.results import find_match, require_match, require_possible
from fairpair.log.validate import get_round, require_created, validator_for

COLOURS = WarningKind("colours-corrected", Level.CONFIRM, ("pairings-stay", "recorded"))
FOR_RATING = WarningKind("rating-correction", Level.CONFIRM, ("all-stays", "recorded"))


@decider_for(c.CorrectColours)
def decide_correct_colours(journal: Journal, command: c.CorrectColours) -> Sequence[e.Event]:
    """Before the first result of a round, in FIDE mode, this is a pairing by hand like a swap."""
    t, match = journal.tournament, command.match
    players = command.players or find_match(t, match).seats
    reason = normalise_reason(command.reason, needed=True)
    if t.is_in_fide_mode and is_editable(match.round, get_round(t, match.round)):
        require_match(t, match, players)
        white, black = players
        swapped = e.PlayersSwapped(match.round, white, black, reason, keep_colours=True)
        return [*opening_of(t, match.round), swapped]
    return [e.ColoursCorrected(match, players, reason)]


@validator_for(e.ColoursCorrected)
def validate_colours_corrected(t: Tournament, event: e.ColoursCorrected) -> None:
    """Possible in main rounds, with and without a result, where there are colours."""
    pairing = require_match(t, event.match, event.players)
    _require_game(t, event.match, pairing)
    if not t.rules.has_colours:
        raise InvalidStateError("no-colours")


@applier_for(e.ColoursCorrected)
def apply_colours_corrected(builder: TournamentBuilder, event: e.ColoursCorrected) -> None:
    """The result stays the same for both players."""
    pairings = builder.pairings(event.match)
    pairings[event.match.table] = _turned(pairings[event.match.table])
    builder.mark_draft_stale(event.match.round)


def _turned(pairing: Pairing) -> Pairing:
    result = None if pairing.result is None else flip(pairing.result)
    return replace(pairing, seats=pairing.seats[::-1], result=result, reports=())


def _require_game(t: Tournament, match: MatchRef, pairing: Pairing) -> None:
    if match.stage > 1 or len(pairing.seats) != 2:
        raise InvalidStateError("no-game-correction", round=round_name(t, match.round))


@warning_for(e.ColoursCorrected)
def warn_of_colours(t: Tournament, event: e.ColoursCorrected) -> Iterator[ActionWarning]:
    """A correction like that of a result; in older rounds it is locked."""
    if t.is_in_fide_mode:
        yield COLOURS.about(*event.players, round=event.match.round_no)


@decider_for(c.CorrectForRating)
def decide_correct_for_rating(journal: Journal, command: c.CorrectForRating) -> Sequence[e.Event]:
    pairing = find_match(journal.tournament, command.match)
    reason = normalise_reason(command.reason, needed=True)
    result = command.result or pairing.result
    if result is None:
        raise InvalidStateError("no-result", table=command.match.table)
    players = command.players or pairing.seats
    event = e.RatedGameSet(command.match, players, result, command.swap_colours, reason)
    changed = _as_rated(pairing, event) != replace(pairing.rated, for_rating=None)
    require_change(changed, "result", table=event.match.table)
    return [event]


def _as_rated(pairing: Pairing, event: e.RatedGameSet) -> Pairing:
    """The game as the rating report is to have it."""
    seats, result = pairing.seats, event.result
    if event.swapped:
        seats, result = seats[::-1], flip(result)
    return replace(pairing, seats=seats, result=result, for_rating=None)


@validator_for(e.RatedGameSet, general=False)
def validate_rated_game_set(t: Tournament, event: e.RatedGameSet) -> None:
    """Possible in any round, also when the tournament is finished."""
    require_created(t)
    pairing = require_match(t, event.match, event.players)
    _require_game(t, event.match, pairing)
    if pairing.result is None or is_adjourned(pairing.result):
        raise InvalidStateError("no-result", table=event.match.table)
    require_possible(t, event.match, pairing, event.result)


@applier_for(e.RatedGameSet)
def apply_rated_game_set(builder: TournamentBuilder, event: e.RatedGameSet) -> None:
    """What is the same as in the tournament is no correction any more."""
    pairings = builder.pairings(event.match)
    there = pairings[event.match.table]
    rated = _as_rated(there, event)
    is_same = (rated.seats, rated.result) == (there.seats, there.result)
    pairings[event.match.table] = replace(there, for_rating=None if is_same else rated)


@warning_for(e.RatedGameSet)
def warn_of_rating_correction(t: Tournament, event: e.RatedGameSet) -> Iterator[ActionWarning]:
    """That only the report for the rating changes."""
    if t.is_in_fide_mode:
        pairing = find_match(t, event.match)
        old, new = rating_texts(pairing, _as_rated(pairing, event))
        yield FOR_RATING.about(*event.players, round=event.match.round_no, old=old, new=new)


def rating_texts(pairing: Pairing, rated: Pairing) -> tuple[str, str]:
    """The result of a game and that for the report, from the side of its first player."""
    turned = pairing.seats != rated.seats and rated.result is not None
    result = flip(rated.result) if turned and rated.result else rated.result
    return game_text(pairing.result), game_text(result)
