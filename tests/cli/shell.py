"""The commands without a new process each time, on a database of one's own."""

import json
import os
from dataclasses import dataclass
from typing import Any

import click
from click.testing import CliRunner

from fairpair.bootstrap import backup, claim, open_access, open_service
from fairpair.cli.dependencies import Dependencies
from fairpair.cli.main import cli
from fairpair.language.texts import use
from fairpair.server import make_app

DEPENDENCIES = Dependencies(open_service, open_access, make_app, backup, claim)
EIGHT = ("Ana Lima", "Bo Chen", "Cy Diaz", "Di Eck", "Ed Fox", "Flo Gil", "Gus Hay", "Hal Ito")


@dataclass(frozen=True)
class CommandOutput:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    """Types commands."""

    database: str

    def type(self, *words: str, data: str | bytes = "", **env: str) -> CommandOutput:
        """Whatever comes of it; but never an internal error."""
        variables = {"FAIRPAIR_DATABASE": self.database, "FAIRPAIR_BY": "Zoe", "COLUMNS": "100"}
        runner = CliRunner(env={**os.environ, **variables, **env})
        with use("en", ""):  # commands choose the words of a game until their process ends
            made = runner.invoke(cli, words, obj=DEPENDENCIES, input=data, prog_name="fairpair")
        assert made.exit_code != 70, (words, made.stderr)
        assert "Traceback" not in made.output
        return CommandOutput(made.exit_code, made.stdout, made.stderr)

    def do(self, *words: str, data: str | bytes = "") -> str:
        """It must go well."""
        said = self.type(*words, data=data)
        assert said.code == 0, (words, said.out, said.err)
        return said.out

    def json(self, *words: str, data: str = "") -> Any:
        """What it says to programs."""
        return json.loads(self.do(*words, "--json", data=data))

    def refuse(self, code: int, *words: str, data: str = "") -> str:
        """It must end with this code and change nothing; gives what it says about it."""
        said = self.type(*words, data=data)
        assert said.code == code, (words, said.out, said.err)
        return said.err

    def begun(self, *settings: str, names: tuple[str, ...] = EIGHT, preset: str = "") -> None:
        """A tournament `cup` with eight players."""
        if any(one in {"rounds=1", "rounds=2"} for one in settings):
            settings += ("few_rounds_reason=a short evening",)
        sets = [word for one in settings for word in ("--set", one)]
        rules = ["--preset", preset] if preset else []
        words = ("new", "Cup", "--id", "cup", "--draw-seed", "x", "--players", "-", *rules, *sets)
        self.do(*words, data="\n".join(names))

    def play(self, *results: str) -> None:
        """The next round, with these results by table."""
        self.do("round", "cup", "draft", "--publish")
        if results:
            lines = "\n".join(f"{n} {one}" for n, one in enumerate(results, 1))
            self.do("result", "cup", data=lines)

    @property
    def version(self) -> int:
        return int(self.json("status", "cup")["version"])


def all_commands() -> list[tuple[list[str], click.Command]]:
    """Every command with the words that lead to it, actions of groups too."""
    assert isinstance(cli, click.Group)
    found: list[tuple[list[str], click.Command]] = []
    left = [([name], command) for name, command in cli.all_commands().items()]
    for words, command in left:
        found.append((words, command))
        if isinstance(command, click.Group):
            between = ["cup"] if any(p.name == "name" for p in command.params) else []
            left += [([*words, *between, n], one) for n, one in command.commands.items()]
    return found
