"""What is read as JSON is what the API says, word for word; and names are never dangerous."""

import json
from pathlib import Path

import httpx
import pytest

from api.role_server import serve_app
from fairpair.app.access.grants import Role
from fairpair.bootstrap import open_access, open_service
from fairpair.core.ids import TournamentId
from fairpair.server import make_app

from .shell import Shell

READS = [
    (("status", "cup"), "/status"),
    (("players", "cup"), "/players"),
    (("players", "cup", "show", "3"), "/players/3"),
    (("round", "cup", "list"), "/rounds"),
    (("round", "cup", "show", "1", "--stage", "1"), "/rounds/1"),
    (("standings", "cup"), "/standings"),
    (("standings", "cup", "--round", "1"), "/standings?until=1"),
    (("standings", "cup", "--explain", "3"), "/standings/3/why"),
    (("why", "cup", "3", "--rank"), "/standings/3/why"),
    (("standings", "cup", "--final"), "/ranking"),
    (("crosstable", "cup"), "/crosstable"),
    (("bracket", "cup"), "/bracket"),
    (("statistics", "cup"), "/statistics"),
    (("outlook", "cup"), "/outlook"),
    (("outlook", "cup", "--top", "3"), "/outlook?top=3"),
    (("settings", "cup"), "/rules"),
    (("header", "cup"), "/header"),
    (("ratings", "cup"), "/ratings"),
    (("ratings", "cup", "3", "--system", "elo", "--k", "24"), "/players/3/rating?system=elo&k=24"),
    (("history", "cup", "--after", "2", "--limit", "4"), "/history?after=2&limit=4"),
    (("why", "cup", "--round", "1", "--stage", "1"), "/rounds/1/why"),
    (("why", "cup", "3", "--round", "1", "--stage", "1"), "/rounds/1/why/3"),
    (
        ("why", "cup", "3", "--not", "1", "--round", "1", "--stage", "1"),
        "/rounds/1/why-not?a=3&b=1",
    ),
]


def test_json_is_what_the_api_says(shell: Shell) -> None:
    shell.begun("rounds=2", "cut=2")
    shell.play("2-0", "2-1", "2-0", "2-1")
    shell.play("2-0", "2-1", "2-0", "2-1")
    shell.do("cut", "cup")
    shell.play()
    service = open_service(shell.database)
    access = open_access(service)
    key = access.make(Role.ORGANISER, TournamentId("cup")).key
    with serve_app(make_app(service, access)) as url, httpx.Client(base_url=url) as client:
        for words, path in READS:
            asked = client.get(
                f"/api/tournaments/cup{path}", headers={"Authorization": f"Bearer {key}"}
            )
            assert asked.status_code == 200, path
            assert shell.json(*words) == asked.json(), words
        listed = client.get("/api/tournaments").json()["tournaments"]
        assert shell.json("list")["tournaments"] == listed
        told = client.get("/api/presets").json()["presets"]
        shown = [{k: v for k, v in one.items() if k != "own"} for one in told]
        assert shell.json("presets")["presets"] == shown
        assert shell.json("tiebreaks") == client.get("/api/tiebreaks").json()
    service.close()


def test_the_same_for_people(shell: Shell) -> None:
    shell.begun("rounds=2", "cut=2")
    shell.play("2-0", "2-1", "2-0", "2-1")
    assert "Ana Lima" in shell.do("crosstable", "cup")
    assert "Matches: 4 (4 played, 0 forfeited)" in shell.do("statistics", "cup")
    assert "Table 1: " in shell.do("why", "cup")
    assert "waiting for round 2 [1]" in shell.do("bracket", "cup")
    assert "rank" in shell.do("why", "cup", "ana", "--rank")
    assert "0 points before the round" in shell.do("why", "cup", "ana", "--round", "1")
    assert "Specify a PLAYER" in shell.refuse(2, "why", "cup", "--rank")
    assert "Specify a PLAYER" in shell.refuse(2, "why", "cup", "--not", "ana")
    told = [shell.do("why", "cup", "ana", "--not", str(n), "--round", "1") for n in (2, 3, 4)]
    assert any("and that would be equally good" in one for one in told)


def test_standings_of_a_name_and_of_a_file(shell: Shell) -> None:
    shell.begun("rounds=2")
    assert "Before round 1" in shell.do("standings", "cup")
    for words in (
        ("--tiebreaks", "BH"),
        ("--preset", "mtg_standard"),
        ("--set", "rounds=3"),
        ("--edition", "2024"),
        ("--out-dir", "x"),
        ("--repair",),
        ("--format", "csv"),
        ("--json", "--format", "table"),
    ):
        assert shell.type("standings", "cup", *words).code == 2, words
    assert "There is no tournament called nothing" in shell.refuse(3, "standings", "nothing")
    assert "No such file" in shell.refuse(5, "standings", "nothing.trf")
    shell.refuse(3, "bracket", "cup")


def test_a_folder_of_the_same_name_is_no_file(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.begun("rounds=2")
    shell.play()
    (tmp_path / "cup").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "After round 1" in shell.do("standings", "cup")
    assert "Round 1: 4 results missing" in shell.do("round", "cup", "1")
    assert "1 Ana Lima" in shell.do("players", "cup", "1")


NAMES = {
    "quotes": 'Ann "Ace" O\'Neil; drop table `x`',
    "accents": "Žofie Ñandú Ångström",
    "script": "<script>alert('x')</script>",
    "formula": "=cmd|' /C calc'!A0",
    "markup": "[bold red]Ana[/] {x} %s",
    "dashes": "--help",
    "chinese": "大会 選手",
    "arabic": "محمد بن سلمان",
    "long": "x" * 300,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_every_kind(shell: Shell, name: str) -> None:
    shell.do("new", "--id", "cup", "--", name)
    shell.do("players", "cup", "add", "--club", name, "--", name, "Other", "Third", "Fourth")
    assert shell.json("players", "cup")["players"][0]["name"] == name
    assert json.loads(shell.do("status", "--json", "--", name))["name"] == name
    shell.play("2-0", "2-0")
    for words in (
        *(("list",), ("status", "cup"), ("players", "cup"), ("round", "cup"), ("why", "cup")),
        *(("standings", "cup"), ("history", "cup"), ("crosstable", "cup"), ("why", "cup", "1")),
    ):
        assert name[:15] in shell.do(*words), words
        assert json.dumps(name, ensure_ascii=False)[1:-1] in shell.do(*words, "--json"), words
    shell.do("players", "cup", "drop", "--", name)


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31mb", "a\u202eb", "x" * 301, "", "  ", "\x7f"])
def test_names_that_are_none(shell: Shell, name: str) -> None:
    assert shell.type("new", name).code == 3
    shell.begun()
    said = shell.type("players", "cup", "add", name)
    assert said.code == 3
    assert "\x1b" not in said.err
    assert len(shell.json("players", "cup")["players"]) == 8
