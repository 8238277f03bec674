"""What a system shows of a round, so that the round can be explained."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import Style
from fairpair.engine.standings.sheet import Sheet


class View(Protocol):
    """The players of the brackets, best first, and the rules they were paired by."""

    @property
    def players(self) -> Sequence[Contender]:
        """Those who are in brackets."""

    @property
    def sheet(self) -> Sheet:
        """The results before the round."""

    @property
    def style(self) -> Style:
        """What counts in a bracket."""

    @property
    def bye_score(self) -> int | None:
        """The score that the bye can go to, if it is given in a bracket."""

    @property
    def fide(self) -> bool:
        """Whether these are the FIDE rules, whose criteria have numbers."""

    @property
    def grouping(self) -> str:
        """What makes a group: `score`, `quarters` or `all`."""

    @property
    def first_colour(self) -> int:
        """The initial colour."""

    @property
    def numbers(self) -> Mapping[PlayerId, int]:
        """The numbers that decide who begins with which colour."""

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it."""

    def points(self, one: Contender) -> int:
        """The points to show, in the unit of the sheet."""
