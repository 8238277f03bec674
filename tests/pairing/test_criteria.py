"""Each criterion decides on a bracket made by hand as its clause says (C.04.3, 2)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, ColourPreference, Contender
from fairpair.engine.pairing.brackets.exact import Scope
from fairpair.engine.pairing.brackets.task import Style, Task
from fairpair.engine.pairing.dutch.criteria import DUTCH, QUALITY_CRITERIA
from fairpair.engine.pairing.swiss.criteria import swiss_criteria
from pairing.hand_made import contender

SWISS = Style(swiss_criteria(("pair_downs", "avoided", "colours")), "halves")
A, B, C, D = (replace(contender(number), score=10) for number in (1, 2, 3, 4))
M, N = (replace(contender(number), score=20) for number in (5, 6))
"""Moved down, where they come first."""
X, Y, Z = (replace(contender(number), score=0) for number in (7, 8, 9))
"""The next group."""
MILD, STRONG, ABSOLUTE = ColourPreference.MILD, ColourPreference.STRONG, ColourPreference.ABSOLUTE


def pairs(
    players: Sequence[Contender],
    below: Sequence[Contender] = (),
    *,
    following: int | None = None,
    bye_score: int | None = None,
    style: Style = DUTCH,
) -> set[str]:
    """Who meets whom in a bracket, as `13`; the quick solver and the exact one agree on it."""
    moved = sum(one.score > players[-1].score for one in players)
    size = len(players)
    end = size + (len(below) if following is None else following)
    task = Task([*players, *below], moved, size, end, bye_score, style)
    found, exact = pairs_of_bracket(task), Scope.with_all_below(task).solve()
    assert exact is not None
    assert set(found) == set(exact)
    return {f"{task.left[a].number}{task.left[b].number}" for a, b in found}


def met(one: Contender, *others: Contender) -> Contender:
    return replace(one, met=one.met.union(other.player for other in others))


def due_black(one: Contender, preference: ColourPreference, balance: int = 0) -> Contender:
    return replace(one, preference=preference, colour=BLACK, balance=balance)


def topscorer(one: Contender, balance: int, *, twice: bool = True) -> Contender:
    """Somebody who must have Black, and had White twice running or twice more."""
    found = due_black(replace(one, topscorer=True), ABSOLUTE, balance)
    return replace(found, repeated=WHITE if twice else None)


def test_the_order_is_the_priority() -> None:
    assert [one.code for one in QUALITY_CRITERIA] == [f"C{number}" for number in range(6, 22)]


def test_without_faults_the_upper_half_meets_the_lower() -> None:
    assert pairs([A, B, C, D]) == {"13", "24"}
    assert pairs([A, B, C], [X]) == {"12"}


def test_c6_as_many_pairs_as_possible() -> None:
    """1-3 is the first pair, but then 2 and 4 would be left over."""
    players = [met(A, D), met(B, C, D), met(C, B), met(D, A, B)]
    assert pairs(players, [X, Y]) == {"12", "34"}


def test_c7_the_higher_score_stays() -> None:
    """The lower one of two who moved down floats on, though it suits the resident's colour."""
    high = due_black(replace(M, score=30), MILD)
    low = replace(N, preference=MILD, colour=WHITE)
    assert pairs([high, low, due_black(A, MILD)], [X]) == {"51"}


def test_c8_the_next_group_can_be_paired() -> None:
    """3 floats down by the order, but the only one in the next group has met 3."""
    below = [met(X, C), replace(Y, score=-10), replace(Z, score=-10)]
    assert pairs([A, B, met(C, X)], below, following=1) == {"13"}
    assert pairs([A, B, C], below, following=1) == {"12"}


def test_c9_the_bye_goes_to_who_missed_fewer_games() -> None:
    assert pairs([A, B, replace(C, unplayed=1)], bye_score=10) == {"13"}
    late = [replace(A, unplayed=2), replace(B, unplayed=2), replace(C, unplayed=1)]
    assert pairs(late, bye_score=10) == {"12"}


def test_c10_no_difference_of_three() -> None:
    """1-3 would give one of them a third White more; 1-4 and 2-3 cost more by C11."""
    players = [topscorer(A, 2, twice=False), topscorer(B, 1), topscorer(C, 2, twice=False)]
    assert pairs([*players, topscorer(D, 1)]) == {"14", "23"}


def test_c11_nobody_has_a_colour_a_third_time() -> None:
    """1-3 would; 1-4 and 2-3 deny one strong preference more (C13)."""
    strong = due_black(replace(B, topscorer=True), STRONG, 1)
    players = [topscorer(A, 1), strong, topscorer(C, 1), replace(strong, player=D.player, number=4)]
    assert pairs(players) == {"14", "23"}


def test_c11_looks_at_the_smaller_difference() -> None:
    """Who has the larger one gets the colour (5.2.2), so only the other's games count."""
    larger = topscorer(A, 3)
    assert pairs([larger, B, topscorer(C, 2, twice=False), D]) == {"14", "23"}
    smaller = [larger, topscorer(B, 3, twice=True), topscorer(C, 1), topscorer(D, 1, twice=False)]
    assert pairs(smaller) == {"13", "24"}


def test_c12_as_many_colours_as_possible() -> None:
    white = replace(B, preference=MILD, colour=WHITE)
    other = replace(white, player=D.player, number=4)
    assert pairs([due_black(A, MILD), white, due_black(C, MILD), other]) == {"14", "23"}


def test_c13_rather_a_mild_preference_is_denied() -> None:
    players = [due_black(A, STRONG, 1), due_black(B, MILD), due_black(C, STRONG, 1)]
    assert pairs([*players, due_black(D, MILD)]) == {"14", "23"}


LAST, BEFORE = (True, False), (False, True)


@pytest.mark.parametrize("when", [LAST, BEFORE])
def test_c14_and_c16_no_resident_floats_down_again(when: tuple[bool, bool]) -> None:
    assert pairs([A, B, replace(C, down=when)], [X]) == {"13"}


def test_c14_before_c16() -> None:
    players = [replace(A, down=LAST), replace(B, down=LAST), replace(C, down=BEFORE)]
    assert pairs(players, [X]) == {"12"}


@pytest.mark.parametrize("when", [LAST, BEFORE])
def test_c15_and_c17_nobody_floats_up_again(when: tuple[bool, bool]) -> None:
    assert pairs([M, replace(A, up=when), B, C]) == {"52", "13"}


def test_c15_before_c16() -> None:
    """Either 1 floats up again, or down again as two rounds before."""
    assert pairs([M, replace(A, up=LAST, down=BEFORE), B], [X]) == {"52"}
    assert pairs([M, replace(A, up=BEFORE, down=LAST), B], [X]) == {"51"}


@pytest.mark.parametrize("when", [LAST, BEFORE])
def test_c18_and_c20_nobody_floats_further_down_again(when: tuple[bool, bool]) -> None:
    """One of two who moved down floats on: the second by the order, who floated before."""
    assert pairs([M, N, A], [X]) == {"51"}
    assert pairs([M, replace(N, down=when), A], [X]) == {"61"}


@pytest.mark.parametrize("when", [LAST, BEFORE])
def test_c19_and_c21_who_floated_up_meets_the_lower_score(when: tuple[bool, bool]) -> None:
    high = replace(M, score=30)
    assert pairs([high, N, A, B]) == {"51", "62"}
    assert pairs([high, N, replace(A, up=when), B]) == {"52", "61"}


def test_swiss_pair_downs_go_round() -> None:
    assert pairs([A, B, replace(C, pair_downs=1)], [X], style=SWISS) == {"13"}
    often = [replace(A, pair_downs=2), replace(B, pair_downs=2), replace(C, pair_downs=1)]
    assert pairs(often, [X], style=SWISS) == {"12"}


def test_swiss_keeps_apart_who_should_be() -> None:
    apart = frozenset((A.player, C.player))
    players = [replace(A, apart=apart), B, replace(C, apart=apart), D]
    assert pairs(players, style=SWISS) == {"14", "23"}
    assert pairs(players, style=Style(swiss_criteria(()), "halves")) == {"13", "24"}


@pytest.mark.parametrize("seed", range(60))
def test_clubs_and_single_pairs_that_should_be_kept_apart(seed: int) -> None:
    """A member of a large club may be kept from somebody else too; both solvers see it."""
    random = Random(seed)
    players = [contender(number) for number in range(1, 13)]
    apart = {one.player: frozenset[PlayerId]() for one in players}
    groups = [random.sample(sorted(apart), random.choice((4, 5, 6)))]
    groups += [random.sample(sorted(apart), 2) for _ in range(random.choice((1, 2, 4)))]
    for group in groups:
        for player in group:
            apart[player] |= frozenset(group)
    field = [replace(one, apart=apart[one.player]) for one in players]
    for inside in ("halves", "neighbours", "fold"):
        assert len(pairs(field, style=replace(SWISS, inside=inside))) == 6
