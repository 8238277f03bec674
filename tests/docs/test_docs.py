"""The documentation is true: examples run, commands and codes exist, links work."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from fairpair.cli.main import cli
from fairpair.core.numbers import format_number
from fairpair.engine.standings.codes import MODIFIERS
from fairpair.engine.standings.registry import catalogue, markdown
from fairpair.presets import names, rules_of

from .python_blocks import EXAMPLE, output_of

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "tests" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "how-to" / "pair-files.md"])
def test_an_example_prints_its_output(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    example, output = re.findall(r"```(?:python|text)\n(.*?)```", text, re.DOTALL)
    completed = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed.stdout == output


RECIPES = EXAMPLE.findall(
    (ROOT / "docs" / "how-to" / "use-from-python.md").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("example", "output"), RECIPES)
def test_a_recipe_prints_its_output(example: str, output: str, tmp_path: Path) -> None:
    assert output_of(example, tmp_path) == output


def test_there_are_at_least_ten_recipes() -> None:
    assert len(RECIPES) >= 10


def test_every_command_and_option_has_help() -> None:
    assert isinstance(cli, click.Group)
    commands = [(name, command) for name, command in cli.all_commands().items()]
    for name, command in commands:
        assert command.help, name
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (name, option.name)
        if isinstance(command, click.Group):
            commands += [(f"{name} {n}", one) for n, one in command.commands.items()]
        else:
            assert "fairpair " in command.help, f"{name} has no example"
    assert len(commands) > 50


def test_the_generated_pages_are_up_to_date() -> None:
    completed = subprocess.run(
        [sys.executable, ROOT / "tools" / "reference.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, (
        f"run tools/reference.py\n{completed.stdout}{completed.stderr}"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_work(page: Path) -> None:
    for target, anchor in re.findall(
        r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")
    ):
        if target.startswith("https://"):
            continue
        linked = page.parent / target if target else page
        assert linked.exists(), target
        assert not anchor or anchor in _anchors(linked), (target, anchor)


def _anchors(page: Path) -> set[str]:
    """Return the anchors of the headings, as they are made on GitHub."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_the_index_links_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        name = page.relative_to(ROOT / "docs").as_posix()
        assert f"({name})" in index or name == "README.md", name


def test_the_error_codes_exist() -> None:
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "src").rglob("*.py"))
    page = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    codes = re.findall(r"`([a-z-]+)`", "".join(rows))
    assert len(codes) > 5
    for code in codes:
        assert f'"{code}"' in sources, code


def test_the_architecture_page_names_every_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE):
        for name in re.findall(r"`([a-z_/.]+)`", row):
            assert (ROOT / "src" / "fairpair" / name).exists(), name
    folders = {
        p.name for p in (ROOT / "src" / "fairpair").iterdir() if (p / "__init__.py").exists()
    }
    assert all(folder in text for folder in folders)


def test_every_behaviour_is_in_its_file() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Where to find behaviour")[1].split("\n## ")[0]
    rows = re.findall(r"^\| .*? \| `(.*?)` \| (?:`(.*?)` )?\|$", table, re.MULTILINE)
    assert len(rows) == 10
    for path, name in rows:
        source = (ROOT / "src" / "fairpair" / path).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(rf"^ *(class |def |async def )?{part}\b", source, re.MULTILINE), (
                path,
                name,
            )


def test_the_tie_breaks_page_is_the_output_of_the_command() -> None:
    page = (ROOT / "docs" / "reference" / "tiebreaks.md").read_text(encoding="utf-8")
    assert page.endswith(markdown(catalogue()))


def test_every_option_and_modifier_of_standings_is_documented() -> None:
    options_page = (ROOT / "docs" / "reference" / "file-commands.md").read_text(encoding="utf-8")
    command = cli.all_commands()["standings"]
    options = [o for p in command.params if isinstance(p, click.Option) for o in p.opts]
    for option in options:
        assert f"`{option}" in options_page, option
    page = (ROOT / "docs" / "explanation" / "tie-breaks.md").read_text(encoding="utf-8")
    for letter in MODIFIERS:
        assert f"`/{letter}" in page, letter


def test_every_option_of_the_server_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "server.md").read_text(encoding="utf-8")
    for option in cli.all_commands()["serve"].params:
        assert isinstance(option, click.Option)
        assert f"`{option.opts[0]}`" in page, option.opts
        assert f"`{option.envvar}`" in page, option.envvar


def test_the_table_of_presets_matches_their_rules() -> None:
    page = (ROOT / "docs" / "reference" / "presets.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in re.findall(r"^\| (`\w+` \| .*) \|$", page, re.MULTILINE)]
    assert [row[0].strip("`") for row in rows[: len(names())]] == list(names())
    for row in rows[: len(names())]:
        rules = rules_of(row[0].strip("`"), {})
        expected = iter(rules.standings_tiebreakers)
        codes = re.findall(r"`([^`]+)`", row[3])
        assert all(code in expected for code in codes), (row[0], codes)
        assert ("random" in row[3]) == ("random" in rules.standings_tiebreakers), row[0]
        if rules.primary_score == "":
            assert row[2] == ", ".join(
                format_number(getattr(rules.points, x)) for x in _OUTCOMES
            ), row[0]


_OUTCOMES = ("win", "draw", "loss")
