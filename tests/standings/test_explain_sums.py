"""Explanations: the terms make the number for every step and player."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import floor
from pathlib import Path

import pytest

from fairpair.app.files.standings import StandingsOptions, file_standings
from fairpair.core.ids import PlayerId
from fairpair.core.rules import Rules
from fairpair.engine.standings.explain import Explanation, Separation, explain, separation
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.engine.standings.wording import explanation_text, label, separation_text
from fairpair.presets import names, rules_of
from standings.builder import played
from standings.events import random_event, random_round_robin
from standings.team_events import random_team_event, random_team_round_robin

VECTORS = Path(__file__).parent / "vectors"
SPELLED = {
    "C": ("/C1", "/C2"),
    "M": ("/M1",),
    "P": ("/P",),
    "F": ("/F",),
    "R": (),
    "U": ("/U1400",),
    "L": ("/L+1", "/L60"),
    "K": ("/K4",),
}


# Everything adds up


def every_code(rules: Rules) -> list[str]:
    """All that can stand in one chain of these rules, with their modifiers."""
    found = []
    for tiebreak in TIEBREAKS.values():
        unfit = tiebreak.last or tiebreak.code in ("PTS", "total")
        unfit |= tiebreak.teams_only and rules.boards is None
        unfit |= tiebreak.swiss_only and rules.system == "round_robin"
        unfit |= tiebreak.compares and rules.primary_score in rules.scores
        if not unfit:
            ends = (end for letter in tiebreak.modifiers for end in SPELLED[letter])
            found += [tiebreak.code, *(tiebreak.code + end for end in ends)]
    return [*found, "random"]


def by_every_code(data: bytes | str, preset: str | None = None) -> Standings:
    data = data.encode() if isinstance(data, str) else data
    options = StandingsOptions((), preset, draw_seed="seed")
    if preset is None:
        options = replace(options, tiebreaks=("ARO",), changes={"unrated_rating": 1200})
    inputs = file_standings(data, options).standings.inputs
    return Standings(inputs, every_code(inputs.rules))


def check(standings: Standings) -> None:
    """Everything there is to explain in one event."""
    order = [row.player for row in standings.rows]
    for player in order:
        check_player(standings, player)
    for upper, lower in pairwise(order):
        check_neighbours(standings, upper, lower)


def check_player(standings: Standings, player: PlayerId) -> None:
    explanations = explain(standings, player)
    assert [one.link for one in explanations] == list(standings.chain)
    for one, value in zip(explanations, standings.by_player[player].values, strict=True):
        assert one.player == player
        assert one.value == value
        assert made_of_terms(one) == value, one
        text = str(explanation_text(one, str))
        assert text.startswith(one.link.tiebreak.name)
        assert not any(odd in text for odd in ("None", "Fraction", "+ -", "()", "( ", "  ")), text


def made_of_terms(why: Explanation) -> Fraction | None:
    """The value as the data say that it comes about."""
    if why.value is None:
        assert not why.terms
        return None
    if why.link.tiebreak.split is not None:
        assert why.player in why.tied
        assert [t.amount for t in why.terms] == ([why.value] if len(why.tied) > 1 else [])
        return why.value
    value = sum((t.amount for t in why.terms if t.counted), Fraction(0)) / why.divisor
    if why.floor is not None:
        assert value < why.floor
        return why.floor
    return Fraction(floor(value + Fraction(1, 2))) if why.rounded else value


def check_neighbours(standings: Standings, upper: PlayerId, lower: PlayerId) -> None:
    why = separation(standings, upper, lower)
    text = str(separation_text(why, lambda player: f"P{player}"))
    above, below = (standings.by_player[player].values for player in (upper, lower))
    first = next((n for n, one in enumerate(above) if one != below[n]), None)
    equal = [x for x, one in zip(standings.chain[:first], above, strict=False) if one is not None]
    assert list(why.equal) == equal
    if first is None:
        assert why.decided_by is None
        assert standings.ranks[upper] == standings.ranks[lower]
        assert text.startswith(f"P{upper} and P{lower} are tied on points")
        return
    assert why.decided_by == standings.chain[first]
    assert (one := above[first], two := below[first]) == why.values
    assert standings.ranks[upper] < standings.ranks[lower]
    assert one is not None  # undefined ranks behind all others
    assert two is None or (one < two) == why.decided_by.lower_is_better
    check_own_match(standings, why)
    words = text.removeprefix(f"P{upper} is ahead of P{lower}: ").split("; ")[-1].partition(" (")[0]
    ahead, behind = words.removeprefix(str(label(why.decided_by))).split(" against ")
    assert ahead.split()[-1] != behind, "rounded until nothing is left of the difference"


def check_own_match(standings: Standings, why: Separation) -> None:
    """It is there only for what looks at the tied, and if they have met."""
    assert why.decided_by is not None
    told = separation_text(why, str).code == "separation.own-match"
    assert told == (why.own_match is not None)
    if why.own_match is not None:
        assert why.decided_by.tiebreak.split is not None
        assert why.own_match[0] > why.own_match[1]
        assert why.lower in standings.by_player[why.upper].opponents


def numbered(kind: str, *numbers: str) -> list[Path]:
    return [path for path in sorted((VECTORS / kind).iterdir()) if path.stem in numbers]


# 072: forfeits and byes; 079: blank rounds; 104: 3-1-0; 138 and 141: round robins
@pytest.mark.parametrize(
    "path",
    [p for p in numbered("fide", "064", "072", "079", "104", "138", "141") if p.suffix == ".trf"],
    ids=lambda path: path.name,
)
def test_terms_and_separations_of_fide_events(path: Path) -> None:
    check(by_every_code(path.read_bytes()))


@pytest.mark.parametrize("path", numbered("cards", "013", "036"), ids=lambda path: path.name)
@pytest.mark.parametrize("preset", ["mtg_standard", "pokemon_standard", "chess_style"])
def test_terms_and_separations_of_card_events(path: Path, preset: str) -> None:
    check(by_every_code(path.read_bytes(), preset))


@pytest.mark.parametrize(
    "make", [random_event, random_round_robin, random_team_event, random_team_round_robin]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_terms_and_separations_of_random_events(make: type[str], seed: int) -> None:
    check(by_every_code(make(seed)))


def test_terms_and_separations_of_named_scores() -> None:
    sheet = """1  Ana op7,vp90,ap10:op3,vp40,ap20 Bo | Cy op5,vp9,ap0:op5,vp9,ap5 Di | Ed bye
               2  Ana op5,vp60,ap0:op5,vp70,ap5 Cy | Ed +:- Bo | Di half
               3  Bo op0,vp10,ap0:op9,vp100,ap50 Cy | Di op8,vp1,ap2:op2,vp8,ap0 Ed | Ana bye"""
    inputs = tiebreak_input(played(sheet, rules_of("infinity", {})))
    codes = every_code(inputs.rules)
    scored = ("vp", "total:ap", "sos:vp", "margin:vp", "mean:ap")
    assert not {"BH", "SB", "DE", "KS"} & set(codes)
    check(Standings(inputs, [*scored, *codes]))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(VECTORS.glob("fide/*.trf")), ids=lambda path: path.name)
def test_terms_and_separations_of_all_fide_events(path: Path) -> None:
    check(by_every_code(path.read_bytes()))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(VECTORS.glob("cards/*.json")), ids=lambda path: path.name)
@pytest.mark.parametrize("preset", [name for name in names() if not rules_of(name, {}).scores])
def test_terms_and_separations_of_all_card_events(path: Path, preset: str) -> None:
    check(by_every_code(path.read_bytes(), preset))
