"""Committing to the draw seed before the first round, and the public value that is mixed in."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.draw import BEACONS, BITS, PublicDraw, commitment_to, fits, mixed_seed
from fairpair.core.errors import FieldProblem, InvalidStateError
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import bad_values, require_one_of, require_short_text
from fairpair.log.validate import validator_for


@decider_for(c.CommitDraw)
def decide_commit_draw(journal: Journal, command: c.CommitDraw) -> Sequence[e.Event]:
    """Commit to the seed as it is."""
    beacon = require_one_of("beacon", command.beacon, sorted(BEACONS)) if command.beacon else ""
    source = require_short_text("source", command.source, needed=bool(beacon))
    if source and not beacon:
        raise bad_values([FieldProblem("source", Message("beacon.source-alone"))])
    return [e.DrawCommitted(commitment_to(journal.tournament.draw_seed), beacon, source)]


@validator_for(e.DrawCommitted)
def validate_draw_committed(t: Tournament, _event: e.DrawCommitted) -> None:
    """Possible once, before the first round."""
    if t.draw is not None:
        raise InvalidStateError("draw-committed", name=t.name)
    if t.rounds or t.stage > 1:
        raise InvalidStateError("draw-too-late")


@applier_for(e.DrawCommitted)
def apply_draw_committed(builder: TournamentBuilder, event: e.DrawCommitted) -> None:
    """What was announced is part of the state."""
    builder.set(draw=PublicDraw(event.commitment, event.beacon, event.source))


@decider_for(c.EnterBeacon)
def decide_enter_beacon(journal: Journal, command: c.EnterBeacon) -> Sequence[e.Event]:
    """Take the value in one spelling: hexadecimal digits are lower case."""
    draw = journal.tournament.draw
    value = require_short_text("value", command.value, needed=True)
    if draw is None or not draw.beacon:
        return [e.BeaconEntered(value)]  # refused by its validator
    if not fits(draw.beacon, value):
        raise bad_values([FieldProblem("value", _what_fits(draw.beacon))])
    return [e.BeaconEntered(value.lower() if draw.beacon in BITS else value)]


def _what_fits(beacon: str) -> Message:
    if beacon not in BITS:
        return Message("beacon.value")
    return Message("beacon.digits", digits=BITS[beacon] // 4)


@validator_for(e.BeaconEntered)
def validate_beacon_entered(t: Tournament, _event: e.BeaconEntered) -> None:
    """Possible once, after it was announced: no round can have been paired."""
    if t.draw is None or not t.draw.beacon:
        raise InvalidStateError("no-beacon", name=t.name)
    if t.draw.value:
        raise InvalidStateError("beacon-known", name=t.name, value=t.draw.value)


@applier_for(e.BeaconEntered)
def apply_beacon_entered(builder: TournamentBuilder, event: e.BeaconEntered) -> None:
    """The seed includes the value from now on."""
    t = builder.tournament
    if t.draw is not None:
        draw = replace(t.draw, value=event.value)
        builder.set(draw=draw, draw_seed=mixed_seed(t.draw_seed, event.value))


def require_beacon(t: Tournament) -> None:
    """Require that the announced public value is there before anything is drawn with it."""
    if t.draw is not None and t.draw.waits:
        raise InvalidStateError("beacon-missing", source=t.draw.source)
