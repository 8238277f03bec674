"""Who may ask for odds, and how they come."""

from collections.abc import Iterator
from typing import Any

import pytest

from fairpair.app.access.grants import Role
from fairpair.log import commands as c
from timeouts import wait_until

from .read_server import EIGHT, ReadServer, lower_wins, people, read_server

STAFF = Role.SCOREKEEPER


@pytest.fixture
def event() -> Iterator[ReadServer]:
    """The last of three rounds is running: Cy and Ana have won both of theirs."""
    with read_server() as server:
        server.begin(people(*EIGHT), rounds=3, cut=4)
        server.play(lower_wins)
        server.play(lower_wins)
        server.draft()
        yield server


def done(server: ReadServer, path: str, role: Role | None = STAFF) -> Any:
    wait_until(lambda: server.json(path, role)["state"] == "done")
    return server.json(path, role)


def test_they_are_asked_for_until_they_are_done(event: ReadServer) -> None:
    first = event.json("/odds?times=60", STAFF)
    assert first["state"] in ("waiting", "running")
    assert (first["planned"], first["odds"]) == (60, None)
    state = done(event, "/odds?times=60")
    assert (state["played"], state["version"]) == (60, event.version)
    odds = state["odds"]
    assert (odds["top"], odds["times"], odds["played_by"]) == (4, 60, "kernel")
    assert {row["name"] for row in odds["players"]} == set(EIGHT)
    assert sum(row["top"]["share"] for row in odds["players"]) == pytest.approx(4, abs=0.01)
    other = done(event, "/odds?times=40&top=1&model=equal&seed=5")["odds"]
    assert (other["top"], other["model"], other["seed"], other["times"]) == (1, "equal", 5, 40)


def test_the_public_sees_them_where_they_are_shown(event: ReadServer) -> None:
    event.refused("/odds", 403, "odds-not-public")
    event.refused("/odds", 403, "odds-not-public", Role.PLAYER)
    event.do(c.ChangeRules({"show_odds": True}, "the last round"))
    event.refused("/odds?times=60", 403, "odds-not-public")
    state = done(event, "/odds", None)
    assert state["odds"]["times"] <= 10_000
    assert state["odds"]["notice"].startswith("An estimate")


def test_a_new_result_leads_to_new_odds(event: ReadServer) -> None:
    before = done(event, "/odds?times=40")
    event.result(1, lower_wins(event.t, 1))
    under_way = event.json("/odds?times=40", STAFF)
    assert under_way["odds"] == before["odds"], "as long as there are no newer ones"
    after = done(event, "/odds?times=40")
    assert after["odds"]["version"] == event.version > before["odds"]["version"]


def test_wrong_options(event: ReadServer) -> None:
    for wrong in ("top=0", "times=0", "times=100001", "model=best", "seed=-1", "top=x"):
        assert event.asks(f"/odds?{wrong}", STAFF).status_code == 422, wrong


def test_where_there_is_nothing_to_estimate(event: ReadServer) -> None:
    for table in event.t.rounds[event.t.upcoming].pending:
        event.result(table, lower_wins(event.t, table))
    event.refused("/odds", 409, "odds-decided", STAFF)
    with read_server() as server:
        server.begin(people(*EIGHT), mode="elimination")
        server.refused("/odds", 404, "no-odds", STAFF)
