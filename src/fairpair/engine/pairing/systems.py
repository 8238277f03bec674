"""The pairing systems by the name that the rules give them: each pairs a round and explains it.

A system is imported when it is first used: a program that pairs one file needs one of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.proposal import Past, Proposal, present_in, seated_in

if TYPE_CHECKING:
    from fairpair.engine.pairing.explanation.reasons import PlayerExplanation, RoundExplanation

TWO_PLAYERS = (2,)


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: it can `pair` a round of stage 1 for the players present, and `explain` a
    round, or the part of it that concerns one player.
    """

    name: str
    about: str
    pairing: str
    """The module that has `pair`, in this package."""
    explanation: str
    """The module that has `explain`."""
    position: str = ""
    """The module that has `Position`, what players are looked at for; none for tables."""
    table_seats: tuple[int, ...] = TWO_PLAYERS
    """How many players a table may have, also in manual pairings."""

    def pair(self, tournament: Tournament, past: Past, round_no: int) -> Proposal:
        """The round of stage 1 for the players present."""
        found: Proposal = _load(self.pairing).pair(tournament, past, round_no)
        return found

    def explain(
        self, tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
    ) -> "RoundExplanation":
        """Why a round is as it is, or what of it concerns one player."""
        found: RoundExplanation = _load(self.explanation).explain(
            tournament, past, proposal, player
        )
        return found


def _load(module: str) -> Any:
    return import_module(f"fairpair.engine.pairing.{module}")


SYSTEMS: Mapping[str, System] = {
    system.name: system
    for system in (
        System(
            "dutch",
            "FIDE (Dutch) system, C.04.3",
            "dutch.system",
            "dutch.explanation",
            "dutch.position",
        ),
        System(
            "swiss",
            "Swiss system with configurable methods, limits and criteria",
            "swiss.system",
            "swiss.explanation",
            "swiss.position",
        ),
        System(
            "round_robin",
            "Round robin by Berger tables, C.05 annex 1",
            "round_robin",
            "round_robin",
        ),
    )
}


def pair_round(tournament: Tournament, past: Past | None = None) -> Proposal:
    """The next round of stage 1; `ImpossiblePairingError` if there is no legal one."""
    system = system_of(tournament)
    return system.pair(tournament, past or Past(), next_round_no(tournament))


def has_legal_round(tournament: Tournament) -> bool:
    """Whether another round of stage 1 is possible. It is not looked at while so few rounds have
    been played that only pairing restrictions could prevent one.
    """
    round_no = next_round_no(tournament)
    present = present_in(tournament, round_no)
    module = _position_module(tournament)
    if not module or not present or 2 * (round_no - 1) < len(present):
        return True
    position = _load(module).Position(tournament, Past(), round_no, present)
    return lowest_bye_score(position.players) is not None


def _position_module(tournament: Tournament) -> str:
    system = SYSTEMS.get(tournament.rules.system)
    return system.position if system else ""


def system_of(tournament: Tournament) -> System:
    """The system that the rules name."""
    name = tournament.rules.system
    if name not in SYSTEMS:
        raise InvalidStateError("unknown-system", system=name, known=sorted(SYSTEMS))
    return SYSTEMS[name]


def next_round_no(tournament: Tournament) -> int:
    """The next round of stage 1; an error while an earlier one is not complete."""
    rounds = {ref.round_no: r for ref, r in tournament.rounds.items() if ref.stage == 1}
    unfinished = [n for n, r in rounds.items() if r.status != RoundStatus.COMPLETE]
    if unfinished:
        raise InvalidStateError("round-open.next", round=RoundRef(1, min(unfinished)).name)
    return max(rounds, default=0) + 1


def white_and_black(
    tournament: Tournament, ref: RoundRef, table: int
) -> tuple[PlayerId, PlayerId] | None:
    """White and Black by the rules for the pair at a table; none if nothing gives colours there."""
    round_ = tournament.rounds[ref]
    seats, rules = round_.pairings[table].seats, tournament.rules
    module = _position_module(tournament)
    if ref.stage > 1 or len(seats) != 2 or not rules.has_colours or not module:
        return None
    present = [p for pairing in round_.pairings.values() for p in pairing.seats]
    present += [p for p, kind in round_.byes.items() if kind == ByeKind.PAIRING]
    position = _load(module).Position(tournament, Past(), ref.round_no, present)
    higher, lower = (one for one in position.players if one.player in seats)
    if rules.system == "dutch":
        white, black, _ = position.colours(higher, lower)
    else:
        number = sorted(round_.pairings).index(table) + 1
        first = first_colour_of(tournament)
        white, black, _ = white_of(higher, lower, first_colour=first, effective=number)
    return white.player, black.player


def explain_round(
    tournament: Tournament, past: Past | None, proposal: Proposal
) -> "RoundExplanation":
    """Explain a whole round of stage 1; later rounds are ignored."""
    return system_of(tournament).explain(tournament, past or Past(), proposal, None)


def explain_player(
    tournament: Tournament, past: Past | None, proposal: Proposal, player: PlayerId
) -> "PlayerExplanation":
    """Explain what concerns one player, without pairing the brackets that do not."""
    if player not in seated_in(tournament, proposal):
        name, ref = tournament.name_of(player), RoundRef(1, proposal.round_no)
        raise InvalidStateError("not-paired", player=name, round=ref.name)
    why = system_of(tournament).explain(tournament, past or Past(), proposal, player)
    board, table = next(iter(why.boards), None), next(iter(why.tables), None)
    found: PlayerExplanation = _load("explanation.reasons").PlayerExplanation(
        player, board, why.floats, why.bye, why.bye_choice, table
    )
    return found
