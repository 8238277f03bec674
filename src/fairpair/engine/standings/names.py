"""What somebody meant who wrote a tie-break in words: `Buchholz Cut 1` is BH/C1."""

import re
from contextlib import suppress

from fairpair.engine.standings.codes import TiebreakCodeError, parse
from fairpair.engine.standings.tiebreaks import TIEBREAKS

_CUT = re.compile(r"\b(?P<kind>cut|median)\b ?(?P<number>[12])?")
_SHORT = 3
"""So few letters are a code, and no part of a name."""
_MANY = 4
"""More than these cannot all have been meant."""


def meant_by(text: str) -> list[str]:
    """The codes that may be meant, none if nothing is near.

    >>> meant_by("BHC1"), meant_by("Buchholz Cut 1"), meant_by("Sonneborn-Berger")
    (['BH/C1'], ['BH/C1'], ['sonneborn_berger', 'SB'])
    """
    code = with_modifier(text.upper())
    return [code] if code else _named(text)


def with_modifier(name: str) -> str:
    """The code with its modifier as it should be written: `BH/C1` for `BH-C1` and `BHC1`."""
    for known in sorted(TIEBREAKS, key=len, reverse=True):
        rest = name.removeprefix(known).lstrip("-:_. ")
        if rest and name.startswith(known):
            with suppress(TiebreakCodeError):
                code = f"{TIEBREAKS[known].code}/{rest}"
                if parse(code).modifiers <= set(TIEBREAKS[known].modifiers):
                    return code
    return ""


def _named(text: str) -> list[str]:
    """Those of this name, else those whose name has these words, or one word of them."""
    cut = _CUT.search(words := _words(text))
    modifier = f"{cut['kind'][0].upper()}{cut['number'] or 1}" if cut else ""
    words = " ".join(_CUT.sub(" ", words).split())
    names = {
        one.code: _words(one.name)
        for one in TIEBREAKS.values()
        if not modifier or modifier[0] in one.modifiers
    }
    found = [code for code, name in names.items() if name == words]
    found = found or [code for code, name in names.items() if words in name]
    found = found or [code for code, name in names.items() if f" {name} " in f" {words} "]
    if len(words) <= _SHORT or len(found) > _MANY:
        return []
    return [f"{code}/{modifier}" if modifier else code for code in found]


def _words(text: str) -> str:
    return " ".join(re.sub(r"[^\w]|_", " ", text.casefold()).split())
