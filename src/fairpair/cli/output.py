"""Standard output and standard error, files to write, and the words in them."""

import io
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from fairpair.core.errors import StorageError
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message


def write(text: str | bytes) -> None:
    """Write to standard output as UTF-8 on any terminal; raise if the disk is full."""
    if sys.stdout is None:
        raise StorageError("output-failed.closed")
    out, left = sys.stdout.buffer, memoryview(_bytes(text))
    try:
        while left:  # with PYTHONUNBUFFERED a write may take only a part
            left = left[out.write(left) :]
        out.flush()
    except BrokenPipeError:  # `| head` has seen enough: the edge ends quietly
        raise
    except OSError as error:
        close_output()
        raise StorageError("output-failed", why=error.strerror or str(error)) from error


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def print_error(text: object) -> None:
    """Write lines to standard error, as `escape_controls` has them, if it takes any."""
    try:
        click.echo("\n".join(map(escape_controls, str(text).split("\n"))), err=True)
    except OSError:
        close_errors()


def close_output() -> None:
    """Write no more to standard output: Python would try once more at its end, and end with 120."""
    sys.stdout = io.StringIO()


def close_errors() -> None:
    """The same for standard error."""
    sys.stderr = io.StringIO()


def join_lines(lines: Iterable[object]) -> str:
    """The lines in the current language, each as `escape_controls` has it."""
    return "".join(f"{escape_controls(str(line))}\n" for line in lines)


def shell_command(*words: str) -> str:
    """The command to type."""
    return shlex.join(("fairpair", *words))


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def progress_bar(label: Message, *, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal; call the function with the done and total numbers."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    with click.progressbar(length=1, label=str(label), file=sys.stderr) as bar:

        def told(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield told


def save(target: Path, text: str | bytes) -> None:
    """Write a file completely or not at all; its folder is made if need be.

    A link stays and what it leads to is written; so are pipes and devices, which have no parts.
    """
    data = _bytes(text)
    try:
        place = Path(os.path.realpath(target))
        place.parent.mkdir(parents=True, exist_ok=True)
        # What is still a link leads to itself; writing says so.
        if place.is_symlink() or (target.exists() and not target.is_file()):
            target.write_bytes(data)
        else:
            _replace(place, data)
    except OSError as error:
        raise StorageError(
            "output-failed.file", file=str(target), why=error.strerror or str(error)
        ) from error


def _replace(place: Path, data: bytes) -> None:
    part = place.with_name(f".fairpair-{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(place)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
