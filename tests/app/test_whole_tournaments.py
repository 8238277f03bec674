"""From registration to the champion: presets with finals, through the log, with drops and undo."""

from random import Random

import pytest

from app.played_events import event, played_out
from fairpair.app.use_cases.pairing import draft
from fairpair.core.errors import InvalidStateError
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.elimination import KnockOut
from fairpair.engine.stages.progress import NextStep, knock_out_of, progress
from fairpair.engine.stages.ranking import final_ranking
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input


@pytest.mark.parametrize(
    ("preset", "players", "rounds", "matches"),
    [
        ("small_tournament", 5, 6, 3 * 2 + 4),
        ("small_tournament", 4, 6, 3 * 2 + 4),
        ("medium_tournament", 16, 7, 3 * 8 + 8),
        ("large_tournament", 33, 9, 4 * 16 + 16),
    ],
)
def test_presets_end_with_a_champion(preset: str, players: int, rounds: int, matches: int) -> None:
    """Documents C and E; a bye is no match."""
    desk = event(preset, players)
    for _ in played_out(desk, Random(preset)):
        pass
    t = desk.t
    assert t.finished
    assert len(t.rounds) == rounds
    assert sum(len(r.pairings) for r in t.rounds.values()) == matches
    tree = knock_out_of(t)
    assert isinstance(tree, KnockOut)
    found = final_ranking(Standings(tiebreak_input(t)).ranks, tree.outcome())
    assert [found.champion, found.runner_up, found.third] == [
        tree.champion,
        tree.runner_up,
        tree.third,
    ]
    assert {row.player for row in found.rows} == set(t.entries)
    assert None not in (tree.champion, tree.runner_up, tree.third)


@pytest.mark.parametrize("seed", range(12))
def test_random_events_with_drops(seed: int) -> None:
    random = Random(f"whole {seed}")
    preset = random.choice(("small_tournament", "medium_tournament", "mtg_standard", "infinity"))
    rules: dict[str, object] = {}
    if preset in ("mtg_standard", "infinity"):
        rules = {"rounds": 3, "cut": random.choice((2, 3, 4, 6)), "third_place": seed % 2 == 0}
    desk = event(preset, random.randint(8, 30), **rules)
    try:
        for _ in played_out(desk, random, drops=0.04):
            pass
    except ImpossiblePairingError:
        return
    assert desk.t.finished


def test_the_words_of_every_step() -> None:
    desk = event("mtg_standard", 4, rounds=1, cut=2)
    told = [str(progress(desk.t).text)]
    told += [str(progress(t).text) for t in played_out(desk, Random("words"))]
    assert list(dict.fromkeys(told)) == [
        "Registration: 4 players; round 1 can be paired",
        "Round 1 of 1: paired, not published yet",
        "Round 1 of 1: 2 results missing: tables 1, 2",
        "Round 1 of 1: 1 result missing: table 2",
        "Round 1 of 1: all results are in",
        "All rounds are complete: the cut can be made",
        "The final can be paired",
        "Final: paired, not published yet",
        "Final: 1 result missing: table 1",
        "Final: all results are in",
        "All rounds are complete: the tournament can be finished",
        "Finished",
    ]


def test_before_the_cut_the_tree_has_seeds() -> None:
    desk = event("medium_tournament", 16)
    tree = knock_out_of(desk.t)
    assert tree is not None
    first = tree.in_round(1)
    assert [tuple(seat.seed for seat in match.seats) for match in first] == [
        (1, 8),
        (4, 5),
        (2, 7),
        (3, 6),
    ]
    assert "waiting for round 3" in str(first[0].seats[0].waiting)


def test_nothing_is_drafted_after_the_final() -> None:
    desk = event("mtg_standard", 4, rounds=1, cut=2)
    for t in played_out(desk, Random("x")):
        if progress(t).step is NextStep.FINISH:
            with pytest.raises(InvalidStateError, match="knockout"):
                draft(t)
