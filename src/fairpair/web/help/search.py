"""Search over all pages of the documentation: every word must occur, titles count most."""

import re
from collections.abc import Iterator
from functools import cache

from markupsafe import Markup, escape

from fairpair.app.views.people import search_key
from fairpair.core.dataclass import dataclass
from fairpair.web.help.documents import Document, Passage, document, document_names

MOST_HITS = 20
_AROUND = 90
"""How many characters of the text are shown on each side of what was found."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found, the heading to open it at, and the words around."""

    title: str
    heading: str
    address: str
    excerpt: Markup


@dataclass(frozen=True, slots=True)
class _Entry:
    """A passage, prepared for searching."""

    page: Document
    passage: Passage
    title: str
    heading: str
    text: str

    def score(self, words: list[str]) -> int:
        """How well it fits; 0 if a word does not occur."""
        scores = [self._score(word) for word in words]
        return sum(scores) if all(scores) else 0

    def _score(self, word: str) -> int:
        starts = re.compile(rf"(?<!\w){re.escape(word)}")
        text = min(len(starts.findall(self.text)), 5)
        return 10 * bool(starts.search(self.title)) + 6 * bool(starts.search(self.heading)) + text


@cache
def _entries() -> list[_Entry]:
    pages = [page for name in document_names() if (page := document(name))]
    return [
        _Entry(page, one, search_key(page.title), search_key(one.heading), search_key(one.text))
        for page in pages
        for one in page.passages
    ]


def search(query: str) -> list[Hit]:
    """The pages that fit, the best first; of each page the passage that fits best."""
    words = search_key(query).split()
    if not words:
        return []
    best: dict[str, tuple[int, _Entry]] = {}
    for entry in _entries():
        score = entry.score(words)
        if score > best.get(entry.page.name, (0, entry))[0]:
            best[entry.page.name] = (score, entry)
    ranked = sorted(best.values(), key=lambda one: (-one[0], one[1].page.title))
    return [_hit(entry, words) for _, entry in ranked[:MOST_HITS]]


def _hit(entry: _Entry, words: list[str]) -> Hit:
    page, passage = entry.page, entry.passage
    is_title = passage is page.passages[0]
    return Hit(
        page.title,
        "" if is_title else passage.heading,
        page.address if is_title else f"{page.address}#{passage.anchor}",
        Markup("").join(_excerpt(passage.text, words)),
    )


def _excerpt(text: str, words: list[str]) -> Iterator[Markup]:
    """The text around the first word that was found, with all of them marked."""
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)
    first = pattern.search(text)
    start = max(0, first.start() - _AROUND) if first else 0
    end = start + 2 * _AROUND
    shown = text[start:end]
    if start:
        shown = "… " + shown.partition(" ")[2]
    if end < len(text):
        shown = shown.rpartition(" ")[0] + " …"
    done = 0
    for found in pattern.finditer(shown):
        yield escape(shown[done : found.start()]) + Markup("<strong>%s</strong>") % found[0]
        done = found.end()
    yield escape(shown[done:])
