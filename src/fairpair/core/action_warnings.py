"""What somebody should know, or must confirm, before an action is carried out."""

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.language.message import Message, first_message


class Level(IntEnum):
    """How strong a warning is.

    | level   | what happens                                                                |
    |---------|-----------------------------------------------------------------------------|
    | TEXT    | it is told                                                                  |
    | NOTICE  | the action is carried out, it is told, and the history says so              |
    | CONFIRM | the action waits for a confirmation                                         |
    | TWICE   | it waits for two confirmations; the second one asks for the opposite        |
    | LOCKED  | it is not possible in FIDE mode                                             |
    """

    TEXT = 1
    NOTICE = 2
    CONFIRM = 3
    TWICE = 4
    LOCKED = 5


@dataclass(frozen=True, slots=True)
class ActionWarning:
    """A warning of one action. Its texts are `warning.CODE` and `warning.CODE.NAME` for the names
    of its consequences; `values` are plain data, and `players` are named by number, so that an
    erased name is in no log.
    """

    code: str
    level: int
    values: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[PlayerId, ...] = ()
    consequences: tuple[str, ...] = ()

    def text(self, names: Mapping[PlayerId, str]) -> Message:
        """What it says."""
        return Message(f"warning.{self.code}", **self._all_values(names))

    def consequence_texts(self, names: Mapping[PlayerId, str]) -> tuple[Message, ...]:
        """What follows if the action is carried out."""
        values = self._all_values(names)
        return tuple(Message(f"warning.{self.code}.{one}", **values) for one in self.consequences)

    def problem(self, names: Mapping[PlayerId, str]) -> "WarningProblem":
        """The warning as a part of a refusal."""
        return WarningProblem(
            self.code, self.text(names), self.level, self.consequence_texts(names)
        )

    def _all_values(self, names: Mapping[PlayerId, str]) -> dict[str, Any]:
        known = [names.get(player, f"#{player}") for player in self.players]
        return {**self.values, "players": known}


@dataclass(frozen=True, slots=True)
class WarningProblem(FieldProblem):
    """A warning that stands in the way: `place` is its code."""

    level: int = Level.CONFIRM
    consequences: tuple[Message, ...] = ()


class UnconfirmedError(InvalidStateError):
    """The action waits for a confirmation, or is not possible in FIDE mode.

    With a `token` the first confirmation was given: the second one needs the token, and `question`
    asks for the opposite. `offer` is the code whose confirmation leads on.
    """

    token: str = ""
    question: Message | None = None
    offer: str = ""
    kept: tuple[tuple[str, str], ...] = ()
    """What a form sends again besides its fields: a file cannot be one."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes to confirm."""
        if self.offer:
            return (self.offer,)
        return tuple(dict.fromkeys(problem.where for problem in self.problems))

    @property
    def warnings(self) -> tuple[WarningProblem, ...]:
        """The warnings among the problems."""
        return tuple(one for one in self.problems if isinstance(one, WarningProblem))


def opposite_question(codes: tuple[str, ...]) -> Message | None:
    """The question of a second confirmation, which asks for the opposite."""
    return first_message([*(f"warning.{code}.stay" for code in codes), "warning.stay"])
