"""Every rule that can be set anew with a preset is seen in what becomes of the tournament."""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest

from app.played_events import one_step
from fairpair.app.views.document import document
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.rounds import round_view
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import DomainError, InvalidInputError
from fairpair.core.players import Player
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import RULES, Rules
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.language.message import encode_message
from fairpair.log import commands as c
from fairpair.presets import names, rules_of
from log_driver import LogDriver

CLUBS = ("Rook", "Knight", "Rook", "Bishop", "Rook", "Knight", "Rook", "Bishop", "Rook", "", "")
POOLS: dict[str, list[Any]] = {
    "rounds": [4],
    "min_games_for_gw": [9],
    "total_rounds": [5, 8],
    "mode": ["swiss", "swiss_with_elimination", "elimination"],
    "cut": [2, 4, 8],
    "third_place": [True, False],
    "pairing_methods": [{"round_1": "top_half"}, {"rest": "power"}],
    "best_of": [1, 5],
    "best_of_rounds": [{"final": 5}],
    "points": [{"win": 5, "draw": 2, "loss": 0}],
    "bye_points": [0],
    "unplayed_points": [{"half_bye": "1/4"}],
    "scores": [["op", "vp"]],
    "score_limits": [{"op": 2}],
    "boards": [2],
    "standings_tiebreakers": [["match_wins", "random"]],
    "pairing_tiebreakers": [["player_number"]],
    "pairing_criteria": [["avoided", "pair_downs", "colours"]],
    "avoid_same": [["club"]],
    "avoid_same_rounds": [1],
    "table_ranges": [["11-40"]],
    "cut_points": [1],
    "max_byes_per_player": [0],
    "cut_aware_rounds": [2],
    "structure": [[]],
    "game": ["Go"],
    "few_rounds_reason": ["no time"],
    "primary_score": ["vp"],
}
NOT_SEEN = {
    "game": "words and recommendations only",
    "few_rounds_reason": "it only lets a tournament start",
    "check_in": "nobody is paired then, which the scenario cannot play",
    "hidden": "who may see it",
    "show_outlook": "who may see it",
    "show_odds": "who may see it",
    "fide": "what may be changed later",
    "long_event": "nobody of the scenario gets another rating",
    "tiebreak_ratings": "nobody of the scenario gets another rating",
    "rating_round": "nobody of the scenario gets another rating",
    "player_reports": "who may report",
    "advance": "who completes a round",
    "cut_declined": "nobody declines",
    "structure": "it says again what other rules say",
    "finals": "there is one format only",
    "acceleration": "it needs a number of rounds, which no preset that allows it has",
    "best_of_rounds": "which results of a knockout match are possible",
    "draw_win_share": "no match of the scenario with more than one game is drawn",
    "unfinished_matches": "every match of the scenario is finished",
    "prevent_consecutive_byes": "all presets allow one bye only",
}
"""Rules that change something else than pairings, points and ranks."""
RARE = {
    *("avoid_same", "avoid_same_hard", "avoid_same_rounds", "avoid_same_table", "bye_assignment"),
    *("cut_aware_rounds", "cut_points", "cut_ties", "knockout_places", "reseed"),
    *("track_pair_downs", "color_balance_strict", "pairing_criteria", "unrated_rating"),
    *("gw_floor", "min_games_for_gw", "omw_floor", "dropped_cap", "freeze_dropped"),
    *("byes_in_match_win", "fide_edition", "max_byes_per_player", "draws_allowed"),
    *("third_place", "pairing_tiebreakers", "avoid_repeat_pairings", "total_rounds"),
    *("number_ties", "unrated_method"),
    *("colours", "buchholz_variant", "initial_colour", "score_limits", "late_entry"),
}
"""Rules that need a special case to be seen: one preset where they are is enough."""


def values_of(key: str, rules: Rules) -> list[Any]:
    """Other values than the one that is set."""
    rule = RULES[key]
    found = POOLS.get(key) or list(rule.kind.options)
    if not found and rule.kind.form == "flag":
        found = [True, False]
    if not found and rule.kind.form == "number":
        found = [2]
    if not found and rule.kind.form == "fraction":
        found = ["1/2", "1/5"]
    return [value for value in found if value != rules.as_settings()[key]]


def play(rules: Mapping[str, Any]) -> str:
    """What can be seen of a tournament with a late entry, a drop and a requested bye."""
    desk, dice, seen = LogDriver(), Random("overrides"), []
    desk.do(c.CreateTournament("Cup", "seed", rules))
    entered = [
        Player(f"P{n}", 2000 - 37 * n if n % 5 else None, club=x) for n, x in enumerate(CLUBS)
    ]
    desk.do(c.RegisterPlayers(tuple(entered)))
    extras = iter(
        [
            c.RequestBye(desk_id(desk, 1), 2, ByeKind.HALF),
            c.DropPlayer(desk_id(desk, 2)),
            c.EnterLate((Player("Late", 1700, club="Rook"),)),
        ]
    )
    for _ in range(200):
        t = desk.t
        if progress(t).step is NextStep.DRAFT and t.rounds and t.stage == 1:
            extra = next(extras, None)
            try:
                if extra is not None:
                    desk.do(extra)
            except DomainError as error:
                seen.append(str(error))
        try:
            if not one_step(desk, dice):
                break
        except (DomainError, ImpossiblePairingError) as error:
            seen.append(str(error))
            break
    t = desk.t
    views: list[Any] = [document(t), standings_view(t, 0), ranking_view(t, 0)]
    views += [round_view(t, 0, ref.stage, ref.round_no) for ref in sorted(t.rounds)]
    return repr(seen) + json.dumps([repr(one) for one in views], default=encode_message)


def desk_id(desk: LogDriver, place: int) -> Any:
    return sorted(desk.t.entries)[place]


@cache
def as_preset(preset: str) -> str:
    return play(rules_of(preset, {}).as_settings())


def accepted(preset: str, key: str) -> list[tuple[Any, Rules]]:
    """The values that may be set, with the rules they give."""
    found = []
    for value in values_of(key, rules_of(preset, {})):
        with suppress(InvalidInputError):
            found.append((value, rules_of(preset, {key: value})))
    return found


@pytest.mark.parametrize("preset", names())
def test_what_is_set_is_what_the_rules_say(preset: str) -> None:
    for key in RULES:
        for value, rules in accepted(preset, key):
            assert rules.as_settings()[key] == Rules.read({key: value}).as_settings()[key], key


@pytest.mark.parametrize("key", sorted(set(RULES) - set(NOT_SEEN)))
def test_an_accepted_override_is_seen(key: str) -> None:
    """In every preset that accepts it, or for rare cases in one of them; Berger tables heed few."""
    swiss = [name for name in names() if rules_of(name, {}).system != "round_robin"]
    tried = [(preset, *one) for preset in swiss for one in accepted(preset, key)]
    silent = []
    for preset, value, rules in tried:
        if play(rules.as_settings()) == as_preset(preset):
            silent.append((preset, value))
        elif key in RARE:
            return
    if key in RARE:
        assert not tried or len(silent) < len(tried), silent
    else:
        assert not silent


@pytest.mark.parametrize(
    ("preset", "changes", "said"),
    [
        ("fide_dutch", {"pairing_methods": {"round_1": "random"}}, "only applies to the pairing"),
        ("fide_dutch", {"color_balance_strict": False}, "only applies to the pairing"),
        ("fide_dutch", {"max_byes_per_player": 2}, "only applies to the pairing"),
        ("fide_dutch", {"avoid_repeat_pairings": False}, "only applies to the pairing"),
        ("mtg_standard", {"third_place": True}, "without a knockout"),
        ("mtg_standard", {"reseed": True}, "without a knockout"),
        ("mtg_standard", {"avoid_same_hard": True}, "choose what to avoid"),
        ("mtg_standard", {"initial_colour": "white"}, "without colours"),
        ("mtg_standard", {"mode": "elimination", "rounds": 4}, "a knockout from the start"),
        ("chess_style", {"omw_floor": "1/4"}, "one of these tie-breaks: omw"),
        ("mtg_standard", {"buchholz_variant": "median"}, "one of these tie-breaks: buchholz"),
        ("infinity", {"best_of": 5}, "where scores decide"),
        ("infinity", {"points": {"win": 2, "draw": 1, "loss": 0}}, "where scores decide"),
        ("infinity", {"boards": 3}, "where scores decide"),
    ],
)
def test_what_would_be_ignored_is_refused(preset: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        rules_of(preset, changes)
    assert any(said in str(problem.message) for problem in caught.value.problems)
