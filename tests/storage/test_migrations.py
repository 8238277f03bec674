"""The schema: made once, brought forward, never back."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table

from fairpair.core.errors import StorageError
from fairpair.storage import migrations, open_store, schema
from timeouts import PATIENCE

from .sample import CUP, command, connected, run_sql

ROOT = Path(__file__).parents[2]
NOW = migrations.head()
NEXT = f"{int(NOW) + 1:04}"
STEP = """
from alembic import op

revision = "{new}"
down_revision = "{old}"

def upgrade():
    op.execute("CREATE TABLE people (id INTEGER)")
    {more}
"""

BROKEN = 'op.execute("CREATE TABLE events (id INTEGER)")'

database = pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Fairpair of the future, with one revision more."""
    directory = tmp_path / "future"
    shutil.copytree(migrations.DIRECTORY / "versions", directory / "versions")
    script = directory / "versions" / f"r{NEXT}_people.py"
    script.write_text(STEP.format(new=NEXT, old=NOW, more=""))
    monkeypatch.setattr(migrations, "DIRECTORY", directory)
    monkeypatch.setattr(migrations, "REVISIONS", (*migrations.REVISIONS, NEXT))
    return script


def test_the_revisions_are_the_ones_in_the_folder() -> None:
    scripts = ScriptDirectory(migrations.DIRECTORY).walk_revisions()
    assert tuple(script.revision for script in scripts)[::-1] == migrations.REVISIONS


@database
def test_the_revisions_make_the_table_the_code_uses(address: str) -> None:
    open_store(address).close()
    with connected(address) as connection:
        context = MigrationContext.configure(connection)
        tables = MetaData()
        for table in (*schema.metadata.sorted_tables, *_only_in(address)):
            table.to_metadata(tables)
        assert compare_metadata(context, tables) == []


def test_the_script_of_a_new_file_does_what_all_steps_do() -> None:
    check = [sys.executable, str(ROOT / "tools" / "new_file.py"), "--check"]
    assert subprocess.run(check, check=False).returncode == 0, "run tools/new_file.py"


def test_a_new_file_takes_the_steps_that_its_script_does_not_have(
    sqlite_path: Path, future: Path
) -> None:
    open_store(f"sqlite:///{sqlite_path}").close()
    assert future.name == f"r{NEXT}_people.py"
    assert run_sql(f"sqlite:///{sqlite_path}", "SELECT * FROM people") == []
    found = run_sql(f"sqlite:///{sqlite_path}", "SELECT version_num FROM alembic_version")
    assert found == [(NEXT,)]


def _only_in(address: str) -> list[Table]:
    return schema.file_metadata.sorted_tables if address.startswith("sqlite") else []


@database
def test_an_older_database_is_brought_forward(address: str, request: pytest.FixtureRequest) -> None:
    store = open_store(address)
    store.append(CUP, 0, command(1))
    store.close()
    request.getfixturevalue("future")
    store = open_store(address)
    assert store.load(CUP) == command(1)
    store.append(CUP, 1, command(2))
    store.close()
    assert run_sql(address, "SELECT version_num FROM alembic_version") == [(NEXT,)]
    assert run_sql(address, "SELECT * FROM people") == []


def test_a_copy_is_kept_before_an_sqlite_file_is_changed(
    sqlite_path: Path, request: pytest.FixtureRequest
) -> None:
    address = f"sqlite:///{sqlite_path}"
    store = open_store(address)
    store.append(CUP, 0, command(1))
    store.close()
    taken = sqlite_path.with_name(f"tournaments.db.before-{NEXT}")
    taken.write_text("from an earlier time")
    request.getfixturevalue("future")
    open_store(address).close()
    kept = sqlite_path.with_name(f"tournaments.db.before-{NEXT}-2")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert taken.read_text() == "from an earlier time"
    assert run_sql(f"sqlite:///{kept}", "SELECT version_num FROM alembic_version") == [(NOW,)]
    assert run_sql(f"sqlite:///{kept}", "SELECT seq FROM events") == [(1,)]


@database
def test_a_newer_database_is_refused_and_not_changed(
    address: str, sqlite_path: Path, request: pytest.FixtureRequest
) -> None:
    open_store(address).close()
    run_sql(address, "UPDATE alembic_version SET version_num = '9999'")
    before = sqlite_path.read_bytes() if sqlite_path.exists() else b""
    with pytest.raises(StorageError, match="newer version") as caught:
        open_store(address)
    assert caught.value.code == "database-newer"
    assert "Update Fairpair" in caught.value.hint
    assert before == (sqlite_path.read_bytes() if sqlite_path.exists() else b"")
    assert run_sql(address, "SELECT version_num FROM alembic_version") == [("9999",)]


@database
def test_a_step_that_fails_leaves_the_database_as_it_was(
    address: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(address)
    store.append(CUP, 0, command(1))
    store.close()
    script: Path = request.getfixturevalue("future")
    script.write_text(STEP.format(new=NEXT, old=NOW, more=BROKEN))
    with pytest.raises(StorageError) as caught:
        open_store(address)
    assert caught.value.code == "database-error"
    monkeypatch.undo()
    store = open_store(address)
    assert store.load(CUP) == command(1)
    store.close()
    with pytest.raises(Exception, match="people"):
        run_sql(address, "SELECT * FROM people")


def test_a_file_left_by_a_crash_while_it_was_made_is_finished(sqlite_path: Path) -> None:
    connection = sqlite3.connect(sqlite_path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert sqlite_path.stat().st_size > 0
    store = open_store(f"sqlite:///{sqlite_path}")
    store.append(CUP, 0, command(1))
    store.close()


@database
def test_processes_that_open_a_new_database_at_once_all_succeed(address: str) -> None:
    script = (
        "import sys; from fairpair.storage import open_store, sqlite, postgresql;"
        "print('ready', flush=True); sys.stdin.readline(); open_store(sys.argv[1]).close()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(5)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        _, said = process.communicate(timeout=PATIENCE)
        assert (process.returncode, said) == (0, "")
    assert run_sql(address, "SELECT version_num FROM alembic_version") == [(NOW,)]


@database
def test_alembic_is_loaded_only_when_there_is_a_step_to_take(address: str) -> None:
    if not address.startswith("sqlite"):  # a new file takes no steps
        open_store(address).close()
    script = (
        "import sys; from fairpair.storage import open_store; open_store(sys.argv[1]).close();"
        "sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script, address], check=True)
