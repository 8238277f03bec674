"""Presets: rule sets with a name that organisers start from, one TOML file each.

A file has `title`, `about`, `source` and a table `rules` with the keys it sets; all others have
the defaults of `Rules`. Nothing in a preset is fixed: any key can be changed. Extensions add more,
and so do the user's own files (`folders`).

>>> rules_of("mtg_standard", {"rounds": 5, "best_of": 1}).best_of
1
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from importlib.resources import files
from typing import Any

from fairpair.core.errors import NotFoundError
from fairpair.core.numbers import format_number
from fairpair.core.registry import Registry, are_extensions_used
from fairpair.core.rules import ByePoints, Points, Rules
from fairpair.core.suggestions import list_available
from fairpair.engine.rule_validation import change_rules
from fairpair.presets.preset_files import Preset, read_preset, require_usable

__all__ = [
    "Preset",
    "added",
    "is_known",
    "names",
    "preset",
    "read_preset",
    "require_usable",
    "rules_of",
    "to_toml",
]

_NAMES = (
    "mtg_standard",
    "pokemon_standard",
    "simple_random",
    "infinity",
    "fide_dutch",
    "fide_round_robin",
    "chess_style",
    "small_tournament",
    "medium_tournament",
    "large_tournament",
    "team_chess",
)

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def _read_built_in(name: str) -> Preset:
    file = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    return Preset(name, file["title"], file["about"], file["source"], file["rules"])


_PRESETS = Registry[Callable[[], Preset]](
    "fairpair.presets",
    {name: partial(_read_built_in, name) for name in _NAMES},
    lambda found: lambda: found.value,
)
"""What reads each preset: the built-in ones, then those of extensions."""


def names() -> tuple[str, ...]:
    """The names of all presets: built-in ones, those of one game together, then the added ones."""
    return (*_NAMES, *added())


def added() -> tuple[str, ...]:
    """The presets of extensions, and those in the user's folders."""
    return (*_PRESETS.added, *_own())


def is_known(name: str) -> bool:
    """Whether there is such a preset; files are read only for a name that is not built in."""
    return name in _PRESETS or name in _own()


def preset(name: str) -> Preset:
    """The preset with this name; `NotFoundError` names the nearest one and all others."""
    if name in _PRESETS:
        return _PRESETS[name]()
    own = _own()
    if name not in own:
        raise unknown_preset(name, names())
    return own[name]


def unknown_preset(name: str, known: Iterable[str]) -> NotFoundError:
    """The error for a name that is none of these; it may be that of a game."""
    hint = list_available(name, known, meant=_of_game(name))
    return NotFoundError("no-preset", hint=hint, preset=repr(name))


def _of_game(typed: str) -> str:
    """The first preset whose title has a word that was typed for its name, as `magic`; nothing if
    a name begins with it.
    """
    word = typed.strip().casefold()
    if any(one.startswith(word) for one in names()):
        return ""
    titles = ((one, preset(one).title.casefold().replace(":", "").split()) for one in names())
    return next((one for one, words in titles if word in words), "")


def _own() -> Mapping[str, Preset]:
    """The presets in the user's folders, if anything from outside is to be looked for."""
    if not are_extensions_used():
        return {}
    from fairpair.presets.folders import folder_presets  # noqa: PLC0415 - few have any

    return folder_presets(_PRESETS)


def rules_of(name: str, changes: Mapping[str, object]) -> Rules:
    """The preset's rules with some keys set anew; `InvalidInputError` lists every wrong change.

    A change replaces the whole value of its key: a list is not added to, a table not merged.
    """
    return change_rules(Rules.read(preset(name).settings), changes)


def to_toml(preset: Preset) -> str:
    """A preset as a TOML file for people to read and change.

    Its own keys come first, then all others with their defaults. TOML cannot express an empty
    value, so a key without a value is a comment. Read again, the text gives the same rules.
    """
    rules = Rules.read(preset.settings)
    others = [key for key in rules.as_settings() if key not in preset.settings]
    return "\n".join(
        [
            f"# The preset {preset.name} with every rule.",
            *(f"{key} = {_toml(getattr(preset, key))}" for key in ("title", "about", "source")),
            "\n[rules]\n# Set by this preset:",
            *(_line(rules, key) for key in preset.settings),
            "\n# Defaults that this preset does not change:",
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
            return format_number(value) if "/" not in format_number(value) else f'"{value}"'
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
    """On one line, except for a list of tables, which has a line for each."""
    if any(part.startswith("{") for part in parts):
        return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return f"[{', '.join(parts)}]"


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _toml(key)
