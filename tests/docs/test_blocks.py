"""Every fenced block of the documentation is run or checked by a test, or is a named exception."""

import re
import runpy
import tomllib
from collections import Counter
from pathlib import Path

import click
import pytest
import yaml
from PIL import Image

from fairpair import plugin
from fairpair.cli.main import cli

from .blocks import ROOT, SHELL, Block, blocks, commands, json_values, simple_commands
from .console import console_commands, process_runner

BLOCKS = list(blocks())
GUIDES = "tests/docs/test_guides.py::test_commands_print_what_the_guide_says"
OUTPUT = "tests/docs/test_docs.py::test_an_example_prints_its_output"
RECIPE = "tests/docs/test_docs.py::test_a_recipe_prints_its_output"
CLIENT = "tests/docs/test_client.py::test_the_examples_of_the_client_print_their_output"
GENERATED = "tests/docs/test_docs.py::test_the_generated_pages_are_up_to_date"
FILES = "tests/docs/test_files.py::test_the_examples_are_files_as_we_write_them"
HERE = "tests/docs/test_blocks.py::"
API = "tests/docs/test_api_examples.py::"
RUN = {
    ("README.md", "console"): GUIDES,
    ("README.md", "python"): OUTPUT,
    ("README.md", "text"): OUTPUT,
    ("docs/architecture.md", "python"): HERE + "test_code_of_the_program_is_shown_as_it_is",
    ("docs/explanation/round-robin.md", "toml"): (
        "tests/pairing/test_round_robin.py::test_the_rules_on_the_page_can_be_used"
    ),
    ("docs/how-to/choose-rules.md", "python"): (
        "tests/unit/test_presets.py::test_the_pages_about_presets_are_true"
    ),
    ("docs/how-to/command-line.md", "console"): GUIDES,
    ("docs/how-to/compare-formats.md", "console"): (
        "tests/cli/test_laboratory.py::test_the_example_of_the_page_runs"
    ),
    ("docs/how-to/describe-a-tournament.md", "console"): (
        HERE + "test_the_details_of_a_tournament_are_set_as_the_page_says"
    ),
    ("docs/how-to/embed.md", "html"): API + "test_addresses_to_embed_are_answered",
    ("docs/how-to/extend.md", "python"): HERE + "test_an_extension_is_made_as_the_page_says",
    ("docs/how-to/extend.md", "toml"): HERE + "test_the_entry_point_is_the_one_of_the_example",
    **{
        (f"docs/how-to/games/{name}.md", "console"): GUIDES
        for name in ("chess", "infinity", "other", "pokemon", "team-chess")
    },
    ("docs/how-to/pair-files.md", "python"): OUTPUT,
    ("docs/how-to/pair-files.md", "text"): OUTPUT,
    ("docs/how-to/ratings-and-norms.md", "python"): (
        "tests/app/test_ratings.py::test_the_example_of_the_page_runs"
    ),
    ("docs/how-to/simulate.md", "console"): (
        "tests/cli/test_simulation.py::test_the_examples_of_the_page_run"
    ),
    ("docs/how-to/use-from-python.md", "python"): RECIPE,
    ("docs/how-to/use-from-python.md", "text"): RECIPE,
    ("docs/how-to/use-the-api.md", "python"): CLIENT,
    ("docs/how-to/use-the-api.md", "text"): CLIENT,
    ("docs/reference/api-writing.md", "csv"): API + "test_a_list_of_players_is_accepted",
    ("docs/reference/api.md", "text"): API + "test_a_request_is_answered_as_the_page_shows",
    ("docs/reference/files.md", "csv"): FILES,
    ("docs/reference/files.md", "trf"): FILES,
    ("docs/reference/presets.md", "toml"): GENERATED,
    ("docs/reference/python.md", "pycon"): GENERATED,
    ("docs/reference/webhooks.md", "python"): (
        "tests/api/test_webhooks.py::test_the_documented_way_to_check_a_signature_works"
    ),
}
"""The test that runs all blocks of this kind on this page."""
LONG_RUN = "output of a run that takes minutes, for one computer"
DIAGRAM = "a diagram"
EXCEPTIONS = {
    ("docs/architecture.md", "flowchart TB"): DIAGRAM,
    ("docs/architecture.md", "sequenceDiagram"): DIAGRAM,
    ("docs/how-to/connect-phones.md", "Fairpair is running: http://127.0.0.1:8000"): (
        "output of a server, with an address of its network"
    ),
    ("docs/how-to/run-a-server.md", "[Service]"): "a fragment of configuration for systemd",
    ("docs/reference/abuse.md", "Abuse run on sqlite, seed 21, 557 s"): LONG_RUN,
    (
        "docs/reference/server.md",
        "id: 42",
    ): "a message of a stream, as tests/api/test_live.py reads",
    ("docs/reference/soak.md", "Chaos run on sqlite, seed 1, 381 s"): LONG_RUN,
    ("docs/tutorial/first-tournament.md", "Ana Lima"): "names to copy, not a command",
}
"""Blocks that no test runs, by page and first line, and why."""
EXCEPTIONAL_PAGES = {("docs/reference/benchmarks.md", "text"): LONG_RUN}
"""Pages with many blocks that no test runs."""
CHECKED_KINDS = {
    "json": "test_json_can_be_read",
    "yaml": "test_yaml_can_be_read",
}
"""Kinds of block that a test here reads on every page."""
SYSTEM = {
    "/opt/fairpair/bin/pip": "installs packages",
    "chmod": "changes files",
    "cp": "changes files",
    "dask": "runs until it is stopped",
    "docker": "needs a container engine",
    "export": "sets a variable of the shell",
    "grep": "searches the output of another program",
    "journalctl": "needs systemd",
    "jq": "need not be installed",
    "lp": "needs a printer",
    "pip": "installs packages",
    "pipx": "installs packages",
    "podman": "needs a container engine",
    "printf": "is part of every shell",
    "systemctl": "needs systemd",
}
"""Programs that a test must not start, and why; files of ours that they name must exist."""


def is_exception(block: Block) -> bool:
    first = block.text.partition("\n")[0]
    return (block.page, first) in EXCEPTIONS or (block.page, block.kind) in EXCEPTIONAL_PAGES


SHELL_BLOCKS = [one for one in BLOCKS if one.kind in SHELL and not is_exception(one)]


def of(page: str, kind: str) -> list[Block]:
    return [one for one in BLOCKS if (one.page, one.kind) == (page, kind)]


def test_every_block_is_run_or_an_exception() -> None:
    assert len(BLOCKS) > 200
    known = [*SHELL, *CHECKED_KINDS]
    missing = [
        str(one)
        for one in BLOCKS
        if (one.page, one.kind) not in RUN and one.kind not in known and not is_exception(one)
    ]
    assert missing == [], "add a test of these blocks to RUN, or name them in EXCEPTIONS"


def test_no_entry_is_out_of_date() -> None:
    kinds = {(one.page, one.kind) for one in BLOCKS}
    assert set(RUN) | set(EXCEPTIONAL_PAGES) <= kinds
    firsts = Counter((one.page, one.text.partition("\n")[0]) for one in BLOCKS)
    assert {key: firsts[key] for key in EXCEPTIONS} == dict.fromkeys(EXCEPTIONS, 1)
    used = {words[0] for block in SHELL_BLOCKS for words in _words(block)}
    assert set(SYSTEM) <= used


def test_every_test_that_is_named_exists_and_reads_the_page() -> None:
    for (page, _), test in RUN.items():
        path, _, name = test.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name}(" in source, test
        place = Path(page)
        in_folder = f'"{place.parent.name}").glob(' in source
        named = place.stem in source or in_folder or test == GENERATED
        assert named, f"{test} does not read {page}"


def _words(block: Block) -> list[list[str]]:
    return [words for line in commands(block) for words in simple_commands(line) if words]


@pytest.mark.parametrize("block", SHELL_BLOCKS, ids=str)
def test_a_command_for_the_shell_exists(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in _words(block):
        match words:
            case [("fairpair" | "/opt/fairpair/bin/fairpair"), *rest]:
                parse(rest)
            case ["python3", "fairpair.pyz", *rest]:
                parse(rest)
            case ["python3", "do.py", word, *_]:
                assert f"python3 do.py {word} " in do_help(), word
            case ["python3", "-m", "venv", *_]:
                pass
            case ["curl", *_]:
                pass  # all of them are run by test_api_examples.py
            case [program, *rest]:
                assert program in SYSTEM, f"{block}: {program}"
                ours = [one for one in rest if one.startswith("deploy/")]
                assert all((ROOT / one).exists() for one in ours if not one.endswith(".env")), words


def do_help() -> str:
    return str(runpy.run_path(str(ROOT / "do.py"))["HELP"])


def parse(words: list[str]) -> None:
    """Read the words as the program does, with all commands, options and values, and stop."""
    for word in words:
        if "." in word and "/" not in word and not Path(word).exists():
            Path(word).touch()  # a file that the reader has
    command: click.Command | None = cli
    context: click.Context | None = None
    while isinstance(command, click.Group):
        context = command.make_context(command.name, words, parent=context)
        rest = [*context._protected_args, *context.args]
        if not rest and command.invoke_without_command:
            return
        _, command, words = command.resolve_command(context, rest)
    assert command is not None
    command.make_context(command.name, words, parent=context)


@pytest.mark.parametrize(
    "wrong",
    ["nwe Cup", "new", "new Cup --playres a.txt", "players cup acept Ana", "new C --limit x"],
)
def test_a_wrong_command_is_found(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(click.ClickException):
        parse(wrong.split())


@pytest.mark.parametrize("block", [one for one in BLOCKS if one.kind == "json"], ids=str)
def test_json_can_be_read(block: Block) -> None:
    assert json_values(block)


@pytest.mark.parametrize("block", [one for one in BLOCKS if one.kind == "yaml"], ids=str)
def test_yaml_can_be_read(block: Block) -> None:
    assert isinstance(yaml.safe_load(block.text), dict)


def test_code_of_the_program_is_shown_as_it_is() -> None:
    source = (ROOT / "src" / "fairpair" / "app" / "use_cases" / "rounds.py").read_text("utf-8")
    (example,) = of("docs/architecture.md", "python")
    assert f"\n\n{example.text}\n\n" in source


def test_an_extension_is_made_as_the_page_says() -> None:
    functions = ("pair", "explain", "prepare", "recognise", "read", "gather")
    names = {one: getattr(plugin, one) for one in dir(plugin)} | {
        name: lambda *_: None for name in functions
    }
    examples = of("docs/how-to/extend.md", "python")
    made = [eval(one.text, names) for one in examples]
    kinds = [type(one).__name__ for one in made]
    assert kinds == ["System", "Tiebreak", "FileFormat", "Sheet"]


def test_the_entry_point_is_the_one_of_the_example() -> None:
    (block,) = of("docs/how-to/extend.md", "toml")
    project = ROOT / "examples" / "fairpair-example" / "pyproject.toml"
    points = tomllib.loads(project.read_text("utf-8"))["project"]["entry-points"]
    for group, named in tomllib.loads(block.text)["project"]["entry-points"].items():
        assert named.items() <= points[group].items()


def test_the_details_of_a_tournament_are_set_as_the_page_says(tmp_path: Path) -> None:
    Image.new("RGB", (64, 64)).save(tmp_path / "club.png")
    Image.new("RGB", (800, 200)).save(tmp_path / "hall.jpg")
    run = process_runner(tmp_path)
    page = (ROOT / "docs" / "how-to" / "describe-a-tournament.md").read_text("utf-8")
    found = [one.command for one in console_commands(page)]
    new = next(n for n, one in enumerate(found) if one.startswith("fairpair new "))
    for command in (*found[new:], *found[:new]):
        output = run(command)
        assert "Error" not in output, output
        assert output, command


FILE_PAGES = ("docs/how-to/pair-files.md", "docs/how-to/rank-files.md")
FILE_COMMANDS = [
    line for block in SHELL_BLOCKS for line in commands(block) if block.page in FILE_PAGES
]


def test_commands_about_files_do_their_work(tmp_path: Path) -> None:
    (example,) = of("docs/reference/file-commands.md", "json")
    (tmp_path / "friday.json").write_text(example.text, encoding="utf-8")
    (tmp_path / "league.json").write_text('{"players": ["Ana", "Bo", "Cy"], "rounds": []}')
    run = process_runner(tmp_path)
    run("fairpair generate --players 14 --rounds 3 --seed a -o open.trf")
    report = tmp_path / "open.trf"
    more = re.sub(r"^(142|XXR) 3$", r"\1 5", report.read_text("utf-8"), flags=re.MULTILINE)
    report.write_text(more, encoding="utf-8")
    assert len(FILE_COMMANDS) == 14
    for command in FILE_COMMANDS:
        output = run(command.replace("--players 60 --rounds 9", "--players 20 --rounds 5"))
        assert "Error" not in output, (command, output)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert made >= {"open.pairs", "random.trf", "standings.csv"}
