"""The next round of a tournament, by its system."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import lcm

from fairpair.core.errors import NotAllowed
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.acceleration import virtual_points
from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, Contender
from fairpair.engine.pairing.colours import white_of
from fairpair.engine.pairing.dutch.facts import contenders
from fairpair.engine.pairing.dutch.rounds import dutch_pairs
from fairpair.engine.pairing.dutch.verify import verify_round
from fairpair.engine.pairing.numbers import effective_numbers, initial_order
from fairpair.engine.standings.scoring import Awards, sheet_of
from fairpair.engine.standings.sheet import Kind, Sheet


class ImpossiblePairing(NotAllowed):
    """No legal pairing exists: the arbiter has to decide (C.04.3, 1.9.3)."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a tournament's own values do not hold: files of other programs may have it.

    `order` are the players by pairing number; without it they are ordered by strength.
    """

    awarded: Awards = field(default_factory=dict)
    extra: Awards = field(default_factory=dict)
    virtual: Mapping[tuple[PlayerId, int], Fraction] | None = None
    order: Sequence[PlayerId] | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Two players, and the article that gave them their colours (C.04.3, 5.2)."""

    white: PlayerId
    black: PlayerId
    colours_by: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round: boards in the order of C.04.2, 3.6, and who has the bye."""

    round_no: int
    boards: tuple[Board, ...]
    bye: PlayerId | None = None


class Position:
    """What the rules look at when some players are to be paired in a round of stage 1."""

    def __init__(
        self, tournament: Tournament, past: Past, round_no: int, present: Collection[PlayerId]
    ) -> None:
        self.round_no = round_no
        self.order = list(past.order or initial_order(tournament))
        rounds, virtual = tournament.rules.rounds or 0, past.virtual
        if virtual is None:
            virtual = virtual_points(tournament, self.order, rounds)
        sheet = sheet_of(tournament, until=round_no - 1, awarded=past.awarded, extra=past.extra)
        self.sheet, units = _in_units(sheet, virtual)
        self.players = contenders(
            self.sheet, present, self.order, last_round=rounds == round_no, virtual=units
        )
        self.forbidden = _forbidden_in(tournament, RoundRef(1, round_no))
        self.first_colour = first_colour_of(tournament)

    @cached_property
    def numbers(self) -> dict[PlayerId, int]:
        """Pairing numbers as 5.2.5 counts them: without those who were never paired."""
        here = {player.player for player in self.players}
        return effective_numbers(self.order, here | _paired_before(self.sheet))

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it."""
        number = self.numbers[higher.player]
        return white_of(higher, lower, first_colour=self.first_colour, effective=number)


def pair_round(tournament: Tournament, past: Past | None = None) -> Proposal:
    """The next round of stage 1; `ImpossiblePairing` if there is no legal one."""
    position = next_position(tournament, past)
    players, round_no = position.players, position.round_no
    found = dutch_pairs(players, position.forbidden)
    if found is None:
        raise ImpossiblePairing(
            "no-legal-pairing",
            f"Round {round_no} cannot be paired: {len(players)} players, but no complete pairing "
            "without a rematch, a forbidden pair or a wrong colour or bye.",
            "Let somebody out of the round, allow a forbidden pair, or end the tournament here.",
        )
    pairs, bye = found
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    boards = [position.colours(*pair) for pair in ranked]
    seats = [(white, black) for white, black, _ in boards]
    verify_round(players, seats, bye, position.forbidden)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(round_no, tuple(made), bye.player if bye else None)


def next_position(tournament: Tournament, past: Past | None = None) -> Position:
    """The position before the next round of stage 1, with all who are to be paired in it."""
    round_no = _next_round(tournament)
    present = [
        player
        for player in tournament.entrants_in(RoundRef(1, round_no))
        if round_no not in tournament.entries[player].requested_byes
    ]
    return Position(tournament, past or Past(), round_no, present)


def _next_round(tournament: Tournament) -> int:
    rounds = {ref.round_no: r for ref, r in tournament.rounds.items() if ref.stage == 1}
    unfinished = [n for n, r in rounds.items() if r.status != RoundStatus.COMPLETE]
    if unfinished:
        raise NotAllowed(
            "round-open",
            f"Round {min(unfinished)} is not complete: the next one cannot be paired yet.",
            "Enter the missing results first.",
        )
    return max(rounds, default=0) + 1


def _in_units(
    sheet: Sheet, virtual: Mapping[tuple[PlayerId, int], Fraction]
) -> tuple[Sheet, dict[tuple[PlayerId, int], int]]:
    """The sheet and the virtual points in one unit."""
    factor = lcm(sheet.unit, *{value.denominator for value in virtual.values()}) // sheet.unit
    if factor != 1:
        sheet = sheet.scaled(factor)
    return sheet, {key: int(value * sheet.unit) for key, value in virtual.items()}


def _forbidden_in(tournament: Tournament, ref: RoundRef) -> frozenset[frozenset[int]]:
    """The pairs that may not meet in this round."""
    return frozenset(
        frozenset(map(int, pair))
        for pair, avoidance in tournament.avoided.items()
        if avoidance.hard and avoidance.holds_in(ref)
    )


def _paired_before(sheet: Sheet) -> set[PlayerId]:
    """Who has been in a pairing, be it with a forfeit or the bye."""
    return {
        player
        for player, row in sheet.rows.items()
        if any(o.paired or o.kind is Kind.PAIRING_BYE for o in row)
    }


def first_colour_of(tournament: Tournament) -> int:
    """The initial colour (1.6): as the rules say, or by lot from the recorded seed."""
    said = tournament.rules.initial_colour
    if said == "lot":
        return sha256(f"{tournament.draw_seed}:initial colour".encode()).digest()[0] % 2
    return WHITE if said == "white" else BLACK
