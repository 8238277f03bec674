"""Knock-outs through the API: matches that open one by one, and corrections of earlier ones."""

from .app_server import AppServer


def to_the_semi_finals(event: AppServer) -> None:
    event.first_seats_win()
    event.good("PATCH", "", {"rules": {"cut": 4, "rounds": 1}, "reason": "time is short"})
    event.post("/cut")
    event.post("/rounds/1/generate?stage=2")


def test_a_final_opens_when_both_semi_finals_are_done(event: AppServer) -> None:
    to_the_semi_finals(event)
    event.put("/pairings/2-1-1/result", {"games": [2, 0]})
    event.refused(409, "nothing-to-open", "POST", "/open")
    event.put("/pairings/2-1-2/result", {"games": [0, 2]})
    event.post("/open")
    assert event.ask("GET", "/rounds/2?stage=2").json()["status"] == "published"
    event.put("/pairings/2-2-1/result", {"games": [2, 1]})
    event.post("/rounds/1/complete?stage=2")
    event.post("/rounds/2/complete?stage=2")
    assert event.ask("GET", "/bracket").json()["champion"] is not None


def test_a_correction_names_what_others_would_have_played(event: AppServer) -> None:
    to_the_semi_finals(event)
    for table in (1, 2):
        event.put(f"/pairings/2-1-{table}/result", {"games": [2, 0]})
    event.post("/open")
    other = {"games": [0, 2], "correction": True, "reason": "misread"}
    found = event.refused(409, "later-matches", "PUT", "/pairings/2-1-1/result", json=other)
    assert found["errors"][0]["where"] == "the final"
    event.put("/pairings/2-1-1/result", {**other, "void_later": True})
    assert event.ask("GET", "/rounds/2?stage=2").status_code == 404
    event.post("/open")
    event.refused(409, "later-matches", "DELETE", "/pairings/2-1-1/result")
    event.good("DELETE", "/pairings/2-1-1/result?void_later=true")


def test_an_event_that_is_all_knock_out_starts_with_its_first_round(event: AppServer) -> None:
    event.begin("Cup", "Ana", "Bo", "Cy", "Di", mode="elimination")
    event.refused(409, "knock-out-only", "POST", "/rounds/1/generate")
    named = {"headers": {"Idempotency-Key": "start"}}
    started = event.post("/start", **named)
    assert (started["round"]["stage"], started["round"]["round"]) == (2, 1)
    assert started["round"]["status"] == "published"
    assert event.post("/start", **named) == started
    event.refused(409, "already-started", "POST", "/start")


def test_a_draft_of_the_first_matches_is_published_by_the_start(event: AppServer) -> None:
    event.begin("Cup", "Ana", "Bo", "Cy", "Di", mode="elimination")
    event.post("/cut")
    event.post("/rounds/1/generate?stage=2", {"draft": True})
    assert event.post("/start")["round"]["status"] == "published"


def test_a_round_without_missing_results_is_not_said_to_miss_some(event: AppServer) -> None:
    event.begin("Cup", *"ABCDEFGH", mode="elimination")
    event.post("/start")
    for table in (1, 2):
        event.put(f"/pairings/2-1-{table}/result", {"result": "1-0"})
    event.post("/open")
    for place in ("2-2-1", "2-1-3", "2-1-4"):
        event.put(f"/pairings/{place}/result", {"result": "1-0"})
    # A semi-final is over, the other one has not begun: no result is missing.
    event.refused(409, "wrong-round", "POST", "/rounds/3/generate?stage=2")
