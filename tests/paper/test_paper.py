"""What leaves the printer: every sheet of every game is looked at letter by letter."""

import unicodedata
from dataclasses import replace
from itertools import chain

import pytest
from PIL import ImageChops
from PIL.Image import new

from fairpair.app.printing import SHEETS, render_sheet
from fairpair.core.errors import InvalidStateError
from fairpair.core.tournament import Tournament
from fairpair.language.languages import LANGUAGES, Language
from fairpair.paper import Paper

from .events import (
    AT,
    HARM,
    LONG,
    LONGEST,
    PLAIN,
    SCRIPTS,
    SPACED_60,
    WORD_60,
    event,
    job,
    open_again,
    team_event,
)
from .pdf_inspection import InspectedPdf, Letter, inspect_pdf, pictures, plain

EVERY = sorted(SHEETS)
WITHOUT_TREE = [name for name in EVERY if name != "bracket"]


@pytest.fixture(scope="module")
def chess() -> Tournament:
    return open_again(event("fide_dutch", 8, (*PLAIN[:4], *SCRIPTS[:4]), club="SC Bern", rounds=4))


@pytest.fixture(scope="module")
def magic() -> Tournament:
    return event("mtg_standard", 17, (*HARM, *SCRIPTS), rounds=4, cut=8, third_place=True)


@pytest.fixture(scope="module")
def infinity() -> Tournament:
    club = f"{WORD_60} {SPACED_60}"
    made = open_again(event("infinity", 9, (*LONG, LONGEST), club=club, rounds=3))
    return replace(made, name=LONGEST)


@pytest.fixture(scope="module")
def teams() -> Tournament:
    return team_event()


def inspect_sheet(name: str, t: Tournament, paper: Paper) -> InspectedPdf:
    found = inspect_pdf(render_sheet(name, job(t, paper)))
    assert found.outside() == []
    wide, tall = paper.points
    for size in found.sizes:
        assert sorted(size) == pytest.approx([wide, tall], abs=1)
    return found


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", WITHOUT_TREE)
def test_every_sheet_of_chess(chess: Tournament, name: str, paper: Paper) -> None:
    found = inspect_sheet(name, chess, paper)
    assert "Spring Open 2026" in found.text
    assert f"page 1 of {len(found.sizes)}" in found.text


@pytest.mark.parametrize("name", EVERY)
def test_names_that_look_like_markup_do_no_harm(magic: Tournament, name: str) -> None:
    found = plain(inspect_sheet(name, magic, Paper.A4).text)
    if name in ("standings", "badges", "crosstable"):
        for one in chain(HARM[:6], HARM[7:]):
            assert plain(one) in found, one


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", WITHOUT_TREE)
def test_no_name_is_too_long(infinity: Tournament, name: str, paper: Paper) -> None:
    """300 letters without a space, as the event's name and as players'."""
    found = inspect_sheet(name, infinity, paper)
    assert found.overlapping() == []
    if name in ("pairings", "names", "standings", "slips", "badges"):
        words = plain(found.text)
        assert plain(WORD_60) in words
        assert plain(SPACED_60) in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_nothing_stands_on_anything_else(name: str, language: Language) -> None:
    names = (*PLAIN[:7], WORD_60, SPACED_60, LONGEST)
    t = event("mtg_standard", 20, names, rounds=2, cut=8, third_place=True)
    found = inspect_pdf(render_sheet(name, job(replace(t, finished=True), language=language)))
    assert found.overlapping() == []


def test_what_stands_on_something_else_is_seen() -> None:
    one = Letter(0, "a", 10, 10, 20, 20)
    beside, over = replace(one, left=21, right=30), replace(one, text="b", bottom=13, top=23)
    between = [Letter(0, "-", 50 + n, 10, 51 + n, 20) for n in range(3)]
    assert InspectedPdf([(100, 100)], [""], [one, *between, beside]).overlapping() == []
    assert InspectedPdf([(100, 100)], [""], [one, *between, over]).overlapping() == [(over, one)]
    assert InspectedPdf([(15, 100)], [""], [one]).outside() == [one]


@pytest.mark.parametrize("name", [name for name in WITHOUT_TREE if name != "ratings"])
def test_every_sheet_of_teams(teams: Tournament, name: str) -> None:
    found = inspect_sheet(name, teams, Paper.A4)
    if name in ("badges", "scoresheets", "pairings", "standings"):
        assert plain("Dieter Müller-Lüdenscheidt 1") in plain(found.text)
    if name == "slips":
        assert "Board 4" in found.text


def test_no_rating_changes_of_teams(teams: Tournament) -> None:
    assert not SHEETS["ratings"].fits(teams)
    with pytest.raises(InvalidStateError, match="only in individual tournaments"):
        render_sheet("ratings", job(teams))


@pytest.mark.parametrize("name", ["pairings", "names", "standings", "crosstable", "badges"])
def test_names_of_all_scripts_can_be_found(name: str) -> None:
    t = open_again(event("mtg_standard", 16, (*SCRIPTS, *PLAIN), rounds=2))
    found = plain(inspect_sheet(name, t, Paper.A4).text)
    shown = unicodedata.normalize("NFKD", found)
    for one in (*SCRIPTS, *PLAIN):
        # Word by word: PDFium puts the words of a Hebrew name in the order they are seen.
        for word in one.split():
            assert unicodedata.normalize("NFKD", word) in shown, one


def test_the_head_says_event_round_and_time(chess: Tournament) -> None:
    text = inspect_pdf(render_sheet("pairings", job(chess))).text
    for words in ("Spring Open 2026", "Pairings by board", "Round 4 of 4", AT, "page 1 of 1"):
        assert words in text


def test_every_page_has_the_head_and_its_number() -> None:
    t = event("mtg_standard", 120, PLAIN, rounds=1)
    found = inspect_pdf(render_sheet("names", job(t)))
    assert len(found.texts) > 2
    for number, text in enumerate(found.texts, 1):
        assert "Spring Open 2026" in text
        assert "Opponent" in text
        assert f"page {number} of {len(found.texts)}" in text


def test_numbers_stand_in_line() -> None:
    """Points with and without a half have the point below the point."""
    t = event("fide_dutch", 12, PLAIN, rounds=5)
    letters = inspect_pdf(render_sheet("standings", job(t))).letters
    text = "".join(one.text for one in letters)
    assert ".5" in text
    rights: dict[int, set[float]] = {}
    for place, one in enumerate(letters):
        if one.text == "." and letters[place - 1].text.isdigit():
            rights.setdefault(round(one.left / 30), set()).add(round(one.left, 1))
    assert rights
    for place, found in rights.items():
        assert max(found) - min(found) < 0.5, (place, found)


def test_a_wide_cross_table_goes_on_over_pages() -> None:
    t = event("fide_dutch", 30, PLAIN, system="round_robin", standings_tiebreakers=["SB"])
    found = inspect_pdf(render_sheet("crosstable", job(t)))
    assert found.outside() == []
    assert all(wide > tall for wide, tall in found.sizes)
    assert len(found.sizes) == 2
    # The first page has rounds 1 to 18, the second the others and the points.
    assert "Points" not in found.texts[0]
    assert "Points" in found.texts[1]
    assert all("Ana Lima" in text for text in found.texts)


def test_a_sheet_shows_something(chess: Tournament) -> None:
    """The pictures of all sheets differ from an empty page and from each other."""
    shots = {name: pictures(render_sheet(name, job(chess)), 0.5)[0] for name in WITHOUT_TREE}
    for name, shot in shots.items():
        empty = new(shot.mode, shot.size, "white")
        assert ImageChops.difference(shot.convert("RGB"), empty.convert("RGB")).getbbox(), name
    assert len({shot.tobytes() for shot in shots.values()}) == len(shots)


@pytest.mark.slow
@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", WITHOUT_TREE)
def test_four_hundred_players(big: Tournament, name: str, paper: Paper) -> None:
    inspect_sheet(name, big, paper)


@pytest.fixture(scope="module")
def big() -> Tournament:
    return open_again(event("fide_dutch", 401, (*PLAIN, *SCRIPTS, *LONG), club="SC", rounds=3))
