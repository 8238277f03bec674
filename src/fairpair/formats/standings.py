"""Standings as JSON and CSV: exact numbers as texts, ids as the file has them."""

import csv
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.explain import Explanation, Separation, Term
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.wording import (
    NameOf,
    explanation_text,
    number,
    separation_text,
)
from fairpair.formats.tables import escape_formula
from fairpair.language.message import Phrase

_RECORD = (
    *("wins", "draws", "losses", "games won", "games lost", "games drawn"),
    *("matches", "byes", "opponents"),
)
Ids = Mapping[PlayerId, str | int]
NumberFormat = Callable[[Fraction], str]


def standings_data(
    tournament: Tournament, standings: Standings, ids: Ids, *, fractions: bool = False
) -> dict[str, Any]:
    """`{"players": [{"id", "rank", "points", "tiebreaks": {code: value}, ...}]}`, best first.

    A value is an exact text, a decimal where that is short (with `fractions` always a fraction
    or whole number), and null where it is undefined; `display` has it rounded, for people.
    """
    steps = list(zip(_keys(standings), standings.chain, strict=True))
    steps = steps if standings.points_named else steps[1:]
    write, name_of = _writer(fractions=fractions), tournament.name_of
    rows = [_row_data(row, name_of(row.player), steps, ids, write) for row in standings.rows]
    return {"players": rows}


def _writer(*, fractions: bool) -> NumberFormat:
    return str if fractions else format_number


def _keys(standings: Standings) -> list[str]:
    """The codes as they were written; a direct encounter that comes again is `DE (2)`."""
    seen: Counter[str] = Counter()
    keys = []
    for link in standings.chain:
        seen[link.options.text] += 1
        count = seen[link.options.text]
        keys.append(link.options.text if count == 1 else f"{link.options.text} ({count})")
    return keys


def _row_data(
    row: Row, name: str, steps: Sequence[tuple[str, Link]], ids: Ids, write: NumberFormat
) -> dict[str, Any]:
    values = list(zip(steps, row.values[-len(steps) :], strict=True)) if steps else []
    return {
        "id": ids[row.player],
        "name": name,
        "rank": row.rank,
        "points": format_number(row.points),
        "tiebreaks": {key: None if v is None else write(v) for (key, _), v in values},
        "display": {key: number(v, link.tiebreak.shown) for (key, link), v in values},
        "record": {"wins": row.wins, "draws": row.draws, "losses": row.losses},
        "games": dict(zip(("won", "lost", "drawn"), row.games, strict=True)),
        "matches": row.matches,
        "byes": row.byes,
        "opponents": [ids[player] for player in row.opponents],
    }


def standings_csv(tournament: Tournament, standings: Standings, ids: Ids) -> str:
    """One line a player; numbers as decimals, no name that a spreadsheet takes for a formula."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["rank", "id", "name", "points", *_keys(standings)[1:], *_RECORD])
    for row in standings.rows:
        cells = [ids[row.player], tournament.name_of(row.player)]
        record = (row.wins, row.draws, row.losses, *row.games, row.matches, row.byes)
        opponents = " ".join(str(ids[player]) for player in row.opponents)
        numbers = (*map(_decimal, row.values), *record, _escape_formula(opponents))
        writer.writerow([row.rank, *map(_escape_formula, cells), *numbers])
    return out.getvalue()


def explanation_data(
    why: Sequence[Explanation], ids: Ids, name_of: NameOf, *, fractions: bool = False
) -> list[dict[str, Any]]:
    """Each step with its value, its terms and the sentence made from them."""
    write = _writer(fractions=fractions)
    return [
        {
            "code": one.link.options.text,
            "name": Phrase(one.link.tiebreak.name),
            "clause": one.link.tiebreak.clause,
            "value": None if one.value is None else write(one.value),
            "terms": [_term_data(term, ids, write) for term in one.terms],
            "divisor": one.divisor,
            "floor": None if one.floor is None else write(one.floor),
            "rounded": one.rounded,
            "tied_with": [ids[player] for player in one.tied if player != one.player],
            "matches_among_the_tied": [_term_data(term, ids, write) for term in one.details],
            "text": explanation_text(one, name_of),
        }
        for one in why
    ]


def separation_data(
    why: Separation, ids: Ids, name_of: NameOf, *, fractions: bool = False
) -> dict[str, Any]:
    """Who stands above whom, and the step that put them there."""
    decided, write = why.decided_by, _writer(fractions=fractions)
    return {
        "upper": ids[why.upper],
        "lower": ids[why.lower],
        "equal_on": [link.options.text for link in why.equal],
        "decided_by": decided.options.text if decided else None,
        "values": [None if value is None else write(value) for value in why.values],
        "order": why.order.reason if why.order else None,
        "own_match": None if why.own_match is None else [*map(write, why.own_match)],
        "text": separation_text(why, name_of),
    }


def _term_data(term: Term, ids: Ids, write: NumberFormat) -> dict[str, Any]:
    return {
        "amount": write(term.amount),
        "counted": term.counted,
        "round": term.round_no,
        "opponent": None if term.opponent is None else ids[term.opponent],
        "kind": term.kind.value if term.kind else None,
        "label": term.label or "",
        "note": term.note or "",
    }


def _decimal(value: Fraction | None) -> str:
    """For spreadsheets, which take 9/16 for a date."""
    return "" if value is None else number(value, places=6)


def _escape_formula(cell: str | int) -> str | int:
    return escape_formula(cell) if isinstance(cell, str) else cell
