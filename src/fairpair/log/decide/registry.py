"""Where the decisions are found, and what several of them ask."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fairpair.core.errors import ConflictError, InvalidStateError
from fairpair.log.commands import Command
from fairpair.log.events import Event
from fairpair.log.journal import Journal, read
from fairpair.log.tidy import whole_number

C = TypeVar("C", bound=Command)
Decision = Callable[[Journal, C], Sequence[Event]]

DECISIONS: dict[type[Command], Decision[Any]] = {}


def decides(kind: type[C]) -> Callable[[Decision[C]], Decision[C]]:
    """Register the decision on one command."""

    def register(decision: Decision[C]) -> Decision[C]:
        DECISIONS[kind] = decision
        return decision

    return register


def require_change(changed: bool, text: str) -> None:
    """Not in `permit`: an undo must not fail because a later action changes nothing then."""
    if not changed:
        raise InvalidStateError("nothing-changed", text, "There is nothing to do.")


def basis_of(j: Journal, basis: int | None) -> int:
    """The version a decision was computed from; refused if what counts is different by now."""
    if basis is None or basis == j.version:
        return j.version
    whole_number("basis", basis, 1, j.version)
    then = read(j.records[:basis]).tournament
    now = j.tournament
    names = ("rules", "entries", "rounds", "avoided", "seeds")
    if any(getattr(then, name) != getattr(now, name) for name in names):
        raise ConflictError(
            "basis-changed",
            "Players, results or rules have changed since this was computed.",
            "Compute it again.",
        )
    return basis
