"""Whose words a tournament uses, and what is written how in each game."""

from fractions import Fraction
from typing import Any

import pytest

from fairpair.core.results import Board, Boards, Decided, Forfeit, Games, Scored, flip, win_for
from fairpair.core.rules import Rules
from fairpair.core.vocabulary import (
    conventions_of,
    format_result,
    player_fields_of,
    vocabulary_of,
)
from fairpair.language.english import VARIANTS
from fairpair.language.vocabulary import CONTEXTS
from fairpair.presets import rules_of

PRESETS = {
    "mtg_standard": "cards",
    "pokemon_standard": "pokemon",
    "simple_random": "cards",
    "infinity": "wargame",
    "fide_dutch": "chess",
    "chess_style": "chess",
    "large_tournament": "chess",
    "team_chess": "team_chess",
}


@pytest.mark.parametrize(("preset", "vocabulary"), PRESETS.items())
def test_the_vocabulary_of_a_preset(preset: str, vocabulary: str) -> None:
    rules = rules_of(preset, {})
    assert vocabulary_of(rules) == conventions_of(rules).name == vocabulary


@pytest.mark.parametrize(
    ("settings", "vocabulary"),
    [
        ({"game": "Blitzschach"}, "chess"),
        ({"game": "Chess", "boards": 4}, "team_chess"),
        ({"game": "Go", "system": "dutch"}, "chess"),
        ({"game": "Kubb", "scores": ["op"]}, "wargame"),
        ({"game": "Quiz", "boards": 3}, "team_chess"),
        ({"game": "Magic", "boards": 3}, "cards"),
        ({"game": "Table tennis"}, ""),
        ({}, "cards"),
        ({"standings_tiebreakers": ["buchholz"]}, ""),
    ],
)
def test_the_vocabulary_of_other_games(settings: dict[str, Any], vocabulary: str) -> None:
    assert vocabulary_of(Rules.read(settings)) == vocabulary


def test_every_vocabulary_has_its_texts() -> None:
    assert set(CONTEXTS) == {*PRESETS.values()}
    assert {context for contexts in CONTEXTS.values() for context in contexts} == set(VARIANTS)


def test_card_games_write_losses_before_draws() -> None:
    found = {name: conventions_of(rules_of(name, {})) for name in PRESETS}
    assert found["mtg_standard"].format_record(3, 1, 0) == "3-0-1"
    assert str(found["pokemon_standard"].record_head) == "W-L-D"
    assert found["infinity"].format_record(3, 1, 0) == "3-1-0"
    assert str(found["fide_dutch"].record_head) == "W-D-L"


def test_fields_of_players_belong_to_games() -> None:
    assert "fide_id" in player_fields_of(rules_of("fide_dutch", {}))
    assert player_fields_of(rules_of("mtg_standard", {})) == ("dci",)
    assert player_fields_of(rules_of("infinity", {})) == ()
    by_rating = rules_of("mtg_standard", {"pairing_tiebreakers": ["rating"]})
    assert player_fields_of(by_rating) == ("rating", "dci")


def test_scores_are_in_the_order_of_the_rules() -> None:
    one = {"ap": Fraction(30), "op": Fraction(7), "vp": Fraction(120)}
    two = {"ap": Fraction(10), "op": Fraction(3), "vp": Fraction(80)}
    text = format_result(Scored((one, two)), rules_of("infinity", {}))
    assert text == "OP 7 VP 120 AP 30 : OP 3 VP 80 AP 10"
    assert format_result(Games((2, 1)), Rules()) == "2-1"


def test_a_result_as_the_other_side_writes_it() -> None:
    scored = Scored(({"op": Fraction(3)}, {"op": Fraction(3)}), winner=0)
    assert str(flip(scored)) == "op 3 : op 3 (won by side 2)"
    boards = Boards((Board(Decided(win_for(0)), (1, 2)), Board(Forfeit(win_for(1)))))
    assert str(flip(boards)) == "0-1 1-0F"
    assert flip(flip(boards)) == boards
    assert str(flip(Games((2, 1), 1))) == "1-2-1"
