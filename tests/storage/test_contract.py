"""What every store promises, asked of all three."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from fairpair.app.ports import EventStore
from fairpair.core.errors import CommandRepeatedError, StorageError, VersionConflictError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.stored import Receipt
from fairpair.log.stored import Append, PersonChanges, StoredEvent, StoredPerson
from fairpair.storage import appends
from timeouts import PATIENCE

from .conftest import Opened
from .sample import CUP, append_somehow, command, run_sql

OTHER = TournamentId("other")

TEXTS = [
    "plain",
    'it\'s "quoted" -- ; DROP TABLE events',
    "Åsa Čapek Nguyễn",
    "e\u0301 and é are two texts",
    "\u202eעברית العربية\u202c",  # noqa: RUF001
    "👩🏽\u200d🚀 🏳\ufe0f\u200d🌈 \U0010ffff",
    "ß" * 300,
    "back\\slash \\n \\\\ \\u0041",
    "tab\t line\n return\r\n bell\x07 delete\x7f",
    "%s %(name)s {brace} :colon $1 ?",
    "  spaces  ",
    "",
]


class TestReading:
    def test_an_empty_store_has_nothing(self, store: EventStore) -> None:
        assert store.tournaments() == {}
        assert store.version(CUP) == 0
        assert store.load(CUP) == []
        assert store.load(CUP, after=5) == []
        assert store.receipt(CUP, CommandId("none")) is None

    def test_what_was_appended_is_loaded(self, store: EventStore) -> None:
        first, second = command(1, parts=2), command(3)
        store.append(CUP, 0, first)
        store.append(CUP, 2, second)
        assert store.load(CUP) == first + second
        assert store.version(CUP) == 3

    @pytest.mark.parametrize("after", range(5))
    def test_only_what_came_after_is_loaded(self, store: EventStore, after: int) -> None:
        store.append(CUP, 0, command(1, parts=3))
        assert [event.seq for event in store.load(CUP, after)] == list(range(after + 1, 4))

    def test_every_command_leaves_a_receipt(self, store: EventStore) -> None:
        wanted = command(2, "wanted", parts=3)
        store.append(CUP, 0, [*command(1), *wanted, *command(5)])
        store.append(OTHER, 0, command(1, "wanted"))
        at = wanted[0].at
        left = Receipt(CUP, "wanted", "of wanted", version=4, events=3, at=at)
        assert store.receipt(CUP, CommandId("wanted")) == left
        left = Receipt(OTHER, "wanted", "of wanted", version=1, events=1, at=at)
        assert store.receipt(OTHER, CommandId("wanted")) == left
        assert store.receipt(CUP, CommandId("Wanted")) is None

    def test_tournaments_are_separate_and_ordered_by_id(self, store: EventStore) -> None:
        ids = ["zebra", "b-2", "b", "a9", "a10", "b-10", "B", "é"]
        for number, name in enumerate(ids, 1):
            store.append(TournamentId(name), 0, command(1, "same id", parts=number))
        assert list(store.tournaments().items()) == [
            (name, 1 + ids.index(name)) for name in sorted(ids)
        ]

    def test_a_list_that_was_given_is_not_the_store(self, store: EventStore) -> None:
        store.append(CUP, 0, command(1))
        store.load(CUP).clear()
        assert len(store.load(CUP)) == 1


class TestAppending:
    @pytest.mark.parametrize("expected", [0, 1, 3, 100])
    def test_another_version_is_refused(self, store: EventStore, expected: int) -> None:
        store.append(CUP, 0, command(1, parts=2))
        with pytest.raises(VersionConflictError) as caught:
            store.append(CUP, expected, command(expected + 1, "late"))
        assert (caught.value.expected, caught.value.found) == (expected, 2)
        assert store.version(CUP) == 2

    def test_the_first_events_must_start_at_zero(self, store: EventStore) -> None:
        with pytest.raises(VersionConflictError) as caught:
            store.append(CUP, 1, command(2))
        assert caught.value.found == 0
        assert store.tournaments() == {}

    @pytest.mark.parametrize("expected", [1, 0])
    def test_a_repeat_is_refused_even_with_an_old_version(
        self, store: EventStore, expected: int
    ) -> None:
        store.append(CUP, 0, command(1, "once"))
        with pytest.raises(CommandRepeatedError, match="once"):
            store.append(CUP, expected, command(expected + 1, "once"))
        assert store.version(CUP) == 1

    def test_a_whole_log_is_appended_at_once(self, store: EventStore) -> None:
        log = [event for seq in range(1, 1900, 3) for event in command(seq, parts=3)]
        store.append(CUP, 0, log)
        assert store.load(CUP) == log

    def test_one_repeat_among_many_refuses_them_all(self, store: EventStore) -> None:
        store.append(CUP, 0, command(1, "known"))
        many = [event for seq in range(2, 1500) for event in command(seq)]
        with pytest.raises(CommandRepeatedError, match="known"):
            store.append(CUP, 1, [*many, *command(1500, "known")])
        assert store.version(CUP) == 1

    @pytest.mark.parametrize(
        "events",
        [
            [],
            command(2),
            [*command(1), *command(3)],
            [*command(1), *command(1, "again")],
            command(1, parts=2)[1:],
            [*command(1, parts=3)[:1], *command(1, parts=3)[2:]],
            [*command(1, "twice"), *command(2, "twice")],
            [*command(1, "a"), *command(2, "b"), *command(2, "a", parts=2)[1:]],
            command(1, payload="a\0b"),
            command(1, payload="half a pair: \ud83d"),
        ],
        ids=[
            *("nothing", "a gap before", "a gap inside", "one number twice", "no first part"),
            *("no second part", "a command twice", "a command in two pieces", "NUL", "surrogate"),
        ],
    )
    def test_a_mistake_of_the_program_is_no_polite_refusal(
        self, store: EventStore, events: list[StoredEvent]
    ) -> None:
        with pytest.raises(ValueError, match=r"."):
            store.append(CUP, 0, events)
        assert store.tournaments() == {}

    @pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
    def test_text_comes_back_bit_for_bit(self, store: EventStore, text: str) -> None:
        payload = json.dumps({"as escapes": text + "\0", "raw": "\u2028"})
        raw = json.dumps({text: text}, ensure_ascii=False)
        events = [
            StoredEvent(1, text, 0, text, text, 7, payload, text, text),
            StoredEvent(2, text, 1, text, text, 2**31 - 1, raw, text, text),
        ]
        tournament = TournamentId(text)
        store.append(tournament, 0, events)
        assert store.load(tournament) == events
        left = Receipt(text, text, text, version=2, events=2, at=text)
        assert store.receipt(tournament, CommandId(text)) == left
        assert store.tournaments() == {tournament: 2}

    def test_a_large_payload_is_kept(self, store: EventStore) -> None:
        event = command(1, payload=json.dumps("ü😀" * 500_000, ensure_ascii=False))
        store.append(CUP, 0, event)
        assert store.load(CUP) == event


class TestFailureInside:
    """Something breaks after the events were inserted and before the commit."""

    @pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
    def test_nothing_is_half_written(
        self, store: EventStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.append(CUP, 0, command(1))
        persons = PersonChanges((StoredPerson(2, 1, 1, "salt", "{}"),))

        def broken(*_arguments: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(appends, "change_persons", broken)
            with pytest.raises(KeyboardInterrupt):
                store.append(CUP, 1, command(2, parts=3), persons=persons)
        assert store.version(CUP) == 1
        store.append(CUP, 1, command(2))
        assert store.version(CUP) == 2


class TestTelling:
    def test_a_subscriber_hears_each_append_and_then_no_more(self, store: EventStore) -> None:
        heard: Queue[tuple[str, int]] = Queue()
        stop = store.subscribe(lambda tournament, version: heard.put((tournament, version)))
        store.append(CUP, 0, command(1, parts=2))
        store.append(OTHER, 0, command(1))
        store.append(CUP, 2, command(3))
        assert [heard.get(timeout=PATIENCE) for _ in range(3)] == [(CUP, 2), (OTHER, 1), (CUP, 3)]
        stop()
        stop()
        later: Queue[int] = Queue()
        store.subscribe(lambda tournament, version: later.put(version))
        store.append(CUP, 3, command(4))
        assert later.get(timeout=PATIENCE) == 4
        assert heard.empty()

    def test_what_is_refused_is_not_told(self, store: EventStore) -> None:
        heard: Queue[int] = Queue()
        store.subscribe(lambda tournament, version: heard.put(version))
        with pytest.raises(VersionConflictError):
            store.append(CUP, 7, command(8))
        store.append(CUP, 0, command(1))
        assert heard.get(timeout=PATIENCE) == 1
        assert heard.empty()

    def test_a_subscriber_that_fails_does_not_harm_the_others(
        self, store: EventStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        heard: Queue[int] = Queue()

        def fails(tournament: TournamentId, version: int) -> None:
            raise RuntimeError("cannot hear")

        store.subscribe(fails)
        store.subscribe(lambda tournament, version: heard.put(version))
        store.append(CUP, 0, command(1))
        assert heard.get(timeout=PATIENCE) == 1
        assert "cannot hear" in caplog.text

    def test_what_follows_an_append_may_fail(
        self, store: EventStore, caplog: pytest.LogCaptureFixture
    ) -> None:
        """It is durable, so the writer must not hear otherwise, nor others wait for ever."""
        heard: list[tuple[str, int]] = []
        store.subscribe(lambda tournament, version: heard.append((tournament, version)))

        def fail() -> None:
            raise RuntimeError("out of memory")

        waits = [
            store.submit(Append(tournament, 0, command(1), on_durable=fail))
            for tournament in (CUP, OTHER)
        ]
        for wait in waits:
            wait()
        assert (store.version(CUP), store.version(OTHER)) == (1, 1)
        assert sorted(heard) == [(CUP, 1), (OTHER, 1)]
        assert "out of memory" in caplog.text

    def test_a_subscriber_sees_what_it_is_told(self, store: EventStore) -> None:
        seen: Queue[int] = Queue()
        store.subscribe(lambda tournament, version: seen.put(len(store.load(tournament))))
        store.append(CUP, 0, command(1, parts=3))
        assert seen.get(timeout=PATIENCE) == 3

    def test_versions_are_told_in_rising_order(self, store: EventStore) -> None:
        heard: list[int] = []
        all_told = threading.Event()

        def told(tournament: TournamentId, version: int) -> None:
            heard.append(version)
            if version == 2 * 80:
                all_told.set()

        store.subscribe(told)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: append_somehow(store.append, f"c{n}"), range(80)))
        assert all_told.wait(PATIENCE)
        assert heard == sorted(set(heard))


class TestClosing:
    @pytest.mark.parametrize(
        "use",
        [
            lambda store: store.tournaments(),
            lambda store: store.version(CUP),
            lambda store: store.load(CUP),
            lambda store: store.receipt(CUP, CommandId("any")),
            lambda store: store.append(CUP, 0, command(1)),
            lambda store: store.subscribe(print),
        ],
        ids=["tournaments", "version", "load", "receipt", "append", "subscribe"],
    )
    def test_a_closed_store_says_so(
        self, store: EventStore, use: Callable[[EventStore], object]
    ) -> None:
        store.close()
        store.close()
        with pytest.raises(StorageError) as caught:
            use(store)
        assert caught.value.code == "database-closed"

    def test_closing_waits_for_those_who_use_it(self, store: EventStore) -> None:
        failed: list[str] = []

        def write(writer: int) -> None:
            try:
                for number in range(1000):
                    append_somehow(store.append, f"{writer}-{number}")
            except StorageError as error:
                failed.append(error.code)

        threads = [threading.Thread(target=write, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        store.close()
        for thread in threads:
            thread.join(PATIENCE)
        assert failed == ["database-closed"] * 4


class TestThreads:
    def test_many_threads_append_to_one_tournament(self, store: EventStore) -> None:
        names = [f"c{number}" for number in range(150)]
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda name: append_somehow(store.append, name), names))
        log = store.load(CUP)
        assert [event.seq for event in log] == list(range(1, 301))
        assert sorted(event.command_id for event in log) == sorted(names * 2)

    def test_many_threads_append_to_many_tournaments(self, store: EventStore) -> None:
        ids = [TournamentId(f"t{number:02}") for number in range(12)]

        def fill(tournament: TournamentId) -> None:
            for number in range(10):
                append_somehow(store.append, f"c{number}", tournament)

        with ThreadPoolExecutor(12) as pool:
            list(pool.map(fill, ids))
        assert store.tournaments() == dict.fromkeys(ids, 20)

    def test_readers_see_whole_commands_while_others_write(self, store: EventStore) -> None:
        done = threading.Event()

        def read() -> int:
            reads = 0
            while not done.is_set() or not reads:
                log = store.load(CUP)
                assert [event.seq for event in log] == list(range(1, len(log) + 1))
                assert len(log) % 2 == 0
                assert store.version(CUP) >= len(log)
                reads += 1
            return reads

        with ThreadPoolExecutor(6) as pool:
            readers = [pool.submit(read) for _ in range(5)]
            try:
                for number in range(60):
                    append_somehow(store.append, f"c{number}")
            finally:
                done.set()
            assert all(reader.result() for reader in readers)


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
class TestTwoStores:
    def test_each_sees_what_the_other_wrote(self, opened: Opened) -> None:
        one, two = opened(), opened()
        one.append(CUP, 0, command(1))
        assert two.load(CUP) == command(1)
        two.append(CUP, 1, command(2))
        assert one.version(CUP) == 2
        with pytest.raises(VersionConflictError):
            one.append(CUP, 1, command(2, "late"))
        with pytest.raises(CommandRepeatedError):
            one.append(CUP, 2, command(3, "command-2"))

    def test_both_write_at_once(self, opened: Opened) -> None:
        stores = [opened(), opened(), opened()]
        names = [f"c{number}" for number in range(90)]
        jobs = [(stores[number % 3], name) for number, name in enumerate(names)]
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda job: append_somehow(job[0].append, job[1]), jobs))
        log = stores[0].load(CUP)
        assert [event.seq for event in log] == list(range(1, 181))
        assert sorted(event.command_id for event in log) == sorted(names * 2)

    def test_it_is_all_there_after_reopening(self, opened: Opened) -> None:
        first = opened()
        first.append(CUP, 0, command(1, parts=2))
        first.close()
        assert opened().load(CUP) == command(1, parts=2)

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE events SET payload = 'other'",
            "DELETE FROM events",
            "DELETE FROM events WHERE seq = 1",
            "INSERT OR REPLACE INTO events SELECT tournament, seq, 'x', 0, digest, type, version,"
            " 'other', at, actor FROM events",
            "INSERT OR REPLACE INTO events SELECT tournament, 99, command_id, part, digest, type,"
            " version, 'other', at, actor FROM events",
            "INSERT INTO events SELECT * FROM events WHERE true"
            " ON CONFLICT (tournament, seq) DO UPDATE SET payload = 'other'",
            "TRUNCATE events",
        ],
    )
    def test_the_database_itself_refuses_changes(
        self, address: str, store: EventStore, change: str
    ) -> None:
        store.append(CUP, 0, command(1))
        with pytest.raises(DBAPIError):
            run_sql(address, change)
        assert store.load(CUP) == command(1)


class TestNotifications:
    """Across processes."""

    @pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
    def test_a_store_hears_what_another_wrote(self, opened: Opened) -> None:
        one, two = opened(), opened()
        one.append(CUP, 0, command(1))
        heard: Queue[tuple[str, int]] = Queue()
        two.subscribe(lambda tournament, version: heard.put((tournament, version)))
        one.append(CUP, 1, command(2))
        assert heard.get(timeout=PATIENCE) == (CUP, 2)
        one.append(TournamentId("a:b"), 0, command(1))
        assert heard.get(timeout=PATIENCE) == ("a:b", 1)

    @pytest.mark.parametrize("address", ["postgres"], indirect=True)
    def test_no_more_than_the_version_is_sent(self, address: str, store: EventStore) -> None:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("LISTEN fairpair")
            store.append(CUP, 0, command(1, parts=2, payload="secret"))
            [note] = connection.notifies(timeout=PATIENCE, stop_after=1)
        assert note.payload == "cup:2"
