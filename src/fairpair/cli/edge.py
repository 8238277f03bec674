"""The edge of the program: whatever happens, a message without a traceback, and an exit code."""

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from fairpair.cli.exits import BROKEN_PIPE, FILE_TROUBLE, INTERNAL, INTERRUPTED, exit_code
from fairpair.cli.output import complain, give_up_errors, give_up_output
from fairpair.core.errors import DomainError

DEBUG = "FAIRPAIR_DEBUG"
"""The variable that has the traceback of an internal error shown."""


class Kind(click.Group):
    """A group of commands that answers a refusal with message, hint and exit code.

    `sections` divide its help: a title, and the names of the commands in it.
    """

    def __init__(
        self, *args: Any, sections: Mapping[str, str] | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.sections = {title: names.split() for title, names in (sections or {}).items()}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in their sections."""
        named = {name for names in self.sections.values() for name in names}
        rest = [name for name in self.list_commands(ctx) if name not in named]
        for title, names in {**self.sections, "The rest": rest}.items():
            found = [(name, self.commands[name]) for name in names if name in self.commands]
            if found:
                with formatter.section(title):
                    formatter.write_dl([(n, one.get_short_help_str(200)) for n, one in found])

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run the command, and end the program with its code."""
        run = partial(super().main, *args, standalone_mode=False, **options)
        if not standalone_mode:
            return run()
        sys.exit(_ended(run))

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
    """`| head` has seen enough: no word about it. Click itself would end with 1 here."""
    try:
        yield
    except BrokenPipeError as error:
        give_up_output()
        raise click.exceptions.Exit(BROKEN_PIPE) from error


def _ended(run: Callable[[], object]) -> int:
    """The exit code of a run; what went wrong has been told."""
    try:
        code = run()
    except DomainError as error:
        complain(f"Error: {error}")
        return exit_code(error)
    except click.ClickException as error:
        _show(error)
        return error.exit_code
    except click.Abort:
        complain("Aborted!")
        return INTERRUPTED
    except OSError as error:
        give_up_output()
        _trace(error)
        complain(f"Error: {error}.\nThat is trouble with a file or device: mend it and repeat.")
        return FILE_TROUBLE
    except Exception as error:  # noqa: BLE001 - nobody is to see a traceback
        _trace(error)
        complain(
            f"Internal error: {type(error).__name__}. This is a fault of Fairpair, not yours.\n"
            "Please report it with the command line and the files that you gave."
            f" {DEBUG}=1 shows where it happened."
        )
        return INTERNAL
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    try:
        error.show()
    except OSError:
        give_up_errors()


def _trace(error: Exception) -> None:
    if os.environ.get(DEBUG):
        complain("".join(traceback.format_exception(error)).rstrip())
