"""The program starts quickly: a command is imported when it is called, and not before."""

import os
import subprocess
import sys

import pytest

from fairpair.cli.main import cli

HEAVY = {"alembic", "fastapi", "msgspec", "pydantic", "rich", "sqlalchemy", "typst", "uvicorn"}


PROGRAM = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from fairpair.__main__ import main
main()
"""


def imported_by(*words: str, **variables: str) -> set[str]:
    """All modules that are there when a run of the program ends."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **variables},
    )
    return set(ran.stderr.split())


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("completion", "bash")])
def test_the_start_imports_no_library_of_the_server(words: tuple[str, ...]) -> None:
    found = imported_by(*words)
    assert "fairpair.cli.main" in found
    assert not HEAVY & found
    assert not any(name.startswith(("fairpair.app", "fairpair.cli.desk")) for name in found)


def test_the_completion_of_commands_imports_none_of_them() -> None:
    typed = {"COMP_WORDS": "fairpair s", "COMP_CWORD": "1"}
    assert not HEAVY & imported_by(_FAIRPAIR_COMPLETE="bash_complete", **typed)


def test_commands_about_files_need_no_database() -> None:
    found = imported_by("pair", "--help")
    assert "fairpair.cli.pairing" in found
    assert not {"fastapi", "sqlalchemy", "uvicorn"} & found


def test_the_short_help_is_the_beginning_of_the_help() -> None:
    for name, command in cli.all_commands().items():
        assert cli.lazy[name].short_help == command.get_short_help_str(200), name


def test_no_two_commands_have_the_same_help() -> None:
    helps = [one.short_help for one in cli.lazy.values()]
    assert len(set(helps)) == len(helps)
