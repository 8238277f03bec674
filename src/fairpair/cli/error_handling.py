"""The group of all commands: loads one when it is needed, and answers errors without a traceback.

The exit codes:

| code | meaning |
|---|---|
| 1 | no legal pairing, or a failed check |
| 2 | incorrect usage |
| 3 | invalid input |
| 4 | conflict |
| 5 | file or database error, or a part that is not installed |
| 70 | internal error: a bug in Fairpair |
| 130 | stopped with Ctrl+C |
| 141 | the program reading the output closed it early |
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from fairpair.cli.dependencies import load
from fairpair.cli.output import close_errors, close_output, print_error
from fairpair.core.errors import (
    ConflictError,
    DomainError,
    ForbiddenError,
    InvalidInputError,
    InvalidStateError,
    RateLimitedError,
    StorageError,
    UnauthorizedError,
)
from fairpair.core.extras import MissingPackageError, missing_package
from fairpair.core.suggestions import nearest
from fairpair.language.message import Message

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

DEBUG = "FAIRPAIR_DEBUG"
"""The variable that has the traceback of an internal error shown."""
HELP_OPTIONS = ["-h", "--help"]
CHECK_FAILED = 1
FILE_TROUBLE = 5
INTERNAL = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED, BROKEN_PIPE = 130, 141  # the codes of shells for SIGINT and SIGPIPE
_CODES: dict[type[DomainError], int] = {
    InvalidInputError: 3,
    InvalidStateError: 4,
    ConflictError: 4,
    UnauthorizedError: 4,
    ForbiddenError: 4,
    RateLimitedError: 4,
    StorageError: FILE_TROUBLE,
    MissingPackageError: FILE_TROUBLE,
}


def exit_code(error: DomainError) -> int:
    """The exit code for this error."""
    # Here, because the start of the program needs no engine.
    from fairpair.engine.pairing.proposal import ImpossiblePairingError  # noqa: PLC0415

    if isinstance(error, ImpossiblePairingError):
        return CHECK_FAILED
    return next(_CODES[kind] for kind in type(error).__mro__ if kind in _CODES)


class LazyCommand(NamedTuple):
    """Where a command is found, `module:attribute` in this package, and its short help.

    The help of the whole program needs only this: no command has to be imported for it.
    """

    path: str
    short_help: str
    extra: str = ""
    """What it needs to be installed, where the first import that fails belongs to another extra."""

    def load(self) -> click.Command:
        """The command; its module is imported now if this is the first time."""
        try:
            command: click.Command = load(f"fairpair.cli.{self.path}")
        except ImportError as error:
            refusal = missing_package(error, self.extra)
            if refusal is None:
                raise
            raise refusal from error
        # Click keeps the option from whoever asks first, who may not be the whole program.
        command.context_settings.setdefault("help_option_names", HELP_OPTIONS)
        return command


class FairpairGroup(click.Group):
    """All commands in sections, each imported only when it is used.

    Errors are printed with message, hint and exit code.
    """

    def __init__(
        self, *args: Any, sections: Mapping[str, Mapping[str, LazyCommand]], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.sections = sections
        self.lazy = {name: one for named in sections.values() for name, one in named.items()}

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names in the order of the sections."""
        return list(self.lazy)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now if this is the first time."""
        found = self.lazy.get(cmd_name)
        return found and found.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of these words; an unknown one is told the nearest."""
        name = args[0]
        if name not in self.lazy and not name.startswith("-") and not ctx.resilient_parsing:
            near = nearest(name.lower(), self.lazy)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {near}?" if near else ""))
        return super().resolve_command(ctx, args)

    def all_commands(self) -> dict[str, click.Command]:
        """Every command by name, imported now."""
        return {name: one.load() for name, one in self.lazy.items()}

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in their sections."""
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, one.short_help) for name, one in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete commands and options."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only for shells

        found = [
            CompletionItem(name, help=one.short_help)
            for name, one in self.lazy.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run the command, and end the program with its code."""
        run = partial(super().main, *args, standalone_mode=False, **options)
        if not standalone_mode:
            return run()
        sys.exit(_run_to_exit_code(run))

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Read the words; `--help` is answered here already."""
        with _quiet_on_a_broken_pipe():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _quiet_on_a_broken_pipe():
            return super().invoke(ctx)


@contextmanager
def _quiet_on_a_broken_pipe() -> Iterator[None]:
    """Exit quietly when the reader closes the pipe, as `| head` does; Click would exit with 1."""
    try:
        yield
    except BrokenPipeError as error:
        close_output()
        raise click.exceptions.Exit(BROKEN_PIPE) from error


def _run_to_exit_code(run: Callable[[], object]) -> int:
    """Run, print any error, and return the exit code."""
    try:
        code = _run_installed(run)
    except DomainError as error:
        print_error(Message("cli.error", error=str(error)))
        return exit_code(error)
    except click.ClickException as error:
        _show(error)
        return error.exit_code
    except click.Abort:
        print_error(Message("cli.aborted"))
        return INTERRUPTED
    except OSError as error:
        close_output()
        _trace(error)
        print_error(Message("cli.device-trouble", error=str(error)))
        return FILE_TROUBLE
    except Exception as error:  # noqa: BLE001 - no traceback for users
        _trace(error)
        name = type(error).__name__
        print_error(Message("cli.internal-error", name=name, variable=DEBUG))
        return INTERNAL
    return code if isinstance(code, int) else 0


def _run_installed(run: Callable[[], object]) -> object:
    """Run; what needs an extra that is not installed is refused with its name."""
    try:
        return run()
    except ImportError as error:
        refusal = missing_package(error)
        if refusal is None:
            raise
        raise refusal from error


def _show(error: click.ClickException) -> None:
    try:
        error.show()
    except OSError:
        close_errors()


def _trace(error: Exception) -> None:
    if os.environ.get(DEBUG):
        import traceback  # noqa: PLC0415 - only for developers

        print_error("".join(traceback.format_exception(error)).rstrip())
