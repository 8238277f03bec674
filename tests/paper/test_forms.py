"""Forms and lists for arbiters and federations: what stands on them, worked out by hand."""

from dataclasses import replace

import pytest

from app.test_ratings import HERO, club_event, norm_event
from fairpair.app.printing import Job, render_sheet
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.tournament import Tournament

from .pdf_inspection import inspect_pdf

HEADER = Header(
    city="Leipzig",
    federation="GER",
    first_day="2026-11-20",
    last_day="2026-11-28",
    chief_arbiter="IA Doe, Jane (4600001)",
    arbiters=("FA Roe, Rick (4600002)",),
    time_control="90 min + 30 s",
    regulations="Phones are off.",
)


def text_of(sheet: str, t: Tournament) -> str:
    found = inspect_pdf(render_sheet(sheet, Job(TournamentId("open"), t, 1, "now")))
    assert not found.outside()
    return " ".join(found.text.split())


def with_header(t: Tournament) -> Tournament:
    return replace(t, header=HEADER)


def test_the_start_list_is_by_rating() -> None:
    text = text_of("startlist", club_event().state)
    assert text.index("Lima") < text.index("Chen") < text.index("Dahl") < text.index("Diaz")
    assert "2104" in text
    assert "POR" in text


def test_officials_and_regulations_are_for_the_wall() -> None:
    text = text_of("officials", with_header(club_event().state))
    for one in ("Leipzig", "IA Doe, Jane", "FA Roe, Rick", "Phones are off."):
        assert one in text
    assert "4600001" not in text


def test_the_arbiter_accounts_for_what_was_not_played() -> None:
    t = club_event()
    t.pair([("Lima", "Dahl"), ("Diaz", "Chen")])
    t.record_all({1: "1-0F", 2: "1-0"})
    t.drop("Diaz")
    text = text_of("arbiter", with_header(t.state))
    assert "Games not played" in text
    assert "Lima Dahl 1-0F" in text
    assert "Diaz withdrawn" in text
    assert "IA · Doe, Jane" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_rating_report_has_everybody() -> None:
    text = text_of("ratings", club_event().state)
    assert "+13.2" in text
    assert "-13.2" in text.replace("\N{MINUS SIGN}", "-")
    assert "estimates" in text


def test_norms_with_their_reasons_and_certificates_of_those_made() -> None:
    t = with_header(norm_event(6.5))
    hero = t.entries[PlayerId(1)]
    assert isinstance(hero.entrant, Player)
    known = replace(hero.entrant, ids={"fide": "4699999"}, birth="1999-02-03")
    t = replace(t, entries={**t.entries, PlayerId(1): replace(hero, entrant=known)})
    norms = text_of("norms", t)
    assert f"{HERO}: GM" in norms
    assert "missed by 0.5 points" in norms
    certificate = text_of("certificates", t)
    for one in (f"{HERO}: IM", "4699999", "1999-02-03", "2422", "GER 4, IND 1", "90 min + 30 s"):
        assert one in certificate
    assert f"{HERO}: GM" not in certificate
    assert "No title norm" in text_of("certificates", club_event().state)


def test_the_counts_for_fide() -> None:
    text = text_of("it3", with_header(norm_event(7)))
    for one in ("20/11/2026", "28/11/2026", "Players 10", "GM 3", "IM 4", "FM 2", "4600002"):
        assert one in text, text
    assert "Players of the host federation 5" in text


def test_forms_have_the_time_control_in_words() -> None:
    header = replace(HEADER, time_control="", time_control_code="5400+30")
    t = replace(norm_event(7), header=header)
    for sheet in ("it3", "certificates"):
        assert "90 min + 30 s per move" in text_of(sheet, t)


@pytest.mark.parametrize(
    "sheet", ["startlist", "officials", "arbiter", "ratings", "norms", "certificates", "it3"]
)
def test_forms_of_an_empty_tournament_and_in_other_languages(sheet: str) -> None:
    t = replace(club_event().state, entries={}, rounds={}, order=())
    assert text_of(sheet, t)
