"""Who looks: what the staff sees of a tournament, and what everybody else does."""

from dataclasses import replace

from fairpair.core.rounds import Round, RoundStatus
from fairpair.core.tournament import Tournament


def published(t: Tournament) -> Tournament:
    """The tournament as the public sees it: as if no round were drafted, and without what players
    have said about a match that is still open.
    """
    rounds = {
        ref: _without_reports(round_)
        for ref, round_ in t.rounds.items()
        if round_.status != RoundStatus.DRAFT
    }
    return replace(t, rounds=rounds)


def _without_reports(round_: Round) -> Round:
    if not any(pairing.reports for pairing in round_.pairings.values()):
        return round_
    pairings = {n: replace(x, reports=()) for n, x in round_.pairings.items()}
    return replace(round_, pairings=pairings)
