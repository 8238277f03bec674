"""The names of knock-out matches, which the engine tells in English, in another language."""

import re
from typing import Protocol

_NUMBERED = re.compile(r"(?:the )?(semi-final|quarter-final)(?: (\d+))?")
_BYE = re.compile(r"bye of seed (\d+)")
_SEED = re.compile(r"seed (\d+)")
_ROUND = re.compile(r"waiting for round (\d+)")
_EARLY = re.compile(r"(?:the )?round of (\d+) match(?: (\d+))?")


class Say(Protocol):
    """Says a text in a language, with values for what stands in braces."""

    def __call__(self, text: str, **values: object) -> str:
        """The text."""


def match_name(say: Say, name: str) -> str:
    """What people call a match; a name that is not known stays as it is."""
    if name == "the final":
        return say("the final")
    if name == "the match for third place":
        return say("the match for third place")
    if found := _NUMBERED.fullmatch(name):
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
