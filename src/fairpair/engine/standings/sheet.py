"""The results of a stage, player by player and round by round: what every tie-break starts from.

Points are whole numbers in units of `1/sheet.unit`, so that sums are exact and fast.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark

NOBODY = PlayerId(0)


class Kind(StrEnum):
    """What a round was for one player.

    | kind         | opponent  | a match in card games | C.07, article 16.2           |
    |--------------|-----------|-----------------------|------------------------------|
    | PLAYED       | yes       | yes                   | played                       |
    | FORFEIT_WIN  | scheduled | won                   | 16.2.2                       |
    | FORFEIT_LOSS | scheduled | lost                  | 16.2.4, voluntary (VUR)      |
    | PAIRING_BYE  | no        | won, a bye            | 16.2.1                       |
    | FULL_BYE     | no        | won, a bye            | 16.2.1                       |
    | HALF_BYE     | no        | drawn, a bye          | 16.2.3 or 16.2.5, voluntary  |
    | ZERO_BYE     | no        | none                  | 16.2.3 or 16.2.5, voluntary  |
    | LOSS_BYE     | no        | lost                  | 16.2.3 or 16.2.5, voluntary  |

    A match without a result yet is no round at all.
    """

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    LOSS_BYE = "loss_bye"


FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.LOSS_BYE})
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""The VURs of C.07, article 16.1: rounds that were not played by the player's own wish."""
AWARDED_BYES = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE})


class PlayerRound(NamedTuple):
    """One round of one player. `games` are won, lost, drawn; `boards` half points by board."""

    round_no: int
    kind: Kind
    opponent: PlayerId
    side: int
    mark: Mark | None
    points: int
    games: tuple[int, int, int] = (0, 0, 0)
    scores: Mapping[str, Fraction] = {}
    boards: tuple[int, ...] = ()

    @property
    def paired(self) -> bool:
        """Whether there was an opponent, be it one who did not come."""
        return self.opponent != NOBODY


Rows = Mapping[PlayerId, list[PlayerRound]]


@dataclass(frozen=True, eq=False)
class Sheet:
    """All rows, in rounds' order, and what a win and a draw are worth here."""

    rows: Rows
    unit: int
    win: int
    draw: int
    loss: int
    rounds: int
    predetermined: bool = False
    """A round robin or the like: who meets whom was known from the start (C.07, 15.2)."""
    extra: Mapping[tuple[PlayerId, int], int] = field(default_factory=dict)
    """Bonuses and penalties, by player and the round in which they were given."""
    open_matches: Mapping[PlayerId, list[PlayerRound]] = field(default_factory=dict)
    """Those without a result yet, which no row has, as if they were drawn."""
    annulled: Mapping[PlayerId, list[PlayerRound]] = field(default_factory=dict)
    """Matches that count for nobody, which no row has."""
    unranked: frozenset[PlayerId] = frozenset()
    """Who is listed after all others, without a rank."""

    @property
    def totals(self) -> dict[PlayerId, int]:
        """Everybody's points."""
        totals = {p: sum([o.points for o in row]) for p, row in self.rows.items()}
        for (player, _), points in self.extra.items():
            totals[player] += points
        return totals

    def scale(self, factor: int) -> "Sheet":
        """The same points in a unit that is this many times finer."""
        finer = self.map_rounds(lambda round_: round_._replace(points=round_.points * factor))
        return replace(
            finer,
            unit=self.unit * factor,
            win=self.win * factor,
            draw=self.draw * factor,
            loss=self.loss * factor,
            extra={key: points * factor for key, points in self.extra.items()},
        )

    def map_rounds(self, change: Callable[[PlayerRound], PlayerRound]) -> "Sheet":
        """The same sheet with some rounds seen in another way."""
        rows = {p: [change(o) for o in row] for p, row in self.rows.items()}
        return replace(self, rows=rows)
