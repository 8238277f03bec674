"""The order in which the organiser ranks tied players, such as after a play-off."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import TieOrder, Tournament
from fairpair.engine.standings.explain import separation
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.wording import separation_text
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.OrderTied)
def decide_order_tied(journal: Journal, command: c.OrderTied) -> Sequence[e.Event]:
    """All who are tied with each other, and nobody else."""
    t, players = journal.tournament, command.players
    for player in players:
        get_entry(t, player)
    if len(players) < 2 or len(set(players)) < len(players):
        raise InvalidInputError("tie-order-players")
    reason = normalise_reason(command.reason, needed=True)
    last = max((ref.round_no for ref in t.published_rounds if ref.stage == 1), default=0)
    if not last:
        raise InvalidStateError("tie-order-early")
    number = last if command.round_no is None else command.round_no
    _require_published(t, number)
    require_tied(t, players, number)
    order = TieOrder(number, tuple(players), reason)
    require_change(not t.tie_orders or t.tie_orders[-1] != order, "same")
    return [e.TiedOrdered(order.players, reason, number)]


def require_tied(t: Tournament, players: Sequence[PlayerId], round_no: int) -> None:
    """Require exactly those who are tied with the first of them after this round."""
    standings = Standings(tiebreak_input(t, until=round_no))
    first = players[0]
    for player in players:
        if player not in standings.ranks:
            raise InvalidStateError("tie-order-unranked", player=t.name_of(player))
    tied = standings.tied_at_end(first)
    for player in players:
        if player not in tied:
            both = sorted((first, player), key=standings.ranks.__getitem__)
            why = separation_text(separation(standings, *both), t.name_of)
            a, b = map(t.name_of, both)
            raise InvalidStateError("not-tied", a=a, b=b, why=why)
    missing = [t.name_of(player) for player in tied if player not in players]
    if missing:
        raise InvalidStateError("tie-order-incomplete", players=missing, n=len(missing))


@validator_for(e.TiedOrdered)
def validate_tied_ordered(t: Tournament, event: e.TiedOrdered) -> None:
    """Where results have changed since, the order has no effect: nothing else is wrong with it."""
    for player in event.players:
        get_entry(t, player)
    _require_published(t, event.round_no)


def _require_published(t: Tournament, round_no: int) -> None:
    ref = RoundRef(1, round_no)
    if ref not in t.published_rounds:
        raise NotFoundError("unknown-round", round=ref.name)


@applier_for(e.TiedOrdered)
def apply_tied_ordered(builder: TournamentBuilder, event: e.TiedOrdered) -> None:
    """In place of an earlier order of the same players."""
    order = TieOrder(event.round_no, event.players, event.reason)
    others = (
        one
        for one in builder.tournament.tie_orders
        if one.round_no != order.round_no or not set(one.players) <= set(order.players)
    )
    builder.set(tie_orders=(*others, order))
