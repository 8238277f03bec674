"""A preset with its complete rules as the text of a TOML file, for people to read and change."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fairpair.core.numbers import shown
from fairpair.core.rules import ByePoints, Points, Rules
from fairpair.presets import Preset

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def written(preset: Preset) -> str:
    """The preset's own keys first, then all others with their defaults.

    TOML has no word for nothing, so a key without a value is a comment. Read again, the text
    gives the same rules.
    """
    rules = Rules.read(preset.settings)
    others = [key for key in rules.as_settings() if key not in preset.settings]
    return "\n".join(
        [
            f"# The preset {preset.name} with every rule.",
            *(f"{key} = {_toml(getattr(preset, key))}" for key in ("title", "about", "source")),
            "\n[rules]\n# Set by this preset:",
            *(_line(rules, key) for key in preset.settings),
            "\n# Not set by it, so the default holds:",
            *(_line(rules, key) for key in others),
            "",
        ]
    )


def _line(rules: Rules, key: str) -> str:
    value = getattr(rules, key)
    return f"# {key} has no value" if value is None else f"{key} = {_toml(value)}"


def _toml(value: Any) -> str:
    match value:
        case str():
            return json.dumps(value, ensure_ascii=False)
        case Fraction():
            return shown(value) if "/" not in shown(value) else f'"{value}"'
        case Points():
            return _toml({"win": value.win, "draw": value.draw, "loss": value.loss})
        case ByePoints(wins=int()):
            return _toml({"wins": value.wins, "draws": value.draws})
        case ByePoints():
            return _toml(value.scores if value.points is None else value.points)
        case Mapping():
            parts = ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items())
            return f"{{ {parts} }}" if parts else "{}"
        case list() | tuple():
            return _array([_toml(v) for v in value])
        case _:
            return json.dumps(value)


def _array(parts: list[str]) -> str:
    """On one line, but a list of tables has a line for each."""
    if any(part.startswith("{") for part in parts):
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return f"[{', '.join(parts)}]"


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _toml(key)
