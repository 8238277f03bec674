"""Birth dates: kept from files for the staff, written back, erased, and never public."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.events import clock
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, get_export, source_of
from fairpair.app.transfer.imports import ImportOptions, import_event
from fairpair.app.views.audience import redact_for_public
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Entry, Player, Team
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.storage import open_store

from .test_header_files import CUP, DATA, REPORT


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    made = Service(open_store(address), clock)
    yield made
    made.close()


def _births(t: Tournament) -> list[str]:
    return [getattr(entry.entrant, "birth", "") for entry in t.entries.values()]


def test_a_report_keeps_birth_dates_and_years(service: Service) -> None:
    file = REPORT.replace("1985/00/00", "1985/02/27").replace("0000/00/00", "          ")
    import_event(service, "", file.encode(), ImportOptions(CUP))

    assert _births(service.journal(CUP).tournament) == ["1990", "1985-02-27", "2008", ""]
    written = get_export("trf26").make(source_of(service, CUP)).decode().splitlines()
    before = [line[69:79] for line in file.splitlines() if line.startswith("001")]
    assert [line[69:79] for line in written if line.startswith("001")] == before


def test_a_tdf_file_keeps_birth_dates(service: Service) -> None:
    data = (DATA / "league.tdf").read_bytes()
    import_event(service, "", data, ImportOptions(CUP, division="Masters"))

    assert _births(service.journal(CUP).tournament)[:2] == ["2000-02-27", "2001-02-27"]
    assert b"<birthdate>02/27/2000</birthdate>" in get_export("tdf").make(source_of(service, CUP))


def test_no_public_file_has_a_birth_date(service: Service) -> None:
    file = REPORT.replace("1985/00/00", "1985/02/27")
    import_event(service, "", file.encode(), ImportOptions(CUP))
    public = source_of(service, CUP, staff=False)

    for export in EXPORTS:
        if export.least == Role.PUBLIC and export.ending != "xlsx":
            assert b"1985" not in export.make(public)


def test_members_of_teams_have_none_in_public() -> None:
    ana = Player("Ana", ids={"dci": "7", "fide": "8"}, birth="1990")
    t = Tournament(created=True)
    entry = Entry(Team("Rooks", (ana,)), ())
    seen = redact_for_public(replace(t, entries={PlayerId(1): entry}))
    team = seen.entries[PlayerId(1)].entrant
    assert isinstance(team, Team)
    assert team.members == (Player("Ana", ids={"fide": "8"}),)


@pytest.mark.parametrize("birth", ["1990-02-30", "30.11.1990", "90", "1890", "soon"])
def test_what_is_not_a_birth_date_is_refused(service: Service, birth: str) -> None:
    import_event(service, "", REPORT.encode(), ImportOptions(CUP))
    command = c.EditPlayer(PlayerId(1), Player("Ana", birth=birth))
    with pytest.raises(InvalidInputError, match="1990-11-30"):
        service.execute(CUP, command, CommandId("edit"))


def test_an_erased_person_has_no_birth_date(service: Service) -> None:
    import_event(service, "", REPORT.encode(), ImportOptions(CUP))
    service.execute(CUP, c.ErasePerson(PlayerId(1)), CommandId("erase"))

    assert _births(service.journal(CUP).tournament)[0] == ""
    stored = " ".join(row.payload for row in service.store.load(TournamentId(CUP)))
    assert '"birth"' not in stored
