"""The system `swiss` against its brute-force reference, on random positions."""

from dataclasses import replace

import pytest

from fairpair import pair_round
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from pairing.swiss_positions import event, played, position
from pairing.swiss_reference import Answer, pair


def answer_of(tournament: Tournament) -> Answer | None:
    """The engine's pairs and bye; None if it refuses the round."""
    try:
        made = pair_round(tournament)
    except ImpossiblePairingError:
        return None
    return Answer(frozenset((board.white, board.black) for board in made.boards), made.bye)


def compare(seed: str) -> None:
    """Both pair one position in the same way, or refuse it both."""
    tournament = position(seed)
    assert answer_of(tournament) == pair(tournament), seed


def kept_apart(tournament: Tournament, *pairs: tuple[int, int]) -> Tournament:
    """The same event with pairs that should not meet."""
    avoided = {frozenset(map(PlayerId, pair)): PairingRestriction(hard=False) for pair in pairs}
    return replace(tournament, avoided=avoided)


def couples(answer: Answer | None) -> set[tuple[int, ...]]:
    """Who meets whom, the smaller number first."""
    return {tuple(sorted(pair)) for pair in answer.pairs} if answer else set()


def test_criteria_that_are_not_named_do_not_count() -> None:
    start = event(4, pairing_methods={"rest": "entry_order"}, pairing_criteria=[])
    tournament = kept_apart(start, (1, 2))
    assert couples(answer_of(tournament)) == couples(pair(tournament)) == {(1, 2), (3, 4)}


def test_two_who_are_kept_apart_say_nothing_of_others_with_the_same_colours() -> None:
    """1 and 4 had Black, 2 and 3 White: 1-3, 2-4 breaks nothing, though 1-2 would."""
    start = event(
        4,
        pairing_methods={"rest": "entry_order"},
        pairing_criteria=["avoided", "colours"],
        avoid_repeat_pairings=False,
    )
    draw = Games((1, 1))
    tournament = played(kept_apart(start, (1, 2)), {(3, 1): draw, (2, 4): draw})
    assert couples(answer_of(tournament)) == couples(pair(tournament)) == {(1, 3), (2, 4)}


def test_quarters_are_even_without_the_player_who_has_the_bye() -> None:
    """4 has the bye by lot; 1 and 2, 3 and 5, 6 and 7 are the quarters."""
    tournament = event(7, seed="0", pairing_methods={"rest": "rating_seeded"})
    answer = answer_of(tournament)
    assert answer == pair(tournament)
    assert couples(answer) == {(1, 2), (3, 5), (6, 7)}


@pytest.mark.parametrize("part", range(20))
def test_random_positions(part: int) -> None:
    for number in range(20):
        compare(f"position {part}.{number}")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(100))
def test_many_random_positions(part: int) -> None:
    for number in range(100):
        compare(f"many {part}.{number}")


def test_a_method_that_never_was_is_refused_in_words() -> None:
    """The first versions took any word for the rule, so an old log can hold one."""
    tournament = event(4)
    rules = tournament.rules.with_changes({"pairing_methods": {"round_1": "by eye"}})
    with pytest.raises(InvalidStateError) as caught:
        pair_round(replace(tournament, rules=rules))
    assert caught.value.code == "unknown-method"
