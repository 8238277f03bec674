"""Knock-outs to test with: players have their seeds as numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entry, Period, Player
from fairpair.core.results import (
    Decided,
    Forfeit,
    Mark,
    Result,
    win_for,
)
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import (
    Match,
    NextBoards,
    knock_out_kinds,
    round_name,
)
from fairpair.engine.stages.elimination import KnockOut
from fairpair.engine.stages.plan import SINGLE_ELIMINATION, PlannedRound, PlannedStage
from fairpair.language.message import Message

A, B = Decided(win_for(0)), Decided(win_for(1))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
BOTH_OUT = Forfeit((Mark.LOSS, Mark.LOSS))
ALL_SIZES = range(2, 513)


def stage_of(size: int, *, own_third: bool = False) -> PlannedStage:
    kinds = knock_out_kinds(size, own_third_place=own_third)
    rounds = (
        PlannedRound(3 + n, RoundRef(2, n), kind, round_name(kind), None)
        for n, kind in enumerate(kinds, 1)
    )
    return PlannedStage(2, SINGLE_ELIMINATION, size, tuple(rounds))


def event(size: int, **rules: object) -> Tournament:
    ids = tuple(PlayerId(n) for n in range(1, size + 1))
    entries = {p: Entry(Player(f"P{p}"), (Period(RoundRef(1, 1)),)) for p in ids}
    return Tournament(True, rules=Rules.read(rules), entries=entries, seeds={2: ids})


def tree(t: Tournament, *, own_third: bool = False) -> KnockOut:
    return KnockOut(t, stage_of(len(t.seeds[2]), own_third=own_third))


def tables_outside(t: Tournament, ko: KnockOut) -> list[MatchRef]:
    """The tables of the knock-out that have no place in the tree: they decide nothing."""
    tables = [
        ref.at(n) for ref in sorted(t.rounds) if ref.stage == 2 for n in t.rounds[ref].pairings
    ]
    return [match for match in tables if ko.match_at(match) is None]


def with_round(
    t: Tournament,
    number: int,
    tables: Mapping[tuple[int, int], Result | None],
    byes: Sequence[int] = (),
    first_table: int = 1,
) -> Tournament:
    """The event with this round, in place of the one with this number."""
    pairings = {
        n: Pairing((PlayerId(a), PlayerId(b)), result)
        for n, ((a, b), result) in enumerate(tables.items(), first_table)
    }
    free = {PlayerId(p): ByeKind.PAIRING for p in byes}
    round_ = Round(RoundStatus.PUBLISHED, pairings, free, "knock_out", "", "")
    return replace(t, rounds={**t.rounds, RoundRef(2, number): round_})


def without(t: Tournament, player: int, after: int, end: DropKind | None = None) -> Tournament:
    """The event after somebody left after a round of the knock-out; 0: before it."""
    who = PlayerId(player)
    last = RoundRef(2, after) if after else RoundRef(1, 3)
    gone = replace(t.entries[who], periods=(Period(RoundRef(1, 1), last, end=end),))
    return replace(t, entries={**t.entries, who: gone})


def at(ko: KnockOut, kind: str, slot: int = 1) -> Match:
    return next(m for m in ko.matches if (m.kind, m.slot) == (kind, slot))


def sides(match: Match) -> list[str]:
    """Each side as a page shows it: the player, what it waits for, or a dash."""
    return [str(s.player) if s.player else str(s.waiting or "-") for s in match.seats]


def boards(found: NextBoards | None) -> list[tuple[int, int]]:
    assert found is not None
    return [(b.white, b.black) for b in found.boards]


def byes(found: NextBoards | None) -> list[int]:
    assert found is not None
    assert all(b.kind == ByeKind.PAIRING for b in found.byes)
    return [b.player for b in found.byes]


def placeholders(
    planned: PlannedStage, rules: Rules, waiting_for: Message | None = None
) -> Sequence[Match]:
    """All matches before the cut: seeds and what they wait for ("waiting for round 2");
    without such a message they are named ("seed 4").
    """
    blank = Tournament(rules=rules)
    return KnockOut(blank, planned, waiting_for).matches
