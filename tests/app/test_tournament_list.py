"""The list of tournaments: right at any time, without reading every log for it."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairpair.app.journals
import fairpair.app.views.tournament_index
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.use_cases.rounds import RoundOptions, take_next_step
from fairpair.app.use_cases.tournaments import rules_for
from fairpair.app.views.tournament_index import Directory, Listed, TournamentIndex
from fairpair.app.views.tournaments import ListState, Summary, find_tournament, summaries
from fairpair.bootstrap import open_service
from fairpair.core.errors import DomainError, NotFoundError, StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import DropKind, Player
from fairpair.core.results import Decided, Mark, win_for
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.stored import StoredSummary
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.stored import StoredEvent
from fairpair.storage import script
from timeouts import wait_until

MANY = 120


@pytest.fixture(scope="module", autouse=True)
def small_blocks() -> Iterator[None]:
    """The few tournaments of a test are searched in several blocks, as many are otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairpair.app.views.tournament_index, "_BLOCK", 2)
        yield


class CountingService:
    """A service that knows which logs were read."""

    def __init__(self, address: str) -> None:
        self.service = open_service(address)
        self.read: list[str] = []
        load = self.service.store.load

        def counting(tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
            self.read.append(tournament)
            return load(tournament, after)

        self.service.store.load = counting  # type: ignore[method-assign]


def name(number: int) -> TournamentId:
    return TournamentId(f"cup-{number:03}")


def begin(service: Service, number: int, **rules: object) -> None:
    command = c.CreateTournament(f"Cup {number}", "seed", {"game": "Go", **rules})
    service.execute(name(number), command, CommandId("new"))


def everything(listing: TournamentIndex) -> Sequence[Summary]:
    """All tournaments, hidden ones too."""
    return listing.page(10 * MANY, 0, None).tournaments


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'many.db'}"


@pytest.fixture
def many(address: str) -> str:
    """A database with many tournaments, which were listed once."""
    service = open_service(address)
    for number in range(MANY):
        begin(service, number)
    assert len(summaries(service)) == MANY
    service.close()
    return address


def test_another_process_reads_only_what_was_not_kept(many: str) -> None:
    counted = CountingService(many)
    found = summaries(counted.service)
    assert [one.id for one in found] == [name(n) for n in range(MANY)]
    seventh = Summary(name(7), "Cup 7", Message("status.registration"), 0, 1, game="Go")
    assert replace(found[7], date="", rounds=0) == seventh
    assert len(counted.read) < 50
    counted.service.close()


def test_what_changed_since_is_read_again(many: str) -> None:
    service = open_service(many)
    listing = TournamentIndex(service)
    before = everything(listing)
    service.execute(name(3), c.RegisterPlayers((Player("Ana"), Player("Bo"))), CommandId("players"))
    begin(service, MANY)
    for after in (everything(listing), summaries(service)):
        assert after[3] == replace(before[3], players=2, version=3)
        assert [*after[:3], *after[4:-1]] == [*before[:3], *before[4:]]
        assert after[-1].id == name(MANY)
    service.execute(name(3), c.Undo(2), CommandId("undo"))
    assert everything(listing)[3] == replace(before[3], version=4)
    service.close()


def test_what_another_program_kept_does_not_count(many: str) -> None:
    service = open_service(many)
    right = summaries(service)
    kept = service.store.summaries.all()
    edition = next(iter(kept.values())).edition
    wrong = [
        StoredSummary(name(0), 1, "another", kept[name(0)].text.replace("Cup 0", "Old")),
        StoredSummary(name(1), 1, edition, "{}"),
        StoredSummary(name(2), 1, edition, "no JSON"),
        StoredSummary(name(4), 9, edition, kept[name(4)].text.replace("Cup 4", "Other")),
        StoredSummary(TournamentId("gone"), 1, edition, kept[name(5)].text),
    ]
    service.store.summaries.save(wrong)
    assert summaries(service) == right
    service.close()


def test_a_store_that_keeps_nothing_does_not_stop_the_list(
    many: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(many)

    def full(_self: object, _summaries: object) -> None:
        raise StorageError("disk-full")

    service.store.summaries.save([StoredSummary(name(n), 1, "another", "{}") for n in range(MANY)])
    monkeypatch.setattr(type(service.store.summaries), "save", full)
    assert len(summaries(service)) == MANY
    service.close()


def test_listing_leaves_the_tournaments_that_are_being_played_in_memory(many: str) -> None:
    counted = CountingService(many)
    service = counted.service
    service.journal(name(5))
    listing = TournamentIndex(service)
    everything(listing)
    assert service._journals.keys() == {name(5)}
    service.close()


def test_who_loads_the_list_first_makes_nobody_wait(many: str) -> None:
    counted = CountingService(many)
    listing = TournamentIndex(counted.service)
    listing.load()
    counted.read.clear()
    counted.service.store.tournaments = dict  # type: ignore[method-assign]
    assert listing.page(10, 0).total == MANY
    assert counted.read == []
    counted.service.close()
    listing.load()
    TournamentIndex(counted.service).load()  # the store is closed: the next list says so


def test_words_find_tournaments_by_name_game_and_id(address: str) -> None:
    service = open_service(address)
    begin(service, 1)
    begin(service, 12, game="Chess")
    begin(service, 2, hidden=True)
    listing = TournamentIndex(service)

    def found(query: str, *unhidden: TournamentId) -> list[str]:
        return [one.id for one in listing.page(10, 0, unhidden, query).tournaments]

    assert found("") == ["cup-001", "cup-012"]
    assert found("CHESS cup") == ["cup-012"]
    assert found("cup-00", name(2)) == ["cup-001", "cup-002"]
    assert found("cup 2") == ["cup-012"]
    assert found("nothing") == []
    part = listing.page(1, 0, None, "cup")
    assert (part.total, part.next) == (3, 1)
    service.close()


@pytest.mark.parametrize("size", [10, MANY])
def test_a_page_asks_the_store_for_what_changed_only(address: str, size: int) -> None:
    service = open_service(address)
    for number in range(size):
        begin(service, number)
    listing = TournamentIndex(service)
    listing.page(5, 0)
    service.execute(name(7), c.RenameTournament("Seventh"), CommandId("rename"))
    asked: list[str] = []
    for method in ("tournaments", "load", "version", "persons"):
        count_calls(service.store, method, asked)
    page = listing.page(5, 5)
    assert [one.name for one in page.tournaments] == ["Cup 5", "Cup 6", "Seventh", "Cup 8", "Cup 9"]
    assert asked == ["load"]
    listing.page(5, 0, (), "cup")
    assert asked == ["load"]
    service.close()


def count_calls(store: Any, method: str, asked: list[str]) -> None:
    """Note every call of a method."""
    real = getattr(store, method)

    def counting(*args: Any, **kwargs: Any) -> Any:
        asked.append(method)
        return real(*args, **kwargs)

    setattr(store, method, counting)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("begin"), st.integers(0, 30), st.booleans()),
        st.tuples(st.just("rename"), st.integers(0, 30), st.sampled_from(["Spring", "Autumn"])),
        st.tuples(st.just("hide"), st.integers(0, 30), st.booleans()),
        st.tuples(
            st.just("page"),
            st.sampled_from(["", "spring", "cup 1", "AUTUMN go"]),
            st.none() | st.sets(st.integers(0, 30)),
            st.integers(0, 8),
        ),
    ),
    max_size=30,
)


@settings(max_examples=30, deadline=None)
@given(STEPS)
def test_a_page_is_a_part_of_all_tournaments_that_match(steps: list[Any]) -> None:
    service = open_service("memory:")
    listing = TournamentIndex(service)
    listing.page(1, 0)
    for number, (kind, *what) in enumerate(steps):
        with suppress(DomainError):
            match kind:
                case "begin":
                    begin(service, what[0], hidden=what[1])
                case "rename":
                    command: c.Command = c.RenameTournament(what[1])
                    service.execute(name(what[0]), command, CommandId(str(number)))
                case "hide":
                    command = c.ChangeRules({"hidden": what[1]})
                    service.execute(name(what[0]), command, CommandId(str(number)))
                case _:
                    query, named, offset = what
                    unhidden = None if named is None else {name(n) for n in named}
                    found = listing.page(4, offset, unhidden, query)
                    wanted = matching(summaries(service), unhidden, query)
                    assert found.tournaments == wanted[offset : offset + 4]
                    assert found.total == len(wanted)
                    assert (found.next is None) == (offset + 4 >= len(wanted))
    service.close()


def matching(
    every: Sequence[Summary], unhidden: Collection[TournamentId] | None, query: str
) -> list[Summary]:
    return [
        one
        for one in every
        if unhidden is None or not one.hidden or one.id in unhidden
        if all(word in f"{one.name} {one.game} {one.id}".lower() for word in query.lower().split())
    ]


def test_what_cannot_be_read_is_for_the_administrator_and_tried_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = open_service(address)
    begin(service, 1)
    listing = TournamentIndex(service)

    def unreachable(_tournament: TournamentId) -> None:
        raise StorageError("database-closed")

    with monkeypatch.context() as patch:
        patch.setattr(service, "uncached_journal", unreachable)
        assert listing.page(10, 0).total == 0
        assert listing.page(10, 0, None).tournaments[0].trouble
    assert [one.name for one in listing.page(10, 0).tournaments] == ["Cup 1"]
    service.close()


def test_what_another_process_writes_is_listed_within_a_second(address: str) -> None:
    service, other = open_service(address), open_service(address)
    begin(service, 1)
    listing = TournamentIndex(service)
    assert listing.page(10, 0).total == 1
    begin(other, 2)
    wait_until(lambda: listing.page(10, 0).total == 2)
    other.close()
    service.close()


def test_who_mistypes_a_name_is_not_told_thousands(many: str) -> None:
    service = open_service(many)
    with pytest.raises(NotFoundError) as caught:
        find_tournament(service, "cap")
    assert caught.value.hint.endswith(f"and {MANY - 20} more.")
    assert len(caught.value.hint) < 1000
    service.close()


def test_the_tournaments_used_last_stay_in_memory_up_to_a_number_of_events(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairpair.app.journals, "_KEPT_EVENTS", 10)
    service = open_service(address)
    for number in range(12):
        begin(service, number)
    service.journal(name(2))
    assert list(service._journals) == [*(name(n) for n in range(3, 12)), name(2)]
    big = c.RegisterPlayers(tuple(Player(f"Player {n}") for n in range(20)))
    service.execute(name(7), big, CommandId("players"))
    assert list(service._journals) == [name(7)]
    service.journal(name(1))
    assert list(service._journals) == [name(1)]
    assert len(service.journal(name(7)).tournament.entries) == 20
    service.close()


def test_what_others_did_while_nobody_listened_is_listed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new tournament, a changed one and a deleted one, of which no word came through."""
    with (
        closing(open_service(postgres_url)) as service,
        closing(open_service(postgres_url)) as other,
    ):
        for number in range(3):
            begin(other, number)
        index = TournamentIndex(service)
        index.load()
        read = service.store.interruptions
        silent = script._ANNOUNCE.replace("(%s, %s)", "(%s || 'x', %s)")
        monkeypatch.setattr(script, "_ANNOUNCE", silent)
        begin(other, 3)
        other.execute(name(1), c.RenameTournament("Open"), CommandId("rename"))
        other.execute(name(2), c.DeleteTournament(), CommandId("delete"))
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE query = 'LISTEN fairpair'"
            )
        wait_until(lambda: service.store.interruptions > read)
        listed = index.page(10, 0, None).tournaments
        assert {one.id: one.name for one in listed} == {
            name(0): "Cup 0",
            name(1): "Open",
            name(3): "Cup 3",
        }


def test_remembered_searches_have_a_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody can search for many words that are in every name."""
    monkeypatch.setattr(fairpair.app.views.tournament_index, "_FOUND", 50)
    states = (ListState.ALL,)
    entries = {
        name(n): Listed(f"friday chess {n}", False, states, "2026-11-01", 1) for n in range(20)
    }
    directory = Directory(entries)
    for query in ("friday", "chess", "fri", "che", "day"):
        assert len(directory.find(None, query, ListState.ALL)) == 20
    assert sum(map(len, directory._searches.values())) == 40
    assert directory.find(None, "day", ListState.ALL) is directory.find(None, "day", ListState.ALL)
    monkeypatch.setattr(fairpair.app.views.tournament_index, "_FOUND", 5)
    assert len(directory.find(None, "ess", ListState.ALL)) == 20


def test_the_list_names_no_expelled_player_as_leader() -> None:
    service = open_service("memory:")
    players = tuple(Player(one) for one in ("Ana", "Bo", "Cy", "Di"))
    done = [
        c.CreateTournament("Cup", "seed", rules_for("fide_dutch", {"rounds": 3})),
        c.RegisterPlayers(players),
    ]
    for number, command in enumerate(done):
        service.execute(name(1), command, CommandId(f"c{number}"))
    context = CommandContext(name(1), CommandId("pair"))
    service.run(context, take_next_step, RoundOptions())
    for table in (1, 2):
        result = Decided(win_for(0)) if table == 1 else Decided((Mark.DRAW, Mark.DRAW))
        record = c.RecordResult(MatchRef(1, 1, table), result)
        service.execute(name(1), record, CommandId(f"r{table}"))
    service.execute(name(1), c.CompleteRound(), CommandId("complete"))
    listing = TournamentIndex(service)
    [before] = listing.page(10, 0, None).tournaments
    first = service.journal(name(1)).tournament.rounds[RoundRef(1, 1)].pairings[1].seats[0]
    assert before.leaders == (service.journal(name(1)).tournament.name_of(first),)
    service.execute(name(1), c.DropPlayer(first, DropKind.EXPELLED), CommandId("drop"))
    [after] = listing.page(10, 0, None).tournaments
    [anew] = TournamentIndex(service).page(10, 0, None).tournaments
    assert after.leaders == anew.leaders != before.leaders
