"""The knock-out after the Swiss rounds of a simulated event, to the champion."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.app.simulating.chances import Lots
from fairpair.app.simulating.results import Match, result_of
from fairpair.app.use_cases.pairing import cut_command
from fairpair.core.rounds import Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.tables import numbered
from fairpair.engine.stages.bracket import NextBoards
from fairpair.engine.stages.progress import knock_out_of, plan_for


def with_finals(event: Tournament, ratings: Sequence[int], lots: Lots) -> Tournament:
    """The event played on by its plan: the cut, then round after round until one is left."""
    if knock_out_of(event) is None:
        return event
    while len(plan_for(event).stages) > event.stage:
        command = cut_command(event)
        opened = {event.stage + 1: command.seeds}
        how = {event.stage + 1: command.admission}
        event = replace(
            event, seeds={**event.seeds, **opened}, admissions={**event.admissions, **how}
        )
        event = _played_out(event, ratings, lots)
    return event


def _played_out(event: Tournament, ratings: Sequence[int], lots: Lots) -> Tournament:
    """The present stage, to its end."""
    while True:
        tree = knock_out_of(event, event.stage)
        found = None if tree is None else tree.next_boards()
        if found is None or not (found.boards or found.byes):
            return event
        event = _played(event, found, ratings, lots)


def _played(event: Tournament, found: NextBoards, ratings: Sequence[int], lots: Lots) -> Tournament:
    pairings = {}
    there = plan_for(event).round_at(found.ref)
    kind = there.kind if there else ""
    best_of = event.rules.best_of_rounds.get(kind, event.rules.best_of)
    rules = replace(event.rules, draws_allowed=False, best_of=best_of)
    for table in numbered(event, found.ref, [(b.white, b.black) for b in found.boards]):
        first, second = table.seats
        what = ("knock-out", found.ref.stage, found.ref.round_no, first, second)
        match = Match((ratings[first - 1], ratings[second - 1]), lots, what)
        pairings[table.number] = Pairing(table.seats, result_of(match, rules))
    done = Round(
        RoundStatus.COMPLETE,
        pairings,
        {bye.player: bye.kind for bye in found.byes},
        event.admission(event.stage).kind,
        "",
        event.draw_seed,
    )
    ref = RoundRef(found.ref.stage, found.ref.round_no)
    return replace(event, rounds={**event.rounds, ref: done})
