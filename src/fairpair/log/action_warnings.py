"""Warnings of actions: which there are, and which of them an event or a change gives.

A warning is declared once, with its code and its level, next to the function that finds it:

    SECOND_BYE = WarningKind("second-half-bye", Level.CONFIRM)

    @warning_for(e.ByeRequested)
    def warn_of_second_bye(t: Tournament, event: e.ByeRequested) -> Iterator[ActionWarning]:
        if t.is_in_fide_mode and ...:
            yield SECOND_BYE.about(event.player, n=2)

Its text is `warning.second-half-bye`. The functions get the state before the event. The write path
asks for confirmations, refuses what is locked, and records what was told or confirmed: see
`fairpair.app.confirmations`. An undo gives the warnings of `change_warning` alone.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.suggestions import add_suggestion
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.language.message import Message
from fairpair.log.events import Event
from fairpair.log.normalise import bad_values

E = TypeVar("E", bound=Event)
EventWarnings = Callable[[Tournament, E], Iterable[ActionWarning]]
ChangeWarnings = Callable[[Tournament, Tournament], Iterable[ActionWarning]]

_KINDS: dict[str, "WarningKind"] = {}
_OF_EVENTS: dict[type[Event], list[EventWarnings[Any]]] = {}
_OF_CHANGES: list[ChangeWarnings] = []


@dataclass(frozen=True, slots=True)
class WarningKind:
    """A warning that there is. `consequences` name its further texts: `warning.CODE.NAME`."""

    code: str
    level: Level
    consequences: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _KINDS[self.code] = self

    def about(self, *players: PlayerId, **values: Any) -> ActionWarning:
        """The warning about these players; the values of its text are plain data."""
        return ActionWarning(self.code, int(self.level), values, players, self.consequences)


LEAVE_FIDE_MODE = WarningKind(
    "leave-fide-mode", Level.TWICE, ("not-reportable", "for-ever", "recorded")
)


def warning_for(kind: type[E]) -> Callable[[EventWarnings[E]], EventWarnings[E]]:
    """Register what warns of one event; it gets the state before it."""

    def register(function: EventWarnings[E]) -> EventWarnings[E]:
        _OF_EVENTS.setdefault(kind, []).append(function)
        return function

    return register


def change_warning(function: ChangeWarnings) -> ChangeWarnings:
    """Register what warns of a change, whatever made it; it gets the state before and after."""
    _OF_CHANGES.append(function)
    return function


def warnings_of_event(t: Tournament, event: Event) -> Iterator[ActionWarning]:
    """The warnings of an event on the state before it."""
    for function in _OF_EVENTS.get(type(event), ()):
        yield from function(t, event)


def warnings_of_change(before: Tournament, after: Tournament) -> Iterator[ActionWarning]:
    """The warnings of everything that an action changed."""
    for function in _OF_CHANGES:
        yield from function(before, after)


def all_codes() -> list[str]:
    """Everything that can be confirmed."""
    return sorted({*SOFT, *_KINDS})


def require_known_codes(codes: Iterable[str]) -> None:
    """Refuse the confirmation of something that there is not."""
    known = all_codes()
    wrong = [code for code in codes if code not in known]
    if wrong:
        problems = [
            FieldProblem(
                "confirm",
                add_suggestion(
                    Message("value.not-an-option", options=known, value=f"{code:.60}"), code, known
                ),
            )
            for code in wrong
        ]
        raise bad_values(problems)


def known_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Those that there are."""
    return tuple(code for code in codes if code in SOFT or code in _KINDS)
