"""FIDE mode through the API: locked settings, the exit in three requests, and the report."""

from typing import Any

import pytest

from fairpair.core.tournament import FideState

from .app_server import AppServer

LEAVE = "leave-fide-mode"
POINTS = {"win": 3, "draw": 1, "loss": 0}


@pytest.fixture
def open_event(served: AppServer) -> AppServer:
    """Eight players in FIDE mode, round 1 published."""
    players = [{"name": f"P{n}", "rating": 2425 - 25 * n} for n in range(1, 9)]
    config = {"fide": True, "rounds": 5, "initial_colour": "white"}
    served.begin("Open", *players, preset="fide_dutch", **config)
    served.post("/start")
    return served


def change(rules: dict[str, Any], **query: str) -> dict[str, Any]:
    """A request that changes rules, as `ask` and `refused` take it."""
    return {"json": {"rules": rules, "reason": "announced"}, "params": query}


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"rounds": 6}, "rounds-locked"),
        ({"points": POINTS}, "points-locked"),
        ({"bye_points": "1/2"}, "bye-points-locked"),
        ({"standings_tiebreakers": ["BH"]}, "tiebreaks-locked"),
    ],
)
def test_t5_settings_are_locked_after_round_1(
    open_event: AppServer, rules: dict[str, Any], code: str
) -> None:
    problem = open_event.refused(409, "fide-locked", "PATCH", "", **change(rules))
    assert [one["where"] for one in problem["errors"]] == [code]
    assert problem["confirm"] == [LEAVE]
    assert "token" not in problem


def test_t5_pairing_restrictions_are_locked_after_round_1(open_event: AppServer) -> None:
    for method, body in (("PUT", {"hard": True}), ("PUT", {"hard": False})):
        problem = open_event.refused(409, "fide-locked", method, "/avoided/1/2", json=body)
        assert [one["where"] for one in problem["errors"]] == ["restrictions-locked"]


def test_t5_acceleration_is_fixed_in_fide_mode_and_outside(open_event: AppServer) -> None:
    """There is no way out for it: the offer to leave FIDE mode would change nothing."""
    baku = change({"acceleration": "baku"})
    problem = open_event.refused(409, "rules-frozen", "PATCH", "", **baku)
    assert "confirm" not in problem


def test_t5_the_exit_takes_three_requests(open_event: AppServer) -> None:
    event, rules = open_event, {"points": POINTS}
    offer = event.refused(409, "fide-locked", "PATCH", "", **change(rules))
    assert offer["confirm"] == [LEAVE]
    asked = event.refused(409, "needs-confirmation", "PATCH", "", **change(rules, confirm=LEAVE))
    assert asked["question"] == "Stay in FIDE mode?"
    before = len(event.service.store.load(event.here))
    both = change(rules, confirm=LEAVE, token=asked["token"])
    assert event.ask("PATCH", "", **both).status_code == 200
    new = [row.type for row in event.service.store.load(event.here)[before:]]
    assert new[:2] == ["fide_mode_left", "rules_changed"]
    report = event.ask("GET", "/export/trf26.trf").text.splitlines()
    assert [line for line in report if line.startswith("###") and "Not final" not in line] == [
        "### FIDE mode exited @ Round 1",
        "### Configuration @ Round 1: points 1-0.5-0 => 3-1-0",
    ]
    back = change({"points": {"win": 1, "draw": "1/2", "loss": 0}})
    assert event.ask("PATCH", "", **back).status_code == 200
    assert event.t.fide_state is FideState.LEFT
    for _ in range(2):
        event.post("/undo", {})
        assert event.t.fide_state is FideState.LEFT
    assert event.t.rules.points.win == 1
