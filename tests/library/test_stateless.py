"""Calls without a tournament give what the engine gives."""

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

import fairpair
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

FIVE = {"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800, "Ed": None}
RESULTS = {"fide_dutch": ("1-0", "0-1", "1/2-1/2"), "mtg_standard": ("2-0", "1-2", "1-1-1")}


@given(st.data())
@settings(max_examples=40)
def test_the_facade_is_the_engine(data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(sorted(RESULTS)))
    names = [f"Player {n}" for n in range(1, data.draw(st.integers(4, 11)) + 1)]
    ratings = {name: data.draw(st.integers(1000, 2500)) for name in names}
    t = fairpair.Tournament(preset=preset, seed="x", rounds=3)
    t.add_players(ratings)
    played: list[list[tuple[str | None, ...]]] = []
    for _ in range(3):
        before = t.state
        made = t.pair()
        expected = pair_round(_completed(before, t.state))
        boards = [{board.white, board.black} for board in expected.boards]
        assert [set(match.numbers) for match in made] == boards
        stateless = fairpair.pair(ratings, played, preset=preset, seed="x", total_rounds=3)
        assert stateless.pairs == made.pairs
        assert [bye.player for bye in stateless.byes] == [bye.player for bye in made.byes]
        for match in made:
            t.record(match.table, data.draw(st.sampled_from(RESULTS[preset])))
        played.append(
            [
                *((*match.players, match.result) for match in t.round()),
                *((bye.player, None) for bye in made.byes),
            ]
        )
        table = Standings(tiebreak_input(t.state))
        assert [row.number for row in t.standings()] == [row.player for row in table.rows]
        own = fairpair.standings(ratings, played, preset=preset, seed="x")
        assert [(r.rank, r.name, r.tiebreaks) for r in own] == [
            (r.rank, r.name, r.tiebreaks) for r in t.standings()
        ]
    assert fairpair.check(t)


def _completed(before: Tournament, after: Tournament) -> Tournament:
    """The state right before the draft: that of the last round, completed."""
    rounds = {ref: r for ref, r in after.rounds.items() if ref != after.latest}
    return replace(before, rounds=rounds)


def test_a_round_by_each_system() -> None:
    for system in ("dutch", "swiss", "round_robin"):
        found = fairpair.pair(FIVE, system=system)
        assert len(found) == 2
        assert len(found.byes) == 1
    assert fairpair.pair(FIVE, preset="mtg_standard").colours is False


def test_byes_drops_and_forbidden_pairs() -> None:
    found = fairpair.pair(FIVE, byes=["Ana"], forbidden=[("Bo", "Di")])
    assert ("Ana", "half") in [(bye.player, bye.kind) for bye in found.byes]
    assert {"Bo", "Di"} not in [set(pair) for pair in found.pairs]
    first = [("Ana", "Cy", 1), ("Bo", "Di", (0, 1)), ("Ed", None)]
    second = fairpair.pair(FIVE, [first], drops=["Ed"])
    assert not second.byes
    assert fairpair.pair(FIVE, [first], drops={"Ed": 1}).pairs == second.pairs
    assert "Ana" in str(second.explain("Ana"))


def test_rounds_as_a_results_file_has_them() -> None:
    rounds = [[{"p1": "Ana", "p2": "Bo", "result": "1-0"}, {"bye": "Cy", "kind": "half"}]]
    table = fairpair.standings(["Ana", "Bo", "Cy"], rounds)
    assert [(row.name, row.points) for row in table] == [
        ("Ana", 1),
        ("Cy", Fraction(1, 2)),
        ("Bo", 0),
    ]
    assert fairpair.standings(["Ana", "Bo", "Cy"], [[("Ana", "Bo", "1-0"), ("Cy", None, "half")]])


def test_standings_after_an_earlier_round() -> None:
    rounds = [[("Ana", "Bo", "1-0")], [("Ana", "Bo", "0-1")]]
    assert fairpair.standings(["Ana", "Bo"], rounds, after=1)[0].points == 1
    assert fairpair.standings(["Ana", "Bo"], rounds, points=(3, 1, 0))[0].points == 3


def test_simulations() -> None:
    found = fairpair.simulate(9, 4, times=10, seed=3, preset="fide_dutch", drops=5, byes=5)
    assert found["events"] == 10
    assert found["rematches"] == 0
    assert (
        found.figures
        == fairpair.simulate(
            9, 4, times=10, seed=3, preset="fide_dutch", drops=5, byes=5, workers=2
        ).to_dict()
    )
    assert len(found.standings()) == 9
    assert found.standings(4) != found.standings(5)


def test_the_import_is_light() -> None:
    """Neither the import nor a tournament needs a package of the server."""
    code = """
import sys, fairpair
assert not [m for m in sys.modules if m.startswith("fairpair.")], "the import loads layers"
t = fairpair.Tournament(rounds=3)
t.add_players("Ana", "Bo", "Cy", "Di")
t.pair()
t.standings(), fairpair.write_trf(t), fairpair.simulate(4), fairpair.check(t), t.to_json()
fairpair.open(t.to_json().encode())
others = {m.split(".")[0] for m in sys.modules} - set(sys.stdlib_module_names)
print(sorted(m for m in others if not m.startswith("_")))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    allowed = {"fairpair", "msgspec", "typing_extensions"}
    assert set(eval(ran.stdout)) - allowed == set()
