"""From registration to the champion: presets with finals, through the log, with drops and undo."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.core.errors import InvalidStateError
from fairpair.core.players import Player
from fairpair.core.results import Games, Result, Scored
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.elimination import KnockOut
from fairpair.engine.stages.invariants import broken
from fairpair.engine.stages.progress import Step, knock_out_of, progress
from fairpair.engine.stages.ranking import final_ranking
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import Desk


def event(preset: str, players: int, **rules: object) -> Desk:
    desk = Desk()
    settings = {**rules_of(preset, {}).as_settings(), **rules}
    desk.do(c.CreateTournament("Cup", "seed", settings))
    desk.do(c.RegisterPlayers(tuple(Player(f"P{n}", 2400 - n) for n in range(1, players + 1))))
    return desk


def a_result(random: Random, t: Tournament, stage: int) -> Result:
    wins = (t.rules.best_of or 1) // 2 + 1
    if t.rules.scores:
        sides = [{name: Fraction(x) for name in t.rules.scores} for x in (random.choice((1, 3)), 2)]
        return Scored((sides[0], sides[1]))
    if stage == 1 and wins == 1 and random.random() < 0.3:
        return Games((0, 0), 1)
    return Games(random.choice(((wins, 0), (0, wins))))


def one_step(desk: Desk, random: Random) -> bool:
    """Do what comes next; false at the end."""
    t = desk.t
    match progress(t).step:
        case Step.DRAFT:
            desk.do(draft(t, desk.journal.version))
        case Step.PUBLISH:
            desk.do(c.PublishRound())
        case Step.RESULTS:
            ref = t.upcoming
            table = random.choice(t.rounds[ref].pending)
            match = MatchRef(ref.stage, ref.round_no, table)
            desk.do(c.RecordResult(match, a_result(random, t, ref.stage)))
        case Step.OPEN:
            desk.do(open_command(t, desk.journal.version))
        case Step.COMPLETE:
            desk.do(c.CompleteRound())
        case Step.CUT:
            desk.do(cut_command(t, desk.journal.version))
        case Step.FINISH:
            desk.do(c.FinishTournament())
        case step:
            assert step is Step.NOTHING
            return False
    return True


def played_out(desk: Desk, random: Random, *, drops: float = 0.0) -> Iterator[Tournament]:
    while True:
        if random.random() < drops and desk.t.rounds and not desk.t.finished:
            active = [p for p, entry in desk.t.entries.items() if not entry.dropped]
            if len(active) > 6:
                desk.do(c.DropPlayer(random.choice(active)))
                if progress(desk.t).step is Step.PUBLISH:
                    desk.do(c.DiscardDraft())
        if not one_step(desk, random):
            return
        assert not broken(desk.t)
        yield desk.t


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
    told = [progress(desk.t).text]
    told += [progress(t).text for t in played_out(desk, Random("words"))]
    assert list(dict.fromkeys(told)) == [
        "Registration: 4 players, round 1 can be drafted",
        "Round 1 of 1: drafted, not published yet",
        "Round 1 of 1: 2 results pending: tables 1, 2",
        "Round 1 of 1: 1 result pending: table 2",
        "Round 1 of 1: all results are in",
        "All rounds are complete: the cut can be made",
        "Final can be drafted",
        "Final: drafted, not published yet",
        "Final: 1 result pending: table 1",
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
    assert "waiting for round 3" in first[0].seats[0].waiting


def test_nothing_is_drafted_after_the_final() -> None:
    desk = event("mtg_standard", 4, rounds=1, cut=2)
    for t in played_out(desk, Random("x")):
        if progress(t).step is Step.FINISH:
            with pytest.raises(InvalidStateError, match="knock-out"):
                draft(t)
