"""Rule sets with a name, one TOML file each: what an organiser starts from.

A file has `title`, `about`, `source` and a table `rules` with the keys it sets; all others have
the defaults of `Rules`. Nothing in a preset is fixed: any key can be set anew.

>>> rules_of("mtg_standard", {"rounds": 5, "best_of": 1}).best_of
1
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files

from fairpair.core.errors import NotFoundError
from fairpair.core.rules import Rules
from fairpair.engine.rule_validation import sound_rules

_NAMES = (
    "mtg_standard",
    "pokemon_standard",
    "simple_random",
    "infinity",
    "fide_dutch",
    "chess_style",
    "small_tournament",
    "medium_tournament",
    "large_tournament",
    "team_chess",
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set; `settings` are only the keys it sets itself."""

    name: str
    title: str
    about: str
    source: str
    settings: Mapping[str, object]


def names() -> tuple[str, ...]:
    """The names of all presets, those of one game together."""
    return _NAMES


def preset(name: str) -> Preset:
    """The preset with this name; `NotFoundError` tells the nearest one and all there are."""
    if name not in _NAMES:
        raise NotFoundError("no-preset", f"There is no preset {name!r}.", _instead_of(name))
    file = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    return Preset(name, file["title"], file["about"], file["source"], file["rules"])


def rules_of(name: str, changes: Mapping[str, object]) -> Rules:
    """The preset's rules with some keys set anew; `InvalidInputError` lists every wrong change.

    A change replaces the whole value of its key: a list is not added to, a table not merged.
    """
    return sound_rules(Rules.read(preset(name).settings), changes)


def _instead_of(name: str) -> str:
    typed = name.strip().lower().replace("-", "_").replace(" ", "_")
    near = get_close_matches(typed, _NAMES, n=1, cutoff=0.3)
    return "".join(f"Did you mean {n}? " for n in near) + f"There are: {', '.join(_NAMES)}."
