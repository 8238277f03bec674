"""The texts of one language and one game, and which of them are current.

>>> with use("de"):
...     str(Message("list.or", start="Ana", end="Bo"))
'Ana oder Bo'
"""

import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any

from fairpair.language.catalogue import read_catalogue
from fairpair.language.english import ENGLISH, VARIANTS
from fairpair.language.languages import DEFAULT, LANGUAGES
from fairpair.language.message import Message, Phrase
from fairpair.language.vocabulary import CONTEXTS

_FORMATTER = string.Formatter()


class Texts:
    """All texts in one language, with the words of one game.

    A text is looked up by its English form. One that is not translated stays English.
    """

    def __init__(self, language: str, vocabulary: str) -> None:
        self.language = language
        self.vocabulary = vocabulary
        self._catalogue = read_catalogue(language)
        self._contexts = CONTEXTS.get(vocabulary, ())
        self._filler = _Filler(self)

    def gettext(self, text: str) -> str:
        """The text, in the words of the game if it has its own."""
        context, variant = self._variant(text)
        found = variant if isinstance(variant, str) else text
        return self._catalogue.find(context, found) or found

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The text for this number, by the plural rule of the language."""
        context, variant = self._variant(one)
        if isinstance(variant, tuple):
            one, many = variant
        return self._catalogue.find_plural(context, one, n) or (one if n == 1 else many)

    def pgettext(self, context: str, text: str) -> str:
        """The text where `context` tells two meanings of one word apart."""
        return self._catalogue.find(context, text) or text

    def render(self, message: Message) -> str:
        """The text of a message with its values. A wrong translation cannot make it fail."""
        if isinstance(message, Phrase):
            return self.gettext(message.values["text"])
        text = ENGLISH.get(message.code, message.code)
        if isinstance(text, tuple):
            found = self.ngettext(*text, _count(message.values))
        else:
            found = self.gettext(text)
        try:
            return self._filler.fill(found, message.values)
        except (ValueError, AttributeError, KeyError, IndexError, TypeError):
            return found

    def _variant(self, text: str) -> tuple[str, str | tuple[str, str] | None]:
        """What this game says for the text, and the context under which that is translated."""
        for context in self._contexts:
            if text in VARIANTS[context]:
                return context, VARIANTS[context][text]
        return "", None


class _Filler:
    """Fills in the values of a message.

    | in a text | value | filled in |
    |---|---|---|
    | `{round}` | a message | its text in the same language |
    | `{round:cap}`, `{colour:low}` | a message | its text with a capital or a small letter |
    | `{names}`, `{names:;}` | several | with commas, with semicolons |
    | `{names:and}`, `{names:or}` | several | `Ana, Bo and Cem`; `Doe, Ana; Lee, Bo and Cem` |
    | `{parts:sentences}`, `{parts:lines}` | several | one after the other, below each other |
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """The text with the values; what has none stays in braces."""
        return "".join(
            before if name is None else before + self._field(values.get(name, f"{{{name}}}"), how)
            for before, name, how in _parts(text)
        )

    def _field(self, value: Any, how: str) -> str:
        if isinstance(value, list | tuple | set | frozenset):
            return self._join([self._text(one) for one in value], how)
        text = self._text(value)
        if how == "cap":
            return text[:1].upper() + text[1:]
        if how == "low":
            return text[:1].lower() + text[1:]
        return text

    def _text(self, value: Any) -> str:
        return self._texts.render(value) if isinstance(value, Message) else str(value)

    def _join(self, items: list[str], how: str) -> str:
        if how in ("and", "or") and len(items) > 1:
            comma = "; " if any("," in item for item in items[:-1]) else ", "
            start, end = comma.join(items[:-1]), items[-1]
            return self._texts.render(Message(f"list.{how}", start=start, end=end))
        return {";": "; ", "sentences": " ", "lines": "\n"}.get(how, ", ").join(items)


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The places to fill in: the text before each, the name of its value, and how it goes in."""
    found = tuple(_FORMATTER.parse(text))
    if any(name and (conversion or not name.isidentifier()) for _, name, _, conversion in found):
        raise ValueError(text)
    return tuple((before, name, how or "") for before, name, how, _ in found)


def _count(values: Mapping[str, Any]) -> int:
    """The number that decides the plural form: the value `n`."""
    n = values.get("n", 1)
    return n if isinstance(n, int) else 2


@cache
def texts_for(language: str, vocabulary: str = "") -> Texts:
    """The texts of a language; English for one that there is not."""
    return Texts(language if language in LANGUAGES else DEFAULT, vocabulary)


_CURRENT: ContextVar[Texts | None] = ContextVar("texts", default=None)


def current_texts() -> Texts:
    """The texts of the request, command or sheet that is being answered; else English."""
    return _CURRENT.get() or texts_for(DEFAULT)


def set_language(language: str, vocabulary: str = "") -> None:
    """Make this language current for the rest of the request or program."""
    _CURRENT.set(texts_for(language, vocabulary))


def set_vocabulary(vocabulary: str) -> None:
    """Make the words of this game current, in the language that is."""
    set_language(current_texts().language, vocabulary)


@contextmanager
def use(language: str | None = None, vocabulary: str | None = None) -> Iterator[Texts]:
    """Make a language, a vocabulary or both current for a while."""
    before = current_texts()
    texts = texts_for(
        before.language if language is None else language,
        before.vocabulary if vocabulary is None else vocabulary,
    )
    token = _CURRENT.set(texts)
    try:
        yield texts
    finally:
        _CURRENT.reset(token)
