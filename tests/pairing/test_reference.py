"""The reference itself: order of candidates, each criterion by hand, and what others computed."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby, permutations
from pathlib import Path
from typing import Any

import pytest

from fairpair.formats.trf import read_or_raise
from formats.sheet import columns, good
from formats.sheet import player as line
from pairing.facts import ABSOLUTE, MILD, NONE, STRONG, Player, players_of
from pairing.reference import Pairing, Round, RoundPairing, pair, pairings, round_of, white_of

VECTORS = Path(__file__).parent / "vectors"
FILES = sorted(VECTORS.glob("*/*.trf"))


def one(tpn: int, score: int = 0, colours: str = "", **facts: Any) -> Player:
    """A player of whom nothing else is known but these facts."""
    player = Player(
        id=tpn,
        tpn=tpn,
        number=tpn,
        score=Fraction(score),
        barred=frozenset(),
        colours=colours,
        floats=("", ""),
        may_have_bye=True,
        unplayed=0,
        topscorer=False,
    )
    return replace(player, **facts)


def opponents(*players: Player) -> list[set[int]]:
    """Who meets whom, from the top; a bye is a set of one."""
    made = Round(players, "w").paired()
    assert made is not None
    return [*map(set, made.pairs), *([{made.bye}] if made.bye else [])]


# The order of candidates (3.6, 3.7, art. 4)

SIX = (
    "14 25 36 · 14 26 35 · 15 24 36 · 15 26 34 · 16 24 35 · 16 25 34 · 13 25 46 · 13 26 45 · "
    "15 23 46 · 16 23 45 · 13 24 56 · 14 23 56 · 12 35 46 · 12 36 45 · 12 34 56"
)


def test_generation_order_of_six() -> None:
    shown = ["".join(map(str, (bsn for two in made for bsn in two))) for made in pairings(6, 3)]
    assert shown == SIX.replace(" ", "").split("·")


def literal_sequence(players: int, pairs: int) -> Iterator[Pairing]:
    """S1 and S2, exchanges, transpositions, as articles 3.6, 4.2 and 4.3 say it; with repeats."""
    s1, s2 = range(1, pairs + 1), range(pairs + 1, players + 1)
    exchanges = [
        (down, up)
        for size in range(pairs + 1)
        for down in combinations(s1, size)
        for up in combinations(s2, size)
    ]

    def place(exchange: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[object, ...]:
        down, up = exchange
        return len(down), sum(up) - sum(down), [-bsn for bsn in reversed(down)], up

    for down, up in sorted(exchanges, key=place):
        top = sorted({*s1, *up}.difference(down))
        bottom = sorted({*s2, *down}.difference(up))
        for order in permutations(bottom, pairs):
            yield tuple(sorted((min(two), max(two)) for two in zip(top, order, strict=True)))


@pytest.mark.parametrize(
    ("players", "pairs"), [(n, k) for n in range(2, 8) for k in range(1, n // 2 + 1)] + [(8, 4)]
)
def test_the_sort_key_is_the_literal_sequence(players: int, pairs: int) -> None:
    assert list(pairings(players, pairs)) == list(dict.fromkeys(literal_sequence(players, pairs)))


def exchanges_of_eleven(size: int) -> list[tuple[set[int], set[int]]]:
    """Which BSNs leave S1 and S2 in a bracket of eleven, first tried first."""
    tops = [{min(two) for two in candidate} for candidate in pairings(11, 5)]
    s1 = set(range(1, 6))
    swapped = [(s1 - top, top - s1) for top, _ in groupby(tops)]
    return [exchange for exchange in swapped if len(exchange[0]) == size]


def test_exchanges_of_one_player() -> None:
    first = [(down.pop(), up.pop()) for down, up in exchanges_of_eleven(1)[:7]]
    assert first == [(5, 6), (5, 7), (4, 6), (5, 8), (4, 7), (3, 6), (5, 9)]


def test_exchanges_of_two_players() -> None:
    assert exchanges_of_eleven(2)[:5] == [
        ({5, 4}, {6, 7}),
        ({5, 4}, {6, 8}),
        ({5, 3}, {6, 7}),
        ({5, 4}, {6, 9}),
        ({5, 4}, {7, 8}),
    ]


def test_transpositions_of_eleven() -> None:
    unchanged = [c for c in pairings(11, 5) if {min(two) for two in c} == {1, 2, 3, 4, 5}]
    assert len(unchanged) == 720
    assert unchanged == list(pairings(11, 5)[:720])
    assert unchanged[:2] == [
        ((1, 6), (2, 7), (3, 8), (4, 9), (5, 10)),
        ((1, 6), (2, 7), (3, 8), (4, 9), (5, 11)),
    ]


def test_two_mdps_and_nine_residents() -> None:
    mdps, residents = (one(1, 2), one(2, 2)), tuple(one(n, 1) for n in range(3, 12))
    bracket = Round([*mdps, *residents], "w")
    tried = bracket.candidates(mdps, residents, frozenset(residents[-1:]))
    met = [tuple(two.id for _, two in made[:2]) for made in tried]
    assert list(dict.fromkeys(met)) == list(permutations(range(3, 12), 2))
    assert len(set(met)) == 72


def test_sets_of_mdps() -> None:
    mdps, residents = tuple(one(n, 2) for n in (1, 2, 3, 4)), (one(5, 1), one(6, 1))
    tried = Round([*mdps, *residents], "w").candidates(mdps, residents, frozenset(mdps[2:]))
    sets = [tuple(mdp.id for mdp, _ in made) for made in tried]
    assert list(dict.fromkeys(sets)) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


# Preferences and colours (1.7, art. 5)


@pytest.mark.parametrize(
    ("colours", "strength", "wants"),
    [
        ("", NONE, ""),
        ("w", STRONG, "b"),
        ("b", STRONG, "w"),
        ("wb", MILD, "w"),
        ("bw", MILD, "b"),
        ("wbw", STRONG, "b"),
        ("ww", ABSOLUTE, "b"),
        ("bbww", ABSOLUTE, "b"),
        ("bww", ABSOLUTE, "b"),
        ("wwbw", ABSOLUTE, "b"),
        ("wwwwbb", ABSOLUTE, "b"),
    ],
)
def test_preferences(colours: str, strength: int, wants: str) -> None:
    assert one(1, colours=colours).colour_preference == (strength, wants)


@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        pytest.param("w", "b", 2, id="5.2.1 both granted"),
        pytest.param("", "w", 1, id="5.2.1 only one wants"),
        pytest.param("w", "", 2, id="5.2.1 only the higher wants"),
        pytest.param("bw", "w", 1, id="5.2.2 strong before mild"),
        pytest.param("w", "ww", 1, id="5.2.2 absolute before strong"),
        pytest.param("bww", "wwbw", 1, id="5.2.2 larger difference"),
        pytest.param("wbwb", "bwwb", 1, id="5.2.3 swapped three games ago"),
        pytest.param("bwwb", "wbwb", 2, id="5.2.3 the other way round"),
        pytest.param("wb", "bwwb", 1, id="5.2.3 decides nothing when one history ends"),
        pytest.param("bw", "bw", 2, id="5.2.4 higher-ranked"),
        pytest.param("wb", "wb", 1, id="5.2.4 higher-ranked wants White"),
        pytest.param("", "", 1, id="5.2.5 odd number"),
    ],
)
def test_who_has_white(higher: str, lower: str, white: int) -> None:
    first, second = one(1, 1, higher), one(2, 1, lower)
    assert white_of(first, second, "w").id == white
    assert white_of(second, first, "w").id == white


def test_initial_colour_and_even_numbers() -> None:
    assert white_of(one(2), one(4), "w").id == 4
    assert white_of(one(2), one(4), "b").id == 2
    assert white_of(one(1), one(3), "b").id == 3


def test_the_higher_score_is_higher_ranked_for_colours() -> None:
    assert white_of(one(1, 0, "bw"), one(2, 1, "bw"), "w").id == 1


# Every criterion where it decides, by hand


def test_c1_to_c3() -> None:
    bracket = Round([], "w")
    assert not bracket.can_meet(one(1, barred={2}), one(2, barred={1}))
    assert not bracket.can_meet(one(1, colours="ww"), one(2, colours="bww"))
    assert bracket.can_meet(one(1, colours="ww"), one(2, colours="bb"))
    assert bracket.can_meet(one(1, colours="ww"), one(2, colours="w"))
    assert bracket.can_meet(one(1, colours="ww", topscorer=True), one(2, colours="ww"))


def test_c2() -> None:
    assert opponents(one(1), one(2), one(3, may_have_bye=False)) == [{1, 3}, {2}]
    assert Round([one(1, may_have_bye=False)], "w").paired() is None


def test_c4_even_the_first_bracket_leaves_what_can_be_paired() -> None:
    """1 and 2 would be fine, but then 3 and 4, who have met, are left."""
    players = [one(1, 1), one(2, 1), one(3, 0, barred={4}), one(4, 0, barred={3})]
    assert opponents(*players) == [{1, 3}, {2, 4}]


def test_c5_before_c6() -> None:
    """1-2 would leave 3 without an opponent, so the bye would go to a score of 1, not of 0."""
    players = [one(1, 2), one(2, 2), one(3, 1, barred={4, 5}), one(4, 0), one(5, 0)]
    assert opponents(*players) == [{1, 3}, {2, 4}, {5}]


def test_c7_the_lower_scores_float() -> None:
    assert opponents(one(1, 2), one(2, 1), one(3, 1), one(4, 0)) == [{1, 2}, {3, 4}]


def test_c8_looks_at_the_next_bracket() -> None:
    """If 3 floats, 4 floats too; 2 can meet 4."""
    group = [one(1, 2), one(2, 2), one(3, 2, barred={4})]
    lower = [one(4, 1, barred={3}), one(5, 0), one(6, 0)]
    assert opponents(*group, *lower) == [{1, 3}, {2, 4}, {5, 6}]


def test_c9_the_bye_goes_to_the_one_who_played_more() -> None:
    assert opponents(one(1), one(2), one(3)) == [{1, 2}, {3}]
    assert opponents(one(1, unplayed=1), one(2), one(3, unplayed=1)) == [{1, 3}, {2}]


def test_c9_not_only_in_the_last_bracket() -> None:
    """4 had a bye, so it goes to a score of 1: to 2, not to 3 who played less."""
    players = [
        one(1, 1),
        one(2, 1),
        one(3, 1, unplayed=1),
        one(4, 0, may_have_bye=False),
        one(5, 0, may_have_bye=False),
    ]
    assert opponents(*players) == [{1, 3}, {4, 5}, {2}]


def test_c10() -> None:
    """All want Black, absolutely; 1 and 3 have two whites too many, and one would get a third."""
    whites, repeated = "wwbw", "bbww"
    players = [one(n, 1, whites if n % 2 else repeated, topscorer=True) for n in (1, 2, 3, 4)]
    assert opponents(*players) == [{1, 4}, {2, 3}]


def test_c11() -> None:
    """All have two whites too many; of 2 and 4 one would have White three times running."""
    players = [one(n, 1, "wwbw" if n % 2 else "wbww", topscorer=True) for n in (1, 2, 3, 4)]
    assert opponents(*players) == [{1, 4}, {2, 3}]


def test_c12() -> None:
    assert opponents(one(1, 1, "w"), one(2, 1, "b"), one(3, 1, "w"), one(4, 1, "b")) == [
        {1, 4},
        {2, 3},
    ]


def test_c13() -> None:
    """All want Black; two do not get it, and 2-4 would deny a strong wish."""
    players = [one(n, 1, "bw" if n % 2 else "w") for n in (1, 2, 3, 4)]
    assert opponents(*players) == [{1, 4}, {2, 3}]


AGO = pytest.mark.parametrize("ago", [0, 1], ids=["last round", "the round before"])


def floated(how: str, ago: int) -> tuple[str, str]:
    return (how, "") if ago == 0 else ("", how)


@AGO
def test_c14_c16_residents_do_not_float_down_again(ago: int) -> None:
    again = one(3, 1, floats=floated("down", ago))
    assert opponents(one(1, 1), one(2, 1), one(3, 1), one(4, 0)) == [{1, 2}, {3, 4}]
    assert opponents(one(1, 1), one(2, 1), again, one(4, 0)) == [{1, 3}, {2, 4}]


@AGO
def test_c15_c17_residents_do_not_float_up_again(ago: int) -> None:
    again = one(2, 1, floats=floated("up", ago))
    assert opponents(one(1, 2), one(2, 1), one(3, 1), one(4, 1)) == [{1, 2}, {3, 4}]
    assert opponents(one(1, 2), again, one(3, 1), one(4, 1)) == [{1, 3}, {2, 4}]


@AGO
def test_c18_c20_who_floated_down_leaves_the_limbo(ago: int) -> None:
    """1 and 2 have met, so both move down to 3, and one of them further to 4."""
    rest = [one(1, 2, barred={2}), one(3, 1), one(4, 0)]
    again = one(2, 2, barred={1}, floats=floated("down", ago))
    assert opponents(*rest, one(2, 2, barred={1})) == [{1, 3}, {2, 4}]
    assert opponents(*rest, again) == [{2, 3}, {1, 4}]


@AGO
def test_c19_c21_who_floated_up_meets_the_nearer_score(ago: int) -> None:
    """1 and 2 have met and move down to 3 and 4, of whom 3 floated up."""
    rest = [one(1, 3, barred={2}), one(2, 2, barred={1}), one(4, 1)]
    again = one(3, 1, floats=floated("up", ago))
    assert opponents(*rest, one(3, 1)) == [{1, 3}, {2, 4}]
    assert opponents(*rest, again) == [{1, 4}, {2, 3}]


def test_the_last_round_counts_more_than_the_one_before() -> None:
    """C14 before C16: 3 floated last, 2 before."""
    last, before = one(3, 1, floats=("down", "")), one(2, 1, floats=("", "down"))
    assert opponents(one(1, 1, barred={4}), before, last, one(4, 0)) == [{1, 3}, {2, 4}]


# Whole files


def field(count: int, *header: str) -> tuple[str, ...]:
    return ("012 Round 1", "142 5", *header, *(line(n) for n in range(1, count + 1)))


def test_round_one() -> None:
    assert pair(good(*field(6, "152 W"))) == RoundPairing([(1, 4), (5, 2), (3, 6)], None)
    assert pair(good(*field(6, "152 B"))) == RoundPairing([(4, 1), (2, 5), (6, 3)], None)
    assert pair(good(*field(5, "152 W"))) == RoundPairing([(1, 3), (4, 2)], 5)


def test_who_never_was_in_a_pairing_has_no_number() -> None:
    """1 and 3 are away, so 2 counts as number 1."""
    made = pair(good(*field(6, "152 W"), "240 Z   1    1    3"))
    assert made == RoundPairing([(2, 5), (6, 4)], None)


def test_baku_round_one() -> None:
    """The example of C.04.7: 18 players, of whom ten have a virtual point."""
    accelerated = columns("250", {10: " 1.0", 15: "  1   3    1   10"})
    made = pair(good(*field(18, "152 W", accelerated)))
    assert made is not None
    assert made.pairs == [
        *((1, 6), (7, 2), (3, 8), (9, 4), (5, 10)),
        *((11, 15), (16, 12), (13, 17), (18, 14)),
    ]


def test_forbidden_pairs() -> None:
    assert pair(good(*field(4, "XXP 1 3"))) == RoundPairing([(1, 4), (3, 2)], None)
    assert pair(good(*field(4, "260   2   3    1    3"))) == pair(good(*field(4)))


def test_by_position_in_the_file() -> None:
    header, players = field(4, "XXC rank white1")[:3], field(4)[2:]
    made = pair(good(*header, *reversed(players)))
    assert made == RoundPairing([(4, 2), (1, 3)], None)


def test_no_legal_pairing() -> None:
    met = [line(1, "2 w ="), line(2, "1 b =")]
    assert pair(good("012 Two", "142 3", *met)) is None
    alone = [line(1, "2 w ="), line(2, "1 b ="), line(3, "- - U")]
    assert pair(good("012 Three", "142 3", *alone, "240 Z   2    1    2")) is None


def test_nobody_is_there() -> None:
    away = good(*field(2), "240 Z   1    1    2")
    assert pair(away) == RoundPairing([], None)


def test_a_second_round_by_hand() -> None:
    """1 and 3 both want Black with equal histories, so the higher-ranked has it (5.2.4).

    2 and 4 have met, so both move down: 2-5 (both want White: 2 has it), 4-6 (both granted).
    2-6, 4-5 would not be better.
    """
    players = [
        line(1, "5 w 1"),
        line(2, "4 b ="),
        line(3, "6 w 1"),
        line(4, "2 w ="),
        line(5, "1 b 0"),
        line(6, "3 b 0"),
    ]
    made = pair(good("012 Second", "142 5", "152 W", *players))
    assert made == RoundPairing([(3, 1), (2, 5), (6, 4)], None)


SHEET = (
    "012 Facts",
    "142 4",
    line(1, "2 w 1", "- - H", "4 w 1"),
    line(2, "1 b 0", "3 w +", "- - U"),
    line(3, "4 b =", "2 b -", "- - Z"),
    line(4, "3 w =", "- - F", "1 b 0"),
    line(5, "", "", ""),
    "240 Z   4    5",
)


def test_facts_of_a_file() -> None:
    players = {player.id: player for player in players_of(good(*SHEET))}
    assert {n: player.score for n, player in players.items()} == {
        1: Fraction(5, 2),
        2: 2,
        3: Fraction(1, 2),
        4: Fraction(3, 2),
        5: 0,
    }
    assert [players[n].colours for n in range(1, 6)] == ["ww", "b", "b", "wb", ""]
    assert [players[n].unplayed for n in range(1, 6)] == [1, 2, 2, 1, 3]
    assert [players[n].may_have_bye for n in range(1, 6)] == [True, False, True, False, True]
    assert players[2].barred == {1}  # not 3: a forfeit is no meeting
    assert [n for n in players if players[n].topscorer] == [1, 2]  # more than half of 3
    assert [players[n].number for n in range(1, 6)] == [1, 2, 3, 4, 0]


def test_floats_of_a_file() -> None:
    """Before round 3 both 1 and 4 had 1 1/2; everybody else was not playing then."""
    floats = {player.id: player.floats for player in players_of(good(*SHEET))}
    assert floats == {
        1: ("", "down"),  # equal scores; half-point bye
        2: ("down", "down"),  # pairing bye; forfeit win
        3: ("", ""),  # zero-point bye; forfeit loss
        4: ("", "down"),  # equal scores; full-point bye
        5: ("", ""),
    }


def test_games_float_by_the_scores_before_them() -> None:
    players = [line(1, "2 w 1", "3 b 0"), line(2, "1 b 0", "- - U"), line(3, "- - H", "1 w 1")]
    file = good("012 Floats", "142 5", *players)
    assert {player.id: player.floats[0] for player in players_of(file)} == {
        1: "down",
        2: "down",
        3: "up",
    }
    accelerated = good("012 Floats", "142 5", *players, "XXA    3  0.0  0.5")
    assert {player.id: player.floats[0] for player in players_of(accelerated)} == {
        1: "",
        2: "down",
        3: "",
    }


def test_a_bye_worth_nothing_is_a_float() -> None:
    file = good("012 Bye", "BBU  0.0", line(1, "2 w 1"), line(2, "1 b 0"), line(3, "- - U"))
    assert [player.floats[0] for player in players_of(file)] == ["", "", "down"]


def test_boards() -> None:
    """By the higher score, then the sum, then the number of the higher-ranked."""
    players = {n: one(n, score) for n, score in enumerate((1, 2, 1, 0, 2, 1, 1, 0), 1)}
    pairs = [(3, 7), (1, 4), (5, 8), (2, 6)]
    boards = Round([], "w").boards([(players[a], players[b]) for a, b in pairs])
    assert [set(board) for board in boards] == [{2, 6}, {5, 8}, {3, 7}, {1, 4}]


@pytest.mark.parametrize(
    "odd",
    [
        "192 FIDE_DUTCH_2026_BAKU",
        columns("299", {5: "W", 14: " 1.0", 20: "001    1"}),
        columns("013 Team", {37: "   1    2"}),
    ],
)
def test_what_it_does_not_know(odd: str) -> None:
    with pytest.raises(ValueError, match="reference"):
        round_of(good("012 Odd", "142 5", line(1, "2 w 1"), line(2, "1 b 0"), odd))


def test_a_game_without_result() -> None:
    with pytest.raises(ValueError, match="no result"):
        round_of(good("012 Odd", "142 5", line(1, "2 w"), line(2, "1 b")))


# What others computed: vectors/README.md


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_vectors(path: Path) -> None:
    made = pair(read_or_raise(path.read_bytes())[0])
    wanted = path.with_suffix(".pairs").read_text().splitlines()
    if wanted[0].startswith("!"):
        assert made is None
        return
    assert made is not None
    bye = [f"{made.bye} 0"] if made.bye else []
    found = [*(f"{white} {black}" for white, black in made.pairs), *bye]
    if path.parent.name == "dutch-baku":  # boards ordered without virtual points
        found, wanted = sorted(found), sorted(wanted)
    assert found == wanted
