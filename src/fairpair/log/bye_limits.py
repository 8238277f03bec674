"""Limits for byes: those that are worth a win, and players who may have no half-point byes."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.scoring import missed_round_kind
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.validate import get_entry, validator_for


def require_byes_left(t: Tournament, name: str, byes: int) -> None:
    """Require that this number of byes worth a win is within the limit."""
    limit = t.rules.max_byes_per_player
    if limit is not None and byes > limit:
        raise InvalidStateError("too-many-byes.requested", player=name, n=byes, limit=limit)


def byes_worth_a_win(t: Tournament, player: PlayerId) -> int:
    """How many a player had, was given for missed rounds, or has asked for."""
    entry, shown = t.entries[player], t.published_rounds
    kinds = [
        round_.byes.get(player) or missed_round_kind(entry, ref)
        for ref, round_ in shown.items()
        if ref.stage == 1 and round_.table_of(player) is None
    ]
    kinds += [kind for no, kind in entry.requested_byes.items() if RoundRef(1, no) not in shown]
    return sum(kind in (ByeKind.PAIRING, ByeKind.FULL) for kind in kinds)


def require_half_bye_allowed(t: Tournament, player: PlayerId, kind: ByeKind) -> None:
    """Require a player who may have this bye."""
    if kind == ByeKind.HALF and player in t.entries and t.entries[player].half_byes_barred:
        raise InvalidStateError("half-byes-barred", player=t.name_of(player))


@decider_for(c.BarHalfByes)
def decide_bar_half_byes(journal: Journal, command: c.BarHalfByes) -> Sequence[e.Event]:
    """Those that the player asked for before are kept."""
    entry = get_entry(journal.tournament, command.player)
    require_change(entry.half_byes_barred != command.barred, "same")
    return [e.HalfByesBarred(command.player, command.barred)]


@validator_for(e.HalfByesBarred)
def validate_half_byes_barred(t: Tournament, event: e.HalfByesBarred) -> None:
    """Possible for everybody who is entered."""
    get_entry(t, event.player)


@applier_for(e.HalfByesBarred)
def apply_half_byes_barred(builder: TournamentBuilder, event: e.HalfByesBarred) -> None:
    """Nothing else depends on it."""
    builder.entry(event.player, half_byes_barred=event.barred)
