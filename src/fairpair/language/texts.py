"""The texts of one language and one game, and which of them are current.

>>> with use("de"):
...     str(Message("list.or", start="Ana", end="Bo"))
'Ana oder Bo'
"""

import string
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from fairpair.language.catalogue import read_catalogue
from fairpair.language.english import ENGLISH, VARIANTS
from fairpair.language.languages import DEFAULT, LANGUAGES
from fairpair.language.message import Message, Phrase
from fairpair.language.vocabulary import CONTEXTS


class Texts:
    """All texts in one language, with the words of one game.

    A text is looked up by its English form. One that is not translated stays English.
    """

    def __init__(self, language: str, vocabulary: str) -> None:
        self.language = language
        self.vocabulary = vocabulary
        self._catalogue = read_catalogue(language)
        self._contexts = CONTEXTS.get(vocabulary, ())

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
            return _Formatter(self).vformat(found, (), message.values)
        except (ValueError, AttributeError, KeyError, IndexError, TypeError):
            return found

    def _variant(self, text: str) -> tuple[str, str | tuple[str, str] | None]:
        """What this game says for the text, and the context under which that is translated."""
        for context in self._contexts:
            if text in VARIANTS[context]:
                return context, VARIANTS[context][text]
        return "", None


class _Formatter(string.Formatter):
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

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        del args  # messages have names for all values
        return kwargs.get(str(key), f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, list | tuple | set | frozenset):
            return self._join([self._text(one) for one in value], format_spec)
        text = self._text(value)
        if format_spec == "cap":
            return text[:1].upper() + text[1:]
        if format_spec == "low":
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
