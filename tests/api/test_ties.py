"""Ties through the API: values from outside, and the order of tied players."""

from .app_server import AppServer


def tied(event: AppServer) -> list[int]:
    return [
        one["id"] for one in event.ask("GET", "/standings").json()["players"] if one["rank"] == 1
    ]


def test_values_from_outside_are_set_read_and_removed(event: AppServer) -> None:
    rules = {"rules": {"standings_tiebreakers": ["EXT"]}, "reason": "play-off"}
    event.good("PATCH", "", rules)
    event.first_seats_win()
    first, second, *_ = tied(event)
    values = [{"player": first, "value": "1/3"}, {"player": second, "value": 0.5}]
    done = event.put("/ties/values", {"values": values, "meaning": "blitz play-off"})
    assert event.put("/ties/values", {"values": values})["version"] == done["version"]
    found = event.ask("GET", "/ties").json()
    assert (found["meaning"], found["used"]) == ("blitz play-off", True)
    assert {x["id"]: x["value"] for x in found["values"] if x["value"]} == {
        first: "1/3",
        second: "0.5",
    }
    assert tied(event) == [second]
    table = event.ask("GET", "/standings").json()
    assert table["players"][0]["tiebreaks"][0]["value"] == "0.5"
    assert "Here: blitz play-off." in table["tiebreaks"][0]["about"]
    event.put("/ties/values", {"values": [{"player": n, "value": None} for n in (first, second)]})
    assert {first, second} < set(tied(event))


def test_values_that_are_no_numbers_are_refused_with_their_places(event: AppServer) -> None:
    values = [{"player": 1, "value": "1"}, {"player": 2, "value": "much"}]
    body = {"values": values, "meaning": "jury"}
    problem = event.refused(422, "bad-request", "PUT", "/ties/values", json=body)
    assert [one["where"] for one in problem["errors"]] == ["values.2.value"]
    body = {"values": [{"player": 1, "value": "1e9"}], "meaning": "jury"}
    event.refused(422, "bad-request", "PUT", "/ties/values", json=body)
    body = {"values": [{"player": 1, "value": 10_000_000}], "meaning": "jury"}
    problem = event.refused(422, "bad-value", "PUT", "/ties/values", json=body)
    assert [one["where"] for one in problem["errors"]] == ["values.1.value"]
    body = {"values": [{"player": 1, "value": 1}]}
    problem = event.refused(422, "bad-value", "PUT", "/ties/values", json=body)
    assert [one["where"] for one in problem["errors"]] == ["meaning"]


def test_tied_players_are_ranked_and_shared_again_after_an_undo(event: AppServer) -> None:
    event.good("PATCH", "", {"rules": {"standings_tiebreakers": []}, "reason": "no lots"})
    event.first_seats_win()
    event.post("/rounds/1/complete")
    order = tied(event)[::-1]
    assert len(order) > 1
    event.put("/ties/order", {"players": order, "reason": "play-off"})
    table = event.ask("GET", "/standings").json()
    assert [one["id"] for one in table["players"]][: len(order)] == order
    assert [one["rank"] for one in table["players"]][: len(order)] == [
        n + 1 for n in range(len(order))
    ]
    assert table["orders"][0] | {"names": []} == {
        "players": order,
        "names": [],
        "reason": "play-off",
        "in_effect": True,
    }
    ties = event.ask("GET", "/ties").json()["ties"]
    assert [one["id"] for one in ties[0]["players"]] == order
    assert [one["reason"] for one in ties] == ["play-off"] + [None] * (len(ties) - 1)
    why = event.ask("GET", f"/standings/{order[0]}/why").json()
    assert why["below"]["order"] == "play-off"
    event.post("/undo", {})
    assert sorted(tied(event)) == sorted(order)


def test_orders_that_cannot_be_are_refused(event: AppServer) -> None:
    event.good("PATCH", "", {"rules": {"standings_tiebreakers": []}, "reason": "no lots"})
    event.first_seats_win()
    best = tied(event)
    last = event.ask("GET", "/standings").json()["players"][-1]["id"]
    body = {"players": [best[0], last], "reason": "lot"}
    problem = event.refused(409, "not-tied", "PUT", "/ties/order", json=body)
    assert "points 3 against 0" in problem["title"]
    body = {"players": best[:-1] if len(best) > 2 else best[:1], "reason": "lot"}
    event.refused(409, "tie-order-incomplete", "PUT", "/ties/order", json=body)
    organiser, event.key = event.key, event.staff_key()
    body = {"players": best, "reason": "lot"}
    assert event.ask("PUT", "/ties/order", json=body).status_code == 403
    event.key = organiser
