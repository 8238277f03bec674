"""The session that commands on one tournament share, and their common options."""

import getpass
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import click
import msgspec
from click.shell_completion import CompletionItem

from fairpair.app.requests import CommandContext, Outcome
from fairpair.app.service import Service
from fairpair.app.views.command_results import (
    CommandResult,
    Execution,
    build_execution,
    command_result,
)
from fairpair.app.views.people import player_in
from fairpair.app.views.tournaments import find_tournament, summaries
from fairpair.cli.dependencies import DATABASE, Dependencies, database_option, default_database
from fairpair.cli.desk.error_hints import add_commands
from fairpair.cli.output import join_lines, shell_command, write
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, ForbiddenError, InvalidStateError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.stages.progress import progress
from fairpair.formats.grids import escape_controls
from fairpair.language.languages import DEFAULT
from fairpair.language.message import Message, encode_message
from fairpair.language.texts import set_vocabulary, use
from fairpair.log.commands import Command
from fairpair.log.journal import Journal

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
V = TypeVar("V")
MOST_TOLD = 12
"""Maximum lines about one action; the history has all of them."""


def tournament_names(
    ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete tournament IDs in a shell; none if the database cannot be read."""
    try:
        # A group with actions has no --database of its own.
        chosen = ctx.params.get("database") or os.environ.get(DATABASE)
        url = chosen or default_database()
        service = dependencies_of(ctx).open_service(url, create=False)
    except DomainError:
        return []
    try:
        found = [one for one in summaries(service) if one.id.startswith(incomplete)]
        return [CompletionItem(one.id, help=escape_controls(one.name)) for one in found]
    except DomainError:
        return []
    finally:
        service.close()


name_argument = click.argument("name", metavar="NAME", shell_complete=tournament_names)
json_option = click.option(
    "--json", "is_json", is_flag=True, help="Write JSON in the API's format."
)
by_option = click.option(
    "--by",
    envvar="FAIRPAIR_BY",
    default=lambda: f"command line: {_user()}",
    show_default='"command line" and your login name',
    help="Your name, shown in the history.",
)
version_option = click.option(
    "--if-version",
    "expected",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="Apply the change only if the tournament is still at this version; otherwise exit with 4.",
)
reason_option = click.option("--reason", default="", help="Reason, shown in the history.")
confirm_option = click.option(
    "--confirm",
    "confirmed",
    metavar="RULE",
    multiple=True,
    help="A rule to override this time, e.g. rematch, or a warning to confirm. Can be repeated.",
)
token_option = click.option(
    "--token",
    default="",
    metavar="TOKEN",
    help="The token of the first confirmation, for a warning to be confirmed twice.",
)


def dependencies_of(ctx: click.Context) -> Dependencies:
    """What the commands were given to work with."""
    found = ctx.find_object(Dependencies)
    if found is None:
        raise AssertionError("the command line was started without its parts")
    return found


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no name for this user, as in some containers
        return "unknown user"


@dataclass(frozen=True)
class TournamentSession:
    """A tournament in an open database, and how commands on it answer."""

    service: Service
    here: TournamentId
    is_json: bool
    by: str = ""
    expected: int | None = None
    confirmed: tuple[str, ...] = ()
    token: str = ""

    @property
    def journal(self) -> Journal:
        """Its log as it is now."""
        return self.service.journal(self.here)

    @property
    def t(self) -> Tournament:
        """Its state as it is now."""
        return self.journal.tournament

    def command_context(self, *, first: bool = True) -> CommandContext:
        """A new context; of several commands only the `first` checks the expected version."""
        expected = self.expected if first else None
        return CommandContext(
            self.here,
            CommandId(secrets.token_hex(16)),
            self.by,
            expected,
            confirmed=self.confirmed,
            token=self.token,
        )

    def execute(self, command: Command, *, first: bool = True) -> Outcome:
        """Run one command; `first` as in `command_context`."""
        return self.service.run_command(self.command_context(first=first), command)

    def player(self, wanted: str) -> PlayerId:
        """Find a player by number, name, or unique part of a name."""
        return player_in(self.t, wanted)

    def view(
        self, make: Callable[Concatenate[Tournament, int, P], V], *args: P.args, **options: P.kwargs
    ) -> V:
        """What `make` shows of the tournament as it is now."""
        journal = self.journal
        return make(journal.tournament, journal.version, *args, **options)

    def show(self, view: Any, text: Callable[[], str]) -> None:
        """Print the view as JSON or as text."""
        write(to_api_json(view) if self.is_json else text())

    def report(
        self,
        outcome: Outcome,
        view: Callable[[Execution], CommandResult] | None = None,
        before: Sequence[object] = (),
        page: str = "",
    ) -> None:
        """Print what was done, how to undo it, and the next step.

        `before` are additional lines; the `page` is printed first.
        """
        made = (view or command_result)(build_execution(self.service, self.here, outcome))
        if self.is_json:
            write(to_api_json(made))
            return
        lines: list[object] = [*before, *made.done[:MOST_TOLD]]
        lines += [Message("cli.notice", text=one.text) for one in made.notices]
        if len(made.done) > MOST_TOLD:
            lines.append(Message("cli.more-lines", n=len(made.done) - MOST_TOLD))
        if made.action is None:
            lines.append(Message("cli.nothing-to-do"))
        else:
            lines.append(
                Message("cli.undo", command=shell_command("undo", self.here, str(made.action)))
            )
        write(page + join_lines((*lines, self.next_line())))

    def next_line(self) -> Message:
        """The next step."""
        return Message("cli.next", step=progress(self.t).text)


def to_api_json(view: Any) -> str:
    """A view as the API writes it in English, but with line breaks."""
    with use(DEFAULT):
        data = msgspec.json.encode(view, enc_hook=encode_message)
    return msgspec.json.format(data, indent=1).decode() + "\n"


def read_command(function: F) -> Callable[..., Any]:
    """A command that looks at the tournament NAME; its function gets a `TournamentSession`."""
    return database_option(json_option(_with_session(function)))


def write_command(function: F) -> Callable[..., Any]:
    """A command that changes the tournament NAME; its function gets a `TournamentSession`.

    It takes confirmations, unless it has another `--confirm`.
    """
    own = {name for one in getattr(function, "__click_params__", ()) for name in one.opts}
    made = _with_session(function)
    if "--confirm" not in own:
        made = confirm_option(token_option(made))
    return database_option(json_option(by_option(version_option(made))))


def _with_session(function: F) -> Callable[..., Any]:
    @click.pass_context
    @wraps(function)
    def run(  # noqa: PLR0913, PLR0917  the common options
        ctx: click.Context,
        /,
        database: str,
        is_json: bool,
        by: str = "",
        expected: int | None = None,
        confirmed: tuple[str, ...] = (),
        token: str = "",
        **options: Any,
    ) -> Any:
        parent = ctx.parent.params if ctx.parent else {}
        name = options.pop("name") if "name" in options else parent["name"]
        with closing(dependencies_of(ctx).open_service(database, create=False)) as service:
            here = find_tournament(service, name)
            set_vocabulary(vocabulary_of(service.journal(here).tournament.rules))
            try:
                session = TournamentSession(service, here, is_json, by, expected, confirmed, token)
                return function(session, **options)
            except (InvalidStateError, ForbiddenError) as refusal:
                raise add_commands(here, refusal) from refusal

    return run


class ActionGroup(click.Group):
    """A group whose words are NAME [ACTION] ...; without an action it is the first one.

    A number in its place is shown: `fairpair round friday 2`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the action in that was left out; `NAME --help` is about the group."""
        if args and not args[0].startswith("-") and not ctx.resilient_parsing:
            action = args[1] if len(args) > 1 else ""
            if action in ctx.help_option_names:
                args = [action]
            elif not action or action.startswith("-"):
                args = [args[0], next(iter(self.commands)), *args[1:]]
            elif action.isdecimal():
                args = [args[0], "show", *args[1:]]
        return super().parse_args(ctx, args)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """In the order of their making: the most common first."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The actions, each with its whole sentence."""
        found = [(name, self.commands[name]) for name in self.list_commands(ctx)]
        with formatter.section("Actions"):
            formatter.write_dl([(name, one.get_short_help_str(200)) for name, one in found])
