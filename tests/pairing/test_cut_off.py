"""Rounds that protect the cut: a worked example, brute force over small fields, the refusals."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from fairpair import pair_round
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.pairing.proposal import Board, ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import explain_round
from fairpair.engine.standings.scoring import sheet_of
from fairpair.presets import rules_of
from pairing.explained_rounds import round_lines
from pairing.swiss_positions import event, played, with_results

Pairs = Collection[tuple[int, ...]]


def couples(proposal: Proposal) -> set[tuple[int, ...]]:
    """Who meets whom."""
    return {tuple(sorted((int(b.white), int(b.black)))) for b in proposal.boards}


def points_of(t: Tournament) -> dict[int, Fraction]:
    """The points of everybody so far."""
    sheet = sheet_of(t, until=len(t.rounds))
    return {int(p): Fraction(total, sheet.unit) for p, total in sheet.totals.items()}


# --- a worked example ----------------------------------------------------------------------------
# Before the last round 1, 2 and 3 have 12 points, 4 to 7 have 6, and 8 to 10 none; five advance.
# Nobody can catch the first three, and 8 to 10 cannot reach the seven above them.


def ten(**rules: object) -> Tournament:
    """The example; points come from byes, so everybody may still meet everybody."""
    methods = {"rest": "entry_order"}
    t = event(10, rounds=5, cut=5, pairing_methods=methods, **rules)  # type: ignore[arg-type]
    for round_no in range(1, 5):
        best = 7 if round_no <= 2 else 3
        kinds = {n: ByeKind.FULL if n <= best else ByeKind.ZERO for n in range(1, 11)}
        t = played(t, {}, kinds)
    return t


def test_usually_players_float_one_group_at_a_time() -> None:
    assert couples(pair_round(ten())) == {(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)}


def test_players_in_contention_meet_on_equal_points() -> None:
    found = couples(pair_round(ten(cut_aware_rounds=1)))
    assert found == {(1, 2), (3, 8), (4, 5), (6, 7), (9, 10)}


def test_points_to_qualify_are_a_cut_as_well() -> None:
    """Nine points are enough: those on 6 need a win, and nobody else can get or lose them."""
    t = ten(cut_aware_rounds=1)
    t = replace(t, rules=replace(t.rules, cut=None, cut_points=Fraction(9)))
    assert (4, 5) in couples(pair_round(t))
    assert (3, 8) in couples(pair_round(t))


def test_earlier_rounds_do_not_look_at_the_cut() -> None:
    t = ten(cut_aware_rounds=1)
    later = replace(t, rules=replace(t.rules, rounds=6))
    assert (3, 4) in couples(pair_round(later))


def test_the_round_says_why() -> None:
    t = ten(cut_aware_rounds=1)
    lines = round_lines(explain_round(t, None, pair_round(t)), t.name_of)
    assert lines[0] == (
        "Round 5: Players with the same points are paired in order of registration. Players on 6"
        " points can still make or miss the cut, so as few of them as possible meet an opponent"
        " on different points."
    )
    assert lines[-1].startswith(
        "P3 is paired down: the group has an odd number of players. Players on 6 points are still"
        " playing for the cut, so they meet each other where possible."
    )


def test_a_player_who_has_to_leave_the_group_reads_why() -> None:
    """4 and 5 may meet nobody on their points, so both have opponents from elsewhere."""
    kept = [(a, b) for a in (4, 5) for b in range(4, 8) if a < b]
    t = restricted(ten(cut_aware_rounds=1), kept)
    proposal = pair_round(t)
    assert (6, 7) in couples(proposal)
    lines = round_lines(explain_round(t, None, proposal), t.name_of)
    assert any(
        "the players in the group with 6 points are still playing for the cut, and as many of"
        " them as possible are paired with each other" in line
        for line in lines
    )


def test_manual_changes_get_no_reasons() -> None:
    t = ten(cut_aware_rounds=1)
    edited = ((1, 2), (3, 4), (5, 8), (6, 7), (9, 10))
    boards = tuple(Board(PlayerId(a), PlayerId(b), "") for a, b in edited)
    lines = round_lines(explain_round(t, None, Proposal(5, boards, None)), t.name_of)
    assert not any("as many of them as possible" in line for line in lines)


# --- brute force ---------------------------------------------------------------------------------


def restricted(t: Tournament, pairs: Sequence[tuple[int, ...]]) -> Tournament:
    """The event with pairs that never meet."""
    kept = {frozenset(map(PlayerId, pair)): PairingRestriction(hard=True) for pair in pairs}
    return replace(t, avoided=kept)


def in_contention(t: Tournament) -> set[int]:
    """Players of whom neither is certain by points: to advance, or to miss the cut."""
    points, places = points_of(t), t.rules.cut or 0
    gain = t.rules.points.win * ((t.rules.rounds or 0) - len(t.rounds))
    found = set()
    for player, own in points.items():
        others = [value for one, value in points.items() if one != player]
        through = sum(value + gain >= own for value in others) < places
        out = sum(value > own + gain for value in others) >= places
        if not through and not out:
            found.add(player)
    return found


def decided_by_float(t: Tournament, pairs: Pairs) -> int:
    """How many players in contention meet an opponent on other points."""
    points, contention = points_of(t), in_contention(t)
    uneven = [player for a, b in pairs if points[a] != points[b] for player in (a, b)]
    return sum(player in contention for player in uneven)


def matchings(players: Sequence[int], barred: set[frozenset[int]]) -> Iterator[Pairs]:
    """All complete pairings without a barred pair."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        if frozenset((first, other)) not in barred:
            remaining = [one for one in rest if one != other]
            for more in matchings(remaining, barred):
                yield [(first, other), *more]


def random_event(random: Random) -> Tournament:
    """A small event whose last rounds protect the cut, with some players who never meet."""
    size, rounds = random.choice((6, 7, 8, 9, 10)), random.choice((3, 4, 5))
    t = event(
        size,
        seed=str(random.random()),
        rounds=rounds,
        cut=random.choice((2, 3, 4, size - 1)),
        cut_aware_rounds=random.choice((1, 2)),
        max_byes_per_player=None,
    )
    count = random.choice((0, 0, 2, 5))
    return restricted(t, random.sample(list(combinations(range(1, size + 1), 2)), count))


def check(random: Random) -> int:
    """Play an event, and compare every round that protects the cut with all possible ones."""
    t, compared = random_event(random), 0
    last = t.rules.rounds or 0
    for round_no in range(1, last + 1):
        try:
            proposal = pair_round(t)
        except ImpossiblePairingError:
            return compared
        if round_no > last - t.rules.cut_aware_rounds:
            compared += 1
            compare(t, proposal)
        pairs = [(board.white, board.black) for board in proposal.boards]
        t = with_results(random, t, pairs, proposal.bye, draws=0.2)
    return compared


def compare(t: Tournament, proposal: Proposal) -> None:
    met = [frozenset(map(int, one.seats)) for r in t.rounds.values() for one in r.pairings.values()]
    barred = {*met, *(frozenset(map(int, pair)) for pair in t.avoided)}
    players = [int(player) for player in t.entries if player != proposal.bye]
    best = min(decided_by_float(t, pairs) for pairs in matchings(players, barred))
    assert decided_by_float(t, couples(proposal)) == best


@pytest.mark.parametrize("start", range(4))
def test_as_few_as_possible_are_decided_by_a_float(start: int) -> None:
    assert sum(check(Random(f"{start}/{number}")) for number in range(15)) > 15


@pytest.mark.parametrize("seed", ["125/29", "126/42", "132/27", "133/44"])
def test_pairing_each_group_fully_from_the_top_is_not_always_best(seed: str) -> None:
    """Here one group has to leave over more players than it could, for the sake of another."""
    assert check(Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 140))
def test_as_few_as_possible_in_many_events(start: int) -> None:
    assert sum(check(Random(f"{start}/{number}")) for number in range(50)) > 50


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"cut": None}, "needs a cut"),
        ({"cut": 8, "rounds": 5, "pairing_methods": {"last_round": "power"}}, "'power'"),
        ({"cut": 8, "system": "dutch"}, "only applies to the pairing system"),
        ({"cut": 8, "scores": ["op"], "primary_score": "op"}, "match points"),
        ({"cut": 8, "cut_aware_rounds": -1}, "-1"),
    ],
)
def test_rules_that_contradict_it_are_refused(changes: dict[str, object], text: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        rules_of("mtg_standard", {"cut_aware_rounds": 1, **changes})
    assert any(text in str(problem.message) for problem in refused.value.problems)


def test_a_warning_while_the_last_round_is_not_known() -> None:
    t = event(8, cut=4, cut_aware_rounds=1)
    assert [one.code for one in feasibility_warnings(t)] == ["last-round-unknown"]
