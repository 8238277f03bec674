"""Chances as they are returned."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from fairpair.app.odds.runs import run_odds
from fairpair.app.odds.sources import MODELS
from fairpair.app.views.odds import OddsOptions, interval, odds_task, odds_view, percent
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.suggestions import nearest
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import player_of
from fairpair.library.entries import PlayerRef
from fairpair.library.shown import Record, Rows


@dataclass(frozen=True, slots=True)
class OddsRow(Record):
    """A player's chances as shares from 0 to 1: `top` of a top place, with the 95 % interval from
    `low` to `high`; `first` of winning; and of a top place after a win, a draw or a loss in the
    next match.
    """

    rank: int | None
    number: int
    name: str
    top: float
    low: float
    high: float
    first: float
    after_win: float | None
    after_draw: float | None
    after_loss: float | None


@dataclass(frozen=True, slots=True)
class Odds(Rows[OddsRow]):
    """Every player's chances, best first: estimates from `times` continuations."""

    rows: tuple[OddsRow, ...]
    top: int
    times: int
    played_by: str
    """`kernel` or `engine`."""
    _cell_rows: tuple[tuple[str, ...], ...] = field(repr=False, compare=False)
    _source: Tournament = field(repr=False, compare=False)
    notes: tuple[str, ...] = ()

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Chances of finishing in the top 8`."""
        return str(Message("library.odds", n=self.top))

    def row(self, player: PlayerRef) -> OddsRow:
        """The row of a player."""
        who = player_of(self._source, player)
        return next(row for row in self.rows if row.number == who)

    def _all(self) -> tuple[OddsRow, ...]:
        return self.rows

    def _named(self, name: str) -> OddsRow:
        return self.row(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {
            "top": self.top,
            "times": self.times,
            "played_by": self.played_by,
            "players": self.records(),
            "notes": list(self.notes),
        }

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player."""
        return [row.to_dict() for row in self.rows]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = ("rank", "name", f"top {self.top}", "95 %", "win", "draw", "loss", "1st")
        return heads, self._cell_rows


def odds_of(t: Tournament, top: int | None, model: str, times: int | None, seed: int) -> Odds:
    """The chances in a tournament."""
    if model not in MODELS:
        near = nearest(model, MODELS, cutoff=0.3) or "rating"
        raise NotFoundError("bad-odds-model", model=f"{model:.60}", near=near)
    with use(vocabulary=vocabulary_of(t.rules)):
        task = odds_task(t, 0, OddsOptions(top, model, times, seed))
        *_, counts = run_odds(task.source, times)
        view = odds_view(task, counts)
        rows, cells = [], []
        for one in view.players:
            chances = (one.after_win, one.after_draw, one.after_loss)
            shares = (None if share is None else share.share for share in chances)
            best = one.top
            rows.append(
                OddsRow(
                    *(one.rank, one.id, one.name, best.share, best.low, best.high),
                    one.first.share,
                    *shares,
                )
            )
            texts = (percent(best), interval(best), *map(percent, (*chances, one.first)))
            cells.append((str(one.rank or "-"), one.name, *texts))
        notes = [view.notice, view.method]
        if view.why_engine is not None:
            notes.append(Message(f"odds.why-{view.why_engine.value.replace('_', '-')}"))
        return Odds(
            *(tuple(rows), view.top, view.times, view.played_by, tuple(cells), t),
            notes=tuple(map(str, notes)),
        )
