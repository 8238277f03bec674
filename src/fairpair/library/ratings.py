"""Rating changes as they are returned."""

from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.app.views.ratings import RatingOptions, RatingReport, player_rating, rating_report
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.suggestions import nearest
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.ratings.systems import RATING_SYSTEMS
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import player_of
from fairpair.library.entries import PlayerRef
from fairpair.library.shown import Number, Record, Rows


@dataclass(frozen=True, slots=True)
class RatingRow(Record):
    """A player's rating change. `change` and `expected` are exact for FIDE's rules; `new` is the
    rating if this were the only tournament, `first` the first rating of an unrated player.
    """

    number: int
    """The player's number in the tournament."""
    name: str
    rating: int | None
    k: int | None
    """The K-factor."""
    games: int
    """Those that count."""
    score: Number
    expected: Number
    change: Number | None
    new: int | None
    performance: int | None
    first: int | None


@dataclass(frozen=True, slots=True)
class Ratings(Rows[RatingRow]):
    """Every player's change, in order of registration. All numbers are estimates."""

    rows: tuple[RatingRow, ...]
    """By number."""
    system: str
    """`fide`, `elo` or `glicko2`."""
    _source: Tournament = field(repr=False, compare=False)
    notes: tuple[str, ...] = ()

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Rating changes`."""
        return str(Message("library.ratings"))

    def row(self, player: PlayerRef) -> RatingRow:
        """The row of a player."""
        who = player_of(self._source, player)
        return next(row for row in self.rows if row.number == who)

    def norms(self, player: PlayerRef) -> tuple[str, ...]:
        """What a player has achieved or still needs for title norms, one sentence each."""
        who = player_of(self._source, player)
        return tuple(str(one.summary) for one in player_rating(self._source, 0, who).norms)

    def _all(self) -> tuple[RatingRow, ...]:
        return self.rows

    def _named(self, name: str) -> RatingRow:
        return self.row(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"system": self.system, "players": self.records(), "notes": list(self.notes)}

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player."""
        return [row.to_dict() for row in self.rows]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = ("number", "name", "rating", "K", "games", "score", "expected", "change")
        return heads, [
            (
                str(row.number),
                row.name,
                str(row.rating or ""),
                str(row.k or ""),
                str(row.games),
                *("" if one is None else f"{float(one):g}" for one in _numbers(row)),
            )
            for row in self.rows
        ]


def _numbers(row: RatingRow) -> Sequence[Number | None]:
    return row.score, row.expected, row.change


def _number(text: str) -> Number:
    found = Fraction(text)
    return found.numerator if found.denominator == 1 else found


def ratings_of(t: Tournament, system: str, k: int | None) -> Ratings:
    """The changes of a tournament."""
    if system not in RATING_SYSTEMS:
        near = nearest(system, RATING_SYSTEMS) or "fide"
        raise NotFoundError("no-rating-system", system=f"{system:.60}", near=near)
    with use(vocabulary=vocabulary_of(t.rules)):
        report = rating_report(t, 0, RatingOptions(system, k))
        return Ratings(_rows(report), system, t, tuple(map(str, report.notices)))


def _rows(report: RatingReport) -> tuple[RatingRow, ...]:
    return tuple(
        RatingRow(
            one.id,
            one.name,
            one.rating,
            one.k,
            one.games,
            _number(one.score),
            _number(one.expected),
            _number(one.change) if one.change else None,
            one.new,
            one.performance,
            one.first,
        )
        for one in report.players
    )
