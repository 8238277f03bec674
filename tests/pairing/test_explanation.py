"""Explanations: the reasons known by hand."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.explanation.reasons import (
    FORBIDDEN,
    ORDER,
    Cause,
    RoundExplanation,
    RuledOut,
)
from fairpair.engine.pairing.proposal import Board, Proposal
from fairpair.engine.pairing.systems import explain_player, explain_round
from fairpair.engine.standings.sheet import Kind
from formats.sheet import good
from formats.sheet import player as line

from .explained_rounds import (
    ExplainedRound,
    board_text,
    bye_text,
    colour_text,
    float_text,
    name_of,
    told,
    vector,
)


def test_round_one() -> None:
    found = told(*(line(n) for n in range(1, 6)))
    assert not any(board.instead for board in found.why.boards)
    assert [board.colours.article for board in found.why.boards] == ["5.2.5", "5.2.5"]
    assert [(board.colours.number, board.colours.initial) for board in found.why.boards] == [
        (1, "white"),
        (2, "white"),
    ]
    assert not found.why.floats
    assert found.why.bye is not None
    assert bye_text(found.why.bye, name_of) == (
        "E has the bye with 0 points, the lowest score among the"
        " players to be paired. The group has an odd number "
        "of players. No lower-ranked player to be paired has the same score."
    )
    assert board_text(found.board(2), name_of) == (
        "D and B both have 0 points. D has White: neither player has played a game, B is ranked "
        "higher and is number 2, and odd numbers start with White, even numbers with Black."
    )


FLOATED = (
    line(1, "4 w 1"),
    line(2, "- - F"),
    line(3, "- - F"),
    line(4, "1 b 0"),
    line(5, "- - Z"),
    line(6, "- - Z"),
)


def test_those_who_floated_last_round_stay() -> None:
    """1 to 3 are on a point; 4 has met 1, so 5 comes next."""
    found = told(*FLOATED)
    why = found.floated(1)
    assert (why.cause, why.others, why.group.size) == (Cause.ODD, (), 3)
    assert [(one.player, one.ruled_out.by) for one in why.kept] == [(2, "C14"), (3, "C14")]
    assert float_text(why, name_of) == (
        "A is paired down: the group has an odd number of players. B and C had a full-point bye in "
        "the previous round, which counts as being paired down (C14)."
    )
    assert found.instead(1) == (4, "C1")
    board = found.board(1)
    assert (board.down, board.up, board.group.moved) == (1, 5, (1,))
    assert board_text(board, name_of) == (
        "E (0 points) plays A (1 point): A is paired down and E is paired up. A would have played "
        "D, but they had already met in round 1 (C1). E has White: A has had White once more than "
        "Black and E has not played yet."
    )


def test_a_second_round() -> None:
    """2 and 4 have met, so both move down; 1 and 3 want the same with the same past."""
    found = told(
        line(1, "5 w 1"),
        line(2, "4 b ="),
        line(3, "6 w 1"),
        line(4, "2 w ="),
        line(5, "1 b 0"),
        line(6, "3 b 0"),
    )
    assert board_text(found.board(1), name_of) == (
        "C and A both have 1 point. A has Black: both players are due Black and have the "
        "same colour history, but A is ranked higher."
    )
    assert [one.player for one in found.why.floats] == [2, 4]
    assert found.floated(2).others == (4,)
    assert float_text(found.floated(2), name_of) == (
        "B is paired down: there is no possible opponent in the group with 0.5 points. B and D "
        "already met in round 1 (C1)."
    )
    assert not any(board.instead for board in found.why.boards)


def test_forbidden_pairs_and_earlier_choices() -> None:
    found = told(*(line(n) for n in range(1, 7)), "XXP 1 4")
    assert found.instead(1) == (4, FORBIDDEN)
    assert found.instead(2) == (5, ORDER)
    text = board_text(found.board(2), name_of)
    said = "B would have played E, but A has priority and plays E "
    assert f"{said}(C.04.3, 4.2, order of transpositions)." in text
    text = board_text(found.board(1), name_of)
    assert "A would have played D, but they have a pairing restriction." in text
    said = "E would have played B, but A has priority and plays E "
    assert f"{said}(C.04.3, 4.2, order of transpositions)." in text


def test_completion() -> None:
    """1 and 2 could meet, but 3 and 4 have met already."""
    found = told(
        line(1, "5 b 1"),
        line(2, "6 b 1"),
        line(3, "4 w ="),
        line(4, "3 b ="),
        line(5, "1 w 0"),
        line(6, "2 w 0"),
        "240 Z   2    5    6",
    )
    assert [found.floated(n).cause for n in (1, 2)] == [Cause.REST, Cause.REST]
    assert float_text(found.floated(1), name_of) == (
        "A is paired down: otherwise the other players could not all be paired (C4)."
    )


def test_the_bye() -> None:
    """4 had it and 5 won without playing, so it goes to a higher score.

    There 1 and 2 have met; 2 floated down when meeting 7, and 3 did not play round 2.
    """
    found = told(
        line(1, "2 w =", "6 b 1"),
        line(2, "1 b =", "7 b 1"),
        line(3, "7 w 1", "- - H"),
        line(4, "- - U", "5 b -"),
        line(5, "6 w 0", "4 w +"),
        line(6, "5 b 1", "1 w 0"),
        line(7, "3 b 0", "2 w 0"),
        "240 Z   3    6    7",
    )
    why = found.why.bye
    assert why is not None
    assert (why.player, why.score, why.virtual) == (1, Fraction(3, 2), Fraction(0))
    barred = [(one.player, one.ruled_out.kind, one.ruled_out.round_no) for one in why.lower]
    assert barred == [(4, Kind.PAIRING_BYE, 1), (5, Kind.FORFEIT_WIN, 2)]
    assert bye_text(why, name_of) == (
        "A has the bye with 1.5 points, the lowest score of any eligible player. "
        "D already had the bye in round 1 (C2). E already had a win by forfeit in round 2 (C2). "
        "The group has an odd number of players. B was paired down in the previous round (C14). "
        "If C had the bye instead, more players would have to be paired down (C6)."
    )


def test_unplayed_games_keep_from_the_bye() -> None:
    why = vector("c9").why.bye
    assert why is not None
    assert [(one.player, one.ruled_out.by) for one in why.floated.kept] == [(3, "C9")]
    assert bye_text(why, name_of).endswith(" C has more unplayed games (C9: 1 instead of 0).")


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("c9", "C9"),
        ("c9-any-bracket", "C9"),
        ("c11", "C11"),
        ("c12", "C12"),
        ("c14", "C14"),
        ("c16", "C16"),
        ("c18", "C18"),
        ("c19", "C19"),
        ("c21", "C21"),
        ("c15", "C2"),
        ("c2-cheap-bye", "C2"),
        ("c14-residents", "C6"),
    ],
)
def test_a_criterion_is_named_where_it_decides(name: str, by: str) -> None:
    assert by in {why.by for why in reasons(vector(name).why)}


def test_floats_of_the_round_before_last_are_told_as_such() -> None:
    found = vector("c16").why
    lines = [float_text(one, name_of) for one in found.floats]
    lines += [bye_text(found.bye, name_of)] if found.bye else []
    told_so = "H had the bye two rounds ago, which counts as being paired down (C16)."
    assert any(told_so in text for text in lines)


def test_who_would_be_denied_a_colour() -> None:
    """Only those who would be and are not: 5 does not get White in c13 either way."""
    c12 = {why.who for why in reasons(vector("c12").why) if why.by == "C12"}
    assert c12 == {(3, 6)}
    c13 = {why.who for why in reasons(vector("c13").why) if why.by == "C12"}
    assert c13 == {(3, 4), (4, 9)}


def test_upfloats_are_compared_by_the_opponents_points() -> None:
    """1 meets 6, on half a point, and not 9, on one."""
    amounts = {why.amounts for why in reasons(vector("c19").why) if why.by == "C19"}
    assert amounts == {((Fraction(1, 2),), (Fraction(1),))}


def test_a_game_that_was_won_keeps_nobody_from_the_bye() -> None:
    """3 won in round 1 and had the bye in round 2: that is what is told."""
    why = told(
        line(1, "4 w 1", "5 b 1"),
        line(2, "5 w 1", "6 b 1"),
        line(3, "6 w 1", "- - U"),
        line(4, "1 b 0", "- - Z"),
        line(5, "2 b 0", "1 w 0"),
        line(6, "3 b 0", "2 w 0"),
        "240 Z   3    4    5    6",
    ).why.bye
    assert why is not None
    assert bye_text(why, name_of) == (
        "B has the bye with 2 points, the lowest score among the"
        " players to be paired. The group has an odd number "
        "of players. C already had the bye in round 2 (C2)."
    )


def test_at_most_eight_are_asked_about() -> None:
    """1 floats since 2 to 11 did so last round; the lowest ranked eight of them are named."""
    others = [line(n, "- - F") for n in range(2, 12)]
    late = [line(n, "- - Z") for n in (13, 14)]
    why = told(line(1, "12 w 1"), *others, line(12, "1 b 0"), *late).floated(1)
    assert [one.player for one in why.kept] == list(range(4, 12))
    assert why.unasked == 2
    assert float_text(why, str).endswith(" 2 more players were not considered.")


def test_the_initial_colour_is_told() -> None:
    found = ExplainedRound(good("012 Why", "142 9", "152 B", *(line(n) for n in range(1, 5))))
    assert [board.colours.initial for board in found.why.boards] == ["black", "black"]
    assert board_text(found.board(1), name_of).endswith(
        "A is ranked higher and is number 1, and odd numbers start with Black, even numbers with "
        "White."
    )


def reasons(why: RoundExplanation) -> Iterator[RuledOut]:
    yield from (one.ruled_out for board in why.boards for one in board.instead)
    floats = [*why.floats, *([why.bye.floated] if why.bye else [])]
    yield from (one.ruled_out for each in floats for one in (*each.kept, *each.nobody))
    yield from (each.staying for each in floats if each.staying)
    yield from (one.ruled_out for one in (why.bye.lower if why.bye else ()))


@pytest.mark.parametrize(
    ("name", "article", "text"),
    [
        ("colour-history", "5.2.3", "and in their last games"),
        ("c10", "5.2.3", "and 2 games ago, when their colours last differed,"),
        ("colour-rank", "5.2.4", "have the same colour history, but"),
        ("colour-number", "5.2.5", "odd numbers start with"),
        ("colour-difference", "5.2.2", "the stronger claim"),
    ],
)
def test_colour_rules(name: str, article: str, text: str) -> None:
    boards = [b.colours for b in vector(name).why.boards if b.colours.article == article]
    assert boards
    assert any(text in colour_text(one, name_of) for one in boards)


# What is no answer of the rules


def test_pairs_changed_by_hand() -> None:
    found = told(*(line(n) for n in range(1, 5)))
    boards = (Board(PlayerId(1), PlayerId(2), ""), Board(PlayerId(3), PlayerId(4), ""))
    why = explain_round(found.tournament, found.past, Proposal(1, boards))
    assert [(board.group.as_ruled, board.instead) for board in why.boards] == [(False, ())] * 2
    assert "edited manually" in board_text(why.boards[0], name_of)


def test_a_bye_changed_by_hand() -> None:
    found = told(line(1, "- - Z"), line(2, "- - F"), line(3, "- - F"))
    boards = (Board(PlayerId(2), PlayerId(3), ""),)
    why = explain_round(found.tournament, found.past, Proposal(2, boards, PlayerId(1)))
    assert why.bye is not None
    assert "edited manually" not in bye_text(why.bye, name_of)  # 2 and 3 had a full-point bye
    other = Proposal(2, (Board(PlayerId(1), PlayerId(3), ""),), PlayerId(2))
    bye = explain_round(found.tournament, found.past, other).bye
    assert bye is not None
    assert bye_text(bye, name_of) == (
        "B has the bye with 1 point. Under the rules, the pairings in the group with 1 point would "
        "be different: they were edited manually, or results were corrected afterwards."
    )


def test_players_who_are_not_there() -> None:
    found = told(*(line(n) for n in range(1, 5)))
    with pytest.raises(InvalidStateError, match="9 is not in round 1"):
        explain_player(found.tournament, found.past, found.proposal, PlayerId(9))
    strange = Proposal(1, (Board(PlayerId(1), PlayerId(9), ""),))
    with pytest.raises(InvalidStateError, match="do not exist: 9"):
        explain_round(found.tournament, found.past, strange)


def test_later_rounds_are_not_looked_at() -> None:
    first = told(*(line(n) for n in range(1, 5)))
    later = told(line(1, "3 w 1"), line(2, "4 b 0"), line(3, "1 b 0"), line(4, "2 w 1"))
    assert explain_round(later.tournament, later.past, first.proposal) == first.why
