"""Presets of a server: rule sets that somebody has saved under a name, beside the built-in ones."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fairpair.app.game_choices import FINALS
from fairpair.app.service import Service
from fairpair.app.use_cases.tournaments import (
    Creation,
    CreationRequest,
    KeyFactory,
    NewTournament,
    create_as_asked,
    rules_for,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ConflictError, InvalidInputError
from fairpair.core.ids import CommandId
from fairpair.core.rules import Rules
from fairpair.core.stored import StoredPreset
from fairpair.core.texts import same_name_key
from fairpair.engine.rule_validation import change_rules
from fairpair.log.codec import fingerprint
from fairpair.presets import Preset, is_known, names, preset, unknown_preset

LONGEST_NAME = 80


def own_presets(service: Service) -> list[Preset]:
    """All that were saved on this server, by name."""
    return [_to_preset(one) for one in service.store.presets.all()]


def own_preset(service: Service, name: str) -> Preset:
    """One of them; `NotFoundError` lists all, the built-in ones too."""
    saved = own_presets(service)
    for one in saved:
        if same_name_key(one.name) == same_name_key(name):
            return one
    known = [*(one.name for one in saved), *names()]
    raise unknown_preset(name, known)


def rules_from(service: Service, name: str | None, config: Mapping[str, Any]) -> dict[str, Any]:
    """All rules: those of a preset, built-in or saved, or the defaults, with these changes."""
    if name is None or is_known(name):
        return rules_for(name, config)
    saved = Rules.read(own_preset(service, name).settings)
    return change_rules(saved, config).as_settings()


@dataclass(frozen=True, slots=True)
class FromPreset:
    """A tournament to create with the rules of a preset, built-in or saved, with changes."""

    name: str
    preset: str | None
    config: Mapping[str, Any]
    draw_seed: str | None = None


def create_from_preset(
    service: Service,
    new: FromPreset,
    command_id: CommandId,
    by: str = "",
    make_key: KeyFactory | None = None,
) -> Creation:
    """Create it with the rules that the preset has now; a repeat gets the first tournament."""
    asked = CreationRequest(
        command_id, fingerprint("create_from_preset", new), by, make_key, first_id=command_id
    )

    def resolve() -> NewTournament:
        rules = rules_from(service, new.preset, new.config)
        return NewTournament(new.name, rules, draw_seed=new.draw_seed)

    return create_as_asked(service, asked, resolve)


def save_preset(service: Service, name: str, rules: Rules, *, replace: bool = False) -> Preset:
    """Save these rules under a name that no other preset has, or in place of one of them."""
    name = _checked_name(name)
    settings = msgspec.json.encode(rules.as_settings()).decode()
    new = StoredPreset(name, same_name_key(name), settings, service.now)
    if not service.store.presets.save(new, replace=replace):
        raise ConflictError("preset-exists", name=name)
    return _to_preset(new)


def rename_preset(service: Service, name: str, new_name: str) -> Preset:
    """Give a saved preset another name."""
    before, new_name = own_preset(service, name), _checked_name(new_name)
    if not service.store.presets.rename(before.name, new_name, same_name_key(new_name)):
        raise ConflictError("preset-exists", name=new_name)
    return own_preset(service, new_name)


def delete_preset(service: Service, name: str) -> None:
    """Forget a saved preset; tournaments that were made from it stay as they are."""
    service.store.presets.remove(own_preset(service, name).name)


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidInputError("bad-preset-name", most=LONGEST_NAME)
    built_in = {same_name_key(text) for one in names() for text in (one, preset(one).title)}
    if same_name_key(name) in {*built_in, same_name_key(FINALS)}:
        raise ConflictError("preset-built-in", name=name)
    return name


def _to_preset(one: StoredPreset) -> Preset:
    return Preset(one.name, one.name, "", "", msgspec.json.decode(one.settings))
