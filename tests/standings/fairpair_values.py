"""Fairpair's own tie-breaks of a TRF text, and small events written as cross tables."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.tournament import tournament_of
from formats.sheet import Person, player
from standings.oracle import Value

THREE_ONE_NIL = "W 3.0    D 1.0    L 0.0    A 0.0    P 3.0    X 1.0"
THREE_TWO_ONE = "W 3.0    D 2.0    L 1.0    A 0.0    P 3.0    X 2.0"
_CELL = re.compile(r"(?:(?P<opponent>[0-9]+)(?P<colour>[wb]))?(?P<result>[1=0WDL+HUFZ.-])")


def cross_table(
    *lines: str, planned: int | None = None, scoring: str = "", kind: str = "Swiss-System"
) -> str:
    """A TRF: each line is a player's rating (0 for none) and cells such as `5w1`, `8b-`, `H`, `.`.

    Ids follow the order of the lines. `scoring` is the text of record 162; `planned` rounds are
    those that were announced, if there are to be more.
    """
    rows = [line.split() for line in lines]
    head = ["012 cross table", f"092 Individual: {kind}"]
    head += [f"162  {scoring}"] if scoring else []
    head += [f"XXR {planned or len(rows[0]) - 1}"]
    people = [
        player(number, *map(_cell, cells), who=Person(name=f"Player {number}", rating=rating))
        for number, (rating, *cells) in enumerate(rows, 1)
    ]
    return "\n".join([*head, *people]) + "\n"


def _cell(text: str) -> str:
    found = _CELL.fullmatch(text)
    assert found, f"{text!r} is no cell"
    if text == ".":
        return ""
    return f"{found['opponent'] or '-'} {found['colour'] or '-'} {found['result']}"


@lru_cache(maxsize=8)
def file_from(trf: bytes | str) -> TrfFile:
    """The file as it was read; it must be a good one."""
    return read_or_raise(trf.encode() if isinstance(trf, str) else trf)[0]


def imported(
    trf: bytes | str,
    *,
    edition: str = "2026",
    predetermined: bool = False,
    unrated: int | None = None,
) -> ImportedTournament:
    """The tournament of a file, whatever edition and pairing system the file itself names."""
    found = tournament_of(file_from(trf))
    rules = replace(
        found.tournament.rules,
        fide_edition=edition,
        system="round_robin" if predetermined else "dutch",
        unrated_rating=unrated,
    )
    return replace(found, tournament=replace(found.tournament, rules=rules))


def inputs_from(
    trf: bytes | str,
    *,
    edition: str = "2026",
    predetermined: bool = False,
    unrated: int | None = None,
    until: int | None = None,
) -> TiebreakInput:
    """The inputs of a file."""
    found = imported(trf, edition=edition, predetermined=predetermined, unrated=unrated)
    return tiebreak_input(found.tournament, until=until, awarded=found.awarded, extra=found.extra)


def column(inputs: TiebreakInput, *codes: str) -> dict[int, Value]:
    """The values of the last of these codes."""
    return {row.player: row.values[-1] for row in Standings(inputs, codes).rows}


def columns(inputs: TiebreakInput, codes: Sequence[str]) -> dict[str, dict[int, Value]]:
    """The values of all codes, each as if it stood after the points alone."""
    # In one chain, which is faster; but not those that look at who is tied or end a chain.
    apart = [code for code in codes if code.startswith(("DE", "TPN")) or code.endswith("/R")]
    together = [code for code in codes if code not in apart and code != "PTS"]
    found = {code: column(inputs, "PTS", code) for code in apart}
    rows = Standings(inputs, together).rows
    for place, code in enumerate(["PTS", *together]):
        found[code] = {row.player: row.values[place] for row in rows}
    return {code: found[code] for code in codes}


def ranks(inputs: TiebreakInput, codes: Sequence[str]) -> dict[int, int]:
    """Everybody's rank by this chain."""
    return {int(player): rank for player, rank in Standings(inputs, codes).ranks.items()}
