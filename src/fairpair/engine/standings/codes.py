"""Tie-break codes as people and TRF26 files write them: `BH/C1`, `KS/L+1`, `BH:GP`, `omw`.

A code is `NAME[:score][/modifier]...`; case does not matter. The modifiers are those of C.07,
article 14, in the spelling of TRF26:

| modifier | means |
|---|---|
| `C1` `C2` | without the lowest one or two |
| `M1` `M2` | without the lowest and the highest one or two |
| `P` | forfeits count as games against the scheduled opponent |
| `F` | of Fore Buchholz in place of Buchholz |
| `R` | the other way round |
| `U1400` | unrated players count as 1400 |
| `L+1` `L1` `L-2` `L60` | limit moved by half points, or from 10 on set in percent |
| `K4` | divisor |
"""

import re
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.language.message import Message

EXTERNAL = "EXT"
"""The tie-break whose values somebody enters."""
_CODE = re.compile(r"(?P<name>[^:/\s]+)(:(?P<score>[^:/\s]+))?(?P<modifiers>(/[^/\s]*)*)")
_MODIFIERS: dict[str, re.Pattern[str]] = {
    "C": re.compile(r"C([12])"),
    "M": re.compile(r"M([12])"),
    "P": re.compile(r"P"),
    "F": re.compile(r"F"),
    "R": re.compile(r"R"),
    "U": re.compile(r"U([0-9]{1,4})"),
    "L": re.compile(r"L([+-]?[0-9]{1,3})"),
    "K": re.compile(r"K([1-9][0-9]?)"),
}
MODIFIERS = {
    "C": "/C1 /C2",
    "M": "/M1 /M2",
    "P": "/P",
    "F": "/F",
    "R": "/R",
    "U": "/U1400",
    "L": "/L+1 /L-1",
    "K": "/K4",
}
"""How each is written."""


@dataclass(frozen=True, slots=True)
class Options:
    """A tie-break code as it was read: its name and modifiers; `text` is as it was written."""

    text: str
    name: str
    score: str = ""
    cut_low: int = 0
    cut_high: int = 0
    forfeits_count: bool = False
    fore: bool = False
    reverse: bool = False
    unrated: int | None = None
    limit: str = ""
    divisor: int | None = None
    modifiers: frozenset[str] = frozenset()
    """Their letters."""


def is_external(code: str) -> bool:
    """Whether a code means values that somebody enters, and no file has.

    >>> is_external("EXT"), is_external("ext/R"), is_external("BH")
    (True, True, False)
    """
    return code.upper().partition("/")[0] == EXTERNAL


class TiebreakCodeError(ValueError):
    """A code that cannot be used; `text` says why, after the code."""

    def __init__(self, text: Message) -> None:
        super().__init__(text.code)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


def parse(text: str) -> Options:
    """What this code means; `TiebreakCodeError` says what is wrong with the spelling.

    >>> parse("bh/c1").cut_low, parse("BH:gp/M2").score
    (1, 'gp')
    """
    found = _CODE.fullmatch(text.strip())
    if not found:
        raise TiebreakCodeError(Message("tiebreak-problem.spelling"))
    values: dict[str, Any] = {}
    letters: set[str] = set()
    for modifier in found["modifiers"].upper().split("/")[1:]:
        letter = modifier[:1]
        fits = _MODIFIERS.get(letter, _MODIFIERS["P"]).fullmatch(modifier)
        if not fits:
            known = " ".join(MODIFIERS.values())
            raise TiebreakCodeError(
                Message("tiebreak-problem.modifier", modifier=modifier, known=known)
            )
        if letter in letters or (letter in "CM" and letters & set("CM")):
            raise TiebreakCodeError(Message("tiebreak-problem.exclusive"))
        letters.add(letter)
        values |= _meaning(letter, fits[1] if fits.groups() else "")
    name, score = found["name"].upper(), (found["score"] or "").lower()
    return Options(text.strip(), name, score, modifiers=frozenset(letters), **values)


def _meaning(letter: str, number: str) -> dict[str, Any]:
    match letter:
        case "C":
            return {"cut_low": int(number)}
        case "M":
            return {"cut_low": int(number), "cut_high": int(number)}
        case "U":
            return {"unrated": int(number)}
        case "L":
            return {"limit": number}
        case "K":
            return {"divisor": int(number)}
        case _:
            return {{"P": "forfeits_count", "F": "fore", "R": "reverse"}[letter]: True}
