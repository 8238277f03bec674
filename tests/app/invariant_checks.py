"""What must be true of a tournament after every step, whoever did it."""

import json
from collections.abc import Iterator
from typing import Any

from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.app.views.document import document
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Adjourned, Forfeit, Mark, Result, Scored, marks_of, win_for
from fairpair.core.rounds import ByeKind, MatchRef, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.stages.bracket import FINAL, SEMI_FINAL, THIRD_PLACE
from fairpair.engine.stages.plan import SINGLE_ELIMINATION
from fairpair.engine.stages.progress import NextStep, knock_out_of, plan_for, progress
from fairpair.engine.stages.ranking import (
    FinalRanking,
    final_ranking,
    ranking_of,
    with_unranked,
)
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import encode_message
from fairpair.log import commands as c
from fairpair.log.codec import checked
from fairpair.log.decide import decide
from fairpair.log.journal import Journal
from invariants import broken

EXCUSES = {
    NextStep.DRAFT: {
        "all-rounds-played",
        "bye-limit",
        "knock-out-over",
        "late-entry",
        "no-legal-pairing",
        "nobody-to-pair",
        "too-few-players",
    },
    NextStep.PUBLISH: {"round-impossible"},
    NextStep.CUT: {
        "adjourned",
        "bad-cut",
        "cut-too-large",
        "too-few-players",
        "too-few-qualify",
    },
    NextStep.COMPLETE: {"adjourned"},
    NextStep.FINISH: {"adjourned"},
}
"""Why the next step may be refused all the same; each says what to do instead."""


def look(journal: Journal, *, by_hand: bool = False) -> None:
    """Everything; `by_hand` if somebody came back whom the tree has no place for."""
    t = journal.tournament
    assert broken(t) == []
    _next_step_can_be_done(journal)
    _document_is_whole(t)
    _everybody_has_a_place(t)
    if t.stage > 1 and not by_hand:
        wrong = list(_wrong_in_tree(t))
        assert not wrong, wrong


# The next step


def _next_step_can_be_done(journal: Journal) -> None:
    t = journal.tournament
    found = progress(t)
    assert found.text
    refusal = refused_step(journal)
    if refusal is not None:
        assert refusal.code in EXCUSES.get(found.step, ()), f"{found}: {refusal.code}: {refusal}"
        assert refusal.hint
    if t.entries and t.stage == 1 and t.rules.rounds and stage_is_over(t) and not t.finished:
        asked = (t.rules.cut, t.rules.cut_points, *t.rules.structure)
        cut = t.rules.mode != "swiss" or any(x is not None for x in asked)
        left = len(t.entries) > 1 and not all(entry.dropped for entry in t.entries.values())
        assert found.step is (NextStep.CUT if cut and left else NextStep.FINISH) or not t.rounds
    if found.step is NextStep.RESULTS:
        tables = [one.values["table"] for one in found.waiting]
        assert tables == [match.table for match in pending(t)]


def refused_step(journal: Journal) -> DomainError | None:
    """Why the step that comes next cannot be done; none if it can. Nothing is stored."""
    try:
        decide(journal, checked(_step_as_command(journal))[0])
    except DomainError as refusal:
        return refusal
    return None


def _step_as_command(journal: Journal) -> c.Command:
    t, version = journal.tournament, journal.version
    match progress(t).step:
        case NextStep.DRAFT:
            return draft(t, version)
        case NextStep.PUBLISH:
            return c.PublishRound(as_it_is=True, confirmed=tuple(SOFT))
        case NextStep.RESULTS:
            return c.RecordResult(pending(t)[-1], Forfeit(win_for(0)))
        case NextStep.OPEN:
            return open_command(t, version)
        case NextStep.COMPLETE:
            return c.CompleteRound()
        case NextStep.CUT:
            return cut_command(t, version)
        case NextStep.FINISH:
            return c.FinishTournament()
        case NextStep.NOTHING if t.finished:
            return c.ReopenTournament("because")
        case step:
            assert step is NextStep.ENTER
            return c.RenameTournament("Another")  # nobody is there yet


def pending(t: Tournament) -> list[MatchRef]:
    """The matches of the present stage that players know and that have no result."""
    return [
        MatchRef(ref.stage, ref.round_no, table)
        for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0])
        if ref.stage == t.stage and round_.status == RoundStatus.PUBLISHED
        for table in round_.pending
    ]


def stage_is_over(t: Tournament) -> bool:
    """Whether the present stage is played, as far as rounds say it."""
    if t.stage == 1 and t.rules.mode == "elimination":
        return True
    mine = [round_ for ref, round_ in t.rounds.items() if ref.stage == t.stage]
    planned = (t.rules.rounds or 1) if t.stage == 1 else 1
    return (
        len(mine) >= planned
        and all(round_.status == RoundStatus.COMPLETE for round_ in mine)
        and not has_adjourned(t)
    )


def has_adjourned(t: Tournament) -> bool:
    """Whether a match was interrupted and not played on."""
    results = (p.result for round_ in t.rounds.values() for p in round_.pairings.values())
    return any(isinstance(result, Adjourned) for result in results)


# The document


def _document_is_whole(t: Tournament) -> None:
    data = json.loads(json.dumps(document(t), default=encode_message))
    assert data["championship"]["message"] == str(progress(t).text)
    assert [one["id"] for one in data["participants"]] == list(t.entries)
    assert sorted(row["player"] for row in data["standings"]["players"]) == sorted(t.entries)
    told: set[RoundRef] = set()
    ready = not t.finished
    for one in data["rounds"]:
        ref = RoundRef(one["stage"], 1 + sum(other.stage == one["stage"] for other in told))
        told.add(ref)
        assert (one["status"] != "locked") is (ready or ref in t.rounds), one
        at_end = ref == t.upcoming and progress(t).step == NextStep.COMPLETE
        ready = ready and (one["status"] == "complete" or at_end)
        _round_is_whole(t, ref, one)
    assert set(t.rounds) <= told


def _round_is_whole(t: Tournament, ref: RoundRef, data: dict[str, Any]) -> None:
    round_ = t.rounds.get(ref)
    if round_ is None or round_.status == RoundStatus.DRAFT:
        assert data["message"]
        return
    tables = [match for match in data["matches"] if match["table"] is not None]
    assert {match["table"] for match in tables} == set(round_.pairings)
    for match in tables:
        pairing = round_.pairings[match["table"]]
        assert {match["player1"]["id"], match["player2"]["id"]} == set(pairing.seats)
        assert (match["result"] is None) is (pairing.result is None)
        assert match["winner"] is None or match["winner"] in pairing.seats


# The final ranking


def final_places(t: Tournament) -> FinalRanking:
    """Everybody's place, as it is now."""
    return ranking_of(t) or with_unranked(final_ranking(Standings(tiebreak_input(t)).ranks), t)


def _everybody_has_a_place(t: Tournament) -> None:
    """All but those who were expelled, or whose games do not count: they come last."""
    rows = final_places(t).rows
    assert sorted(row.player for row in rows) == sorted(t.entries)
    assert all(row.why for row in rows)
    ranks = [row.rank for row in rows if row.rank is not None]
    assert [row.rank for row in rows[: len(ranks)]] == ranks
    for place, rank in enumerate(ranks, 1):
        shared = place > 1 and ranks[place - 2] == rank
        assert shared or rank == place or _nobody_won(t)
    assert not _nobody_won(t) or ranks[0] > 1 or len(ranks) < len(rows)
    finals = plan_for(t).finals
    seeds = set(t.seeds.get(finals.number, ()) if finals else ())
    seeds -= {row.player for row in rows[len(ranks) :]}
    by_knock_out = len(seeds) if t.rules.knockout_places == "round" else min(4, len(seeds))
    assert {row.player for row in rows[:by_knock_out]} <= seeds


def _nobody_won(t: Tournament) -> bool:
    finals = plan_for(t).finals
    tree = knock_out_of(t)
    if finals is None or finals.number not in t.seeds or tree is None:
        return False
    return any(m.kind == FINAL and m.over and m.winner is None for m in tree.matches)


# The tree, from the rounds alone


def still_in(t: Tournament) -> set[PlayerId]:
    """Who can still win: nobody who lost, was not there, or has left."""
    alive = set(t.seeds[t.stage])
    for ref, round_ in _tree_rounds(t):
        if _kind(t, ref) != THIRD_PLACE:
            alive -= set(_losers(t, round_))
    return {p for p in alive if not t.entries[p].dropped}


def _wrong_in_tree(t: Tournament) -> Iterator[str]:
    """Who sits in a knock-out has come there; who came there sits there."""
    finals = t.admission(t.stage).kind == SINGLE_ELIMINATION
    yield from _wrong_seeding(t) if finals else ()
    alive, fallen, playing = set(t.seeds[t.stage]), set[PlayerId](), set[PlayerId]()
    for ref, round_ in _tree_rounds(t):
        kind = _kind(t, ref)
        seated = {p for pairing in round_.pairings.values() for p in pairing.seats}
        if kind == THIRD_PLACE:
            if not seated <= fallen:
                yield f"{ref}: others than the losers of the semi-finals play for third place"
            continue
        yield from _met_too_early(t, kind, round_) if finals else ()
        if not seated <= alive | (fallen if kind == FINAL else set()):
            yield f"{ref}: somebody plays on who lost"
        missing = {p for p in alive - _there(round_) if t.takes_part(p, ref)}
        if finals and missing and _is_whole(t, round_):
            yield f"{ref}: {missing} won, and have no place"
        if busy := seated & playing:
            yield f"{ref}: {busy} are to play two matches at once"
        playing |= {p for table in round_.pending for p in round_.pairings[table].seats}
        lost = set(_losers(t, round_)) & alive
        fallen = lost if kind == SEMI_FINAL else fallen
        alive = {p for p in alive - lost if p in _there(round_) or t.takes_part(p, ref)}
    yield from _wrong_champion(t) if finals else ()


def _is_whole(t: Tournament, round_: Round) -> bool:
    """Whether all have a place who are in it: one that opens match by match has not at once, and
    who has nobody to play because somebody left needs none.
    """
    complete = round_.status == RoundStatus.COMPLETE and not has_gaps(t)
    return complete or round_.status == RoundStatus.DRAFT


def has_gaps(t: Tournament) -> bool:
    """Whether the tree has had to do without somebody: who left, or two who both lost."""
    entries = [t.entries[p] for p in t.seeds.get(t.stage, ())]
    left = any(entry.dropped or len(entry.periods) > 1 for entry in entries)
    results = (p.result for _, r in _tree_rounds(t) for p in r.pairings.values())
    lost = any(winning_side(t, result) is None for result in results if result is not None)
    return t.stage > 1 and (left or lost)


def knocked_out(t: Tournament) -> set[PlayerId]:
    """Who lost a match of the present stage."""
    return {p for _, round_ in _tree_rounds(t) for p in _losers(t, round_)}


def _tree_rounds(t: Tournament) -> list[tuple[RoundRef, Round]]:
    rounds = sorted(t.rounds.items(), key=lambda item: item[0])
    return [(ref, round_) for ref, round_ in rounds if ref.stage == t.stage]


def _there(round_: Round) -> set[PlayerId]:
    return {p for pairing in round_.pairings.values() for p in pairing.seats} | set(round_.byes)


def _kind(t: Tournament, ref: RoundRef) -> str:
    planned = plan_for(t).round_at(ref)
    return planned.kind if planned else ""


def _losers(t: Tournament, round_: Round) -> Iterator[PlayerId]:
    for pairing in round_.pairings.values():
        if pairing.result is not None:
            side = winning_side(t, pairing.result)
            yield from (p for n, p in enumerate(pairing.seats) if n != side)


def winning_side(t: Tournament, result: Result) -> int | None:
    """Who goes on, found in another way than the tree does; of a double loss nobody."""
    if isinstance(result, Scored) and result.winner is None:
        one, other = ([side[name] for name in t.rules.scores] for side in result.scores)
        return 0 if one > other else 1 if one < other else None
    marks = marks_of(result)
    return marks.index(Mark.WIN) if Mark.WIN in marks else None


def _wrong_seeding(t: Tournament) -> Iterator[str]:
    """In the first round the numbers of two seeds add up to the size of the tree and one."""
    numbers = t.seed_numbers(t.stage)
    seeds = {player: n for n, player in numbers.items()}
    first = t.rounds.get(RoundRef(t.stage, 1))
    if first is None:
        return
    whole = 1 << (max(numbers) - 1).bit_length()
    for pairing in first.pairings.values():
        if sum(seeds[p] for p in pairing.seats) != whole + 1:
            yield f"seeds {[seeds[p] for p in pairing.seats]} meet in a tree of {whole}"
    for player, kind in first.byes.items():
        partner = whole + 1 - seeds[player]
        gone = partner not in numbers or not _never_left(t, numbers[partner])
        if kind is ByeKind.PAIRING and not gone:
            yield f"seed {seeds[player]} has a bye, but seed {partner} was there"


def _met_too_early(t: Tournament, kind: str, round_: Round) -> Iterator[str]:
    """The first two meet in the final, the first four not before the semi-finals."""
    best = {FINAL: 0, SEMI_FINAL: 2}.get(kind, 4)
    first = {player for n, player in t.seed_numbers(t.stage).items() if n <= best}
    for pairing in round_.pairings.values():
        if set(pairing.seats) <= first and not t.rules.reseed:
            yield f"{pairing.seats} meet in the {kind}"


def _never_left(t: Tournament, player: PlayerId) -> bool:
    return len(t.entries[player].periods) == 1 and not t.entries[player].dropped


def _wrong_champion(t: Tournament) -> Iterator[str]:
    """The champion, and nobody else, won the final or had no opponent in it, be it that one left;
    others move up for somebody who was expelled.
    """
    tree = knock_out_of(t, t.stage)
    final = next((round_ for ref, round_ in _tree_rounds(t) if _kind(t, ref) == FINAL), None)
    if tree is None or final is None:
        return
    fallen = {p for ref, r in _tree_rounds(t) if _kind(t, ref) == SEMI_FINAL for p in _losers(t, r)}
    winners = [
        pairing.seats[side]
        for pairing in final.pairings.values()
        if pairing.result is not None and not set(pairing.seats) <= fallen
        for side in [winning_side(t, pairing.result)]
        if side is not None
    ]
    champion = next(iter(tree.winners), None)
    if champion is not None and t.entries[champion].expelled:
        yield f"{champion} is champion and was expelled"
    match = next(one for one in tree.matches if one.kind == FINAL)
    if match.winner is not None and t.entries[match.winner].expelled:
        return
    unopposed = match.table is None and match.winner == champion
    if champion is not None and champion not in winners and not unopposed:
        yield f"{champion} is champion without having won the final"
    if champion is not None and final_places(t).champion != champion:
        yield "the champion is not first"
    if winners and champion not in winners:
        yield f"{winners} won the final, and {champion} is champion"
