"""What the engine tells in English about where an event stands, in the language of the page."""

import re
from collections.abc import Callable

from fairpair.app.wording.match_names import Say, match_name
from fairpair.app.wording.round_titles import Translated, round_namer

SENTENCES = (
    "Undone",
    "Finished",
    "Registration",
    "Registration: no players yet",
    "Registration: 1 player, %(rest)s",
    "Registration: %(n)s players, %(rest)s",
    "round 1 can be drafted",
    "at least two are needed",
    "the draw can be made",
    "Round %(n)s of %(of)s",
    "%(title)s complete",
    "%(title)s can be drafted",
    "%(title)s: drafted, not published yet",
    "%(title)s: all results are in",
    "%(title)s: to be opened: %(rest)s",
    "%(title)s: 1 result pending",
    "%(title)s: %(n)s results pending",
    "%(title)s: 1 result pending: table %(n)s",
    "%(title)s: %(n)s results pending: tables %(tables)s",
    "%(title)s: %(n)s results pending: tables %(tables)s and %(of)s more",
    "Everybody has left: the tournament can be finished",
    "All rounds are complete: the cut can be made",
    "All rounds are complete: the tournament can be finished",
    "table %(n)s",
    "table %(n)s of %(title)s",
    "%(match)s (%(players)s)",
    "won the final",
    "lost the final",
    "won the match for third place",
    "lost the match for third place",
    "lost the semi-final",
    "%(match)s open",
    "place %(n)s of the Swiss rounds",
    "place %(n)s of the round robin",
    "place %(n)s of the seeding",
    "%(match)s, then %(place)s",
    "%(feat)s, then %(place)s",
    "forfeit",
    "%(n)s drawn",
    "%(n)s drawn, forfeit",
    "%(upper)s and %(lower)s are level on %(same)s",
    "%(upper)s above %(lower)s: equal on %(same)s, %(code)s %(a)s against %(b)s",
    "%(upper)s above %(lower)s: %(code)s %(a)s against %(b)s",
    "points",
    "lot",
    "%(code)s place",
)
"""The sentences, with names for what is filled in; the first that fits counts, and one that fits
none of them stays English."""

_LONGEST = 2_000
_VALUE = r"-?[\d.]+%?|-|none"
_KINDS = {
    "n": r"\d+",
    "of": r"\d+",
    "title": (
        r"Round \d+(?: of \d+)?|Round of \d+|Quarter-finals|Semi-finals|Final|Third place"
        r"|Play-in(?:, round \d+)?|Stage \d+, round \d+"
    ),
    "tables": r"\d+(?:, \d+)*",
    "match": (
        r"(?:the )?(?:final|match for third place|(?:semi|quarter)-final|round of \d+(?: match)?)"
        r"(?: \d+)?"
    ),
    "place": r"place \d+ of .+",
    "feat": r"(?:won|lost) .+|.+ open",
    "a": _VALUE,
    "b": _VALUE,
}
"""What can stand for a name; for any other name anything can."""
_TOLD = frozenset({"rest", "place", "feat", "code"})
"""Names for what is a sentence again."""
_NAME = re.compile(r"%\((\w+)\)s")


def sentence_teller(translated: Translated, say: Say) -> Callable[[str], str]:
    """What tells a sentence of the engine in a language; `say` has the names of matches."""
    named = round_namer(translated)
    patterns = [(_compiled(text), translated(text)) for text in SENTENCES]

    def tell(text: str) -> str:
        whole = _one(text)
        if whole is not None or "; " not in text:
            return text if whole is None else whole
        return "; ".join(_one(part) or part for part in text.split("; "))

    def _one(text: str) -> str | None:
        fits = ((pattern.fullmatch(text), said) for pattern, said in patterns)
        found = next(((fit, said) for fit, said in fits if fit), None)
        if found is None or len(text) > _LONGEST:
            return None
        return found[1] % {name: _value(name, part) for name, part in found[0].groupdict().items()}

    def _value(name: str, text: str) -> str:
        if name == "title":
            return named(text) if named(text) != text else tell(text)
        if name == "match" and text == "final":
            return match_name(say, "the final")
        if name == "match":
            early = named(text.capitalize())
            return match_name(say, text) if early == text.capitalize() else early
        if name == "same":
            return ", ".join(map(tell, re.split(r", | and ", text)))
        return tell(text) if name in _TOLD else text

    return tell


def _compiled(text: str) -> re.Pattern[str]:
    parts = _NAME.split(text)
    parts[::2] = map(re.escape, parts[::2])
    for n in range(1, len(parts), 2):
        parts[n] = f"(?P<{parts[n]}>{_KINDS.get(parts[n], '.+?')})"
    return re.compile("".join(parts))
