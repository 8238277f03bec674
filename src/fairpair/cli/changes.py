"""`--set KEY=VALUE`: rules to change, as they are typed."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from fairpair.core.errors import InvalidInputError

F = TypeVar("F", bound=Callable[..., Any])


def set_option(like: str, what: str = "one rule") -> Callable[[F], F]:
    """The option, with an example in its help."""
    return click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help=f"Change {what}, like {like}; can be given again.",
    )


def setting_of(text: str) -> tuple[str, object]:
    """`KEY=VALUE`; what is no JSON is a text, and so is 2024 where a rule has words."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise click.BadParameter(f"{text!r} must be KEY=VALUE.", param_hint="--set")
    try:
        parsed = json.loads(value, parse_float=str)
    except (ValueError, RecursionError):
        return key.strip(), value
    return key.strip(), value if _is_meant_as_text(key.strip(), parsed, value) else parsed


def changes_of(settings: Sequence[str]) -> dict[str, object]:
    """The rules to change, each once."""
    changes: dict[str, object] = {}
    for key, value in map(setting_of, settings):
        if key in changes:
            raise click.UsageError(f"{key} is set twice.")
        changes[key] = value
    return changes


def _is_meant_as_text(key: str, parsed: object, text: str) -> bool:
    """Whether the rule takes the text, but not the number it could be."""
    from fairpair.core.rules import Rules

    def fits(value: object) -> bool:
        try:
            Rules().changed({key: value})
        except InvalidInputError:
            return False
        return True

    return not fits(parsed) and fits(text)
