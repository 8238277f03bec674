"""What has been read so far: filled record by record, then checked and frozen."""

from dataclasses import dataclass, field
from fractions import Fraction

from fairpair.formats.trf.acceleration import TrfAcceleration
from fairpair.formats.trf.lines import Line
from fairpair.formats.trf.records import (
    Colour,
    TrfAbnormal,
    TrfBye,
    TrfForbidden,
    TrfNational,
)
from fairpair.formats.trf.teams import TrfForfeitedMatch, TrfLineUp, TrfTeam, TrfTeamPab

NO_NUMBER = -1  # stands for an opponent that is no number


@dataclass(slots=True)
class Cell:
    """A cell as read: colour and result may still be codes that do not exist.

    A blank cell has no opponent and an empty result; one with `0000` and no result is a `Z`.
    """

    opponent: int | None
    colour: str | None
    result: str

    @property
    def blank(self) -> bool:
        """Whether nothing is said about the round."""
        return self.opponent is None and not self.result


@dataclass(slots=True)
class PlayerDraft:
    """A 001 record as read. `readable` is False if its cells cannot be trusted."""

    id: int
    line: Line
    rating: int | None
    rank: int | None
    cells: list[Cell]
    readable: bool = True
    points: Fraction | None = None

    def cell(self, round_no: int) -> Cell | None:
        """The cell of a round; None beyond the end of the line."""
        return self.cells[round_no - 1] if round_no <= len(self.cells) else None

    def put(self, round_no: int, cell: Cell) -> None:
        """Write a cell that was blank."""
        while len(self.cells) < round_no:
            self.cells.append(Cell(None, None, ""))
        self.cells[round_no - 1] = cell


def column_of(round_no: int) -> int:
    """Where the cell of a round begins: 92 + 10(r-1)."""
    return 82 + 10 * round_no


@dataclass(slots=True)
class Draft:
    """All records of a file."""

    texts: dict[str, Line] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    round_dates: tuple[str, ...] = ()
    rounds: int | None = None
    initial_colour: Colour | None = None
    rank_by_position: bool = False
    points: dict[str, Fraction] = field(default_factory=dict)
    players: list[PlayerDraft] = field(default_factory=list)
    national: list[TrfNational] = field(default_factory=list)
    byes: list[tuple[Line, TrfBye]] = field(default_factory=list)
    absent: list[tuple[Line, int]] = field(default_factory=list)
    forbidden: list[TrfForbidden] = field(default_factory=list)
    ranges: list[TrfAcceleration] = field(default_factory=list)
    singles: list[tuple[Line, TrfAcceleration]] = field(default_factory=list)
    abnormal: list[TrfAbnormal] = field(default_factory=list)
    teams: list[tuple[Line, TrfTeam]] = field(default_factory=list)
    team_numbers: set[int | None] = field(default_factory=set)
    old_teams: list[tuple[Line, TrfTeam]] = field(default_factory=list)
    line_ups: list[TrfLineUp] = field(default_factory=list)
    team_pab: TrfTeamPab | None = None
    forfeited: list[TrfForfeitedMatch] = field(default_factory=list)
    match_points: dict[str, Fraction] = field(default_factory=dict)
    player_mentions: list[tuple[Line, int, tuple[int, ...]]] = field(default_factory=list)
    mentions: list[tuple[Line, int, tuple[int, ...]]] = field(default_factory=list)

    def mention(self, line: Line, column: int, ids: tuple[int, ...]) -> None:
        """Remember whom a record names from a column on: players, or teams in a team event."""
        self.mentions.append((line, column, ids))

    def mention_players(self, line: Line, column: int, ids: tuple[int, ...]) -> None:
        """Remember which players a record names, in any event."""
        self.player_mentions.append((line, column, ids))

    @property
    def has_teams(self) -> bool:
        """Whether `0000 - +` can occur (013, 310)."""
        return bool(self.teams or self.old_teams)

    @property
    def of_teams(self) -> bool:
        """Whether teams are the participants, so that 240, 250, 260 and 299 name teams (310)."""
        return bool(self.teams)
