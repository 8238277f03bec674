"""Plans: all rounds from the start, for the presets and for plans made by hand."""

import pytest

from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.engine.stages.bracket import knock_out_kinds
from fairpair.engine.stages.plan_builder import cut_size, plan_of, recommended_rounds
from fairpair.presets import rules_of


@pytest.mark.parametrize(
    ("preset", "players", "titles"),
    [
        ("small_tournament", 5, ["Semi-finals", "Third place", "Final"]),
        ("small_tournament", 3, ["Semi-finals", "Final"]),
        ("small_tournament", 2, ["Final"]),
        ("medium_tournament", 16, ["Quarter-finals", "Semi-finals", "Third place", "Final"]),
        (
            "large_tournament",
            50,
            ["Round of 16", "Quarter-finals", "Semi-finals", "Third place", "Final"],
        ),
        ("mtg_standard", 40, []),
    ],
)
def test_finals_of_the_presets(preset: str, players: int, titles: list[str]) -> None:
    plan = plan_of(rules_of(preset, {}), players)
    swiss = [r for r in plan.rounds if r.kind == "swiss"]
    assert [str(r.title) for r in plan.rounds[len(swiss) :]] == titles
    assert [r.number for r in plan.rounds] == list(range(1, len(plan.rounds) + 1))
    assert [str(r.title) for r in swiss] == [f"Round {n}" for n in range(1, len(swiss) + 1)]


def test_the_presets_have_the_rounds_they_promise() -> None:
    """Document C: 6, 7 and 9 rounds in all."""
    for preset, players in (("small", 10), ("medium", 30), ("large", 64)):
        rules = rules_of(f"{preset}_tournament", {})
        assert len(plan_of(rules, players).rounds) == rules.total_rounds


def test_a_plan_by_hand() -> None:
    plan = plan_of(Rules.read({"rounds": 5, "cut": 8}), 40)
    assert [(r.number, str(r.ref), r.kind, r.players) for r in plan.rounds[4:]] == [
        (5, "round 5", "swiss", 40),
        (6, "stage 2, round 1", "quarter_final", 8),
        (7, "stage 2, round 2", "semi_final", 4),
        (8, "stage 2, round 3", "final", 2),
    ]
    found = plan.round_at(RoundRef(2, 2))
    assert found is not None
    assert str(found.title) == "Semi-finals"
    assert plan.round_at(RoundRef(2, 4)) is None


def test_a_round_robin_with_a_final() -> None:
    plan = plan_of(Rules.read({"system": "round_robin", "cycles": 2, "cut": 2}), 5)
    assert [stage.kind for stage in plan.stages] == ["round_robin", "single_elimination"]
    assert [len(stage.rounds) for stage in plan.stages] == [10, 1]


@pytest.mark.parametrize(("cut", "players", "size"), [(8, 5, 5), (8, 40, 8), (2, 1, None)])
def test_a_cut_is_never_larger_than_the_field(cut: int, players: int, size: int | None) -> None:
    assert cut_size(Rules.read({"cut": cut}), players) == size


@pytest.mark.parametrize("players", range(2, 513))
def test_every_size_has_its_rounds(players: int) -> None:
    kinds = knock_out_kinds(players, own_third_place=False)
    assert kinds[-1] == "final"
    assert 2 ** (len(kinds) - 1) < players <= 2 ** len(kinds)
    own = knock_out_kinds(players, own_third_place=True)
    assert ("third_place" in own) == (players > 3)


def test_recommended_rounds() -> None:
    found = {n: recommended_rounds(n) for n in (2, 4, 5, 8, 9, 16, 17, 64, 65, 1000)}
    assert found == {2: 1, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5, 64: 6, 65: 7, 1000: 10}
