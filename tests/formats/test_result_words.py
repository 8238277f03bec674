"""Results as people type them."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
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
from fairpair.core.rules import Rules
from fairpair.formats.result_words import (
    result_from_boards,
    result_from_scores,
    result_from_text,
)

CARDS, CHESS = Rules(best_of=3), Rules(best_of=1)
OPEN_END = Rules(best_of=None)
INFINITY = Rules(best_of=1, scores=("op", "vp", "ap"), primary_score="op")
TEAMS = Rules(best_of=1, boards=4)
FIRST, SECOND = Decided(win_for(0)), Decided(win_for(1))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
BOTH_LOSE = Forfeit((Mark.LOSS, Mark.LOSS))


@pytest.mark.parametrize(
    ("typed", "cards", "chess"),
    [
        ("1", FIRST, FIRST),
        ("0", SECOND, SECOND),
        ("=", DRAW, DRAW),
        ("½", DRAW, DRAW),
        (" 1/2 - 1/2 ", DRAW, DRAW),
        ("0,5-0,5", DRAW, DRAW),
        ("1-0", Games((1, 0)), FIRST),
        ("1:0", Games((1, 0)), FIRST),
        ("0\N{EN DASH}1", Games((0, 1)), SECOND),
        ("0-0", Games((0, 0)), Decided((Mark.LOSS, Mark.LOSS))),
        ("2-1", Games((2, 1)), Games((2, 1))),
        ("21", Games((2, 1)), Games((2, 1))),
        ("2-0-1", Games((2, 0), 1), Games((2, 0), 1)),
        ("201", Games((2, 0), 1), Games((2, 0), 1)),
        ("1-1 w2", Games((1, 1), 0, 1), Games((1, 1), 0, 1)),
        ("1-1-1w1", Games((1, 1), 1, 0), Games((1, 1), 1, 0)),
        ("+", Forfeit(win_for(0)), Forfeit(win_for(0))),
        ("-", Forfeit(win_for(1)), Forfeit(win_for(1))),
        ("+/-", Forfeit(win_for(0)), Forfeit(win_for(0))),
        ("- +", Forfeit(win_for(1)), Forfeit(win_for(1))),
        ("--", BOTH_LOSE, BOTH_LOSE),
        ("1-0f", Forfeit(win_for(0)), Forfeit(win_for(0))),
        ("0-1F", Forfeit(win_for(1)), Forfeit(win_for(1))),
        ("0-0f", BOTH_LOSE, BOTH_LOSE),
        ("adj", Adjourned(), Adjourned()),
    ],
)
def test_a_match(typed: str, cards: Result, chess: Result) -> None:
    assert result_from_text(typed, CARDS) == cards
    assert result_from_text(typed, OPEN_END) == cards
    assert result_from_text(typed, CHESS) == chess


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "x",
        "2-",
        "1-2-3-4",
        "100-1",
        "1-0g",
        "w3",
        "<b>",
        "²-1",
        "\u0662-\u0661",
        "9" * 5000,
    ],
)
@pytest.mark.parametrize("rules", [CARDS, CHESS, INFINITY, TEAMS])
def test_what_is_no_result_is_told(typed: str, rules: Rules) -> None:
    with pytest.raises(InvalidInputError) as caught:
        result_from_text(typed, rules)
    assert caught.value.code == "unreadable-result"
    assert len(caught.value.message) < 100
    assert caught.value.hint


def test_scores() -> None:
    wanted = Scored(
        (
            {"op": Fraction(7), "vp": Fraction(120), "ap": Fraction(61, 2)},
            {"op": Fraction(3), "vp": Fraction(80), "ap": Fraction(10)},
        )
    )
    assert result_from_text("7 120 30.5 : 3 80 10", INFINITY) == wanted
    assert result_from_text("OP 7 ap 30,5 vp 120 : vp 80 op 3 ap 10", INFINITY) == wanted
    assert result_from_text(str(wanted), INFINITY) == wanted
    fields = [{"op": "7", "vp": " 120", "ap": "30,5"}, {"op": "3", "vp": "80", "ap": "10"}]
    assert result_from_scores(fields, INFINITY) == wanted
    assert result_from_text("+", INFINITY) == Forfeit(win_for(0))
    with pytest.raises(InvalidInputError, match="OP, VP and AP"):
        result_from_scores([{**fields[0], "vp": ""}, fields[1]], INFINITY)


def test_boards() -> None:
    wanted = Boards((Board(FIRST), Board(SECOND), Board(DRAW), Board(Forfeit(win_for(0)))))
    assert result_from_text("1 0 = +", TEAMS) == wanted
    assert result_from_text(str(wanted), TEAMS) == wanted
    assert result_from_boards(["1-0", "0", "½", "+"]) == wanted
    assert result_from_boards(["1", "0", "1", "0"], 1) == Boards(
        (Board(FIRST), Board(SECOND), Board(FIRST), Board(SECOND)), 1
    )
    assert result_from_text("1-0f", TEAMS) == Forfeit(win_for(0))
    with pytest.raises(InvalidInputError, match="boards 2 and 4 are"):
        result_from_boards(["1", "", "=", "what"])


@given(
    st.one_of(
        st.builds(
            Games,
            st.tuples(st.integers(0, 99), st.integers(0, 99)),
            st.integers(0, 99),
            st.none() | st.integers(0, 1),
        ),
        st.builds(Forfeit, st.sampled_from([win_for(0), win_for(1), BOTH_LOSE.marks])),
        st.builds(Adjourned),
    )
)
def test_what_is_shown_can_be_typed(result: Result) -> None:
    assert result_from_text(str(result), CARDS) == result


@given(st.text(max_size=40))
def test_no_text_breaks_it(text: str) -> None:
    for rules in (CARDS, CHESS, INFINITY, TEAMS):
        with suppress(InvalidInputError):
            assert result_from_text(text, rules).seats in (None, 2)


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("½-0", Decided((Mark.DRAW, Mark.LOSS))),
        ("0-1/2", Decided((Mark.LOSS, Mark.DRAW))),
        ("0.5-0", Decided((Mark.DRAW, Mark.LOSS))),
        ("1-0u", Decided(win_for(0), rated=False)),
        ("=u", Decided((Mark.DRAW, Mark.DRAW), rated=False)),
        ("0-1U", Decided(win_for(1), rated=False)),
    ],
)
def test_odd_and_unrated_games_of_chess(typed: str, result: Result) -> None:
    found = result_from_text(typed, Rules(best_of=1))
    assert found == result
    assert result_from_text(str(found), Rules(best_of=1)) == result
