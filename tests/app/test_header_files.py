"""Headers of imported files are kept, and exports write them back."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from app.events import clock
from fairpair.app.service import Service
from fairpair.app.transfer.exports import get_export, source_of
from fairpair.app.transfer.imports import ImportOptions, ImportResult, import_event
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.storage import open_store

DATA = Path(__file__).parents[1] / "formats" / "data"
CUP = TournamentId("cup")
BLANK = " " * 84
REPORT = f"""\
012 Spring Open 2026
022 Leipzig
032 GER
042 2026/11/20
052 2026/11/22
062 4
072 3
082 0
092 Individual: Swiss system, Dutch
102 IA Doe, Jane (4600001)
112 FA Roe, Rick (4600002)
112 NA Poe, Ann (4600003)
122 90 min/40 moves + 30 min, 30 s a move
132 {BLANK}   26/11/20  26/11/20  26/11/21  26/11/21  26/11/22
142 5
152 W
172 GER FIDON
182 Fairpair 0.2
192 FIDE_DUTCH_2026
202 BH/C1,BH,SB,PS,DE
222 40/5400+30:1800+30
001    1 m FM Lima, Ana                         2104 POR     1900001 1990/00/00  1.0    1     3 w 1
001    2 m    Chen, Bo                          1990 CHN     8600002 1985/00/00  1.0    2     4 b 1
001    3 w    Dahl, Cy                          1850 NOR     1500003 2008/00/00  0.0    4     1 b 0
001    4 m    Diaz, Di                               GER     4600004 0000/00/00  0.0    3     2 w 0
GER    4      Diaz, Di                          1612            10203040
"""


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    made = Service(open_store(address), clock)
    yield made
    made.close()


def _import(service: Service, data: str | bytes, division: str = "") -> ImportResult:
    sent = data.encode() if isinstance(data, str) else data
    return import_event(service, "", sent, ImportOptions(CUP, division=division))


def _export(service: Service, form: str) -> bytes:
    return get_export(form).make(source_of(service, CUP))


def _head(service: Service, form: str = "trf26") -> list[str]:
    """The lines of the header."""
    lines = _export(service, form).decode().splitlines()
    return [line for line in lines if line[2:3] == "2" or line[:2] == "XX"]


def _head_of(report: str) -> list[str]:
    return [line for line in report.splitlines() if line[:3] not in {"001", "GER"}]


def _tournament(service: Service) -> Tournament:
    return service.journal(CUP).tournament


def _change(service: Service, **changes: object) -> None:
    command_id = CommandId(f"change-{service.journal(CUP).version}")
    service.execute(CUP, c.ChangeHeader(changes), command_id)


def test_a_report_has_the_same_header_after_import_and_export(service: Service) -> None:
    _import(service, REPORT)

    assert _head(service) == _head_of(REPORT)


def test_adjourned_games_and_their_points_come_back(service: Service) -> None:
    block = REPORT.replace("152 W\n", "152 W\n162  X 0.5\n").replace("4 b 1", "4 b ?")
    block = block.replace("2 w 0", "2 w ?").replace("00/00  1.0    2", "00/00  0.5    2")
    _import(service, block.replace("00/00  0.0    3", "00/00  0.5    2"))

    assert _head(service) == _head_of(block)
    first = _tournament(service).rounds[RoundRef(1, 1)]
    assert [str(one.result) for one in first.pairings.values()] == ["1-0", "adjourned"]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_a_second_export_has_the_same_header(service: Service, form: str) -> None:
    _import(service, REPORT)
    first, head = _export(service, form), _head(service, form)
    again = import_event(service, "", first, ImportOptions(TournamentId("again"))).tournament
    second = get_export(form).make(source_of(service, again)).decode().splitlines()

    assert [line for line in second if line[2:3] == "2" or line[:2] == "XX"] == head


def test_an_old_report_keeps_its_days_and_its_edition(service: Service) -> None:
    old = REPORT.replace("042 2026/11/20", "042 2006/05/01")
    _import(service, "\n".join(x for x in old.splitlines() if x[:3] not in ("052", "132")))

    assert _tournament(service).header.first_day == "2006-05-01"
    assert _tournament(service).rules.fide_edition == "2024"
    assert "042 2006/05/01" in _head(service)
    assert not any(line.startswith("052") for line in _head(service))


def test_nothing_is_written_for_days_that_nobody_knows(service: Service) -> None:
    bare = [x for x in REPORT.splitlines() if x[:3] not in ("042", "052", "132")]
    _import(service, "\n".join(bare))

    assert not {"042", "052", "132"} & {line[:3] for line in _head(service)}


def test_the_days_of_rounds_are_in_their_columns(service: Service) -> None:
    _import(service, REPORT)
    days = [f"2026-11-{20 + n}" for n in range(12)][:10]
    _change(service, last_day="2026-12-01", round_dates=[*days, "2026-11-30", "2026-12-01"])
    (line,) = (line for line in _head(service) if line.startswith("132"))

    assert (line[91:99], line[101:109]) == ("26/11/20", "26/11/21")
    assert line[201:209] == "26/12/01"
    assert len(line) == 209


def test_without_words_the_code_describes_the_time_control(service: Service) -> None:
    _import(service, "\n".join(x for x in REPORT.splitlines() if not x.startswith("122")))

    words = "122 40 moves in 90 min + 30 s per move, then 30 min + 30 s per move"
    assert words in _head(service)


def test_without_first_and_last_day_the_rounds_have_them(service: Service) -> None:
    _import(service, REPORT)
    _change(service, first_day="", last_day="")
    assert {"042 2026/11/20", "052 2026/11/22"} <= set(_head(service))
    _change(service, round_dates=["2026-11-20", "2026-11-21"])
    assert "042 2026/11/20" in _head(service)
    assert not any(line.startswith("052") for line in _head(service))


def test_what_cannot_be_kept_is_listed(service: Service) -> None:
    wrong = REPORT.replace("032 GER", "032 GDR").replace("052 2026/11/22", "052 later")
    wrong = wrong.replace("2008/00/00", "unknown   ")
    wrong = wrong.replace("1612    ", "1612 SAX")
    notes = [str(one) for one in _import(service, f"{wrong}### a remark\n").notes]

    assert any(note.startswith("Federation in the file was ignored (GDR)") for note in notes)
    assert any(note.startswith("Last day in the file was ignored (later)") for note in notes)
    assert "The birth date of 1 player was left out." in notes
    assert "The origin of 1 national rating was left out." in notes
    assert "1 comment was left out." in notes


def test_a_changed_header_adds_no_remark_to_the_report(service: Service) -> None:
    _import(service, REPORT)
    _change(service, city="Halle")

    assert b"###" not in _export(service, "trf26")


def test_a_round_that_fairpair_paired_makes_it_the_program(service: Service) -> None:
    _import(service, REPORT.replace("182 Fairpair 0.2", "182 Other Program 1.0"))
    assert "182 Other Program 1.0" in _head(service)
    bare = [x for x in REPORT.splitlines() if x[:3] != "182"]
    found = import_event(service, "", "\n".join(bare).encode(), ImportOptions(TournamentId("own")))
    file = get_export("trf26").make(source_of(service, found.tournament)).decode()
    assert "\n182 Fairpair 0." in file


def _data_of(root: Element) -> dict[str, str]:
    data = root.find("data")
    assert data is not None
    organiser = data.find("organizer")
    assert organiser is not None
    texts = {one.tag: (one.text or "").strip() for one in data}
    return {**texts, **organiser.attrib, "game": root.get("gametype", ""), **root.attrib}


def test_a_tdf_file_keeps_its_data(service: Service) -> None:
    data = (DATA / "league.tdf").read_bytes()
    _import(service, data, "Masters")
    before, after = _data_of(fromstring(data)), _data_of(fromstring(_export(service, "tdf")))

    assert _tournament(service).header.sanction_id == "26-01-000001"
    same = set(before) - {"type", "stage"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def test_no_date_of_a_tdf_file_is_that_of_the_import(service: Service) -> None:
    _import(service, (DATA / "league.tdf").read_bytes(), "Masters")
    written = _export(service, "tdf").decode()

    assert clock()[:4] == "2026"
    days = {line.split(">")[1][:10] for line in written.splitlines() if "/2026" in line}
    assert days == {"01/17/2026"}


def test_a_wer_file_keeps_its_head_and_the_times_of_rounds(service: Service) -> None:
    data = (DATA / "friday.wer").read_bytes()
    _import(service, data)
    before, after = fromstring(data), fromstring(_export(service, "wer"))
    names = set(before.attrib) - {"title", "isstarted", "isplayoff"}

    assert {name: after.get(name) for name in names if before.get(name)} == {
        name: before.get(name) for name in names if before.get(name)
    }
    rounds = [
        [(one.get("date"), one.get("PlayFormat")) for one in root.iterfind("matches/round")]
        for root in (before, after)
    ]
    assert rounds[0] == rounds[1]
    assert _tournament(service).header.organiser == "Rook House"


def test_an_imported_file_without_a_day_gets_none(service: Service) -> None:
    data = (DATA / "friday.wer").read_text(encoding="utf-8")
    bare = data.replace('startdate="2026-01-16"', 'startdate=""')
    for hour in range(19, 24):
        bare = bare.replace(f'date="2026-01-16T{hour}:00:00"', 'date=""')
    _import(service, bare)

    assert fromstring(_export(service, "wer")).get("startdate") == ""
