"""All English texts follow the rules of plain language: a search for what nobody should write.

The patterns are those words and turns that the guide of the project tells writers to avoid. A text
that needs one of them stands in `ALLOWED`, with the reason.
"""

import re

import pytest

from language.catalogues import english_texts

AVOID = {
    r"\b(for|of|to|by|with|from|than) who\b": "a relative clause needs an antecedent",
    r"^(Who|Whoever)\b(?!.*\?)": "a sentence starts with its subject",
    r"(?<![Tt]here )\b(is|was) no (?!longer)": "'is not a', never 'is no'",
    r"\bthe own\b": "your own, their own",
    r"\bso (many|much|long)\b": "at least, at most, or the number",
    r"\bby itself\b": "automatically",
    r"\bof itself\b": "automatically",
    r"\bin all\b(?! )": "total",
    r"\b(twice|times) running\b": "in consecutive rounds",
    r"\b(is|are) there already\b": "is already ...",
    r"\b(taken?|took|takes) back\b": "undo",
    r"\b(bring|brought|brings) back\b": "redo, reinstate",
    r"\b(taken?|took|takes) away\b": "clear",
    r"\bput right\b": "correct",
    r"\bby hand\b": "manually",
    r"\bknowingly\b": "override, confirm",
    r"\bby lot\b": "at random",
    r"\b(keep|kept|keeps) apart\b": "pairing restriction",
    r"\b(is|are|were|stay|level) level\b": "tied",
    r"\b(goes?|went|gone|going) on\b": "continue, advance",
    r"\bknock-out": "knockout",
    r"\bdrafts?\b": "unpublished pairings",
    r"(?<![Dd]irect )\bencounters?\b": "match, but for the name of the tie-break",
    r"\bexpel(led)?\b": "disqualified",
    r"\b[Rr]efus(e|ed|es|al|als)\b": "what happened, and what to do",
    r"\b[Ee]ntrants?\b": "player, team",
    r"\btold\b|\btells?\b(?! (the (organiser|arbiter|judge)|them apart))": "say things",
    r"\bsomebody\b(?! who)": "a player, someone else",
    r"\brests? on\b": "background",
    r"\breckon": "calculate",
    r"\bmeanwhile\b": "in the meantime",
    r"^Let (the|this|it|them|all)\b": "verb and object",
    r"\bLeave (it|things)\b": "Cancel",
    r"\bdo not count any ?more\b": "void",
    r"\bbye of an odd\b": "pairing-allocated bye",
    r"\baddress of (the|your|their) own\b": "player link",
}
KEY = re.compile(r"(?<![{%(/.`-])\b[a-z]+(_[a-z0-9]+)+\b(?![})])")
"""A name of the program, such as `cut_points`."""
TITLE_CASE = re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$")
AMERICAN = re.compile(
    r"\b(\w*color\w*|organiz\w+|canceled|center(ed)?|favor\w*|behavior)\b", re.IGNORECASE
)

_LABEL = "the label of a choice, which reads on: who gets it: the lowest rated player"
_DRAFT = "a booster draft is a kind of event"
_KEYS = "the help of a setting that is typed as such keys"
ALLOWED: dict[str, str] = {
    "Who gets the bye": _LABEL,
    "Who gets the pairing-allocated bye": _LABEL,
    "4 rounds and the top 8 if the top 8 is a booster draft": _DRAFT,
    "4 rounds and the top 8 if the top 8 is a draft": _DRAFT,
    "For PostgreSQL, use pg_dump.": "the name of a program",
    "{round} must be round_1, round_2 and so on, rest or last_round": _KEYS,
    "top_k {problem}": _KEYS,
    "Games per match in individual knockout rounds: final, third_place, semi_final,"
    " quarter_final, round_of_16, play_in.": _KEYS,
    "Pairing method by round: round_1, round_2 and so on, last_round, and rest for all others.": (
        _KEYS
    ),
    "The criteria for pairing a score group, most important first: pair_downs, avoided, colours.": (
        _KEYS
    ),
}
"""Texts that may break a rule, each with its reason."""


@pytest.mark.parametrize(("pattern", "instead"), AVOID.items())
def test_no_text_has_a_turn_to_avoid(pattern: str, instead: str) -> None:
    found = [text for text in english_texts() if re.search(pattern, text) and text not in ALLOWED]
    assert not found, f"{instead}:\n" + "\n".join(found)


def test_no_text_shows_an_internal_key() -> None:
    found = [text for text in english_texts() if KEY.search(text) and text not in ALLOWED]
    assert not found, "\n".join(found)


def test_labels_are_in_sentence_case_and_spelling_is_british() -> None:
    found = [
        text
        for text in english_texts()
        if (TITLE_CASE.match(text) or AMERICAN.search(text)) and text not in ALLOWED
    ]
    assert not found, "\n".join(found)


def test_the_allow_list_is_short_and_needed() -> None:
    assert len(ALLOWED) <= 40
    assert set(ALLOWED) <= set(english_texts())
    assert all(ALLOWED.values())
