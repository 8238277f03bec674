"""Tables of three and four: all is kept by seat, and the system says how many sit at a table."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    is_draw,
    marks_of,
)
from fairpair.core.rounds import Pairing, RoundRef, Table
from fairpair.engine.pairing import systems
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.fold import fold
from log_driver import CODEC, R1, LogDriver, draft, match, p, set_up

W, D, L = Mark.WIN, Mark.DRAW, Mark.LOSS
SEVEN = ("Ana", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")


def scored(*points: int) -> Scored:
    return Scored(tuple({"vp": Fraction(n)} for n in points))


@pytest.fixture
def pods(monkeypatch: pytest.MonkeyPatch) -> LogDriver:
    """A tournament whose system wants tables of three or four; nobody pairs it but a hand."""
    pods = replace(systems.SYSTEMS["swiss"], table_seats=(3, 4))
    monkeypatch.setitem(systems.SYSTEMS.built_in, "swiss", pods)
    rules = {"best_of": None, "scores": ["vp"], "player_reports": True}
    return set_up(rules, SEVEN)


@pytest.mark.parametrize(
    ("result", "marks", "drawn"),
    [
        (Decided((L, W, L)), (L, W, L), False),
        (Decided((D, D, L, L)), (D, D, L, L), True),
        (Decided((L, L, L, L)), (L, L, L, L), False),
        (Forfeit((W, L, L)), (W, L, L), False),
        (Games((1, 0, 2)), (L, L, W), False),
        (Games((2, 2, 1)), (D, D, L), True),
        (Games((1, 1, 1, 1)), (D, D, D, D), True),
        (Games((2, 1, 2), winner=2), (L, L, W), False),
        (scored(4, 10, 7, 10), (L, D, L, D), True),
        (scored(4, 10, 7, 9), (L, W, L, L), False),
        (Boards((Board(Decided((W, L, L))), Board(Decided((L, W, L))))), (D, D, L), True),
        (Adjourned(), (), False),
    ],
)
def test_every_seat_takes_its_own(result: Result, marks: tuple[Mark, ...], drawn: bool) -> None:
    assert result.problem is None
    assert marks_of(result) == marks
    assert is_draw(result) is drawn


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (Decided((W, W, L)), "only one side"),
        (Decided((W, D, L, L)), "others must lose"),
        (Forfeit((D, L, L)), "cannot be a draw"),
        (Games((2, 2, 1), winner=2), "one of the tied players"),
        (Games((2, 1, 1), winner=1), "score already decides"),
        (Games((1, 1, 1), winner=3), "one of the players"),
        (
            Scored(({"vp": Fraction(1)}, {"vp": Fraction(2)}, {"op": Fraction(3)})),
            "same set of scores",
        ),
        (Boards((Board(Decided((W, L, L))), Board(Decided((W, L))))), "one result for each team"),
    ],
)
def test_what_cannot_be_at_a_larger_table(result: Result, problem: str) -> None:
    assert problem in str(result.problem)


def test_two_seats_are_stored_as_ever() -> None:
    two = e.ResultRecorded(match(1, 1), (p(1), p(2)), Games((2, 1)))
    assert CODEC.encode(two)[2] == (
        '{"match":{"stage":1,"round_no":1,"table":1},"players":[1,2],'
        '"result":{"wins":[2,1],"draws":0,"winner":null,"kind":"games"}}'
    )


def test_four_seats_are_stored_in_the_same_way() -> None:
    seats = (p(1), p(2), p(3), p(4))
    added = e.TableAdded(R1, Table(3, seats))
    assert '"table":{"number":3,"seats":[1,2,3,4]}' in CODEC.encode(added)[2]
    four = e.ResultRecorded(match(1, 3), seats, Decided((L, L, W, L)))
    assert '"marks":["loss","loss","win","loss"]' in CODEC.encode(four)[2]
    assert CODEC.decode(*CODEC.encode(four)) == four
    assert four != e.ResultRecorded(match(1, 3), seats[:3], Decided((L, L, W, L)))


def test_a_log_with_larger_tables_folds() -> None:
    """Whatever wrote it: reading needs no system."""
    seats = (p(1), p(2), p(3))
    tables = (Table(1, seats), Table(2, (p(4), p(5), p(6), p(7))))
    state = fold(
        [
            e.RoundDrafted(R1, tables, (), "pods", "", "seed", 1),
            e.PlayersSwapped(R1, p(3), p(4)),
            e.RoundPublished(R1),
            e.ResultRecorded(match(1, 1), (p(1), p(2), p(4)), Games((1, 0, 2))),
        ]
    )
    assert state.rounds[R1].pairings == {
        1: Pairing((p(1), p(2), p(4)), Games((1, 0, 2))),
        2: Pairing((p(3), p(5), p(6), p(7))),
    }
    assert state.rounds[R1].table_of(p(7)) == 2


@pytest.mark.parametrize("system", ["swiss", "dutch", "round_robin"])
def test_todays_systems_want_two(system: str) -> None:
    desk = set_up({"system": system}, SEVEN)
    refusal = desk.refused(draft("1-2-3 4-5 6-7"), "round-impossible")
    assert [(one.where, one.message) for one in refusal.problems] == [
        ("table-seats", "Table 1 must have 2 players, not 3.")
    ]


def test_a_knock_out_wants_two() -> None:
    desk = set_up({"rounds": 1}, SEVEN[:4])
    desk.do(draft("1-2 3-4"), c.PublishRound())
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound(), c.MakeCut((p(1), p(3), p(2), p(4))))
    refusal = desk.refused(draft("1-2-3"), "round-impossible")
    assert refusal.problems[0].message == "Table 1 must have 2 players, not 3."


def test_no_third_player_is_added_by_hand() -> None:
    desk = set_up({}, SEVEN)
    desk.do(draft("1-2 3-4 5-6 7"), c.PublishRound())
    refusal = desk.refused(c.AddTable((p(7),)), "round-impossible")
    assert refusal.problems[0].message == "Table 4 must have 2 players, not 1."


def test_a_system_of_pods_runs_on_the_same_log(pods: LogDriver) -> None:
    refusal = pods.refused(draft("1-2 3-4-5-6-7"), "round-impossible")
    assert [one.message for one in refusal.problems] == [
        "Table 1 must have 3 or 4 players, not 2.",
        "Table 2 must have 3 or 4 players, not 5.",
    ]
    pods.do(draft("1-2-3 4-5-6-7"), c.PublishRound())
    pods.refused(c.RecordResult(match(1, 1), Decided((W, L))), "impossible-result")
    pods.refused(c.RecordResult(match(1, 1), scored(1, 2, 3, 4)), "impossible-result")
    pods.do(c.RecordResult(match(1, 1), Decided((W, L, L))))
    pods.do(c.RecordResult(match(1, 2), scored(4, 10, 7, 9)), c.CompleteRound())
    refusal = pods.refused(draft("1-4-2 3-5-6-7"), "needs-confirmation")
    assert [one.message for one in refusal.problems] == [
        "Ana and Bo already met in round 1.",
        "Ed and Fay already met in round 1.",
        "Ed and Gus already met in round 1.",
        "Fay and Gus already met in round 1.",
    ]
    pods.do(draft("1-4-2 3-5-6-7", confirmed=("rematch",)), c.PublishRound())
    assert pods.t.rounds[RoundRef(1, 2)].pairings[1].seats == (p(1), p(4), p(2))


def test_at_a_pod_all_must_report_the_same(pods: LogDriver) -> None:
    pods.do(draft("1-2-3 4-5-6-7"), c.PublishRound())
    won = Decided((L, L, W))
    for player in (1, 2):
        pods.do(c.ReportResult(match(1, 1), p(player), won))
        assert pods.t.rounds[R1].pairings[1].result is None
    pods.do(c.ReportResult(match(1, 1), p(3)))
    assert pods.t.rounds[R1].pairings[1].result == won


def test_whoever_leaves_a_pod_leaves_the_others_playing(pods: LogDriver) -> None:
    pods.do(draft("1-2-3 4-5-6-7"), c.PublishRound(), c.DropPlayer(p(2)))
    assert pods.t.rounds[R1].pending == (1, 2)
    pods.do(c.RecordResult(match(1, 1), Decided((W, L, L))))
    assert pods.t.rounds[R1].pending == (2,)
