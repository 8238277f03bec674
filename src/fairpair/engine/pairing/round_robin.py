"""Round robin by Berger tables: everybody meets everybody, once a cycle (FIDE C.05, annex 1)."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Bye, ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import boards_in, players_by_number, total_rounds
from fairpair.engine.pairing.explanation.reasons import RoundExplanation, ScheduleExplanation
from fairpair.engine.pairing.explanation.why_not import Verdict, WhyNot
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
    for numbers in boards_in(tournament, len(order), round_no):
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
    found = tuple(
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
    return RoundExplanation(proposal.round_no, (), (), None, method, tables=found)


def why_not(
    tournament: Tournament, _past: Past, proposal: Proposal, players: tuple[PlayerId, PlayerId]
) -> WhyNot:
    """The rounds in which two players meet by the table."""
    order, cycles = players_by_number(tournament), tournament.rules.cycles
    number = {one: place for place, one in enumerate(order, 1)}
    first, second = (number.get(player) for player in players)
    if any(set(players) == {board.white, board.black} for board in proposal.boards):
        return WhyNot(players, Verdict.PAIRED)
    rounds = tuple(
        round_no
        for round_no in range(1, total_rounds(len(order), cycles) + 1)
        if any({first, second} == set(pair) for pair in boards_in(tournament, len(order), round_no))
    )
    return WhyNot(
        players, Verdict.SCHEDULE, numbers=(first, second), rounds=rounds, size=len(order)
    )


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
