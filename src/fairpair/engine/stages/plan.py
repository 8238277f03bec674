"""The plan of a tournament as values: its stages and all their rounds."""

from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import RoundRef, title_of
from fairpair.language.message import Message

SINGLE_ELIMINATION, PLAY_IN = "single_elimination", "play_in"
"""The kinds of stages after a cut."""


@dataclass(frozen=True, slots=True)
class RoundShape:
    """What a stage says of one of its rounds; `players` is none if their number is not known.

    `players` are those who can still win the stage when the round begins; of a match for third
    place the two who play it.
    """

    kind: str
    name: Message
    players: int | None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round: `number` counts through all stages; `kind` is its type, `name` is for people."""

    number: int
    ref: RoundRef
    kind: str
    name: Message
    players: int | None

    @property
    def title(self) -> Message:
        """Its name in headings."""
        return title_of(self.name)


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage of one kind; `size` is how many go into it, none for everybody.

    `places` is how many it leaves: the champion, or the winners of a play-in.
    """

    number: int
    kind: str
    size: int | None
    rounds: tuple[PlannedRound, ...]
    places: int = 1


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """All stages, in their order."""

    stages: tuple[PlannedStage, ...]

    @property
    def rounds(self) -> tuple[PlannedRound, ...]:
        """All rounds of all stages."""
        return tuple(r for stage in self.stages for r in stage.rounds)

    def round_at(self, ref: RoundRef) -> PlannedRound | None:
        """What is planned there; none beyond the plan."""
        return next((r for r in self.rounds if r.ref == ref), None)

    def stage_at(self, number: int) -> PlannedStage | None:
        """The stage with this number; none beyond the plan."""
        return next((stage for stage in self.stages if stage.number == number), None)

    @property
    def finals(self) -> PlannedStage | None:
        """The last stage, if it is for those only who made the cut."""
        last = self.stages[-1]
        return last if last.number > 1 else None
