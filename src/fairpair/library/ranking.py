"""The ranking with the knockout."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from fairpair.app.views.ranking import ranking_view
from fairpair.core.dataclass import dataclass
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import player_of
from fairpair.library.shown import Record, Rows


@dataclass(frozen=True, slots=True)
class RankingRow(Record):
    """A final rank and the reason for it; none for a disqualified player."""

    rank: int | None
    """None for a disqualified player."""
    number: int
    """The player's number in the tournament."""
    name: str
    reason: str
    """`won the final`, `rank 3 in the Swiss rounds`."""


@dataclass(frozen=True, slots=True)
class Ranking(Rows[RankingRow]):
    """The ranking with the knockout, best first; `final` once the tournament is finished."""

    rows: tuple[RankingRow, ...]
    """Best first."""
    final: bool
    """Whether the tournament is finished."""
    _source: Tournament = field(repr=False, compare=False)

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Final ranking`."""
        return str(Message("library.final-ranking" if self.final else "library.ranking"))

    def row(self, player: object) -> RankingRow:
        """The row of a player."""
        who = player_of(self._source, player)
        return next(row for row in self.rows if row.number == who)

    def _all(self) -> tuple[RankingRow, ...]:
        return self.rows

    def _named(self, name: str) -> RankingRow:
        return self.row(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"final": self.final, "players": self.records()}

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player."""
        return [row.to_dict() for row in self.rows]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        return ("rank", "name", "reason"), [
            (str(row.rank or "-"), row.name, row.reason) for row in self.rows
        ]


def ranking_of(t: Tournament) -> Ranking:
    """The ranking as it would be if everything ended now."""
    with use(vocabulary=vocabulary_of(t.rules)):
        view = ranking_view(t, 0)
        rows = [RankingRow(one.rank, one.id, one.name, str(one.why)) for one in view.players]
        return Ranking(tuple(rows), view.final, t)
