"""The rules of tournaments and presets, with titles and descriptions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairpair.core.rules import CHANGEABLE_AFTER_START, RULES, Rules
from fairpair.core.tournament import Phase, Tournament
from fairpair.language.message import Message, Phrase
from fairpair.presets import Preset, names, preset, rules_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its value and default; `changeable`: it can be changed now.

    Fractions are strings: `"1/2"`. `choices` are the possible values of a rule that has only a few.
    """

    key: str
    title: Message
    group: str
    value: Any
    default: Any
    about: Message
    choices: Sequence[str]
    changeable: bool


@dataclass(frozen=True, slots=True)
class RulesView:
    """All rules; `config` has the same values as one object, which can be sent back."""

    version: int
    rules: Sequence[Rule]
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A named rule set."""

    name: str
    title: Message
    about: Message
    source: str


@dataclass(frozen=True, slots=True)
class PresetList:
    """All presets."""

    presets: Sequence[PresetLine]


@dataclass(frozen=True, slots=True)
class PresetView(PresetLine):
    """A preset with every rule; `set_by_preset` are the rules that differ from the defaults."""

    set_by_preset: Sequence[str]
    rules: Sequence[Rule]
    config: Mapping[str, Any]


def rules_view(t: Tournament, version: int) -> RulesView:
    """The rules as they are now."""
    return RulesView(version, _rules(t.rules, t.phase), t.rules.as_settings())


def usual_settings(rules: Rules) -> Mapping[str, Any]:
    """What is usual for the game: the values of its preset, of several the nearest one."""
    settings = rules.as_settings()

    def distance(usual: Mapping[str, Any]) -> int:
        return sum(settings[key] != value for key, value in usual.items())

    presets = [rules_of(name, {}) for name in names()]
    own = [one.as_settings() for one in presets if one.game == rules.game]
    return min(own, key=distance, default=Rules().as_settings())


def preset_list() -> PresetList:
    """All presets, those of one game together."""
    return PresetList([PresetLine(*_head(preset(name))) for name in names()])


def preset_view(name: str) -> PresetView:
    """One of them; `NotFoundError` tells the nearest name."""
    p = preset(name)
    rules = rules_of(name, {})
    settings = rules.as_settings()
    return PresetView(*_head(p), list(p.settings), _rules(rules, Phase.SETUP), settings)


def _head(p: Preset) -> tuple[str, Message, Message, str]:
    """Name, title, description and source."""
    return p.name, Phrase(p.title), Phrase(p.about), p.source


def rules_schema() -> dict[str, Any]:
    """A table of rules as JSON Schema: every key with its title, its meaning and what it takes."""
    properties = {
        rule.key: {**rule.kind.schema, "title": rule.title, "description": rule.help}
        for rule in RULES.values()
    }
    return {"type": "object", "properties": properties}


def _rules(rules: Rules, phase: Phase) -> list[Rule]:
    """Every rule with its title and meaning."""
    values, defaults = rules.as_settings(), Rules().as_settings()
    return [
        Rule(
            key=key,
            title=Phrase(rule.title),
            group=rule.group,
            value=values[key],
            default=defaults[key],
            about=Phrase(rule.help),
            choices=list(rule.kind.options),
            changeable=_changeable(key, phase),
        )
        for key, rule in RULES.items()
    ]


def _changeable(key: str, phase: Phase) -> bool:
    return phase == Phase.SETUP or (phase == Phase.RUNNING and key in CHANGEABLE_AFTER_START)
