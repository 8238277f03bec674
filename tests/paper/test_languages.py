"""Every text of the sheets is there in every language."""

import re
from pathlib import Path
from string import Formatter

import pytest

from fairpair.app import printing
from fairpair.app.printing import SHEETS, printed
from fairpair.app.wording import match_names, round_titles
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.paper.languages import LANGUAGES, words_of
from fairpair.paper.typesetting import TEMPLATES

from .events import PLAIN, event, job
from .seeing import plain, seen

HALF = r'"((?:[^"\\]|\\.)*)"'
TIEBREAK_NAMES = {one.name for one in TIEBREAKS.values()}
BY_NAME = {"lot", *SHEETS, *TIEBREAK_NAMES}
"""Texts that are looked up by what stands in data, not in the code."""


def said() -> set[str]:
    """All texts that templates and code say."""
    found: set[str] = set()
    for path in TEMPLATES.glob("*.typ"):
        found |= set(re.findall(rf"\bw\({HALF}\)", path.read_text(encoding="utf-8")))
    code = (TEMPLATES.parents[1] / "app" / "printing").glob("*.py")
    for path in (*code, Path(match_names.__file__)):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"\b(?:say|head)\(\s*[\"']((?:(?![\"']).)+)[\"']", text))
    text = Path(round_titles.__file__).read_text(encoding="utf-8")
    return found | set(re.findall(rf"translated\({HALF}\)", text))


def test_what_is_said_is_found() -> None:
    found = said()
    assert {"Table", "After round {n}", "Quarter-finals", "Standings", "page"} <= found
    assert printing.SHEETS is SHEETS


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    words = words_of(language)
    assert (said() | TIEBREAK_NAMES) - set(words) == set()
    assert set(words) - said() - BY_NAME == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_stays_the_same(language: str) -> None:
    for text, meant in words_of(language).items():
        both = [sorted(name or "" for _, name, _, _ in Formatter().parse(x)) for x in (text, meant)]
        assert both[0] == both[1], text
        assert text.count("%(n)s") == meant.count("%(n)s")


@pytest.fixture(scope="module")
def cup() -> Tournament:
    return event("fide_dutch", 12, PLAIN, rounds=3, cut=4, third_place=True, best_of=1)


@pytest.mark.parametrize("name", SHEETS)
def test_a_german_sheet_says_nothing_in_english(cup: Tournament, name: str) -> None:
    found = seen(printed(name, job(cup, language="de")))
    assert found.outside() == []
    text = plain(found.text)
    assert f"Seite1von{len(found.sizes)}" in text
    for english in ("Table", "Round", "White", "Black", "page", "Signature", "Points", "Rank"):
        if words_of("de").get(english) != english:
            assert not re.search(rf"\b{english}\b", found.text), english
