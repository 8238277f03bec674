"""Options that several commands share: `--format`, `--json`, `--set`, and the server's URL."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import click

from fairpair.app.typed_rules import rule_value
from fairpair.cli.output import write
from fairpair.language.languages import DEFAULT
from fairpair.language.message import encode_message
from fairpair.language.texts import use

json_option = click.option("--json", "is_json", is_flag=True, help="The same as --format json.")


PUBLIC_URL = "FAIRPAIR_PUBLIC_URL"
"""The variable that names the address by which visitors know the server."""


def check_server_url(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """The address of a server, without a slash at its end."""
    parts = urlsplit(value.rstrip("/"))
    try:
        good = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 80)
    except ValueError:  # a port that is none
        good = None
    if value and (not good or parts.path or parts.query or parts.fragment or "@" in parts.netloc):
        raise click.BadParameter(
            "must be a URL without a path, such as http://192.168.1.5:8000"
            " or https://fairpair.example.org"
        )
    return parts.geturl()


def form_of(form: str | None, is_json: bool) -> str | None:
    """The format that --format and --json ask for."""
    if is_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot be used together.")
    return "json" if is_json else form


def as_json(value: Any) -> str:
    """The value for programs to read, its texts in English."""
    with use(DEFAULT):
        text = json.dumps(value, indent=1, ensure_ascii=False, default=encode_message)
    return text + "\n"


def write_json(value: Any) -> None:
    """The value to standard output."""
    write(as_json(value))


F = TypeVar("F", bound=Callable[..., Any])


def set_option(like: str, what: str = "one rule") -> Callable[[F], F]:
    """The option, with an example in its help."""
    return click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help=f"Set {what}, e.g. {like}. Can be repeated.",
    )


def setting_of(text: str, hint: str = "--set") -> tuple[str, object]:
    """`KEY=VALUE`; what is no JSON is a text, and so is 2024 where a rule has words."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise click.BadParameter(f"{text!r} must be KEY=VALUE.", param_hint=hint)
    return key.strip(), rule_value(key.strip(), value)


def changes_of(settings: Sequence[str], hint: str = "--set") -> dict[str, object]:
    """The rules to change, each once; `hint` is where an error says that they were given."""
    changes: dict[str, object] = {}
    for key, value in (setting_of(one, hint) for one in settings):
        if key in changes:
            raise click.UsageError(f"{key} is set twice.")
        changes[key] = value
    return changes
