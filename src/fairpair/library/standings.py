"""Standings as they are returned."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.app.views.ranking import reasons_in
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of, vocabulary_of
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.table import Row
from fairpair.engine.standings.table import Standings as EngineStandings
from fairpair.engine.standings.wording import number
from fairpair.formats.standings import standings_data
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import Named, player_of
from fairpair.library.shown import Explanation, Number, Record, Rows, exact, plain


@dataclass(frozen=True, slots=True)
class StandingsRow(Record):
    """A player in the standings; without a rank if expelled. Numbers are exact."""

    rank: int | None
    """Shared by players whom no tie-break separates; None for a disqualified player."""
    number: int
    """The player's number in the tournament."""
    name: str
    points: Number
    """With those of byes."""
    tiebreaks: Mapping[str, Number | None]
    """By code, in their order; None where one is not defined or does not apply."""
    wins: int
    """With byes that count as a win."""
    draws: int
    losses: int
    display: Mapping[str, str] = field(repr=False)
    """The tie-breaks as people read them, rounded."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data with a key for each tie-break, and plain numbers."""
        return plain(
            {
                "rank": self.rank,
                "number": self.number,
                "name": self.name,
                "points": self.points,
                **self.tiebreaks,
                "wins": self.wins,
                "draws": self.draws,
                "losses": self.losses,
            }
        )


@dataclass(frozen=True, slots=True)
class Standings(Rows[StandingsRow]):
    """The standings, best first; iterating gives the rows, `standings["Ana"]` that of Ana."""

    rows: tuple[StandingsRow, ...]
    """Best first."""
    tiebreaks: tuple[str, ...]
    """Their codes, in their order."""
    after: int
    """The last round that counts."""
    _source: tuple[Tournament, EngineStandings, Mapping[PlayerId, str | int]] = field(
        repr=False, compare=False
    )
    notes: tuple[str, ...] = ()
    """What there is to say of the rounds or the file that they come from."""

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Standings after round 3`; `during` while results of that round are missing."""
        if not self.after:
            return str(Message("cli.standings"))
        with use(vocabulary=vocabulary_of(self._source[0].rules)):
            last = RoundRef(1, self.after)
            played = self._source[0].rounds.get(last)
            code = "library.standings-during" if played and played.pending else "library.standings"
            return str(Message(code, round=last.name))

    def row(self, player: object) -> StandingsRow:
        """The row of a player."""
        who = player_of(self._source[0], player)
        return next(row for row in self.rows if row.number == who)

    def explain(self, player: object) -> Explanation:
        """Why somebody has this rank: every number, and what separates them from the next."""
        t, standings, _ = self._source
        who = player_of(t, player)
        with use(vocabulary=vocabulary_of(t.rules)):
            why = reasons_in(standings, t, 0, who)
            lines = [step["text"] for step in why.steps]
            lines += [one["text"] for one in (why.above, why.below) if one]
            return Explanation(t.name_of(who), tuple(map(str, lines)))

    def _all(self) -> tuple[StandingsRow, ...]:
        return self.rows

    def _named(self, name: str) -> StandingsRow:
        return self.row(name)

    def to_dict(self) -> dict[str, Any]:
        """What `fairpair standings --json` prints: exact numbers as texts."""
        return standings_data(*self._source)

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player, with a key for each tie-break."""
        return [row.to_dict() for row in self.rows]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        game = conventions_of(self._source[0].rules)
        with use("en"):
            heads = ("rank", "name", str(game.record_head), "points", *self.tiebreaks)
        rows = [
            (
                str(row.rank or "-"),
                row.name,
                game.format_record(row.wins, row.draws, row.losses),
                number(self._points(row), "points"),
                *row.display.values(),
            )
            for row in self.rows
        ]
        return heads, rows

    def _points(self, row: StandingsRow) -> Any:
        return self._source[1].by_player[PlayerId(row.number)].points


def standings_from(
    t: Tournament,
    standings: EngineStandings,
    ids: Mapping[PlayerId, str | int] | None = None,
    notes: Sequence[object] = (),
) -> Standings:
    """Standings of the engine as they are returned."""
    links = standings.chain if standings.points_named else standings.chain[1:]
    return Standings(
        rows=tuple(_row(t, row, links) for row in standings.rows),
        tiebreaks=tuple(link.options.text for link in links),
        after=standings.inputs.sheet.rounds,
        notes=tuple(map(str, notes)),
        _source=(t, standings, ids or {player: int(player) for player in t.entries}),
    )


def _value(link: Link, value: Fraction | None) -> Number | None:
    """The number; nothing where it is undefined, or a place among tied players who are not."""
    settles_nothing = link.tiebreak.shown == "place" and not value
    return None if settles_nothing else exact(value)


def _row(t: Tournament, row: Row, links: Sequence[Link]) -> StandingsRow:
    values = row.values[len(row.values) - len(links) :]
    both = [(link.options.text, link, value) for link, value in zip(links, values, strict=True)]
    return StandingsRow(
        row.rank,
        row.player,
        t.name_of(row.player),
        exact(row.points) or 0,
        Named("tie-break", {code: _value(link, value) for code, link, value in both}),
        row.wins,
        row.draws,
        row.losses,
        {code: number(value, link.tiebreak.shown) for code, link, value in both},
    )
