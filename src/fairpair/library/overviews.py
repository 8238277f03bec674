"""The bracket and the crosstable as they are returned."""

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from fairpair.app.views.bracket import BracketMatch as MatchView
from fairpair.app.views.bracket import BracketSeat, BracketView, bracket_view
from fairpair.app.views.player_rounds import CrossRow, cross_table
from fairpair.app.views.results import own_side_first
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import player_of
from fairpair.library.shown import Number, Record, Rows, plain
from fairpair.library.standings import Standings, StandingsRow


@dataclass(frozen=True, slots=True)
class BracketMatch(Record):
    """A match of the bracket, from top to bottom; its players may not be known yet."""

    round: str
    """`Semi-finals`."""
    name: str
    """`Semi-final 1`."""
    table: int | None
    """Where it is played; None until it is paired."""
    players: tuple[str | None, str | None]
    """The names; None while a player is not known, and for a seat that stays empty."""
    seeds: tuple[int | None, int | None]
    """The seed of each side; None where another match decides."""
    sides: tuple[str, str]
    """The names, or where the player will come from: `winner of Semi-final 1`."""
    result: str | None
    """In the order of the players; None while the match is open."""
    winner: str | None
    """The name; None while the match is open."""


@dataclass(frozen=True, slots=True)
class Bracket(Rows[BracketMatch]):
    """The knockout, round by round; `bracket["Ana"]` is the last match of Ana.

    Before the cut the sides are seeds.
    """

    matches: tuple[BracketMatch, ...]
    """Round by round, from top to bottom."""
    champion: str | None
    """The name of the winner of the final."""
    _source: Tournament = field(repr=False, compare=False)

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Bracket`."""
        return str(Message("library.bracket"))

    def match(self, player: object) -> BracketMatch:
        """The last match of a player; an error if there is none."""
        name = self._source.name_of(player_of(self._source, player))
        for one in reversed(self.matches):
            if name in one.players:
                return one
        raise NotFoundError("no-match", player=name, round=self.title)

    def _all(self) -> tuple[BracketMatch, ...]:
        return self.matches

    def _names(self) -> Iterator[str]:
        yield from (name for match in self.matches for name in match.players if name)

    def _named(self, name: str) -> BracketMatch:
        return self.match(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {
            "matches": [match.to_dict() for match in self.matches],
            "champion": self.champion,
        }

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per match."""
        return [
            {
                "round": one.round,
                "match": one.name,
                "table": one.table,
                "first": one.sides[0],
                "second": one.sides[1],
                "result": one.result,
                "winner": one.winner,
            }
            for one in self.matches
        ]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = ("match", "table", "first", "second", "result", "winner")
        return heads, [
            (
                one.name,
                str(one.table or ""),
                *map(_with_seed, one.sides, one.seeds),
                one.result or "",
                one.winner or "",
            )
            for one in self.matches
        ]


def _with_seed(side: str, seed: int | None) -> str:
    return f"{side} [{seed}]" if seed else side


def bracket_of(t: Tournament) -> Bracket:
    """The bracket of a tournament; `NotFoundError` if it has none."""
    with use(vocabulary=vocabulary_of(t.rules)):
        view = bracket_view(t, 0)
        champion = view.champion.name if view.champion else None
        return Bracket(tuple(_bracket_matches(t, view)), champion, t)


def _bracket_matches(t: Tournament, view: BracketView) -> Iterator[BracketMatch]:
    for round_ in view.rounds:
        ref = RoundRef(round_.stage, round_.round)
        for one in round_.matches:
            first, second = one.seats
            yield BracketMatch(
                str(round_.title),
                str(one.title),
                one.table,
                (_name(first), _name(second)),
                (first.seed, second.seed),
                (_side(first), _side(second)),
                _result(t, ref, one),
                None if one.winner is None else t.name_of(one.winner),
            )


def _name(seat: BracketSeat) -> str | None:
    return seat.player.name if seat.player else None


def _side(seat: BracketSeat) -> str:
    if seat.vacant:
        return str(Message("cli.vacant"))
    return _name(seat) or str(seat.waiting)


def _result(t: Tournament, ref: RoundRef, match: MatchView) -> str | None:
    """The result in the order of the bracket; at the table the players may sit the other way."""
    if match.table is None or ref not in t.rounds:
        return None
    pairing = t.rounds[ref].pairings[match.table]
    first = match.seats[0].player
    turned = first is not None and pairing.seats[0] != first.id
    return None if pairing.result is None else str(own_side_first(pairing.result, int(turned)))


@dataclass(frozen=True, slots=True)
class CrosstableRow(Record):
    """A player with all main rounds: `12w1` is a win with White against the one ranked 12th."""

    rank: int | None
    """None for a disqualified player."""
    number: int
    """The player's number in the tournament."""
    name: str
    rounds: tuple[str, ...]
    """The rank of the opponent, the colour and the outcome; empty without a match or bye."""
    points: Number

    def to_dict(self) -> dict[str, Any]:
        """Plain data with a key for each round."""
        played = {f"round {n}": text for n, text in enumerate(self.rounds, 1)}
        head = {"rank": self.rank, "number": self.number, "name": self.name}
        return plain({**head, **played, "points": self.points})


@dataclass(frozen=True, slots=True)
class Crosstable(Rows[CrosstableRow]):
    """Every player's rounds side by side, best first; a knockout has a bracket instead."""

    rows: tuple[CrosstableRow, ...]
    """Best first."""
    _source: Tournament = field(repr=False, compare=False)

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Crosstable`."""
        return str(Message("library.crosstable"))

    def row(self, player: object) -> CrosstableRow:
        """The row of a player."""
        who = player_of(self._source, player)
        return next(row for row in self.rows if row.number == who)

    def _all(self) -> tuple[CrosstableRow, ...]:
        return self.rows

    def _named(self, name: str) -> CrosstableRow:
        return self.row(name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"players": self.records()}

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per player, with a key for each round."""
        return [row.to_dict() for row in self.rows]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        count = len(self.rows[0].rounds) if self.rows else 0
        heads = ("rank", "name", *(f"{n}." for n in range(1, count + 1)), "points")
        rows = [
            (str(row.rank or "-"), row.name, *row.rounds, f"{float(row.points):g}")
            for row in self.rows
        ]
        return heads, rows


def crosstable_of(t: Tournament, standings: Standings) -> Crosstable:
    """The crosstable of a tournament with these standings."""
    view = cross_table(t, 0)
    both = zip(view.players, standings.rows, strict=True)
    return Crosstable(tuple(_cross_row(one, row, view.rounds) for one, row in both), t)


def _cross_row(one: CrossRow, row: StandingsRow, count: int) -> CrosstableRow:
    cells = {cell.round: cell.text for cell in one.cells}
    texts = tuple(cells.get(n, "") for n in range(1, count + 1))
    return CrosstableRow(row.rank, row.number, row.name, texts, row.points)
