"""Rounds as they are returned, with their matches and byes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from typing import Any

from fairpair.app.views.results import own_side_first
from fairpair.app.views.rounds import RoundView, round_view
from fairpair.core.arguments import wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.results import Result
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.pairing.restrictions import forbidden_opponents
from fairpair.engine.stages.progress import round_name, rules_at
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.library.arguments import ResultLike, named_player, player_of, result_of, table_number
from fairpair.library.people import members_at
from fairpair.library.shown import Explanation, Record, Rows
from fairpair.log.results import require_possible
from fairpair.log.validate import get_round, unknown_table

Results = Mapping[Any, ResultLike]
"""Results by the number of the table, or by the name of a player."""
_NOWHERE = (Tournament(), RoundRef(1, 1))


@dataclass(frozen=True, slots=True)
class Match(Record):
    """A table of a round. The first of the `players` has White, or begins."""

    table: int
    """Its number in the round."""
    players: tuple[str, ...]
    """The names; the first has White, or begins."""
    numbers: tuple[int, ...]
    """The players' numbers in the tournament."""
    result: str | None = None
    """As it would be entered: `2-1`; None while the match is open."""
    winner: str | None = None
    """The name; None while the match is open, and for a draw."""
    _result: Result | None = field(default=None, repr=False, compare=False)

    @property
    def white(self) -> str:
        """The first player."""
        return self.players[0]

    @property
    def black(self) -> str:
        """The second player."""
        return self.players[1]

    @property
    def as_history(self) -> tuple[Any, ...]:
        """The match as `fairpair.pair` and `fairpair.standings` take it."""
        return (*self.players, self._result or self.result)


@dataclass(frozen=True, slots=True)
class Bye(Record):
    """Somebody without an opponent; `kind` is `pairing`, `full`, `half`, `zero` or `loss`."""

    player: str
    """The name."""
    number: int
    """The player's number in the tournament."""
    kind: str
    """`pairing`, `full`, `half`, `zero` or `loss`."""

    @property
    def as_history(self) -> tuple[Any, ...]:
        """The bye as `fairpair.pair` and `fairpair.standings` take it."""
        return (self.player, None, self.kind)


@dataclass(frozen=True, slots=True)
class Round(Rows[Match]):
    """A round; iterating gives its matches, `round["Ana"]` that of Ana.

    `number` counts through all stages. A round can be passed back to `fairpair.pair` and
    `fairpair.standings` among the `rounds`, once it has results.
    """

    number: int
    """It counts through all stages."""
    matches: tuple[Match, ...]
    """By table."""
    byes: tuple[Bye, ...] = ()
    """Those without an opponent."""
    status: str = "published"
    """`draft`, `published` or `complete`."""
    name: str = ""
    """`Round 3`, `Semi-finals`."""
    colours: bool = field(default=False, repr=False)
    """Whether the first player of a match has White."""
    notes: tuple[str, ...] = ()
    """What there is to say of the pairing, or of the rounds or the file that it comes from."""
    _source: tuple[Tournament, RoundRef] = field(default=_NOWHERE, repr=False, compare=False)

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """`Round 3`, `Semi-finals`; one that is not published says so."""
        if self.status != "draft":
            return self.name
        return str(Message("library.draft", round=self.name))

    @property
    def pairs(self) -> list[tuple[str, ...]]:
        """The names at each table."""
        return [match.players for match in self.matches]

    @property
    def missing(self) -> list[int]:
        """The tables without a result."""
        return [match.table for match in self.matches if match.result is None]

    def match(self, player: object) -> Match:
        """The match of somebody; an error if there is none."""
        t, ref = self._source
        who = player_of(t, player)
        for one in self.matches:
            if who in one.numbers:
                return one
        raise NotFoundError("no-match", player=t.name_of(who), round=round_name(t, ref))

    def explain(self, player: object = None) -> Explanation:
        """Why everybody, or one player, is paired this way."""
        from fairpair.library.explanations import explain_round  # noqa: PLC0415 - seldom asked

        return explain_round(*self._source, player)

    def why_not(self, player: object, other: object) -> Explanation:
        """Why two players do not meet in the round, and what would be worse if they did."""
        from fairpair.library.explanations import explain_missing_pair  # noqa: PLC0415

        return explain_missing_pair(*self._source, player, other)

    def with_results(self, results: Results) -> "Round":
        """The round with results by table, for programs that keep their own data.

        A result may also be given by player, with their own score first.
        """
        t, ref = self._source
        pairings = dict(get_round(t, ref).pairings)
        for table, side, given in results_by_table(t, ref, results):
            if table not in pairings:
                raise unknown_table(t, ref, table)
            where = ref.at(table)
            read = result_of(given, rules_at(t, where), members_at(t, where))
            found = own_side_first(read, side)
            require_possible(t, where, pairings[table], found)
            pairings[table] = replace(pairings[table], result=found)
        played = replace(t.rounds[ref], pairings=pairings)
        made = round_of(replace(t, rounds={**t.rounds, ref: played}), ref)
        return replace(made, notes=self.notes)

    def _all(self) -> tuple[Match, ...]:
        return self.matches

    def _names(self) -> Iterator[str]:
        yield from (name for match in self.matches for name in match.players)
        yield from (bye.player for bye in self.byes)

    def _named(self, name: str) -> Match:
        return self.match(name)

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per table or bye."""
        first, second = self._sides
        matches = [
            {"table": m.table, first: m.white, second: m.black, "result": m.result}
            for m in self.matches
        ]
        resting = [
            {
                "table": None,
                first: bye.player,
                second: None,
                "result": str(Message(f"cli.bye.{bye.kind}")),
            }
            for bye in self.byes
        ]
        return [*matches, *resting]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {
            "number": self.number,
            "title": self.title,
            "status": self.status,
            "matches": [match.to_dict() for match in self.matches],
            "byes": [bye.to_dict() for bye in self.byes],
            "notes": list(self.notes),
        }

    @property
    def _sides(self) -> tuple[str, str]:
        return ("white", "black") if self.colours else ("player", "opponent")

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        heads = ("table", *self._sides, "result")
        rows = [tuple("" if v is None else str(v) for v in one.values()) for one in self.records()]
        return heads, rows


def round_of(t: Tournament, ref: RoundRef) -> Round:
    """A round of a tournament; `NotFoundError` if it is not there."""
    with use(vocabulary=vocabulary_of(t.rules)):
        view = round_view(t, 0, ref.stage, ref.round_no)
        return Round(
            number=view.number,
            matches=tuple(_matches(t, ref, view)),
            byes=tuple(Bye(bye.name, bye.id, bye.kind) for bye in view.byes),
            status=view.status,
            name=str(view.title),
            colours=t.rules.has_colours,
            _source=(t, ref),
        )


def results_by_table(
    t: Tournament, ref: RoundRef, given: object
) -> list[tuple[int, int, ResultLike]]:
    """Results with their tables, and the side whose score comes first."""
    if not isinstance(given, Mapping):
        raise wrong_type("results", "results", given)
    found: dict[int, tuple[int, ResultLike]] = {}
    for key, result in given.items():
        table, side = (table_number(key), 0) if isinstance(key, int) else table_of(t, ref, key)
        if table in found:
            raise InvalidInputError("result-twice", table=table)
        found[table] = side, result
    return [(table, *one) for table, one in found.items()]


def table_of(t: Tournament, ref: RoundRef, player: object) -> tuple[int, int]:
    """The table and the side of somebody who is named by the whole name, or by number."""
    who = named_player(t, player)
    match = round_of(t, ref).match(who)
    return match.table, match.numbers.index(who)


def restriction_notes(t: Tournament, ref: RoundRef) -> tuple[str, ...]:
    """Who meets although the organiser would rather keep them apart."""
    apart = forbidden_opponents(t, ref)[1] if ref.stage == 1 else {}
    pairs = (pairing.seats for pairing in t.rounds[ref].pairings.values() if apart)
    return tuple(
        str(Message("library.restricted", players=[t.name_of(player) for player in seats]))
        for seats in pairs
        if any(two in apart.get(one, ()) for one, two in combinations(seats, 2))
    )


def _matches(t: Tournament, ref: RoundRef, view: RoundView) -> Iterator[Match]:
    pairings = t.rounds[ref].pairings
    for one in view.pairings:
        result = pairings[one.table].result
        winner = one.result.winner if one.result else None
        yield Match(
            one.table,
            tuple(seat.name for seat in one.players),
            tuple(seat.id for seat in one.players),
            None if result is None else str(result),
            None if winner is None else t.name_of(winner),
            result,
        )
