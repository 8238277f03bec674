"""Reads the translations of one language from its gettext catalogue (a `.po` file).

The standard library reads only compiled catalogues, and Babel is not for the pure layers.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py

from fairpair.language.languages import DEFAULT

_LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)?\s*(".*")')
_PLURAL = re.compile(r"plural=([^;]+);")
Entry = dict[str, str]


class Catalogue:
    """The translations of one language by context and English text."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._single: dict[tuple[str, str], str] = {}
        self._plural: dict[tuple[str, str], list[str]] = {}
        self._form: Callable[[int], int] = lambda n: int(n != 1)
        for entry in entries:
            key = entry.get("msgctxt", ""), entry.get("msgid", "")
            if not key[1]:
                self._read_header(entry.get("msgstr", ""))
            elif "msgid_plural" in entry:
                forms = sorted(name for name in entry if name.startswith("msgstr["))
                self._plural[key] = [entry[name] for name in forms]
            else:
                self._single[key] = entry.get("msgstr", "")

    def find(self, context: str, text: str) -> str:
        """The translation, or nothing."""
        return self._single.get((context, text), "")

    def find_plural(self, context: str, one: str, n: int) -> str:
        """The translation for this number, or nothing."""
        forms = self._plural.get((context, one), [])
        form = self._form(abs(n))
        return forms[form] if form < len(forms) else ""

    def _read_header(self, header: str) -> None:
        if found := _PLURAL.search(header):
            self._form = c2py(found[1])


@cache
def read_catalogue(language: str) -> Catalogue:
    """The catalogue of a language; an empty one if it has no file, as English."""
    if language == DEFAULT:
        return Catalogue(iter(()))
    from importlib.resources import files  # noqa: PLC0415 - English needs none of it

    path = files(__package__) / "locale" / language / "fairpair.po"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return Catalogue(_entries(text))


def _entries(text: str) -> Iterator[Entry]:
    """The entries of a file, those that are out of date left out."""
    for block in re.split(r"\n\s*\n", text):
        entry: Entry = {}
        name = ""
        for line in block.splitlines():
            if found := _LINE.fullmatch(line.strip()):
                name = found[1] or name
                entry[name] = entry.get(name, "") + ast.literal_eval(found[2])
        if entry:
            yield entry
