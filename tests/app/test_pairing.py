"""Rounds of files paired, checked and made up: what the values say, without a command line."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairpair.app.files.check import check_file, check_trf
from fairpair.app.files.complaints import WrongPair, WrongRank
from fairpair.app.files.pairing import file_pairing, next_round
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.app.simulation.results import Lots, winning_chances
from fairpair.core.errors import InvalidInputError
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.model import TrfAbnormal, TrfAcceleration, TrfCell, TrfFile, TrfForbidden
from fairpair.formats.trf.tournament import before_round, initial_colour
from fairpair.formats.trf.writer import write
from formats.sheet import Person, good, player, text

VECTORS = Path(__file__).parents[1] / "pairing" / "vectors"
# The rounds before the last one are paired by the rules there, unlike in `faults`.
PLAYED_BY_THE_RULES = sorted({*VECTORS.glob("**/*.trf")} - {*VECTORS.glob("faults/*.trf")})


def event(seed: str, **options: int | bool) -> TrfFile:
    return random_event(RandomFileOptions(**options), seed).file  # type: ignore[arg-type]


QUIET = {"players": 16, "rounds": 5, "forfeits": 0, "byes": 0, "withdrawals": 0, "baku": False}


def changed(file: TrfFile, player_id: int, round_no: int, cell: TrfCell) -> TrfFile:
    players = [
        replace(one, rounds=(*one.rounds[: round_no - 1], cell, *one.rounds[round_no:]))
        if one.id == player_id
        else one
        for one in file.players
    ]
    return replace(file, players=tuple(players))


def cell_of(file: TrfFile, player_id: int, round_no: int) -> TrfCell:
    return next(one for one in file.players if one.id == player_id).rounds[round_no - 1]


# Random tournaments


def chunk(first: int, count: int) -> None:
    for number in range(first, first + count):
        data = write(event(f"event {number}"))
        verdict = check_file(data)
        assert verdict.is_right, (number, list(map(str, verdict.complaints)))
        assert verdict.ranks >= 10
        assert verdict.rounds >= 3


@pytest.mark.parametrize("first", range(0, 32, 8))
def test_random_events_are_right(first: int) -> None:
    chunk(first, 8)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 3000, 50))
def test_many_random_events_are_right(first: int) -> None:
    chunk(first, 50)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_few_players_with_many_rounds_end_early(players: int) -> None:
    made = random_event(RandomFileOptions(players, 9, 0, 0, 0, baku=False), "few")
    most = players if players % 2 else players - 1
    assert 1 <= made.file.rounds_played <= most
    assert made.notes
    assert check_trf(made.file).is_right
    with pytest.raises(ImpossiblePairingError):
        next_round(made.file)


def test_a_seed_gives_the_same_file_everywhere() -> None:
    options = QUIET | {"players": 6, "rounds": 2, "forfeits": 30, "byes": 10}
    file = event("spring", **options)
    assert file == event("spring", **options)
    assert file != event("autumn", **options)
    # Drawn once and written down: a change here would change everybody's files.
    assert [one.rating for one in file.players] == [2095, 1975, 1916, 1833, 1756, 1704]
    assert [(c.opponent, c.colour, c.result) for c in file.players[0].rounds] == [
        (3, "w", "0"),
        (4, "b", "-"),
    ]


def test_what_is_asked_for_is_there() -> None:
    file = event("much", players=40, rounds=7, forfeits=20, byes=15, withdrawals=30, baku=True)
    codes = [cell.result for one in file.players for cell in one.rounds]
    assert (len(file.players), file.rounds, file.rounds_played) == (40, 7, 7)
    assert set("1=0+-HZF") <= set(codes)
    assert any([cell.result for cell in one.rounds[-3:]] == ["Z"] * 3 for one in file.players)
    assert file.system.endswith("_BAKU")
    quiet = event("none", **QUIET)
    assert {cell.result for one in quiet.players for cell in one.rounds} <= set("1=0")


def test_nobody_but_two_is_left_when_all_withdraw() -> None:
    file = event("gone", **(QUIET | {"players": 4, "withdrawals": 100, "byes": 100}))
    assert file.rounds_played >= 1
    assert check_trf(file).is_right


# How likely results are


def test_chances_of_the_model() -> None:
    """The example of the specification, and what must hold for any two."""
    white, black = winning_chances(2467, 2344)
    assert (round(white, 3), round(black, 3)) == (0.511, 0.138)
    for one in range(1000, 2900, 60):
        for other in range(1000, 2900, 60):
            white, black = winning_chances(one, other)
            assert 0 <= white <= 1
            assert 0 <= black <= 1 - white
    assert winning_chances(2800, 1000) == (1.0, 0.0)
    assert winning_chances(1000, 2800) == (0.0, 1.0)


def test_results_follow_the_chances() -> None:
    lots = Lots("many")
    shares = [lots.share("game", number) for number in range(4000)]
    assert 0 <= min(shares) < max(shares) < 1
    assert abs(sum(share < 0.511 for share in shares) / 4000 - 0.511) < 0.03
    assert {lots.number(1, 6, "die", n) for n in range(100)} == {1, 2, 3, 4, 5, 6}


# Checking


@pytest.mark.parametrize("path", PLAYED_BY_THE_RULES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_no_complaint_about_files_of_other_programs(path: Path) -> None:
    verdict = check_file(path.read_bytes())
    assert verdict.is_right, list(map(str, verdict.complaints))


def test_swapped_opponents_are_found() -> None:
    file = event("swap", **QUIET)
    (one, a), (two, b) = [
        (p.id, p.rounds[1].opponent) for p in file.players if p.rounds[1].colour == "w"
    ][:2]
    assert a
    assert b
    wrong = file
    for me, other in ((one, b), (two, a), (a, two), (b, one)):
        wrong = changed(wrong, me, 2, replace(cell_of(file, me, 2), opponent=other))
    found = [pair for pair in check_trf(wrong).pairs if pair.round_no == 2]
    assert {pair.expected: set(pair.found) for pair in found} == {
        (one, a): {(one, b), (two, a)},
        (two, b): {(two, a), (one, b)},
    }


def test_wrong_colours_are_found() -> None:
    file = event("colours", **QUIET)
    white = next(p.id for p in file.players if p.rounds[0].colour == "w")
    black = cell_of(file, white, 1).opponent
    assert black
    wrong = changed(file, white, 1, replace(cell_of(file, white, 1), colour="b"))
    wrong = changed(wrong, black, 1, replace(cell_of(file, black, 1), colour="w"))
    first = check_trf(wrong).pairs[0]
    assert (first.round_no, first.expected, first.found) == (1, (white, black), ((black, white),))
    assert first.has_wrong_colours
    assert str(first).endswith(
        f"expected {white}-{black}, found {black}-{white} (colours):"
        " the colours follow from article 5.2.5"
    )


def test_a_wrong_bye_is_found() -> None:
    file = event("bye", **(QUIET | {"players": 9}))
    last = next(p.id for p in file.players if p.rounds[0].result == "U")
    other = next(p.id for p in file.players if p.rounds[0].colour == "b")
    partner = cell_of(file, other, 1).opponent
    assert partner
    wrong = changed(file, last, 1, cell_of(file, other, 1))
    wrong = changed(wrong, other, 1, cell_of(file, last, 1))
    wrong = changed(wrong, partner, 1, replace(cell_of(file, partner, 1), opponent=last))
    found = [pair for pair in check_trf(wrong).pairs if pair.round_no == 1]
    assert WrongPair(1, 5, (last, 0), ((partner, last),)) in found
    assert len(found) == 2
    assert str(found[-1]) == (
        f"Round 1, board 5: expected a bye for {last}, found {partner}-{last}: both are equally"
        " good by the criteria, but the expected pairs come first (articles 4.2 to 4.4)"
    )


def test_a_rematch_and_a_second_bye_name_their_criterion() -> None:
    """1 beat 2 in round 1 and 3 had the bye; in round 2 the same again."""
    lines = (
        player(1, "2 w 1", "2 b 1", points="2.0"),
        player(2, "1 b 0", "1 w 0", points="0.0"),
        player(3, "- - U", "- - U", points="2.0"),
    )
    found = [str(one) for one in check_file(text("142 3", "152 W", *lines)).pairs]
    assert found == [
        "Round 2, board 1: expected 3-1, found a bye for 3 and 2-1:"
        " 1 and 2 met in round 1 (C1); 3 had the bye in round 1 (C2)",
        "Round 2, board 2: expected a bye for 2, found 2-1: 1 and 2 met in round 1 (C1)",
    ]


def test_a_forbidden_pair_and_a_bye_for_a_higher_score_are_named() -> None:
    lines = [player(1, "2 w 1"), player(2, "1 b 0"), player(3, "4 w 1"), player(4, "3 b 0")]
    found = check_file(text("142 1", "152 W", "260   1   1    1    2", *lines)).pairs
    assert {str(one.reasons[0]) for one in found} == {"1 and 2 must not meet (260)"}
    byes = [
        player(1, "3 w 1", "- - U"),
        player(2, "- - U", "4 w 1"),
        player(3, "1 b 0", "5 w 1"),
        player(4, "5 w 1", "2 b 0"),
        player(5, "4 b 0", "3 b 0"),
    ]
    found = check_file(text("142 3", "152 W", *byes)).pairs
    texts = [str(reason) for one in found if one.round_no == 2 for reason in one.reasons]
    assert "as found, the bye would go to a player with a higher score (C5)" in texts


def test_a_worse_round_names_the_criterion() -> None:
    """1 and 3 are due Black, 2 and 4 White; as found nobody gets it who could."""
    first = ("5 w 1", "6 b 1", "7 w 1", "8 b 1", "1 b 0", "2 w 0", "3 b 0", "4 w 0")
    second = ("3 w 1", "4 b 1", "1 b 0", "2 w 0", "7 w 1", "8 b 1", "5 b 0", "6 w 0")
    lines = [player(n, *games) for n, games in enumerate(zip(first, second, strict=True), 1)]
    found = [one for one in check_file(text("142 5", "152 W", *lines)).pairs if one.round_no == 2]
    assert "(C12)" in str(found[0])


def test_wrong_ranks_are_found() -> None:
    file = event("ranks", **QUIET)
    rank = {one.id: one.rank for one in file.players}
    first, third = (next(i for i, r in rank.items() if r == n) for n in (1, 3))
    swapped = {first: 3, third: 1}
    players = (replace(one, rank=swapped.get(one.id, one.rank)) for one in file.players)
    verdict = check_trf(replace(file, players=tuple(players)))
    assert not verdict.pairs
    assert verdict.wrong_ranks == (
        WrongRank(third, range(3, 4), 1),
        WrongRank(first, range(1, 2), 3),
    )
    assert str(verdict.wrong_ranks[0]) == f"Rank of {third}: expected 3, found 1"


def test_ranks_may_be_shared_or_told_apart_by_lot_or_left_out() -> None:
    lines = (
        player(1, "2 w =", who=Person("A", points="0.5", rank="{}")),
        player(2, "1 b =", who=Person("B", points="0.5", rank="{}")),
    )
    sheet = "\n".join(("012 Open", "142 1", "152 W", "202 SB", *lines))

    def wrong(*ranks: int | str) -> int:
        shown = (f"{rank:>2}" for rank in ranks)
        return len(check_file(sheet.format(*shown).encode()).wrong_ranks)

    assert [wrong(1, 1), wrong(1, 2), wrong(2, 1), wrong(2, 2)] == [0, 0, 0, 0]
    assert [wrong(1, 3), wrong(4, 3), wrong("", 1), wrong("", 2), wrong("", 3)] == [1, 2, 0, 0, 1]


def test_a_forfeit_without_colours_is_no_wrong_pair() -> None:
    """4 should have White against 2; nobody sat down."""
    lines = (
        player(1, "3 w 1", points="1.0"),
        player(2, "4 - +", points="1.0"),
        player(3, "1 b 0", points="0.0"),
        player(4, "2 - -", points="0.0"),
    )
    verdict = check_file(text("012 Open", "142 3", "152 W", *lines))
    assert (verdict.rounds, verdict.is_right) == (1, True)


@pytest.mark.parametrize(("rank", "wrong"), [("1", 0), ("2", 0), ("3", 1)])
def test_who_is_not_ranked_may_be_left_out_before_counting(rank: str, wrong: int) -> None:
    lines = (
        player(1, "2 w 1", who=Person("A", points="1.0")),
        player(2, "1 b 0", who=Person("B", points="0.0", rank=rank)),
    )
    verdict = check_file(text("012 Open", "142 1", "152 W", "202 SB", *lines))
    assert (verdict.ranks, len(verdict.wrong_ranks)) == (1, wrong)


def test_ranks_are_checked_only_by_tie_breaks_that_are_known() -> None:
    file = replace(event("known", **QUIET), tiebreaks=("BH", "MAGIC"))
    verdict = check_trf(file)
    assert (verdict.ranks, verdict.is_right) == (0, True)
    assert "MAGIC" in str(verdict.notes[0])
    assert check_trf(replace(file, tiebreaks=())).ranks == 0


def test_a_round_that_no_pairing_exists_for_is_told() -> None:
    games = ("2 w 1", "2 b 1"), ("1 b 0", "1 w 0")
    data = text(
        "012 Open",
        "142 2",
        "152 W",
        player(1, *games[0], points="2.0"),
        player(2, *games[1], points="0.0"),
    )
    verdict = check_file(data)
    assert [one.round_no for one in verdict.unpairable] == [2]
    assert "cannot be paired" in str(verdict.complaints[0])
    assert not verdict.is_right


def test_other_systems_are_ranked_but_not_paired() -> None:
    file = replace(event("other", **QUIET), system="FIDE_DUBOV")
    verdict = check_trf(file)
    assert (verdict.rounds, verdict.ranks) == (0, 16)
    assert "FIDE_DUBOV" in str(verdict.notes[0])
    assert check_trf(file, system="dutch").rounds == 5


# A file as it was before a round


def test_a_round_is_paired_from_what_was_known_then() -> None:
    file = event("then", players=12, rounds=4, byes=20, forfeits=10, withdrawals=20, baku=False)
    file = replace(
        file,
        forbidden=(TrfForbidden((1, 2), 1, 2), TrfForbidden((3, 4)), TrfForbidden((5, 6), 4, 4)),
        abnormal=(
            TrfAbnormal("", Fraction(-1), None, 3, (1,)),
            TrfAbnormal("", Fraction(1), None, None, (2,)),
        ),
    )
    before = before_round(file, 3)
    assert {len(one.rounds) for one in before.players} == {2}
    assert (before.rounds, before.rounds_played) == (4, 2)
    assert [one.ids for one in before.forbidden] == [(3, 4)]
    assert [one.ids for one in before.abnormal] == [(2,)]
    assert {bye.id for bye in before.next_byes} == {
        one.id for one in file.players if one.rounds[2].result in ("H", "F", "Z")
    }
    assert [one.rounds for one in before_round(file, 5).players] == [
        one.rounds for one in file.players
    ]


def test_virtual_points_are_those_of_the_round() -> None:
    """250 in place of 192: the same pairings."""
    file = event("baku", **(QUIET | {"rounds": 7, "baku": True}))
    listed = (
        TrfAcceleration(Fraction(1), 1, 2, 1, 8),
        TrfAcceleration(Fraction(1, 2), 3, 4, 1, 8),
    )
    assert file.acceleration == listed
    plain = replace(file, system="FIDE_DUTCH_2026", acceleration=())
    assert check_trf(replace(plain, acceleration=listed)).is_right
    assert not check_trf(plain).is_right


def test_the_initial_colour_is_seen_in_round_1() -> None:
    for seed in ("white", "black", "red", "blue"):
        file = event(seed, **QUIET)
        told = replace(file, initial_colour=None)
        assert initial_colour(told) == file.initial_colour
        assert check_trf(told).is_right
    assert initial_colour(replace(before_round(file, 1), initial_colour=None)) is None
    # Number 1 has a forfeit without colours: number 2 shows the other one.
    cells = [cell_of(told, 1, 1), cell_of(told, cell_of(told, 1, 1).opponent or 0, 1)]
    pale = changed(told, 1, 1, replace(cells[0], colour=None, result="+"))
    pale = changed(pale, cells[0].opponent or 0, 1, replace(cells[1], colour=None, result="-"))
    assert initial_colour(pale) == file.initial_colour
    assert not [one for one in check_trf(pale).pairs if one.round_no == 1]


def test_a_bye_in_round_1_has_a_number() -> None:
    """1 has the bye, so 2 is number 2: Black there is White for number 1."""
    file = good("012 Open", player(1, "- - U"), player(2, "3 b 1"), player(3, "2 w 0"))
    assert initial_colour(file) == "w"


def test_the_initial_colour_is_seen_in_a_later_round() -> None:
    """Nobody played in round 1; in round 2 number 1 has Black, so 4 has White as number 4."""
    lines = [
        player(1, "- - H", "2 b =", points="1.0"),
        player(2, "- - H", "1 w =", points="1.0"),
        player(3, "- - H", "- - U", points="1.5"),
        player(4, "- - U", "- - H", points="1.5"),
        player(5, "- - H", "- - H", points="1.0"),
    ]
    later = text("012 Open", "142 3", "240 Z   3    2", *lines)
    told = text("012 Open", "142 3", "152 B", "240 Z   3    2", *lines)
    assert file_pairing(later).round == file_pairing(told).round
    assert (4, 3) in {(board.white, board.black) for board in file_pairing(later).round.boards}
    assert not any("initial" in str(note) for note in file_pairing(later).notes)


def test_a_played_game_shows_the_initial_colour_before_a_forfeit() -> None:
    """Colours of forfeits are often invented; alone they count, and without any it is White."""
    forfeit = [player(1, "3 b +"), player(3, "1 w -")]
    assert initial_colour(good("012 Open", *forfeit)) == "b"
    game = [player(2, "4 b 1"), player(4, "2 w 0")]
    assert initial_colour(good("012 Open", *forfeit, *game)) == "w"
    nothing = good("012 Open", player(1, "2 - +"), player(2, "1 - -"))
    assert initial_colour(nothing) is None
    assert "White is assumed" in str(file_pairing(write(replace(nothing, rounds=3))).notes[0])


# Pairing


def test_the_next_round_of_a_file_is_the_one_that_was_played() -> None:
    file = event("next", players=20, rounds=6)
    made = file_pairing(write(before_round(file, 4)))
    pairs = {
        (one.id, one.rounds[3].opponent) for one in file.players if one.rounds[3].colour == "w"
    }
    assert {(board.white, board.black) for board in made.round.boards} == pairs
    assert made.notes == ()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("XXP 1 2 3 4", "no possible opponent"),
        ("XXP 1 2 3\nXXP 1 4\nXXP 2 4", "no possible opponent for 1"),
        ("XXP 1 2 3", "the forbidden pairs"),
    ],
)
def test_the_cause_is_named(more: str, words: str) -> None:
    lines = [player(number, points="0.0") for number in range(1, 5)]
    with pytest.raises(ImpossiblePairingError, match=words):
        file_pairing(text("012 Open", "142 3", "152 W", more, *lines))


def test_a_second_bye_is_named_as_the_cause() -> None:
    path = VECTORS / "dutch-odd" / "044.trf"
    with pytest.raises(ImpossiblePairingError, match=r"every player has already had a bye"):
        file_pairing(path.read_bytes())


def test_what_is_not_to_be_paired_is_refused() -> None:
    file = event("over", **QUIET)

    def refused(wrong: TrfFile) -> str:
        with pytest.raises(InvalidInputError) as refusal:
            file_pairing(write(wrong))
        return refusal.value.code

    assert refused(file) == "tournament-over"
    unfinished = before_round(file, 3)
    assert refused(replace(unfinished, system="FIDE_BURSTEIN")) == "other-system"
    baku = replace(unfinished, system="FIDE_DUTCH_2026_BAKU", rounds=None)
    assert refused(baku) == "no-rounds"
    other = cell_of(unfinished, 1, 2).opponent
    assert other
    waiting = changed(unfinished, 1, 2, replace(cell_of(unfinished, 1, 2), result=""))
    waiting = changed(waiting, other, 2, replace(cell_of(unfinished, other, 2), result=""))
    assert refused(waiting) == "round-open"


def test_files_without_a_number_of_rounds_are_paired_with_a_note() -> None:
    data = text("012 Open", player(1, points="0.0"), player(2, points="0.0"))
    made = file_pairing(data)
    assert [(board.white, board.black) for board in made.round.boards] == [(1, 2)]
    assert ["142" in str(note) for note in made.notes] == [True, False]
    assert "152" in str(made.notes[1])
    assert read_or_raise(data)[0].rounds is None
