"""Pairs of players who are kept apart."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import require_whole_number
from fairpair.log.validate import get_entry, validator_for


@decider_for(c.AvoidPair)
def decide_avoid_pair(_journal: Journal, command: c.AvoidPair) -> Sequence[e.Event]:
    first = require_whole_number("from_round", command.from_round, 1, MOST_ROUNDS)
    if command.until_round is not None:
        require_whole_number("until_round", command.until_round, first, MOST_ROUNDS)
    return [e.PairAvoided(command.a, command.b, command.hard, first, command.until_round)]


@validator_for(e.PairAvoided)
def validate_pair_avoided(t: Tournament, event: e.PairAvoided) -> None:
    get_entry(t, event.a)
    get_entry(t, event.b)
    if event.a == event.b:
        raise InvalidStateError("same-player.twice", player=t.name_of(event.a))
    if frozenset((event.a, event.b)) in t.avoided:
        raise InvalidStateError("pair-avoided", a=t.name_of(event.a), b=t.name_of(event.b))


@applier_for(e.PairAvoided)
def apply_pair_avoided(builder: TournamentBuilder, event: e.PairAvoided) -> None:
    since = _next_of_stage_1(builder.tournament)
    avoidance = PairingRestriction(event.hard, event.from_round, event.until_round, since)
    builder.avoided[frozenset((event.a, event.b))] = avoidance


def _next_of_stage_1(t: Tournament) -> int:
    """The first round of stage 1 that players have not seen."""
    seen = (ref.round_no for ref in t.published_rounds if ref.stage == 1)
    return max(seen, default=0) + 1


@decider_for(c.AllowPair)
def decide_allow_pair(_journal: Journal, command: c.AllowPair) -> Sequence[e.Event]:
    return [e.PairAllowed(command.a, command.b)]


@validator_for(e.PairAllowed)
def validate_pair_allowed(t: Tournament, event: e.PairAllowed) -> None:
    if frozenset((event.a, event.b)) not in t.avoided:
        raise NotFoundError("pair-not-avoided", a=t.name_of(event.a), b=t.name_of(event.b))


@applier_for(e.PairAllowed)
def apply_pair_allowed(builder: TournamentBuilder, event: e.PairAllowed) -> None:
    """End the restriction; that it held in earlier rounds is remembered."""
    pair = frozenset((event.a, event.b))
    how = builder.avoided.pop(pair)
    last = _next_of_stage_1(builder.tournament) - 1
    ended = replace(how, until_round=min(last, how.until_round or last))
    if ended.rounds:
        builder.set(lifted=(*builder.tournament.lifted, (pair, ended)))
