"""Standings: players in order, each rank with the numbers that made it."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.core.tournament import TieOrder
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.registry import Link, chain_of, stored_chain
from fairpair.engine.standings.sheet import AWARDED_BYES, Kind, PlayerRound
from fairpair.engine.standings.tiebreak import Groups, Sum, TiebreakFn, undefined
from fairpair.engine.standings.tiebreak_input import TiebreakInput

Ratio = tuple[int, int] | None
Column = Mapping[PlayerId, Ratio]
_HAD_BYE = AWARDED_BYES | {Kind.HALF_BYE}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; `values` follow the chain, none where one is undefined."""

    player: PlayerId
    rank: int | None
    """None for somebody who was expelled or whose games do not count."""
    values: tuple[Fraction | None, ...]
    wins: int
    draws: int
    losses: int
    games: tuple[int, int, int]
    """Won, lost, drawn."""
    matches: int
    """Those with an opponent, be it one who did not come."""
    byes: int
    opponents: tuple[PlayerId, ...]
    """In the order of the rounds."""

    @property
    def points(self) -> Fraction:
        """The score: the first number of every chain."""
        return self.values[0] or Fraction(0)


class Standings:
    """The ranking by a chain; rows in order, equal ranks where the chain ends level."""

    def __init__(self, inputs: TiebreakInput, codes: Sequence[str] | None = None) -> None:
        chosen = inputs.rules.standings_tiebreakers if codes is None else codes
        self.inputs, self._codes = inputs, codes
        read = stored_chain if codes is None else chain_of
        self.chain: tuple[Link, ...] = read(chosen, inputs.rules)
        self.points_named = len(self.chain) == len(chosen)
        """Whether the points were named; they come first anyway."""
        self.tied: list[Mapping[PlayerId, Sequence[PlayerId]]] = []
        """For each step, with whom a player was still tied when it was looked at."""
        self._columns: list[Column] = []
        self._functions: list[TiebreakFn] = []
        players, unranked = inputs.sheet.rows, inputs.sheet.unranked
        self._groups: Groups = [[p for p in players if p not in unranked], sorted(unranked)]
        for link in self.chain:
            self._apply_link(link)
        self.order_of: dict[PlayerId, TieOrder] = {}
        """By what order of the organiser a player has a rank alone; only in the tournament's own
        ranking, not where other tie-breaks are named.
        """
        self._ends = self._groups
        if codes is None and inputs.tie_orders:
            self._groups = [part for group in self._groups for part in self._ordered(group)]

    def __reduce__(self) -> tuple[type["Standings"], tuple[object, ...]]:
        return Standings, (self.inputs, self._codes)  # functions cannot be copied to a process

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Best first; of those who share a rank the smaller number first."""
        rows: list[Row] = []
        fractions: dict[tuple[int, int], Fraction] = {}
        for player in (player for group in self._groups for player in sorted(group)):
            values = tuple(_fraction(column[player], fractions) for column in self._columns)
            rounds = self.inputs.sheet.rows[player]
            rows.append(_row(player, self.ranks.get(player), values, rounds))
        return tuple(rows)

    @cached_property
    def ranks(self) -> dict[PlayerId, int]:
        """The rank of everybody who has one."""
        ranks: dict[PlayerId, int] = {}
        for group in self._groups:
            ranks |= dict.fromkeys(set(group) - self.inputs.sheet.unranked, len(ranks) + 1)
        return ranks

    @cached_property
    def by_player(self) -> dict[PlayerId, Row]:
        """Everybody's row."""
        return {row.player: row for row in self.rows}

    def sum_of(self, player: PlayerId, place: int) -> Sum | None:
        """What a step's number is made of; none where undefined or a place among the tied."""
        return self._functions[place](player)

    @property
    def ties(self) -> list[list[PlayerId]]:
        """Who is tied after all tie-breaks, best first, whether the organiser ranks them or not."""
        return [
            sorted(group, key=lambda player: (self.ranks[player], player))
            for group in self._groups_at_end
        ]

    @property
    def _groups_at_end(self) -> Groups:
        unranked = self.inputs.sheet.unranked
        return [group for group in self._ends if len(group) > 1 and group[0] not in unranked]

    def tied_at_end(self, player: PlayerId) -> Sequence[PlayerId]:
        """With whom a player is tied after all tie-breaks, the player included."""
        return next((group for group in self._ends if player in group), ())

    def _ordered(self, group: list[PlayerId]) -> Groups:
        """Who is tied by the latest order that has a place for everybody among them."""
        if len(group) > 1 and group[0] not in self.inputs.sheet.unranked:
            for order in reversed(self.inputs.tie_orders):
                if set(group) <= set(order.players):
                    self.order_of |= dict.fromkeys(group, order)
                    return [[player] for player in order.players if player in group]
        return [group]

    def _apply_link(self, link: Link) -> None:
        """One more step of the chain, inside every group that is still tied (C.07, 4.2)."""
        if link.tiebreak.prepare is not None:
            of = link.tiebreak.prepare(self.inputs, link.options)
            sums = ((player, of(player)) for player in self.inputs.sheet.rows)
            column: Column = {p: None if s is None else s.ratio for p, s in sums}
            self.tied.append({})
            self._functions.append(of)
            self._groups = _split(self._groups, column, lower=link.lower_is_better)
        else:
            column, tied, groups = _encounters(self.inputs, link, self._groups)
            self.tied.append(tied)
            self._functions.append(undefined)
            self._groups = groups
        self._columns.append(column)


def _split(groups: Groups, column: Column, *, lower: bool) -> Groups:
    """Each group in smaller ones by the column's number, the better one first, undefined last."""
    scale = lcm(*{ratio[1] for ratio in column.values() if ratio is not None})
    sign = 1 if lower else -1
    smaller: Groups = []
    for group in groups:
        if len(group) == 1:
            smaller.append(group)
            continue
        by_key: dict[tuple[bool, int], list[PlayerId]] = {}
        for player in group:
            ratio = column[player]
            key = (True, 0) if ratio is None else (False, sign * ratio[0] * (scale // ratio[1]))
            by_key.setdefault(key, []).append(player)
        smaller += [by_key[key] for key in sorted(by_key)]
    return smaller


def _encounters(
    inputs: TiebreakInput, link: Link, groups: Groups
) -> tuple[Column, dict[PlayerId, Sequence[PlayerId]], Groups]:
    """A step that looks at the tied: a place among them each, 0 if it settles nothing."""
    split = link.tiebreak.split or _keep_tied
    column: dict[PlayerId, Ratio] = {}
    tied: dict[PlayerId, Sequence[PlayerId]] = {}
    smaller: Groups = []
    for group in groups:
        parts = split(inputs, link.options, group) if len(group) > 1 else [group]
        place = 1
        for part in parts:
            value = (place if len(parts) > 1 else 0, 1)
            column |= dict.fromkeys(part, value)
            place += len(part)
        tied |= dict.fromkeys(group, group)
        smaller += parts
    return column, tied, smaller


def _keep_tied(_: TiebreakInput, __: Options, tied: Sequence[PlayerId]) -> Groups:
    return [list(tied)]


def _fraction(ratio: Ratio, known: dict[tuple[int, int], Fraction]) -> Fraction | None:
    """The same number as an object is shared: there are few different ones."""
    if ratio is None:
        return None
    if ratio not in known:
        known[ratio] = Fraction(*ratio)
    return known[ratio]


def _row(
    player: PlayerId,
    rank: int | None,
    values: tuple[Fraction | None, ...],
    rounds: Iterable[PlayerRound],
) -> Row:
    marks = {Mark.WIN: 0, Mark.DRAW: 0, Mark.LOSS: 0, None: 0}
    won = lost = drawn = byes = 0
    opponents = []
    for round_ in rounds:
        marks[round_.mark] += 1
        games = round_.games
        won, lost, drawn = won + games[0], lost + games[1], drawn + games[2]
        if round_.opponent:
            opponents.append(round_.opponent)
        elif round_.kind in _HAD_BYE:
            byes += 1
    return Row(
        player,
        rank,
        values,
        marks[Mark.WIN],
        marks[Mark.DRAW],
        marks[Mark.LOSS],
        (won, lost, drawn),
        len(opponents),
        byes,
        tuple(opponents),
    )
