"""Random tournaments through all presets, forbidden moves included; all is looked at every time."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, knock_out_of, progress
from fairpair.presets import names, rules_of

from . import actions
from .service_driver import ServiceDriver, entrants
from .tournament_play import play_on, play_to_the_end

LUCK = st.integers(0, 99_999)
CHANGES = (
    "record",
    "correct",
    "clear",
    "adjourn",
    "drop",
    "drop",
    "drop",
    "reinstate",
    "enter_late",
    "ask_for_bye",
    "open_matches",
    "open_matches",
    "discard",
    "change_by_hand",
    "give_bye",
    "move_table",
    "change_rules",
    "cut_with_refusals",
    "undo",
    "undo",
)
ENDS = ("finish", "reopen", "drop_everybody")
FORBIDDEN = (
    "record_wrongly",
    "record_locked",
    "draft_too_early",
    "draft_by_hand",
    "cut_wrongly",
    "cut_too_large",
    "complete_too_early",
)
WIRES = ("restart", "repeat", "too_old")
"""Names of `actions`."""
ROUND_ROBINS = ("round_robin", "double_round_robin")
PLANS = (*(name for name in names() if name != "fide_round_robin"), *ROUND_ROBINS)
FINALS = ("small_tournament", "medium_tournament", "large_tournament")


def plan(name: str, size: int, random: Random, *, cut: bool | None = None) -> dict[str, object]:
    """The rules of a preset or a round robin, with a cut of some kind or none."""
    if name in ROUND_ROBINS:
        cycles = ROUND_ROBINS.index(name) + 1
        full = cycles * (size - 1 + size % 2)
        changes: dict[str, object] = {"system": "round_robin", "cycles": cycles}
        changes["rounds"] = random.choice((None, full, 3)) if full < 12 else 3
        settings = rules_of("chess_style", changes).as_settings()
    else:
        settings = rules_of(name, {}).as_settings()
        if name not in FINALS:
            settings["rounds"] = random.randint(1, 4)
    if cut if cut is not None else random.random() < 0.7:
        settings |= cut_rules(name, size, random)
    return settings


def cut_rules(name: str, size: int, random: Random) -> Mapping[str, object]:
    """Who goes on, and what happens at the line; sometimes more than there are."""
    wanted = random.choice((2, 3, 4, 5, 6, 8, 13, 16, size, size + 1))
    rules: dict[str, object] = {
        "cut_ties": random.choice(("standings", "standings", "all", "play_in")),
        "cut_declined": random.choice(("next", "walkover")),
        "third_place": random.random() < 0.5,
        "reseed": random.random() < 0.3,
        "advance": random.choice(("by_hand", "by_hand", "complete", "publish")),
        "best_of_rounds": random.choice(({}, {}, {"final": 5, "semi_final": 1})),
    }
    if random.random() < 0.25:
        rules["cut_points"] = random.choice((0, 1, 2, 40))
    if name not in FINALS and random.random() < 0.2:
        rules["mode"] = random.choice(("swiss_with_elimination", "elimination"))
    elif name not in FINALS and ("cut_points" not in rules or random.random() < 0.5):
        rules["cut"] = max(2, min(wanted, size + 1))
    return rules


class Organiser(RuleBasedStateMachine):
    """Somebody who does all that can be done, and tries what cannot."""

    most_players = 12

    def __init__(self) -> None:
        super().__init__()
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.driver = ServiceDriver()

    @initialize(name=st.sampled_from(PLANS), size=st.integers(0, 999), luck=LUCK)
    def begin(self, name: str, size: int, luck: int) -> None:
        """Before the start, in the rounds, at the cut or after it; one in eight in a file."""
        players = 2 + size % (self.most_players - 1)
        random = Random(luck)
        if luck % 8 == 7:
            self.folder = tempfile.TemporaryDirectory()
            self.driver.close()
            self.driver = ServiceDriver(Path(self.folder.name) / "events.db")
        rules = plan(name, players, random)
        self.driver.begin(rules, entrants(players, teams=name == "team_chess"))
        if random.random() < 0.5:
            self.play_to_the_cut(random)
        self.play_some(random)

    def teardown(self) -> None:
        """Whatever was done, it can be brought to an end."""
        try:
            if self.driver.journal.version:
                play_to_the_end(self.driver, Random("end"))
                assert self.driver.t.finished
                self.driver.restart()
                event(_end(self.driver.t))
        finally:
            self.driver.close()
            if self.folder:
                self.folder.cleanup()
                self.folder = None

    def play_to_the_cut(self, random: Random) -> None:
        for _ in range(20 * self.most_players):
            here = self.driver.t
            if here.stage > 1 or progress(here).step in (
                NextStep.CUT,
                NextStep.FINISH,
                NextStep.NOTHING,
            ):
                return
            play_on(self.driver, random)

    def play_some(self, random: Random) -> None:
        """So many steps that they end anywhere; seldom with the tournament."""
        steps = random.choice((0, 0, 0, 1, 1, 2, 3, len(self.driver.t.entries) // 2))
        for _ in range(steps):
            if progress(self.driver.t).step is NextStep.FINISH and random.random() < 0.5:
                return
            play_on(self.driver, random)

    def do(self, move: str, luck: int) -> None:
        """Soon after an end the next tournament begins."""
        random = Random(luck)
        if self.driver.t.finished and random.random() < 0.6:
            self.teardown()
            self.driver = ServiceDriver()
            self.begin(random.choice(PLANS), luck, luck)
        self.play_some(random)
        getattr(actions, move)(self.driver, random)

    @rule(luck=LUCK, move=st.sampled_from(CHANGES))
    def change(self, luck: int, move: str) -> None:
        """Something that may go or not."""
        self.do(move, luck)

    @rule(luck=LUCK, move=st.sampled_from(CHANGES))
    def change_more(self, luck: int, move: str) -> None:
        self.do(move, luck)

    @rule(luck=LUCK, move=st.sampled_from((*FORBIDDEN, *WIRES)))
    def try_in_vain(self, luck: int, move: str) -> None:
        """Something that must be refused with the reason, or change nothing."""
        self.do(move, luck)

    @rule(luck=LUCK, move=st.sampled_from(ENDS))
    def end_or_go_on(self, luck: int, move: str) -> None:
        """Mostly going on: little can be done afterwards."""
        self.do(move if luck % 3 == 0 else "reopen", luck)


def _end(t: Tournament) -> str:
    tree = knock_out_of(t) if t.stage > 1 else None
    if tree is None:
        return "ends without a knock-out"
    return "ends with a champion" if tree.winners else "ends with nobody left"


class ShortDay(Organiser):
    most_players = 12


class LongDay(Organiser):
    most_players = 70


_SLOWNESS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
TestShortDay = ShortDay.TestCase
TestShortDay.settings = settings(
    max_examples=15,
    stateful_step_count=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=_SLOWNESS,
)
TestLongDay = pytest.mark.slow(LongDay.TestCase)
TestLongDay.settings = settings(
    max_examples=120, stateful_step_count=40, deadline=None, suppress_health_check=_SLOWNESS
)


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("disturbed", [0.0, 0.1])
def test_knock_outs_come_to_a_champion(disturbed: float, times: int) -> None:
    """With drops, corrections and restarts on the way, most of them; without, all of them."""
    plans = (*FINALS, "infinity", "round_robin") * times
    crowned = [_is_crowned(name, disturbed, seed) for seed, name in enumerate(plans)]
    assert sum(crowned) >= len(plans) * (0.8 if disturbed else 1)


DISTURBANCES = (
    actions.drop,
    actions.correct,
    actions.undo,
    actions.record,
    actions.reinstate,
    actions.clear,
)


def _is_crowned(name: str, disturbed: float, seed: int) -> bool:
    random = Random(f"{name} {disturbed} {seed}")
    size = random.randint(4, 20)
    driver = ServiceDriver()
    rules = {**plan(name, size, random), "cut_points": None}
    driver.begin(rules if name in FINALS else {**rules, "cut": 4}, entrants(size))
    while play_on(driver, random):
        if random.random() < disturbed:
            random.choice(DISTURBANCES)(driver, random)
        if random.random() < disturbed / 5:
            driver.restart()
    tree = knock_out_of(driver.t)
    driver.close()
    return tree is not None and bool(tree.winners)
