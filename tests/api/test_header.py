"""The header over HTTP: read by everybody, changed by organisers."""

from .app_server import AppServer

FULL = {
    "city": "Leipzig",
    "federation": "GER",
    "first_day": "2026-11-20",
    "last_day": "2026-11-22",
    "round_dates": ["2026-11-20T09:00", "2026-11-21"],
    "chief_arbiter": "IA Doe, Jane (4600001)",
    "sanction_id": "123456",
}


def _begin(app_server: AppServer) -> None:
    app_server.begin("Open", "Ana", "Bo", "Cy", "Di", preset="fide_dutch")


def test_the_header_is_changed_and_read(app_server: AppServer) -> None:
    _begin(app_server)
    empty = app_server.ask("GET", "/header").json()
    assert empty["header"]["city"] == ""
    assert empty["missing"] == [
        "city",
        "federation",
        "first_day",
        "last_day",
        "round_dates",
        "time_control",
        "chief_arbiter",
    ]
    made = app_server.good("PATCH", "/header", FULL)
    assert made["done"][0].startswith("Details changed: ")
    found = app_server.ask("GET", "/header").json()
    assert {key: found["header"][key] for key in FULL} == FULL
    assert found["missing"] == ["time_control"]
    assert found["notices"] == ["The FIDE report still needs: Time control."]
    assert app_server.ask("GET", "").json()["header"] == found["header"]
    app_server.good("PATCH", "/header", {"time_control_code": "5400+30", "city": None})
    assert app_server.ask("GET", "/header").json()["missing"] == ["city"]


def test_the_public_does_not_see_the_numbers_of_the_event(app_server: AppServer) -> None:
    _begin(app_server)
    app_server.good("PATCH", "/header", FULL)
    app_server.key = ""
    public = app_server.ask("GET", "/header").json()["header"]
    assert public["sanction_id"] == ""
    assert public["city"] == "Leipzig"


def test_a_wrong_header_is_refused_with_every_reason(app_server: AppServer) -> None:
    _begin(app_server)
    wrong = {"federation": "GDR", "first_day": "soon", "colour": "red"}
    refused = app_server.refused(422, "bad-header", "PATCH", "/header", json=wrong)
    assert {problem["where"] for problem in refused["errors"]} == set(wrong)


def test_other_games_have_no_fields_of_chess(app_server: AppServer) -> None:
    app_server.begin("Friday", "Ana", "Bo")
    found = app_server.ask("GET", "/header").json()
    assert not {"federation", "chief_arbiter", "time_control"} & set(found["header"])
    assert found["missing"] == found["notices"] == []
