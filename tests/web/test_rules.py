"""Every declared rule is shown everywhere, and rules that contradict each other are refused at
once, whoever sets them: a program, a command or a page."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from api.role_server import ADMIN_KEY
from cli.shell import Shell
from fairpair.core.rules import GROUPS, RULES, Rules
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.engine.stages.kinds import KINDS
from fairpair.engine.stages.plan import PLAY_IN

from .browser import Browser, browser
from .pages import Page

OPTIONS = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"


@dataclass(frozen=True)
class ShownRules:
    """What is shown of a new tournament of Magic, in every place."""

    page: Page
    view: dict[str, Any]
    schema: dict[str, Any]
    settings: str
    preset: str
    docs: str


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShownRules]:
    address = f"sqlite:///{tmp_path_factory.mktemp('rules') / 't.db'}"
    with browser(address) as admin:
        admin.log_in()
        admin.begin("Cup", preset="mtg_standard")
        described = admin.ask("GET", "/api/openapi.json").json()
        body = described["components"]["schemas"]["CreateTournamentRequest"]
        shell = Shell(address)
        yield ShownRules(
            page=admin.desk("/settings"),
            view={one["key"]: one for one in admin.ask("GET", "/rules").json()["rules"]},
            schema=body["properties"]["config"]["properties"],
            settings=shell.do("settings", "cup"),
            preset=shell.do("presets", "show", "mtg_standard"),
            docs=OPTIONS.read_text(encoding="utf-8"),
        )


@pytest.mark.parametrize("key", RULES)
def test_a_declared_rule_is_shown_everywhere(shown: ShownRules, key: str) -> None:
    rule = RULES[key]
    assert rule.title[0].isupper()
    assert rule.help.endswith(".")
    assert rule.group in GROUPS
    assert Rules.read({key: Rules().as_settings()[key]}) == Rules()
    assert f'id="rule-{key}"' in shown.page.html
    assert rule.title in shown.page.text
    assert rule.help in shown.page.text
    assert (shown.view[key]["title"], shown.view[key]["group"]) == (rule.title, rule.group)
    assert (shown.schema[key]["title"], shown.schema[key]["description"]) == (rule.title, rule.help)
    assert any(line.startswith(f"{key} ") for line in shown.settings.splitlines())
    assert f"\n{key} = " in shown.preset or f"\n# {key} has no value" in shown.preset
    assert f"| `{key}` | {rule.title} | {rule.help}" in shown.docs
    for word in rule.kind.options:
        assert f'<option value="{word}"' in shown.page.html
        assert getattr(Rules.read({key: word}), key) == word


def test_what_can_be_chosen_is_there() -> None:
    assert set(RULES["system"].kind.options) == set(SYSTEMS)
    assert set(RULES["finals"].kind.options) == set(KINDS) - {PLAY_IN}
    names = {name for rule in RULES.values() for name in rule.systems}
    assert names <= set(SYSTEMS)


TOP_X = {"type": "final", "participants": {"top_k": "x"}}
CONTRADICTIONS = [
    ("fide_dutch", "system", "dubov", "must be one of swiss, dutch, round_robin, not 'dubov'"),
    ("fide_dutch", "system", "dutchy", "Did you mean dutch?"),
    ("fide_dutch", "points", {"win": 1, "draw": 1, "loss": 0}, "a win must be worth more"),
    (
        "fide_dutch",
        "points",
        {"win": 1, "draw": 0, "loss": "1/2"},
        "a draw at least as much",
    ),
    ("fide_dutch", "bye_points", 2, "must be between 0 and 1 in steps of 0.5"),
    ("fide_dutch", "bye_points", "3/10", "in steps of 0.5, like the points for results, not 0.3"),
    ("mtg_standard", "bye_points", {"win": 2}, "Did you mean wins?"),
    ("infinity", "bye_points", {"op": 5, "xx": 1}, "'xx' is not one of the scores (op, vp, ap)"),
    ("small_tournament", "structure", [{"type": "swisss"}], "Did you mean swiss?"),
    ("small_tournament", "structure", [{"pairing_method": "powr"}], "Did you mean power?"),
    (
        "small_tournament",
        "structure",
        [{"type": "final", "participants": {"top_k": "x"}}],
        "top_k must be a whole",
    ),
    (
        "mtg_standard",
        "acceleration",
        "baku",
        "FIDE (Dutch); this tournament uses Swiss",
    ),
    ("mtg_standard", "cycles", 2, "only applies to the pairing system Round robin"),
    ("mtg_standard", "finals", "single_eliminaton", "Did you mean single_elimination?"),
    ("mtg_standard", "best_of_rounds", {"finale": 5}, "Did you mean final?"),
]


@pytest.mark.parametrize(("preset", "key", "value", "said"), CONTRADICTIONS)
def test_a_contradiction_is_refused_when_it_is_set(
    admin: Browser, preset: str, key: str, value: Any, said: str
) -> None:
    new = {"name": "Cup", "preset": preset, "config": {key: value}}
    admin.key = ADMIN_KEY
    refused = admin.refused(422, "bad-rules", "POST", "/api/tournaments", json=new)
    assert said in told(refused, key)
    admin.begin("Cup", preset=preset)
    refused = admin.refused(422, "bad-rules", "PATCH", "", json={"rules": {key: value}})
    assert said in told(refused, key)
    form = admin.desk("/settings").form("/settings")
    page = admin.send(form, 422, **typed(key, value))
    assert said in page.text


@pytest.mark.parametrize(("preset", "key", "value", "said"), CONTRADICTIONS)
def test_a_command_refuses_it_too(
    tmp_path: Path, preset: str, key: str, value: Any, said: str
) -> None:
    shell = Shell(f"sqlite:///{tmp_path / 't.db'}")
    setting = f"{key}={value if isinstance(value, str) else json.dumps(value)}"
    assert said in shell.refuse(3, "new", "Cup", "--preset", preset, "--set", setting)
    shell.do("new", "Cup", "--preset", preset)
    assert said in shell.refuse(3, "settings", "cup", "--set", setting)


@pytest.mark.parametrize(
    ("preset", "config"),
    [
        ("fide_dutch", {"bye_points": "1/2"}),
        ("fide_dutch", {"bye_points": 0}),
        ("fide_dutch", {"points": {"win": 3, "draw": 1, "loss": 0}, "bye_points": 2}),
        ("fide_dutch", {"points": {"win": 1, "draw": 0, "loss": 0}}),
        ("fide_dutch", {"acceleration": "baku"}),
        ("infinity", {"bye_points": {"op": 5}}),
        ("mtg_standard", {"system": "round_robin", "cycles": 2}),
        ("mtg_standard", {"best_of": 1}),
        ("small_tournament", {"structure": []}),
    ],
)
def test_what_is_unusual_but_sound_is_taken(
    admin: Browser, preset: str, config: dict[str, Any]
) -> None:
    admin.begin("Cup", preset=preset, **config)
    found = admin.ask("GET", "/rules").json()["config"]
    assert {key: found[key] for key in config} == config


def test_acceleration_is_settled_when_round_1_is_published(admin: Browser) -> None:
    admin.begin("Cup", "Ana", "Bo", "Cy", "Di", preset="fide_dutch", rounds=3)
    admin.post("/start")
    late = {"rules": {"acceleration": "baku"}, "reason": "too many favourites"}
    admin.refused(409, "rules-frozen", "PATCH", "", json=late)
    assert "has-acceleration" not in dict(admin.desk("/settings").form("/settings").fields)


def told(problem: Any, key: str) -> str:
    """What is wrong with this key; nothing else is."""
    assert {one["where"] for one in problem["errors"]} == {key}
    return " ".join(one["message"] for one in problem["errors"])


def typed(key: str, value: Any) -> dict[str, str]:
    """The same in the fields of the page."""
    if key == "points":
        return {f"points-{part}": str(one) for part, one in value.items()}
    if isinstance(value, dict):
        return {key: "\n".join(f"{name} = {one}" for name, one in value.items())}
    return {key: json.dumps(value) if isinstance(value, list) else str(value)}


def test_settings_name_what_is_usual_for_the_game(admin: Browser) -> None:
    admin.begin("Cup", preset="fide_dutch", points={"win": 2, "draw": 1, "loss": 0})
    page = admin.desk("/settings")
    assert "Default: 1, 1/2, 0" in page.text or "Default: 1, 0.5, 0" in page.text
    assert "3, 1, 0" not in page.text
    assert "omw, gw, ogw" not in page.text
