"""The rules of a tournament and of presets, each key with what it means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairpair.app.views.rule_words import ABOUT
from fairpair.core.rules import CHANGEABLE_AFTER_START, Rules
from fairpair.core.tournament import Phase, Tournament
from fairpair.presets import names, preset, rules_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A key with its value and the default; `changeable`: it can be set anew now.

    Numbers that are not whole are texts: `"1/2"`.
    """

    key: str
    value: Any
    default: Any
    about: str
    changeable: bool


@dataclass(frozen=True, slots=True)
class RulesView:
    """All rules; `config` is the same as one table, which can be sent back."""

    version: int
    rules: Sequence[Rule]
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A named rule set."""

    name: str
    title: str
    about: str
    source: str


@dataclass(frozen=True, slots=True)
class PresetList:
    """All presets."""

    presets: Sequence[PresetLine]


@dataclass(frozen=True, slots=True)
class PresetView(PresetLine):
    """A preset with every rule; `set_by_preset` are the keys that it sets itself."""

    set_by_preset: Sequence[str]
    rules: Sequence[Rule]
    config: Mapping[str, Any]


def rules_view(t: Tournament, version: int) -> RulesView:
    """The rules as they are now."""
    return RulesView(version, _rules(t.rules, t.phase), t.rules.as_settings())


def preset_list() -> PresetList:
    """All presets, those of one game together."""
    found = map(preset, names())
    return PresetList([PresetLine(p.name, p.title, p.about, p.source) for p in found])


def preset_view(name: str) -> PresetView:
    """One of them; `NotFoundError` tells the nearest name."""
    p = preset(name)
    rules = rules_of(name, {})
    settings = rules.as_settings()
    head = (p.name, p.title, p.about, p.source)
    return PresetView(*head, list(p.settings), _rules(rules, Phase.SETUP), settings)


def _rules(rules: Rules, phase: Phase) -> list[Rule]:
    defaults = Rules().as_settings()
    return [
        Rule(key, value, defaults[key], ABOUT[key], _changeable(key, phase))
        for key, value in rules.as_settings().items()
    ]


def _changeable(key: str, phase: Phase) -> bool:
    return phase == Phase.SETUP or (phase == Phase.RUNNING and key in CHANGEABLE_AFTER_START)
