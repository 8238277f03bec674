"""What the hall needs now: the right sheets, one after the other, in one file."""

from dataclasses import replace

import pytest

from fairpair.app.printing import render_sheet
from fairpair.app.views.ranking import ranking_view
from fairpair.core.tournament import Tournament

from .events import PLAIN, event, job, open_again, with_draft
from .pdf_inspection import inspect_pdf, plain


def printed(t: Tournament) -> str:
    found = inspect_pdf(render_sheet("now", job(t)))
    assert found.outside() == []
    return plain(found.text)


@pytest.fixture(scope="module")
def swiss() -> Tournament:
    return event("fide_dutch", 8, PLAIN, rounds=3)


def test_a_round_that_is_played_needs_pairings_and_slips(swiss: Tournament) -> None:
    t = open_again(swiss)
    alone = [len(inspect_pdf(render_sheet(name, job(t))).sizes) for name in ("pairings", "names")]
    found = inspect_pdf(render_sheet("now", job(t)))
    assert len(found.sizes) > sum(alone)
    text = plain(found.text)
    assert text.index("Pairingsbyboard") < text.index("Pairingsbyname") < text.index("Cutthewhole")


def test_a_draft_needs_them_too_and_is_marked(swiss: Tournament) -> None:
    assert "(notpublished)" in printed(with_draft(swiss))


def test_after_a_round_the_standings_are_needed(swiss: Tournament) -> None:
    text = printed(swiss)
    assert "Standings" in text
    assert "Pairings" not in text
    assert "Winner" not in text


def test_at_the_end_the_winner_is_named(swiss: Tournament) -> None:
    t = replace(swiss, finished=True)
    winner = ranking_view(t, 1).players[0].name
    assert f"Winner:{plain(winner)}" in printed(t)
    knockout = event("mtg_standard", 8, PLAIN, rounds=3, cut=4)
    text = printed(replace(knockout, finished=True))
    assert text.index("Standings") < text.index("Bracket")


def test_before_the_first_round_badges_and_table_numbers_are_needed(swiss: Tournament) -> None:
    text = printed(replace(swiss, rounds={}))
    assert all(plain(name) in text for name in PLAIN[:4])
