"""The cross table: every player's rounds beside each other, best first."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.people import Person, named, points_of
from fairpair.app.views.player_rounds import PlayerRounds, RoundOfPlayer
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent's rank and id, the colour, what came out.

    `text` is what tables print: `12w1`, `3b=`, `-+` for a bye worth a win.
    """

    round: int
    text: str
    kind: str
    opponent: PlayerId | None
    opponent_rank: int | None
    colour: str | None
    outcome: str | None
    points: str | None


@dataclass(frozen=True, slots=True)
class CrossRow(Person):
    """A player with all rounds."""

    rank: int
    points: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The rounds for everybody; a knock-out has its tree instead."""

    version: int
    rounds: int
    players: Sequence[CrossRow]


def cross_table(t: Tournament, version: int) -> CrossTable:
    """The table of all published rounds."""
    standings = standings_of(t)
    inputs, ranks = standings.inputs, standings.ranks
    points, ways = points_of(inputs), PlayerRounds(t, inputs)
    rows = []
    for row in standings.rows:
        rounds = (one for one in ways.of(row.player) if one.stage == 1)
        cells = [_cell(one, ranks.get(one.opponent or PlayerId(0))) for one in rounds]
        rows.append(CrossRow(*named(t, row.player), row.rank, points[row.player], cells))
    return CrossTable(version, inputs.sheet.rounds, rows)


_PLAYED = {"win": "1", "draw": "=", "loss": "0", None: "*"}
_UNPLAYED = {"win": "+", "draw": "=", "loss": "-", None: ""}


def _cell(one: RoundOfPlayer, rank: int | None) -> Cell:
    signs = _PLAYED if one.kind in ("played", "open") else _UNPLAYED
    colour = one.colour[0] if one.colour else ""
    where = f"{rank}{colour or ' '}" if rank is not None else "-"
    text = f"{where}{signs[one.outcome]}"
    return Cell(one.round, text, one.kind, one.opponent, rank, one.colour, one.outcome, one.points)
