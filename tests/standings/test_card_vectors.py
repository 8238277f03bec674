"""Every block of the card-game vectors comes out; see vectors/cards/README.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairpair.core.rules import Rules
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input
from fairpair.engine.standings.tiebreaks.averages import (
    all_shares,
    mean_over_opponents,
    rounds_with_opponent,
)
from fairpair.engine.standings.tiebreaks.magic import match_win
from fairpair.formats.results import read_results
from fairpair.presets import rules_of

CARDS = Path(__file__).parent / "vectors" / "cards"
MAGIC = rules_of("mtg_standard", {})
EXACT = Fraction(1, 10**9)
HALF = Fraction(1, 2)
NO_FLOORS = MAGIC.with_changes({"omw_floor": 0, "gw_floor": 0})
Column = Mapping[str, Fraction]
Vector = dict[str, Any]


@dataclass(frozen=True)
class Event:
    """An event by some rules; everything by the ids of the file."""

    inputs: TiebreakInput
    ids: Mapping[int, str]

    def column(self, code: str) -> Column:
        rows = Standings(self.inputs, [code]).rows
        return {self.ids[row.player]: row.values[-1] or Fraction(0) for row in rows}

    def ranks(self, *codes: str) -> dict[str, int]:
        ranks = Standings(self.inputs, codes).ranks
        return {self.ids[player]: rank for player, rank in ranks.items()}

    def opponents(self) -> dict[str, int]:
        return {
            self.ids[p]: len(row)
            for p, row in self.inputs.get_or_compute(rounds_with_opponent).items()
        }


def event(vector: Vector, rules: Rules = MAGIC, **changes: object) -> Event:
    file = {key: vector[key] for key in ("players", "rounds", "drops", "best_of")}
    results = read_results(json.dumps(file).encode(), rules.with_changes(changes))
    return Event(tiebreak_input(results.tournament), {p: str(i) for p, i in results.ids.items()})


def block(vector: Vector, name: str, key: str) -> Column:
    """What a program says, exactly as many digits as it prints."""
    return {player: line[key] for player, line in vector["expected"][name]["values"].items()}


def assert_same(found: Column, expected: Column, within: Fraction = EXACT) -> None:
    assert found.keys() == expected.keys()
    far = {p: (found[p], expected[p]) for p in found if abs(found[p] - expected[p]) > within}
    assert not far


@pytest.fixture(params=sorted(path.stem for path in CARDS.glob("*.json")))
def vector(request: pytest.FixtureRequest) -> Vector:
    path = CARDS / f"{request.param}.json"
    found: Vector = json.loads(path.read_text(), parse_float=Fraction)
    return found


def test_the_set_is_complete() -> None:
    assert len(list(CARDS.glob("*.json"))) == 37


def test_mtr(vector: Vector) -> None:
    magic = event(vector)
    for code in ("omw", "gw", "ogw", "mw"):
        assert_same(magic.column(code), block(vector, "mtr", code.upper()))
    assert_same(magic.column("PTS"), block(vector, "mtr", "MP"))
    assert magic.ranks("omw", "gw", "ogw") == vector["expected"]["mtr"]["rank_MP_OMW_GW_OGW"]
    raw = event(vector, NO_FLOORS)
    for code in ("gw", "mw"):
        assert_same(raw.column(code), block(vector, "mtr", f"{code.upper()}_raw"))


def test_hoogland_pypair(vector: Vector) -> None:
    omw = event(vector).column("omw")
    assert_same(omw, block(vector, "hoogland_pypair", "OMW"), Fraction(6, 10**6))


def test_gatherling(vector: Vector) -> None:
    """Its fault is left out: who has no decided game counts as .33 whoever the opponents were."""
    omw = dict(event(vector, byes_in_match_win=False).column("omw"))
    expected = dict(block(vector, "gatherling", "OMW"))
    for player in _without_decided_game(vector):
        assert expected.pop(player) == Fraction("0.33") < omw.pop(player)
    assert_same(omw, expected, Fraction(2, 1000))


def _without_decided_game(vector: Vector) -> set[str]:
    decided = {
        player
        for round_ in vector["rounds"]
        for match in round_
        if match.get("w1", 0) + match.get("w2", 0)
        for player in (match["p1"], match["p2"])
    }
    return set(vector["players"]) - decided


def test_gatherlings_fault_is_rare() -> None:
    vectors = [json.loads(path.read_text()) for path in CARDS.glob("*.json")]
    assert sum(len(_without_decided_game(vector)) for vector in vectors) == 3


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("PTS", "matchPoints"),
        ("mw", "matchWinPct"),
        ("omw", "oppMatchWinPct"),
        ("gw", "gameWinPct"),
        ("ogw", "oppGameWinPct"),
        ("buchholz", "solkoff"),
        ("sos", "solkoff"),
        ("sonneborn_berger", "sonnebornBerger"),
        ("sodos", "sonnebornBerger"),
        ("cumulative", "cumulative"),
        ("opponent_cumulative", "oppCumulative"),
    ],
)
def test_tournament_organizer(vector: Vector, code: str, key: str) -> None:
    found = event(vector, NO_FLOORS, bye_points=None).column(code)
    assert_same(found, block(vector, "tournament_organizer", key))


def test_tournament_organizers_median_from_three_opponents_on(vector: Vector) -> None:
    median = event(vector, buchholz_variant="median")
    found, expected = (
        median.column("buchholz"),
        block(vector, "tournament_organizer", "medianBuchholz"),
    )
    many = {player for player, count in median.opponents().items() if count > 2}
    assert_same({p: found[p] for p in many}, {p: expected[p] for p in many})
    assert not any(expected[player] for player in found if player not in many)


def test_tournament_organizers_opponents_opponents(vector: Vector) -> None:
    """Not a tie-break of ours, but made of the same parts."""
    raw = event(vector, NO_FLOORS, bye_points=None)
    inputs = raw.inputs
    omw = all_shares(inputs, mean_over_opponents(inputs, inputs.get_or_compute(match_win)))
    shares = all_shares(inputs, mean_over_opponents(inputs, omw))
    found = {raw.ids[player]: Fraction(*share) for player, share in shares.items()}
    assert_same(found, block(vector, "tournament_organizer", "oppOppMatchWinPct"))


def test_cardarena_pokemon(vector: Vector) -> None:
    pokemon = event(vector, omw_floor=0.25, dropped_cap=1)
    for code in ("owp", "oowp"):
        assert_same(pokemon.column(code), block(vector, "cardarena_pokemon", code))


def test_cardarena_yugioh(vector: Vector) -> None:
    """Its number has three digits for each share, rounded as floats are, with no room for 1000."""
    yugioh = event(vector, omw_floor=0)
    points, owp, oowp, late = map(yugioh.column, ("PTS", "owp", "oowp", "late_losses"))
    assert_same(owp, block(vector, "cardarena_yugioh", "owp"))
    assert_same(oowp, block(vector, "cardarena_yugioh", "oowp"))
    lines = vector["expected"]["cardarena_yugioh"]["values"]
    assert late == {p: sum(n**2 for n in line["lost_rounds"]) for p, line in lines.items()}
    for player, line in lines.items():
        number = line["tiebreak_number"]
        first, second, third, fourth = (number // 1000**n % 1000 for n in (3, 2, 1, 0))
        assert (first, fourth) == (points[player], late[player])
        assert abs(second - min(999, 1000 * owp[player])) <= HALF
        assert abs(third - min(999, 1000 * oowp[player])) <= HALF


def test_cardarena_union_arena(vector: Vector) -> None:
    bandai = event(vector, omw_floor="1/3", byes_in_match_win=False)
    assert_same(bandai.column("omw"), block(vector, "cardarena_union_arena", "omw_pct"))
    assert_same(bandai.column("mw"), block(vector, "cardarena_union_arena", "mw_pct"))
    assert_same(bandai.column("PTS"), block(vector, "cardarena_union_arena", "points"))
