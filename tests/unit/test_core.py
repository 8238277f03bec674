"""The values of the core: exact, closed, and plain about what is wrong."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
from fairpair.core.numbers import encode_number, format_number, parse_number
from fairpair.core.players import Entrant, Entry, Period, Player, Team
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.rules import ByePoints, Rules
from fairpair.core.texts import name_problem, normalise_text, same_name_key, text_problem

W, D, L = Mark.WIN, Mark.DRAW, Mark.LOSS


@given(st.fractions(max_denominator=10**12, min_value=-(10**12), max_value=10**12))
def test_numbers_are_stored_exactly(number: Fraction) -> None:
    assert parse_number(encode_number(number)) == number


@given(st.fractions(max_denominator=10**6, min_value=-(10**6), max_value=10**6))
def test_what_is_shown_is_the_number(number: Fraction) -> None:
    assert Fraction(format_number(number)) == number


@pytest.mark.parametrize("text", ["1/0", "1e99", "nan", "inf", "", "1/2/3", "½", "0x10", "1_0"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        parse_number(text)
    others: list[object] = [True, None, [], float("nan"), float("inf")]
    for value in others:
        with pytest.raises(ValueError, match="is not a number"):
            parse_number(value)


@pytest.mark.parametrize(
    ("result", "text", "fault"),
    [
        (Games((2, 1)), "2-1", ""),
        (Games((1, 1), 1), "1-1-1", ""),
        (Games((0, 100)), "0-100", "number of games"),
        (Games((1, 1), winner=0), "1-1 (won by side 1)", ""),
        (Games((2, 1), winner=0), "2-1 (won by side 1)", "score already decides"),
        (Decided((W, L)), "1-0", ""),
        (Decided((D, D)), "1/2-1/2", ""),
        (Decided((L, L)), "0-0", ""),
        (Decided((D, L)), "1/2-0", ""),
        (Decided((W, W)), "1-1", "only one"),
        (Decided((W, D)), "1-1/2", "others must lose"),
        (Forfeit((L, W)), "0-1F", ""),
        (Forfeit((L, L)), "0-0F", ""),
        (Forfeit((D, D)), "1/2-1/2F", "cannot be a draw"),
        (Scored(({"op": Fraction(7, 2)}, {"op": Fraction(3)})), "op 3.5 : op 3", ""),
        (Scored(({"op": Fraction(1)}, {"vp": Fraction(1)})), "op 1 : vp 1", "same set of scores"),
        (Scored(()), "", "scores are missing"),
        (Boards((Board(Decided((W, L))), Board(Forfeit((L, W))))), "1-0 0-1F", ""),
        (Boards((Board(Decided((W, W))),)), "1-1", "only one"),
        (Boards((Board(Decided((W, L))), Board(Decided((W,))))), "1-0 1", "every board"),
        (Boards(()), "", "between 1 and 100 boards"),
        (Adjourned(), "adjourned", ""),
    ],
)
def test_results_say_what_they_are(result: Result, text: str, fault: str) -> None:
    assert str(result) == text
    assert (fault in str(result.problem)) if fault else result.problem is None


def test_results_fit_pods_of_any_size() -> None:
    assert win_for(2, seats=4) == (L, L, W, L)
    assert Decided(win_for(0, 4)).problem is None
    assert [r.seats for r in (Games((1, 0, 0)), Adjourned(), Boards(()))] == [3, None, None]


def test_the_base_classes_promise_nothing() -> None:
    for ask in (lambda: Result().seats, lambda: Result().problem, lambda: Entrant().strength):
        with pytest.raises(NotImplementedError):
            ask()


def test_a_teams_strength_is_the_mean_of_its_rated_members() -> None:
    team = Team("Rooks", (Player("A", 1500), Player("B", 1601), Player("C")))
    assert team.strength == Fraction(3101, 2)
    assert Team("New", (Player("A"),)).strength is None
    assert Player("A", 1500).strength == Fraction(1500)
    assert Player("A").strength is None


def test_an_entry_plays_in_its_periods() -> None:
    r = [RoundRef(1, n) for n in range(6)]
    entry = Entry(Player("A"), (Period(r[1], r[2]), Period(r[4])))
    assert [entry.plays_in(x) for x in r] == [False, True, True, False, True, True]
    assert not entry.dropped
    assert Entry(Player("A"), (Period(r[1], r[0]),)).plays_in(r[1]) is False


def test_rounds_say_their_names() -> None:
    assert str(RoundRef(1, 3)) == "round 3"
    assert str(RoundRef(2, 1).next) == "stage 2, round 2"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        'O\'Neil "Queen"',
        "<script>alert(1)</script>",
        "Đặng Văn Lâm",
        "\u05d3\u05e0\u05d4",
        "\u0627\u0628\u0646 \u0633\u064a\u0646\u0627",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # with a joiner that Persian needs
        "\u674e\u96f7",
        "\U0001f3c6",
        "A" * 300,
        "10%; DROP TABLE events",
    ],
)
def test_names_of_all_kinds_are_fine(name: str) -> None:
    assert name_problem(normalise_text(name)) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "empty"),
        (" \t ", "empty"),
        ("\u200b", "empty"),
        ("A" * 301, "301 characters"),
        ("a\x00b", "U+0000"),
        ("a\nb", "U+000A"),
        ("Ana\u202eoB", "U+202E"),
        ("a\u2028b", "U+2028"),
        ("a\ud800", "U+D800"),
        ("\ufeffAna", "U+FEFF"),
    ],
)
def test_names_that_would_do_harm_are_not(name: str, fault: str) -> None:
    assert fault in str(name_problem(normalise_text(name)))


def test_names_are_compared_as_people_read_them() -> None:
    assert same_name_key(" ÉMILE  Zola ") == same_name_key("e\u0301mile zola")
    assert same_name_key("Straße") == same_name_key("STRASSE")
    assert same_name_key("Ana") != same_name_key("Anna")
    assert text_problem("fine") is None


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"rounds": 0}, "between 1 and 99"),
        ({"rounds": True}, "whole number"),
        ({"rounds": 2.5}, "whole number"),
        ({"avoid_repeat_pairings": "yes"}, "true or false"),
        ({"mode": "knockout"}, "one of swiss"),
        ({"mode": 7}, "one of swiss"),
        ({"system": 7}, "must be text"),
        ({"system": "x" * 101}, "the maximum is 100"),
        ({"scores": "op"}, "list of names"),
        ({"scores": ["op", "op"]}, "duplicate"),
        ({"omw_floor": "a third"}, "is not a number"),
        ({"omw_floor": 1.5}, "between 0 and 1"),
        ({"points": {"win": 3}}, "exactly win, draw, loss"),
        ({"points": 3}, "exactly win, draw, loss"),
        ({"points": {"win": "x", "draw": 1, "loss": 0}}, "is not a number"),
        ({"bye_points": {"wins": 2}}, "exactly wins, draws"),
        ({"bye_points": "some"}, "is not a number"),
        ({"pairing_methods": []}, "object with"),
        ({"structure": {}}, "list of objects"),
        ({"structure": [{"a": [[[[[[1]]]]]]}]}, "plain data"),
        ({"structure": [{"a": {1, 2}}]}, "plain data"),
        ({"late_entry": "pairing"}, "one of loss"),
        ({"bestof": 3}, "Did you mean best_of?"),
        ({"zzz": 3}, "is not a rule"),
        ({"rounds": 3, "swiss_rounds": 3}, "already set"),
    ],
)
def test_wrong_rules_are_told(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        Rules.read(settings)
    assert complaint in caught.value.problems[0].message


def test_all_wrong_rules_are_told_at_once() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Rules.read({"rounds": -1, "mood": "good", "check_in": 1})
    assert [x.where for x in caught.value.problems] == ["rounds", "mood", "check_in"]
    assert str(caught.value).count("\n- ") == 3


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ({"wins": 2, "draws": 0}, ByePoints(wins=2, draws=0)),
        (0.5, ByePoints(points=Fraction(1, 2))),
        ("1/2", ByePoints(points=Fraction(1, 2))),
        ({"op": 10, "vp": 0}, ByePoints(scores={"op": Fraction(10), "vp": Fraction(0)})),
        (None, None),
    ],
)
def test_a_bye_is_worth_games_points_or_scores(value: object, meant: ByePoints | None) -> None:
    rules = Rules.read({"bye_points": value})
    assert rules.bye_points == meant
    assert Rules.read(rules.as_settings()) == rules


def test_rules_are_the_same_after_a_journey_as_plain_data() -> None:
    rules = Rules.read(
        {
            "swiss_rounds": 5,
            "points": {"win": 1, "draw": 0.5, "loss": 0},
            "structure": [{"round": 1, "type": "swiss", "bye": 0.5, "who": {"top_k": 4}}],
            "pairing_methods": {"round_1": "rating_seeded"},
            "late_entry": "half",
            "omw_floor": "1/3",
            "max_byes_per_player": None,
        }
    )
    assert rules.rounds == 5
    assert rules.late_entry is ByeKind.HALF
    assert rules.structure[0]["bye"] == "1/2"
    assert Rules.read(rules.as_settings()) == rules
