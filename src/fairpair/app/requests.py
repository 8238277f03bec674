"""Requests: a use case with its parameters, where it acts, and what came of it."""

import hashlib
import inspect
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

from fairpair.core.action_warnings import ActionWarning
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ConflictError, DomainError, InvalidInputError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt, StoredKey, StoredPicture
from fairpair.core.tournament import Tournament
from fairpair.log.codec import Codec, checked, fingerprint
from fairpair.log.commands import Command
from fairpair.log.decide import carry_out_warned
from fairpair.log.events import Event
from fairpair.log.journal import Journal, Record
from fairpair.log.persons import without_hash
from fairpair.log.stored import StoredEvent

P = ParamSpec("P")
Steps: TypeAlias = Generator[Command, Tournament, None]
"""The commands of a use case: each `yield` gives back the tournament as it is after the command,
or raises the refusal of it.
"""
FollowUp = Callable[[Tournament, Sequence[Event]], Steps]
"""The commands that follow these events automatically, each as an action of its own."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Where to act, for whom, and the ID by which a repeat is recognised.

    With `expected` it applies only to that version of the tournament. `receipts`, `keys` and
    `pictures` are stored in the same transaction.
    """

    tournament: TournamentId
    command_id: CommandId
    by: str = ""
    expected: int | None = None
    receipts: tuple[Receipt, ...] = ()
    keys: tuple[StoredKey, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()
    confirmed: tuple[str, ...] = ()
    """The codes of warnings that are confirmed."""
    token: str = ""
    """The token of a first confirmation, where a warning asks for two."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did: its events, and the version after the last of them."""

    version: int
    events: tuple[Event, ...]
    repeated: bool = False
    """It had been carried out before; nothing was written this time."""
    at: str = field(default="", compare=False)
    """The moment at which it was carried out."""
    before: Tournament | None = field(default=None, repr=False, compare=False)
    """The tournament before it; none if it is a repeat."""
    journal: Journal | None = field(default=None, repr=False, compare=False)
    """The log right after it, if it is at hand."""
    notices: tuple[ActionWarning, ...] = field(default=(), compare=False)
    """What is to be told; of a repeat only what the history has."""

    @property
    def action(self) -> int | None:
        """The number to undo it by; None if nothing had to be done."""
        return self.version - len(self.events) + 1 if self.events else None


@dataclass(frozen=True, slots=True)
class Request:
    """A use case with its parameters."""

    name: str
    fingerprint: str
    steps: Callable[[Tournament], Steps]

    def is_repeated(self, receipt: Receipt) -> bool:
        """Whether the receipt is of this very request.

        Receipts without a name are of logs from before there were receipts: these had the last
        command of a use case only, so nothing else than the id can be compared.
        """
        if without_hash(receipt.fingerprint) == receipt.fingerprint:  # it had personal data
            return receipt.fingerprint in ("", f"{self.name}:")
        if ":" in receipt.fingerprint:
            return receipt.fingerprint == self.fingerprint
        of_one_command = self.name[0].isupper()
        return not of_one_command or self.fingerprint.endswith(f":{receipt.fingerprint}")


Check = Callable[[Journal, Journal, Sequence[ActionWarning]], None]
"""Gets the log before and after a command with what it warns of; it may refuse the command."""


def decide_all(
    journal: Journal,
    steps: Steps,
    *,
    together: bool,
    check: Check = lambda _before, _after, _warnings: None,
    confirmed: tuple[str, ...] = (),
) -> Journal:
    """The journal after these commands, each decided on the state that those before it lead to.

    They are one action `together`, or else an action each. `confirmed` are the soft rules that
    commands about rounds may break, besides those they name.
    """
    first = journal.version + 1
    try:
        command = next(steps)
        while True:
            try:
                after, warnings = carry_out_warned(
                    journal,
                    _with_confirmed(checked(command)[0], confirmed),
                    first if together else None,
                )
                check(journal, after, warnings)
                journal = after
            except DomainError as refusal:
                command = steps.throw(refusal)
                continue
            command = steps.send(journal.tournament)
    except StopIteration:
        return journal


def _with_confirmed(command: Command, codes: tuple[str, ...]) -> Command:
    """The command with these soft rules confirmed, if it is one about a round."""
    if not codes or not hasattr(command, "confirmed"):
        return command
    added: Any = command
    return cast("Command", replace(added, confirmed=(*added.confirmed, *codes)))


def rows_of(
    records: Sequence[Record], context: CommandContext, request: Request, codec: Codec, at: str
) -> list[StoredEvent]:
    """The stored form; automatic steps that followed have ids made from the request's own."""
    rows = []
    for record in records:
        command_id, by = context.command_id, context.by
        later = record.action - records[0].action
        if later:
            made = hashlib.sha256(f"{command_id} {later}".encode()).hexdigest()
            command_id, by = CommandId(made), f"{by} (automatic)".strip()
        part, stored = record.seq - record.action, codec.encode(record.event)
        rows.append(
            StoredEvent(record.seq, command_id, part, request.fingerprint, *stored, at=at, by=by)
        )
    return rows


def request_of(
    use_case: Callable[Concatenate[Tournament, P], Steps], *args: P.args, **kwargs: P.kwargs
) -> Request:
    """The request for a use case with these parameters."""
    name, parameters = _parameters(use_case, args, kwargs)
    return Request(name, fingerprint(name, parameters), lambda t: use_case(t, *args, **kwargs))


def request_of_command(command: Command) -> Request:
    """The request for one command, as it is."""
    command, digest = checked(command)
    name = type(command).__name__
    return Request(name, f"{name}:{digest}", lambda _t: _single_step(command))


def _single_step(command: Command) -> Steps:
    yield command


def _parameters(
    use_case: Callable[..., Steps], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The name of a use case and all its parameters by name, without those that are bound."""
    bound: dict[str, Any] = {}
    if isinstance(use_case, partial):
        bound, use_case = use_case.keywords, use_case.func
    given = _signature(use_case).bind_partial(None, *args, **kwargs)
    given.apply_defaults()
    _tournament, *names = given.arguments
    return use_case.__name__, {name: given.arguments[name] for name in names if name not in bound}


_signature = lru_cache(maxsize=256)(inspect.signature)
"""It takes longer to look at a use case than to bind its parameters."""


def id_reused(command_id: CommandId) -> ConflictError:
    """The error for an ID that was used for a different command."""
    return ConflictError("command-id-reused", command=repr(command_id))


def check_tournament_id(tournament: str) -> None:
    """Reject an ID that cannot be part of an address and of a file name."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", tournament):
        raise InvalidInputError("bad-tournament-id", tournament=repr(tournament))


def check_line(name: str, text: str, *, needed: bool = False) -> None:
    """Reject a text that cannot be stored in every database as a short line."""
    fine = isinstance(text, str) and text.isprintable() and len(text) <= 200
    if not fine or (needed and not text):
        raise InvalidInputError(f"bad-{name}", text=f"{text!r:.80}")
