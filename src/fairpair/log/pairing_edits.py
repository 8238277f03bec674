"""Editing the pairings of a round, with a beginning and an end: meanwhile players see the round as
it was, and no results can be entered. In FIDE mode every change of a round is made so.
"""

from collections.abc import Iterator, Sequence

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_name
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.action_warnings import WarningKind, warning_for
from fairpair.log.decide import decider_for
from fairpair.log.edit_sessions import is_editable, must_be_opened
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.validate import get_round, validator_for

EDITING = WarningKind("pairings-opened", Level.NOTICE)


def opening_of(t: Tournament, ref: RoundRef) -> Sequence[e.Event]:
    """What comes before a change of this round: in FIDE mode editing begins with it."""
    return [e.PairingsOpened(ref)] if must_be_opened(t, ref) else []


@decider_for(c.EditPairings)
def decide_edit_pairings(journal: Journal, _command: c.EditPairings) -> Sequence[e.Event]:
    """The round of the current stage that is last."""
    t = journal.tournament
    return [e.PairingsOpened(t.latest or t.upcoming)]


@validator_for(e.PairingsOpened)
def validate_pairings_opened(t: Tournament, event: e.PairingsOpened) -> None:
    """Require a main round without a result that nobody edits."""
    round_ = get_round(t, event.round)
    if round_.unedited is not None:
        raise InvalidStateError("pairings-edited", round=round_name(t, event.round))
    if not is_editable(event.round, round_):
        raise InvalidStateError("not-editable", round=round_name(t, event.round))


@applier_for(e.PairingsOpened)
def apply_pairings_opened(builder: TournamentBuilder, event: e.PairingsOpened) -> None:
    """Players see the round as it is now."""
    builder.keep_unedited(event.round)


@warning_for(e.PairingsOpened)
def warn_of_editing(t: Tournament, event: e.PairingsOpened) -> Iterator[ActionWarning]:
    """That the round must be published to end it."""
    if t.is_in_fide_mode:
        yield EDITING.about(round=event.round.round_no)


@decider_for(c.CancelEditing)
def decide_cancel_editing(journal: Journal, _command: c.CancelEditing) -> Sequence[e.Event]:
    """The round of the current stage that is last."""
    t = journal.tournament
    return [e.EditingCancelled(t.latest or t.upcoming)]


@validator_for(e.EditingCancelled)
def validate_editing_cancelled(t: Tournament, event: e.EditingCancelled) -> None:
    """Require a round that somebody edits."""
    if get_round(t, event.round).unedited is None:
        raise InvalidStateError("not-edited", round=round_name(t, event.round))


@applier_for(e.EditingCancelled)
def apply_editing_cancelled(builder: TournamentBuilder, event: e.EditingCancelled) -> None:
    """The round is as players see it."""
    builder.restore_unedited(event.round)
