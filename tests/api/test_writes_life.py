"""Whole tournaments over HTTP, on every database."""

import threading
from typing import Any

import pytest

from .app_server import NAMES, AppServer
from .role_server import ADMIN_KEY


def test_a_card_event_from_its_creation_to_the_champion(app_server: AppServer) -> None:
    app_server.begin("Friday Night!", *NAMES, rounds=9, cut=4)
    assert app_server.base == "/api/tournaments/friday-night"
    made = app_server.post("/start", {"total_rounds": 5})
    assert made["round"]["status"] == "published"
    assert app_server.t.rules.rounds == 3
    for round_no in (1, 2, 3):
        app_server.first_seats_win()
        if round_no < 3:
            made = app_server.post(f"/rounds/{round_no + 1}/generate", {"draft": False})
            assert (made["round"]["stage"], made["round"]["round"]) == (1, round_no + 1)
            assert len(made["round"]["pairings"]) == 4
    seeds = app_server.post("/cut")
    assert seeds["done"] == ["Round 3 completed", "Cut made: 4 players advance to stage 2"]
    for round_no, tables in ((1, 2), (2, 1)):
        made = app_server.post(f"/rounds/{round_no}/generate?stage=2")
        assert [one["id"] for one in made["round"]["pairings"]] == [
            f"2-{round_no}-{table}" for table in range(1, tables + 1)
        ]
        app_server.first_seats_win()
    assert app_server.post("/finish")["done"] == ["Final completed", "Tournament finished"]
    assert app_server.t.finished
    assert app_server.post("/reopen", {"reason": "photo first"})["done"] == ["Tournament reopened"]


def test_rules_have_two_names_wherever_they_are_sent(app_server: AppServer) -> None:
    app_server.key = ADMIN_KEY
    made = app_server.post("/api/tournaments", {"name": "City Open", "rules": {"rounds": 4}})
    app_server.base, app_server.key = made["links"]["self"], made["organiser_key"]
    assert app_server.t.rules.rounds == 4
    app_server.good("PATCH", "", {"config": {"rounds": 5}})
    assert app_server.t.rules.rounds == 5
    app_server.good("PATCH", "", {"rules": {"rounds": 6}})
    assert app_server.t.rules.rounds == 6
    both = {"rules": {"rounds": 7}, "config": {"rounds": 7}}
    app_server.refused(422, "bad-request", "PATCH", "", json=both)


def test_a_chess_event_with_everything_that_happens_at_a_desk(app_server: AppServer) -> None:
    app_server.key = ADMIN_KEY
    wanted = {"name": "City Open", "preset": "fide_dutch", "config": {"rounds": 5}}
    made = app_server.post("/api/tournaments", wanted)
    app_server.base, app_server.key = made["links"]["self"], made["organiser_key"]
    players = [{"name": n, "rating": 2000 - 50 * i} for i, n in enumerate(NAMES[:7])]
    found = app_server.post("/players", {"players": players})
    assert [one["id"] for one in found["players"]] == [1, 2, 3, 4, 5, 6, 7]
    app_server.good("PATCH", "/players/7", {"rating": 1990, "club": "Rooks"})
    assert app_server.t.entries[_p(7)].entrant.club == "Rooks"
    app_server.put("/players/2/byes/2", {"kind": "half"})
    app_server.put("/players/2/byes/2", {"kind": "zero"})
    app_server.put("/avoided/1/7", {"hard": False, "until_round": 3})
    app_server.put("/players/3/table", {"table": 1})
    drafted = app_server.post("/rounds/1/generate", {"draft": True})
    assert drafted["round"]["status"] == "draft"
    app_server.post("/rounds/1/discard")
    drafted = app_server.post("/rounds/1/generate", {"draft": True})
    one, two = (t["players"][0]["id"] for t in drafted["round"]["pairings"][:2])
    app_server.post("/rounds/1/swap", {"a": one, "b": two, "reason": "brothers", "confirmed": _ALL})
    app_server.post("/rounds/1/publish")
    late = app_server.post("/players", {"name": "Ida", "rating": 1700, "from_round": 1})
    assert late["players"] == [{"id": 8, "name": "Ida"}]
    resting = next(iter(app_server.t.rounds[_ref(1)].byes))
    app_server.post("/rounds/1/tables", {"players": [resting, 8], "confirmed": _ALL})
    app_server.post("/rounds/1/move", {"table": 1, "to": 9})
    for table in app_server.t.rounds[_ref(1)].pairings:
        number = 1 if table == 9 else table
        app_server.put(f"/pairings/1-1-{number}/result", {"result": "1-0"})
    app_server.put("/pairings/1-1-1/result", {"result": "1/2-1/2"})
    app_server.good("DELETE", "/pairings/1-1-1/result?reason=other+table")
    app_server.refused(409, "results-pending", "POST", "/rounds/1/complete")
    app_server.put("/pairings/1-1-1/result", {"result": "0-1F"})
    app_server.post("/rounds/1/complete")
    app_server.put(
        "/pairings/1-1-1/result", {"result": "0-1", "correction": True, "reason": "they played"}
    )
    app_server.post("/players/5/drop", {"reason": "ill"})
    app_server.post("/rounds/2/generate")
    assert app_server.t.rounds[_ref(2)].byes[_p(2)] == "zero"
    app_server.post("/players/5/reinstate", {"from_round": 3})
    app_server.put("/players/5/missed-rounds", {"kind": "zero", "reason": "was ill"})
    app_server.good("DELETE", "/players/3/table")
    app_server.good("DELETE", "/avoided/1/7")
    last = app_server.post("/undo")
    assert last["done"][0].startswith("#")
    app_server.post("/redo")
    app_server.good(
        "PATCH", "", {"name": "City Open 2026", "rules": {"rounds": 4}, "reason": "late"}
    )
    assert (app_server.t.name, app_server.t.rules.rounds) == ("City Open 2026", 4)
    app_server.first_seats_win()
    app_server.post("/finish", {"early": True, "reason": "the hall closes"})


def test_check_in_and_out(app_server: AppServer) -> None:
    app_server.begin("Cup", "Ana", "Bo", "Cy", check_in=True)
    for player in (1, 2, 3):
        app_server.post(f"/players/{player}/check-in")
    app_server.post("/players/3/check-out")
    made = app_server.post("/start")
    assert len(made["round"]["pairings"]) == 1
    assert made["round"]["byes"] == []
    app_server.refused(409, "checked-in", "POST", "/players/1/check-in")


def test_team_events(app_server: AppServer) -> None:
    app_server.begin("League", boards=2)
    rooks = {"name": "Rooks", "members": [{"name": "Ana", "rating": 2000}, {"name": "Bo"}]}
    app_server.post("/players", rooks)
    app_server.post(
        "/players",
        content="team;name;rating\nBishops;Cy;1900\nBishops;Di;\n",
        headers={"Content-Type": "text/csv; charset=utf-8"},
    )
    assert [x.entrant.name for x in app_server.t.entries.values()] == ["Rooks", "Bishops"]
    app_server.post("/start", {"total_rounds": 1})
    boards = [{"result": "1-0", "members": [1, 1]}, {"result": "1/2-1/2"}]
    app_server.put("/pairings/1-1-1/result", {"boards": boards})
    assert str(app_server.t.rounds[_ref(1)].pairings[1].result) == "1-0 1/2-1/2"


def test_rounds_made_by_hand(app_server: AppServer) -> None:
    app_server.begin("Cup", "Ana", "Bo", "Cy")
    wanted = {"tables": [{"players": [3, 1]}], "byes": [{"player": 2}]}
    made = app_server.post("/rounds/1/generate", wanted)
    first = made["round"]["pairings"][0]["players"][0]
    assert (first["id"], first["name"]) == (3, "Cy")
    assert made["round"] == app_server.ask("GET", "/rounds/1").json()
    assert app_server.t.rounds[_ref(1)].system == "manual"
    app_server.post("/rounds/1/replace", {"out": 1, "by": 2, "confirmed": _ALL})
    app_server.post("/rounds/1/byes", {"player": 1, "kind": "half"})
    assert app_server.t.rounds[_ref(1)].byes == {_p(1): "half"}


def test_scores_of_a_miniatures_game(app_server: AppServer) -> None:
    app_server.begin("Infinity", *NAMES[:4], scores=["op", "vp"], primary_score="op", rounds=2)
    app_server.post("/start")
    scores = [{"op": 7, "vp": "120.5"}, {"op": 3, "vp": 80}]
    app_server.put("/pairings/1-1-1/result", {"scores": scores})
    assert str(app_server.t.rounds[_ref(1)].pairings[1].result) == "op 7 vp 120.5 : op 3 vp 80"
    problem = app_server.refused(
        422, "bad-request", "PUT", "/pairings/1-1-2/result", json={"scores": [{"op": "x"}, {}]}
    )
    assert problem["errors"][0]["where"] == "scores.1.op"


def test_phones_all_over_the_hall_enter_results_at_once(app_server: AppServer) -> None:
    app_server.begin("Cup", *(f"P{n}" for n in range(1, 25)), rounds=3)
    app_server.post("/start")
    answers: list[int] = []

    def enter(table: int) -> None:
        path = f"/pairings/1-1-{table}/result"
        answers.append(app_server.ask("PUT", path, json={"games": [2, table % 2]}).status_code)

    threads = [threading.Thread(target=enter, args=[n]) for n in range(1, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 12
    assert app_server.t.rounds[_ref(1)].pending == ()


def test_many_want_the_next_round_and_it_is_made_once(app_server: AppServer) -> None:
    app_server.begin("Cup", *NAMES, rounds=3)
    app_server.post("/start")
    app_server.first_seats_win()
    answers: list[Any] = []

    def generate() -> None:
        answers.append(app_server.ask("POST", "/rounds/2/generate"))

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
    assert len(app_server.t.rounds) == 2


_ALL = ["avoided-pair", "bye-not-requested", "colour", "rematch", "too-many-byes"]


def _ref(round_no: int) -> Any:
    from fairpair.core.rounds import RoundRef

    return RoundRef(1, round_no)


def _p(number: int) -> Any:
    from fairpair.core.ids import PlayerId

    return PlayerId(number)


@pytest.mark.parametrize("name", ["Friday Night", "friday   NIGHT", "Friday-Night!!"])
def test_ids_are_made_from_names_and_never_given_twice(app_server: AppServer, name: str) -> None:
    app_server.begin("Friday Night")
    app_server.begin(name)
    assert app_server.base == "/api/tournaments/friday-night-2"
    app_server.begin("\u5927\u4f1a")
    assert app_server.base == "/api/tournaments/event"
    app_server.begin("Import")
    assert app_server.base == "/api/tournaments/import-2"


def test_players_of_a_round_robin_are_renumbered_in_any_order(app_server: AppServer) -> None:
    app_server.begin("Masters", *NAMES[:4], system="round_robin", rounds=None)
    app_server.post("/players/renumber", {"order": [3, 1, 4, 2]})
    assert app_server.t.order == (3, 1, 4, 2)
