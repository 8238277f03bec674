"""What a Tournament Report File says, as plain frozen values.

Values compare by what they say, not by where it stood: lines and columns are left out.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Literal

from fairpair.formats.trf.acceleration import TrfAcceleration, virtual_points
from fairpair.formats.trf.scoring import PointSystem
from fairpair.formats.trf.teams import TrfTeams

Severity = Literal["error", "note"]
Colour = Literal["w", "b"]


@dataclass(frozen=True, slots=True)
class TrfProblem:
    """Something wrong or worth knowing, at a place in the file; both numbers start at 1."""

    line: int
    column: int
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    @property
    def where(self) -> str:
        """The place in words."""
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One round of one player, 001 columns 92-99 and every ten further.

    | result | meaning | opponent |
    |---|---|---|
    | `1 = 0` | win, draw, loss | yes |
    | `W D L` | the same, not rated | yes |
    | `+ -` | forfeit win and loss | yes; in team events also none |
    | `?` | unknown, adjourned | yes |
    | empty | paired, no result yet | yes |
    | `H F U` | half-point, full-point, pairing-allocated bye | no |
    | `Z` | zero-point bye or absent; a blank cell too | no |
    """

    opponent: int | None
    colour: Colour | None
    result: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A 001 record; `rounds` has one cell for every round played so far, no more and no fewer."""

    id: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction | None = None
    rank: int | None = None
    rounds: tuple[TrfCell, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfNational:
    """A national rating: federation code in 1-3, then the columns 5-79 of the 001 record."""

    federation: str
    player: int
    title: str
    name: str
    rating: int | None
    origin: str
    national_id: str
    birth: str


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """The tournament records that nothing is computed from (012-132, 172, 182, 222)."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    players_declared: int | None = None
    rated_declared: int | None = None
    teams_declared: int | None = None
    kind: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    time_control_code: str = ""
    round_dates: tuple[str, ...] = ()
    ranking_method: str = ""
    program: str = ""

    @property
    def start_date(self) -> date | None:
        """The first day (042), where it is written as `YYYY/MM/DD`."""
        parts = self.start.replace("-", "/").replace(".", "/").split("/")
        if [len(p) for p in parts] != [4, 2, 2] or not all(p.isdecimal() for p in parts):
            return None
        try:
            return date(*map(int, parts))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class TrfBye:
    """A bye asked for: `F`, `H` or `Z` (240, XXZ, or a 001 cell beyond the rounds played)."""

    round_no: int
    kind: str
    id: int


@dataclass(frozen=True, slots=True)
class TrfForbidden:
    """None of these may meet, in these rounds (260) or in all.

    No rounds are given for all: so says XXP, or 260 from 1 to the last round of the event.
    """

    ids: tuple[int, ...]
    first_round: int | None = None
    last_round: int | None = None
    line: int = field(default=0, compare=False)

    def within(self, rounds: int | None) -> "TrfForbidden":
        """The same in an event of so many rounds: without rounds if it holds in all of them."""
        first, last = self.first_round or 1, self.last_round
        if rounds is None or first > 1 or (last is not None and last < rounds):
            return self
        return replace(self, first_round=None, last_round=None)


@dataclass(frozen=True, slots=True)
class TrfAbnormal:
    """Points that differ from the point system (299); an empty kind is a penalty or a bonus.

    `round_no` None stands for all rounds (written 000).
    """

    kind: str
    points: Fraction | None
    match_points: Fraction | None
    round_no: int | None
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfUnknown:
    """A record this reader does not know, or that only informs (801, 802), as it stands."""

    line: int = field(compare=False)
    text: str


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file without errors. `byes` are those of rounds not yet played.

    In a team event with 310 records the ids of 240, 250, 260 and 299 are team numbers; its byes
    (240) are then in `teams.byes`.
    """

    event: TrfEvent
    players: tuple[TrfPlayer, ...]
    rounds: int | None = None
    rounds_played: int = 0
    initial_colour: Colour | None = None
    rank_by_position: bool = False
    points: PointSystem = field(default_factory=PointSystem)
    system: str = ""
    tiebreaks: tuple[str, ...] = ()
    ranking: tuple[str, ...] = ()
    byes: tuple[TrfBye, ...] = ()
    forbidden: tuple[TrfForbidden, ...] = ()
    acceleration: tuple[TrfAcceleration, ...] = ()
    abnormal: tuple[TrfAbnormal, ...] = ()
    teams: TrfTeams = field(default_factory=TrfTeams)
    national: tuple[TrfNational, ...] = ()
    comments: tuple[str, ...] = ()
    unknown: tuple[TrfUnknown, ...] = ()
    encoding: str = field(default="utf-8", compare=False)

    @property
    def next_byes(self) -> tuple[TrfBye, ...]:
        """Who asked for a bye in the round to be paired."""
        return tuple(bye for bye in self.byes if bye.round_no == self.rounds_played + 1)

    def virtual_points(self, round_no: int) -> dict[int, Fraction]:
        """What acceleration adds to each player's score while this round is paired (250, XXA)."""
        return virtual_points(self.acceleration, (player.id for player in self.players), round_no)


@dataclass(frozen=True, slots=True)
class TrfReport:
    """What reading gave: a file exactly if no problem is an error."""

    file: TrfFile | None
    problems: tuple[TrfProblem, ...] = ()
    repairs: tuple[TrfProblem, ...] = ()

    @property
    def errors(self) -> tuple[TrfProblem, ...]:
        """The problems that keep the file from being used."""
        return tuple(p for p in self.problems if p.severity == "error")
