"""The values of team records; nothing is computed from them yet."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class TrfTeam:
    """A team (310; old 013, which has no number)."""

    name: str
    players: tuple[int, ...]
    number: int | None = None
    nickname: str = ""
    strength: Fraction | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class TrfLineUp:
    """Who sat where when it differs from the team's order (300); None is an empty board."""

    round_no: int
    team: int
    opponent: int | None
    players: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TrfTeamPab:
    """The pairing-allocated byes of teams (320): their worth, and who had it, round by round."""

    match_points: Fraction | None
    game_points: Fraction | None
    teams: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TrfForfeitedMatch:
    """A match that was not played (330): `+-`, `-+` or `--`."""

    kind: str
    round_no: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class TrfTeamBye:
    """A bye of a team (240 in a team event): `F`, `H` or `Z`."""

    round_no: int
    kind: str
    team: int


@dataclass(frozen=True, slots=True)
class TrfTeams:
    """Everything about teams."""

    teams: tuple[TrfTeam, ...] = ()
    line_ups: tuple[TrfLineUp, ...] = ()
    pab: TrfTeamPab | None = None
    forfeited: tuple[TrfForfeitedMatch, ...] = ()
    byes: tuple[TrfTeamBye, ...] = ()
    board_colours: str = ""
    match_win: Fraction = Fraction(2)
    match_draw: Fraction = Fraction(1)
    match_loss: Fraction = Fraction(0)

    @property
    def numbered(self) -> bool:
        """Whether teams are the participants: 310 gives them numbers, 013 does not."""
        return any(team.number is not None for team in self.teams)
