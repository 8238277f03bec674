"""Knock-outs played at random."""

from dataclasses import replace
from random import Random

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.results import (
    Forfeit,
    Games,
    Result,
    win_for,
)
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.engine.stages.bracket import (
    SEMI_FINAL,
    THIRD_PLACE,
    Match,
    NextBoards,
)
from fairpair.engine.stages.elimination import KnockOut

from .trees import (
    A,
    B,
    boards,
    event,
    tables_outside,
    tree,
    with_round,
    without,
)


def a_result(random: Random) -> Result:
    return random.choice(
        (A, B, Games((2, 0)), Games((1, 2)), Games((1, 1), winner=0), Forfeit(win_for(1)))
    )


def drop_some(t: Tournament, random: Random, round_no: int) -> Tournament:
    ids = t.seeds[2]
    for player in random.sample(ids, len(ids) // 8 if random.random() < 0.4 else 0):
        if not t.entries[player].dropped:
            t = without(t, player, after=round_no - 1)
    return t


def check_round(t: Tournament, found: NextBoards, random: Random) -> Tournament:
    """Drafted as proposed, at any tables and sides, and played."""
    pairs = boards(found)
    assert all(a < b for a, b in pairs)
    pairs = [pair if random.random() < 0.5 else pair[::-1] for pair in pairs]
    random.shuffle(pairs)
    free = [b.player for b in found.byes]
    start = random.randint(1, 500)
    drafted = with_round(t, found.ref.round_no, dict.fromkeys(pairs), free, start)
    there = drafted.rounds[found.ref]
    assert breaches(drafted, found.ref, there.pairings, there.byes) == []
    results = {pair: a_result(random) for pair in pairs}
    return with_round(t, found.ref.round_no, results, free, start)


@pytest.mark.parametrize("number", range(60))
def test_random_play_to_the_champion(number: int) -> None:
    random = Random(f"knock-out {number}")
    size = random.choice((2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 33, 64))
    own, leaving = random.random() < 0.4, number % 2 == 1
    t = event(size, reseed=random.random() < 0.4, third_place=random.random() < 0.5)
    while (found := tree(t, own_third=own).next_boards()) is not None:
        assert not found.waiting
        if not found.boards and not found.byes:
            break
        t = check_round(t, found, random)
        assert tables_outside(t, tree(t, own_third=own)) == []
        t = drop_some(t, random, found.ref.round_no + 1) if leaving else t
    check_end(tree(t, own_third=own), t, leaving=leaving)


def check_end(ko: KnockOut, t: Tournament, *, leaving: bool) -> None:
    assert ko.over
    size = len(t.seeds[2])
    reached = ko.reached()
    assert list(reached) == list(t.seeds[2])
    last = ko.matches[-1].round_no
    survivors = [p for p, lost in reached.items() if lost is None]
    assert survivors == ([ko.champion] if ko.champion else [])
    assert not any(m.by_hand for m in ko.matches)
    for match in ko.matches:
        assert set(match.out) | {match.winner} >= set(match.players)
        assert match.winner is None or match.winner in match.players
    if leaving:
        return
    assert ko.champion is not None
    assert reached[ko.runner_up or PlayerId(0)] == last
    assert [m for m in ko.matches if m.loser is None and len(m.players) == 2] == []
    played = sum(m.table is not None for m in ko.matches)
    third = sum(m.kind == THIRD_PLACE for m in ko.matches)
    assert played == size - 1 + third
    assert (ko.third is not None) == (third == 1 or size == 3)
    if third:
        semi = next(m.round_no for m in ko.matches if m.kind == SEMI_FINAL)
        assert {reached[p] for p in (ko.third, ko.fourth) if p} == {semi}


@pytest.mark.parametrize("number", range(30))
def test_random_live_play_and_corrections(number: int) -> None:
    """Matches open one by one; what a correction touches is what a tree without it shows."""
    random = Random(f"live {number}")
    size = random.randint(2, 20)
    own = random.random() < 0.5
    t = event(size, reseed=random.random() < 0.3, third_place=random.random() < 0.5)
    open_: list[tuple[int, tuple[int, int]]] = []
    drafted: dict[int, dict[tuple[int, int], Result | None]] = {}
    while True:
        ko = tree(t, own_third=own)
        for match in ko.open_matches():
            pair = (match.players[0], match.players[1])
            drafted.setdefault(match.round_no, {})[pair] = None
            open_.append((match.round_no, pair))
        if not open_:
            break
        round_no, chosen = open_.pop(random.randrange(len(open_)))
        drafted[round_no][chosen] = random.choice((A, B))
        for n, tables in drafted.items():
            t = with_round(t, n, tables)
        check_corrections(tree(t, own_third=own), t, own=own)
    check_end(tree(t, own_third=own), t, leaving=False)


def check_corrections(ko: KnockOut, t: Tournament, *, own: bool) -> None:
    """Without the matches it names, a corrected event has a sound tree; and no fewer will do."""
    for ref, there in t.rounds.items():
        for table, pairing in there.pairings.items():
            if pairing.result is None:
                continue
            turned = B if pairing.result == A else A
            named = ko.affected(MatchRef(2, ref.round_no, table), turned)
            after = corrected(t, ref, table, turned)
            assert [m for m in tree(after, own_third=own).matches if m.by_hand] or not named
            for match in named:
                after = voided(after, match)
            sound = tree(after, own_third=own)
            assert tables_outside(after, sound) == []
            assert not any(m.by_hand for m in sound.matches)


def corrected(t: Tournament, ref: RoundRef, table: int, result: Result) -> Tournament:
    there = t.rounds[ref]
    pairing = replace(there.pairings[table], result=result)
    new = replace(there, pairings={**there.pairings, table: pairing})
    return replace(t, rounds={**t.rounds, ref: new})


def voided(t: Tournament, match: Match) -> Tournament:
    ref = RoundRef(2, match.round_no)
    left = {n: p for n, p in t.rounds[ref].pairings.items() if n != match.table}
    return replace(t, rounds={**t.rounds, ref: replace(t.rounds[ref], pairings=left)})
