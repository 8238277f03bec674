"""What programs rely on: numbers that mean one thing, ids that stay, and the next call to make."""

from typing import Any

import pytest

from fairpair.app.webhooks.payloads import payloads

from .app_server import NAMES, AppServer
from .role_server import ADMIN_KEY


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


def test_undo_and_redo_return_what_they_did(cup: AppServer) -> None:
    cup.post("/start")
    cup.first_seats_win()
    made = cup.post("/rounds/2/generate")
    assert made["events"] == ["round_completed", "round_drafted", "round_published"]
    effects = ["Round 1 completed", "Round 2 paired", "Round 2 published"]
    assert made["done"] == effects
    action = made["action"]
    undone = cup.post("/undo")
    assert undone["done"] == [f"#{action} undone: Round 2 published"]
    assert (undone["target"], undone["effects"]) == (action, effects)
    redone = cup.post("/redo")
    assert redone["done"] == [f"#{action} redone: Round 2 published"]
    assert (redone["target"], redone["effects"]) == (action, effects)


# --- history ------------------------------------------------------------------------------------


def newest(server: AppServer) -> Any:
    return server.ask("GET", "/history").json()["entries"][-1]


def test_the_history_has_old_and_new_values(cup: AppServer) -> None:
    changed = cup.good("PATCH", "", {"rules": {"rounds": 3, "third_place": True}})
    assert changed["done"] == [newest(cup)["what"]]
    assert newest(cup)["what"].startswith("Rules changed: ")
    assert "Number of rounds: 2 → 3" in newest(cup)["what"]
    assert {"field": "rounds", "title": "Number of rounds", "old": 2, "new": 3} in newest(cup)[
        "changes"
    ]
    cup.good("PATCH", "/players/1", {"rating": 1800})
    assert newest(cup)["what"] == "Details of Ana changed: Rating: not set → 1800"
    assert newest(cup)["changes"] == [
        {"field": "rating", "title": "Rating", "old": None, "new": 1800}
    ]
    cup.good("PATCH", "", {"name": "Spring Cup"})
    assert newest(cup)["what"] == "Tournament renamed to Spring Cup (before: Cup)"


def test_the_history_only_names_what_is_too_long_to_show(served: AppServer) -> None:
    served.begin("Cup", *NAMES, preset="medium_tournament")
    served.post("/start", {"total_rounds": 8})
    what = next(x["what"] for x in served.ask("GET", "/history").json()["entries"] if x["changes"])
    assert what.endswith("Total number of rounds: 7 → 8; Rounds in the plan")


def test_a_corrected_result_tells_the_one_before(cup: AppServer) -> None:
    cup.post("/start")
    cup.put("/pairings/1-1-1/result", {"games": [2, 0]})
    again = cup.put("/pairings/1-1-1/result", {"games": [2, 1]})
    assert again["done"][0].endswith("corrected to 2-1 (before: 2-0)")
    assert [(x["old"], x["new"]) for x in newest(cup)["changes"]] == [("2-0", "2-1")]


# --- the next call ------------------------------------------------------------------------------


def test_a_program_can_follow_the_next_calls_to_the_end(served: AppServer) -> None:
    served.begin("Cup", rounds=2, cut=4, third_place=True)
    bodies = {
        "enter-players": {"players": [{"name": name} for name in NAMES]},
        "enter-results": {"result": "1-0"},
    }
    codes = []
    while (step := status(served)["next"]) is not None:
        body = bodies.get(step["code"]) if step["body"] is None else step["body"]
        answer = served.ask(step["method"], step["path"], json=body)
        assert answer.is_success, (step, answer.text)
        codes.append(step["code"])
    assert status(served)["state"] == "finished"
    assert list(dict.fromkeys(codes)) == [
        *("enter-players", "start", "enter-results", "complete-round", "pair-round"),
        *("make-cut", "finish"),
    ]


# --- creation and byes --------------------------------------------------------------------------


def test_the_same_draw_seed_gives_the_same_draws(served: AppServer) -> None:
    drawn = []
    for _ in range(2):
        served.key = ADMIN_KEY
        made = served.post("/api/tournaments", {"name": "Draw", "draw_seed": "friday"})
        served.base, served.key = made["links"]["self"], made["organiser_key"]
        served.post("/players", {"players": [{"name": name} for name in NAMES]})
        pairings = served.post("/start")["round"]["pairings"]
        drawn.append([[one["id"] for one in table["players"]] for table in pairings])
    assert drawn[0] == drawn[1]


def test_another_draw_seed_is_another_request(served: AppServer) -> None:
    served.key = ADMIN_KEY
    named = {"headers": {"Idempotency-Key": "seeded"}}
    wanted = {"name": "Draw", "draw_seed": "one"}
    first = served.post("/api/tournaments", wanted, **named)
    assert served.post("/api/tournaments", wanted, **named) == first
    other = {"name": "Draw", "draw_seed": "two"}
    served.refused(409, "command-id-reused", "POST", "/api/tournaments", json=other, **named)


def test_byes_have_one_shape(served: AppServer) -> None:
    served.begin("Odd", *NAMES[:3])
    made = served.post("/start")
    bye = made["round"]["byes"][0]
    in_document = served.ask("GET", "").json()["rounds"][0]["byes"][0]
    told = payloads(served.here, served.service.journal(served.here), 0)
    in_webhook = told[-1].document["byes"][0]
    for one in (bye, in_document, in_webhook):
        assert {key: one[key] for key in ("id", "name", "kind")} == {
            "id": bye["id"],
            "name": bye["name"],
            "kind": "pairing",
        }
    served.post("/undo")
    players = [one["id"] for one in made["round"]["pairings"][0]["players"]]
    by_hand = {"tables": [{"players": players}], "byes": [{"id": bye["id"], "kind": "pairing"}]}
    assert served.post("/rounds/1/generate", by_hand)["round"]["byes"] == [bye]


# --- ids of pairings ----------------------------------------------------------------------------


def test_the_id_of_a_pairing_stays_with_it_when_tables_move(cup: AppServer) -> None:
    before = cup.post("/start")["round"]["pairings"]
    seats = {one["id"]: [player["id"] for player in one["players"]] for one in before}
    moved = cup.post("/rounds/1/move", {"table": 1, "to": 3})["round"]["pairings"]
    assert {one["id"]: [player["id"] for player in one["players"]] for one in moved} == seats
    assert [(one["table"], one["id"]) for one in moved] == [
        (1, "1-1-3"),
        (2, "1-1-2"),
        (3, "1-1-1"),
        (4, "1-1-4"),
    ]
    cup.put("/pairings/1-1-1/result", {"games": [2, 0], "players": seats["1-1-1"]})
    found = cup.ask("GET", "/rounds/1").json()
    assert [one["id"] for one in found["pairings"] if one["result"]] == ["1-1-1"]
    assert found["pending"] == status(cup)["pending"] == ["1-1-3", "1-1-2", "1-1-4"]
    cup.good("DELETE", "/pairings/1-1-1/result")
    problem = cup.refused(409, "results-pending", "POST", "/rounds/2/generate", json={})
    assert {"id": "1-1-1", "table": 3} in problem["pending"]


def test_a_match_at_a_table_that_was_left_has_an_id_of_its_own(served: AppServer) -> None:
    served.begin("Cup", *NAMES[:4])
    for player in (1, 2):
        served.put(f"/players/{player}/byes/1", {"kind": "half"})
    served.post("/start")
    served.post("/rounds/1/move", {"table": 1, "to": 5})
    added = {"players": [1, 2], "table": 1, "confirmed": ["bye-ignored"]}
    pairings = served.post("/rounds/1/tables", added)["round"]["pairings"]
    assert [(one["table"], one["id"]) for one in pairings] == [(1, "1-1-6"), (5, "1-1-1")]
    served.refused(404, "unknown-pairing", "PUT", "/pairings/1-1-5/result", json={"result": "1-0"})
