"""A round that cannot be paired: every suggestion is a command, and it helps."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fairpair.app.use_cases.pairing import draft, remedy
from fairpair.app.views import summaries
from fairpair.bootstrap import open_service
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import RoundStatus
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.log import commands as c
from log_driver import LogDriver


def event(
    count: int, rules: Mapping[str, Any], *, apart: tuple[tuple[int, int], ...] = ()
) -> LogDriver:
    desk = LogDriver()
    desk.do(c.CreateTournament("Cup", "seed", {"rounds": 9, **rules}))
    desk.do(c.RegisterPlayers(tuple(Player(f"P{n}") for n in range(1, count + 1))))
    for a, b in apart:
        desk.do(c.AvoidPair(PlayerId(a), PlayerId(b)))
    return desk


def played_out(desk: LogDriver) -> ImpossiblePairingError:
    """Round after round, until one cannot be paired."""
    for round_no in range(1, 20):
        try:
            desk.do(draft(desk.t, desk.journal.version))
        except ImpossiblePairingError as error:
            return error
        desk.do(c.PublishRound())
        for table in desk.t.rounds[desk.t.upcoming].pending:
            desk.result(round_no, table, "2-0")
        desk.do(c.CompleteRound())
    raise AssertionError("it never ended")


CASES: list[tuple[int, dict[str, Any], tuple[tuple[int, int], ...]]] = [
    (4, {}, ()),
    (3, {}, ()),
    (5, {}, ()),
    (5, {"max_byes_per_player": 0}, ()),
    (6, {"prevent_consecutive_byes": True}, ((1, 2), (1, 3), (1, 4), (1, 5), (1, 6))),
    (5, {"system": "dutch"}, ()),
    (4, {"system": "dutch"}, ((1, 2), (1, 3), (1, 4))),
]


@pytest.mark.parametrize(("count", "rules", "apart"), CASES)
def test_every_suggestion_helps(
    count: int, rules: dict[str, Any], apart: tuple[tuple[int, int], ...]
) -> None:
    desk = event(count, rules, apart=apart)
    error = played_out(desk)
    assert error.suggestions
    assert error.hint == " ".join(str(one.text) for one in error.suggestions)
    before = desk.journal
    for suggestion in error.suggestions:
        desk.journal = before
        desk.do(*remedy(desk.t, suggestion, desk.journal.version))
        if suggestion.kind == "end":
            assert desk.t.finished
            continue
        if desk.t.latest is None or desk.t.rounds[desk.t.latest].status != RoundStatus.DRAFT:
            desk.do(draft(desk.t, desk.journal.version))
        desk.do(c.PublishRound())


def test_one_rematch_is_enough() -> None:
    """Three players after three rounds: all have met, and everybody had the bye."""
    error = played_out(event(3, {}))
    rematch = next(one for one in error.suggestions if one.kind == "rematch")
    assert len(rematch.pairs) == 1
    assert str(rematch.text).startswith("Allow a rematch and an extra bye: ")
    assert "no player can have the bye" in error.message


def test_the_cause_names_who_and_why() -> None:
    error = played_out(event(4, {}, apart=((1, 2), (1, 3), (1, 4))))
    assert "there is no possible opponent for P1." in error.message
    assert [(one.where, one.message) for one in error.problems] == [
        ("P1", "has a pairing restriction with P2, P3 and P4")
    ]
    kinds = {one.kind: one for one in error.suggestions}
    assert "drop" in kinds
    assert PlayerId(1) in kinds["drop"].players
    assert len(kinds["allow"].pairs) == 1


def test_what_is_foreseen_stands_beside_the_tournament(tmp_path: Path) -> None:
    service = open_service(f"sqlite:///{tmp_path / 'cup.db'}")
    cup = TournamentId("cup")
    rules = {"rounds": 9, "max_byes_per_player": 0}
    service.execute(cup, c.CreateTournament("Cup", "seed", rules), CommandId("create"))
    players = c.RegisterPlayers(tuple(Player(f"P{n}") for n in range(5)))
    service.execute(cup, players, CommandId("players"))
    (found,) = summaries(service)
    service.close()
    assert tuple(map(str, found.warnings)) == (
        "9 rounds are too many for 5 players without rematches; the maximum is 5.",
        "The number of players is odd (5), but the rules do not allow byes.",
    )
