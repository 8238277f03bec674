"""Which results a match can have: scores within their limits, boards all of them."""

from fractions import Fraction
from typing import Any

import pytest

from fairpair.core.players import Player, Team
from fairpair.core.results import (
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rounds import MatchRef
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import LogDriver, draft, running

WON = Decided(win_for(0))
TABLE = MatchRef(1, 1, 1)


def scored(*sides: tuple[Any, Any, Any]) -> Scored:
    names = ("op", "vp", "ap")
    return Scored(tuple(dict(zip(names, map(Fraction, one), strict=True)) for one in sides))


def infinity() -> LogDriver:
    return running(rules_of("infinity", {}).as_settings())


def teams(boards: int | None) -> LogDriver:
    desk = LogDriver()
    rules = rules_of("team_chess", {"boards": boards}).as_settings()
    desk.do(c.CreateTournament("Cup", "seed", rules))
    some = (Team(name, (Player(f"{name} 1"), Player(f"{name} 2"))) for name in "AB")
    desk.do(c.RegisterPlayers(tuple(some)), draft("1-2"), c.PublishRound())
    return desk


@pytest.mark.parametrize("result", [WON, Games((1, 0)), Decided((Mark.DRAW,) * 2)])
def test_a_match_ranked_by_scores_needs_them(result: Result) -> None:
    error = infinity().refused(c.RecordResult(TABLE, result), "impossible-result")
    assert "both players need them (OP, VP, AP)" in error.message


@pytest.mark.parametrize(
    "side", [(-3, 0, 0), (15, 0, 0), ("15/2", 0, 0), (5, 99999, 0), (5, 0, -1), (5, "1/2", 0)]
)
def test_scores_that_nobody_can_have_are_refused(side: tuple[Any, Any, Any]) -> None:
    command = c.RecordResult(TABLE, scored(side, (0, 0, 0)))
    error = infinity().refused(command, "impossible-result")
    assert "must be a whole number between 0 and" in error.message


@pytest.mark.parametrize("result", [scored((10, 400, 300), (0, 0, 0)), Forfeit(win_for(1))])
def test_what_can_be_is_recorded(result: Result) -> None:
    infinity().do(c.RecordResult(TABLE, result))


def test_limits_belong_to_the_rules() -> None:
    desk = infinity()
    desk.do(c.ChangeRules({"score_limits": {"op": 20}}, "a longer mission"))
    desk.do(c.RecordResult(TABLE, scored((15, "99999/2", 0), (3, 0, 0))))
    desk.refused(c.ChangeRules({"score_limits": {"xp": 3}}, "no"), "bad-rules")


@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_team_match_needs_every_board(count: int) -> None:
    boards = Boards(tuple(Board(WON) for _ in range(count)))
    for result in (boards, WON, Games((1, 0))):
        error = teams(4).refused(c.RecordResult(TABLE, result), "impossible-result")
        assert "all 4 boards are needed" in error.message


def test_a_team_match_is_recorded_by_boards_or_as_a_whole() -> None:
    teams(4).do(c.RecordResult(TABLE, Boards(tuple(Board(WON) for _ in range(4)))))
    teams(4).do(c.RecordResult(TABLE, Forfeit(win_for(0))))
    teams(None).do(c.RecordResult(TABLE, WON))
