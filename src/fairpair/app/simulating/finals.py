"""The knock-out after the Swiss rounds of a simulated event, to the champion."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.app.chances import Lots
from fairpair.app.simulating.results import Match, result_of
from fairpair.core.rounds import Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.tables import numbered
from fairpair.engine.stages.bracket import NextBoards
from fairpair.engine.stages.cut import cut_of
from fairpair.engine.stages.progress import knock_out_of
from fairpair.engine.stages.ranking import FinalRanking, final_ranking
from fairpair.engine.standings.ledger import ledger_of
from fairpair.engine.standings.table import Standings


def with_finals(event: Tournament, ratings: Sequence[int], lots: Lots) -> Tournament:
    """The event played on by its plan: the cut, then round after round until one is left."""
    if knock_out_of(event) is None:
        return event
    seeds = cut_of(replace(event, rules=replace(event.rules, cut_ties="standings"))).seeds
    event = replace(event, seeds={2: seeds})
    while True:
        tree = knock_out_of(event)
        found = None if tree is None else tree.next_boards()
        if found is None or not (found.boards or found.byes):
            return event
        event = _played(event, found, ratings, lots)


def _played(event: Tournament, found: NextBoards, ratings: Sequence[int], lots: Lots) -> Tournament:
    rules = replace(event.rules, draws_allowed=False)
    pairings = {}
    for table in numbered(event, found.ref, [(b.white, b.black) for b in found.boards]):
        first, second = table.seats
        what = ("knock-out", found.ref.round_no, first, second)
        match = Match((ratings[first - 1], ratings[second - 1]), lots, what)
        pairings[table.number] = Pairing(table.seats, result_of(match, rules))
    done = Round(
        RoundStatus.COMPLETE,
        pairings,
        {bye.player: bye.kind for bye in found.byes},
        event.rules.finals,
        "",
        event.draw_seed,
    )
    ref = RoundRef(found.ref.stage, found.ref.round_no)
    return replace(event, rounds={**event.rounds, ref: done})


def ranking_of(event: Tournament) -> FinalRanking | None:
    """The final ranking after a knock-out; none without one."""
    tree = knock_out_of(event) if event.seeds else None
    if tree is None:
        return None
    return final_ranking(Standings(ledger_of(event)).ranks, tree.outcome())
