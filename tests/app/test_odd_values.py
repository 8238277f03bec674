"""Whatever a program puts into a command: a refusal, or a log that reads back equal."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.app.service import Service
from fairpair.core.errors import DomainError, InvalidInputError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player, Team
from fairpair.core.results import Board, Boards, Decided, Games, Scored
from fairpair.core.rounds import Bye, ByeKind, MatchRef, Table
from fairpair.log import commands as c
from fairpair.storage import open_store

from .events import clock
from .service_calls import CUP, register

M = MatchRef(1, 1, 1)
NAN, INF = float("nan"), float("inf")


def odd(value: object) -> Any:
    """What no type checker would let through."""
    return value


def running() -> Service:
    service = Service(open_store("memory:"), clock)
    steps = [
        c.CreateTournament("Cup", "seed", {"scores": ["op"]}),
        register("Ana", "Bo", "Cy"),
        c.DraftRound((Table(1, (PlayerId(1), PlayerId(2))),), (Bye(PlayerId(3), ByeKind.PAIRING),)),
        c.PublishRound(),
    ]
    for n, command in enumerate(steps):
        service.execute(CUP, command, CommandId(f"s{n}"))
    return service


def scored(value: Any) -> c.RecordResult:
    return c.RecordResult(M, Scored(({"op": value}, {"op": Fraction(1)})))


def one(**fields: Any) -> c.EnterLate:
    return c.EnterLate((Player(**{"name": "Eve", **fields}),))


REFUSED: list[Any] = [
    scored(Fraction(1, 10**45)),
    scored(Fraction(10**45)),
    scored(NAN),
    scored(INF),
    scored(1e-7),
    scored(None),
    scored(True),
    scored("many"),
    c.RecordResult(M, Games(odd((2.0, 1.0)))),
    c.RecordResult(M, Games((True, False))),
    c.RecordResult(M, Games(odd(("2", "1")))),
    c.RecordResult(M, Games((10**5000, 0))),
    c.RecordResult(M, Decided(odd(("wins", "lose")))),
    c.RecordResult(M, odd(None)),
    c.RecordResult(MatchRef(1, True, 1), Games((2, 0))),
    c.RecordResult(M, Boards((Board(odd(None)),))),
    one(rating=1500.0),
    one(rating="1500"),
    one(rating=True),
    one(rating=10**5000),
    one(name=None),
    one(name="a\ud800"),
    one(ids={"fide": 7}),
    c.EnterLate(odd(("Eve",))),
    c.EnterLate((Player("Eve"),), from_round=True),
    c.EnterLate((Player("Eve"),), from_round=10**5000),
    c.EnterLate((Team("Rooks", odd(("Eve",))),)),
    c.CheckIn(PlayerId(True)),
    c.CheckIn(odd(None)),
    c.FixTable(PlayerId(1), True),
    c.AvoidPair(PlayerId(1), PlayerId(2), hard=odd(1)),
    c.FinishTournament(odd("x")),
    c.Undo(odd("2")),
    c.Undo(odd(2.0)),
    c.ChangeRules(odd(None)),
    c.ChangeRules(odd({1: 2})),
    c.ChangeRules({"game": "a\x00b"}, "because"),
    c.ChangeRules({"game": "\u202e"}, "because"),
    c.ChangeRules({"structure": [{"x": "y" * 1000}]}, "because"),
    c.ChangeRules({"pairing_tiebreakers": [str(n) for n in range(100_000)]}, "because"),
    c.DropPlayer(PlayerId(1), kind=odd("bored")),
    c.SwapPlayers(PlayerId(1), PlayerId(2), confirmed=("nonsense",)),
    c.AddTable(()),
    c.MakeCut(()),
    c.RenameTournament(odd(None)),
    c.RenameTournament("x" * 10**6),
    c.ClearResult(M, "r" * 10**6),
]


@pytest.mark.parametrize("command", REFUSED, ids=lambda x: type(x).__name__)
def test_it_is_refused_and_the_tournament_stays_readable(command: c.Command) -> None:
    service = running()
    version = service.store.version(CUP)
    with pytest.raises(DomainError):
        service.execute(CUP, command, CommandId("odd"))
    assert service.store.version(CUP) == version


@pytest.mark.parametrize("by", ["\ud800", "\x00", "a\nb", "x" * 201, None, 7])
def test_who_did_it_is_one_printable_line(by: Any) -> None:
    with pytest.raises(InvalidInputError):
        running().execute(CUP, register("Eve"), CommandId("odd"), by)


LOOSE: list[Any] = [
    one(kind="team"),
    c.RecordResult(M, Games(odd([2, 1]))),
    scored("7"),
    scored(7),
    scored(2.5),
    c.GiveBye(PlayerId(3), odd("half")),
    c.DropPlayer(PlayerId(1), kind=odd("no_show")),
    c.EnterLate(odd([Player("Eve")])),
    c.DropPlayer(PlayerId(1), reason="first line\r\nsecond line"),
]


@pytest.mark.parametrize("command", LOOSE, ids=lambda x: type(x).__name__)
def test_what_is_only_loosely_typed_is_stored_and_kept_exactly(command: c.Command) -> None:
    service = running()
    service.execute(CUP, command, CommandId("odd"))
    assert Service(service.store, clock).journal(CUP) == service.journal(CUP)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.fractions()
    | st.sampled_from([Games((2, 0)), Player("Eve"), M, Table(1, (PlayerId(1),)), ByeKind.HALF]),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(max_size=3), inner)
    ),
    max_leaves=4,
)
KINDS = [
    x
    for x in vars(c).values()
    if isinstance(x, type) and issubclass(x, c.Command) and x not in (c.Command, c.DeleteTournament)
]
"""After a deletion, which holds no values, there is no log to be read."""


@given(kind=st.sampled_from(KINDS), data=st.data())
def test_anything_at_all(kind: Any, data: st.DataObject) -> None:
    fields = kind.__dataclass_fields__
    command = kind(**{name: data.draw(anything) for name in fields})
    service = running()
    try:
        service.execute(CUP, command, CommandId("odd"))
    except DomainError:
        return
    assert Service(service.store, clock).journal(CUP) == service.journal(CUP)


def test_an_expected_version_is_kept_to() -> None:
    service = running()
    version = service.store.version(CUP)
    with pytest.raises(DomainError) as caught:
        service.execute(CUP, c.Undo(), CommandId("undo"), expected=version - 1)
    assert caught.value.code == "version-conflict"
    service.execute(CUP, c.Undo(), CommandId("undo"), expected=version)
    assert service.execute(CUP, c.Undo(), CommandId("undo"), expected=1).repeated


def test_unreadable_tournaments_do_not_hide_the_others() -> None:
    from fairpair.app.views import summaries
    from fairpair.app.views.tournaments import find_tournament
    from fairpair.log.stored import StoredEvent

    service = running()
    row = StoredEvent(1, "x", 0, "", "player_checked_in", 1, '{"player":7}', "2026", "")
    service.store.append(TournamentId("broken"), 0, [row])
    assert {s.id: bool(s.trouble) for s in summaries(service)} == {"broken": True, CUP: False}
    assert find_tournament(service, "Cup") == CUP
