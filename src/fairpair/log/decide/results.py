"""Entering, correcting and taking away results."""

from collections.abc import Sequence

from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide.registry import decides, require_change
from fairpair.log.journal import Journal
from fairpair.log.permit.results import find_match
from fairpair.log.tidy import tidy_reason


@decides(c.RecordResult)
def _(j: Journal, command: c.RecordResult) -> Sequence[e.Event]:
    players = command.players or find_match(j.tournament, command.match).seats
    return [e.ResultRecorded(command.match, players, command.result)]


@decides(c.CorrectResult)
def _(j: Journal, command: c.CorrectResult) -> Sequence[e.Event]:
    pairing = find_match(j.tournament, command.match)
    players = command.players or pairing.seats
    reason = tidy_reason(command.reason, needed=True)
    same = pairing.result == command.result
    require_change(not same, f"Table {command.match.table} has that result already.")
    return [e.ResultCorrected(command.match, players, command.result, reason)]


@decides(c.ClearResult)
def _(j: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = command.players or find_match(j.tournament, command.match).seats
    return [e.ResultCleared(command.match, players, tidy_reason(command.reason))]
