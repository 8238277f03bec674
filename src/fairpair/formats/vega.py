"""The crosstable that Vega writes as text, and its other texts, which are refused.

```text
Harbour Open 2026
Porto - 05/09/2026, 07/09/2026

 Cross Table at round 2

  N NAME                 Rtg   T  Fed  Pts |   1     2
--------------------------------------------------------
  1 Lima, Ana            2201  FM POR  1.5 | +W5   =B2
  4 Eck, Di (W)          2044     GER  2.0 | +F8   +B9
  9 Fox, Ed                 0     ENG  1.0 | +PAB  -W4
```

| cell                      | means                                            |
|---------------------------|--------------------------------------------------|
| `+W5`, `=B2`, `-B1`       | against 5 with White, a win; a draw; a loss      |
| `+F8`, `-F8`              | not played, and won or lost all the same         |
| `+PAB`, `+FPB`, `+BYE`    | a bye worth a win                                |
| `=HPB`, `=BYE`            | a bye worth half a point                         |
| `--`, `-BYE`, `-ZPB`      | nothing                                          |

Every other text of Vega is for people: it has no numbers that tell two players apart.
"""

import re
from collections.abc import Iterator, Sequence

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.language.message import Message

_TITLE = re.compile(r"\s*Cross Table at round\s+[0-9]{1,3}\s*", re.IGNORECASE)
_OTHER = re.compile(
    r"www\.vegachess\.com|Pairing of round\s+[0-9]{1,3}\b|Standings at round\s+[0-9]{1,3}\b",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\s*(?:N|ID)\s+NAME\s+R(?:tg|at)\b.*\|(?P<rounds>[\s0-9]*)", re.IGNORECASE)
_PLAYER = re.compile(
    r"\s*(?P<number>[0-9]{1,5})\s+(?P<name>\S.*?)\s+(?P<rating>[0-9]{1,4})"
    r"\s+(?:(?:(?P<title>[A-Za-z]{1,3})\s+)?(?P<fed>[A-Za-z]{2,3})\s+)?(?P<points>[0-9.,½]+)\s*"
)
_GAME = re.compile(r"([+=-]?)([WBF])([0-9]{1,5})", re.IGNORECASE)
_WITHDRAWN = "(W)"
_UNREGISTERED = re.compile(r"\(copy licensed to:[^)]*\)\s*")
MOST_TOLD = 200
_COLUMNS = ("N", "Name", "Rtg", "Title", "Fed", "Pts")
_RESULTS = {"+": "1", "=": "½", "-": "0", "": ""}
_BYES = {
    **dict.fromkeys(("+PAB", "+FPB", "+BYE"), "-1"),
    **dict.fromkeys(("=HPB", "=BYE"), "-½"),
    **dict.fromkeys(("-ZPB", "-BYE"), "-0"),
    "--": "",
}


def is_vega(text: str) -> bool:
    """Whether Vega wrote this text, so that no line of it is just a name."""
    begin = text[:200_000]
    return bool(_OTHER.search(begin)) or any(map(_TITLE.fullmatch, begin.splitlines()[:20]))


def rows_of(text: str) -> list[list[str]]:
    """The crosstable in cells that Swiss-Manager would write, each row with the number of its line.

    Raises `InvalidInputError` with every line that is not of a player, and for any other text of
    Vega.
    """
    lines = text.splitlines()
    headers = ((n, found) for n, line in enumerate(lines) if (found := _HEADER.fullmatch(line)))
    start, header = next(headers, (0, None))
    if header is None or not any(map(_TITLE.fullmatch, lines[:start])):
        raise InvalidInputError("vega-text")
    rounds = [f"{number}.Rd" for number in header["rounds"].split()]
    name = next((line.strip() for line in lines[:start] if line.strip()), "")
    rows: list[list[str]] = [[] for _ in lines]
    rows[0] = [_UNREGISTERED.sub("", name)]
    rows[start] = [*_COLUMNS, *rounds]
    problems: list[FieldProblem] = []
    for n, line in enumerate(lines[start + 1 :], start + 1):
        left, mark, right = line.partition("|")
        found = _PLAYER.fullmatch(left)
        if found:
            rows[n] = list(_cells(found, right.split(), len(rounds)))
        elif mark:
            problems.append(FieldProblem(Message("place.row", row=n + 1), Message("vega.line")))
    if problems:
        raise InvalidInputError("bad-event-file", problems=problems[:MOST_TOLD])
    return rows


def _cells(player: re.Match[str], cells: Sequence[str], rounds: int) -> Iterator[str]:
    name = player["name"].removesuffix(_WITHDRAWN).rstrip()
    yield from (player["number"], name, player["rating"])
    yield from (player["title"] or "", player["fed"] or "", player["points"])
    yield from map(_cell, [*cells, *[""] * (rounds - len(cells))])


def _cell(said: str) -> str:
    """What a cell means.

    >>> [_cell(one) for one in ("+W5", "=B12", "-F8", "+PAB", "--", "?")]
    ['5w1', '12b½', '8 -', '-1', '', '?']
    """
    game = _GAME.fullmatch(said)
    if game is None:
        return _BYES.get(said.upper(), said)
    sign, colour, opponent = game[1], game[2].lower(), game[3]
    if colour == "f":
        return f"{opponent} {sign}"
    return f"{opponent}{colour}{_RESULTS[sign]}"
