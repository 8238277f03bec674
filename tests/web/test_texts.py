"""The texts of the pages: all of them come from the catalogue."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes

from fairpair.language.languages import LANGUAGES
from fairpair.web.assets import HERE
from fairpair.web.rendering import environment

ROOT = Path(__file__).parents[2]
OTHERS = sorted(set(LANGUAGES) - {"en"})
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
SAME_EVERYWHERE = {"Fairpair", "API", "TRF", "CSV", "XLSX", "JSON", "PDF", "QR", "UTC", "min"}
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title", "data-label"}


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


FOR_DEVELOPERS = {HERE / "templates" / "styleguide.html"}


@pytest.mark.parametrize(
    "path",
    sorted(set((HERE / "templates").rglob("*.html")) - FOR_DEVELOPERS),
    ids=lambda path: str(path.name),
)
def test_no_template_says_anything_by_itself(path: Path) -> None:
    assert own_words(path.read_text("utf-8")) == []
