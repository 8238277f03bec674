"""What earlier versions wrote is read, upgraded, and played on."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from archives import import_archive, whole_rows
from fairpair.app.access.grants import Role
from fairpair.app.access.keys import Access
from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text, stored_archive
from fairpair.app.webhooks.registry import Webhooks
from fairpair.bootstrap import open_service, utc_now
from fairpair.core.errors import StorageError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.tournament import Phase
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.formats import archive
from fairpair.log import commands as c
from fairpair.log.chain import first_break
from fairpair.storage import migrations, open_store
from fairpair.storage.sqlite import SqliteStore
from invariants import broken
from storage.sample import run_sql

from .tournaments import TournamentRun
from .versions import OLDEST, VERSIONS, Version
from .writer import KEY, played, said, write

DIFFERENT: dict[tuple[str, str], str] = {}
"""Tournaments that are seen otherwise today, by version and id, and why that is right."""
AGREED = ("colour",)
"""Drafts of the first version were paired by hand, and colours were not looked at."""


@pytest.fixture(params=VERSIONS, ids=lambda version: version.name)
def version(request: pytest.FixtureRequest) -> Version:
    found: Version = request.param
    return found


@pytest.fixture
def file(version: Version, sqlite_path: Path) -> Path:
    version.unpack(sqlite_path)
    return sqlite_path


@pytest.fixture(params=["sqlite", "postgres"])
def old(
    request: pytest.FixtureRequest,
    version: Version,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """The address of a database that the old version left."""
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    address = str(request.getfixturevalue("postgres_url"))
    version.restore(file, address, monkeypatch)
    return address


@pytest.fixture
def service(old: str) -> Iterator[Service]:
    """Today's code on it."""
    opened = open_service(old, create=False)
    yield opened
    opened.close()


def test_there_are_some() -> None:
    assert len(VERSIONS) >= 6
    assert all(set(one.said) == set(one.archives) for one in VERSIONS)


def test_archives_are_read_and_written_as_they_were(version: Version) -> None:
    service = open_service("memory:")
    for name, text in version.archives.items():
        tournament = import_archive(service, text.encode())
        assert tournament == name
        again = archive.read(archive_text(service, tournament).encode())
        assert whole_rows(again) == whole_rows(archive.read(text.encode()))
        assert first_break(again.rows) is None
        assert_same(version, service, name)


def test_databases_are_brought_up_to_date(version: Version, old: str, service: Service) -> None:
    assert run_sql(old, "SELECT version_num FROM alembic_version") == [(migrations.head(),)]
    archives = {name: archive.read(text.encode()) for name, text in version.archives.items()}
    assert set(service.store.tournaments()) == set(archives)
    for name, found in archives.items():
        kept = stored_archive(service.store, TournamentId(name))
        assert whole_rows(kept) == whole_rows(found)
        assert first_break(kept.rows) is None
        assert_same(version, service, name)


def test_files_tell_what_is_new(file: Path) -> None:
    with closing(SqliteStore(file)) as store:
        versions = "SELECT tournament, version FROM versions ORDER BY tournament"
        assert run_sql(f"sqlite:///{file}", versions) == [*store.tournaments().items()]


def test_tournaments_are_played_to_their_end(version: Version, service: Service) -> None:
    for name in version.said:
        run = TournamentRun(service, name, "today")
        if run.state.phase == Phase.FINISHED:
            run.do(c.ReopenTournament("one more look"))
        if run.state.phase == Phase.SETUP:
            run.do(c.ChangeRules({"rounds": 3}))
        for _ in range(99):
            if not next_step(run):
                break
            assert broken(run.state) == [], name
        assert run.state.phase == Phase.FINISHED, name


def next_step(run: TournamentRun) -> bool:
    """Whether there was anything to do."""
    match progress(run.state).step:
        case NextStep.DRAFT:
            run.draft()
        case NextStep.PUBLISH:
            run.do(c.PublishRound(confirmed=AGREED))
        case NextStep.RESULTS:
            run.results()
        case NextStep.COMPLETE:
            run.do(c.CompleteRound())
        case NextStep.CUT:
            run.cut()
        case NextStep.FINISH:
            run.do(c.FinishTournament())
        case _:
            return False
    return True


def assert_same(version: Version, service: Service, name: str) -> None:
    """Today's code thinks the same of a tournament as the version that wrote it."""
    was = version.said[name]
    now = said(service.journal(TournamentId(name)).tournament)
    seen = {key: now[key] for key in was}  # the first version had no standings yet
    assert (seen == was) == ((version.name, name) not in DIFFERENT), name


def test_a_command_of_old_is_not_carried_out_again(version: Version, service: Service) -> None:
    """Its sender may have had no answer before the upgrade."""
    over = TournamentId("over")
    before = service.store.load(over)
    row = next(row for row in before if row.type == "tournament_renamed")
    command = c.RenameTournament("Golden chess_style of today")
    assert service.execute(over, command, CommandId(row.command_id)).repeated
    assert service.store.load(over) == before


def test_keys_and_webhooks_still_work(version: Version, service: Service) -> None:
    magic = TournamentId("magic")
    grant = Access(service.store.keys, utc_now).verify(KEY)
    hooks = Webhooks(service.store, utc_now).of(magic)
    if "access_keys" not in version.tables:  # now they can be made
        assert (grant, hooks) == (None, [])
        made = Access(service.store.keys, utc_now).make(Role.ORGANISER, magic)
        grant = Access(service.store.keys, utc_now).verify(made.key)
    else:
        assert [(hook.url, hook.delivered) for hook in hooks] == [
            ("https://hooks.example.org/golden", 3)
        ]
    assert grant is not None
    assert (grant.role, grant.tournament) == (Role.ORGANISER, magic)


def test_backups_of_them_are_whole(version: Version, file: Path, tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{file}")
    assert isinstance(store, SqliteStore)
    store.backup(tmp_path / "copy.db")
    copy = open_store(f"sqlite:///{tmp_path / 'copy.db'}", create=False)
    assert copy.tournaments() == store.tournaments()
    assert all(copy.load(one) == store.load(one) for one in store.tournaments())
    copy.close()
    store.close()


def test_one_of_a_newer_version_is_refused_untouched(version: Version, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = file.read_bytes()
    with pytest.raises(StorageError) as caught:
        open_service(f"sqlite:///{file}")
    assert caught.value.code == "database-newer"
    assert "Update Fairpair" in caught.value.hint
    assert file.read_bytes() == before


@pytest.mark.parametrize("version", [OLDEST], indirect=True)
def test_killed_at_every_step_it_is_upgraded_in_the_end(
    version: Version, old: str, request: pytest.FixtureRequest, short_run: bool
) -> None:
    """The one that takes all the steps there are; every third of them is enough in a short run."""
    words = [sys.executable, "-m", "golden.killed", old, "3" if short_run else "1"]
    tests = Path(__file__).parents[1]
    done = subprocess.run(words, cwd=tests, stdout=subprocess.PIPE, text=True, check=True)
    said_so = done.stdout.splitlines()
    assert said_so[-1] == "through"
    assert sum("CREATE TABLE" in line for line in said_so) >= 2
    service: Service = request.getfixturevalue("service")
    test_databases_are_brought_up_to_date(version, old, service)


def test_the_set_of_today_is_the_same_each_time(tmp_path: Path) -> None:
    write("today", tmp_path)
    archives, told = played("memory:")
    assert json.loads((tmp_path / "databases" / "today" / "said.json").read_text("utf-8")) == told
    for event, text in archives.items():
        assert (tmp_path / "logs" / "today" / f"{event}.archive.json").read_text("utf-8") == text
    with pytest.raises(FileExistsError):
        write("today", tmp_path)
