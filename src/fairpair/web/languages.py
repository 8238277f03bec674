"""The languages of the pages: texts come from catalogues, English is what the templates say."""

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "de": "Deutsch"}
_CATALOGUES = Path(__file__).parent / "locale"


class Texts:
    """The texts of one language; what is not translated stays English."""

    def __init__(self, single: dict[str, str], plural: dict[str, tuple[str, str]]) -> None:
        self._single = single
        self._plural = plural

    def gettext(self, text: str) -> str:
        """The text in this language."""
        return self._single.get(text) or text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The text for so many; all languages here have one form for 1 and one for the rest."""
        forms = self._plural.get(one, (one, many))
        return forms[0 if count == 1 else 1] or (one if count == 1 else many)


@cache
def texts_of(language: str) -> Texts:
    """The catalogue of a language."""
    path = _CATALOGUES / language / "fairpair.po"
    single: dict[str, str] = {}
    plural: dict[str, tuple[str, str]] = {}
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file):
                if isinstance(message.id, tuple) and isinstance(message.string, tuple):
                    plural[message.id[0]] = (message.string[0], message.string[1])
                elif isinstance(message.id, str) and isinstance(message.string, str):
                    single[message.id] = message.string
    return Texts(single, plural)


def language_for(chosen: str | None, accepted: str) -> str:
    """What the visitor chose, else the first language of the browser that there is.

    >>> language_for(None, "fr-CH, de;q=0.9, en;q=0.8"), language_for("en", "de")
    ('de', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    wanted = [(_quality(part), part) for part in accepted.split(",")]
    for _, part in sorted(wanted, key=lambda item: -item[0]):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _quality(part: str) -> float:
    try:
        return float(part.partition("q=")[2] or 1)
    except ValueError:
        return 0.0
