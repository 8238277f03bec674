"""The presets say what their sources say, and every key of them can be set anew."""

import doctest
import tomllib
from dataclasses import fields
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import ByePoints, Points, Rules
from fairpair.presets import Preset, names, preset, rules_of, to_toml

HALF = Fraction(1, 2)
CARDS = Points(Fraction(3), Fraction(1), Fraction(0))
CHESS = Points(Fraction(1), HALF, Fraction(0))
TWO_NIL = ByePoints(wins=2, draws=0)
ONE_NIL = ByePoints(wins=1, draws=0)
KEYS = {f.name for f in fields(Rules)}

# Tie-breaks that can be named: those of card games and clubs, FIDE's, FIDE's for teams.
PLAIN = "omw gw ogw match_wins game_wins buchholz sonneborn_berger head_to_head cumulative sos"
PLAIN += " rating random player_number owp oowp on_time"
FIDE = "DE WIN WON BPG BWG PS REP STD TPN BH AOB FB SB KS ARO TPR PTP APRO APPO RTNG"
TEAMS = "MPvGP EMMSB EMGSB EGMSB EGGSB EDE BC TBR BBE SSSC"
CODES = {*PLAIN.split(), *FIDE.split(), *TEAMS.split()}


def test_the_names_are_the_files_that_are_there() -> None:
    found = {f.name for f in files("fairpair.presets").iterdir() if f.name.endswith(".toml")}
    assert {f"{name}.toml" for name in names()} == found
    assert len(set(names())) == len(names()) == 11


@pytest.mark.parametrize("name", names())
def test_every_preset_reads_without_problems(name: str) -> None:
    one = preset(name)
    assert one.name == name
    assert set(one.settings) <= KEYS, "an own name of each rule, no other name for it"
    assert all((one.title, one.about, one.source))
    assert len(one.title) <= 24, "or the table becomes too wide"
    assert rules_of(name, {}) == Rules.read(one.settings)


@pytest.mark.parametrize("name", names())
def test_every_tie_break_is_one_that_exists(name: str) -> None:
    rules = rules_of(name, {})
    for code in (*rules.pairing_tiebreakers, *rules.standings_tiebreakers):
        assert code.partition("/")[0] in {*CODES, *rules.scores}, code
        assert code.partition("/")[2] in ("", "C1"), code


@pytest.mark.parametrize("name", names())
def test_what_every_source_asks_for(name: str) -> None:
    rules = rules_of(name, {})
    assert rules.avoid_repeat_pairings
    assert rules.max_byes_per_player == 1
    assert rules.pairing_tiebreakers[-1] in ("random", "player_number"), "an order without ties"


@pytest.mark.parametrize("name", names())
def test_what_is_shown_gives_the_same_rules_again(name: str) -> None:
    text = to_toml(preset(name))
    file = tomllib.loads(text)
    assert Rules.read(file["rules"]) == rules_of(name, {})
    assert {k: file[k] for k in ("title", "about", "source")} == {
        k: getattr(preset(name), k) for k in ("title", "about", "source")
    }
    own, others = text.split("# Defaults that this preset does not change")
    assert all(f"\n{key} = " in own for key in preset(name).settings)
    for key in KEYS - set(preset(name).settings):
        assert f"\n{key} = " in others or f"\n# {key} has no value" in others


def test_numbers_are_shown_as_decimals_where_that_is_exact() -> None:
    text = to_toml(preset("pokemon_standard"))
    assert "\nomw_floor = 0.25\n" in text
    assert "\npoints = { win = 1, draw = 0.5, loss = 0 }\n" in to_toml(preset("chess_style"))


def test_magic() -> None:
    """`MTG_STANDARD`: omw, gw, ogw, random twice; 1 bye, by lot, 2-0; floor 0.33, 1 game."""
    rules = rules_of("mtg_standard", {})
    assert rules.pairing_tiebreakers == ("omw", "gw", "ogw", "random")
    assert rules.standings_tiebreakers == ("omw", "gw", "ogw", "random")
    assert (rules.points, rules.best_of) == (CARDS, 3)
    assert (rules.bye_assignment, rules.bye_points) == ("random", TWO_NIL)
    assert rules.omw_floor == rules.gw_floor == Fraction(33, 100)
    assert rules.min_games_for_gw == 1
    assert rules.byes_in_match_win


def test_kitchen_table() -> None:
    """`SIMPLE_RANDOM`: "pure random within bracket", standings as Magic's, bye 2-0."""
    rules = rules_of("simple_random", {})
    assert rules.pairing_tiebreakers == ("random",)
    assert rules.standings_tiebreakers == ("omw", "gw", "ogw", "random")
    assert (rules.points, rules.best_of) == (CARDS, 3)
    assert (rules.bye_assignment, rules.bye_points) == ("random", TWO_NIL)


def test_chess_style() -> None:
    """`CHESS_STYLE`: buchholz, sonneborn_berger, player_number twice; bye 1-0 to the lowest."""
    rules = rules_of("chess_style", {})
    chain = ("buchholz", "sonneborn_berger", "player_number")
    assert rules.pairing_tiebreakers == rules.standings_tiebreakers == chain
    assert (rules.points, rules.best_of) == (CHESS, 1)
    assert (rules.bye_assignment, rules.bye_points) == ("lowest_tiebreaker", ONE_NIL)
    assert rules.buchholz_variant == "standard"


def test_pokemon() -> None:
    """A quarter at least, three quarters at most after a drop, a tie is half a win."""
    rules = rules_of("pokemon_standard", {})
    assert rules.standings_tiebreakers == ("on_time", "owp", "oowp", "head_to_head", "random")
    assert rules.pairing_tiebreakers == ("owp", "oowp", "random")
    assert (rules.points, rules.bye_points) == (CARDS, TWO_NIL)
    assert (rules.omw_floor, rules.dropped_cap) == (Fraction(1, 4), Fraction(3, 4))
    assert rules.draw_win_share == HALF
    assert rules.freeze_dropped
    assert not rules.byes_in_match_win


def test_infinity() -> None:
    """SP-001: OP, then VP, then AP. SP-003: lowest ranked, never twice, 10 OP, 0 VP, 0 AP."""
    rules = rules_of("infinity", {})
    assert (rules.scores, rules.primary_score) == (("op", "vp", "ap"), "op")
    assert rules.pairing_tiebreakers == rules.standings_tiebreakers == ("vp", "ap", "random")
    bye = {"op": Fraction(10), "vp": Fraction(0), "ap": Fraction(0)}
    assert rules.bye_points == ByePoints(scores=bye)
    assert rules.bye_assignment == "lowest_tiebreaker"


@pytest.mark.parametrize(
    ("name", "rounds", "total", "first", "types"),
    [
        ("small_tournament", 3, 6, "rating_seeded", ["semi_final"]),
        ("medium_tournament", 3, 7, "rating_pools", ["quarter_final", "semi_final"]),
        (
            "large_tournament",
            4,
            9,
            "rating_pools",
            ["round_of_16", "quarter_final", "semi_final"],
        ),
    ],
)
def test_chess_by_size(name: str, rounds: int, total: int, first: str, types: list[str]) -> None:
    """Swiss rounds 3, 3, 4; in all 6, 7, 9; then a knock-out of 4, 8, 16 and two last matches."""
    rules = rules_of(name, {})
    assert rules.mode == "swiss_with_elimination"
    assert (rules.rounds, rules.total_rounds) == (rounds, total)
    assert (rules.cut, rules.third_place) == (2 ** (len(types) + 1), True)
    methods = [first] + ["score_bracket"] * (rounds - 1)
    assert rules.pairing_methods == {f"round_{n}": m for n, m in enumerate(methods, 1)}
    assert [stage["round"] for stage in rules.structure] == list(range(1, total + 1))
    assert [s["pairing_method"] for s in rules.structure] == (
        methods + ["bracket_seeded"] * len(types) + ["direct", "direct"]
    )
    assert [s["type"] for s in rules.structure] == (
        ["swiss"] * rounds + types + ["third_place", "final"]
    )
    cuts = [{"top_k": 2 ** (n + 1)} for n in range(len(types), 0, -1)]
    assert [s["participants"] for s in rules.structure] == (
        ["all"] * rounds + cuts + ["semi_final_losers", "semi_final_winners"]
    )
    assert all(s["matches_per_player"] == 1 for s in rules.structure)


@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_chess_of_every_size(size: str) -> None:
    """Bye half a point to the lowest rating, never twice running; strict colours; BH/C1, SB."""
    rules = rules_of(f"{size}_tournament", {})
    assert (rules.points, rules.best_of) == (CHESS, 1)
    assert rules.bye_points == ByePoints(points=HALF)
    assert rules.bye_assignment == "lowest_rating"
    assert rules.prevent_consecutive_byes
    assert rules.color_balance_strict
    assert rules.standings_tiebreakers == ("BH/C1", "SB", "DE", "rating", "random")
    assert rules.pairing_tiebreakers == ("rating", "player_number")


def test_the_sizes_are_told() -> None:
    titles = [preset(f"{size}_tournament").title for size in ("small", "medium", "large")]
    assert [title.removeprefix("Chess, ") for title in titles] == [
        "3 to 10 players",
        "11 to 30 players",
        "over 30 players",
    ]


def test_team_chess() -> None:
    """ "win = 1, draw = 0.5, loss = 0, bye = 1", "ties by seed rating", 7 rounds unless changed."""
    rules = rules_of("team_chess", {})
    assert (rules.points, rules.rounds, rules.boards) == (CHESS, 7, None)
    assert rules.standings_tiebreakers == ("rating",)
    assert rules.pairing_tiebreakers == ("rating", "player_number")
    assert (rules.bye_assignment, rules.bye_points) == ("lowest_tiebreaker", ONE_NIL)
    assert not rules.color_balance_strict


def test_fide() -> None:
    """C.04.1: a bye has the points of a win, once; C.04.2 2.4: missed rounds have nothing."""
    rules = rules_of("fide_dutch", {})
    assert (rules.system, rules.fide_edition) == ("dutch", "2026")
    assert (rules.points, rules.best_of, rules.bye_points) == (CHESS, 1, ONE_NIL)
    assert rules.standings_tiebreakers == ("BH/C1", "BH", "SB", "PS", "DE")
    assert rules.pairing_tiebreakers == ("player_number",)
    assert rules.late_entry is ByeKind.ZERO
    assert rules.color_balance_strict


def test_a_key_is_set_outright_and_nothing_else_changes() -> None:
    rules = rules_of("small_tournament", {"bye_points": 1, "late_entry": "half"})
    assert rules.bye_points == ByePoints(points=Fraction(1))
    settings = rules_of("small_tournament", {}).as_settings()
    changed = rules.as_settings()
    assert {key for key in settings if settings[key] != changed[key]} == {
        "bye_points",
        "late_entry",
    }


def test_a_limit_can_be_lifted() -> None:
    assert rules_of("mtg_standard", {"max_byes_per_player": None}).max_byes_per_player is None


@pytest.mark.parametrize("key", ["rounds", "swiss_rounds"])
def test_another_name_of_a_key_counts_as_the_key(key: str) -> None:
    assert rules_of("small_tournament", {key: 5}).rounds == 5


def test_all_wrong_changes_are_told_at_once() -> None:
    with pytest.raises(InvalidInputError) as caught:
        rules_of(
            "fide_dutch",
            {"omw_flor": 0.3, "best_of": 0, "check_in": "yes", "rounds": 3, "swiss_rounds": 4},
        )
    assert [(p.where, p.message) for p in caught.value.problems] == [
        ("omw_flor", "is not a rule. Did you mean omw_floor?"),
        ("best_of", "must be a whole number between 1 and 99, not 0"),
        ("check_in", "must be true or false, not 'yes'"),
        ("swiss_rounds", "sets rounds, which is already set"),
    ]


@pytest.mark.parametrize(
    ("preset", "changes", "said"),
    [
        ("small_tournament", {"bye_points": 2}, "must be between 0 and 1 in steps of 0.5"),
        ("large_tournament", {"bye_points": 0.75}, "must be between 0 and 1 in steps of 0.5"),
        ("mtg_standard", {"bye_points": 4}, "must be between 0 and 3 in steps of 0.5"),
        ("infinity", {"bye_points": {"op": 11}}, "OP must be between 0 and 10, as in a match"),
        ("medium_tournament", {"pairing_methods": {"round_4": "random"}}, "names a round after"),
    ],
)
def test_values_that_no_match_gives_and_rounds_that_are_not_played(
    preset: str, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        rules_of(preset, changes)
    [problem] = caught.value.problems
    assert problem.where in changes
    assert said in problem.message


def test_an_unknown_system_is_the_only_thing_that_is_wrong() -> None:
    with pytest.raises(InvalidInputError) as caught:
        rules_of("medium_tournament", {"system": "dubov"})
    assert [problem.where for problem in caught.value.problems] == ["system"]


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("mtg", "mtg_standard"),
        ("pokemon", "pokemon_standard"),
        ("fide", "fide_dutch"),
        ("Team-Chess", "team_chess"),
        ("large tournament", "large_tournament"),
    ],
)
def test_an_unknown_preset_is_told_with_the_nearest(typed: str, nearest: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        rules_of(typed, {})
    assert caught.value.code == "no-preset"
    assert caught.value.hint.startswith(f"Did you mean {nearest}? Available: mtg_standard, ")


@pytest.mark.parametrize("typed", ["", "zzz", "../core/rules", "__init__"])
def test_a_name_like_no_other_gets_the_list(typed: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        preset(typed)
    assert "Available: mtg_standard, " in caught.value.hint


def test_who_changes_what_was_read_changes_no_preset() -> None:
    settings = dict(preset("infinity").settings)
    scores = settings["scores"]
    assert isinstance(scores, list)
    scores.clear()
    assert rules_of("infinity", {}).scores == ("op", "vp", "ap")


def test_odd_values_are_written_so_that_they_can_be_read() -> None:
    settings = {
        "game": 'Go "9x9" \\ 1/2',
        "omw_floor": "1/3",
        "bye_points": -0.125,
        "unplayed_points": {"half_bye": 0.5, "zero_bye": "1/7"},
        "pairing_methods": {"round 1": "1/2", "": "x"},
        "structure": [{"round": 1, "bye": 0.5, "who": [{"top_k": 4}], "open": True}],
    }
    text = to_toml(Preset("odd", "Odd", "About", "Source", settings))
    assert Rules.read(tomllib.loads(text)["rules"]) == Rules.read(settings)


def test_the_pages_about_presets_are_true() -> None:
    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "reference" / "presets.md").read_text(encoding="utf-8")
    assert all(f"\n| `{name}` |" in text for name in names())
    page = str(docs / "how-to" / "choose-rules.md")
    failed, tried = doctest.testfile(
        page, module_relative=False, globs={"Fraction": Fraction}, encoding="utf-8"
    )
    assert (failed, tried) == (0, 4)
