"""The words of each game: chess has boards and withdrawals, in every text."""

import re
from collections.abc import Iterable

import pytest

from fairpair.language.english import VARIANTS
from fairpair.language.texts import Texts, texts_for
from fairpair.language.vocabulary import CONTEXTS
from language.catalogues import extracted

TABLE = re.compile(r"\btables?\b", re.IGNORECASE)
DROP = re.compile(r"\bdrop(s|ped|ping)?\b", re.IGNORECASE)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{[^}]*\}")
OF_DATA = re.compile(
    r"table (with|below|value|cannot be read)|contains tables|columns?"
    r"|(this|as a|one|cross|FIDE's|berger|kitchen) table",
    re.IGNORECASE,
)
"""A table of names or numbers, which is a table in every game."""
OF_VALUES = re.compile(r"drops? (the )?(highest|lowest)|rating; dropped", re.IGNORECASE)
"""Results that a tie-break leaves out."""
ALLOWED = {
    "results by table or player such as {{1: '2-1'}} or {{'Ana': '2-1'}}": "a call in Python",
    "the number of a table, such as table=1 (a player is named as player='Ana')": (
        "a call in Python"
    ),
    "Table %(table)d, board %(board)d": "a board of a team match at its table",
    "must contain either a remedy, or tables and byes": "names of fields of the API",
    "A match ID consists of stage, round and table, for example 1-3-12.": "a term of the API",
    "table value for {percent} %": "a table of the rating rules",
    "must be a table": "a table of a TOML file",
    "Tables available": "the page that compares formats, of every game",
    "has a bye with more than one player (table {table})": "a file of TopDeck, which has no chess",
    "{result} is not a valid result for table {table}: scores decide the ranking, so both players"
    " need them ({scores}).": "chess has no such scores",
    "{result} is not a valid result for table {table}: {score} must be a whole number between 0"
    " and {most}.": "chess has no such scores",
    "{result} is not a valid result for table {table}: the result of {n} board is needed.": (
        "a match of teams at its table"
    ),
    "{result} is not a valid result for table {table}: a team match is won, drawn or lost.": (
        "a match of teams at its table"
    ),
    "The points of {n} player in the table differ from the results: {names}. The results count.": (
        "a cross table"
    ),
    "names opponent {number}, who is not in the table": "a cross table",
    "results by table such as {{1: '2-1'}}": "an argument of a Python function",
    "the number of a table; pass a player's name as player": "an argument of a Python function",
    "drop {number}": "an entry of a results file, named as in the file",
    "Allow more time, more tables or shorter rounds.": "the laboratory, which is of no game",
    "last-round tables that still matter": "the laboratory, which is of no game",
    "last-round tables: draw safe for both": "the laboratory, which is of no game",
    "{tables} tables are not enough for {matches} matches, so every round is played in {sittings}"
    " sittings.": "the laboratory, which is of no game",
}


def forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


TEXTS = sorted(forms(one.id) for one in extracted() if one.id and not one.context)
"""All usual texts of the program, each with its plural form if it has one."""


def usual_words(text: str) -> bool:
    """Whether a text has a word that chess does not use.

    >>> usual_words("Drop player"), usual_words("As a table"), usual_words("Table {table}")
    (True, False, True)
    """
    plain = PLACEHOLDER.sub("", text)
    at_tables = TABLE.search(plain) and not OF_DATA.search(plain)
    return bool(at_tables or (DROP.search(plain) and not OF_VALUES.search(plain)))


def said(texts: Texts, text: tuple[str, ...]) -> str:
    """What a game says for a text; for several where it has a plural form."""
    return texts.ngettext(text[0], text[1], 2) if len(text) > 1 else texts.gettext(text[0])


def test_chess_has_its_own_words_everywhere() -> None:
    chess = texts_for("en", "chess")
    found = {text[0]: said(chess, text) for text in TEXTS if usual_words(text[0])}
    assert len(found) > 40
    left = [usual for usual, own in found.items() if usual_words(own)]
    assert [usual for usual in left if usual not in ALLOWED] == []


def test_teams_withdraw_too() -> None:
    teams = texts_for("en", "team_chess")
    found = {text[0]: said(teams, text) for text in TEXTS if text[0] not in ALLOWED}
    left = {usual: PLACEHOLDER.sub("", own) for usual, own in found.items()}
    assert [own for own in left.values() if DROP.search(own) and not OF_VALUES.search(own)] == []


@pytest.mark.parametrize("context", VARIANTS)
def test_variants_belong_to_a_text_and_keep_its_values(context: str) -> None:
    assert any(context in contexts for contexts in CONTEXTS.values())
    usual = {text[0]: text for text in TEXTS}
    for text, variant in VARIANTS[context].items():
        assert text in usual, "no text says this any more"
        assert len(forms(variant)) == len(usual[text]), text
        for before, after in zip(usual[text], forms(variant), strict=True):
            assert set(PLACEHOLDER.findall(before)) == set(PLACEHOLDER.findall(after)), text


def test_a_word_of_each_game() -> None:
    games = {name: texts_for("en", name) for name in ("", *CONTEXTS)}
    assert [name for name, texts in games.items() if texts.gettext("Table") != "Table"] == ["chess"]
    assert games["chess"].gettext("Table") == "Board"
    assert games["chess"].ngettext("%(num)d table", "%(num)d tables", 2) == "%(num)d boards"
    assert games["pokemon"].gettext("Draw") == "Tie"
    assert games["chess"].gettext("bye") == "pairing-allocated bye"
    assert games["cards"].gettext("bye") == "bye"
