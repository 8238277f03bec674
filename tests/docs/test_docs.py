"""What the documents say is true: examples run, commands and codes exist, links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from fairpair.cli.main import cli
from fairpair.engine.standings.catalogue import catalogue, markdown
from fairpair.engine.standings.codes import MODIFIERS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "pairing.md"])
def test_an_example_prints_what_it_says(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    example, output = re.findall(r"```(?:python|text)\n(.*?)```", text, re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == output


def test_every_command_is_in_the_readme() -> None:
    assert isinstance(cli, click.Group)
    for name, command in cli.commands.items():
        assert f"`fairpair {name}" in README, name
        assert command.help
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (name, option.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), target


def test_the_codes_in_the_docs_are_the_codes_in_the_program() -> None:
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "src").rglob("*.py"))
    table = (ROOT / "docs" / "data.md").read_text(encoding="utf-8").partition("| code |")[2]
    codes = re.findall(r"`([a-z-]+)`", "".join(row.split("|")[1] for row in table.splitlines()[2:]))
    assert len(codes) > 5
    for code in codes:
        assert f'"{code}"' in sources, code


def test_the_map_names_what_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE):
        for name in re.findall(r"`([a-z_/.]+)`", row):
            assert (ROOT / "src" / "fairpair" / name).exists(), name
    folders = {
        p.name for p in (ROOT / "src" / "fairpair").iterdir() if (p / "__init__.py").exists()
    }
    assert all(folder in text for folder in folders)


def test_the_page_of_tiebreaks_is_what_the_command_prints() -> None:
    page = (ROOT / "docs" / "tiebreaks.md").read_text(encoding="utf-8")
    assert page.endswith(markdown(catalogue()))


def test_the_page_about_standings_names_every_option_and_modifier() -> None:
    page = (ROOT / "docs" / "standings.md").read_text(encoding="utf-8")
    command = cli.commands["standings"]
    options = [o for p in command.params if isinstance(p, click.Option) for o in p.opts]
    for option in options:
        assert f"`{option}" in page, option
    for letter in MODIFIERS:
        assert f"`/{letter}" in page, letter


def test_the_page_about_serving_names_every_option() -> None:
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    for option in cli.commands["serve"].params:
        assert isinstance(option, click.Option)
        assert f"`{option.opts[0]}`" in page, option.opts
        assert f"`{option.envvar}`" in page, option.envvar
