"""Commands for many files: read each one, and report results and errors."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from os.path import realpath
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from fairpair.cli.error_handling import exit_code
from fairpair.cli.options import as_json
from fairpair.cli.output import print_error, progress_bar, write
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, InvalidInputError, StorageError
from fairpair.formats.grids import escape_controls
from fairpair.language.message import Message

STDIN = Path("-")
MOST_BYTES = 64 * 2**20
"""The size limit of a file: twice that of a server."""
MANY = 20
"""From this number of files, one progress bar covers them all."""
T = TypeVar("T")
Answer = tuple[tuple[str, ...], T]
"""Notes on a file, and the result."""
_ASKED_WRONGLY = ("bad-tiebreaks", "bad-rules", "no-preset")
"""Errors in the options, which can occur for every file."""


class Target(click.Path):
    """A file or folder to write to."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The path; click would take an empty name for the working directory."""
        if value == "":
            self.fail("the name is empty.", param, ctx)
        return super().convert(value, param, ctx)


files_argument = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
out_dir_option = click.option(
    "--out-dir",
    type=Target(path_type=Path, file_okay=False),
    help="Write one output file per input to this directory and print a summary.",
)
repair_option = click.option(
    "--repair", is_flag=True, help="Repair unambiguous errors in a TRF file and report each repair."
)


@dataclass(slots=True)
class Findings(Generic[T]):
    """The results and errors of all files, in their order."""

    done: list[tuple[Path, T]] = field(default_factory=list)
    notes: list[tuple[Path, str]] = field(default_factory=list)
    refusals: list[tuple[Path, DomainError]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many files there were."""
        return len(self.done) + len(self.refusals)

    @property
    def exit_code(self) -> int:
        """The worst of the refusals; 0 without one."""
        return max((exit_code(error) for _, error in self.refusals), default=0)


def process_files(
    files: Sequence[Path], answer: Callable[[Path], Answer[T]], *, label: Message
) -> Findings[T]:
    """Process all files; an error in one does not stop the others.

    If every file fails with the same error in the options, that error is raised.
    """
    found: Findings[T] = Findings()
    for file, one in _each(files, answer, label):
        if isinstance(one, DomainError):
            found.refusals.append((file, one))
        else:
            found.notes += [(file, note) for note in one[0]]
            found.done.append((file, one[1]))
    if not found.done:
        _raise_if_the_same(found.refusals)
    return found


def _each(
    files: Sequence[Path], answer: Callable[[Path], Answer[T]], label: Message
) -> Iterator[tuple[Path, Answer[T] | DomainError]]:
    """The result or error of every file, with a progress bar for many files."""
    with progress_bar(label, shown=len(files) >= MANY) as so_far:
        for n, file in enumerate(files, 1):
            try:
                yield file, answer(file)
            except DomainError as error:
                yield file, error
            so_far(n, len(files))


def _raise_if_the_same(refusals: list[tuple[Path, DomainError]]) -> None:
    _, first = refusals[0]
    if first.code in _ASKED_WRONGLY and len({str(error) for _, error in refusals}) == 1:
        raise first


def read_content(file: Path) -> bytes:
    """The content of a file or of standard input, up to the size limit."""
    if file == STDIN and sys.stdin is None:
        raise StorageError("cannot-read.closed")
    try:
        if file == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise StorageError("cannot-read", why=error.strerror or str(error)) from error
    if len(data) > MOST_BYTES:
        raise InvalidInputError("file-too-large.any", limit=MOST_BYTES // 2**20)
    return data


def name_of(file: Path) -> str:
    """A file's name as UTF-8 can write it."""
    return click.format_filename(file)


def targets_in(out_dir: Path, files: Sequence[Path], suffix: str) -> dict[Path, Path]:
    """The output file of each input; no two are the same, and no input is overwritten."""
    inputs = set(map(realpath, files))
    targets: dict[Path, Path] = {}
    taken: dict[Path, Path] = {}
    for file in files:
        stem = "stdin" if file == STDIN else file.stem
        target = out_dir / (stem + suffix)
        if target in taken and taken[target] != file:
            raise InvalidInputError(
                "same-name", one=str(file), other=str(taken[target]), target=str(target)
            )
        if realpath(target) in inputs:
            raise InvalidInputError("same-name.as-input", target=str(target))
        targets[file] = taken.setdefault(target, file) and target
    return targets


def print_findings(found: Findings[str], out_dir: Path | None, *, is_json: bool = False) -> None:
    """Print notes and errors to standard error, then the texts or a summary."""
    print_notes(found)
    if out_dir:
        written = Message(
            "cli.files-written" if not found.refusals else "cli.files-written-with-errors",
            n=found.count,
            done=len(found.done),
            folder=name_of(out_dir),
            bad=len(found.refusals),
        )
        write(f"{written}\n")
    elif found.count == 1:
        write("".join(text for _, text in found.done))
    elif is_json:
        write(as_json([{"file": name_of(file), **json.loads(text)} for file, text in found.done]))
    else:
        write("\n".join(f"{name_of(file)}\n{text}" for file, text in found.done))


def print_notes(found: Findings[Any]) -> None:
    """Print notes and errors to standard error; errors in the options only once."""
    for file, note in found.notes:
        print_error(escape_controls(f"{name_of(file)}: {note}"))
    for names, error in _group_refusals(found.refusals):
        print_error(
            str(Message("cli.error-in-file", file=escape_controls(names), error=str(error)))
        )


def _group_refusals(refusals: list[tuple[Path, DomainError]]) -> Iterator[tuple[str, DomainError]]:
    """The refusals with the names of their files."""
    by_text: dict[str, list[tuple[Path, DomainError]]] = {}
    for file, error in refusals:
        key = str(error) if error.code in _ASKED_WRONGLY else f"{file}:{error}"
        by_text.setdefault(key, []).append((file, error))
    for group in by_text.values():
        file, error = group[0]
        name = name_of(file)
        if len(group) > 1:
            name = str(Message("cli.and-more", first=name, n=len(group) - 1))
        yield name, error
