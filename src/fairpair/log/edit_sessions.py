"""When pairings may only be changed while the round is edited."""

from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_name
from fairpair.log import events as e

_CHANGES = (e.PlayersSwapped, e.PlayerReplaced, e.TableAdded, e.ByeGiven, e.RoundRepaired)


def must_be_opened(t: Tournament, ref: RoundRef) -> bool:
    """Whether editing has to begin before this round is changed: in FIDE mode."""
    round_ = t.rounds.get(ref)
    if round_ is None or round_.unedited is not None or not is_editable(ref, round_):
        return False
    return t.is_in_fide_mode


def is_editable(ref: RoundRef, round_: Round) -> bool:
    """Whether it is a main round that is not complete and has no result."""
    return (
        ref.stage == 1
        and round_.status != RoundStatus.COMPLETE
        and all(one.result is None for one in round_.pairings.values())
    )


def require_opened(t: Tournament, event: e.Event) -> None:
    """Require that a change of a published round is made while it is edited.

    Whoever makes one begins to edit; only an undo can take that beginning away. Then players would
    see pairings that nobody has confirmed.
    """
    if not isinstance(event, _CHANGES) or not must_be_opened(t, event.round):
        return
    if t.rounds[event.round].status == RoundStatus.PUBLISHED:
        raise InvalidStateError("not-edited", round=round_name(t, event.round))
