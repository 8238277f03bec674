"""What a tie-break is: a code, the words about it, and the function that reckons it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput

Shown = Literal["points", "percent", "whole", "place"]
Groups = list[list[PlayerId]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiebreak:
    """One entry of the register. It has either `reckon` or, if it looks at the tied only, `split`.

    `reckon` prepares it for a tournament and returns the function for one player; `split` puts
    players who are still tied into groups, best first, and `inside` says what one of them has.
    """

    code: str
    name: str
    about: str
    clause: str
    """Where the rule stands."""
    range: str
    games: tuple[str, ...]
    lower_is_better: bool = False
    modifiers: str = ""
    """The letters of the modifiers it takes, see `codes`."""
    scores: bool = False
    """Whether it can be taken of another score (`BH:GP`, `sos:vp`)."""
    shown: Shown = "points"
    terms: Shown | None = None
    """How its terms are shown, where that differs."""
    last: bool = False
    """Leaves nobody tied, so nothing can follow it."""
    compares: bool = False
    """Looks at what a win or a draw is worth, which a named score does not have."""
    swiss_only: bool = False
    teams_only: bool = False
    reckon: Callable[[TiebreakInput, Step], Reckoner] | None = None
    split: Callable[[TiebreakInput, Step, Sequence[PlayerId]], Groups] | None = None
    inside: Callable[[TiebreakInput, Step, Sequence[PlayerId], PlayerId], Sum] | None = None
    note: Callable[[TiebreakInput, Step, PlayerId, PlayerRound], str] | None = None
    """Why a round counts as it does, where that is not plain: "floor", "at most half a point
    a round"."""
