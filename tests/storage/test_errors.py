"""Every trouble a file or server can make, made for real."""

import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from fairpair.core.errors import CommandRepeatedError, StorageError
from fairpair.storage import open_store
from fairpair.storage.postgresql import PostgresStore
from fairpair.storage.sqlite import SqliteStore
from postgres import Server
from timeouts import PATIENCE, wait_until

from .sample import CUP, command, connected, run_sql


@contextmanager
def refused(code: str, *said: object) -> Iterator[None]:
    """The block ends in a `StorageError` with this code, these words and a hint."""
    with pytest.raises(StorageError) as caught:
        yield
    assert caught.value.code == code
    assert caught.value.hint
    for words in said:
        assert str(words) in caught.value.message


def guest(what: str, address: str) -> list[str]:
    """What `guest.py` says."""
    words = [sys.executable, "-m", "storage.guest", what, address]
    tests = Path(__file__).parents[1]
    ended = subprocess.run(
        words, cwd=tests, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return ended.stdout.splitlines()


@contextmanager
def locked_by_another(address: str) -> Iterator[None]:
    """Another process holds the lock of the writer."""
    words = [sys.executable, "-m", "storage.guest", "holding_the_lock", address]
    tests = Path(__file__).parents[1]
    with subprocess.Popen(words, cwd=tests, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "done\n"
            yield
        finally:
            other.kill()


@pytest.fixture
def address(sqlite_path: Path) -> str:
    return f"sqlite:///{sqlite_path}"


@pytest.fixture
def filled(sqlite_path: Path) -> Path:
    """A database of some pages, closed."""
    with closing(SqliteStore(sqlite_path)) as store:
        for seq in range(1, 101):
            store.append(CUP, seq - 1, command(seq, payload="x" * 1000))
    return sqlite_path


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        ["", "x", "mysql://u:secret@h/d", "sqlite:", "sqlite://a", "sqlite:///", "memory", "/a.db"],
    )
    def test_an_unknown_one_is_refused_with_the_valid_forms(self, address: str) -> None:
        with pytest.raises(StorageError) as caught:
            open_store(address)
        assert caught.value.code == "unknown-database"
        for form in ("sqlite:///", "postgresql://", "memory:"):
            assert form in caught.value.hint
        assert "secret" not in str(caught.value)

    def test_memory_of_sqlite_is_not_a_file(self) -> None:
        with refused("unknown-database"):
            open_store("sqlite:///:memory:")

    @pytest.mark.parametrize(
        "address", ["postgresql://u:se@cret@h/d", "postgresql://u:secret@h:port/d"]
    )
    def test_an_unreadable_one_does_not_show_its_password(self, address: str) -> None:
        with pytest.raises(StorageError) as caught:
            open_store(address)
        assert caught.value.code == "unknown-database"
        assert "cret" not in "".join(traceback.format_exception(caught.value))

    @pytest.mark.parametrize(
        "name", ["with space.db", "why?.db", "100%.db", "a%20b.db", "#1.db", "é 陈.db", "a&b=c.db"]
    )
    def test_a_file_may_have_any_name(self, tmp_path: Path, name: str) -> None:
        with closing(open_store(f"sqlite:///{tmp_path / name}")) as store:
            store.append(CUP, 0, command(1))
            assert store.load(CUP) == command(1)
        assert {path.name for path in tmp_path.iterdir()} == {name, f"{name}.lock"}

    def test_a_relative_path_stays_the_same_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with closing(open_store("sqlite:///here.db")) as store:
            monkeypatch.chdir("/")
            store.append(CUP, 0, command(1))
        assert (tmp_path / "here.db").exists()


class TestFiles:
    @pytest.mark.parametrize("size", [10, 600, 5000])
    def test_a_file_that_is_no_database(self, sqlite_path: Path, address: str, size: int) -> None:
        sqlite_path.write_bytes(b"not a database at all. "[:size] * 300)
        before = sqlite_path.read_bytes()
        with refused("not-a-database", sqlite_path):
            open_store(address)
        assert [sqlite_path] == list(sqlite_path.parent.iterdir())
        assert sqlite_path.read_bytes() == before

    @pytest.mark.parametrize(
        "tables",
        [
            "CREATE TABLE other (id)",
            "CREATE TABLE events (id)",
            "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('1')",
            "CREATE TABLE events (id); CREATE TABLE alembic_version (version_num)",
            "CREATE TABLE events (id); CREATE TABLE alembic_version (version_num);"
            "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
        ],
    )
    def test_a_database_of_another_program(
        self, sqlite_path: Path, address: str, tables: str
    ) -> None:
        with closing(sqlite3.connect(sqlite_path)) as connection:
            connection.executescript(tables)
        before = sqlite_path.read_bytes()
        with refused("foreign-database", sqlite_path):
            open_store(address)
        assert [sqlite_path] == list(sqlite_path.parent.iterdir())
        assert sqlite_path.read_bytes() == before

    def test_a_truncated_file(self, filled: Path, address: str) -> None:
        whole = filled.read_bytes()
        filled.write_bytes(whole[: len(whole) // 2])
        with refused("database-damaged", filled):
            open_store(address)
        filled.write_bytes(whole)
        with closing(open_store(address)) as store:
            assert store.version(CUP) == 100

    def test_a_damaged_page_is_found_when_it_is_read(self, filled: Path, address: str) -> None:
        content = bytearray(filled.read_bytes())
        half = len(content) // 2 // 4096 * 4096
        content[half : half + 4096] = b"\xa5" * 4096
        filled.write_bytes(content)
        with closing(open_store(address)) as store, refused("database-damaged", filled):
            store.load(CUP)

    def test_text_that_is_none_any_more(self, filled: Path, address: str) -> None:
        with closing(sqlite3.connect(filled)) as connection, connection:
            connection.execute(
                "INSERT INTO events SELECT tournament, 101, 'c', 0, digest, type, version,"
                " CAST(x'ff80' AS TEXT), at, actor, hash FROM events WHERE seq = 1"
            )
        with closing(open_store(address)) as store:
            with refused("database-damaged", filled):
                store.load(CUP)
            assert store.version(CUP) == 101

    def test_a_directory(self, tmp_path: Path) -> None:
        with refused("database-unreachable", tmp_path, "is a directory"):
            open_store(f"sqlite:///{tmp_path}")

    def test_a_missing_directory(self, tmp_path: Path) -> None:
        with refused("database-unreachable", tmp_path / "no"):
            open_store(f"sqlite:///{tmp_path / 'no' / 'a.db'}")
        assert not (tmp_path / "no").exists()

    def test_a_missing_directory_is_made_where_asked(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "deep" / "a.db"
        open_store(f"sqlite:///{path}", make_parents=True).close()
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700

    def test_a_file_that_must_be_there_is_not_made(self, sqlite_path: Path, address: str) -> None:
        with refused("database-unreachable", sqlite_path, "does not exist"):
            open_store(address, create=False)
        assert list(sqlite_path.parent.iterdir()) == []
        open_store(address).close()
        open_store(address, create=False).close()

    def test_a_directory_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with refused("database-unreachable"):
            open_store(f"sqlite:///{tmp_path / 'file' / 'a.db'}")

    def test_too_long_a_name(self, tmp_path: Path) -> None:
        with refused("database-unreachable"):
            open_store(f"sqlite:///{tmp_path / ('x' * 300)}")

    def test_a_file_moved_away_while_in_use(self, filled: Path, address: str) -> None:
        with closing(open_store(address)) as store:
            store.append(CUP, 100, command(101))
            away = filled.rename(filled.with_name("away"))
            with refused("database-unreachable", filled, "moved"):
                store.append(CUP, 101, command(102))
            filled.write_bytes(b"")
            with refused("database-unreachable", filled, "replaced"):
                store.append(CUP, 101, command(102))
            away.rename(filled)
            store.append(CUP, 101, command(102))
            assert store.version(CUP) == 102

    def test_a_change_interrupted_outside_wal_mode_is_rolled_back(
        self, filled: Path, address: str
    ) -> None:
        """As a power cut would leave a restored backup: a journal that no reader can play back."""
        script = (
            "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "c.execute('PRAGMA journal_mode = DELETE'); c.execute('PRAGMA cache_size = 2')\n"
            "c.execute('BEGIN'); c.execute('CREATE TABLE half (x)')\n"
            "c.executemany('INSERT INTO half VALUES (?)', [('y' * 3000,)] * 200); os._exit(0)"
        )
        subprocess.run([sys.executable, "-c", script, str(filled)], check=True)
        assert filled.with_name(f"{filled.name}-journal").exists()
        with closing(open_store(address)) as store:
            assert store.version(CUP) == 100
            store.append(CUP, 100, command(101))
        assert run_sql(address, "SELECT name FROM sqlite_master WHERE name = 'half'") == []


class TestRights:
    """As a user who may not; in a directory that user can reach."""

    @pytest.fixture
    def place(self) -> Iterator[Path]:
        directory = Path(tempfile.mkdtemp(prefix="fairpair-"))
        directory.chmod(0o755)
        yield directory
        directory.chmod(0o700)
        shutil.rmtree(directory)

    def open_to_all(self, place: Path, *, directory: int, file: int) -> str:
        path = place / "a.db"
        with closing(SqliteStore(path)) as store:
            store.append(CUP, 0, command(1))
        for other in place.iterdir():
            other.chmod(0o666)
        path.chmod(file)
        place.chmod(directory)
        return f"sqlite:///{path}"

    def check_it_works_again(self, place: Path, address: str) -> None:
        place.chmod(0o777)
        for path in place.iterdir():
            path.chmod(0o666)
        assert guest("as_nobody", address) == ["done"]
        with closing(open_store(address)) as store:
            assert store.version(CUP) == 2

    def test_a_directory_that_cannot_be_written(self, place: Path) -> None:
        address = self.open_to_all(place, directory=0o555, file=0o444)
        [said] = guest("as_nobody", address)
        assert said == f"database-read-only: {place / 'a.db'} is not writable. Nothing was changed."
        self.check_it_works_again(place, address)

    def test_a_file_that_cannot_be_written(self, place: Path) -> None:
        address = self.open_to_all(place, directory=0o777, file=0o444)
        [said] = guest("as_nobody", address)
        assert said == f"database-read-only: {place / 'a.db'} is not writable. Nothing was changed."
        self.check_it_works_again(place, address)

    def test_a_file_that_cannot_be_read(self, place: Path) -> None:
        address = self.open_to_all(place, directory=0o777, file=0o000)
        [said] = guest("as_nobody", address)
        assert said.startswith(f"database-unreachable: {place / 'a.db'} cannot be opened")
        self.check_it_works_again(place, address)

    def test_a_directory_that_cannot_be_entered(self, place: Path) -> None:
        address = self.open_to_all(place, directory=0o700, file=0o666)
        [said] = guest("as_nobody", address)
        assert said.startswith(f"database-unreachable: {place / 'a.db'} cannot be opened")
        self.check_it_works_again(place, address)

    def test_a_new_file_where_none_may_be_made(self, place: Path) -> None:
        [said] = guest("as_nobody", f"sqlite:///{place / 'new.db'}")
        assert said.startswith(f"database-unreachable: {place / 'new.db'} cannot be opened")
        assert list(place.iterdir()) == []


class TestRoom:
    def test_a_full_disk(self, sqlite_path: Path) -> None:
        with closing(SqliteStore(sqlite_path)) as store:
            store.append(CUP, 0, command(1))
            with store._writing.connect() as connection:
                connection.exec_driver_sql("PRAGMA max_page_count = 20")
            large = command(2, payload="x" * 200_000)
            with refused("disk-full", sqlite_path):
                store.append(CUP, 1, large)
            assert store.load(CUP) == command(1)
            store.append(CUP, 1, command(2, "small"))
            with store._writing.connect() as connection:
                connection.exec_driver_sql("PRAGMA max_page_count = 100000")
            store.append(CUP, 2, command(3, payload="x" * 200_000))
            assert store.version(CUP) == 3

    def test_a_limit_on_the_size_of_files(self, sqlite_path: Path, address: str) -> None:
        said = guest("without_room", address)
        assert [line.split(":")[0] for line in said] == ["disk-error", "disk-error", "done"]
        with closing(open_store(address)) as store:
            assert [event.seq for event in store.load(CUP)] == [1, 2]
        assert run_sql(address, "PRAGMA integrity_check") == [("ok",)]


class TestTurns:
    def test_another_process_holds_the_lock(self, sqlite_path: Path, address: str) -> None:
        with closing(SqliteStore(sqlite_path, wait=0.2)) as store:
            store.append(CUP, 0, command(1))
            with locked_by_another(address):
                with refused("database-busy", sqlite_path, "0.2 seconds"):
                    store.append(CUP, 1, command(2))
                assert store.load(CUP) == command(1)
            store.append(CUP, 1, command(2))
            assert store.version(CUP) == 2

    def test_a_new_file_waits_for_the_lock_too(self, sqlite_path: Path, address: str) -> None:
        with locked_by_another(address), refused("database-busy", sqlite_path):
            SqliteStore(sqlite_path, wait=0.2)
        assert not sqlite_path.exists()
        SqliteStore(sqlite_path, wait=0.2).close()

    def test_another_program_writes(self, sqlite_path: Path) -> None:
        """One that does not know our lock, such as the sqlite3 shell."""
        with (
            closing(SqliteStore(sqlite_path, wait=0.2)) as store,
            closing(sqlite3.connect(sqlite_path, isolation_level=None)) as other,
        ):
            other.execute("BEGIN IMMEDIATE")
            with refused("database-busy", sqlite_path):
                store.append(CUP, 0, command(1))
            other.execute("ROLLBACK")
            store.append(CUP, 0, command(1))

    def test_a_deleted_lock_is_made_anew(self, sqlite_path: Path) -> None:
        with closing(SqliteStore(sqlite_path, wait=0.2)) as store:
            sqlite_path.with_name("tournaments.db.lock").unlink()
            store.append(CUP, 0, command(1))


class TestPostgres:
    def test_no_server(self, tmp_path: Path) -> None:
        with refused("database-unreachable", "ann@", "tournaments"):
            open_store(f"postgresql://ann:secret@/tournaments?host={tmp_path}")

    def test_no_host(self) -> None:
        with refused("database-unreachable", "postgresql://ann@localhost:1/t"):
            open_store("postgresql://ann:secret@localhost:1/t")

    def test_no_such_database(self, postgres_server: Server) -> None:
        with refused("database-unreachable", "does not exist"):
            open_store(postgres_server.url("nowhere"))

    @pytest.mark.parametrize("where", ["before the host", "in the query"])
    def test_a_wrong_password_is_not_shown(self, postgres_server: Server, where: str) -> None:
        user = re.sub(r"\W", "_", where)
        postgres_server.require_password(user, "right")
        address = postgres_server.url(user=user)
        wrong = {
            "before the host": postgres_server.url(user=user, password="wrong-secret"),
            "in the query": f"{address}&password=wrong-secret",
        }

        def asks() -> bool:
            try:
                psycopg.connect(address).close()
            except psycopg.OperationalError:
                return True
            return False

        wait_until(asks)
        with pytest.raises(StorageError) as caught:
            open_store(wrong[where])
        assert caught.value.code == "database-unreachable"
        assert user in caught.value.message
        assert "wrong-secret" not in "".join(traceback.format_exception(caught.value))

    def test_tables_of_another_program(self, postgres_url: str) -> None:
        run_sql(postgres_url, "CREATE TABLE events (id INTEGER)")
        with refused("foreign-database"):
            open_store(postgres_url)
        assert run_sql(postgres_url, "SELECT * FROM events") == []

    def test_it_shares_a_database_with_other_tables(self, postgres_url: str) -> None:
        run_sql(postgres_url, "CREATE TABLE members (id INTEGER)")
        with closing(open_store(postgres_url)) as store:
            store.append(CUP, 0, command(1))

    def test_read_only(self, postgres_server: Server) -> None:
        with postgres_server.database() as url:
            open_store(url).close()
            name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
            change = f"ALTER DATABASE {name} SET default_transaction_read_only ="
            run_sql(postgres_server.url(), f"{change} on")
            with closing(open_store(url)) as store, refused("database-read-only"):
                store.append(CUP, 0, command(1))
            run_sql(postgres_server.url(), f"{change} off")
            with closing(open_store(url)) as store:
                store.append(CUP, 0, command(1))

    def test_a_writer_that_does_not_finish(self, postgres_url: str) -> None:
        with (
            closing(PostgresStore(postgres_url, wait=0.3)) as store,
            closing(PostgresStore(postgres_url)) as other,
        ):
            with other._exclusive_transaction(f"tournament {CUP}"), refused("database-busy"):
                store.append(CUP, 0, command(1))
            store.append(CUP, 0, command(1))

    def test_no_connection_left(self, postgres_url: str) -> None:
        with closing(PostgresStore(postgres_url, wait=0.2)) as store:
            taken = [store._engine.connect() for _ in range(20)]
            with refused("database-busy"):
                store.version(CUP)
            for connection in taken:
                connection.close()
            assert store.version(CUP) == 0

    def test_connections_lost_while_idle_are_replaced_unnoticed(self, postgres_url: str) -> None:
        """The server was restarted between two rounds, say."""
        lose = (
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name = 'fairpair'"
        )
        with closing(open_store(postgres_url)) as store:
            assert store.version(CUP) == 0
            assert (True,) in run_sql(postgres_url, lose)
            assert store.load(CUP) == []
            assert (True,) in run_sql(postgres_url, lose)
            store.append(CUP, 0, command(1))

    def test_a_read_that_is_cut_off_is_told_once(
        self, postgres_url: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        """By its error alone: the pool has nothing to add."""
        with closing(open_store(postgres_url)) as store:
            assert store.load(CUP) == []
            with connected(postgres_url) as other:
                other.execute(text("LOCK TABLE events"))
                cut = threading.Thread(target=cut_off_a_read, args=[postgres_url])
                cut.start()
                with refused("database-unreachable"):
                    store.load(CUP)
                cut.join()
            assert store.load(CUP) == []
        assert not caplog.records

    def test_an_append_cut_off_before_its_commit_is_not_there(self, postgres_url: str) -> None:
        with closing(PostgresStore(postgres_url)) as store:
            with (
                refused("database-unreachable"),
                store._exclusive_transaction(f"tournament {CUP}") as connection,
            ):
                pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
                run_sql(postgres_url, f"SELECT pg_terminate_backend({pid})")
                connection.exec_driver_sql("SELECT 1")
            store.append(CUP, 0, command(1))

    def test_an_append_cut_off_in_its_commit_has_an_unknown_outcome(
        self, postgres_url: str
    ) -> None:
        """The commit takes long (a slow disk, a slow standby), and the connection is lost."""
        with closing(open_store(postgres_url)) as store:
            slow_commit(postgres_url)
            cut = threading.Thread(target=cut_off_a_commit, args=[postgres_url])
            cut.start()
            with refused("outcome-unknown"):
                store.append(CUP, 0, command(1))
            cut.join()
            run_sql(postgres_url, "DROP TRIGGER slow ON events")
            # What the hint says to do: either answer is right.
            with suppress(CommandRepeatedError):
                store.append(CUP, 0, command(1))
            assert store.load(CUP) == command(1)


def cut_off_a_read(url: str) -> None:
    reading = "FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    wait_until(lambda: bool(run_sql(url, f"SELECT pid {reading}")))
    run_sql(url, f"SELECT pg_terminate_backend(pid) {reading}")


def slow_commit(url: str) -> None:
    run_sql(
        url,
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$",
    )
    run_sql(
        url,
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION slow()",
    )


def cut_off_a_commit(url: str) -> None:
    committing = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    wait_until(lambda: bool(run_sql(url, f"SELECT pid {committing}")))
    time.sleep(0.05)
    run_sql(url, f"SELECT pg_terminate_backend(pid) {committing}")
