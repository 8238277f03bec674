"""How an answer is written that programs may read: `--format` and `--json`."""

import json
from typing import Any

import click

from fairpair.cli.output import write

json_option = click.option("--json", "is_json", is_flag=True, help="The same as --format json.")


def form_of(form: str | None, is_json: bool) -> str | None:
    """The format that --format and --json ask for."""
    if is_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} contradict each other.")
    return "json" if is_json else form


def as_json(value: Any) -> str:
    """The value for people and programs to read."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def write_json(value: Any) -> None:
    """The value to standard output."""
    write(as_json(value))
