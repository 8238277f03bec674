"""All catalogues are complete and well-formed, in every language."""

import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

import fairpair.web
from fairpair.language.catalogue import read_catalogue
from fairpair.language.languages import DEFAULT, LANGUAGES
from fairpair.language.texts import texts_for
from language.catalogues import catalogue_of, extracted, texts_tool

OTHERS = sorted(set(LANGUAGES) - {DEFAULT})
PERCENT = re.compile(r"%\((\w+)\)[sd]")
TAG = re.compile(r"</?\w+[^>]*>")
ENGLISH_WORDS = re.compile(
    r"\b(the|and|with|this|that|has|have|was|were|is|are|which|their|your|players?|rounds?)\b"
)
SPOKEN_LIKE_ENGLISH = {"fr": {"has", "is", "are"}, "es": {"has", "is", "are"}, "de": {"was", "is"}}
FAMILIAR = {
    "de": re.compile(r"\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir|[Ee]uch|[Ee]uer\w*)\b"),
    "fr": re.compile(r"\b([Tt]u|[Tt]on|[Tt]es|[Tt]oi)\b"),
    "es": re.compile(r"\b([Tt]ú|[Vv]osotros|[Tt]us)\b"),
}
Key = tuple[str | None, str | tuple[str, ...]]


def keys(catalogue: Catalog) -> set[Key]:
    """What a catalogue has texts for."""
    return {key_of(one) for one in catalogue if one.id}


def key_of(one: Message) -> Key:
    """The context and the English text."""
    return one.context, one.id if isinstance(one.id, str) else tuple(one.id)


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A text, or all forms of one with a number."""
    return [text or ""] if isinstance(text, str) or text is None else list(text)


def shape(text: str) -> tuple[Counter[str], set[str]]:
    """What has to be the same in all languages: tags, and the names of values."""
    plain = PERCENT.sub("", text)
    braces = {name for _, name, _, _ in Formatter().parse(plain) if name}
    return Counter(TAG.findall(text)), {*PERCENT.findall(text), *braces}


def test_the_template_is_up_to_date() -> None:
    tool = texts_tool()
    assert len(extracted()) > 100
    hint = "run `python3 do.py texts` and translate what it names"
    assert keys(tool.read(tool.TEMPLATE)) == keys(extracted()), hint


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    catalogue = catalogue_of(language)
    assert keys(catalogue) == keys(extracted())
    assert texts_tool().missing(catalogue) == []
    assert [one.id for one in catalogue if one.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_shape_of_its_text(language: str) -> None:
    wrong = []
    catalogue = catalogue_of(language)
    for one in catalogue:
        if not one.id:
            continue
        translations = forms(one.string)
        if not isinstance(one.id, str) and len(translations) != catalogue.num_plurals:
            wrong.append(f"{one.id}: {len(translations)} forms")
        originals = forms(one.id)
        for n, text in enumerate(translations):
            tags, names = shape(text)
            wanted_tags, wanted = shape(originals[min(n, len(originals) - 1)])
            # A form for one may leave the number out, as "one player" does.
            number = {"n", "num"} if len(originals) > 1 else {"num"}
            percent = PERCENT.sub("", text).replace("%%", "")
            if tags != wanted_tags or names - number != wanted - number or text != text.strip():
                wrong.append(f"{one.id}: {text}")
            if "%(" in originals[0] and re.search(r"%(?![ ,.;)]|$)", percent):
                wrong.append(f"{one.id}: {text}")
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_english_or_familiar(language: str) -> None:
    left = []
    for one in catalogue_of(language):
        for text in forms(one.string) if one.id else ():
            plain = re.sub(
                r"`[^`]*`|\{[^}]*\}|%\(\w+\)[sd]|<[^>]*>|--?[\w-]+|[\w.]+=\S+", " ", text
            )
            words = set(ENGLISH_WORDS.findall(plain)) - SPOKEN_LIKE_ENGLISH[language]
            if len(words) > 1 or FAMILIAR[language].search(plain):
                left.append(f"{one.id}: {text}")
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("language", OTHERS)
def test_the_reader_of_catalogues_reads_what_babel_reads(language: str) -> None:
    ours = read_catalogue(language)
    for one in catalogue_of(language):
        if isinstance(one.id, str) and one.id:
            assert ours.find(one.context or "", one.id) == one.string
        elif one.id:
            for n in (0, 1, 2, 5, 11, 1_000_000):
                assert ours.find_plural(one.context or "", one.id[0], n) in forms(one.string)
            assert ours.find_plural(one.context or "", one.id[0], 1) == forms(one.string)[0]


def test_an_unknown_language_is_english() -> None:
    texts = texts_for("tlh")
    assert texts.language == DEFAULT
    assert texts.gettext("Tournaments") == "Tournaments"


def test_french_has_one_form_for_nothing_and_one() -> None:
    french = read_catalogue("fr")
    forms_of_none = {one.id[0] for one in catalogue_of("fr") if isinstance(one.id, tuple)}
    for text in forms_of_none:
        assert french.find_plural("", text, 0) == french.find_plural("", text, 1)


def test_no_page_writes_a_colon_after_a_text() -> None:
    """French has a space before a colon, so the colon belongs to the text."""
    pages = (Path(fairpair.web.__file__).parent / "templates").rglob("*.html")
    assert [page.name for page in pages if re.search(r"\}\}:\s", page.read_text("utf-8"))] == []
