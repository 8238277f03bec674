"""Results entered, corrected, taken away and reported."""

from dataclasses import replace

from fairpair.core.results import Result
from fairpair.core.rounds import MatchRef, Report
from fairpair.log import events as e
from fairpair.log.fold.working import Working, folds


@folds(e.ResultRecorded)
def _(w: Working, event: e.ResultRecorded) -> None:
    """It may be the end of an adjourned match, while the next round is drafted already."""
    before = _set_result(w, event.match, event.result)
    if before is not None:
        w.mark_draft_stale(event.match.round)


@folds(e.ResultCorrected)
def _(w: Working, event: e.ResultCorrected) -> None:
    _set_result(w, event.match, event.result)
    w.mark_draft_stale(event.match.round)


@folds(e.ResultCleared)
def _(w: Working, event: e.ResultCleared) -> None:
    _set_result(w, event.match, None)


@folds(e.ResultReported)
def _(w: Working, event: e.ResultReported) -> None:
    """A later report of the same player takes the place of the earlier one."""
    pairings = w.pairings(event.match)
    pairing = pairings[event.match.table]
    others = tuple(r for r in pairing.reports if r.player != event.player)
    reports = (*others, Report(event.player, event.result))
    pairings[event.match.table] = replace(pairing, reports=reports)


def _set_result(w: Working, match: MatchRef, result: Result | None) -> Result | None:
    """Set it; what was there before comes back. What players reported is settled by it."""
    pairings = w.pairings(match)
    before = pairings[match.table]
    pairings[match.table] = replace(before, result=result, reports=())
    return before.result
