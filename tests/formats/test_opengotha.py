"""OpenGotha's XML."""

from pathlib import Path

import pytest

from app.events import clock
from fairpair.app.service import Service
from fairpair.app.transfer.imports import import_event
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus
from fairpair.formats import opengotha
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.list_files import read_file
from fairpair.storage import open_store

GO = (Path(__file__).parent / "data" / "spring-go.xml").read_text(encoding="utf-8")


def test_a_tournament() -> None:
    found = opengotha.read(GO.encode())
    t = found.tournament
    assert (t.name, t.header.city, t.header.first_day) == (
        "Spring Go 2026",
        "Marseille",
        "2026-09-14",
    )
    people = [entry.entrant for entry in t.entries.values()]
    ids = {"egf": "15000001", "ffg": "9577001"}
    assert people[0] == Player("Ana Lima", 2270, "3d", "13Ma", "FR", ids=ids)
    assert people[1].name == "Bénédicte de la Tour"
    assert people[2].strength is None
    rounds = [t.rounds[RoundRef(1, n)] for n in (1, 2, 3)]
    assert [[str(one.result) for one in r.pairings.values()] for r in rounds] == [
        ["1-0", "0-1F"],
        ["1/2-1/2", "0-0"],
        ["None", "None"],
    ]
    assert [r.byes for r in rounds] == [
        {5: ByeKind.ZERO},
        {3: ByeKind.PAIRING},
        {4: ByeKind.PAIRING},
    ]
    assert rounds[2].status == RoundStatus.PUBLISHED
    assert t.entries[PlayerId(4)].requested_byes == {4: ByeKind.ZERO}
    assert [note.code for note in found.notes] == [
        "opengotha.ratings",
        "opengotha.mcmahon",
        "opengotha.handicaps",
    ]


def test_it_is_stored_and_goes_on() -> None:
    service = Service(open_store("memory:"), clock)
    done = import_event(service, "x.xml", GO.encode())
    t = service.journal(done.tournament).tournament
    assert done.kind == FileKind.OPENGOTHA
    assert (t.rules.game, t.rules.rounds, len(t.rounds)) == ("Go", 4, 3)


def test_its_players_are_a_list() -> None:
    assert len(read_file(GO.encode()).listing.lines) == 5


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('blackPlayer="HAASCY" handicap="9"', 'blackPlayer="NOBODY" handicap="9"', "game 2"),
        ("RESULT_EQUAL", "RESULT_SOMEHOW", "game 3"),
        ("RESULT_EQUAL", "RESULT_EQUAL_BYDEF", "game 3"),
        ('roundNumber="2" tableNumber="1"', 'roundNumber="900" tableNumber="1"', "game 3"),
        ('roundNumber="2" tableNumber="1"', 'roundNumber="1e9" tableNumber="1"', "game 3"),
        ('roundNumber="2" tableNumber="1"', 'roundNumber="1" tableNumber="1"', "round 1"),
        ('name="Haas"', 'name="Eck" x="" ', "bye 1"),
        ('firstName="Cy" grade="20K" name="Haas"', 'firstName="Di" name="Eck"', "player 4"),
        ('rating="2270"', 'rating="99999"', "player 1 rating"),
        ('firstName="Ed" grade="6K" name="Fox"', 'firstName="" name=""', "player 5 name"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, place: str) -> None:
    assert old in GO
    with pytest.raises(InvalidInputError) as refusal:
        opengotha.read(GO.replace(old, new).encode())
    assert place in [str(one.place) for one in refusal.value.problems]


def test_a_file_may_name_a_dtd_but_define_nothing() -> None:
    assert kind_of(GO.encode()) == FileKind.OPENGOTHA
    bomb = GO.replace('"tournament.dtd"', '"tournament.dtd" [<!ENTITY a "aaaa">]')
    with pytest.raises(InvalidInputError) as refusal:
        opengotha.read(bomb.replace("Marseille", "&a;").encode())
    assert refusal.value.code == "xml-definitions"
    with pytest.raises(InvalidInputError) as refusal:
        opengotha.read(b"<Tournament><x/></Tournament>")
    assert refusal.value.code == "not-opengotha"


def test_who_is_only_registered_for_now_is_left_out() -> None:
    one = GO.splitlines()[4].replace("Lima", "Late").replace('"FIN"', '"PRE"')
    found = opengotha.read(GO.replace("</Players>", f"{one}\n</Players>").encode())
    assert len(found.tournament.entries) == 5
    assert found.notes[1].code == "opengotha.preliminary"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_entity_that_nobody_defines_is_refused(encoding: str) -> None:
    """Those of XML itself, and what stands in a comment, are not."""
    text = GO.replace("UTF-8", encoding)
    fine = text.replace("Marseille", "M&#97;r&amp;s").replace("<Players>", "<!-- &x; --><Players>")
    assert opengotha.read(fine.encode(encoding)).tournament.header.city == "Mar&s"
    with pytest.raises(InvalidInputError, match="&eacute;") as refusal:
        opengotha.read(text.replace("Lima", "Li&eacute;ma").encode(encoding))
    assert refusal.value.code == "xml-entity"
