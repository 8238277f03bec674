"""Simulated events: sound rounds, results that the rules allow, figures one can count by hand."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.app.simulation.batch import play_many
from fairpair.app.simulation.events import (
    Event,
    SimulationOptions,
    SimulationPlan,
    plan_simulation,
    play,
)
from fairpair.app.simulation.figures import Figures, Report, figures_of, mean
from fairpair.app.simulation.results import Lots, Match, result_of
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Games, Mark, Scored, is_draw, win_for
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import breaches
from fairpair.engine.stages.ranking import ranking_of
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.presets import names, rules_of

CHESS = Rules.read({"points": {"win": 1, "draw": "1/2", "loss": 0}, "best_of": 1})


def matches(ratings: tuple[int, int] = (1900, 1900), count: int = 400) -> list[Match]:
    return [Match(ratings, Lots("x"), (number,)) for number in range(count)]


@pytest.mark.parametrize("preset", names())
def test_every_preset_plays_sound_rounds(preset: str) -> None:
    plan = plan_simulation(SimulationOptions(preset=preset, players=13, drops=15, byes=8))
    event = play(plan, 5)
    assert event.impossible is None
    assert len([ref for ref in event.tournament.rounds if ref.stage == 1]) == plan.rounds
    for ref, round_ in event.tournament.rounds.items():
        hard = [b for b in breaches(event.tournament, ref, round_.pairings, round_.byes) if b.hard]
        assert not hard
        for pairing in round_.pairings.values():
            assert pairing.result is not None
            assert not pairing.result.problem
    assert event.standings.rows[0].rank == 1


def test_a_round_robin_has_everybody_meet_once() -> None:
    plan = plan_simulation(SimulationOptions(preset="chess_style", players=7, system="round_robin"))
    event = play(plan, 1)
    assert plan.rounds == 7
    met = [
        frozenset(p.seats) for r in event.tournament.rounds.values() for p in r.pairings.values()
    ]
    assert len(set(met)) == len(met) == 21
    assert all(len(r.byes) == 1 for r in event.tournament.rounds.values())


def test_the_same_seed_plays_the_same_event() -> None:
    plan = plan_simulation(SimulationOptions(players=12, drops=20, byes=10))
    first, again, other = play(plan, 3), play(plan, 3), play(plan, 4)
    assert first.tournament == again.tournament
    assert first.tournament != other.tournament


def test_a_seed_plays_what_it_always_played() -> None:
    """Written down once: lots do not depend on the computer or the version of Python."""
    match = Match((2000, 1800), Lots("simulate:7"), (1, 1, 2))
    assert str(result_of(match, rules_of("mtg_standard", {}))) == "2-1"
    assert str(result_of(match, CHESS)) == "1-0"


# Results


def test_best_of_three_ends_with_two_wins_or_level() -> None:
    found = Counter(str(result_of(match, Rules())) for match in matches())
    assert set(found) == {"2-0", "2-1", "1-2", "0-2", "1-1", "1-1-1"}
    assert 5 < found["1-1"] + found["1-1-1"] < 60
    decided = {str(result_of(m, Rules(draws_allowed=False))) for m in matches()}
    assert decided == {"2-0", "2-1", "1-2", "0-2"}


@pytest.mark.parametrize(("best_of", "most"), [(1, 1), (2, 2), (4, 3), (5, 3), (7, 4)])
def test_other_lengths(best_of: int, most: int) -> None:
    for match in matches(count=150):
        result = result_of(match, Rules(best_of=best_of))
        assert isinstance(result, Games)
        assert max(result.wins) <= most
        assert max(result.wins) == most or is_draw(result)
        assert sum(result.wins) + result.draws <= best_of
        assert not is_draw(result_of(match, Rules(best_of=best_of, draws_allowed=False)))


def test_the_stronger_wins_more_often() -> None:
    for rules in (Rules(), CHESS, rules_of("infinity", {})):
        even = [result_of(match, rules) for match in matches()]
        uneven = [result_of(match, rules) for match in matches((2300, 1700))]
        won = [sum(_won(result) for result in results) for results in (even, uneven)]
        assert 120 < won[0] < 280
        assert won[1] > won[0] + 50


def _won(result: object) -> bool:
    if isinstance(result, Games):
        return result.wins[0] > result.wins[1]
    if isinstance(result, Scored):
        return result.scores[0]["op"] > result.scores[1]["op"]
    assert isinstance(result, Decided)
    return result.marks[0] is Mark.WIN


def test_scores_are_those_of_the_rules() -> None:
    rules = rules_of("infinity", {})
    level = 0
    for match in matches():
        result = result_of(match, rules)
        assert isinstance(result, Scored)
        for side in result.scores:
            assert list(side) == ["op", "vp", "ap"]
            assert 0 <= side["op"] <= 10
        level += result.scores[0]["op"] == result.scores[1]["op"]
    assert 10 < level < 70
    strict = replace(rules, draws_allowed=False)
    results = [result_of(match, strict) for match in matches()]
    assert all(isinstance(r, Scored) and r.scores[0]["op"] != r.scores[1]["op"] for r in results)


# Plans


def test_rounds_are_the_presets_or_enough_for_one_winner() -> None:
    assert [plan_simulation(SimulationOptions(players=n)).rounds for n in (2, 3, 8, 9, 64)] == [
        1,
        2,
        3,
        4,
        6,
    ]
    assert plan_simulation(SimulationOptions(preset="team_chess", players=64)).rounds == 7
    assert plan_simulation(SimulationOptions(players=64, changes={"rounds": 4})).rounds == 4
    assert (
        plan_simulation(SimulationOptions(players=64, rounds=5, changes={"rounds": 4})).rounds == 5
    )


def test_a_knock_out_is_played_to_the_champion() -> None:
    event = play(plan_simulation(SimulationOptions(preset="small_tournament", players=8)), 2)
    found = ranking_of(event.tournament)
    assert found is not None
    assert found.champion in event.tournament.seeds[2]
    assert [row.rank for row in found.rows] == list(range(1, 9))
    assert ranking_of(play(plan_simulation(SimulationOptions(players=8)), 2).tournament) is None


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(NotFoundError, match="is not a preset") as refused:
        plan_simulation(SimulationOptions(preset="mtg_standart"))
    assert "mtg_standard" in refused.value.hint
    with pytest.raises(InvalidInputError, match="Did you mean dutch"):
        plan_simulation(SimulationOptions(changes={"system": "dutsh"}))
    for wanted in (
        SimulationOptions(changes={"best_off": 3}),
        SimulationOptions(preset="team_chess", changes={"boards": 4}),
        SimulationOptions(players=300, system="round_robin"),
    ):
        with pytest.raises(InvalidInputError):
            plan_simulation(wanted)


def test_an_event_that_cannot_go_on_ends_early() -> None:
    plan = plan_simulation(SimulationOptions(preset="fide_dutch", players=4, rounds=6))
    event = play(plan, 2)
    assert event.impossible is not None
    assert len(event.tournament.rounds) == event.impossible - 1
    assert event.notes
    assert figures_of(event).impossible


def test_drops_and_byes() -> None:
    plan = plan_simulation(SimulationOptions(players=20, rounds=6, drops=100, byes=30))
    event = play(plan, 1)
    assert sum(entry.dropped for entry in event.tournament.entries.values()) == 18
    kinds = Counter(k for r in event.tournament.rounds.values() for k in r.byes.values())
    assert kinds[ByeKind.ZERO] > 3
    chess = play(plan_simulation(SimulationOptions(preset="chess_style", players=20, byes=30)), 1)
    assert any(ByeKind.HALF in r.byes.values() for r in chess.tournament.rounds.values())


# Figures


def _event(*rounds: str, bye: dict[int, int]) -> Event:
    """Rounds as `1-2 3-4`, the first one always wins; `bye` has a player by round."""
    played = {}
    for round_no, text in enumerate(rounds, 1):
        seats = [tuple(PlayerId(int(n)) for n in pair.split("-")) for pair in text.split()]
        pairings = {n: Pairing(pair, Decided(win_for(0))) for n, pair in enumerate(seats, 1)}
        byes = {PlayerId(bye[round_no]): ByeKind.PAIRING} if round_no in bye else {}
        ref = RoundRef(1, round_no)
        played[ref] = Round(RoundStatus.COMPLETE, pairings, byes, "swiss", "", "")
    entries = {
        PlayerId(n): Entry(Player(f"P{n}", 2000 - n), (Period(RoundRef(1, 1)),))
        for n in range(1, 6)
    }
    tournament = Tournament(created=True, rules=CHESS, entries=entries, rounds=played)
    return Event(9, tournament, Standings(tiebreak_input(tournament, until=None), ()))


def test_figures_counted_by_hand() -> None:
    event = _event("1-2 3-4", "1-4 3-2", "1-2 3-5", bye={1: 5, 2: 5, 3: 4})
    found = figures_of(event)
    assert (found.rounds, found.matches, found.rematches) == (3, 6, 1)
    assert found.byes == {0: 3, 1: 1, 2: 1}
    # Round 2: 1 and 3 (1 point each) meet 4 and 2 (none); round 3: 1 (2) meets 2 (0), 3-5 are even.
    assert found.pair_downs == {2: 1, 1: 1, 0: 3}
    assert found.pair_ups == {2: 1, 1: 1, 0: 3}
    assert found.colour_difference == 3
    assert found.three_in_a_row == 3  # 1 and 3 White, 2 Black
    assert found.strongest_won
    assert found.top_kept == 5


def test_a_report_is_the_sum_and_names_unwanted_events() -> None:
    one = figures_of(_event("1-2 3-4", "1-2 3-4", bye={}))
    report = Report()
    for seed in range(7):
        report.add(replace(one, seed=seed))
    assert (report.events, report.rematches, report.matches) == (7, 14, 28)
    assert report.rematch_seeds == [0, 1, 2, 3, 4]
    assert report.impossible_seeds == []
    assert mean(report.pair_downs) == Fraction(2, 5)  # 1 and 3, in the second round
    assert mean({0: 2, 1: 1, 2: 1}) == Fraction(3, 4)


def _all(plan: SimulationPlan, workers: int, count: int = 12) -> list[Figures]:
    return list(play_many(plan, range(3, 3 + count), workers))


def test_two_processes_count_what_one_does() -> None:
    plan = plan_simulation(SimulationOptions(players=9, drops=10, byes=5))
    alone = _all(plan, 1)
    assert [figures.seed for figures in alone] == list(range(3, 15))
    assert _all(plan, 2) == alone


def test_a_refusal_comes_out_of_a_process_too() -> None:
    plan = plan_simulation(
        SimulationOptions(preset="chess_style", players=5, system="round_robin", rounds=9)
    )
    for workers in (1, 2):
        with pytest.raises(Exception, match="rounds of the round robin have been played"):
            _all(plan, workers)


def test_closing_ends_the_processes() -> None:
    from multiprocessing import active_children

    played = play_many(plan_simulation(SimulationOptions(players=8)), range(200), 2)
    next(played)
    assert len(active_children()) == 2
    played.close()
    assert not active_children()


@pytest.mark.parametrize("players", [2, 5, 16])
def test_a_knock_out_from_the_start_has_a_champion(players: int) -> None:
    event = play(
        plan_simulation(SimulationOptions(players=players, changes={"mode": "elimination"})), 3
    )
    assert {ref.stage for ref in event.tournament.rounds} == {2}
    final = ranking_of(event.tournament)
    assert final is not None
    assert [row.rank for row in final.rows] == list(range(1, players + 1))
    assert str(final.rows[0].why) == "won the final"


def test_a_play_in_is_played_before_the_finals() -> None:
    changes = {"cut": 4, "cut_ties": "play_in", "best_of_rounds": {"final": 5}}
    event = play(
        plan_simulation(SimulationOptions(players=12, rounds=3, changes=changes)), 3
    ).tournament
    assert [event.admission(stage).kind for stage in event.seeds] == [
        "play_in",
        "single_elimination",
    ]
    final = event.rounds[max(event.rounds)].pairings[1].result
    assert isinstance(final, Games)
    assert max(final.wins) == 3
