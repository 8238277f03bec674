"""What programs rely on: numbers that mean one thing, ids that stay, and the next call to make."""

from typing import Any

import pytest

from .app_server import NAMES, AppServer


@pytest.fixture
def cup(served: AppServer) -> AppServer:
    """Eight players, two main rounds, then semi-finals and a final."""
    served.begin("Cup", *NAMES, rounds=2, cut=4)
    return served


def status(server: AppServer) -> Any:
    return server.ask("GET", "/status").json()


def play_main_rounds(server: AppServer) -> None:
    server.post("/start")
    server.first_seats_win()
    server.post("/rounds/2/generate")
    server.first_seats_win()


# --- the number of rounds -----------------------------------------------------------------------


def test_total_rounds_are_all_rounds_everywhere(cup: AppServer) -> None:
    assert status(cup)["total_rounds"] == 4
    cup.post("/start", {"total_rounds": 5})
    assert cup.t.rules.rounds == 3
    assert status(cup)["total_rounds"] == 5
    assert len(cup.ask("GET", "/rounds").json()["rounds"]) == 5
    assert cup.ask("GET", "").json()["championship"]["rounds_total"] == 5


def test_total_rounds_leave_room_for_the_main_rounds(cup: AppServer) -> None:
    problem = cup.refused(422, "total-rounds", "POST", "/start", json={"total_rounds": 2})
    assert "2 rounds are for the knockout" in problem["title"]


def test_without_a_knockout_all_rounds_are_main_rounds(served: AppServer) -> None:
    served.begin("Open", *NAMES)
    served.post("/start", {"total_rounds": 5})
    assert (served.t.rules.rounds, status(served)["total_rounds"]) == (5, 5)


def test_a_knockout_from_the_start_can_be_started(served: AppServer) -> None:
    served.begin("Knockout", *NAMES, mode="elimination")
    served.refused(422, "total-rounds", "POST", "/start", json={"total_rounds": 5})
    started = served.post("/start", {"total_rounds": 3})
    assert (started["round"]["stage"], len(started["round"]["pairings"])) == (2, 4)
    assert status(served)["total_rounds"] == 3


# --- the status in a knockout -------------------------------------------------------------------


def test_open_starts_every_match_whose_players_are_known(served: AppServer) -> None:
    served.begin("Cup", *NAMES, mode="elimination")
    served.post("/start")
    for table in (1, 2, 3):
        served.put(f"/pairings/2-1-{table}/result", {"result": "1-0"})
    served.post("/open")
    found = status(served)
    assert (found["pending_results"], found["pending"]) == (2, ["2-1-4", "2-2-1"])
    served.put("/pairings/2-2-1/result", {"result": "1-0"})
    served.refused(409, "nothing-to-open", "POST", "/open")


def test_open_starts_matches_of_several_rounds_at_once(served: AppServer) -> None:
    served.begin("Cup", *(f"Player {n}" for n in range(1, 17)), mode="elimination")
    served.post("/start")
    served.put("/pairings/2-1-1/result", {"result": "1-0"})
    served.put("/pairings/2-1-2/result", {"result": "1-0"})
    served.post("/open")
    for table in (3, 4, 5, 6):
        served.put(f"/pairings/2-1-{table}/result", {"result": "1-0"})
    served.put("/pairings/2-2-1/result", {"result": "1-0"})
    served.post("/open")
    served.put("/pairings/2-2-2/result", {"result": "1-0"})
    served.put("/pairings/2-1-7/result", {"result": "1-0"})
    served.put("/pairings/2-1-8/result", {"result": "1-0"})
    opened = served.post("/open")
    assert opened["action"] is not None
    rounds = {tuple(one.split("-")[:2]) for one in status(served)["pending"]}
    assert rounds == {("2", "2"), ("2", "3")}
    served.refused(409, "nothing-to-open", "POST", "/open")


def test_after_the_cut_everybody_still_counts_as_a_player(cup: AppServer) -> None:
    play_main_rounds(cup)
    cup.post("/cut")
    cup.post("/players/8/drop")
    found = status(cup)
    assert (found["players"], found["warnings"]) == (7, [])


# --- undo ---------------------------------------------------------------------------------------


def test_the_creation_of_a_tournament_cannot_be_undone(served: AppServer) -> None:
    served.begin("Empty")
    served.refused(409, "nothing-to-undo", "POST", "/undo")
    served.refused(409, "creation-stays", "POST", "/undo", json={"action": 1})
    assert status(served)["state"] == "setup"
