"""Commands through the service, on every storage: once, in order, whatever happens meanwhile."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import Queue

import pytest

from fairpair.app.requests import CommandContext, Outcome, Steps
from fairpair.app.service import Service
from fairpair.bootstrap import open_service
from fairpair.core.errors import (
    ConflictError,
    DomainError,
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
)
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.results import Games
from fairpair.core.rounds import MatchRef, RoundRef, Table
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log.journal import Journal
from fairpair.log.stored import Append
from fairpair.storage import open_store, rotation
from timeouts import PATIENCE

from .events import clock
from .service_calls import CUP, do, register, write


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    service = Service(open_store(address), clock)
    do(service, c.CreateTournament("Cup", "seed"), "create")
    yield service
    service.close()


def test_a_command_is_stored_with_who_and_when(service: Service) -> None:
    outcome = do(service, register("Ana", "Bo"), "one")
    assert (outcome.version, len(outcome.events), outcome.repeated) == (3, 2, False)
    rows = service.store.load(CUP, after=1)
    assert [(r.seq, r.command_id, r.part, r.by, r.at) for r in rows] == [
        (2, "one", 0, "ana", clock()),
        (3, "one", 1, "ana", clock()),
    ]


def test_a_repeat_gets_the_first_answer_and_writes_nothing(service: Service) -> None:
    first = do(service, register("Ana", "Bo"), "one")
    do(service, register("Cy"), "two")
    again = do(service, register("Ana", "Bo"), "one")
    assert again == Outcome(first.version, first.events, repeated=True)
    assert service.store.version(CUP) == 4


def test_a_repeat_is_answered_even_when_it_would_be_refused_by_now(service: Service) -> None:
    do(service, register("Ana", "Bo"), "one")
    do(service, c.DraftRound((Table(1, (PlayerId(1), PlayerId(2))),)), "draft")
    do(service, c.PublishRound(), "publish")
    assert do(service, register("Ana", "Bo"), "one").repeated
    with pytest.raises(InvalidStateError):
        do(service, register("Cy"), "two")


def test_an_id_stands_for_one_command(service: Service) -> None:
    do(service, register("Ana"), "one")
    with pytest.raises(ConflictError) as caught:
        do(service, register("Bo"), "one")
    assert caught.value.code == "command-id-reused"
    assert service.store.version(CUP) == 2


def test_a_refusal_writes_nothing_and_the_id_stays_free(service: Service) -> None:
    with pytest.raises(NotFoundError):
        do(service, c.CheckIn(PlayerId(1)), "early")
    assert service.store.version(CUP) == 1
    do(service, register("Ana"), "one")
    assert not do(service, c.CheckIn(PlayerId(1)), "early").repeated


@pytest.mark.parametrize("tournament", ["", "Cup", "a/b", "../x", "a" * 81, "ü", "-a", "a\n"])
def test_ids_that_cannot_stand_in_an_address_are_refused(service: Service, tournament: str) -> None:
    with pytest.raises(InvalidInputError):
        service.execute(TournamentId(tournament), register("Ana"), CommandId("x"))


@pytest.mark.parametrize("command_id", ["", "x" * 201, "a\x00b", "a\nb"])
def test_bad_command_ids_are_refused(service: Service, command_id: str) -> None:
    with pytest.raises(InvalidInputError):
        do(service, register("Ana"), command_id)
    with pytest.raises(InvalidInputError):
        service.receipt(CUP, CommandId(command_id), "any")


def test_what_is_not_there_is_empty(service: Service) -> None:
    assert service.journal(TournamentId("other")) == Journal()
    with pytest.raises(NotFoundError) as caught:
        service.execute(TournamentId("other"), register("Ana"), CommandId("x"))
    assert caught.value.code == "no-tournament"


def test_two_services_on_one_database_see_each_other(address: str, service: Service) -> None:
    if address == "memory:":
        other = Service(service.store, clock)
    else:
        other = Service(open_store(address), clock)
    do(other, register("Ana", "Bo"), "one")
    do(service, c.CheckIn(PlayerId(2)), "two")
    do(other, c.CheckIn(PlayerId(1)), "three")
    assert service.journal(CUP) == other.journal(CUP)
    other.close()


class _Faster:
    """A store in front of another, before which somebody else is always faster once."""

    def __init__(self, service: Service, command: c.Command) -> None:
        self.store = service.store
        self.rival, self.wish = service, command
        self.first = True

    def submit(self, new: Append) -> Callable[[], None]:
        if self.first:
            self.first = False
            do(self.rival, self.wish, "rival")
        return self.store.submit(new)

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def test_a_lost_race_is_decided_again_on_the_new_state(service: Service) -> None:
    late = Service(_Faster(service, register("Ana")), clock)  # type: ignore[arg-type]
    outcome = do(late, register("Bo"), "mine")
    assert outcome.version == 3
    assert late.journal(CUP).tournament.name_of(PlayerId(2)) == "Bo"


def test_a_lost_race_for_the_same_thing_is_refused(service: Service) -> None:
    late = Service(_Faster(service, register("Ana")), clock)  # type: ignore[arg-type]
    with pytest.raises(ConflictError) as caught:
        do(late, register("Ana"), "mine")
    assert caught.value.code == "duplicate-name"
    assert service.store.version(CUP) == 2


def test_the_same_command_twice_at_once_is_carried_out_once(service: Service) -> None:
    with ThreadPoolExecutor(8) as pool:
        twice = [pool.submit(do, service, register("Ana", "Bo"), "tap") for _ in range(8)]
        outcomes = [future.result() for future in twice]
    assert {outcome.version for outcome in outcomes} == {3}
    assert sum(not outcome.repeated for outcome in outcomes) == 1


def test_threads_take_turns_instead_of_deciding_in_vain(service: Service) -> None:
    decided = list[str]()

    def enter(_t: Tournament, name: str) -> Steps:
        decided.append(name)
        time.sleep(0.02)  # the others come meanwhile
        yield register(name)

    def run(name: str) -> None:
        service.run(CommandContext(CUP, CommandId(name)), enter, name)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(run, "ABCDEF"))
    assert sorted(decided) == list("ABCDEF")


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_two_processes_on_one_tournament_decide_nothing_more_than_twice(
    address: str, service: Service
) -> None:
    """The first race may be lost; then the log is locked before anything is decided."""
    decided = Counter[str]()

    def enter(_t: Tournament, name: str) -> Steps:
        decided[name] += 1
        yield register(name)

    def run(job: tuple[Service, str]) -> int:
        one, name = job
        return one.run(CommandContext(CUP, CommandId(name)), enter, name).version

    with closing(Service(open_store(address), clock)) as other:
        names = [f"Player {number}" for number in range(120)]
        jobs = [((service, other)[number % 2], name) for number, name in enumerate(names)]
        with ThreadPoolExecutor(12) as pool:
            versions = list(pool.map(run, jobs))
    assert sorted(versions) == list(range(2, 122))
    assert set(decided.values()) <= {1, 2}
    rows = service.store.load(CUP)
    assert [row.seq for row in rows] == list(range(1, 122))
    entered = service.journal(CUP).tournament.entries.values()
    by_version = sorted(zip(versions, names, strict=True))
    assert [entry.entrant.name for entry in entered] == [name for _, name in by_version]


def test_a_longer_log_put_in_place_is_not_mixed_with_the_one_in_memory() -> None:
    with closing(Service(open_store("memory:"), clock)) as service:
        do(service, c.CreateTournament("Cup", "seed"), "create")
        do(service, register("Lost"), "lost")
        with closing(Service(open_store("memory:"), clock)) as other:
            do(other, c.CreateTournament("Cup", "seed"), "create")
            for name in ("New", "Newer"):
                do(other, register(name), name)
            service.store = other.store
            assert _names(service) == ["New", "Newer"]
            with pytest.raises(ConflictError):
                do(service, register("New"), "again")


def test_a_refusal_never_comes_from_what_is_no_longer_there() -> None:
    with closing(Service(open_store("memory:"), clock)) as service:
        do(service, c.CreateTournament("Cup", "seed"), "create")
        do(service, register("Lost"), "lost")
        with closing(Service(open_store("memory:"), clock)) as older:
            do(older, c.CreateTournament("Cup", "seed"), "create")
            service.store = older.store
            do(service, register("Lost"), "anew")
            assert _names(service) == ["Lost"]


def _names(service: Service) -> list[str]:
    return [entry.entrant.name for entry in service.journal(CUP).tournament.entries.values()]


def test_an_older_copy_put_in_place_is_noticed(tmp_path: Path) -> None:
    place = tmp_path / "cup.db"
    service = Service(open_store(f"sqlite:///{place}"), clock)
    do(service, c.CreateTournament("Cup", "seed"), "create")
    service.store.backup(tmp_path / "copy.db")  # type: ignore[attr-defined]
    do(service, register("Ana"), "one")
    # The log is seen through another store, on the older copy.
    older = open_store(f"sqlite:///{tmp_path / 'copy.db'}")
    service.store.close()
    service.store = older
    assert do(service, register("Bo"), "two").version == 2
    assert service.journal(CUP).tournament.name_of(PlayerId(1)) == "Bo"
    service.close()


@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_twenty_writers_lose_nothing(address: str, service: Service, count: int) -> None:
    """So many commands of each: 5 processes of 4 threads; in memory, 20 threads."""
    if address == "memory:":
        with ThreadPoolExecutor(20) as pool:
            list(pool.map(lambda n: write(service, n, count), range(20)))
    else:
        script = str(Path(__file__).with_name("writers.py"))
        command = [sys.executable, script, address, str(count)]
        processes = [subprocess.Popen([*command, str(n)], stdout=subprocess.PIPE) for n in range(5)]
        assert [process.wait(300) for process in processes] == [0] * 5
        for process in processes:
            process.stdout.close()  # type: ignore[union-attr]
    rows = service.store.load(CUP)
    assert [row.seq for row in rows] == list(range(1, 20 * count + 2))
    assert len({row.command_id for row in rows}) == 20 * count + 1
    names = [x.entrant.name for x in service.journal(CUP).tournament.entries.values()]
    assert sorted(names) == sorted(f"Player {w}-{n}" for w in range(20) for n in range(count))


def test_a_whole_round_survives_a_restart(address: str, service: Service) -> None:
    do(service, register("Ana", "Bo"), "players")
    do(service, c.DraftRound((Table(1, (PlayerId(1), PlayerId(2))),)), "draft")
    do(service, c.PublishRound(), "publish")
    do(service, c.RecordResult(MatchRef(1, 1, 1), Games((2, 1))), "result")
    do(service, c.Undo(), "undo")
    do(service, c.Redo(), "redo")
    store = service.store if address == "memory:" else open_store(address)
    again = Service(store, clock)
    assert again.journal(CUP) == service.journal(CUP)
    assert again.journal(CUP).tournament.rounds[RoundRef(1, 1)].pending == ()
    store.close()


def play_rounds(service: Service, first: int, last: int) -> None:
    for n in range(first, last + 1):
        table = Table(1, (PlayerId(1), PlayerId(2)))
        do(service, c.DraftRound((table,), confirmed=("rematch",)), f"draft-{n}")
        do(service, c.PublishRound(), f"publish-{n}")
        do(service, c.RecordResult(MatchRef(1, n, 1), Games((2, 0))), f"result-{n}")
        do(service, c.CompleteRound(), f"complete-{n}")


@pytest.fixture
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "_PAUSE", 0)


def play_backed_up_rounds(service: Service, first: int, last: int) -> None:
    """Each round has its own copy, because nothing happens until it is made."""
    made: Queue[str] = Queue()
    service.backed_up = made.put
    for n in range(first, last + 1):
        play_rounds(service, n, n)
        assert made.get(timeout=PATIENCE) == "done"


@pytest.mark.usefixtures("without_pauses")
def test_after_every_round_a_copy_is_kept(tmp_path: Path) -> None:
    service = open_service(f"sqlite:///{tmp_path / 'cup.db'}")
    do(service, c.CreateTournament("Cup", "seed"), "create")
    do(service, register("Ana", "Bo"), "players")
    play_backed_up_rounds(service, 1, 23)
    copies = sorted((tmp_path / "backups").glob("*.db"))
    assert len(copies) == 20
    with closing(open_store(f"sqlite:///{copies[-1]}")) as copy:
        assert copy.load(CUP) == service.store.load(CUP)
    with closing(open_store(f"sqlite:///{copies[0]}")) as copy:
        assert copy.load(CUP)[-1].command_id == "complete-4"
    service.close()


@pytest.mark.usefixtures("without_pauses")
def test_a_copy_somebody_works_with_is_not_thrown_away(tmp_path: Path) -> None:
    service = open_service(f"sqlite:///{tmp_path / 'cup.db'}")
    do(service, c.CreateTournament("Cup", "seed"), "create")
    do(service, register("Ana", "Bo"), "players")
    play_backed_up_rounds(service, 1, 1)
    [used] = (tmp_path / "backups").glob("*.db")
    other = open_service(f"sqlite:///{used}")
    other.execute(TournamentId("sunday"), c.CreateTournament("S", "s"), CommandId("x"))
    other.close()
    play_backed_up_rounds(service, 2, 23)
    assert used.exists()
    service.close()


def test_a_copy_that_fails_does_not_fail_the_round(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    service = open_service(f"sqlite:///{tmp_path / 'cup.db'}")
    (tmp_path / "backups").write_text("a file where the folder should be")
    do(service, c.CreateTournament("Cup", "seed"), "create")
    do(service, register("Ana", "Bo"), "players")
    outcomes: list[str] = []
    service.backed_up = outcomes.append
    play_rounds(service, 1, 1)
    service.close()
    assert "The automatic backup after the round failed" in caplog.text
    assert outcomes == ["failed"]


def test_only_some_tournaments_are_kept_in_memory(service: Service) -> None:
    many = [TournamentId(f"t{n}") for n in range(70)]
    for tournament in many:
        service.execute(tournament, c.CreateTournament(tournament, "seed"), CommandId("create"))
    assert [service.journal(t).tournament.name for t in many] == many


def test_errors_are_told_in_full() -> None:
    error = DomainError("command-repeated", command="c1")
    assert str(error).splitlines() == [error.message, error.hint]
    assert "c1" in error.message
    assert error.hint
