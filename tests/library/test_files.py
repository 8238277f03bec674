"""Files in and out: the same as in the web app and on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import fairpair
from archives import import_archive
from fairpair.app.transfer.exports import archive_text
from fairpair.bootstrap import open_service
from fairpair.cli.main import cli
from fairpair.core.ids import TournamentId

from .test_tournament import after_a_round

DATA = Path(__file__).parents[1] / "formats" / "data"
REPORTS = sorted(DATA.glob("*.trf"))


def test_the_desk_reads_what_was_saved_and_goes_on_with_it(tmp_path: Path) -> None:
    t = after_a_round()
    t.pair()
    t.undo()
    service = open_service("memory:")
    here = import_archive(service, t.to_json().encode())
    assert here == "friday"
    assert service.journal(TournamentId(here)).tournament == t.state
    exported = archive_text(service, here)
    assert exported == t.to_json()
    again = fairpair.open(exported.encode())
    again.pair()
    assert len(again.rounds) == 2
    assert import_archive(service, again.to_json().encode(), TournamentId("again")) == "again"
    assert fairpair.check(again)
    again.save(tmp_path / "again.json")
    assert [path.name for path in tmp_path.iterdir()] == ["again.json"]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_standings_are_those_of_the_command_line(path: Path) -> None:
    result = CliRunner().invoke(cli, ["standings", str(path), "--json"])
    if result.exit_code:
        with pytest.raises(fairpair.FairpairError):
            fairpair.standings(path)
        return
    assert json.loads(json.dumps(fairpair.standings(path).to_dict())) == json.loads(result.stdout)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_pairings_are_those_of_the_command_line(path: Path) -> None:
    result = CliRunner().invoke(cli, ["pair", str(path), "--json"])
    if result.exit_code:
        with pytest.raises(fairpair.FairpairError):
            fairpair.pair(path)
        return
    expected = json.loads(result.stdout)
    found = fairpair.pair(path)
    assert {frozenset(map(str, match.numbers)) for match in found} == {
        frozenset(pair) for pair in expected["pairs"]
    }
    assert [list(map(str, match.numbers)) for match in found] == expected["pairs"]
    assert [str(bye.number) for bye in found.byes][: len(expected["byes"])] == expected["byes"]


def test_a_report_is_read_checked_and_written() -> None:
    path = DATA / "tiebreaks-005.trf"
    t = fairpair.read_trf(path)
    assert fairpair.check(path).rounds > 0
    text = fairpair.write_trf(t)
    assert [row.name for row in fairpair.standings(text.encode())] == [
        row.name for row in t.standings()
    ]
    assert fairpair.write_trf(t, dialect="trf16") != text


def test_a_wrong_report_is_found() -> None:
    t = fairpair.Tournament(preset="fide_dutch", rounds=3, initial_colour="white")
    t.add_players({"Ana": 2000, "Bo": 1900, "Cy": 1800, "Di": 1700})
    t.pair([("Ana", "Bo"), ("Cy", "Di")])
    t.record_all({1: 1, 2: 0})
    report = fairpair.check(fairpair.write_trf(t).encode())
    assert not report
    assert "Round 1" in str(report) or "round 1" in str(report)
    assert json.dumps(report.to_dict())


def test_a_report_is_written_to_a_file(tmp_path: Path) -> None:
    t = fairpair.Tournament(preset="fide_dutch")
    t.add_players("Ana", "Bo")
    text = fairpair.write_trf(t, tmp_path / "open.trf")
    assert (tmp_path / "open.trf").read_text(encoding="utf-8") == text


def test_files_of_other_programs_open() -> None:
    assert len(fairpair.open(DATA / "friday.wer").players) > 1
    assert len(fairpair.open(DATA / "league.tdf", division="Masters").players) > 1
    with pytest.raises(fairpair.FairpairError, match="Junior"):
        fairpair.open(DATA / "league.tdf")


def test_a_list_of_players_is_read(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("name,rating,club\nAna,2100,Zug\nBo,2000,Bern\n", encoding="utf-8")
    t = fairpair.Tournament(preset="fide_dutch")
    t.add_players(fairpair.read_players(path))
    assert [(p.name, p.rating, p.club) for p in t.players] == [
        ("Ana", 2100, "Zug"),
        ("Bo", 2000, "Bern"),
    ]


def test_a_saved_tournament_that_an_editor_wrote_in_utf_16() -> None:
    t = after_a_round()
    assert fairpair.open(t.to_json().encode("utf-16")).state == t.state


def test_a_list_that_is_too_long_for_a_tournament_is_not_cut_silently() -> None:
    names = "\n".join(f"Player {n} x" for n in range(10_001))
    with pytest.raises(fairpair.InvalidInputError, match="10001 rows"):
        fairpair.read_players(names.encode())
