"""Round robins: the tables of C.05, annex 1, by hand, by closed forms and as gacrux has them; and
tournaments with people who leave, return, are away and come late.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, groupby
from pathlib import Path

import pytest
from gacrux.berger import bergertables
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.rounds import Bye, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import boards, players_by_number, total_rounds
from fairpair.engine.pairing.check import breaches
from fairpair.engine.pairing.proposal import Past, Proposal
from fairpair.engine.pairing.round_robin import pair
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.rule_validation import change_rules

SIZES = range(2, 31)
CYCLES = range(1, 5)
PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "round-robin.md").read_text(
    encoding="utf-8"
)

SIX = """1-6 2-5 3-4
         6-4 5-3 1-2
         2-6 3-1 4-5
         6-5 1-4 2-3
         3-6 4-2 5-1"""


def rows(text: str) -> list[list[tuple[int, int]]]:
    """White and Black of a table as it is printed."""
    found = [re.findall(r"(\d+)-(\d+)", line) for line in text.splitlines()]
    return [[(int(white), int(black)) for white, black in row] for row in found]


def schedule(size: int, cycles: int = 1) -> list[list[tuple[int, int]]]:
    """All rounds, without the boards of nobody."""
    rounds = range(1, total_rounds(size, cycles) + 1)
    return [[b for b in boards(size, n, cycles) if max(b) <= size] for n in rounds]


def colours(rounds: Iterable[Iterable[tuple[int, int]]]) -> dict[int, str]:
    """What everybody had, as `wbbw`."""
    had: dict[int, str] = {}
    for white, black in (board for round_ in rounds for board in round_):
        had[white] = had.get(white, "") + "w"
        had[black] = had.get(black, "") + "b"
    return had


# The tables.


def test_six_players() -> None:
    assert schedule(6) == rows(SIX)


def test_five_players_without_number_six() -> None:
    assert schedule(5) == [[b for b in row if 6 not in b] for row in rows(SIX)]


def test_the_page_shows_that_table() -> None:
    printed = [row for row in rows(PAGE) if len(row) == 3]
    assert printed == rows(SIX)


def test_six_players_twice() -> None:
    """Rounds 4 and 5 change places; then all again with the other colour, in the usual order."""
    one, two, three, four, five = rows(SIX)
    again = [[(black, white) for white, black in row] for row in rows(SIX)]
    assert schedule(6, 2) == [one, two, three, five, four, *again]


@pytest.mark.parametrize(
    ("players", "cycles", "rounds"),
    [(2, 1, 1), (2, 4, 4), (3, 1, 3), (4, 1, 3), (5, 2, 10), (6, 2, 10), (30, 3, 87)],
)
def test_how_many_rounds(players: int, cycles: int, rounds: int) -> None:
    assert total_rounds(players, cycles) == rounds


def test_two_players_alternate() -> None:
    assert schedule(2, 4) == [[(1, 2)], [(2, 1)], [(1, 2)], [(2, 1)]]


@pytest.mark.parametrize("size", SIZES[::2])
def test_closed_forms(size: int) -> None:
    """When two meet and who has White then, said without a table."""
    length = size - 1
    where = {board: n for n, row in enumerate(schedule(size), 1) for board in row}
    for low, high in combinations(range(1, size + 1), 2):
        if high == size:
            round_no, low_is_white = (2 * low - 1) % length, low <= size // 2
        else:
            round_no, low_is_white = (low + high - 1) % length, (low + high) % 2 == 1
        assert where.pop((low, high) if low_is_white else (high, low)) == (round_no or length)
    assert not where


@pytest.mark.parametrize("size", SIZES)
def test_as_gacrux_has_it(size: int) -> None:
    for round_no, row in bergertables(size)["pairing"].items():
        theirs = [(board["white"], board["black"]) for _, board in sorted(row.items())]
        assert boards(size, round_no) == theirs


@pytest.mark.parametrize("cycles", CYCLES)
@pytest.mark.parametrize("size", SIZES)
def test_what_every_table_has(size: int, cycles: int) -> None:
    rounds = schedule(size, cycles)
    length = total_rounds(size, 1)
    everybody = set(combinations(range(1, size + 1), 2))
    for start in range(0, len(rounds), length):
        cycle = rounds[start : start + length]
        met = [(min(b), max(b)) for row in cycle for b in row]
        assert len(met) == len(everybody)
        assert set(met) == everybody
        assert all(abs(had.count("w") - had.count("b")) <= 1 for had in colours(cycle).values())
    for row in rounds:
        assert max(Counter(n for board in row for n in board).values()) == 1
        assert len(row) == size // 2
    for had in colours(rounds).values():
        assert abs(had.count("w") - had.count("b")) <= cycles % 2
        assert max(len(list(run)) for _, run in groupby(had)) <= 2


# Tournaments.


def event(players: int, *, seed: str = "friday", **rules: object) -> Tournament:
    """Players P1, P2 and so on, all there from the start; in the order of entry if not said."""
    given = {"pairing_methods": {"round_1": "entry_order"}, **rules}
    return Tournament(
        created=True,
        rules=Rules.read({"system": "round_robin", **given}),
        draw_seed=seed,
        entries={PlayerId(n): entry(n) for n in range(1, players + 1)},
    )


def entry(number: int, first: int = 1) -> Entry:
    return Entry(Player(f"P{number}"), (Period(RoundRef(1, first)),), checked_in=True)


def edited(t: Tournament, changes: Mapping[int, Entry]) -> Tournament:
    new = {PlayerId(n): one for n, one in changes.items()}
    return replace(t, entries={**t.entries, **new})


def dropped(t: Tournament, player: int, after: int) -> Tournament:
    one = t.entries[PlayerId(player)]
    *earlier, last = one.periods
    periods = (*earlier, replace(last, last=RoundRef(1, after)))
    return edited(t, {player: replace(one, periods=periods)})


def back(t: Tournament, player: int, first: int) -> Tournament:
    one = t.entries[PlayerId(player)]
    return edited(t, {player: replace(one, periods=(*one.periods, Period(RoundRef(1, first))))})


def away(t: Tournament, player: int, round_no: int, kind: ByeKind = ByeKind.ZERO) -> Tournament:
    one = t.entries[PlayerId(player)]
    asked = {**one.requested_byes, round_no: kind}
    return edited(t, {player: replace(one, requested_byes=asked)})


def played(t: Tournament, made: Proposal) -> Tournament:
    """With this round, and the byes that were asked for."""
    ref = RoundRef(1, made.round_no)
    tables = {n: Pairing((b.white, b.black)) for n, b in enumerate(made.boards, 1)}
    byes = {bye.player: bye.kind for bye in made.rests}
    for player in t.entrants_in(ref):
        kind = t.entries[player].requested_byes.get(made.round_no)
        if kind:
            assert player not in byes
            byes[player] = kind
    done = Round(RoundStatus.COMPLETE, tables, byes, "round_robin", "", t.draw_seed)
    after = replace(t, rounds={**t.rounds, ref: done})
    assert [b for b in breaches(after, ref, tables, byes) if b.hard] == []
    return after


def to_round(t: Tournament, round_no: int) -> Tournament:
    """With all rounds before this one."""
    while len(t.rounds) < round_no - 1:
        t = played(t, pair_round(t))
    return t


def seats(made: Proposal) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in made.boards]


def rests(made: Proposal) -> list[tuple[int, str]]:
    return [(bye.player, bye.kind.value) for bye in made.rests]


def refusal(t: Tournament, round_no: int, past: Past | None = None) -> InvalidStateError:
    with pytest.raises(InvalidStateError) as caught:
        pair(t, past or Past(), round_no)
    assert caught.value.hint
    return caught.value


def test_a_whole_tournament() -> None:
    t = event(6)
    for row in rows(SIX):
        made = pair_round(t)
        assert seats(made) == row
        assert {board.colours_by for board in made.boards} == {"Berger"}
        assert (made.bye, made.rests) == (None, ())
        t = played(t, made)
    with pytest.raises(InvalidStateError, match="All 5 rounds"):
        pair_round(t)


def test_an_odd_field_has_somebody_free_without_points() -> None:
    t = to_round(event(5, cycles=2), 11)
    free = [next(iter(t.rounds[RoundRef(1, n)].byes.items())) for n in range(1, 11)]
    assert free == [(n, ByeKind.ZERO) for n in (1, 4, 2, 3, 5, 1, 4, 2, 5, 3)]


def test_who_meets_somebody_who_left_has_a_win() -> None:
    """4 leaves after round 2: 5 is without opponent in round 3, 1 in round 4, 2 in round 5."""
    t = dropped(to_round(event(6), 3), 4, after=2)
    three = pair_round(t)
    assert (seats(three), rests(three)) == ([(2, 6), (3, 1)], [(5, "full")])
    four = pair_round(played(t, three))
    assert (seats(four), rests(four)) == ([(6, 5), (2, 3)], [(1, "full")])


def test_two_who_left_give_nothing_to_anybody() -> None:
    t = dropped(dropped(to_round(event(6), 3), 4, after=2), 5, after=2)
    assert (seats(pair_round(t)), pair_round(t).rests) == ([(2, 6), (3, 1)], ())


def test_who_would_be_free_and_has_left() -> None:
    """In an odd field 4 is free in round 2."""
    t = dropped(to_round(event(5), 2), 4, after=1)
    assert (seats(pair_round(t)), pair_round(t).rests) == ([(5, 3), (1, 2)], ())


def test_who_returns_has_the_same_place() -> None:
    t = to_round(dropped(to_round(event(6), 3), 4, after=2), 4)
    assert seats(pair_round(back(t, 4, first=4))) == [(6, 5), (1, 4), (2, 3)]


@pytest.mark.parametrize("kind", [ByeKind.ZERO, ByeKind.HALF])
def test_the_opponent_of_somebody_with_a_bye_has_a_win(kind: ByeKind) -> None:
    t = away(event(6), 4, 1, kind)
    made = pair_round(t)
    assert (seats(made), rests(made)) == ([(1, 6), (2, 5)], [(3, "full")])
    assert seats(pair_round(played(t, made))) == [(6, 4), (5, 3), (1, 2)]


def test_both_are_away() -> None:
    t = away(away(event(6), 4, 1), 3, 1, ByeKind.HALF)
    assert (seats(pair_round(t)), pair_round(t).rests) == ([(1, 6), (2, 5)], ())


def test_the_only_two_of_whom_one_leaves() -> None:
    t = dropped(to_round(event(2, cycles=2), 2), 1, after=1)
    assert pair_round(t) == Proposal(2, (), rests=(Bye(PlayerId(2), ByeKind.FULL),))


def test_numbers_of_a_file() -> None:
    order = tuple(PlayerId(n) for n in (6, 5, 4, 3, 2, 1))
    assert seats(pair(replace(event(6), order=order), Past(), 1)) == [(6, 1), (5, 2), (4, 3)]


# Numbers.


def test_the_lot_depends_on_the_seed_and_on_nothing_else() -> None:
    lots = {tuple(players_by_number(event(8, seed=str(n), pairing_methods={}))) for n in range(20)}
    assert len(lots) == 20
    assert all(sorted(lot) == list(range(1, 9)) for lot in lots)
    t = event(8, pairing_methods={})
    order = players_by_number(t)
    backwards = replace(t, entries=dict(list(t.entries.items())[::-1]))
    renamed = edited(t, {3: replace(entry(3), entrant=Player("Ana", 2800))})
    assert players_by_number(backwards) == players_by_number(renamed) == order
    assert seats(pair_round(t))[0] == (order[0], order[7])


def test_the_lot_is_for_ever() -> None:
    """Another order here means other pairings in tournaments that have begun."""
    assert players_by_number(event(6, pairing_methods={})) == [3, 2, 4, 6, 5, 1]


def test_who_is_not_there_in_round_1_has_no_number() -> None:
    """Dropped before it, or not checked in; who asked for a bye has one."""
    t = event(5, check_in=True)
    t = away(dropped(t, 2, after=0), 1, 1)
    t = edited(t, {3: replace(entry(3), checked_in=False)})
    assert players_by_number(t) == [1, 4, 5]


def test_numbers_stay_when_check_in_is_given_up_or_asked_for() -> None:
    away_at_first = edited(event(5, check_in=True), {2: replace(entry(2), checked_in=False)})
    t = to_round(away_at_first, 2)
    relaxed = replace(t, rules=t.rules.with_changes({"check_in": False}))
    assert players_by_number(relaxed) == [1, 3, 4, 5]
    assert players_by_number(edited(t, {2: entry(2)})) == [1, 3, 4, 5]


def test_a_draft_of_round_1_gives_no_numbers() -> None:
    t = to_round(event(4), 2)
    draft = replace(t.rounds[RoundRef(1, 1)], status=RoundStatus.DRAFT)
    assert (
        players_by_number(edited(replace(t, rounds={RoundRef(1, 1): draft}), {5: entry(5)}))[-1]
        == 5
    )


# Refusals.


def test_after_the_last_round() -> None:
    assert refusal(event(6), 6).code == "all-rounds-played"
    assert pair(event(6, cycles=2), Past(), 6).boards
    assert refusal(event(6, cycles=2), 11).code == "all-rounds-played"


@pytest.mark.parametrize("players", [0, 1])
def test_too_few(players: int) -> None:
    assert refusal(event(players), 1).code == "too-few-players"


@pytest.mark.parametrize("first", [1, 2])
def test_nobody_joins_later(first: int) -> None:
    """Nor while round 1 is played."""
    t = edited(to_round(event(6), 2), {7: entry(7, first), 8: entry(8, first)})
    refused = refusal(t, 2)
    assert refused.code == "late-entry"
    assert "P7 and P8 cannot join" in refused.message
    assert "Drop P7 and P8, or undo round 1" in refused.hint
    for late in (7, 8):
        t = dropped(t, late, after=1)
    assert seats(pair_round(t)) == rows(SIX)[1]


def test_who_comes_later_still_does_not_matter_yet() -> None:
    t = edited(to_round(event(6), 2), {7: entry(7, 3)})
    assert seats(pair_round(t)) == rows(SIX)[1]
    assert refusal(t, 3).code == "late-entry"


# Whatever happens.


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_people_come_and_go(data: st.DataObject) -> None:
    """Everybody who is there has one place in each round, and two who are there meet as the table
    has it: who has an opponent does not depend on what others do.
    """
    players = data.draw(st.integers(2, 9), "players")
    cycles = data.draw(st.integers(1, 4), "cycles")
    t = event(players, cycles=cycles, pairing_methods={}, seed=data.draw(st.text(max_size=5)))
    order = players_by_number(t)
    for round_no, row in enumerate(schedule(players, cycles), 1):
        for player in data.draw(st.sets(st.integers(1, players), max_size=2), "changes"):
            one = t.entries[PlayerId(player)]
            if one.dropped:
                t = back(t, player, round_no)
            elif round_no > 1 and data.draw(st.booleans(), "leaves"):
                t = dropped(t, player, round_no - 1)
            else:
                t = away(t, player, round_no)
        here = {
            player
            for player in t.entrants_in(RoundRef(1, round_no))
            if round_no not in t.entries[player].requested_byes
        }
        made = pair_round(t)
        planned = [(order[white - 1], order[black - 1]) for white, black in row]
        busy = {player for board in planned for player in board}
        kinds = {p: "full" if p in busy else "zero" for p in here}
        assert seats(made) == [board for board in planned if here.issuperset(board)]
        places = [p for board in seats(made) for p in board] + [p for p, _ in rests(made)]
        assert sorted(places) == sorted(here)
        assert all(kinds[PlayerId(p)] == kind for p, kind in rests(made))
        t = played(t, made)
        assert players_by_number(t) == order
    assert refusal(t, len(t.rounds) + 1).code == "all-rounds-played"


_SCRIPT = """
from pairing.test_round_robin import event, pair, Past
t = event(9, pairing_methods={}, cycles=2)
print([pair(t, Past(), n) for n in range(1, 19)])
"""


def test_the_same_rounds_whatever_the_hash_seed() -> None:
    path = os.pathsep.join(sys.path)
    answers = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": number, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("0", "1", "4711")
    }
    assert len(answers) == 1


def test_the_rules_on_the_page_can_be_used() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found
    rules = change_rules(Rules(), tomllib.loads(found[1]))
    assert (rules.system, rules.cycles) == ("round_robin", 2)
