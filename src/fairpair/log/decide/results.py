"""Entering, correcting and taking away results."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.engine.stages.bracket import Match
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide.registry import decides, require_change
from fairpair.log.journal import Journal
from fairpair.log.permit.results import find_match, later_changed
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
    void = _void(j, command.match, command.result) if command.void_later else []
    return [*void, e.ResultCorrected(command.match, players, command.result, reason)]


@decides(c.ClearResult)
def _(j: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = command.players or find_match(j.tournament, command.match).seats
    void = _void(j, command.match, None) if command.void_later else []
    return [*void, e.ResultCleared(command.match, players, tidy_reason(command.reason))]


def _void(j: Journal, match: MatchRef, result: Result | None) -> Sequence[e.Event]:
    """What others would have played, the last round first; a draft is paired again as a whole."""
    t = j.tournament
    changed = sorted(later_changed(t, match, result), key=lambda m: -m.round_no)
    refs = dict.fromkeys(RoundRef(match.stage, one.round_no) for one in changed)
    drafts = [ref for ref in refs if t.rounds[ref].status == RoundStatus.DRAFT]
    shown = [(RoundRef(match.stage, one.round_no), one) for one in changed]
    return [
        *map(e.DraftDiscarded, drafts),
        *(_voided(t.rounds[ref], ref, one) for ref, one in shown if ref not in drafts),
    ]


def _voided(round_: Round, ref: RoundRef, one: Match) -> e.MatchVoided:
    """Without a table a bye; without players the round is open again for a match nobody played."""
    if one.table is not None:
        return e.MatchVoided(ref, one.table, one.players)
    return e.MatchVoided(ref, None, tuple(p for p in round_.byes if p == one.winner))


@decides(c.ReportResult)
def _(j: Journal, command: c.ReportResult) -> Sequence[e.Event]:
    pairing = find_match(j.tournament, command.match)
    players = command.players or pairing.seats
    result = command.result or _reported_by_others(pairing, command)
    said = [pairing.report_of(p) for p in players if p != command.player]
    agreed = all(other == result for other in said)
    same = pairing.report_of(command.player) == result
    require_change(agreed or not same, f"Table {command.match.table} is reported like that.")
    reported = e.ResultReported(command.match, players, command.player, result)
    return [reported, e.ResultRecorded(command.match, players, result)] if agreed else [reported]


def _reported_by_others(pairing: Pairing, command: c.ReportResult) -> Result:
    """What there is to confirm: the one thing that all others say who said something."""
    said = [r.result for r in pairing.reports if r.player != command.player]
    if not said or any(result != said[0] for result in said):
        raise InvalidStateError(
            "nothing-to-confirm",
            f"There is no report to confirm at table {command.match.table}.",
            "Report the result yourself.",
        )
    return said[0]
