"""Search over all pages of the documentation: every word must occur, titles count most.

Words that say nothing, as in "how do I print slips", are left out.
"""

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
_MOST_WORDS = 10
"""Of a longer question the first words count: each is looked for in all passages."""
_SHORT = 2
"""Words of so many letters are not taken for the beginning of longer ones."""
_MARKS = "?!.,;:()'\"“”"
"""What people write beside the words of a question."""
_FIRST = ("tutorial/", "how-to/", "explanation/")
"""Pages for everybody, which come before lists of commands and of addresses."""
_EMPTY = frozenset(
    [
        *("a", "an", "and", "are", "at", "be", "by", "can", "could", "do", "does", "for", "from"),
        *("has", "have", "how", "i", "if", "in", "is", "it", "me", "my", "of", "on", "or", "our"),
        *("should", "that", "the", "their", "there", "these", "they", "this", "to", "was", "we"),
        *("what", "when", "where", "which", "will", "with", "you", "your"),
    ]
)
"""Words that questions have and answers need not have."""


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

    def score(self, words: list[str], least: int) -> tuple[int, int]:
        """How many of the words occur, and how often; nothing for fewer than `least`."""
        scores = [found for word in words if (found := self._score(word))]
        for_all = 5 if self.page.name.startswith(_FIRST) else 0
        return (len(scores), sum(scores) + for_all) if len(scores) >= least else (0, 0)

    def _score(self, word: str) -> int:
        starts = re.compile(_pattern(word))
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


def search(query: str, *, every: bool = True) -> list[Hit]:
    """The pages that fit, the best first; of each page the passage that fits best.

    Without `every`, also pages that have only some of the words.
    """
    stripped = (word.strip(_MARKS) for word in search_key(query).split())
    typed = [word for word in stripped if word]
    words = list(dict.fromkeys([word for word in typed if word not in _EMPTY] or typed))
    words = words[:_MOST_WORDS]
    if not words:
        return []
    best: dict[str, tuple[tuple[int, int], _Entry]] = {}
    for entry in _entries():
        score = entry.score(words, len(words) if every else 1)
        if score > best.get(entry.page.name, ((0, 0), entry))[0]:
            best[entry.page.name] = (score, entry)
    ranked = sorted(best.values(), key=lambda one: (-one[0][0], -one[0][1], one[1].page.title))
    return [_hit(entry, words) for _, entry in ranked[:MOST_HITS]]


def _pattern(word: str) -> str:
    """What finds a word: short ones whole, others also at the beginning of longer ones."""
    return rf"(?<!\w){re.escape(word)}" + (r"(?!\w)" if len(word) <= _SHORT else "")


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
    pattern = re.compile("|".join(map(_pattern, words)), re.IGNORECASE)
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
