"""Read the console blocks of a page, run their commands, and update their output.

`PYTHONPATH=src:tests python tests/docs/console.py PAGE` writes the current output of the commands
to the page. A block is fenced as `console`; a line that starts with `$ ` is a command, `> `
continues it, and the lines that follow are its output. All blocks of a page are one session in one
folder.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

import fairpair
from fairpair.bootstrap import backup, claim, open_access, open_service
from fairpair.cli.dependencies import Dependencies
from fairpair.cli.main import cli
from fairpair.language.texts import use
from fairpair.server import make_app
from timeouts import PATIENCE

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEPENDENCIES = Dependencies(open_service, open_access, make_app, backup, claim)
_SPECIAL = re.compile(r"[|<>;&$*\n]")
Runner = Callable[[str], str]
"""Runs a command and returns its output."""


@dataclass(frozen=True, slots=True)
class ConsoleCommand:
    """A command on a page, and its output according to the page."""

    prompt: str
    command: str
    output: str


def console_commands(text: str) -> list[ConsoleCommand]:
    """Return all commands of a page, in order."""
    return [one for block in BLOCK.findall(text) for one in _commands(block)]


def _commands(block: str) -> Iterator[ConsoleCommand]:
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next((n for n, x in enumerate(lines[1:], 1) if not x.startswith("> ")), len(lines))
        command = "".join(line[2:] for line in lines[:end]).rstrip("\n")
        yield ConsoleCommand("".join(lines[:end]), command, "".join(lines[end:]))


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of the commands: a separate database, English, a fixed width."""
    return {
        **os.environ,
        "FAIRPAIR_DATABASE": f"sqlite:///{folder / 'events.db'}",
        "FAIRPAIR_BY": "Zoe",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(Path(fairpair.__file__).parents[1]),
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }


def shell_runner(folder: Path) -> Runner:
    """Run every command in a real shell."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / "fairpair"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m fairpair "$@"\n')
    program.chmod(0o755)

    def run(command: str) -> str:
        completed = subprocess.run(
            ["bash", "-c", f"exec 2>&1; {command}"],
            cwd=folder,
            env=environment(folder),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return completed.stdout

    return run


def process_runner(folder: Path) -> Runner:
    """Run plain Fairpair commands in this process, and all others in a shell."""
    shell = shell_runner(folder)

    def run(command: str) -> str:
        if not command.startswith("fairpair ") or _SPECIAL.search(command):
            return shell(command)
        before = Path.cwd()
        os.chdir(folder)
        try:
            words = shlex.split(command)[1:]
            with use("en", ""):  # commands choose the words of a game until their process ends
                result = CliRunner(env=environment(folder)).invoke(
                    cli, words, obj=DEPENDENCIES, prog_name="fairpair"
                )
            return result.output
        finally:
            os.chdir(before)

    return run


def with_fixed_times(text: str) -> str:
    """Replace times, which differ in every run."""
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-11-20 18:00", text)


def with_current_output(text: str, run: Runner) -> str:
    """Return the page with the current output of its commands."""

    def block(match: re.Match[str]) -> str:
        parts = [
            one.prompt + with_fixed_times(run(one.command)) for one in _commands(match.group(1))
        ]
        return f"```console\n{''.join(parts)}```"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        with TemporaryDirectory() as place:
            new = with_current_output(page.read_text(encoding="utf-8"), process_runner(Path(place)))
        page.write_text(new, encoding="utf-8")
