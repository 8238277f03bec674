"""The pairing systems by the name that the rules give them: each pairs a round and explains it.

A system is imported when it is first used: a program that pairs one file needs one of them.
Extensions add more (`fairpair.systems`).
"""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.registry import Extension, Registry, failure, guarded, require_kind
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus
from fairpair.core.rules import SYSTEM_TITLES
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.proposal import Past, Proposal, present_in, seated_in
from fairpair.language.message import Message, Phrase

if TYPE_CHECKING:
    from fairpair.engine.pairing.explanation.reasons import PlayerExplanation, RoundExplanation
    from fairpair.engine.pairing.explanation.why_not import WhyNot

TWO_PLAYERS = (2,)


class Pair(Protocol):
    """Pairs a round."""

    def __call__(self, tournament: Tournament, past: Past, round_no: int, /) -> Proposal:
        """The round of stage 1 for the players present."""


class Explain(Protocol):
    """Explains a round."""

    def __call__(
        self, tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None, /
    ) -> "RoundExplanation":
        """Why a round is as it is, or what of it concerns one player."""


class ExplainMissingPair(Protocol):
    """Explains why two players do not meet in a round."""

    def __call__(
        self,
        tournament: Tournament,
        past: Past,
        proposal: Proposal,
        players: tuple[PlayerId, PlayerId],
        /,
    ) -> "WhyNot":
        """Why these two do not meet, although both are in the round."""


@dataclass(frozen=True, slots=True)
class _Lazy:
    """A function or class in a module of this package, imported when it is called."""

    module: str
    name: str

    def __call__(self, *args: Any) -> Any:
        return getattr(_load(self.module), self.name)(*args)


def _load(module: str) -> Any:
    return import_module(f"fairpair.engine.pairing.{module}")


def explain_by_title(
    tournament: Tournament, _past: Past, proposal: Proposal, _player: PlayerId | None
) -> "RoundExplanation":
    """What there is to say of a system without explanations: which one it is."""
    title = Phrase(SYSTEM_TITLES.get(tournament.rules.system, tournament.rules.system))
    found: RoundExplanation = _load("explanation.reasons").RoundExplanation(
        proposal.round_no, (), (), None, Message("explanation.system", system=title)
    )
    return found


def why_not_by_title(
    _tournament: Tournament,
    _past: Past,
    _proposal: Proposal,
    players: tuple[PlayerId, PlayerId],
) -> "WhyNot":
    """What there is to say of a system without explanations."""
    module = _load("explanation.why_not")
    found: WhyNot = module.WhyNot(players, module.Verdict.UNKNOWN)
    return found


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system: it can `pair` a round of stage 1 for the players present, and `explain` a
    round, or the part of it that concerns one player.
    """

    name: str
    title: str
    """What people choose, in English."""
    about: str
    pair: Pair
    explain: Explain = explain_by_title
    position: Callable[..., Any] | None = None
    """Makes what players are looked at for; none for tables and extensions."""
    table_seats: tuple[int, ...] = TWO_PLAYERS
    """How many players a table may have, also in manual pairings."""
    package: str = ""
    """The package that it comes from, with its version; set when it is loaded."""
    why_not: ExplainMissingPair = why_not_by_title
    """Says why two players of a round do not meet in it."""


def _built_in(name: str, about: str, folder: str = "") -> System:
    """A system of ours: a module for its tables, or a folder for its brackets."""
    if not folder:
        pair, explain, why_not = (_Lazy(name, part) for part in ("pair", "explain", "why_not"))
        return System(name, SYSTEM_TITLES[name], about, pair, explain, why_not=why_not)
    return System(
        name,
        SYSTEM_TITLES[name],
        about,
        _Lazy(f"{folder}.system", "pair"),
        _Lazy(f"{folder}.explanation", "explain"),
        _Lazy(f"{folder}.position", "Position"),
        why_not=_Lazy(f"{folder}.explanation", "why_not"),
    )


def _installed(found: Extension) -> System:
    """A system of a package: whatever goes wrong in it is an error that names the package."""
    system: System = found.value
    pair = guarded(system.pair, found)

    def checked(tournament: Tournament, past: Past, round_no: int, /) -> Proposal:
        made = require_kind(found, pair(tournament, past, round_no), Proposal)
        if sorted(seated_in(tournament, made)) != sorted(present_in(tournament, round_no)):
            raise failure(found, Message("extension-kind.round"))
        return made

    explain, why_not = guarded(system.explain, found), guarded(system.why_not, found)
    return replace(
        system,
        pair=checked,
        explain=explain,
        why_not=why_not,
        position=None,
        package=found.package,
    )


_BUILT_IN = (
    _built_in("dutch", "FIDE (Dutch) system, C.04.3", "dutch"),
    _built_in("swiss", "Swiss system with configurable methods, limits and criteria", "swiss"),
    _built_in("round_robin", "Round robin by Berger tables, C.05 annex 1"),
)
SYSTEMS = Registry(SYSTEM_TITLES.group, {system.name: system for system in _BUILT_IN}, _installed)


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
    make = position_of(tournament)
    if not make or not present or 2 * (round_no - 1) < len(present):
        return True
    position = make(tournament, Past(), round_no, present)
    return lowest_bye_score(position.players) is not None


def position_of(tournament: Tournament) -> Callable[..., Any] | None:
    """Makes what the players of a round are looked at for; none for tables and extensions."""
    system = SYSTEMS.get(tournament.rules.system)
    return system.position if system else None


def system_of(tournament: Tournament) -> System:
    """The system that the rules name."""
    name = tournament.rules.system
    if name not in SYSTEMS:
        earlier = [r.engine for r in tournament.rounds.values() if r.system == name and r.engine]
        code = "unknown-system.package" if earlier else "unknown-system"
        package = next(reversed(earlier), "")
        raise InvalidStateError(code, system=name, package=package, known=sorted(SYSTEMS))
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
    make = position_of(tournament)
    if ref.stage > 1 or len(seats) != 2 or not rules.has_colours or not make:
        return None
    present = [p for pairing in round_.pairings.values() for p in pairing.seats]
    present += [p for p, kind in round_.byes.items() if kind == ByeKind.PAIRING]
    position = make(tournament, Past(), ref.round_no, present)
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
        player, board, why.floats, why.bye, why.bye_choice, table, why.method
    )
    return found


def explain_missing_pair(
    tournament: Tournament,
    past: Past | None,
    proposal: Proposal,
    players: tuple[PlayerId, PlayerId],
) -> "WhyNot":
    """Explain why two players of a round do not meet in it; later rounds are ignored."""
    seated = seated_in(tournament, proposal)
    for player in players:
        if player not in seated:
            name, ref = tournament.name_of(player), RoundRef(1, proposal.round_no)
            raise InvalidStateError("not-paired", player=name, round=ref.name)
    if players[0] == players[1]:
        raise InvalidStateError("same-player.twice", player=tournament.name_of(players[0]))
    return system_of(tournament).why_not(tournament, past or Past(), proposal, players)
