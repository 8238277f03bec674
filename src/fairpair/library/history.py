"""The history of a tournament in memory."""

from collections.abc import Sequence
from typing import Any

from fairpair.app.views.history import Action as ActionView
from fairpair.app.views.history import actions
from fairpair.core.arguments import wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.language.message import Message
from fairpair.library.memory import MemoryLog
from fairpair.library.shown import Record, Rows


@dataclass(frozen=True, slots=True)
class Action(Record):
    """One thing that was done; `undo` takes its number."""

    number: int
    """What `undo` and `redo` take."""
    what: str
    """What was done, in words."""
    at: str
    """When, in UTC (ISO 8601)."""
    undone: bool = False
    """Whether it was undone."""


@dataclass(frozen=True, slots=True)
class History(Rows[Action]):
    """All actions, oldest first."""

    actions: tuple[Action, ...]
    """Oldest first."""

    __repr__ = Rows.__repr__

    @property
    def title(self) -> str:
        """Empty: this table has no title."""
        return ""

    def _all(self) -> tuple[Action, ...]:
        return self.actions

    def _named(self, name: str) -> Action:
        raise wrong_type("place", "whole-number", name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {"actions": self.records()}

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per action."""
        return [one.to_dict() for one in self.actions]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        rows = [(str(one.number), one.what, "undone" if one.undone else "") for one in self.actions]
        return ("number", "what", ""), rows


def history_of(log: MemoryLog) -> History:
    """Everything that was done."""
    journal = log.journal
    found = actions(journal, lambda after: log.archive.rows[after:], size=journal.version)
    return History(
        tuple(
            Action(one.action, str(_whole(one)), one.at, one.undone)
            for one in reversed(found.actions)
        )
    )


def _whole(action: ActionView) -> Message:
    """What was done, and how much more came with it."""
    if action.count == 1:
        return action.what
    return Message("history.with-more", what=action.what, n=action.count - 1)
