"""Who may read the outlook, and what it says."""

from collections.abc import Iterator

import pytest

from fairpair.app.access.grants import Role
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games
from fairpair.log import commands as c

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


def test_staff_and_the_public(event: ReadServer) -> None:
    event.refused("/outlook", 403, "outlook-not-public")
    event.refused("/outlook", 403, "outlook-not-public", Role.PLAYER)
    told = event.json("/outlook", STAFF)
    event.do(c.ChangeRules({"show_outlook": True}, "the last round"))
    assert event.json("/outlook") == {**told, "version": event.version}


def test_what_it_says(event: ReadServer) -> None:
    found = event.json("/outlook", STAFF)
    assert (found["top"], found["rounds_left"], found["locked"]) == (4, 0, 2)
    assert found["notice"].startswith("Not official.")
    assert (found["line"]["fewest"], found["line"]["most"]) == ("3", "6")  # 3 after double losses
    first = found["players"][0]
    assert (first["name"], first["rank"], first["points"]) == ("Cy", 1, "6")
    assert (first["now"], first["chance"]) == ("surely", "locked")
    assert first["text"] == "Certain to finish in the top 4"
    third = found["players"][2]
    assert (third["after_win"], third["after_loss"]) == ("surely", "open")
    one = event.json("/outlook?top=1", STAFF)["players"]
    assert one[0]["text"] == "A win is enough for first place"
    assert one[-1]["text"] == "Can no longer finish in first place"
    everybody = event.json("/outlook?top=9999", STAFF)
    assert {row["now"] for row in everybody["players"]} == {"surely"}
    assert everybody["line"] is None


def test_wrong_numbers(event: ReadServer) -> None:
    for top in ("0", "-1", "10001", "eight", ""):
        assert event.asks(f"/outlook?top={top}", STAFF).status_code == 422, top


def test_when_all_is_played(event: ReadServer) -> None:
    for n in sorted(event.t.rounds[event.t.upcoming].pairings):
        event.result(n, Games((2, 0)))
    event.do(c.DropPlayer(PlayerId(8)))
    found = event.json("/outlook", STAFF)
    assert found["locked"] == 4
    assert len(found["players"]) == 8


def test_before_the_first_round_and_without_main_rounds() -> None:
    with read_server() as server:
        server.begin(people(*EIGHT), rounds=3)
        found = server.json("/outlook", STAFF)
        assert {row["chance"] for row in found["players"]} == {"open"}
    with read_server() as server:
        server.begin(people(*EIGHT), mode="elimination")
        server.refused("/outlook", 404, "no-outlook", STAFF)
