"""The fewest rounds, one player alone, and how many byes worth a win somebody can have."""

from contextlib import suppress

import pytest

from app.played_events import event
from fairpair.app.requests import Steps
from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.rounds import RoundOptions, generate, run_in_round, start
from fairpair.core.errors import InvalidStateError
from fairpair.core.players import Player
from fairpair.core.rounds import FIRST_ROUND, ByeKind
from fairpair.log import commands as c
from fairpair.presets import names, rules_of
from log_driver import LogDriver

SWISS = [name for name in names() if rules_of(name, {}).system != "round_robin"]


def run(desk: LogDriver, steps: Steps) -> None:
    """Carry out what a use case yields."""
    with suppress(StopIteration):
        command = next(steps)
        while True:
            desk.do(command)
            command = steps.send(desk.t)


@pytest.mark.parametrize("preset", SWISS)
@pytest.mark.parametrize(("players", "rounds", "fewest"), [(5, 1, 3), (8, 2, 3), (4, 1, 2)])
def test_too_few_rounds_are_refused_without_a_reason(
    preset: str, players: int, rounds: int, fewest: int
) -> None:
    desk = event(preset, players, **rules_of(preset, {"rounds": rounds}).as_settings())
    for way in ("start", "generate"):
        steps = start(desk.t) if way == "start" else generate(desk.t, FIRST_ROUND, RoundOptions())
        with pytest.raises(InvalidStateError) as caught:
            run(desk, steps)
        assert caught.value.code == "too-few-rounds"
        assert f"at least {fewest} are needed" in caught.value.message
        if desk.t.rounds:
            desk.do(c.DiscardDraft())
    run(desk, start(desk.t, None, None, "the hall closes at noon"))
    assert desk.t.rules.few_rounds_reason == "the hall closes at noon"
    assert desk.t.rules.rounds == rounds


def test_a_draft_is_not_published_either() -> None:
    desk = event("mtg_standard", 8, rounds=2)
    desk.do(draft(desk.t))
    with pytest.raises(InvalidStateError, match="too few"):
        run(desk, run_in_round(desk.t, FIRST_ROUND, c.PublishRound()))
    desk.do(c.ChangeRules({"few_rounds_reason": "only an hour"}))
    run(desk, run_in_round(desk.t, FIRST_ROUND, c.PublishRound()))


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (5, 3), (8, None)])
def test_enough_rounds_need_no_reason(players: int, rounds: int | None) -> None:
    desk = event("chess_style", players, rounds=rounds)
    run(desk, start(desk.t))


@pytest.mark.parametrize("preset", SWISS)
def test_a_single_player_has_a_bye(preset: str) -> None:
    desk = event(preset, 1)
    run(desk, start(desk.t, None, None, "nobody else came"))
    assert list(desk.t.rounds[FIRST_ROUND].byes.values()) == [ByeKind.PAIRING]


def after_two_rounds(**rules: object) -> LogDriver:
    desk = event("mtg_standard", 4, rounds=5, **rules)
    for _ in range(2):
        desk.do(draft(desk.t), c.PublishRound())
        for table in desk.t.rounds[desk.t.upcoming].pending:
            desk.result(desk.t.upcoming.round_no, table, "2-0")
        desk.do(c.CompleteRound())
    return desk


def test_a_late_entry_has_no_more_byes_than_allowed() -> None:
    late = (Player("Late"),)
    for desk in (after_two_rounds(), after_two_rounds(late_entry="full")):
        missed = None if desk.t.rules.late_entry == ByeKind.FULL else ByeKind.FULL
        error = desk.refused(c.EnterLate(late, missed=missed), "too-many-byes")
        assert "would have 2 byes worth a win, but the limit is 1" in error.message
        desk.do(c.EnterLate(late, missed=ByeKind.LOSS))
    for limit in (2, None):
        after_two_rounds(max_byes_per_player=limit).do(c.EnterLate(late, missed=ByeKind.FULL))


def test_requested_byes_worth_a_win_count_too() -> None:
    desk = after_two_rounds()
    one = next(iter(desk.t.entries))
    desk.do(c.RequestBye(one, 3, ByeKind.FULL))
    desk.refused(c.RequestBye(one, 4, ByeKind.FULL), "too-many-byes")
    desk.do(c.RequestBye(one, 4, ByeKind.HALF), c.RequestBye(one, 5, ByeKind.ZERO))


def test_acceleration_needs_a_number_of_rounds() -> None:
    desk = event("fide_dutch", 8, acceleration="baku")
    with pytest.raises(InvalidStateError) as caught:
        run(desk, start(desk.t))
    assert caught.value.code == "rounds-needed"
    desk.do(c.DiscardDraft())
    run(desk, start(desk.t, 5))
