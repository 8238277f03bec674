"""Repairing a round: one action, one undo, before and after publication."""

from dataclasses import replace
from itertools import combinations

import pytest

from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.repair import RepairRequest, repair_plans, repair_round
from fairpair.app.views.repair import repair_view
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind
from fairpair.log import commands as c
from fairpair.log.describe import describe
from log_driver import R1, LogDriver, p, set_up

SIX = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
IN_ORDER = {"pairing_methods": {"rest": "entry_order"}, "bye_assignment": "lowest_tiebreaker"}


def drafted(names: tuple[str, ...] = SIX, **rules: object) -> LogDriver:
    desk = set_up({**IN_ORDER, **rules}, names)
    desk.do(draft(desk.t, desk.journal.version))
    return desk


def seats(desk: LogDriver) -> dict[int, tuple[PlayerId, ...]]:
    return {n: pairing.seats for n, pairing in desk.t.rounds[desk.t.latest or R1].pairings.items()}


def repair(desk: LogDriver, *missing: int, arrived: tuple[int, ...] = (), option: int = 1) -> None:
    asked = RepairRequest(tuple(map(p, missing)), tuple(map(p, arrived)), option=option)
    [command] = repair_round(desk.t, desk.t.latest or R1, asked)
    desk.do(command)


def test_the_opponent_of_a_missing_player_has_the_bye() -> None:
    desk = drafted()
    before = desk.t
    repair(desk, 3)
    assert seats(desk) == {1: (1, 2), 3: (5, 6)}
    assert desk.t.rounds[R1].byes == {3: ByeKind.ZERO, 4: ByeKind.PAIRING}
    assert str(describe(desk.journal.records[-1].event, desk.t)) == (
        "Round 1 repaired: no match at table 2"
    )
    desk.do(c.PublishRound())
    desk.do(c.Undo(), c.Undo())
    assert desk.t.rounds == before.rounds


def test_two_missing_players_and_one_new_table() -> None:
    """Bo and Di are missing: Ana and Cy meet at table 1, where Ana sits."""
    desk = drafted()
    repair(desk, 2, 4)
    assert seats(desk) == {1: (1, 3), 3: (5, 6)}
    assert str(describe(desk.journal.records[-1].event, desk.t)) == (
        "Round 1 repaired: Ana - Cy at table 1"
    )


def test_a_late_player_meets_the_one_with_the_bye() -> None:
    desk = drafted(SIX[:5])
    desk.do(c.PublishRound())
    desk.do(c.EnterLate((set_up({}, ("Zoe",)).t.entries[p(1)].entrant,), 1))
    repair(desk)  # who has no place is there
    assert seats(desk) == {1: (1, 2), 2: (3, 4), 3: (5, 6)}
    assert not desk.t.rounds[R1].byes


def test_a_player_with_a_bye_comes_after_all() -> None:
    desk = set_up(IN_ORDER, SIX)
    desk.do(c.RequestBye(p(6), 1, ByeKind.HALF))
    desk.do(draft(desk.t, desk.journal.version))
    assert desk.t.rounds[R1].byes == {6: ByeKind.HALF, 5: ByeKind.PAIRING}
    repair(desk, arrived=(6,))
    assert seats(desk)[3] == (5, 6)
    assert not desk.t.rounds[R1].byes


def test_who_has_dropped_is_missing_without_being_named() -> None:
    desk = drafted()
    desk.do(c.DropPlayer(p(3)))
    repair(desk)
    assert seats(desk) == {1: (1, 2), 3: (5, 6)}
    assert desk.t.rounds[R1].byes == {4: ByeKind.PAIRING}
    assert not desk.t.rounds[R1].stale
    desk.do(c.PublishRound())


def test_nothing_to_repair_does_nothing_and_a_repair_is_not_repeated() -> None:
    desk = drafted()
    assert not list(repair_round(desk.t, R1, RepairRequest()))
    repair(desk, 3)
    assert not list(repair_round(desk.t, R1, RepairRequest((p(3),))))


def test_tables_with_a_result_stay() -> None:
    desk = drafted()
    desk.do(c.PublishRound())
    desk.result(1, 1, "2-0")
    with pytest.raises(InvalidStateError, match="already has a result"):
        repair_plans(desk.t, R1, RepairRequest((p(1),)))
    repair(desk, 3)
    assert seats(desk)[1] == (1, 2)


def test_fide_rules_only_before_publication() -> None:
    desk = set_up({"system": "dutch"}, SIX)
    desk.do(draft(desk.t, desk.journal.version))
    assert repair_plans(desk.t, R1, RepairRequest((p(1),)))
    desk.do(c.PublishRound())
    with pytest.raises(InvalidStateError) as refused:
        repair_plans(desk.t, R1, RepairRequest((p(1),)))
    assert refused.value.code == "repair-published"


def test_a_fixed_table_comes_first() -> None:
    desk = drafted()
    desk.do(c.DiscardDraft(), c.FixTable(p(3), 2))
    desk.do(draft(desk.t, desk.journal.version))
    repair(desk, 2, 4)
    assert seats(desk)[2] == (1, 3)


def test_a_wide_difference_has_to_be_accepted() -> None:
    """Points count more here than a win: everybody who is level by points was paired by lot."""
    desk = drafted((*SIX, "Gil", "Hal"))
    for _ in range(2):
        desk.do(c.PublishRound())
        for table in desk.t.rounds[desk.t.latest or R1].pending:
            desk.result((desk.t.latest or R1).round_no, table, "2-0")
        desk.do(c.CompleteRound())
        desk.do(draft(desk.t, desk.journal.version))
    ref = desk.t.latest or R1
    everybody = sorted(desk.t.entries)
    wide = [
        RepairRequest(two)
        for two in combinations(everybody, 2)
        if repair_plans(desk.t, ref, RepairRequest(two))[0].wide
    ]
    assert wide
    with pytest.raises(InvalidStateError) as refused:
        list(repair_round(desk.t, ref, wide[0]))
    assert refused.value.code == "repair-wide"
    assert list(repair_round(desk.t, ref, replace(wide[0], wide=True)))
    with pytest.raises(InvalidStateError) as none:
        list(repair_round(desk.t, ref, replace(wide[0], option=9)))
    assert none.value.code == "no-such-repair"


def test_the_view_tells_what_would_change() -> None:
    desk = drafted()
    [option] = repair_view(desk.t, 1, (1, 1), RepairRequest((p(2), p(4)))).options
    assert [(x.table, list(x.names)) for x in option.ended] == [
        (1, ["Ana", "Bo"]),
        (2, ["Cy", "Di"]),
    ]
    assert [(x.table, list(x.names)) for x in option.new] == [(1, ["Ana", "Cy"])]
    assert option.away == ["Bo", "Di"]
    assert str(option.text) == (
        "At least 1 change is needed. New opponents are at most 0 points apart."
    )
    [option] = repair_view(desk.t, 1, (1, 1), RepairRequest((p(2),))).options
    assert (option.changes, option.new, option.bye_name) == (1, [], "Ana")
    assert str(option.text) == "The only change is the bye."
