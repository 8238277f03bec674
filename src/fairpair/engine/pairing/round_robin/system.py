"""Round robin behind the interface of all systems."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND, Bye, ByeKind, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import drawn
from fairpair.engine.pairing.proposal import Board, Past, Proposal, present_in, seated_in
from fairpair.engine.pairing.round_robin import berger
from fairpair.engine.pairing.why.reasons import RoundWhy, TableWhy


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round as the table has it, whatever was played before.

    | a player whose opponent   | rests with                             |
    |---------------------------|----------------------------------------|
    | is nobody: odd field      | ZERO                                   |
    | left, or asked for a bye  | FULL: the game is a forfeit (C.05 6.6) |

    Those who asked for a bye are no part of the answer, as in every system.
    """
    order = numbered(tournament) if past.order is None else past.order
    _require_possible(tournament, order, round_no)
    here = set(present_in(tournament, round_no))
    made: list[Board] = []
    rests: list[Bye] = []
    for numbers in berger.boards(len(order), round_no, tournament.rules.cycles):
        seats = [order[number - 1] for number in numbers if number <= len(order)]
        match [player for player in seats if player in here]:
            case [white, black]:
                made.append(Board(white, black, "Berger"))
            case [alone]:
                rests.append(Bye(alone, ByeKind.FULL if len(seats) == 2 else ByeKind.ZERO))
    return Proposal(round_no, tuple(made), rests=tuple(rests))


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundWhy:
    """The numbers that meet in the round, or those of one player; nothing else decides."""
    order = numbered(tournament) if past.order is None else list(past.order)
    number = {one: place for place, one in enumerate(order, 1)}
    seated_in(tournament, proposal)
    boards = tuple(
        TableWhy(board.white, board.black, (number.get(board.white), number.get(board.black)))
        for board in proposal.boards
        if player in (None, board.white, board.black)
    )
    size, cycles = len(order), tournament.rules.cycles
    method = f"the Berger table of {size} players"
    if cycles > 1:
        method += f", cycle {-(-proposal.round_no // berger.total_rounds(size, 1))} of {cycles}"
    return RoundWhy(proposal.round_no, (), (), None, method, tables=boards)


def numbered(tournament: Tournament) -> list[PlayerId]:
    """The players by number: by lot, or as they were entered if the method of round 1 says so.

    Only those of round 1 have one, so it stays the same whoever comes, leaves or checks in later.
    """
    first = tournament.rounds.get(FIRST_ROUND)
    if first is None or first.status == RoundStatus.DRAFT:
        players = set(tournament.entrants_in(FIRST_ROUND))
    else:
        seated = {player for pairing in first.pairings.values() for player in pairing.seats}
        players = seated | first.byes.keys()
    if tournament.rules.pairing_methods.get("round_1") == "entry_order":
        return sorted(players)
    return drawn(tournament.draw_seed, "round robin", players)


def _require_possible(t: Tournament, order: Sequence[PlayerId], round_no: int) -> None:
    if len(order) < 2:
        raise InvalidStateError(
            "too-few-players",
            f"A round robin needs two players at least, not {len(order)}.",
            "Enter players, and check them in if the rules ask for it.",
        )
    total = berger.total_rounds(len(order), t.rules.cycles)
    if round_no > total:
        raise InvalidStateError(
            "all-rounds-played",
            f"All {total} rounds of the table are played.",
            "Make the cut, or finish the tournament.",
        )
    numbers = set(order)
    late = [t.name_of(p) for p in t.entrants_in(RoundRef(1, round_no)) if p not in numbers]
    if late:
        names = ", ".join(late)
        raise InvalidStateError(
            "late-entry",
            f"The table was made for those of round 1, without {names}: "
            "nobody can join a round robin later.",
            f"Drop {names}, or undo round 1 and pair it again with everybody.",
        )
