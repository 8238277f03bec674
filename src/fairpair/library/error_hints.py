"""Errors with the calls that help: what pages offer as buttons, in the words of Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from fairpair.app.use_cases.pairing import remedy
from fairpair.app.use_cases.rounds import RoundNotPairableError
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.errors import DomainError, FieldProblem
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Suggestion
from fairpair.language.message import Message
from fairpair.library.arguments import REMEDIES
from fairpair.log import commands as c

_ARGUMENTS = {"standings_tiebreakers": "tiebreaks"}
"""What a rule is called in Python, if that is another name."""
_HINTS = {
    "tournament-finished": ("library.to-reopen", "t.reopen('...')"),
    "round-closed": ("library.to-correct", "t.record(..., reason='...')"),
    "rounds-left": ("library.to-finish-early", "t.finish(early=True)"),
    "draft-exists": ("library.to-publish", "t.publish(), t.discard()"),
    "reason-needed": ("library.to-give-reason", "t.change_rules(..., reason='...')"),
    "bad-tiebreaks": ("library.to-list-tiebreaks", "fairpair.list_tiebreaks()"),
    "games-open": ("library.to-end-games", "t.finish(early=True, open_games='draw')"),
    "too-few-rounds": ("library.to-play-fewer", "few_rounds_reason='...'"),
}
"""The hint and the call that helps, by the code of an error."""


@contextmanager
def python_hints() -> Iterator[None]:
    """Run a request in this block; an error says which calls and arguments help."""
    try:
        yield
    except DomainError as error:
        error.remedy = _hint(error)
        error.problems = tuple(map(_as_argument, error.problems))
        raise


def _as_argument(problem: FieldProblem) -> FieldProblem:
    return replace(problem, place=_ARGUMENTS.get(problem.where, problem.place))


def _hint(error: DomainError) -> Message | None:
    if isinstance(error, RoundNotPairableError):
        return _lines(error.remedy, *_remedies(error.tournament, error))
    if isinstance(error, UnconfirmedError) and error.text.code != "needs-confirmation":
        given = ", ".join(map(repr, error.codes))
        given += f", token={error.token!r}" if error.token else ""
        return Message("library.to-confirm-with", call=f"with t.confirming({given}):")
    if error.code == "needs-confirmation":
        names = sorted({problem.where for problem in error.problems})
        given = repr(names[0]) if len(names) == 1 else repr(names)
        return Message("library.to-confirm", names=given)
    if error.text.code == "impossible-result.knockout-draw":
        return Message("library.to-name-winner", first="'1-1 w1'", second="'1-1 w2'")
    if error.code in _HINTS and not error.text.code.endswith(".fide"):
        hint, call = _HINTS[error.code]
        return Message(hint, call=call)
    return error.remedy


def stateless_hint(error: ImpossiblePairingError) -> Message | None:
    """What helps where nothing is stored: only what another call can do."""
    kinds = [one for one in error.suggestions if one.kind in REMEDIES and one.proposal]
    calls = (_item(one.text, f"fairpair.pair(..., remedy={one.kind!r})") for one in kinds)
    others = (one.text for one in error.suggestions if one not in kinds)
    lines = [*calls, *(Message("library.item", text=text) for text in others)]
    return _lines(*lines) if lines else error.remedy


def _lines(*lines: Message | None) -> Message:
    return Message("library.lines", lines=[line for line in lines if line])


def _item(text: Message, call: str) -> Message:
    return Message("library.item-with-call", text=text, call=call)


def _remedies(t: Tournament, error: RoundNotPairableError) -> Iterator[Message]:
    for one in error.suggestions:
        calls = ", ".join(_call(t, one, command) for command in remedy(t, one))
        yield _item(one.text, calls)


def _call(t: Tournament, suggestion: Suggestion, command: c.Command) -> str:
    """The call that does what a command does."""
    match command:
        case c.DraftRound():
            return f"t.pair(remedy={suggestion.kind!r})"
        case c.RequestBye():
            kind = command.kind.value
            return f"t.bye({t.name_of(command.player)!r}, {command.round_no}, {kind!r})"
        case c.AllowPair():
            return f"t.allow({t.name_of(command.a)!r}, {t.name_of(command.b)!r})"
        case c.ChangeRules():
            rules = "".join(f"{name}={value!r}, " for name, value in command.changes.items())
            return f"t.change_rules({rules}reason={command.reason!r})"
        case c.FinishTournament():
            return f"t.finish(early=True, reason={command.reason!r})"
        case _:
            raise AssertionError(f"{command!r} has no call")
