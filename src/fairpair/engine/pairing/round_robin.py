"""Round robin by Berger tables: everybody meets everybody, once a cycle (FIDE C.05, annex 1)."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND, Bye, ByeKind, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.pairing.explanation.reasons import RoundExplanation, ScheduleExplanation
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.engine.pairing.proposal import Board, Past, Proposal, present_in, seated_in
from fairpair.language.message import Message


def pair(tournament: Tournament, _past: Past, round_no: int) -> Proposal:
    """The round as the table has it, whatever was played before.

    | a player whose opponent   | rests with                             |
    |---------------------------|----------------------------------------|
    | is nobody: odd field      | ZERO                                   |
    | left, or asked for a bye  | FULL: the game is a forfeit (C.05 6.6) |

    Those who asked for a bye are no part of the answer, as in every system.
    """
    order = players_by_number(tournament)
    _require_possible(tournament, order, round_no)
    here = set(present_in(tournament, round_no))
    made: list[Board] = []
    rests: list[Bye] = []
    for numbers in boards(len(order), round_no, tournament.rules.cycles):
        seats = [order[number - 1] for number in numbers if number <= len(order)]
        match [player for player in seats if player in here]:
            case [white, black]:
                made.append(Board(white, black, "Berger"))
            case [alone]:
                rests.append(Bye(alone, ByeKind.FULL if len(seats) == 2 else ByeKind.ZERO))
    return Proposal(round_no, tuple(made), rests=tuple(rests))


def explain(
    tournament: Tournament, _past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundExplanation:
    """The numbers that meet in the round, or those of one player; nothing else decides."""
    order = players_by_number(tournament)
    number = {one: place for place, one in enumerate(order, 1)}
    seated_in(tournament, proposal)
    boards = tuple(
        ScheduleExplanation(
            board.white, board.black, (number.get(board.white), number.get(board.black))
        )
        for board in proposal.boards
        if player in (None, board.white, board.black)
    )
    size, cycles = len(order), tournament.rules.cycles
    method = Message("explanation.berger", n=size)
    if cycles > 1:
        cycle = -(-proposal.round_no // total_rounds(size, 1))
        method = Message("explanation.berger-cycle", n=size, cycle=cycle, cycles=cycles)
    return RoundExplanation(proposal.round_no, (), (), None, method, tables=boards)


def players_by_number(tournament: Tournament) -> list[PlayerId]:
    """The players by number: as a file numbers them, else by lot, or as they were entered if
    the method of round 1 says so.

    Only those of round 1 have one, so it stays the same whoever comes, leaves or checks in later.
    """
    first = tournament.rounds.get(FIRST_ROUND)
    if first is None or first.status == RoundStatus.DRAFT:
        players = set(tournament.entrants_in(FIRST_ROUND))
    else:
        seated = {player for pairing in first.pairings.values() for player in pairing.seats}
        players = seated | first.byes.keys()
    if tournament.order:
        return [player for player in pairing_order(tournament) if player in players]
    if tournament.rules.pairing_methods.get("round_1") == "entry_order":
        return sorted(players)
    return draw_lots(tournament.draw_seed, "round robin", players)


def _require_possible(t: Tournament, order: Sequence[PlayerId], round_no: int) -> None:
    if len(order) < 2:
        raise InvalidStateError("too-few-players.round-robin", n=len(order))
    total = total_rounds(len(order), t.rules.cycles)
    if round_no > total:
        raise InvalidStateError("all-rounds-played.round-robin", rounds=total)
    numbers = set(order)
    late = [t.name_of(p) for p in t.entrants_in(RoundRef(1, round_no)) if p not in numbers]
    if late:
        raise InvalidStateError("late-entry", players=late)


def total_rounds(players: int, cycles: int) -> int:
    """How many rounds there are; in an odd field everybody is free once a cycle.

    >>> total_rounds(6, 1), total_rounds(5, 2)
    (5, 10)
    """
    return _cycle_length(players) * cycles


def boards(size: int, round_no: int, cycles: int = 1) -> list[tuple[int, int]]:
    """The numbers of White and Black, board by board; in an odd field `size + 1` is nobody.

    Colours are reversed in every even cycle.

    >>> boards(6, 2)
    [(6, 4), (5, 3), (1, 2)]
    """
    length = _cycle_length(size)
    cycle, row = divmod(round_no - 1, length)
    if row >= length - 2 and _swaps_last_rounds(length, cycle + 1, cycles):
        row = 2 * length - 3 - row
    pairs = _row(length, row)
    return [(black, white) for white, black in pairs] if cycle % 2 else pairs


def _cycle_length(size: int) -> int:
    return size - 1 + size % 2


def _swaps_last_rounds(length: int, cycle: int, cycles: int) -> bool:
    """Whether the last two rounds of a cycle change places, so that nobody has the same colour
    three times running where the next cycle begins.

    FIDE recommends it for the first of two cycles. With more, each that another one follows needs
    it; but of four players two would have a colour three times if two cycles running had it.
    """
    if length == 1 or cycles == 1:
        return False
    return cycle % 2 == 1 if length == 3 else cycle < cycles


def _row(length: int, row: int) -> list[tuple[int, int]]:
    """A row of the table, from 0. All but the highest number stand in a circle: one of them meets
    the highest, and the others whoever is as far from that one on the other side.
    """
    half, highest = (length + 1) // 2, length + 1
    pivot = row * half % length
    first = (highest, pivot + 1) if row % 2 else (pivot + 1, highest)
    others = (((pivot + k) % length + 1, (pivot - k) % length + 1) for k in range(1, half))
    return [first, *others]
