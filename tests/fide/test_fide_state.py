"""FIDE mode: the state, what departs from it, what is locked, and how it is left."""

from dataclasses import replace
from typing import Any

import pytest

from fairpair.app.use_cases.pairing import draft
from fairpair.app.views.history import event_texts
from fairpair.core.errors import DomainError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rules import Rules
from fairpair.core.tournament import FideState
from fairpair.engine.fide.departures import departures
from fairpair.engine.fide.locks import locked_changes
from fairpair.log import commands as c
from fairpair.log.events import FideModeLeft, RulesChanged, WarningsRecorded
from fairpair.presets import rules_of
from fide.events import Event

EIGHT = range(2400, 2200, -25)
LEAVE = "leave-fide-mode"
THREE_ONE_NULL = {"win": 3, "draw": 1, "loss": 0}


def fide(**changes: Any) -> Rules:
    rules = rules_of("fide_dutch", {}).with_changes({"fide": True, **changes})
    assert isinstance(rules, Rules)
    return rules


def codes(**changes: Any) -> list[str]:
    return [one.where for one in departures(fide(**changes))]


def started(**rules: Any) -> Event:
    event = Event(EIGHT, rounds=5, **rules)
    event.pair()
    return event


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"points": {"win": 1, "draw": 1, "loss": 0}}, ["draws-outscore-win"]),
        ({"points": THREE_ONE_NULL}, []),
        ({"bye_points": 2}, ["bye-above-win"]),
        ({"bye_points": 0.3}, ["bye-not-a-score"]),
        ({"bye_points": 0.5}, []),
        ({"bye_points": 0}, []),
        ({"points": THREE_ONE_NULL, "bye_points": 2}, []),
        ({"points": THREE_ONE_NULL, "bye_points": 1.5}, ["bye-unreachable"]),
        ({"system": "swiss"}, ["system"]),
        ({"system": "round_robin"}, []),
        ({"mode": "elimination"}, ["system"]),
        ({"unplayed_points": {"half_bye": 0}}, ["unplayed-points"]),
        ({"unplayed_points": {"half_bye": 0.5, "forfeit_win": 1}}, []),
    ],
)
def test_t4_departures(changes: dict[str, Any], expected: list[str]) -> None:
    assert codes(**changes) == expected


def test_t4_a_departing_setting_is_refused_before_round_1() -> None:
    event = Event(EIGHT, rounds=5)
    with pytest.raises(DomainError) as caught:
        event.do(c.ChangeRules({"bye_points": 2}))
    assert caught.value.code == "fide-departure"
    assert [one.where for one in caught.value.problems] == ["bye-above-win"]
    event.do(c.ChangeRules({"fide": False}))
    assert event.t.fide_state is FideState.NONE
    event.do(c.ChangeRules({"system": "swiss"}))
    with pytest.raises(DomainError, match="departs from the FIDE rules"):
        event.do(c.ChangeRules({"fide": True}))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.ChangeRules({"rounds": 6}, "x"), "rounds-locked"),
        (c.ChangeRules({"points": THREE_ONE_NULL}, "x"), "points-locked"),
        (c.ChangeRules({"bye_points": 0.5}, "x"), "bye-points-locked"),
        (c.ChangeRules({"standings_tiebreakers": ["BH"]}, "x"), "tiebreaks-locked"),
        (c.ChangeRules({"fide_edition": "2024"}, "x"), "tiebreaks-locked"),
        (c.ChangeRules({"avoid_same": ["club"]}, "x"), "restrictions-locked"),
        (c.ChangeRules({"initial_colour": "black"}, "x"), "initial-colour-locked"),
        (c.AvoidPair(PlayerId(1), PlayerId(2)), "restrictions-locked"),
    ],
)
def test_t5_locked_after_round_1(command: c.Command, code: str) -> None:
    event = started()
    error = event.refused(command, "fide-locked")
    assert [one.where for one in error.problems] == [code]
    assert [one.level for one in error.warnings] == [5]
    assert error.codes == (LEAVE,)


def test_t5_acceleration_is_fixed() -> None:
    """Its rule is frozen for everybody once the tournament has started."""
    event = started()
    before = event.log.journal.version
    for given in ((), (LEAVE,)):
        with pytest.raises(InvalidStateError, match="Acceleration") as caught:
            event.do(c.ChangeRules({"acceleration": "baku"}, "x"), confirm=given)
        assert caught.value.code == "rules-frozen"
    assert event.log.journal.version == before
    assert event.t.fide_state is FideState.ON


def test_t5_the_exit() -> None:
    event, change = started(), c.ChangeRules({"points": THREE_ONE_NULL}, "as announced")
    event.refused(change, "fide-locked")
    asked = event.refused(change, "needs-confirmation", [LEAVE])
    assert asked.token
    assert str(asked.question) == "Stay in FIDE mode?"
    assert len(asked.warnings[0].consequences) == 3
    before = event.log.journal.version
    event.do(change, confirm=[LEAVE], token=asked.token)
    new = [record.event for record in event.log.journal.records[before:]]
    assert [type(one) for one in new] == [FideModeLeft, RulesChanged, WarningsRecorded]
    assert new[0] == FideModeLeft(1, "points-locked", "")
    event.do(c.ChangeRules({"points": {"win": 1, "draw": 0.5, "loss": 0}}, "back"))
    assert event.t.fide_state is FideState.LEFT
    event.do(c.Undo())
    event.do(c.Undo())
    assert event.t.rules.points.win == 1
    assert event.t.fide_state is FideState.LEFT
    journal = event.log.journal
    (said,) = event_texts(journal, journal.records[-1:])
    assert str(said) == f"#{before + 1} undone: Rule changed: Match points"
    event.do(c.Redo())
    assert event.t.rules.points.win == 3
    assert event.t.fide_state is FideState.LEFT


def test_an_open_number_of_rounds_is_fixed_with_round_1() -> None:
    """Otherwise nobody knows when the last round is paired, which has rules of its own (C.04.3)."""
    event = Event(EIGHT, rounds=None)
    event.do(draft(event.t))
    numbers = [event.t.rules.rounds]
    event.do(c.PublishRound())
    numbers.append(event.t.rules.rounds)
    event.refused(c.ChangeRules({"rounds": 4}, "more"), "fide-locked")
    event.do(c.Undo())
    numbers.append(event.t.rules.rounds)
    event.do(c.ChangeRules({"rounds": 4}), c.PublishRound())
    numbers.append(event.t.rules.rounds)
    assert numbers == [None, 3, None, 4]


def test_t6_a_token_is_for_one_version() -> None:
    event, change = started(), c.ChangeRules({"rounds": 6}, "x")
    asked = event.refused(change, "needs-confirmation", [LEAVE])
    event.do(c.RenameTournament("Another name"))
    again = event.refused(change, "needs-confirmation", [LEAVE], asked.token)
    assert again.token == ""
    anew = event.refused(change, "needs-confirmation", [LEAVE])
    assert anew.token not in ("", asked.token)
    event.do(change, confirm=[LEAVE], token=anew.token)
    assert event.t.rules.rounds == 6


def test_a_token_is_for_one_request() -> None:
    event = started()
    asked = event.refused(c.ChangeRules({"rounds": 6}, "x"), "needs-confirmation", [LEAVE])
    other = c.ChangeRules({"rounds": 4}, "x")
    assert event.refused(other, "needs-confirmation", [LEAVE], asked.token).token == ""


def test_leaving_by_the_button_cannot_be_undone() -> None:
    event = Event(EIGHT, rounds=5)
    event.leave()
    assert event.t.fide_exit is not None
    assert (event.t.fide_exit.round_no, event.t.fide_exit.reason) == (0, "wanted")
    left = next(r.action for r in event.log.journal.records if isinstance(r.event, FideModeLeft))
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.Undo(left))
    assert caught.value.code == "fide-exit-stays"
    event.do(c.Undo())  # what was done before
    assert not event.t.entries
    assert event.t.fide_state is FideState.LEFT
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.LeaveFideMode())
    assert caught.value.code == "not-in-fide-mode"
    with pytest.raises(InvalidStateError) as caught:
        event.do(c.ChangeRules({"fide": False}))
    assert caught.value.code == "fide-mode-over"


def test_the_round_of_leaving() -> None:
    """The round in preparation or in progress."""
    event = Event([2400, 2300, 2200, 2100], rounds=3)
    rounds = []
    for result in ("1", "½", "0"):
        event.pair()
        rounds.append(_round_if_left(event))
        pairs = [one.seats for one in event.last.pairings.values()]
        event.play(*(f"{a}-{b} {result}" for a, b in pairs))
        rounds.append(_round_if_left(event))
    assert rounds == [1, 2, 2, 3, 3, 3]


def _round_if_left(event: Event) -> int:
    asked = event.refused(c.LeaveFideMode(), "needs-confirmation")
    values = asked.problems[0].text
    return int(getattr(values, "values")["round"])  # noqa: B009


@pytest.mark.parametrize(("rounds", "locks"), [(5, []), (1, ["rounds-locked"])])
def test_a_number_that_an_older_version_left_open_can_be_decided(
    rounds: int, locks: list[str]
) -> None:
    """As long as no round that has been paired becomes the last one."""
    event = Event(EIGHT)
    event.pair()
    left_open = replace(event.t, rules=event.t.rules.with_changes({"rounds": None}))
    decided = replace(event.t, rules=event.t.rules.with_changes({"rounds": rounds}))
    assert [*locked_changes(left_open, decided)] == locks


def test_an_undo_is_locked_as_well() -> None:
    event = Event(EIGHT, rounds=5)
    event.do(c.ChangeRules({"points": THREE_ONE_NULL}))
    changed = event.log.journal.version
    event.pair()
    error = event.refused(c.Undo(changed), "fide-locked")
    assert [one.where for one in error.problems] == ["points-locked"]


def test_outside_fide_mode_nothing_is_asked() -> None:
    event = Event(EIGHT, rounds=5, fide=False)
    event.pair()
    event.do(c.ChangeRules({"rounds": 6}, "more players"), c.AvoidPair(PlayerId(1), PlayerId(2)))
    assert event.t.fide_state is FideState.NONE
    assert event.notices == []


def test_what_nobody_knows_cannot_be_confirmed() -> None:
    with pytest.raises(DomainError, match="leave-fide-mode"):
        started().do(c.CompleteRound(), confirm=["leave-fide-mod"])
