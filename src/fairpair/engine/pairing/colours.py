"""Who wants which colour (C.04.3, 1.6-1.7), and who gets it (5)."""

from collections.abc import Sequence
from typing import Protocol

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_side
from fairpair.engine.pairing.brackets.contender import BLACK, WHITE, ColourPreference, Contender


def first_colour_of(tournament: Tournament) -> int:
    """The initial colour (1.6): as the rules say, or by lot from the recorded seed."""
    said = tournament.rules.initial_colour
    if said == "lot":
        return draw_side(tournament.draw_seed, "initial colour")
    return WHITE if said == "white" else BLACK


class ColourWish(Protocol):
    """What decides about the colours of two players."""

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours so far."""

    @property
    def balance(self) -> int:
        """Games with White less games with Black."""

    @property
    def preference(self) -> ColourPreference:
        """How strong the wish is."""

    @property
    def colour(self) -> int | None:
        """The colour wished for."""


@dataclass(frozen=True, slots=True)
class _Wish:
    colours: tuple[int, ...]
    balance: int
    preference: ColourPreference
    colour: int | None


def seats_by_colour(
    tournament: Tournament, ref: RoundRef, higher: PlayerId, lower: PlayerId
) -> tuple[PlayerId, PlayerId]:
    """White and Black of a knockout match by the colours of both so far, of all stages; of two who
    had none, the lot decides.
    """
    before = played_colours(tournament, ref)
    wishes = [_Wish(*colour_preference(before.get(p, []))[:4]) for p in (higher, lower)]
    colour, _ = _colour_of_higher(*wishes)
    if colour is None:
        purpose = f"colour {ref.stage}.{ref.round_no} {higher}-{lower}"
        colour = draw_side(tournament.draw_seed, purpose)
    return (higher, lower) if colour == WHITE else (lower, higher)


def played_colours(tournament: Tournament, ref: RoundRef) -> dict[PlayerId, list[int]]:
    """Everybody's colours in the games played before a round, in any stage."""
    found: dict[PlayerId, list[int]] = {}
    for earlier in sorted(one for one in tournament.rounds if one < ref):
        for pairing in tournament.rounds[earlier].pairings.values():
            if pairing.result is not None and not isinstance(pairing.result, Forfeit):
                for side, player in enumerate(pairing.seats):
                    found.setdefault(player, []).append(side)
    return found


def white_of(
    higher: Contender, lower: Contender, *, first_colour: int, effective: int
) -> tuple[Contender, Contender, str]:
    """White, Black, and the article that decided; `higher` is the higher ranked of the two.

    `first_colour` is the initial colour drawn by lot, `effective` the higher player's number as
    5.2.5 counts it: without those who have never been paired.
    """
    colour, article = _colour_of_higher(higher, lower)
    if colour is None:
        colour = first_colour if effective % 2 else 1 - first_colour
        article = "5.2.5"
    return (higher, lower, article) if colour == WHITE else (lower, higher, article)


def _colour_of_higher(higher: ColourWish, lower: ColourWish) -> tuple[int | None, str]:
    mine, theirs = higher.colour, lower.colour
    if mine is None and theirs is None:
        return None, ""
    if mine is None or theirs is None or mine != theirs:
        return (mine if mine is not None else _other(theirs)), "5.2.1"
    stronger = _stronger(higher, lower)
    if stronger:
        return (mine if stronger > 0 else _other(mine)), "5.2.2"
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != other:
            return other, "5.2.3"
    return mine, "5.2.4"


def _stronger(higher: ColourWish, lower: ColourWish) -> int:
    """Positive if the higher ranked player's wish is the stronger one (5.2.2)."""
    if higher.preference != lower.preference:
        return higher.preference - lower.preference
    if higher.preference == ColourPreference.ABSOLUTE:
        return abs(higher.balance) - abs(lower.balance)
    return 0


def _other(colour: int | None) -> int:
    return WHITE if colour == BLACK else BLACK


ColourFacts = tuple[tuple[int, ...], int, ColourPreference, int | None, int | None]
"""The colours so far, the balance, the wish, the colour wished for, and the repeated one."""


def colour_preference(colours: Sequence[int]) -> ColourFacts:
    """What follows from the colours so far, as a `Contender` has it."""
    balance = len(colours) - 2 * sum(colours)
    repeated = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else None
    preference, colour = _preference(colours, balance, repeated)
    return tuple(colours), balance, preference, colour, repeated


def _preference(
    colours: Sequence[int], balance: int, repeated: int | None
) -> tuple[ColourPreference, int | None]:
    """How strongly which colour is wished for (1.7); a difference of two goes before a repeat."""
    if not colours:
        return ColourPreference.NONE, None
    if abs(balance) > 1:
        return ColourPreference.ABSOLUTE, BLACK if balance > 0 else WHITE
    if repeated is not None:
        return ColourPreference.ABSOLUTE, 1 - repeated
    if balance:
        return ColourPreference.STRONG, BLACK if balance > 0 else WHITE
    return ColourPreference.MILD, 1 - colours[-1]
