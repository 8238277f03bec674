"""Whole tournaments over HTTP, on every database."""

import threading
from typing import Any

import pytest

from .app_server import NAMES, House
from .role_server import ADMIN_KEY


def test_a_card_event_from_its_creation_to_the_champion(house: House) -> None:
    house.begin("Friday Night!", *NAMES, rounds=9, cut=4)
    assert house.base == "/api/tournaments/friday-night"
    made = house.post("/start", {"total_rounds": 3})
    assert made["round"]["status"] == "published"
    assert house.t.rules.rounds == 3
    for round_no in (1, 2, 3):
        house.first_seats_win()
        if round_no < 3:
            made = house.post(f"/rounds/{round_no + 1}/generate", {"draft": False})
            assert (made["round"]["stage"], made["round"]["round"]) == (1, round_no + 1)
            assert len(made["round"]["pairings"]) == 4
    seeds = house.post("/cut")
    assert seeds["done"] == ["Round 3 completed", "Cut made: 4 players advance to stage 2"]
    for round_no, tables in ((1, 2), (2, 1)):
        made = house.post(f"/rounds/{round_no}/generate?stage=2")
        assert [one["id"] for one in made["round"]["pairings"]] == [
            f"2-{round_no}-{table}" for table in range(1, tables + 1)
        ]
        house.first_seats_win()
    assert house.post("/finish")["done"] == ["Final completed", "Tournament finished"]
    assert house.t.finished
    assert house.post("/reopen", {"reason": "photo first"})["done"] == ["Tournament reopened"]


def test_rules_have_two_names_wherever_they_are_sent(house: House) -> None:
    house.key = ADMIN_KEY
    made = house.post("/api/tournaments", {"name": "City Open", "rules": {"rounds": 4}})
    house.base, house.key = made["links"]["self"], made["organiser_key"]
    assert house.t.rules.rounds == 4
    house.good("PATCH", "", {"config": {"rounds": 5}})
    assert house.t.rules.rounds == 5
    house.good("PATCH", "", {"rules": {"rounds": 6}})
    assert house.t.rules.rounds == 6
    both = {"rules": {"rounds": 7}, "config": {"rounds": 7}}
    house.refused(422, "bad-request", "PATCH", "", json=both)


def test_a_chess_event_with_everything_that_happens_at_a_desk(house: House) -> None:
    house.key = ADMIN_KEY
    wanted = {"name": "City Open", "preset": "fide_dutch", "config": {"rounds": 5}}
    made = house.post("/api/tournaments", wanted)
    house.base, house.key = made["links"]["self"], made["organiser_key"]
    players = [{"name": n, "rating": 2000 - 50 * i} for i, n in enumerate(NAMES[:7])]
    found = house.post("/players", {"players": players})
    assert [one["id"] for one in found["players"]] == [1, 2, 3, 4, 5, 6, 7]
    house.good("PATCH", "/players/7", {"rating": 1990, "club": "Rooks"})
    assert house.t.entries[_p(7)].entrant.club == "Rooks"
    house.put("/players/2/byes/2", {"kind": "half"})
    house.put("/players/2/byes/2", {"kind": "zero"})
    house.put("/avoided/1/7", {"hard": False, "until_round": 3})
    house.put("/players/3/table", {"table": 1})
    drafted = house.post("/rounds/1/generate", {"draft": True})
    assert drafted["round"]["status"] == "draft"
    house.post("/rounds/1/discard")
    drafted = house.post("/rounds/1/generate", {"draft": True})
    one, two = (t["players"][0]["id"] for t in drafted["round"]["pairings"][:2])
    house.post("/rounds/1/swap", {"a": one, "b": two, "reason": "brothers", "confirmed": _ALL})
    house.post("/rounds/1/publish")
    late = house.post("/players", {"name": "Ida", "rating": 1700, "from_round": 1})
    assert late["players"] == [{"id": 8, "name": "Ida"}]
    resting = next(iter(house.t.rounds[_ref(1)].byes))
    house.post("/rounds/1/tables", {"players": [resting, 8], "confirmed": _ALL})
    house.post("/rounds/1/move", {"table": 1, "to": 9})
    for table in house.t.rounds[_ref(1)].pairings:
        house.put(f"/pairings/1-1-{table}/result", {"result": "1-0"})
    house.put("/pairings/1-1-9/result", {"result": "1/2-1/2"})
    house.good("DELETE", "/pairings/1-1-9/result?reason=other+table")
    house.refused(409, "results-pending", "POST", "/rounds/1/complete")
    house.put("/pairings/1-1-9/result", {"result": "0-1F"})
    house.post("/rounds/1/complete")
    house.put(
        "/pairings/1-1-9/result", {"result": "0-1", "correction": True, "reason": "they played"}
    )
    house.post("/players/5/drop", {"reason": "ill"})
    house.post("/rounds/2/generate")
    assert house.t.rounds[_ref(2)].byes[_p(2)] == "zero"
    house.post("/players/5/reinstate", {"from_round": 3})
    house.put("/players/5/missed-rounds", {"kind": "zero", "reason": "was ill"})
    house.good("DELETE", "/players/3/table")
    house.good("DELETE", "/avoided/1/7")
    last = house.post("/undo")
    assert last["done"][0].startswith("#")
    house.post("/redo")
    house.good("PATCH", "", {"name": "City Open 2026", "rules": {"rounds": 4}, "reason": "late"})
    assert (house.t.name, house.t.rules.rounds) == ("City Open 2026", 4)
    house.first_seats_win()
    house.post("/finish", {"early": True, "reason": "the hall closes"})


def test_check_in_and_out(house: House) -> None:
    house.begin("Cup", "Ana", "Bo", "Cy", check_in=True)
    for player in (1, 2, 3):
        house.post(f"/players/{player}/check-in")
    house.post("/players/3/check-out")
    made = house.post("/start")
    assert len(made["round"]["pairings"]) == 1
    assert made["round"]["byes"] == []
    house.refused(409, "checked-in", "POST", "/players/1/check-in")


def test_team_events(house: House) -> None:
    house.begin("League", boards=2)
    rooks = {"name": "Rooks", "members": [{"name": "Ana", "rating": 2000}, {"name": "Bo"}]}
    house.post("/players", rooks)
    house.post(
        "/players",
        content="team;name;rating\nBishops;Cy;1900\nBishops;Di;\n",
        headers={"Content-Type": "text/csv; charset=utf-8"},
    )
    assert [x.entrant.name for x in house.t.entries.values()] == ["Rooks", "Bishops"]
    house.post("/start", {"total_rounds": 1})
    boards = [{"result": "1-0", "members": [1, 1]}, {"result": "1/2-1/2"}]
    house.put("/pairings/1-1-1/result", {"boards": boards})
    assert str(house.t.rounds[_ref(1)].pairings[1].result) == "1-0 1/2-1/2"


def test_rounds_made_by_hand(house: House) -> None:
    house.begin("Cup", "Ana", "Bo", "Cy")
    wanted = {"tables": [{"players": [3, 1]}], "byes": [{"player": 2}]}
    made = house.post("/rounds/1/generate", wanted)
    first = made["round"]["pairings"][0]["players"][0]
    assert (first["id"], first["name"]) == (3, "Cy")
    assert made["round"] == house.ask("GET", "/rounds/1").json()
    assert house.t.rounds[_ref(1)].system == "manual"
    house.post("/rounds/1/replace", {"out": 1, "by": 2, "confirmed": _ALL})
    house.post("/rounds/1/byes", {"player": 1, "kind": "half"})
    assert house.t.rounds[_ref(1)].byes == {_p(1): "half"}


def test_scores_of_a_miniatures_game(house: House) -> None:
    house.begin("Infinity", *NAMES[:4], scores=["op", "vp"], primary_score="op", rounds=2)
    house.post("/start")
    scores = [{"op": 7, "vp": "120.5"}, {"op": 3, "vp": 80}]
    house.put("/pairings/1-1-1/result", {"scores": scores})
    assert str(house.t.rounds[_ref(1)].pairings[1].result) == "op 7 vp 120.5 : op 3 vp 80"
    problem = house.refused(
        422, "bad-request", "PUT", "/pairings/1-1-2/result", json={"scores": [{"op": "x"}, {}]}
    )
    assert problem["errors"][0]["where"] == "scores.1.op"


def test_phones_all_over_the_hall_enter_results_at_once(house: House) -> None:
    house.begin("Cup", *(f"P{n}" for n in range(1, 25)), rounds=3)
    house.post("/start")
    answers: list[int] = []

    def enter(table: int) -> None:
        path = f"/pairings/1-1-{table}/result"
        answers.append(house.ask("PUT", path, json={"games": [2, table % 2]}).status_code)

    threads = [threading.Thread(target=enter, args=[n]) for n in range(1, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 12
    assert house.t.rounds[_ref(1)].pending == ()


def test_many_want_the_next_round_and_it_is_made_once(house: House) -> None:
    house.begin("Cup", *NAMES, rounds=3)
    house.post("/start")
    house.first_seats_win()
    answers: list[Any] = []

    def generate() -> None:
        answers.append(house.ask("POST", "/rounds/2/generate"))

    threads = [threading.Thread(target=generate) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(a.status_code for a in answers) == [200, *[409] * 5]
    assert {a.json()["code"] for a in answers if a.status_code == 409} <= {
        "round-exists",
        "draft-exists",
    }
    assert len(house.t.rounds) == 2


_ALL = ["avoided-pair", "bye-not-requested", "colour", "rematch", "too-many-byes"]


def _ref(round_no: int) -> Any:
    from fairpair.core.rounds import RoundRef

    return RoundRef(1, round_no)


def _p(number: int) -> Any:
    from fairpair.core.ids import PlayerId

    return PlayerId(number)


@pytest.mark.parametrize("name", ["Friday Night", "friday   NIGHT", "Friday-Night!!"])
def test_ids_are_made_from_names_and_never_given_twice(house: House, name: str) -> None:
    house.begin("Friday Night")
    house.begin(name)
    assert house.base == "/api/tournaments/friday-night-2"
    house.begin("\u5927\u4f1a")
    assert house.base == "/api/tournaments/event"
    house.begin("Import")
    assert house.base == "/api/tournaments/import-2"
