"""Decides a request with its confirmations: the one place where warnings are enforced.

| level | without a confirmation                | with it                                         |
|-------|---------------------------------------|-------------------------------------------------|
| 1     | carried out, told in the answer       |                                                 |
| 2     | the same, and the history says so     |                                                 |
| 3     | `needs-confirmation`                  | carried out, recorded in the history            |
| 4     | `needs-confirmation`                  | the opposite question and a token; with these   |
|       |                                       | two carried out                                 |
| 5     | `fide-locked`, and the offer to leave | FIDE mode is left (level 4) in the same action  |
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from fairpair.app.requests import Request, Steps, decide_all
from fairpair.core.action_warnings import (
    ActionWarning,
    Level,
    UnconfirmedError,
    opposite_question,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.log.action_warnings import LEAVE_FIDE_MODE, require_known_codes, warnings_of_change
from fairpair.log.commands import LeaveFideMode, RecordWarnings
from fairpair.log.decide import carry_out
from fairpair.log.journal import Journal

StepsOf = Callable[[Tournament], Steps]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What somebody confirms: the codes of warnings, and for the second time the token."""

    codes: tuple[str, ...] = ()
    token: str = ""


NOTHING = Confirmation()


def decide_confirmed(
    journal: Journal, request: Request, given: Confirmation = NOTHING
) -> tuple[Journal, tuple[ActionWarning, ...]]:
    """The log after a request, and what is to be told of it.

    Raises `UnconfirmedError` with everything that is to be confirmed, or is locked.
    """
    require_known_codes(given.codes)
    decided, found = _collect(journal, request.steps, given)
    locked = [one for one in found if one.level == Level.LOCKED]
    if locked and LEAVE_FIDE_MODE.code in given.codes:
        decided, found = _collect(journal, _leaving(request.steps, locked[0].code), given)
        locked = [one for one in found if one.level == Level.LOCKED]
    names = _names(found, journal.tournament, decided.tournament)
    if locked:
        raise _locked_error(locked, names)
    _require_confirmed(journal, request, found, given, names)
    told = [one for one in found if one.level > Level.TEXT]
    if told:
        decided = carry_out(decided, RecordWarnings(tuple(told)), journal.version + 1)
    return decided, found


def decide_unwarned(journal: Journal, steps: Steps) -> Journal:
    """The log after commands that follow automatically, each as an action of its own: nobody is
    there to confirm anything, so a command that would need it is refused.
    """

    def refuse(before: Journal, after: Journal, found: Sequence[ActionWarning]) -> None:
        every = (*found, *warnings_of_change(before.tournament, after.tournament))
        open_ = [one for one in every if one.level >= Level.CONFIRM]
        if open_:
            names = _names(open_, before.tournament, after.tournament)
            raise _unconfirmed("needs-confirmation.action", open_, names)

    return decide_all(journal, steps, together=False, check=refuse)


def _collect(
    journal: Journal, steps: StepsOf, given: Confirmation
) -> tuple[Journal, tuple[ActionWarning, ...]]:
    """The log after these commands, and all their warnings, each once."""
    found: list[ActionWarning] = []

    def collect(_before: Journal, _after: Journal, warnings: Sequence[ActionWarning]) -> None:
        found.extend(warnings)

    soft = tuple(code for code in given.codes if code in SOFT)
    decided = decide_all(
        journal, steps(journal.tournament), together=True, check=collect, confirmed=soft
    )
    found += warnings_of_change(journal.tournament, decided.tournament)
    unique = [one for n, one in enumerate(found) if one not in found[:n]]
    return decided, tuple(unique)


def _leaving(steps: StepsOf, cause: str) -> StepsOf:
    """The same steps after FIDE mode was left because of them."""

    def leave_and(_t: Tournament) -> Steps:
        after = yield LeaveFideMode(cause=cause)
        yield from steps(after)

    return leave_and


def _require_confirmed(
    journal: Journal,
    request: Request,
    found: Sequence[ActionWarning],
    given: Confirmation,
    names: Mapping[PlayerId, str],
) -> None:
    needed = [one for one in found if one.level in (Level.CONFIRM, Level.TWICE)]
    open_ = [one for one in needed if one.code not in given.codes]
    twice = [one for one in needed if one.level == Level.TWICE]
    if open_:
        raise _unconfirmed("needs-confirmation.action", needed, names)
    token = _token(journal, request, twice)
    if not twice or given.token == token:
        return
    if given.token:
        raise _unconfirmed("needs-confirmation.changed", needed, names)
    error = _unconfirmed("needs-confirmation.twice", needed, names)
    error.token, error.question = token, opposite_question(error.codes)
    raise error


def _unconfirmed(
    code: str, needed: Sequence[ActionWarning], names: Mapping[PlayerId, str]
) -> UnconfirmedError:
    return UnconfirmedError(code, problems=[one.problem(names) for one in needed])


def _locked_error(
    locked: Sequence[ActionWarning], names: Mapping[PlayerId, str]
) -> UnconfirmedError:
    error = UnconfirmedError("fide-locked", problems=[one.problem(names) for one in locked])
    error.offer = LEAVE_FIDE_MODE.code
    return error


def _token(journal: Journal, request: Request, needed: Sequence[ActionWarning]) -> str:
    """It fits this request on this version of the log only."""
    parts = [journal.version, journal.hash, request.fingerprint, *(one.code for one in needed)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def _names(found: Sequence[ActionWarning], *states: Tournament) -> dict[PlayerId, str]:
    """The names of the players in these warnings, also of those whom the action adds."""
    numbers = {player for one in found for player in one.players}
    return {
        player: t.entries[player].entrant.name
        for t in states
        for player in numbers
        if player in t.entries
    }
