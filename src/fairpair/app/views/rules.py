"""The rules of tournaments and presets, with titles and descriptions."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.rules import CHANGEABLE_AFTER_START, RULES, Rules
from fairpair.core.settings import Setting
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.fide.locks import rule_locks
from fairpair.language.message import Message, Phrase
from fairpair.presets import Preset, is_known, names, preset, rules_of


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
    own: bool
    """It was saved on this server."""


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
    return RulesView(version, _rules(t.rules, t.phase, rule_locks(t)), t.rules.as_settings())


def usual_settings(rules: Rules) -> Mapping[str, Any]:
    """What is usual for the game: the values of its preset, of several the nearest one."""
    settings = rules.as_settings()

    def distance(usual: Mapping[str, Any]) -> int:
        return sum(settings[key] != value for key, value in usual.items())

    presets = [rules_of(name, {}) for name in names()]
    own = [one.as_settings() for one in presets if one.game == rules.game]
    return min(own, key=distance, default=Rules().as_settings())


def preset_list(own: Sequence[Preset] = ()) -> PresetList:
    """All presets, those of one game together, and then the server's own."""
    return PresetList([PresetLine(*_head(one)) for one in (*map(preset, names()), *own)])


def preset_view(p: Preset) -> PresetView:
    """One of them with every rule."""
    rules = Rules.read(p.settings)
    usual, settings = Rules().as_settings(), rules.as_settings()
    own = list(p.settings) if is_known(p.name) else [k for k in usual if usual[k] != settings[k]]
    return PresetView(*_head(p), own, _rules(rules, Phase.SETUP), settings)


def _head(p: Preset) -> tuple[str, Message, Message, str, bool]:
    """Name, title, description, source, and whether it is the server's own."""
    if not is_known(p.name):
        return p.name, Message("literal", text=p.title), Message("literal", text=""), "", True
    return p.name, Phrase(p.title), Phrase(p.about), p.source, False


def rules_schema() -> dict[str, Any]:
    """A table of rules as JSON Schema: every key with its title, its meaning and what it takes."""
    properties = {
        rule.key: {**_schema(rule.kind), "title": rule.title, "description": rule.help}
        for rule in RULES.values()
    }
    return {"type": "object", "properties": properties}


def _schema(kind: Setting) -> Mapping[str, Any]:
    """What a rule takes, with the choices that extensions add."""
    return {**kind.schema, "enum": list(kind.options)} if "enum" in kind.schema else kind.schema


def _rules(rules: Rules, phase: Phase, locked: Container[str] = ()) -> list[Rule]:
    """Every rule with its title and meaning; FIDE mode may have `locked` some."""
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
            changeable=key not in locked and _changeable(key, phase),
        )
        for key, rule in RULES.items()
    ]


def _changeable(key: str, phase: Phase) -> bool:
    return phase == Phase.SETUP or (phase == Phase.RUNNING and key in CHANGEABLE_AFTER_START)
