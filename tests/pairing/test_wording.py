"""Texts for players: what is said is true also of byes, absent players and virtual points."""

from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest

from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.completion import can_be_completed
from fairpair.engine.pairing.brackets.contender import ColourPreference
from fairpair.engine.pairing.brackets.task import Task
from fairpair.engine.pairing.dutch.criteria import QUALITY_CRITERIA
from fairpair.engine.pairing.explanation import alternatives
from fairpair.engine.pairing.explanation.alternatives import Candidate
from fairpair.engine.pairing.explanation.reasons import (
    ORDER,
    BoardExplanation,
    ByeExplanation,
    Cause,
    ColourExplanation,
    ExpectedOpponent,
    FloatExplanation,
    Group,
    PassedOver,
    RuledOut,
    Side,
)
from fairpair.engine.pairing.swiss.criteria import NAMED_CRITERIA
from fairpair.engine.standings.sheet import Kind
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.tournament import before_round
from fairpair.language.english import ENGLISH
from fairpair.language.texts import use
from formats.sheet import player as line
from pairing.explained_rounds import (
    ExplainedRound,
    board_text,
    bye_text,
    colour_text,
    float_text,
    name_of,
    told,
    worse_text,
)
from pairing.positions import position, tangled

A, B, C, D = map(PlayerId, range(1, 5))


def told_of(seed: int, *, entangled: bool = False) -> ExplainedRound:
    text = tangled(seed) if entangled else position(seed)
    return ExplainedRound(read_or_raise(text.encode())[0])


def bye_of(found: ExplainedRound) -> str:
    assert found.why.bye is not None
    return bye_text(found.why.bye, name_of)


# Virtual points


WON = (line(1, "3 w 1"), line(2, "4 b 1"), line(3, "1 b 0"), line(4, "2 w 0"))


def test_virtual_points_are_told_apart() -> None:
    found = told(*WON, "XXA    1  1.0  1.0", "XXA    2  1.0  1.0")
    assert board_text(found.board(1), name_of).startswith(
        "B and A both have 1 point plus 1 virtual point. "
    )
    assert board_text(found.board(3), name_of).startswith("C and D both have 0 points. ")


def test_the_same_score_with_and_without_virtual_points() -> None:
    found = told(*WON, "XXA    3  0.0  1.0", "XXP 1 2")
    assert board_text(found.board(3), name_of).startswith(
        "B has 1 point and C has 0 points plus 1 virtual point. "
    )


def test_floats_with_virtual_points() -> None:
    found = told(*WON, "XXA    2  1.0  1.0", "XXA    3  0.0  0.5", "XXP 1 2")
    assert (
        "B is paired down: no other player to be paired has 2 points including virtual points."
        in {float_text(one, name_of) for one in found.why.floats}
    )
    assert any(
        "B (1 point plus 1 virtual point)" in text
        and "C (0 points plus 0.5 virtual points)" in text
        for text in (board_text(board, name_of) for board in found.why.boards)
    )


def test_the_bye_with_virtual_points() -> None:
    found = told(*(line(n) for n in range(1, 6)), "XXA    5  0.5", "XXA    4  0.5", "XXA    3  0.5")
    assert bye_of(found).startswith(
        "B has the bye with 0 points, the lowest score among the"
        " players to be paired (including virtual points). "
    )


# The order of the boards


def test_only_one_of_two_boards_comes_first() -> None:
    """1 and 5 may not meet, so 1 has 6, and 2 has 5."""
    found = told(*(line(n) for n in range(1, 9)), "XXP 1 5")
    first, second = (board_text(found.board(n), name_of) for n in (1, 2))
    assert " F would have played B, but A has priority and plays F (C.04.3, 4.2" in first
    assert " B would have played F, but A has priority and plays F (C.04.3, 4.2" in second


def test_a_choice_that_others_need() -> None:
    """4 and 8 may not meet, so 3 has 8."""
    found = told(*(line(n) for n in range(1, 9)), "XXP 4 8")
    assert (
        " C would have played G, but then, with the earlier tables unchanged, the other players "
        "could not all be paired (C4). "
    ) in board_text(found.board(3), name_of)


def natural(*who: PlayerId, has: PlayerId | None = C, article: str = "") -> str:
    why = ExpectedOpponent(A, B, RuledOut(ORDER, who=who, article=article), has)
    preference = Side(A, ColourPreference.NONE, "", "")
    colours = ColourExplanation(
        "5.2.5", preference, Side(D, ColourPreference.NONE, "", ""), A, None, 1, "white"
    )
    zero, group = Fraction(0), Group(Fraction(0), 4, (), True)
    board = BoardExplanation(A, D, (zero, zero), (zero, zero), group, None, None, (why,), colours)
    return board_text(board, name_of).split(". ")[1].removeprefix("A would have played B, but ")


def test_the_order_of_the_rules() -> None:
    as_good = "is equally good and comes first in the order set by the rules"
    assert natural(C, B) == "C has priority and plays B"
    assert natural(D, A) == "D has priority and plays A"
    assert natural(A, D) == f"the pairing of A and D {as_good}"
    assert natural(B, C) == f"the pairing of B and C {as_good}"
    assert natural(A, D, has=None) == (
        "B is paired down: an equally good pairing comes first in the order set by the rules"
    )


def test_the_order_names_its_article() -> None:
    for article in ("4.2", "4.3", "4.4"):
        for who in ((A, D), (C, B), ()):
            assert f"C.04.3, {article}, order of" in natural(*who, article=article)
        why = RuledOut(ORDER, article=article)
        assert f"C.04.3, {article}, order of" in worse_text(why, name_of)


# Downfloats without a game


@pytest.mark.parametrize(
    ("kind", "text", "counts"),
    [
        (Kind.PLAYED, "was paired down in the previous round", ""),
        (Kind.PAIRING_BYE, "had the bye", "the bye counts"),
        (Kind.FULL_BYE, "had a full-point bye", "a full-point bye counts"),
        (Kind.HALF_BYE, "had a half-point bye", "a half-point bye counts"),
        (Kind.FORFEIT_WIN, "had a win by forfeit", "a win by forfeit counts"),
        (
            Kind.ZERO_BYE,
            "had points awarded without a game",
            "points awarded without a game counts",
        ),
    ],
)
def test_what_counts_as_a_downfloat(kind: Kind, text: str, counts: str) -> None:
    said = (
        text
        if kind is Kind.PLAYED
        else f"{text} in the previous round, which counts as being paired down"
    )
    note = f": {counts} as being paired down" if counts else ""
    why = RuledOut("C14", who=(B,), kinds=(kind,))
    floated = FloatExplanation(
        A, Group(Fraction(1), 3, (), True), Cause.ODD, (), (PassedOver(B, why),)
    )
    assert float_text(floated, name_of) == (
        f"A is paired down: the group has an odd number of players. B {said} (C14)."
    )
    assert worse_text(why, name_of) == (
        f"B would be paired down again, as in the previous round (C14{note})"
    )
    assert worse_text(RuledOut("C20", who=(B,), kinds=(kind,)), name_of) == (
        f"B would be paired down further, after being paired down two rounds ago (C20{note})"
    )


def test_two_ways_of_floating_down_without_a_game() -> None:
    kinds = Kind.PAIRING_BYE, Kind.PLAYED, Kind.FORFEIT_WIN
    assert worse_text(RuledOut("C16", who=(B, C, D), kinds=kinds), name_of) == (
        "B, C and D would be paired down again, as happened two rounds ago "
        "(C16: the bye and a win by forfeit count as being paired down)"
    )


def test_who_had_the_bye_stays() -> None:
    found = told(*WON, line(5, "- - U"), line(6, "- - Z"))
    assert float_text(found.floated(2), name_of) == (
        "B is paired down: the group has an odd number of players. E had the bye in the previous "
        "round, which counts as being paired down (C14)."
    )
    assert (
        " A would have played B, but then E would be paired down again, as in the previous round "
        "(C14: the bye counts as being paired down). "
    ) in board_text(found.board(1), name_of)


# Who is absent


def test_absent_players_may_have_the_same_score() -> None:
    """2 has a point too, but is away."""
    found = told(*WON, "240 Z   2    2    3")
    assert float_text(found.floated(1), name_of) == (
        "A is paired down: no other player to be paired has 1 point."
    )


def test_absent_players_may_be_ranked_lower() -> None:
    found = told(
        line(1, "4 w 1"),
        line(2, "5 b 1"),
        line(3, "6 w 1"),
        line(7, "8 w 1"),
        line(4, "1 b 0"),
        line(5, "2 w 0"),
        line(6, "3 b 0"),
        line(8, "7 b 0"),
        "240 Z   2    7    8",
    )
    assert float_text(found.floated(3), name_of) == (
        "C is paired down: the group has an odd number of players. No lower-ranked player to be "
        "paired has the same score."
    )


def test_absent_players_may_have_less_than_who_has_the_bye() -> None:
    found = told(
        line(1, "3 w 1"),
        line(2, "4 b 1"),
        line(3, "1 b 0"),
        line(4, "2 w 0"),
        line(5, "- - H"),
        "240 Z   2    3    4",
    )
    assert bye_of(found).startswith(
        "E has the bye with 0.5 points, the lowest score among the players to be paired. "
    )


# Colours


def due(white: str, black: str) -> str:
    sides = (
        Side(A, ColourPreference.MILD, "white", white),
        Side(B, ColourPreference.MILD, "white", black),
    )
    return colour_text(ColourExplanation("5.2.4", *sides, A), name_of)


def test_the_same_colours_as_far_as_both_have_played() -> None:
    start = "A has White: both players are due White and"
    assert due("wb", "wb") == f"{start} have the same colour history, but A is ranked higher."
    assert due("bwwb", "wb") == (
        f"{start} had the same colours in their last 2 games "
        "(B has not played any more games), but A is ranked higher."
    )
    assert due("b", "bwwb") == (
        f"{start} had the same colour in their last game "
        "(A has not played any more games), but A is ranked higher."
    )


def test_the_number_that_counts_for_the_first_colour() -> None:
    found = told(*(line(n) for n in range(1, 7)), "240 Z   1    1    3")
    two, four = (found.board(n).colours for n in (2, 4))
    assert (two.higher, two.number, two.skipped) == (2, 1, 1)
    assert (four.higher, four.number, four.skipped) == (4, 2, 2)
    assert (
        "B is ranked higher and is number 1 (not counting 1 player who was never paired), and odd"
        in (colour_text(two, name_of))
    )
    assert (
        "D is ranked higher and is number 2 (not counting 2 players who were never paired), and odd"
        in (colour_text(four, name_of))
    )


# Nothing is said twice


def test_a_cause_is_not_said_again() -> None:
    group = Group(Fraction(2), 4, (A,), True)
    bye = FloatExplanation(A, group, Cause.BYE, (B,), (), staying=RuledOut("C5"))
    assert float_text(bye, name_of) == (
        "A is paired down further: otherwise the bye would go to a player with a higher score (C5)."
    )
    rest = FloatExplanation(
        A, group, Cause.REST, (B,), (PassedOver(C, RuledOut("C4")),), staying=RuledOut("C4")
    )
    assert float_text(rest, name_of) == (
        "A is paired down further: otherwise the other players could not all be paired (C4)."
    )


def test_a_reason_is_not_said_again() -> None:
    again = RuledOut("C18", who=(B,), kinds=(Kind.PLAYED,))
    group = Group(Fraction(2), 5, (A, B), True)
    why = FloatExplanation(A, group, Cause.ODD, (), (PassedOver(B, again),), staying=again)
    assert float_text(why, name_of) == (
        "A is paired down further: the group has an odd number of players. If A were paired in "
        "this group, B would be paired down further, after being paired down in the previous round "
        "(C18)."
    )


def test_the_bye_is_no_reason_for_the_bye() -> None:
    group = Group(Fraction(2), 4, (), True)
    lower = (PassedOver(C, RuledOut("C2", round_no=1, kind=Kind.PAIRING_BYE)),)
    floated = FloatExplanation(A, group, Cause.BYE, (B,), ())
    text = "A has the bye with 2 points, the lowest score of any eligible player. "
    text += "C already had the bye in round 1 (C2)."
    assert bye_text(ByeExplanation(A, Fraction(2), Fraction(0), lower, floated), name_of) == text
    kept = (PassedOver(D, RuledOut("C14", who=(D,), kinds=(Kind.PLAYED,))),)
    floated = FloatExplanation(A, group, Cause.BYE, (B,), kept)
    assert bye_text(ByeExplanation(A, Fraction(2), Fraction(0), lower, floated), name_of) == (
        f"{text} D was paired down in the previous round (C14)."
    )


def test_what_would_happen_with_another_is_not_said_again() -> None:
    group = Group(Fraction(2), 4, (), True)
    kept = (PassedOver(C, RuledOut("C4")), PassedOver(D, RuledOut("C6")))
    assert float_text(FloatExplanation(A, group, Cause.REST, (B,), kept), name_of) == (
        "A is paired down: otherwise the other players could not all be paired (C4). If C were "
        "paired down instead, the result would be the same. If D were paired down instead, more "
        "players would have to be paired down (C6)."
    )


@pytest.mark.parametrize(("seed", "entangled"), [(29, False), (680, False), (29, True)])
def test_positions_that_said_it_twice(seed: int, entangled: bool) -> None:
    found = told_of(seed, entangled=entangled)
    texts = [float_text(one, name_of) for one in found.why.floats]
    assert "the bye would go to a player with a higher score" not in bye_of(found)
    assert all(text.count("bye would go to a higher score") <= 1 for text in texts)


# Every criterion has a text, and every game its words


def test_what_would_be_worse_has_a_text() -> None:
    criteria = (*QUALITY_CRITERIA, *chain(*NAMED_CRITERIA.values()))
    assert {one.worse for one in criteria} <= ENGLISH.keys()


def test_chess_players_float() -> None:
    group = Group(Fraction(1), 3, (), True)
    why = FloatExplanation(A, group, Cause.ODD, (), (PassedOver(B, RuledOut("C6")),))
    with use(vocabulary="chess"):
        assert float_text(why, name_of) == (
            "A floats down: the group has an odd number of players. "
            "If B floated down instead, more players would have to float down (C6)."
        )


def test_names_with_commas_are_told_apart() -> None:
    why = RuledOut("C16", who=(A, B, C), kinds=(Kind.PLAYED,) * 3)
    text = worse_text(why, lambda player: f"Doe, {name_of(player)}")
    assert text.startswith("Doe, A; Doe, B and Doe, C would be paired down again")


# Fast enough for large events


def test_large_rounds_hardly_need_the_exact_matcher(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = RandomFileOptions(players=120, rounds=5, forfeits=2, byes=4, withdrawals=5, baku=False)
    found = ExplainedRound(before_round(random_event(plan, "quick").file, 4))
    calls: Counter[str] = Counter()
    asked: Counter[object] = Counter()
    exact, keeping = can_be_completed, alternatives.alternative_with_pairs

    def counted(task: Task, *, any_bye: bool = False) -> bool:
        calls["exact"] += 1
        return exact(task, any_bye=any_bye)

    def noted(chosen: Candidate, kept: list[tuple[int, int]]) -> Candidate | str:
        asked[id(chosen), tuple(kept)] += 1
        return keeping(chosen, kept)

    monkeypatch.setattr(alternatives, "can_be_completed", counted)
    monkeypatch.setattr(
        "fairpair.engine.pairing.explanation.explainer.alternative_with_pairs", noted
    )
    assert found.why.boards
    assert len(asked) > 20
    assert set(asked.values()) == {1}
    assert calls["exact"] < len(asked) / 4
