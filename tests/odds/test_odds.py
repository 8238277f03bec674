"""Chances of running events: by the kernel and by the engine, and what is shown of them."""

from contextlib import closing
from dataclasses import replace

import pytest

from fairpair.app.odds import sources
from fairpair.app.odds.runs import Share, is_narrow, run_odds, wilson
from fairpair.app.odds.sources import EngineSource, KernelSource, source_of
from fairpair.app.views.odds import OddsOptions, odds_of, odds_task, odds_view
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, Pairing, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.odds.register import NotProven, rules_not_proven, why_not_proven
from fairpair.engine.odds.situation import situation_of
from fairpair.engine.outlook.verdicts import Verdict, outlook_of
from odds.engine_events import after_round, engine_event

PLAYED = engine_event("mtg_standard", 24, 5, 7, drops=5, byes=5)


def with_open_round(event: Tournament, round_no: int, *, kept: int = 0) -> Tournament:
    """The event while this round is played: only the first tables have results."""
    before, ref = after_round(event, round_no), RoundRef(1, round_no)
    round_ = before.rounds[ref]
    pairings = {
        table: pairing if n < kept else Pairing(pairing.seats)
        for n, (table, pairing) in enumerate(round_.pairings.items())
    }
    shown = replace(round_, status=RoundStatus.PUBLISHED, pairings=pairings)
    return replace(before, rounds={**before.rounds, ref: shown})


def both(t: Tournament, top: int = 8) -> tuple[KernelSource, EngineSource]:
    """The kernel and the engine on one event."""
    kernel, why = source_of(t, top, "rating", 5)
    assert isinstance(kernel, KernelSource), why
    assert kernel.plan.ratings is not None
    return kernel, EngineSource(t, kernel.plan.ratings, top, 5)


@pytest.mark.parametrize("kept", [0, 3])
def test_kernel_and_engine_have_the_same_results(kept: int) -> None:
    """In the last round nothing is paired any more: only lots at the end can differ."""
    kernel, engine = both(with_open_round(PLAYED, 5, kept=kept))
    fast, exact = kernel.counts(0, 40), engine.counts(0, 40)
    assert fast.results == exact.results
    assert [row[: len(exact.points[0])] for row in fast.points] == list(exact.points)
    assert fast.line[: len(exact.line)] == exact.line
    assert fast.level == exact.level


def test_kernel_and_engine_have_the_same_chances() -> None:
    """Two rounds before the end, with players who have dropped or asked for byes."""
    kernel, engine = both(after_round(PLAYED, 3))
    fast, exact = kernel.counts(0, 4000), engine.counts(0, 150)
    for quick, slow in zip(fast.reached, exact.reached, strict=True):
        expected, found = sum(quick) / 4000, wilson(sum(slow), 150)
        assert found is not None
        assert found.low - 0.08 <= expected <= found.high + 0.08


@pytest.mark.slow
def test_points_of_the_last_place_are_those_of_the_engine() -> None:
    """Chi-square over whole events: p > 0.001."""
    start = replace(engine_event("mtg_standard", 33, 6, 7), rounds={})
    kernel, engine = both(start)
    fast, exact = kernel.counts(0, 20_000), engine.counts(0, 500)
    pairs = [(a / 40, b) for a, b in zip(fast.line, exact.line, strict=False) if a >= 400]
    rest = (500 - sum(a for a, _ in pairs), 500 - sum(b for _, b in pairs))
    cells = [*pairs, rest] if rest[0] >= 5 else pairs
    chi = sum((found - expected) ** 2 / expected for expected, found in cells)
    limits = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46}
    assert chi < limits[len(cells) - 1]


def test_what_is_guaranteed_always_happens() -> None:
    t = with_open_round(PLAYED, 5, kept=6)
    kernel, _ = both(t)
    counts = kernel.counts(0, 2000)
    found = outlook_of(t, 8)
    assert found is not None
    decided = 0
    for n, player in enumerate(situation_of(t).players):
        if player in found.players and found.players[player].now is not Verdict.OPEN:
            expected = 2000 if found.players[player].now is Verdict.SURELY else 0
            assert sum(counts.reached[n]) == expected
            decided += 1
    assert decided


def test_a_drafted_round_keeps_its_pairings() -> None:
    """Whoever has the bye in the draft has no next result in it."""
    t = with_open_round(engine_event("mtg_standard", 17, 5, 2), 5)
    ref = RoundRef(1, 5)
    draft = replace(t, rounds={**t.rounds, ref: replace(t.rounds[ref], status=RoundStatus.DRAFT)})
    task = odds_task(draft, 3, OddsOptions(top=8))
    counts = task.source.counts(0, 50)
    [resting] = t.rounds[ref].byes
    for n, player in enumerate(task.situation.players):
        assert counts.results[n][3] == (50 if player == resting else 0)


@pytest.mark.parametrize(
    ("preset", "players", "why"),
    [
        ("fide_dutch", 12, NotProven.RULES),
        ("infinity", 8, NotProven.RULES),
        ("pokemon_standard", 16, NotProven.RULES),
        ("mtg_standard", 9, NotProven.FEW_PLAYERS),
    ],
)
def test_everything_else_is_played_by_the_engine(preset: str, players: int, why: NotProven) -> None:
    t = with_open_round(engine_event(preset, players, 4, 1), 3, kept=1)
    task = odds_task(t, 1, OddsOptions(top=3))
    assert (task.source.name, task.why_engine) == ("engine", why)
    counts = task.source.counts(0, 4) + task.source.counts(4, 2)
    assert counts == task.source.counts(0, 6)
    assert sum(map(sum, counts.reached)) == 3 * 6
    assert sum(map(sum, counts.won)) == 6


def test_without_the_extra_the_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "find_spec", lambda name: None)
    task = odds_task(after_round(PLAYED, 4), 1, OddsOptions(top=8))
    assert (task.source.name, task.why_engine) == ("engine", NotProven.NOT_INSTALLED)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"system": "dutch"}, ["system"]),
        ({"best_of": 2}, ["best_of"]),
        ({"best_of": 1, "points": {"win": 1, "draw": "1/2", "loss": 0}}, ["best_of"]),
        ({"cut_aware_rounds": 1, "avoid_same": ["club"]}, ["avoid_same", "cut_aware_rounds"]),
        ({"pairing_methods": {"rest": "halves"}}, ["pairing_methods"]),
        ({"pairing_methods": {"last_round": "power"}}, ["pairing_methods"]),
        ({"pairing_methods": {"last_round": "random"}}, ["pairing_methods"]),
        ({"pairing_methods": {"round_1": "top_half"}}, ["pairing_methods"]),
        ({"pairing_methods": {"rest": "random"}}, []),
        ({"standings_tiebreakers": ["omw", "random"]}, ["standings_tiebreakers"]),
    ],
)
def test_the_register_names_rules(changes: dict[str, object], expected: list[str]) -> None:
    rules = Rules().with_changes({"rounds": 5, **changes})
    assert rules_not_proven(rules, 5) == expected


def test_open_matches_of_earlier_rounds_are_left_to_the_engine() -> None:
    t = with_open_round(PLAYED, 4)
    later = after_round(PLAYED, 5).rounds[RoundRef(1, 5)]
    both_open = replace(t, rounds={**t.rounds, RoundRef(1, 5): later})
    assert why_not_proven(situation_of(both_open)) is NotProven.POSITION


def test_odds_end_when_they_are_narrow() -> None:
    kernel, _ = both(after_round(PLAYED, 4))
    *before, last = run_odds(kernel, None)
    assert is_narrow(last)
    assert not any(map(is_narrow, before))
    assert last.times <= 10_000
    *_, same = run_odds(kernel, last.times)
    assert same == last


def test_processes_do_not_change_the_answer() -> None:
    engine = EngineSource(with_open_round(PLAYED, 5), (1500,) * 24, 8, 1)
    *_, alone = run_odds(engine, 40)
    with closing(run_odds(engine, 40, 2)) as found:
        *_, together = found
    assert alone == together


def test_players_without_a_rating_are_like_the_mean() -> None:
    entries = dict(PLAYED.entries)
    entries[PlayerId(1)] = replace(entries[PlayerId(1)], entrant=Player("New here"))
    kernel, _ = both(replace(after_round(PLAYED, 3), entries=entries))
    assert kernel.plan.ratings is not None
    others = kernel.plan.ratings[1:]
    assert kernel.plan.ratings[0] == round(sum(others) / len(others))


def test_even_players_win_as_often() -> None:
    kernel, _ = source_of(replace(PLAYED, rounds={}), 8, "equal", 1)
    counts = kernel.counts(0, 2000)
    won, lost = (sum(row[kind] for row in counts.results) for kind in (0, 2))
    assert won == lost
    assert all(abs(row[0] - row[2]) < 200 for row in counts.results)


def test_the_view_has_everybody_and_says_how_it_was_made() -> None:
    task = odds_task(with_open_round(PLAYED, 4), 12, OddsOptions(top=8, times=500))
    view = odds_view(task, task.source.counts(0, 500))
    assert (view.version, view.top, view.times, view.played_by) == (12, 8, 500, "kernel")
    assert view.rounds_left == 1
    assert len(view.players) == 24
    assert sum(row.top.share for row in view.players) == pytest.approx(8)
    assert sum(one.share for one in view.line) == pytest.approx(1, abs=0.01)
    first = odds_of(view, PlayerId(1))
    assert first is not None
    assert first.top.low <= first.top.share <= first.top.high
    assert first.after_win is not None
    assert first.after_loss is not None
    assert first.after_win.share >= first.after_loss.share


def test_there_must_be_something_to_play() -> None:
    over = after_round(PLAYED, 5)
    with pytest.raises(InvalidStateError, match="nothing to estimate"):
        odds_task(over, 1, OddsOptions())
    with pytest.raises(InvalidStateError, match="nothing to estimate"):
        odds_task(replace(after_round(PLAYED, 3), finished=True), 1, OddsOptions())
    knockout = replace(PLAYED.rules, mode="elimination")
    with pytest.raises(NotFoundError, match="no main rounds"):
        odds_task(replace(PLAYED, rounds={}, rules=knockout), 1, OddsOptions())


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        (0, 10, Share(0.0, 0.0, 0.2775)),
        (10, 10, Share(1.0, 0.7225, 1.0)),
        (5, 10, Share(0.5, 0.2366, 0.7634)),
    ],
)
def test_intervals_are_those_of_wilson(part: int, whole: int, expected: Share) -> None:
    """Compared with Wilson's formula worked by hand for n = 10."""
    assert wilson(part, whole) == expected


def test_nothing_has_no_share() -> None:
    assert wilson(0, 0) is None


def test_byes_to_come_are_known_to_both() -> None:
    """Who asked for a bye in the last round gets its points in every continuation."""
    entries = dict(PLAYED.entries)
    asked = {5: ByeKind.FULL}
    entries[PlayerId(3)] = replace(entries[PlayerId(3)], requested_byes=asked)
    t = replace(after_round(PLAYED, 4), entries=entries)
    kernel, engine = both(t)
    fast, exact = kernel.counts(0, 20), engine.counts(0, 20)
    n = situation_of(t).players.index(PlayerId(3))
    width = len(exact.points[n])
    assert fast.points[n][:width] == exact.points[n]
    assert 20 in fast.points[n]
    assert isinstance(t.rounds[RoundRef(1, 4)].pairings[1].result, Games)
