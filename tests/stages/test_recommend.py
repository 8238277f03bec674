"""Recommended rounds and cuts by game and size, and what plans add up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import InvalidStateError
from fairpair.core.rules import Rules
from fairpair.engine.stages.plan_builder import totals
from fairpair.engine.stages.recommend import (
    GUIDES,
    fewest_rounds,
    guide_of,
    most_rounds,
    preset_for,
    recommendation,
    rounds_warnings,
    unbeaten_rounds,
)
from fairpair.presets import names, rules_of

NONE = None


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (
            "Magic: The Gathering",
            "2:1 3:3 4:3 5:3 8:3 9:5/4 16:5/4 17:5/8 32:5/8 33:6/8 64:6/8 65:7/8 128:7/8 129:8/8 "
            "226:8/8 227:9/8 409:9/8 410:10/8 5000:10/8",
        ),
        (
            "pokemon_standard",
            "4:3 8:3 9:4/4 12:4/4 13:5/4 20:5/4 21:5/8 32:5/8 33:6/8 65:7/8 129:8/8 226:8/8 "
            "227:9/8 410:10/8",
        ),
        (
            "pokemon_challenge",
            "8:3 9:4 16:4 17:5 32:5 33:6 64:6 65:7 128:7 129:8 256:8 257:9 512:9 513:10",
        ),
        ("Yu-Gi-Oh!", "2:1 4:2 5:3 8:3 9:4/4 32:5/4 33:6/8 64:6/8 65:7/8 1000:10/8"),
        (
            "FAB",
            "8:3 9:5/4 16:5/4 17:5/8 33:6/8 65:7/8 128:7/8 129:8/8 224:8/8 225:9/8 384:9/8 "
            "385:10/8 736:10/8 737:10/8 1025:11/8",
        ),
        ("Lorcana", "8:3 9:4/4 16:4/4 17:5/8 32:5/8 33:6/8"),
        ("infinity", "4:3 8:3 9:4 16:4 17:5 300:5"),
        ("Chess", "2:1/2 3:3/2 4:3/2 5:3/4 10:3/4 11:3/8 30:3/8 31:4/16 50:4/16"),
        ("fide_dutch", "2:1 3:2 4:2 5:3 8:3 9:4 17:5 65:7"),
        ("Settlers", "4:2 8:3 100:7"),
    ],
)
def test_the_tables_of_the_games(game: str, expected: str) -> None:
    sizes = [int(part.partition(":")[0]) for part in expected.split()]
    found = []
    for players in sizes:
        r = recommendation(game, players)
        found.append(f"{players}:{r.rounds}" + (f"/{r.cut}" if r.cut else ""))
    assert " ".join(found) == expected


def test_magic_s_limits_keep_those_with_one_loss_in_the_top_8() -> None:
    """Of n players about n(r+1)/2^r lose once at most: the sizes where another round begins."""
    for last, rounds in ((128, 7), (226, 8), (409, 9)):
        assert recommendation("mtg", last).rounds == rounds
        assert last * (rounds + 1) <= 8 * 2**rounds
        assert (last + 2) * (rounds + 1) > 8 * 2**rounds


def test_words_and_sources() -> None:
    found = recommendation("mtg_standard", 12)
    assert str(found.text) == (
        "12 players: 5 Swiss rounds, then the top 4 "
        "(4 rounds and the top 8 if the top 8 is a booster draft)"
    )
    assert str(found.source).startswith("Magic Tournament Rules, appendix E")
    assert str(recommendation("Go", 2).text) == "2 players: 1 Swiss round, no cut"
    assert recommendation("Chess", 16).preset == "medium_tournament"
    assert recommendation("mtg_standard", 16).preset == ""


@pytest.mark.parametrize("preset", names())
def test_every_preset_has_its_guide(preset: str) -> None:
    known = {name for guide in GUIDES for name in guide.names}
    assert preset in known
    if preset.endswith("_tournament"):
        assert guide_of(preset) is guide_of("chess")


def test_the_presets_by_size_are_what_the_guide_recommends() -> None:
    for players in (5, 10, 11, 30, 31, 64):
        found, rules = recommendation("chess", players), rules_of(preset_for(players), {})
        assert found.preset == preset_for(players)
        assert found.rounds == rules.rounds
        top = {s["participants"]["top_k"] for s in rules.structure if "top" in str(s)}
        assert found.cut == max(top)


def test_names_are_told_apart_and_written_in_many_ways() -> None:
    for name in ("POKÉMON", "pokemon-standard", " Pokemon TCG "):
        assert guide_of(name).title == "Pokemon League Cup"
    keys = [name for guide in GUIDES for name in guide.names]
    assert len(keys) == len(set(keys))


def test_one_player_is_no_tournament() -> None:
    with pytest.raises(InvalidStateError) as caught:
        recommendation("chess", 1)
    assert caught.value.code == "too-few-players"
    assert rounds_warnings(3, 1) == []


@pytest.mark.parametrize(
    ("rounds", "players", "cut", "codes"),
    [
        (2, 5, 4, "too-few-rounds"),
        (2, 5, NONE, "too-few-rounds many-unbeaten"),
        (2, 4, NONE, ""),
        (1, 4, 2, "too-few-rounds"),
        (1, 2, NONE, ""),
        (2, 2, NONE, "too-many-rounds"),
        (3, 3, NONE, ""),
        (4, 3, NONE, "too-many-rounds"),
        (3, 4, NONE, ""),
        (3, 5, NONE, ""),
        (4, 5, NONE, "many-rounds"),
        (5, 5, NONE, "many-rounds"),
        (6, 5, NONE, "too-many-rounds"),
        (3, 6, NONE, ""),
        (4, 6, NONE, "many-rounds"),
        (5, 6, NONE, "many-rounds"),
        (6, 6, NONE, "too-many-rounds"),
        (3, 16, NONE, "many-unbeaten"),
        (4, 16, NONE, ""),
        (3, 16, 2, ""),
        (4, 256, 16, ""),
        (4, 257, 16, "many-unbeaten"),
    ],
)
def test_warnings(rounds: int, players: int, cut: int | None, codes: str) -> None:
    found = rounds_warnings(rounds, players, cut)
    assert " ".join(w.code for w in found) == codes
    assert all(str(w.text).endswith(".") and str(w.hint).endswith(".") for w in found)


def test_a_warning_in_words() -> None:
    (found,) = rounds_warnings(4, 257, 16)
    assert str(found.text) == (
        "4 rounds for 257 players: up to 17 may win all their matches, but only 16 advance."
    )
    assert str(found.hint) == "Play 5 or more, or let more players advance."


@given(st.integers(2, 3000), st.sampled_from([name for g in GUIDES for name in g.names]))
def test_what_is_recommended_can_be_played(players: int, name: str) -> None:
    found = recommendation(name, players)
    assert fewest_rounds(players) <= found.rounds <= most_rounds(players)
    assert found.cut is None or 2 <= found.cut <= players
    codes = {w.code for w in rounds_warnings(found.rounds, players, found.cut)}
    assert not codes & {"too-few-rounds", "too-many-rounds", "many-rounds"}


@given(st.integers(2, 3000), st.integers(2, 64) | st.none())
def test_the_hint_against_too_many_unbeaten_is_exact(players: int, cut: int | None) -> None:
    needed = unbeaten_rounds(-(-players // (cut or 1)))
    for rounds in range(needed + 2):
        codes = {w.code for w in rounds_warnings(rounds, players, cut)}
        assert ("many-unbeaten" in codes) == (rounds < needed)


@pytest.mark.parametrize(
    ("players", "rounds", "cut", "total_rounds", "matches"),
    [
        # Document E, section 9. It prints 6, 11, 22, 35 and 52 matches; only 22 is right. Its
        # total rounds count the match for third place as one more from 5 players on.
        (3, 3, 2, 4, 3 * 1 + 1),
        (5, 3, 4, 5, 3 * 2 + 3),
        (10, 3, 8, 6, 3 * 5 + 7),
        (16, 3, 16, 7, 3 * 8 + 15),
        (50, 4, 16, 8, 4 * 25 + 15),
    ],
)
def test_configurations(
    players: int, rounds: int, cut: int, total_rounds: int, matches: int
) -> None:
    rules = Rules.read({"rounds": rounds, "cut": cut})
    found = totals(rules, players)
    assert (found.rounds, found.matches) == (total_rounds, matches)
    beside = totals(rules.with_changes({"third_place": True}), players)
    assert beside.rounds == total_rounds
    assert beside.matches == matches + (cut > 3)
    own = totals(rules.with_changes({"structure": [{"type": "third_place"}]}), players)
    assert (own.rounds, own.matches) == (total_rounds + (cut > 3), matches + (cut > 3))


@pytest.mark.parametrize(
    ("preset", "players", "total_rounds", "matches"),
    [
        ("small_tournament", 3, 5, 3 + 2),
        ("small_tournament", 5, 6, 6 + 4),
        ("small_tournament", 10, 6, 15 + 4),
        ("medium_tournament", 16, 7, 24 + 8),
        ("large_tournament", 50, 9, 100 + 16),
    ],
)
def test_totals_of_the_presets(preset: str, players: int, total_rounds: int, matches: int) -> None:
    found = totals(rules_of(preset, {}), players)
    assert (found.rounds, found.matches) == (total_rounds, matches)


def test_totals_without_a_knock_out() -> None:
    found = totals(Rules.read({"rounds": 5}), 9)
    assert (found.rounds, found.matches, found.knock_out_matches) == (5, 20, 0)
    robin = totals(Rules.read({"system": "round_robin", "cycles": 2}), 5)
    assert (robin.rounds, robin.matches) == (10, 20)


def test_of_three_the_loser_of_the_semi_final_is_third_without_a_match() -> None:
    found = totals(Rules.read({"rounds": 3, "cut": 3, "third_place": True}), 6)
    assert (found.rounds, found.matches) == (5, 9 + 2)
