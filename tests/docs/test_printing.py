"""The pages about printing match the registry of sheets and the command."""

import re
from pathlib import Path

import click

from fairpair.app.printing import SHEETS
from fairpair.cli.main import cli
from fairpair.paper.layout import cut_stack

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "printing.md").read_text(encoding="utf-8")
STEPS = (DOCS / "how-to" / "print.md").read_text(encoding="utf-8")


def test_the_table_is_the_register() -> None:
    rows = [
        f"| `{one.name}` | {one.title} | {'yes' if one.of_round else 'no'} | {one.about} |"
        for one in SHEETS.values()
    ]
    assert "|---|---|---|---|\n" + "\n".join(rows) + "\n\n" in PAGE


def test_every_option_is_named() -> None:
    for option in cli.all_commands()["print"].params:
        if isinstance(option, click.Option):
            assert f"| `{option.opts[0]}`" in PAGE, option.opts


def test_every_example_is_a_command_that_exists() -> None:
    examples = re.findall(r"^ *fairpair print (.*?)(?: \|.*)?$", STEPS, re.MULTILINE)
    assert len(examples) == 5
    for example in examples:
        context = cli.all_commands()["print"].make_context(
            "print", example.split(), **cli.context_settings
        )
        assert context.params["sheet"] in SHEETS


def test_the_example_of_a_stack_is_what_is_printed() -> None:
    pages = cut_stack([f"table {n}" for n in range(1, 12)], 5)
    lines = ["| " + " | ".join(one or "" for one in row) + " |" for row in zip(*pages, strict=True)]
    assert "\n".join(line.replace("|  |", "| |") for line in lines[:4]) in STEPS


def test_every_code_is_in_the_program() -> None:
    source = Path(__file__).parents[2] / "src"
    sources = "".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    codes = re.findall(r"404 `([a-z-]+)`", PAGE)
    assert len(codes) == 4
    assert all(f'"{code}"' in sources for code in codes)
