"""The program starts quickly: a command is imported when it is called, and not before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairpair.cli.main import cli

HEAVY = {
    "alembic",
    "babel",
    "fastapi",
    "importlib.metadata",  # the entry points of extensions
    "importlib.resources",
    "jinja2",
    "msgspec",
    "pydantic",
    "rich",
    "sqlalchemy",
    "typst",
    "uvicorn",
    "xlsxwriter",
}
ENGINE = ("fairpair.engine", "fairpair.core.rules", "fairpair.core.tournament")
UNUSED_FOR_REPORT_FILES = (
    "fairpair.app.simulation",
    "fairpair.app.views",
    "fairpair.cli.desk",
    "fairpair.formats.sheets",
    "fairpair.formats.xml_files",
    "fairpair.log",
    "fairpair.presets",
    "fairpair.storage",
)
UNUSED_FOR_PAIRING = (
    "_hashlib",
    "difflib",
    "fairpair.engine.pairing.explanation",
    "fairpair.engine.pairing.swiss",
    "fairpair.engine.stages",
    "fairpair.engine.standings.tiebreaks",
)

PROGRAM = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from fairpair.__main__ import main
main()
"""


FIRST_PAGE = """
import asyncio, sys
from fairpair.bootstrap import open_service
from fairpair.server import make_app

answer = []
scope = {
    "type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http",
    "headers": [(b"host", b"localhost")], "server": ("localhost", 80), "client": ("127.0.0.1", 1),
}

async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}

async def send(message):
    answer.append(message)

service = open_service("memory:")
app = make_app(service)
asyncio.run(app(scope, receive, send))
service.close()
assert answer[0]["status"] == 200, answer[0]
print(*sys.modules)
"""
UNUSED_BY_THE_FIRST_PAGE = (
    "fairpair.api.commands",
    "fairpair.api.queries",
    "fairpair.app.files",
    "fairpair.app.laboratory",
    "fairpair.app.odds",
    "fairpair.app.printing",
    "fairpair.app.rating_lists",
    "fairpair.app.simulation",
    "fairpair.app.transfer",
    "fairpair.engine.odds",
    "fairpair.engine.pairing.explanation",
    "fairpair.formats.trf",
    "fairpair.formats.xml_files",
    "fairpair.paper",
    "fairpair.web.desk",
    "fairpair.web.laboratory",
    "fairpair.web.new",
    "fairpair.web.public",
    "pydantic.v1",
    "sqlalchemy.orm",
    "xml.etree",
)
UNUSED_BY_AN_IDLE_SERVER = {
    "alembic",
    "fairpair.cli.desk",
    "httpx",
    "pygments",
    "python_calamine",
    "rich",
    "segno",
    "typst",
    "xlsxwriter",
}


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
    assert not any(
        name.startswith(("fairpair.app", "fairpair.cli.desk", *ENGINE)) for name in found
    )


def test_the_completion_of_commands_imports_none_of_them() -> None:
    typed = {"COMP_WORDS": "fairpair s", "COMP_CWORD": "1"}
    assert not HEAVY & imported_by(_FAIRPAIR_COMPLETE="bash_complete", **typed)


@pytest.fixture
def report_file(tmp_path: Path) -> str:
    """A report file of four players, after the first of three rounds."""
    rows = ("3 w 1", "4 b 1", "1 b 0", "2 w 0")
    lines = ["012 Small", "142 3", "152 W", "192 FIDE_DUTCH_2026", "202 BH,SB"]
    for number, row in enumerate(rows, 1):
        points = row[-1] + ".0"
        lines.append(
            f"001 {number:4}      {'Player ' + str(number):33} 2000{points:>32}{number:5}     {row}"
        )
    path = tmp_path / "small.trf"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.mark.parametrize("words", [("pair",), ("pair", "--help"), ("check",), ("standings",)])
def test_commands_about_files_import_neither_database_nor_desk(
    words: tuple[str, ...], report_file: str
) -> None:
    found = imported_by(*words, report_file)
    assert "fairpair.formats.trf.reader" in found
    assert not HEAVY & found
    assert not [name for name in found if name.startswith(UNUSED_FOR_REPORT_FILES)]


def test_pairing_a_file_imports_one_system_and_no_explanations(report_file: str) -> None:
    found = imported_by("pair", report_file)
    assert "fairpair.engine.pairing.dutch.system" in found
    assert not [name for name in found if name.startswith(UNUSED_FOR_PAIRING)]


def test_the_server_imports_no_library_of_what_few_requests_need() -> None:
    program = "import fairpair.cli.serve, fairpair.server, sys; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    found = set(ran.stdout.split())
    assert "fastapi" in found
    assert not UNUSED_BY_AN_IDLE_SERVER & found


def test_the_first_page_imports_nothing_of_the_others() -> None:
    """A server that waits for its first visitors needs little memory."""
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_PAGE], capture_output=True, text=True, check=True
    )
    found = set(ran.stdout.split())
    assert "fairpair.web.front" in found
    assert not [name for name in found if name.startswith(UNUSED_BY_THE_FIRST_PAGE)]


def test_the_short_help_is_the_beginning_of_the_help() -> None:
    for name, command in cli.all_commands().items():
        assert cli.lazy[name].short_help == command.get_short_help_str(200), name


def test_no_two_commands_have_the_same_help() -> None:
    helps = [one.short_help for one in cli.lazy.values()]
    assert len(set(helps)) == len(helps)
