"""Errors with the commands that help: suggestions of the engine as shell commands."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from fairpair.app.use_cases.pairing import remedy
from fairpair.app.use_cases.rounds import RoundNotPairableError
from fairpair.cli.output import shell_command
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.errors import ConflictError, DomainError, ForbiddenError, InvalidStateError
from fairpair.core.ids import TournamentId
from fairpair.engine.pairing.proposal import Suggestion
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.commands import Command


def add_commands(here: TournamentId, refusal: InvalidStateError | ForbiddenError) -> DomainError:
    """The error, its hint followed by the commands that help."""
    if isinstance(refusal, RoundNotPairableError):
        return _with_hint_lines(refusal, [refusal.remedy, *_remedies(here, refusal)])
    if isinstance(refusal, UnconfirmedError):
        return _with_hint_lines(refusal, list(_ways_on(refusal)))
    if refusal.code == "round-closed":
        return _with_hint_lines(refusal, [Message("cli.to-correct")])
    return refusal


def _ways_on(refusal: UnconfirmedError) -> Iterator[Message | None]:
    """What follows, the question of a second confirmation, and the options that confirm."""
    for one in refusal.warnings:
        yield from (Message("cli.item", text=text) for text in one.consequences)
    yield refusal.question or refusal.remedy
    words = [f"--confirm {code}" for code in refusal.codes]
    words += [f"--token {refusal.token}"] if refusal.token else []
    code = "cli.to-override" if refusal.text.code == "needs-confirmation" else "cli.to-confirm"
    yield Message(code, options=" ".join(words))


@contextmanager
def explain_id_choice(how: Message) -> Iterator[None]:
    """Create a tournament in this block; if its ID is taken, `how` is the hint."""
    try:
        yield
    except ConflictError as refusal:
        if refusal.code == "tournament-exists":
            raise _with_hint_lines(refusal, [how]) from refusal
        raise


def _with_hint_lines(refusal: DomainError, lines: list[Message | str | None]) -> DomainError:
    refusal.remedy = Message("cli.lines", lines=[line for line in lines if line])
    return refusal


def _remedies(here: TournamentId, error: RoundNotPairableError) -> Iterator[Message | str]:
    for one in error.suggestions:
        yield Message("cli.item", text=one.text)
        for command in remedy(error.tournament, one):
            yield f"    {suggestion_command(here, one, command)}"


def suggestion_command(here: TournamentId, one: Suggestion, command: Command) -> str:
    """The command of the shell that carries this one out."""
    match command:
        case c.DraftRound():
            return shell_command("round", here, "draft", "--remedy", one.kind)
        case c.RequestBye():
            words = (str(command.player), str(command.round_no), "--kind", command.kind.value)
            return shell_command("players", here, "bye", *words)
        case c.AllowPair():
            return shell_command("players", here, "together", str(command.a), str(command.b))
        case c.ChangeRules():
            sets = [w for k, v in command.changes.items() for w in ("--set", f"{k}={_json(v)}")]
            return shell_command("settings", here, *sets, "--reason", command.reason)
        case c.FinishTournament():
            return shell_command("finish", here, "--early", "--reason", command.reason)
        case _:
            raise AssertionError(f"{command!r} has no command")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
