"""Files over the API: every export, events that are imported, players from any list."""

import io
import sys
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from fairpair.app.transfer.exports import EXPORTS
from fairpair.core.rounds import RoundRef
from fairpair.formats import tdf, trf
from formats.csv_files import csv_rows

from .app_server import AppServer
from .role_server import ADMIN_KEY

DATA = Path(__file__).parents[1] / "formats" / "data"
WER = (DATA / "friday.wer").read_bytes()
LEAGUE = (DATA / "league.tdf").read_bytes()
XML = {"Content-Type": "application/xml"}
RAW = {"Content-Type": "application/octet-stream"}


def test_every_file_is_a_download_with_its_type(event: AppServer) -> None:
    for one in EXPORTS:
        answer = event.ask("GET", f"/export/{one.path}")
        assert answer.status_code == 200, one.path
        assert answer.headers["Content-Type"] == one.media_type
        name = answer.headers["Content-Disposition"]
        assert name.startswith('attachment; filename="cup')
        assert name.endswith(f'.{one.ending}"')
        again = event.ask(
            "GET", f"/export/{one.path}", headers={"If-None-Match": answer.headers["ETag"]}
        )
        assert again.status_code == 304
        assert event.ask("HEAD", f"/export/{one.path}").content == b""
    assert event.ask("GET", "/export/nothing.csv").status_code == 404


def test_what_is_in_the_files(event: AppServer) -> None:
    names = {entry.entrant.name for entry in event.t.entries.values()}
    rows = csv_rows(event.ask("GET", "/export/pairings.csv?round=1").content)
    assert {row[4] for row in rows[1:]} | {row[8] for row in rows[1:]} >= names
    book = event.ask("GET", "/export/all.xlsx").content
    assert "Standings" in CalamineWorkbook.from_filelike(io.BytesIO(book)).sheet_names
    report = trf.read(event.ask("GET", "/export/trf26.trf").content)
    assert report.file
    assert {player.name for player in report.file.players} == names
    assert len(tdf.read(event.ask("GET", "/export/tournament.tdf").content).tournament.rounds) == 1
    assert event.ask("GET", "/export/pairings.csv?round=7").status_code == 404
    assert event.ask("GET", "/export/standings.csv?round=0").status_code == 422


def test_drafts_and_remarks_are_for_the_staff(event: AppServer) -> None:
    round_ = event.t.rounds[RoundRef(1, 1)]
    for table in round_.pairings:
        event.put(f"/pairings/1-1-{table}/result", {"games": [2, 0]})
    event.post("/rounds/2/generate", {"draft": True})
    staff = event.ask("GET", "/export/pairings.csv?round=2")
    assert staff.status_code == 200
    event.key = ""
    assert event.ask("GET", "/export/pairings.csv?round=2").status_code == 404
    assert event.ask("GET", "/export/pairings.csv").status_code == 200
    for closed in ("trf16.trf", "trf26.trf", "archive.json", "tournament.tdf", "tournament.wer"):
        assert event.ask("GET", f"/export/{closed}").status_code == 401


def test_events_of_other_programs_come_in(event: AppServer) -> None:
    event.key = ADMIN_KEY
    made = event.post("/api/tournaments/import", content=WER, headers=XML)
    assert made["id"] == "friday-at-rook-house"
    assert "1 person who does not play, such as a judge, was left out." in made["notes"]
    event.key, event.base = made["organiser_key"], made["links"]["self"]
    assert len(event.t.rounds) == 5
    event.post("/reopen", {"reason": "one more look"})
    event.key = ADMIN_KEY
    path = "/api/tournaments/import?as=masters&division=masters"
    once = {**RAW, "Idempotency-Key": "x"}
    made = event.post(path, content=LEAGUE, headers=once)
    assert made["id"] == "masters"
    event.refused(409, "tournament-exists", "POST", path, content=LEAGUE, headers=RAW)
    again = event.ask("POST", path, content=LEAGUE, headers=once)
    assert (again.status_code, again.json()["id"]) == (201, "masters")
    assert again.headers["Idempotency-Replayed"] == "true"
    trf16 = (DATA / "tiebreaks-104.trf").read_bytes()
    plain = {"Content-Type": "text/plain"}
    made = event.post("/api/tournaments/import", content=trf16, headers=plain)
    assert len(event.service.journal(made["id"]).tournament.entries) > 3


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (LEAGUE, "several-divisions"),
        (WER[:900], "bad-xml"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><event>&a;</event>", "xml-definitions"),
        (b"Ana\nBo\n", "no-event"),
        (b"", "empty-file"),
        (b"012 Cup\n001 nonsense", "bad-trf"),
        (b"<html/>", "unknown-xml"),
        (b"PK\x03\x04", "bad-sheet"),
    ],
)
def test_what_is_no_event_is_refused(event: AppServer, content: bytes, code: str) -> None:
    event.key = ADMIN_KEY
    problem = event.refused(
        422, code, "POST", "/api/tournaments/import", content=content, headers=RAW
    )
    assert problem["hint"]


def test_players_from_any_file(event: AppServer) -> None:
    players = event.ask("GET", "/export/players.xlsx").content
    before = [entry.entrant for entry in event.t.entries.values()]
    event.begin("Second")
    event.post("/players", content=players, headers=RAW)
    assert [entry.entrant for entry in event.t.entries.values()] == before
    event.post("/players", content=LEAGUE, headers=RAW)
    assert len(event.t.entries) == len(before) + 8
    problem = event.refused(422, "bad-list", "POST", "/players", content=b"\n,\n", headers=RAW)
    assert problem["errors"]


@pytest.mark.parametrize("package", ["typst", "pymupdf_fonts", "noto_cjk_sans_otc"])
def test_a_server_without_the_packages_for_paper_names_their_extra(
    event: AppServer, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    answer = event.client.get(f"{event.base}/print/standings.pdf")
    assert (answer.status_code, answer.json()["code"]) == (501, "missing-package")
    assert answer.json()["title"] == (
        f'This needs the package {package}, installed with: pip install "fairpair[paper]"'
    )
