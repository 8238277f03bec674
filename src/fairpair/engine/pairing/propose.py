"""The next round of a tournament, by its system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import lcm

from fairpair.core.errors import NotAllowed
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.acceleration import virtual_points
from fairpair.engine.pairing.dutch.colours import white_of
from fairpair.engine.pairing.dutch.facts import BLACK, WHITE, Contender, contenders
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
    extra: Mapping[PlayerId, Fraction] = field(default_factory=dict)
    virtual: Mapping[tuple[PlayerId, int], Fraction] | None = None
    order: Sequence[PlayerId] | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Two players, the article that gave them their colours (C.04.3, 5.2), and their scores."""

    white: PlayerId
    black: PlayerId
    colours_by: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round: boards in the order of C.04.2, 3.6, and who has the bye."""

    round_no: int
    boards: tuple[Board, ...]
    bye: PlayerId | None = None


def pair_round(tournament: Tournament, past: Past | None = None) -> Proposal:
    """The next round of stage 1; `ImpossiblePairing` if there is no legal one."""
    past = past or Past()
    round_no = _next_round(tournament)
    sheet = sheet_of(tournament, awarded=past.awarded, extra=past.extra)
    order = list(past.order or initial_order(tournament))
    rounds = tournament.rules.rounds or 0
    virtual = past.virtual
    if virtual is None:
        virtual = virtual_points(tournament, order, rounds)
    sheet, units = in_units(sheet, virtual)
    ref = RoundRef(1, round_no)
    present = [
        player
        for player in tournament.entrants_in(ref)
        if round_no not in tournament.entries[player].requested_byes
    ]
    players = contenders(sheet, present, order, last_round=rounds == round_no, virtual=units)
    forbidden = forbidden_in(tournament, ref)
    found = dutch_pairs(players, forbidden)
    if found is None:
        raise ImpossiblePairing(
            "no-legal-pairing",
            f"Round {round_no} cannot be paired: {len(players)} players, but no complete pairing "
            "without a rematch, a forbidden pair or a wrong colour or bye.",
            "Let somebody out of the round, allow a forbidden pair, or end the tournament here.",
        )
    pairs, bye = found
    here = {player.player for player in players} | paired_before(sheet)
    numbers = effective_numbers(order, here)
    boards = _with_colours(pairs, numbers, first_colour_of(tournament))
    verify_round(players, [(white, black) for white, black, _ in boards], bye, forbidden)
    seats = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(round_no, tuple(seats), bye.player if bye else None)


def _next_round(tournament: Tournament) -> int:
    latest = max((ref.round_no for ref in tournament.rounds if ref.stage == 1), default=0)
    if latest and tournament.rounds[RoundRef(1, latest)].status != RoundStatus.COMPLETE:
        raise NotAllowed(
            "round-open",
            f"Round {latest} is not complete: the next one cannot be paired yet.",
            "Enter the missing results first.",
        )
    return latest + 1


def in_units(
    sheet: Sheet, virtual: Mapping[tuple[PlayerId, int], Fraction]
) -> tuple[Sheet, dict[tuple[PlayerId, int], int]]:
    """The sheet and the virtual points in one unit."""
    factor = lcm(sheet.unit, *{value.denominator for value in virtual.values()}) // sheet.unit
    if factor != 1:
        sheet = sheet.scaled(factor)
    return sheet, {key: int(value * sheet.unit) for key, value in virtual.items()}


def forbidden_in(tournament: Tournament, ref: RoundRef) -> frozenset[frozenset[int]]:
    """The pairs that may not meet in this round."""
    return frozenset(
        frozenset(map(int, pair))
        for pair, avoidance in tournament.avoided.items()
        if avoidance.hard and avoidance.holds_in(ref)
    )


def _with_colours(
    pairs: Sequence[tuple[Contender, Contender]],
    numbers: Mapping[PlayerId, int],
    first_colour: int,
) -> list[tuple[Contender, Contender, str]]:
    """White, Black and the article that decided it, in the order of the boards (C.04.2, 3.6)."""
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    return [
        white_of(higher, lower, first_colour=first_colour, effective=numbers[higher.player])
        for higher, lower in ranked
    ]


def paired_before(sheet: Sheet) -> set[PlayerId]:
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
