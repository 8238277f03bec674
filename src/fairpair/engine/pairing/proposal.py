"""What a pairing system is asked with, and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Bye, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.standings.scoring import Awards
from fairpair.language.message import Message

VirtualPoints = Mapping[tuple[PlayerId, int], Fraction]
"""What acceleration adds to a player's score while a round is paired."""


@dataclass(frozen=True, slots=True)
class Past:
    """What a tournament's own values do not hold: files of other programs may have it."""

    awarded: Awards = field(default_factory=dict)
    extra: Awards = field(default_factory=dict)
    virtual: VirtualPoints | None = None


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
    rests: tuple[Bye, ...] = ()
    """Who has no opponent because the system says so, and how that counts: round robins."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that makes a round possible.

    | kind    | what the organiser does                                   |
    |---------|-----------------------------------------------------------|
    | drop    | leaves one of `players` out of the round                  |
    | rematch | drafts `proposal`, in which `pairs` meet again            |
    | bye     | drafts `proposal`, in which one of `players` has a bye    |
    | colours | drafts `proposal`, in which a colour is given too often   |
    | allow   | removes the restrictions between `pairs`                  |
    | end     | ends these rounds                                         |
    """

    kind: str
    text: Message
    players: tuple[PlayerId, ...] = ()
    pairs: tuple[tuple[PlayerId, PlayerId], ...] = ()
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Lonely:
    """A player without a possible opponent, and why not each of the others, by their numbers."""

    player: Contender
    met: tuple[Contender, ...]
    forbidden: tuple[Contender, ...]
    colour: tuple[Contender, ...]
    """Those who must have the same colour (C3)."""


@dataclass(frozen=True, slots=True)
class DeadlockCause:
    """The first thing that stands in the way of a round.

    | kind              | what                                                            |
    |-------------------|-----------------------------------------------------------------|
    | nobody            | there are no players                                            |
    | no_bye            | their number is odd, and nobody may have the bye (C2)           |
    | lonely            | somebody may meet nobody: see `lonely`                          |
    | forbidden         | without the forbidden pairs all could be paired                 |
    | colours           | without colours all could be paired (C3)                        |
    | forbidden_colours | only without both                                               |
    | met               | too many have met (C1)                                          |

    `may_have_bye` are those who may have the bye, where one is needed.
    """

    kind: str
    lonely: tuple[Lonely, ...] = ()
    may_have_bye: tuple[Contender, ...] = ()


class ImpossiblePairingError(InvalidStateError):
    """No legal pairing exists: the organiser has to decide (C.04.3, 1.9.3)."""

    def __init__(
        self,
        code: str,
        hint: Message | None = None,
        problems: Sequence[FieldProblem] = (),
        suggestions: Sequence[Suggestion] = (),
        **values: Any,
    ) -> None:
        super().__init__(code, hint=hint, problems=problems, **values)
        self.suggestions = tuple(suggestions)
        self.cause: DeadlockCause | None = None


def present_in(tournament: Tournament, round_no: int) -> list[PlayerId]:
    """The players to be paired in a round of stage 1: without those who requested a bye."""
    return [
        player
        for player in tournament.entrants_in(RoundRef(1, round_no))
        if round_no not in tournament.entries[player].requested_byes
    ]


def seated_in(tournament: Tournament, proposal: Proposal) -> list[PlayerId]:
    """Everybody with a board, a rest or the bye in a round; unknown players are an error."""
    seated = [p for board in proposal.boards for p in (board.white, board.black)]
    seated += [bye.player for bye in proposal.rests]
    seated += [proposal.bye] if proposal.bye else []
    strangers = [str(player) for player in seated if player not in tournament.entries]
    if strangers:
        raise InvalidStateError("unknown-player.several", numbers=strangers)
    return seated
