"""Chess games without a result when a tournament is to end: one choice decides them all."""

import pytest

from .app_server import AppServer
from .role_server import ADMIN_KEY


def begin_chess(app_server: AppServer) -> None:
    app_server.key = ADMIN_KEY
    wanted = {"name": "City Open", "preset": "fide_dutch", "config": {"rounds": 5}}
    made = app_server.post("/api/tournaments", wanted)
    app_server.base, app_server.key = made["links"]["self"], made["organiser_key"]
    players = [{"name": name, "rating": 2000} for name in ("Ada", "Bo", "Cy", "Di")]
    app_server.post("/players", {"players": players})
    app_server.post("/rounds/1/generate")


@pytest.mark.parametrize(("choice", "points"), [("draw", "0.5"), ("annul", "0")])
def test_open_games_are_decided_by_one_choice(
    app_server: AppServer, choice: str, points: str
) -> None:
    begin_chess(app_server)
    early = {"early": True, "reason": "the hall closes"}
    app_server.refused(409, "games-open", "POST", "/finish", json=early)
    app_server.refused(422, "bad-request", "POST", "/finish", json={**early, "open_games": "x"})
    app_server.post("/finish", {**early, "open_games": choice})
    assert app_server.t.finished
    table = app_server.ask("GET", "/standings").json()
    assert {one["points"] for one in table["players"]} == {points}


def test_an_expelled_player_is_listed_without_a_rank(app_server: AppServer) -> None:
    begin_chess(app_server)
    app_server.post("/players/1/drop", {"kind": "expelled", "reason": "a phone"})
    table = app_server.ask("GET", "/standings").json()["players"]
    assert (table[-1]["id"], table[-1]["rank"]) == (1, None)
    final = app_server.ask("GET", "/ranking").json()["players"]
    assert final[-1]["why"] == "disqualified"


def test_missing_games_are_adjourned_and_the_next_round_is_paired(app_server: AppServer) -> None:
    begin_chess(app_server)
    app_server.put("/pairings/1-1-1/result", {"result": "1-0"})
    app_server.refused(409, "results-pending", "POST", "/rounds/2/generate", json={})
    done = app_server.post("/rounds/2/generate", {"adjourn_missing": True})
    first, second = sorted(app_server.t.rounds)
    assert [str(one.result) for one in app_server.t.rounds[first].pairings.values()] == [
        "1-0",
        "adjourned",
    ]
    assert app_server.t.rounds[second].pairings
    app_server.post("/undo", {"action": done["action"]})
    assert list(app_server.t.rounds[first].pending) == [2]
