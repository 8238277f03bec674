"""Why a round cannot be paired, by whom, and what to do."""

import pytest

from fairpair.app.files.pairing import file_pairing
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from formats.sheet import player, text


def refused(*lines: str) -> ImpossiblePairingError:
    with pytest.raises(ImpossiblePairingError) as caught:
        file_pairing(text("012 Open", "152 W", *lines))
    return caught.value


def told(error: ImpossiblePairingError) -> dict[str, str]:
    return {problem.where: problem.message for problem in error.problems}


def fresh(count: int) -> list[str]:
    return [player(number, points="0.0") for number in range(1, count + 1)]


BOTH_BLACK = (
    player(1, "3 w 1", "4 w 1", points="2.0"),
    player(2, "4 w 1", "3 w 1", points="2.0"),
    player(3, "1 b 0", "2 b 0", "- - Z", points="0.0"),
    player(4, "2 b 0", "1 b 0", "- - Z", points="0.0"),
)


def test_two_who_must_both_have_black() -> None:
    error = refused("142 7", *BOTH_BLACK)
    assert "no possible opponent for 1 (Doe, Jane), 2 (Doe, Jane)" in error.message
    assert told(error) == {
        "1 (Doe, Jane)": "needs Black, like 2 (C3)",
        "2 (Doe, Jane)": "needs Black, like 1 (C3)",
    }
    assert "Finish the tournament" not in error.hint
    assert "240" in error.hint


def test_topscorers_of_the_last_round_may_have_the_same_colour() -> None:
    made = file_pairing(text("012 Open", "152 W", "142 3", *BOTH_BLACK))
    assert len(made.round.boards) == 1


def test_all_pairs_forbidden_in_round_1() -> None:
    error = refused("142 5", "260   1   5    1    2    3    4", *fresh(4))
    assert told(error)["1 (Doe, Jane)"] == "forbidden pair with 2, 3, 4 (260, XXP)"
    assert len(told(error)) == 4
    assert "Allow" in error.hint
    assert "Finish the tournament" not in error.hint


def test_one_player_with_all_pairs_forbidden() -> None:
    error = refused("142 5", *(f"260   1   5    1    {n}" for n in (2, 3, 4)), *fresh(4))
    assert told(error) == {"1 (Doe, Jane)": "forbidden pair with 2, 3, 4 (260, XXP)"}


def test_every_reason_of_one_player() -> None:
    """1 has met 3 and 4, may not meet 2 and 8, and 5 must have Black as well."""
    lines = (
        player(1, "3 w 1", "4 w 1", points="2.0"),
        player(2, "4 w =", "3 b =", points="1.0"),
        player(3, "1 b 0", "2 w =", points="0.5"),
        player(4, "2 b =", "1 b 0", points="0.5"),
        player(5, "7 w 1", "6 w 1", points="2.0"),
        player(6, "- - H", "5 b 0", "- - Z", points="0.5"),
        player(7, "5 b 0", "- - H", "- - Z", points="0.5"),
        player(8, "- - H", "- - H", points="1.0"),
    )
    error = refused("142 9", "XXP 1 2", "XXP 8 1", *lines)
    assert told(error) == {
        "1 (Doe, Jane)": "already met 3, 4; forbidden pair with 2, 8 (260, XXP);"
        " needs Black, like 5 (C3)"
    }


def test_who_has_met_everybody() -> None:
    error = refused("142 3", player(1, "2 w 1", points="1.0"), player(2, "1 b 0", points="0.0"))
    assert told(error) == {"1 (Doe, Jane)": "already met 2", "2 (Doe, Jane)": "already met 1"}
    assert "Finish the tournament here" in error.hint


def test_long_lists_are_shortened() -> None:
    ids = " ".join(map(str, range(1, 31)))
    error = refused("142 3", f"XXP {ids}", *fresh(30))
    assert (
        told(error)["1 (Doe, Jane)"] == "forbidden pair with 2, 3, 4, 5, 6 and 24 more (260, XXP)"
    )
    assert len(told(error)) == 5
    assert "and 25 more" in error.message


def test_colours_that_leave_no_way_together() -> None:
    """Three who must have Black, one who need not: everybody has somebody, but not all at once."""
    lines = (
        player(1, "5 w 1", "6 w 1", points="2.0"),
        player(2, "6 w 1", "7 w 1", points="2.0"),
        player(3, "7 w 1", "5 w 1", points="2.0"),
        player(4, "8 w 1", "8 b 1", points="2.0"),
        player(5, "1 b 0", "3 b 0", "- - Z", points="0.0"),
        player(6, "2 b 0", "1 b 0", "- - Z", points="0.0"),
        player(7, "3 b 0", "2 b 0", "- - Z", points="0.0"),
        player(8, "4 b 0", "4 w 0", "- - Z", points="0.0"),
    )
    error = refused("142 9", *lines)
    assert "the colour rules (C3) make it impossible to pair everyone" in error.message


def test_rematches_that_leave_no_way_together() -> None:
    """Three who have met each other, and one: two of the three would have to meet again."""
    lines = (
        player(1, "2 w =", "3 b =", "- - H", points="1.5"),
        player(2, "1 b =", "- - H", "3 w =", points="1.5"),
        player(3, "- - H", "1 w =", "2 b =", points="1.5"),
        player(4, "- - Z", "- - Z", "- - Z", points="0.0"),
    )
    error = refused("142 9", *lines)
    assert "too many players have already met (C1)" in error.message
