"""A deleted tournament is gone everywhere, at once and for everybody; for a month it can return."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from queue import Queue

import pytest

from fairpair.app import deletion
from fairpair.app.access.grants import Role
from fairpair.app.access.keys import Access
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text, stored_archive
from fairpair.app.verification import verify_log
from fairpair.app.version_tracker import VersionTracker
from fairpair.app.views.tournament_index import TournamentIndex
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.log.chain import chain
from fairpair.log.stored import RESTORED
from fairpair.server import erase_expired_daily
from fairpair.storage import open_store
from timeouts import PATIENCE, wait_until

HERE = TournamentId("cup")
OTHER = TournamentId("other")


class Times:
    """A clock that can be set forward."""

    def __init__(self) -> None:
        self.days = 0

    def __call__(self) -> str:
        moment = datetime.fromisoformat(utc_now()) + timedelta(days=self.days)
        return moment.isoformat(timespec="microseconds")


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
def opened(address: str, times: Times) -> Iterator[Callable[[], Service]]:
    services: list[Service] = []

    def open_one() -> Service:
        services.append(Service(open_store(address), times))
        return services[-1]

    yield open_one
    for service in services:
        service.close()


@pytest.fixture
def service(opened: Callable[[], Service]) -> Service:
    """With one tournament of four players."""
    service = opened()
    do(service, c.CreateTournament("Spring Cup", "seed"), "new")
    do(service, c.RegisterPlayers(tuple(Player(name) for name in ("Ana", "Bo", "Cy", "Di"))), "p")
    return service


def do(service: Service, command: c.Command, command_id: str) -> None:
    service.execute(HERE, command, CommandId(command_id))


def delete(
    service: Service, confirm: str = "spring cup", command: str = "del"
) -> deletion.Deletion:
    return deletion.delete_tournament(service, CommandContext(HERE, CommandId(command)), confirm)


def refusal_of(act: Callable[[], object]) -> DomainError:
    with pytest.raises(DomainError) as found:
        act()
    return found.value


def test_it_needs_its_name_or_id(service: Service) -> None:
    for confirm in ("", "yes", "Spring", "cup 2"):
        error = refusal_of(lambda confirm=confirm: delete(service, confirm))  # type: ignore[misc]
        assert isinstance(error, InvalidInputError)
        assert error.code == "deletion-unconfirmed"
    assert service.existing_journal(HERE).version == 5
    assert delete(service, "CUP").name == "Spring Cup"


def test_nothing_of_it_is_left(service: Service) -> None:
    access = Access(service.store.keys, utc_now)
    key = access.make(Role.ORGANISER, HERE)
    session = access.log_in(access.verify(key.key))  # type: ignore[arg-type]
    listing, tracker = TournamentIndex(service), VersionTracker(service.store)
    assert listing.page(10, 0, None).total == 1
    assert tracker.version(HERE) == 5
    delete(service)
    assert access.of(HERE) == []
    assert service.store.keys.find(key.kept.digest) is None
    assert Access(service.store.keys, utc_now).verify(session.key) is None
    assert listing.page(10, 0, None).total == 0
    assert TournamentIndex(service).page(10, 0, None).total == 0
    assert service.store.tournaments() == {}
    assert service.store.persons(HERE) == []
    assert len(service.store.load(HERE)) == 1
    assert service.store.receipt(HERE, CommandId("p")) is None
    for read in (
        lambda: service.existing_journal(HERE, tracker.version(HERE)),
        lambda: service.journal(HERE),
        lambda: service.journal_at(HERE, 5),
        lambda: archive_text(service, HERE),
        lambda: stored_archive(service.store, HERE, 5),
    ):
        assert isinstance(refusal_of(read), NotFoundError)


@pytest.mark.parametrize(
    "command",
    [
        c.RegisterPlayers((Player("Eve"),)),
        c.RenameTournament("Other"),
        c.ArchiveTournament(),
        c.CreateTournament("Again", "seed"),
        c.Undo(),
        c.Redo(),
        c.Undo(6),
        c.DeleteTournament(),
    ],
)
def test_nothing_can_be_done_with_it(service: Service, command: c.Command) -> None:
    delete(service)
    error = refusal_of(lambda: do(service, command, "later"))
    assert isinstance(error, NotFoundError)
    assert len(service.store.load(HERE)) == 1


def test_deleting_twice(service: Service) -> None:
    first = delete(service)
    assert delete(service) == first, "the same request again"
    assert isinstance(refusal_of(lambda: delete(service, command="other")), NotFoundError)


def test_a_deletion_leaves_other_tournaments_alone(service: Service, times: Times) -> None:
    """It is durable before anything else is erased, which may fail."""
    delete(service)
    service.execute(OTHER, c.CreateTournament("Other", "seed"), CommandId("new"))
    times.days = 31
    gone = deletion.delete_tournament(service, CommandContext(OTHER, CommandId("del")), "other")
    assert service.store.deleted.load(HERE), "the month is over, but nobody has erased it"
    assert [gone] == deletion.list_deleted(service)


def test_a_repeated_deletion_gets_the_first_answer_after_a_restoration(service: Service) -> None:
    first = delete(service)
    deletion.restore_tournament(service, HERE)
    do(service, c.RenameTournament("Summer Cup"), "rename")
    assert delete(service) == first
    assert service.existing_journal(HERE).tournament.name == "Summer Cup", "it is still there"
    reused = refusal_of(lambda: delete(service, "Summer Cup", command="rename"))
    assert reused.code == "command-id-reused"


def test_a_repeated_deletion_gets_the_first_answer_after_the_erasure(service: Service) -> None:
    first = delete(service)
    deletion.erase_deleted(service, HERE)
    assert delete(service) == first


def test_the_same_deletion_several_times_at_once(service: Service) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = [one.result() for one in [pool.submit(delete, service) for _ in range(4)]]
    assert answers == [answers[0]] * 4


def test_another_process_forgets_it(opened: Callable[[], Service], service: Service) -> None:
    if service.store.__class__.__name__ == "MemoryStore":
        pytest.skip("a memory has one process")
    other = opened()
    tracker, listing = VersionTracker(other.store), TournamentIndex(other)
    assert other.existing_journal(HERE, tracker.version(HERE)).version == 5
    assert listing.page(10, 0, None).total == 1
    delete(service)
    assert isinstance(refusal_of(lambda: do(other, c.RenameTournament("X"), "x")), NotFoundError)
    wait_until(lambda: tracker.version(HERE) == 6)
    assert isinstance(
        refusal_of(lambda: other.existing_journal(HERE, tracker.version(HERE))), NotFoundError
    )
    wait_until(lambda: listing.page(10, 0, None).total == 0)


def test_commands_race_with_the_deletion(opened: Callable[[], Service], service: Service) -> None:
    """Each is done before the deletion or refused; none comes after it."""
    memory = service.store.__class__.__name__ == "MemoryStore"
    others = [service, service if memory else opened()]
    done: list[int] = []
    refused: list[DomainError] = []

    def enter(one: Service, number: int) -> None:
        for n in range(12):
            try:
                command = c.RegisterPlayers((Player(f"P{number}-{n}"),))
                do(one, command, f"race-{number}-{n}")
                done.append(n)
            except DomainError as error:
                refused.append(error)

    threads = [
        threading.Thread(target=enter, args=(others[number % 2], number)) for number in range(4)
    ]
    for thread in threads:
        thread.start()
    delete(service)
    for thread in threads:
        thread.join()
    assert all(isinstance(error, NotFoundError) for error in refused), refused
    assert len(done) + len(refused) == 48
    [last] = service.store.load(HERE)
    assert last.seq == 5 + len(done) + 1
    assert len(service.store.deleted.load(HERE)) == last.seq


def test_its_id_is_not_used_again(service: Service) -> None:
    from fairpair.app.use_cases.tournaments import NewTournament, create_tournament

    delete(service)
    made = create_tournament(service, NewTournament("Cup", {}), CommandId("again"))
    assert made.tournament == "cup-2"
    wanted = NewTournament("Cup", {}, id=HERE)
    error = refusal_of(lambda: create_tournament(service, wanted, CommandId("same id")))
    assert error.code == "tournament-exists"
    assert error.text.code == "tournament-exists.deleted"
    there = replace(wanted, id=made.tournament)
    error = refusal_of(lambda: create_tournament(service, there, CommandId("another id")))
    assert error.text.code == "tournament-exists"


def test_it_can_be_restored_for_a_month(service: Service, times: Times) -> None:
    before = archive_text(service, HERE)
    gone = delete(service)
    assert deletion.list_deleted(service) == [gone]
    times.days = 29
    assert deletion.restore_tournament(service, HERE, "admin") == 7
    assert deletion.list_deleted(service) == []
    journal = service.existing_journal(HERE)
    assert [e.entrant.name for e in journal.tournament.entries.values()] == [
        "Ana",
        "Bo",
        "Cy",
        "Di",
    ]
    assert verify_log(stored_archive(service.store, HERE)).problems == ()
    assert before.splitlines()[-8] in archive_text(service, HERE)
    assert TournamentIndex(service).page(10, 0, None).total == 1
    for number in (6, 7):
        error = refusal_of(lambda number=number: do(service, c.Undo(number), f"u{number}"))  # type: ignore[misc]
        assert isinstance(error, InvalidStateError)
        assert error.code == "deletion-stays"
    do(service, c.Undo(), "undo")
    assert not service.journal(HERE).tournament.entries, "the last thing before the deletion"
    delete(service, command="once more")
    assert len(deletion.list_deleted(service)) == 1
    deletion.restore_tournament(service, HERE)
    assert service.existing_journal(HERE).tournament.name == "Spring Cup"


def test_a_repeat_after_the_restoration(service: Service) -> None:
    delete(service)
    deletion.restore_tournament(service, HERE)
    version = service.existing_journal(HERE).version
    delete_again = refusal_of(lambda: do(service, c.CreateTournament("Spring Cup", "seed"), "new2"))
    assert delete_again.code == "exists"
    do(service, c.CreateTournament("Spring Cup", "seed"), "new")
    assert service.existing_journal(HERE).version == version, "it has its receipt again"


def test_a_restoration_takes_all_or_nothing(service: Service) -> None:
    delete(service)
    last = service.store.deleted.load(HERE)[-1]
    restored = replace(last, seq=7, command_id="restore", type=RESTORED, payload="{}", hash="")
    deletion.erase_deleted(service, HERE)
    error = refusal_of(lambda: service.store.append(HERE, 6, list(chain([restored], last.hash))))
    assert isinstance(error, NotFoundError)
    assert len(service.store.load(HERE)) == 1, "no log without its beginning"
    assert service.store.tournaments() == {}


def test_restoring_twice_gives_the_same_answer(service: Service) -> None:
    delete(service)
    assert deletion.restore_tournament(service, HERE) == 7
    do(service, c.RenameTournament("Summer Cup"), "rename")
    assert deletion.restore_tournament(service, HERE) == 7
    assert service.existing_journal(HERE).version == 8


def test_several_restorations_at_once_give_the_same_answer(
    opened: Callable[[], Service], service: Service
) -> None:
    memory = service.store.__class__.__name__ == "MemoryStore"
    services = [service, service if memory else opened()]
    delete(service)
    with ThreadPoolExecutor(4) as pool:
        restore = deletion.restore_tournament
        begun = [pool.submit(restore, services[n % 2], HERE) for n in range(4)]
        assert [one.result() for one in begun] == [7] * 4


def test_only_what_is_deleted_can_be_restored(service: Service) -> None:
    error = refusal_of(lambda: deletion.restore_tournament(service, HERE))
    assert isinstance(error, InvalidStateError)
    assert error.code == "not-deleted"
    for unknown in ("nowhere", "a\0b"):
        with pytest.raises(InvalidInputError):
            deletion.restore_tournament(service, TournamentId(unknown))


def test_who_restores_it_is_a_short_line(service: Service) -> None:
    delete(service)
    for by in ("a\nb", "a\0b", "x" * 201):
        error = refusal_of(lambda by=by: deletion.restore_tournament(service, HERE, by))  # type: ignore[misc]
        assert error.code == "bad-by"
    assert service.store.tournaments() == {}


def test_no_copy_of_a_restored_tournament_is_left(service: Service) -> None:
    delete(service)
    deletion.restore_tournament(service, HERE)
    assert service.store.deleted.load(HERE) == []
    assert service.store.deleted.persons(HERE) == []


def test_restorations_race_with_erasures(opened: Callable[[], Service], service: Service) -> None:
    """Afterwards it is there as a whole, or it is gone."""
    memory = service.store.__class__.__name__ == "MemoryStore"
    other = service if memory else opened()
    refused: list[DomainError] = []

    def attempt(act: Callable[[], object]) -> None:
        try:
            act()
        except DomainError as error:
            refused.append(error)

    delete(service)
    acts = [
        lambda: deletion.restore_tournament(service, HERE),
        lambda: deletion.restore_tournament(other, HERE),
        lambda: deletion.erase_deleted(other, HERE),
    ]
    threads = [threading.Thread(target=attempt, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused, "one of them comes last"
    if service.store.tournaments():
        assert len(service.existing_journal(HERE).tournament.entries) == 4
        assert service.store.load(HERE)[-1].seq == 7
    else:
        assert len(service.store.load(HERE)) == 1
        assert service.store.persons(HERE) == []


def test_what_was_erased_is_not_in_the_file(sqlite_path: Path, times: Times) -> None:
    with closing(Service(open_store(f"sqlite:///{sqlite_path}"), times)) as service:
        do(service, c.CreateTournament("Spring Cup", "seed"), "new")
        do(service, c.RegisterPlayers((Player("Zaphod Beeblebrox"),)), "p")
        delete(service)
        deletion.erase_deleted(service, HERE)
        for file in sqlite_path.parent.iterdir():
            assert b"Zaphod" not in file.read_bytes(), file.name


def test_after_a_month_it_is_erased(service: Service, times: Times) -> None:
    delete(service)
    times.days = 31
    assert deletion.list_deleted(service) == []
    assert isinstance(refusal_of(lambda: deletion.restore_tournament(service, HERE)), NotFoundError)
    deletion.erase_expired(service)
    assert not service.store.deleted.load(HERE)
    assert not service.store.deleted.persons(HERE)
    assert len(service.store.load(HERE)) == 1
    assert service.store.persons(HERE) == []


def test_a_running_server_erases_it_by_itself(service: Service, times: Times) -> None:
    """The month ends while the server runs."""
    delete(service)

    async def run() -> None:
        erasing = asyncio.create_task(erase_expired_daily(service, interval=0.01))
        await asyncio.sleep(0.05)
        assert service.store.deleted.load(HERE), "the month is not over"
        times.days = 31
        await asyncio.to_thread(wait_until, lambda: not service.store.deleted.load(HERE))
        erasing.cancel()

    asyncio.run(run())
    assert service.store.persons(HERE) == []


def test_the_server_goes_on_erasing_after_a_failure(
    service: Service, times: Times, caplog: pytest.LogCaptureFixture
) -> None:
    """Here the clock fails, which is not a fault of the database."""
    delete(service)
    times.days = 10**9

    async def run() -> None:
        erasing = asyncio.create_task(erase_expired_daily(service, interval=0.01))
        await asyncio.to_thread(wait_until, lambda: bool(caplog.records))
        times.days = 31
        await asyncio.to_thread(wait_until, lambda: not service.store.deleted.load(HERE))
        erasing.cancel()

    asyncio.run(run())
    assert "could not be erased" in caplog.text


def test_a_database_that_is_away_takes_one_line_of_the_log(
    sqlite_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(open_service(f"sqlite:///{sqlite_path}")) as service:
        service.store.close()

        async def run() -> None:
            erasing = asyncio.create_task(erase_expired_daily(service, interval=0.01))
            await asyncio.to_thread(wait_until, lambda: bool(caplog.records))
            erasing.cancel()

        asyncio.run(run())
    assert "could not be erased: " in caplog.records[0].getMessage()
    assert not caplog.records[0].exc_info


def test_a_backup_with_the_deleted_tournament_is_listed(sqlite_path: Path) -> None:
    """It was made between the deletion and the restoration."""
    with closing(open_service(f"sqlite:///{sqlite_path}")) as service:
        do(service, c.CreateTournament("Spring Cup", "seed"), "new")
        do(service, c.RegisterPlayers((Player("Ana Lima"), Player("Bo Chen"))), "p")
        do(service, c.ErasePerson(PlayerId(2)), "erase")
        delete(service)
        ended: Queue[DomainError | None] = Queue()
        service.store.keep_backup(service.now, ended.put)  # type: ignore[attr-defined]
        assert ended.get(timeout=PATIENCE) is None
        deletion.restore_tournament(service, HERE)
        assert len(service.store.backups_with(HERE, 1)) == 1
        assert service.store.backups_with(HERE, 2) == []


def test_it_can_be_erased_at_once(service: Service) -> None:
    delete(service)
    deletion.erase_deleted(service, HERE)
    assert deletion.list_deleted(service) == []
    assert isinstance(refusal_of(lambda: deletion.erase_deleted(service, HERE)), NotFoundError)


def test_only_the_deletion_that_was_listed_is_erased(service: Service) -> None:
    """Somebody restored it and deleted it again after the list was read."""
    delete(service)
    listed = service.store.deleted.all()
    deletion.restore_tournament(service, HERE)
    assert service.store.deleted.erase(listed) == []
    delete(service, command="once more")
    assert service.store.deleted.erase(listed) == []
    assert len(service.store.deleted.load(HERE)) == 8
    assert service.store.deleted.erase(service.store.deleted.all()) == [HERE]
    assert service.store.deleted.load(HERE) == []
