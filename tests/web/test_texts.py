"""The texts of the pages: all of them can be translated, and all are, in every language."""

import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest
from jinja2 import nodes

from fairpair.language.languages import LANGUAGES
from fairpair.language.texts import texts_for
from fairpair.web.rendering import HERE, environment

ROOT = Path(__file__).parents[2]
OTHERS = sorted(set(LANGUAGES) - {"en"})
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
SAME_EVERYWHERE = {"Fairpair", "API", "TRF", "CSV", "XLSX", "JSON", "PDF", "QR", "UTC", "min"}
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title", "data-label"}


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("texts", ROOT / "tools" / "texts.py")
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


TOOL = tool()


def test_the_template_of_the_catalogues_is_up_to_date() -> None:
    kept, found = TOOL.read(TOOL.TEMPLATE), TOOL.extracted()
    assert len(found) > 100
    hint = "run `python3 do.py texts` and translate what it names"
    assert {one.id for one in kept} == {one.id for one in found}, hint


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_translated(language: str) -> None:
    catalogue = TOOL.read(TOOL.LOCALE / language / "fairpair.po")
    assert {one.id for one in catalogue} == {one.id for one in TOOL.extracted()}
    assert TOOL.missing(catalogue) == []
    for one in catalogue:
        assert not one.fuzzy, one.id
        originals = [one.id] if isinstance(one.id, str) else one.id
        texts = [one.string] if isinstance(one.string, str) else one.string
        wanted = set(PLACEHOLDER.findall(originals[-1]))
        for text in texts if one.id else ():
            assert set(PLACEHOLDER.findall(text)) | {"num"} == wanted | {"num"}, one.id
            assert "%" not in PLACEHOLDER.sub("", text).replace("%%", ""), one.id
            assert text.strip() == text, one.id


@pytest.mark.parametrize("language", OTHERS)
def test_the_pages_speak_it(language: str) -> None:
    texts = texts_for(language)
    assert texts.gettext("Tournaments") != "Tournaments"
    one, many = (texts.ngettext("%(num)d player", "%(num)d players", n) for n in (1, 2))
    assert "%(num)d" in one
    assert many not in ("%(num)d players", "")
    assert texts.gettext("no such text") == "no such text"


class Words(HTMLParser):
    """The words that a template itself says."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Some attributes are read aloud."""
        self._silent += tag in ("script", "style", "code", "kbd")
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """The end of what is no text."""
        self._silent -= tag in ("script", "style", "code", "kbd")

    def handle_data(self, data: str) -> None:
        """Text to read."""
        if not self._silent:
            self.found.append(data)


def own_words(source: str) -> list[str]:
    """The words of a template that are in no catalogue.

    >>> own_words('<p title="{{ _("a") }}">{{ _("Fine") }} <b>Not</b> <i title="bad">{{ x }}</i>')
    ['Not', 'bad']
    """
    # What is computed stands as a sign that is no letter, so that tags keep their shape.
    shaped = re.sub(r"\{% block (main_class|current|app) %\}.*?\{% endblock %\}", "", source)
    parts = []
    for output in environment().parse(shaped).find_all(nodes.Output):
        said = (x.data if isinstance(x, nodes.TemplateData) else "\N{BULLET}" for x in output.nodes)
        parts += [" ", *said]
    parser = Words()
    parser.feed("".join(parts))
    parts_of_tags = re.compile(r'[\w-]+="[^"]*"|\b(disabled|checked|selected|required)\b')
    texts = [parts_of_tags.sub("", text) for text in parser.found]
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text)]
    return [word for word in words if word not in SAME_EVERYWHERE]


@pytest.mark.parametrize(
    "path", sorted((HERE / "templates").rglob("*.html")), ids=lambda path: str(path.name)
)
def test_no_template_says_anything_by_itself(path: Path) -> None:
    assert own_words(path.read_text("utf-8")) == []
