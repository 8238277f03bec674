"""Every code in the source has a text, every text fits the values it gets, and none is unused."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from fairpair.language.english import ENGLISH, PARTS, Text

SOURCE = Path(__file__).parents[2] / "src" / "fairpair"
CODE = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*(\.[a-z0-9]+([-_][a-z0-9]+)*)*")
HTTP = "HttpError"
"""Its first argument is a status, its second the code."""
OPTIONS = {"hint", "problems", "retry_after"}
"""Arguments of errors that are not values of their texts."""
COMPLETED_LATER = {
    "log/results.py": "the table and the result are added to what is wrong with it",
    "engine/pairing/explanation/wording.py": "the players are added to a reason",
    "engine/standings/registry.py": "the problems are collected first",
    "app/views/tournaments.py": "the tournaments to choose from are added to the hint",
}
"""Modules that add values to a message which they have made, with the reason."""
FRAMEWORK = {"not-found", "method-not-allowed"}
"""Codes made from the names of HTTP statuses."""
FORMATS = {"", "cap", "low", "lines", "and", "or", ";", "sentences"}


class Use(NamedTuple):
    """A place in the source that makes a message; `values` is none if they are not written out."""

    where: str
    code: str
    values: frozenset[str] | None


def placeholders(text: Text) -> set[str]:
    """The names in braces of all forms of a text."""
    forms = [text] if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


@cache
def trees() -> dict[Path, ast.Module]:
    """All modules but those with the texts."""
    paths = sorted(SOURCE.rglob("*.py"))
    return {p: ast.parse(p.read_text("utf-8")) for p in paths if p.parent.name != "english"}


def uses() -> Iterator[Use]:
    """All places where a code is written out."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (code := code_of(node)):
                names = [keyword.arg for keyword in node.keywords]
                given = None if None in names else frozenset(map(str, names))
                if given is not None and getattr(node.func, "id", "") != "Message":
                    given -= OPTIONS
                yield Use(f"{path.relative_to(SOURCE)}:{node.lineno}", code, given)


def code_of(call: ast.Call) -> str:
    """The code of a message or an error, if this makes one."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name != "Message" and not name.endswith("Error"):
        return ""
    first = call.args[name == HTTP : (name == HTTP) + 1]
    is_text = first and isinstance(first[0], ast.Constant) and isinstance(first[0].value, str)
    found = str(first[0].value) if is_text and isinstance(first[0], ast.Constant) else ""
    return found if CODE.fullmatch(found) else ""


def test_every_code_has_a_text() -> None:
    missing = [f"{use.where}: {use.code}" for use in uses() if use.code not in ENGLISH]
    assert not missing, "\n".join(missing)


def test_every_text_gets_its_values() -> None:
    wrong = []
    for use in uses():
        if use.values is None or use.where.partition(":")[0] in COMPLETED_LATER:
            continue
        for code in (use.code, f"{use.code}.hint"):
            lacking = placeholders(ENGLISH.get(code, "")) - use.values
            wrong += [f"{use.where}: {code} lacks {name}" for name in sorted(lacking)]
    assert not wrong, "\n".join(wrong)


def test_no_text_is_unused() -> None:
    """A code is written out, or made from a part that is."""
    constants = [
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    texts = set(constants)
    beginnings = tuple({text for text in constants if re.fullmatch(r"[a-z.-]{3,}[.-]", text)})
    endings = tuple({text for text in constants if re.fullmatch(r"\.[a-z.-]{3,}", text)})
    left = [
        code
        for code in ENGLISH
        if code.removesuffix(".hint") not in texts
        and not code.startswith(beginnings)
        and not code.endswith(endings)
        and code.partition(".")[0] not in FRAMEWORK
    ]
    assert not left, "\n".join(left)


def test_a_code_stands_in_one_part() -> None:
    codes = [code for part in PARTS for code in part.TEXTS]
    assert sorted(codes) == sorted(set(codes))
    assert [code for code in codes if not CODE.fullmatch(code)] == []


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__.rpartition(".")[2])
def test_texts_are_well_formed(part: object) -> None:
    for code, text in getattr(part, "TEXTS", {}).items():
        forms = [text] if isinstance(text, str) else text
        for form in forms:
            assert form == form.strip(), code
            assert form, code
            for _, name, spec, _ in Formatter().parse(form):
                assert name is None or name.isidentifier(), code
                assert (spec or "") in FORMATS, code
