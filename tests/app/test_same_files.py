"""What is exported after an import is what was imported, field by field, or a note told of it."""

from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from fairpair.app.service import Service
from fairpair.app.transfer.exports import get_export, source_of
from fairpair.app.transfer.imports import ImportOptions, ImportResult, import_event
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.results import Decided, win_for
from fairpair.core.rounds import MatchRef
from fairpair.formats import trf
from fairpair.formats.trf.model import TrfFile
from fairpair.log import commands as c
from fairpair.storage import open_store
from formats.sheet import FILES

from .events import clock

DATA = Path(__file__).parents[1] / "formats" / "data"
CUP = TournamentId("cup")
Field = tuple[str, str, str]


def _import(data: bytes, division: str = "") -> tuple[Service, ImportResult]:
    service = Service(open_store("memory:"), clock)
    return service, import_event(
        service, "x", data, ImportOptions(CUP, division=division, fide=False)
    )


def _export(service: Service, form: str) -> bytes:
    return get_export(form).make(source_of(service, CUP))


def _fields(one: Element, path: str = "", key: str = "") -> Counter[Field]:
    """Every text and attribute with its place; matches and players by who they are."""
    here = f"{path}/{one.tag}"
    names = ("userid", "number", "id", "person", "category")
    own = next((one.get(name) for name in names if one.get(name)), None)
    seats = "-".join(seat.get("userid", "") for seat in one if seat.tag.startswith("player"))
    key = f"{key} {own or (seats if one.tag == 'match' else '')}".strip()
    found = Counter({(key, f"{here}@{name}", text.strip()): 1 for name, text in one.items()})
    if not len(one):
        found[key, here, (one.text or "").strip()] += 1
    for child in one:
        found += _fields(child, here, key)
    return found


def _lost(before: bytes, after: bytes, *unless: str) -> list[Field]:
    """The fields of a file that another one does not have, but for some places."""
    lost = _fields(fromstring(before)) - _fields(fromstring(after))
    return [field for field in lost if not any(part in field[1] for part in unless)]


def test_a_file_of_tom_comes_back() -> None:
    data = (DATA / "vgc.tdf").read_bytes()
    service, made = _import(data)
    after = _export(service, "tdf")
    assert _lost(data, after) == []
    assert _lost(after, data) == []
    assert not made.notes


def test_a_division_comes_back() -> None:
    data = (DATA / "league.tdf").read_bytes()
    service, made = _import(data, "Masters")
    after = _export(service, "tdf")
    lost = _lost(data, after, "/standings")
    assert {field[0].split()[0] for field in lost} <= {"6000001", "6000002", "0"}, lost
    assert [note.code for note in made.notes] == ["import.other-players"]


def test_a_round_that_was_played_on_is_written_as_it_is_now() -> None:
    service, _ = _import((DATA / "vgc.tdf").read_bytes())
    for table, seats in ((11, (5, 1)), (12, (2, 3))):
        match = MatchRef(1, 2, table)
        players = (PlayerId(seats[0]), PlayerId(seats[1]))
        result = c.RecordResult(match, Decided(win_for(0)), players)
        service.execute(CUP, result, CommandId(f"r{table}"))
    service.execute(CUP, c.CompleteRound(), CommandId("done"))
    root = fromstring(_export(service, "tdf"))
    last = root.findall("pods/pod/rounds/round")[-1]
    assert (last.get("stage"), last.get("type")) == ("6", "3")
    assert [match.get("outcome") for match in last.iterfind("matches/match")] == ["1", "1"]


def test_a_file_of_wizards_comes_back() -> None:
    data = (DATA / "friday.wer").read_bytes()
    service, made = _import(data)
    after = _export(service, "wer")
    lost = _lost(data, after, "/role@", "person@middle")
    assert {field[0] for field in lost} <= {"70000099"}, lost  # the judge
    assert [note.code for note in made.notes] == ["import.judges", "import.middle-names"]


def _report(data: bytes) -> TrfFile:
    file = trf.read(data, repair=True).file
    assert file is not None
    return file


@pytest.mark.parametrize("dialect", ["trf16", "trf26"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_report_comes_back(path: Path, dialect: str) -> None:
    data = path.read_bytes()
    before = _report(data)
    service, _ = _import(data)
    after = _report(_export(service, dialect))
    people = [
        {
            one.id: (one.name, one.sex, one.title, one.rating, one.federation, one.fide_id)
            for one in file.players
        }
        for file in (before, after)
    ]
    assert people[0] == people[1]
    assert _played(before) == _played(after)
    assert before.event.name == after.event.name
    assert before.event.start == after.event.start


def _played(file: TrfFile) -> object:
    """Opponents, colours and results; a forfeit may have had no colour."""
    return {
        one.id: [
            (cell.opponent, None if cell.result in "+-" else cell.colour, cell.result)
            for cell in one.rounds
        ]
        for one in file.players
    }
