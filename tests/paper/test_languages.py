"""Every sheet speaks one language: that of the job."""

import re

import pytest

from fairpair.app.printing import SHEETS, render_sheet
from fairpair.core.tournament import Tournament
from fairpair.engine.ratings.norms import HOLDERS
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.languages import LANGUAGES, Language
from fairpair.language.texts import texts_for
from language.catalogues import english_texts

from .events import PLAIN, event, job
from .pdf_inspection import inspect_pdf, plain

OTHERS = [one for one in LANGUAGES if one != "en"]
EVENTS = {
    "chess": event("fide_dutch", 12, PLAIN, rounds=3, cut=4, third_place=True, best_of=1),
    "cards": event("mtg_standard", 9, PLAIN, rounds=3, cut=4),
    "scores": event("infinity", 8, PLAIN, rounds=3, cut=4),
}


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text))


def same_in_both(language: Language) -> set[str]:
    """Words that this language shares with English, like Name and Team."""
    texts = texts_for(language)
    pairs = ((text, texts.gettext(text)) for text in english_texts())
    return {word for english, meant in pairs for word in words(english) & words(meant)}


def data_of(t: Tournament) -> set[str]:
    """What an event says itself, in whatever language that is, and titles of FIDE."""
    names = (str(entry.entrant) for entry in t.entries.values())
    codes = (code.upper() for code in TIEBREAKS)
    return words(" ".join([t.name, t.rules.system, t.rules.game, *codes, *names, *HOLDERS]))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_but_names_and_numbers_stays_english(
    sheet: str, kind: str, language: Language
) -> None:
    t = EVENTS[kind]
    english = inspect_pdf(render_sheet(sheet, job(t)))
    other = inspect_pdf(render_sheet(sheet, job(t, language=language)))
    assert other.outside() == []
    assert words(english.text) - data_of(t)
    kept = words(english.text) & words(other.text)
    assert kept - data_of(t) - same_in_both(language) == set()


def test_a_german_page_has_its_number_in_german() -> None:
    found = inspect_pdf(render_sheet("pairings", job(EVENTS["chess"], language="de")))
    assert f"Seite1von{len(found.sizes)}" in plain(found.text)
