"""The clock and extra time through the API."""

from timeouts import PATIENCE

from .app_server import AppServer


def test_the_clock_is_the_same_for_everybody(event: AppServer) -> None:
    event.put("/rounds/1/clock", {"running": True, "minutes": 40})
    seen = event.client.get(f"{event.base}/rounds/1").json()
    assert seen["clock"]["length"] == 2400
    assert seen["clock"]["ends_at"]
    before = event.version
    assert event.put("/rounds/1/clock", {"running": True})["action"] is None
    assert event.version == before
    event.put("/rounds/1/clock", {"running": False})
    paused = event.client.get(f"{event.base}/rounds/1").json()["clock"]
    assert not paused["running"]
    assert 2400 - PATIENCE <= paused["seconds_left"] <= 2400
    assert paused["ends_at"] is None
    event.put("/rounds/1/clock", {"minutes": 30})
    assert event.client.get(f"{event.base}/rounds/1").json()["clock"]["seconds_left"] == 1800


def test_a_table_can_play_longer(event: AppServer) -> None:
    event.put("/rounds/1/tables/2/extra-time", {"minutes": 5})
    assert event.put("/rounds/1/tables/2/extra-time", {"minutes": 5})["action"] is None
    seen = event.client.get(f"{event.base}/rounds/1").json()["pairings"]
    assert [x["extra_minutes"] for x in seen] == [0, 5, 0, 0]
    event.refused(404, "unknown-table", "PUT", "/rounds/1/tables/9/extra-time", json={"minutes": 5})


def test_time_is_for_the_staff(event: AppServer) -> None:
    event.refused(422, "bad-request", "PUT", "/rounds/1/clock", json={})
    event.refused(
        404, "unknown-round", "PUT", "/rounds/2/clock", json={"running": True, "minutes": 50}
    )
    event.key = event.staff_key()
    event.put("/rounds/1/clock", {"running": True})
    event.put("/rounds/1/tables/2/extra-time", {"minutes": 5})
    event.key = event.player_key(1)
    event.refused(403, "not-yours", "PUT", "/rounds/1/clock", json={"running": False})
    event.refused(403, "not-yours", "PUT", "/rounds/1/tables/2/extra-time", json={"minutes": 9})
