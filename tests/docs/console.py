"""Console blocks of a page: read, run for real, and written anew with what they print.

`PYTHONPATH=src:tests python tests/docs/console.py PAGE` puts what the commands print now into the
page. A block is fenced as `console`; a line with `$ ` in front is a command, `> ` goes on with it,
and what follows is its output. All blocks of a page are one session in one folder.
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
from fairpair.bootstrap import backup, open_access, open_service
from fairpair.cli.dependencies import Dependencies
from fairpair.cli.main import cli
from fairpair.server import make_app
from timeouts import PATIENCE

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEPENDENCIES = Dependencies(open_service, open_access, make_app, backup)
_SPECIAL = re.compile(r"[|<>;&$*\n]")
Run = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed, and what the page says that it prints."""

    prompt: str
    command: str
    output: str


def typed(text: str) -> list[Typed]:
    """All commands of a page, in their order."""
    return [one for block in BLOCK.findall(text) for one in _commands(block)]


def _commands(block: str) -> Iterator[Typed]:
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next((n for n, x in enumerate(lines[1:], 1) if not x.startswith("> ")), len(lines))
        command = "".join(line[2:] for line in lines[:end]).rstrip("\n")
        yield Typed("".join(lines[:end]), command, "".join(lines[end:]))


def environment(folder: Path) -> dict[str, str]:
    """What the commands are run with: a database of their own, and always the same width."""
    return {
        **os.environ,
        "FAIRPAIR_DATABASE": f"sqlite:///{folder / 'events.db'}",
        "FAIRPAIR_BY": "Zoe",
        "COLUMNS": "100",
        "PYTHONPATH": str(Path(fairpair.__file__).parents[1]),
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }


def in_a_shell(folder: Path) -> Run:
    """Every command in a real shell."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / "fairpair"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m fairpair "$@"\n')
    program.chmod(0o755)

    def run(command: str) -> str:
        ran = subprocess.run(
            ["bash", "-c", f"exec 2>&1; {command}"],
            cwd=folder,
            env=environment(folder),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return ran.stdout

    return run


def in_this_process(folder: Path) -> Run:
    """Plain commands of Fairpair without a new process; what a shell has to do, in a shell."""
    shell = in_a_shell(folder)

    def run(command: str) -> str:
        if not command.startswith("fairpair ") or _SPECIAL.search(command):
            return shell(command)
        before = Path.cwd()
        os.chdir(folder)
        try:
            words = shlex.split(command)[1:]
            made = CliRunner(env=environment(folder)).invoke(
                cli, words, obj=DEPENDENCIES, prog_name="fairpair"
            )
            return made.output
        finally:
            os.chdir(before)

    return run


def steady(text: str) -> str:
    """The text without what is another one each time: times."""
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-11-20 18:00", text)


def rewritten(text: str, run: Run) -> str:
    """The page with what its commands print now."""

    def block(found: re.Match[str]) -> str:
        parts = [one.prompt + steady(run(one.command)) for one in _commands(found.group(1))]
        return f"```console\n{''.join(parts)}```"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        with TemporaryDirectory() as place:
            new = rewritten(page.read_text(encoding="utf-8"), in_this_process(Path(place)))
        page.write_text(new, encoding="utf-8")
