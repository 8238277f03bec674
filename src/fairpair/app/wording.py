"""What the engine tells in English, in the language of the page or the sheet."""

import re
from collections.abc import Callable
from typing import Protocol

Translated = Callable[[str], str]
_NUMBERED_ROUND = re.compile(r"(\D+)(\d+)")
_NUMBERED_MATCH = re.compile(r"(?:the )?(semi-final|quarter-final)(?: (\d+))?")
_BYE = re.compile(r"bye of seed (\d+)")
_SEED = re.compile(r"seed (\d+)")
_ROUND = re.compile(r"waiting for round (\d+)")
_EARLY = re.compile(r"(?:the )?round of (\d+) match(?: (\d+))?")


class Say(Protocol):
    """Says a text in a language, with values for what stands in braces."""

    def __call__(self, text: str, **values: object) -> str:
        """The text."""


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


def round_namer(translated: Translated) -> Callable[[str | None], str]:
    """What gives the name of a round.

    >>> name = round_namer(lambda text: text.replace("Round", "Runde"))
    >>> name("Round 3"), name("Round of 16"), name("Final"), name("Stage 2, round 1")
    ('Runde 3', 'Runde of 16', 'Final', 'Stage 2, round 1')
    """
    whole = {
        "Final": translated("Final"),
        "Semi-finals": translated("Semi-finals"),
        "Quarter-finals": translated("Quarter-finals"),
        "Third place": translated("Third place"),
        "Play-in": translated("Play-in"),
    }
    numbered = {
        "Round ": translated("Round %(n)s"),
        "Round of ": translated("Round of %(n)s"),
        "Play-in, round ": translated("Play-in, round %(n)s"),
    }

    def name(title: str | None) -> str:
        if not title:
            return ""
        found = _NUMBERED_ROUND.fullmatch(title)
        if found and numbered.get(found[1]):
            return numbered[found[1]] % {"n": found[2]}
        return whole.get(title) or title

    return name


def match_name(say: Say, name: str) -> str:
    """What people call a match; a name that is not known stays as it is."""
    if name == "the final":
        return say("the final")
    if name == "the match for third place":
        return say("the match for third place")
    if found := _NUMBERED_MATCH.fullmatch(name):
        semi = found[1] == "semi-final"
        round_ = say("semi-final") if semi else say("quarter-final")
        return f"{round_} {found[2] or ''}".rstrip()
    if found := _EARLY.fullmatch(name):
        return say("round of {size}, match {n}", size=found[1], n=found[2] or "1")
    if found := _BYE.fullmatch(name):
        return say("bye of seed {n}", n=found[1])
    return name


def match_title(say: Say, name: str) -> str:
    """The same to stand alone: `Final`, `Semi-final 1`."""
    found = match_name(say, name).removeprefix("the ")
    return found[:1].upper() + found[1:]


def waiting_for(say: Say, text: str) -> str:
    """Whom a seat waits for."""
    winner, loser = text.removeprefix("winner of "), text.removeprefix("loser of ")
    if winner != text:
        return say("winner of {match}", match=match_name(say, winner))
    if loser != text:
        return say("loser of {match}", match=match_name(say, loser))
    if found := _SEED.fullmatch(text):
        return say("seed {n}", n=found[1])
    if found := _ROUND.fullmatch(text):
        return say("waiting for round {n}", n=found[1])
    return text
