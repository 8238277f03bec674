"""The fenced blocks of the documentation, and the shell commands in them."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHELL = ("", "sh")
"""The kinds of block that hold commands for a shell, one per line, without their output."""
_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^ *(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its page, the line of its fence, its kind and its text without indent."""

    page: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks() -> Iterator[Block]:
    """Return all fenced blocks of the README and of docs, in order; no fence is left over."""
    for page in PAGES:
        text, name = page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix()
        found = list(_BLOCK.finditer(text))
        assert len(_FENCE.findall(text)) == 2 * len(found), f"{name}: a fence that is not closed"
        for match in found:
            line = text.count("\n", 0, match.start()) + 1
            yield Block(name, line, match[2], dedent(match[3]))


def commands(block: Block) -> list[str]:
    """Return the commands of a block of the shell; a backslash continues a line.

    >>> commands(Block("a.md", 1, "sh", "cd a  # there\\nls \\\\\\n  -l\\n"))
    ['cd a  # there', 'ls -l']
    """
    return re.sub(r"\\\n *", "", block.text).splitlines()


def simple_commands(command: str) -> Iterator[list[str]]:
    """Return the words of each part of a pipe, without variables before it and redirections.

    >>> list(simple_commands("A=b fairpair list --json | jq . > x.json  # all"))
    [['fairpair', 'list', '--json'], ['jq', '.']]
    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, "|"]:
        if word == "|":
            yield words[: words.index(">")] if ">" in words else words
            words = []
        elif words or not re.match(r"\w+=", word):
            words.append(word)


def json_values(block: Block) -> list[Any]:
    """Return the values of a block, one after another; `...` at the end of an object is left out.

    >>> json_values(Block("a.md", 1, "json", '{"a": 1, ...}\\n{"b": 2}\\n'))
    [{'a': 1}, {'b': 2}]
    """
    values, rest = [], block.text.replace(", ...", "").strip()
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        values.append(value)
        rest = rest[end:].strip()
    return values
