"""Every store keeps summaries beside the logs, and loses nothing with them."""

import pytest
from sqlalchemy import Connection

from fairpair.app.ports import EventStore
from fairpair.core.errors import StorageError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredSummary
from fairpair.log.chain import chain
from fairpair.storage import migrations, open_store

from .conftest import Opened
from .sample import CUP, command, run_sql

OTHER = TournamentId("other")


def test_what_was_kept_is_found_by_everybody(opened: Opened) -> None:
    store = opened()
    store.summaries.save([])
    assert store.summaries.all() == {}
    first = StoredSummary(CUP, 3, "1", '{"name":"Zoë 😀"}')
    other = StoredSummary(OTHER, 1, "1", "{}")
    store.summaries.save([first, other])
    newer = StoredSummary(CUP, 4, "2", "{}")
    store.summaries.save([first, newer])
    assert store.summaries.all() == {CUP: newer, OTHER: other}
    assert store.tournaments() == {}


def test_thousands_are_kept_at_once(store: EventStore) -> None:
    many = [StoredSummary(TournamentId(f"t{n}"), n, "1", "{}") for n in range(1, 2002)]
    store.summaries.save(many)
    store.summaries.save(many)
    assert set(store.summaries.all().values()) == set(many)
    wanted = [TournamentId("t7"), TournamentId("t2001"), TournamentId("none")]
    assert set(store.summaries.of(wanted)) == {many[6], many[2000]}
    assert store.summaries.of([]) == []


def test_a_closed_store_keeps_none(opened: Opened) -> None:
    store = opened()
    store.close()
    with pytest.raises(StorageError):
        store.summaries.all()


def create_by_steps(connection: Connection) -> str:
    """The tables as they were then: the script for new files makes those of today."""
    migrations.upgrade(connection, None)
    return migrations.head()


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_a_database_of_before_gets_the_table(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "REVISIONS", ("0001", "0002", "0003"))
        before.setattr(migrations, "create", create_by_steps)
        open_store(address).close()
    run_sql(
        address,
        "INSERT INTO events VALUES ('cup', 1, 'command-1', 0, 'of command-1', 'Noted', 1, '{}',"
        " '2026-11-01T10:00:00Z', 'organiser')",
    )
    store = open_store(address)
    assert store.summaries.all() == {}
    store.summaries.save([StoredSummary(CUP, 1, "1", "{}")])
    assert store.load(CUP) == chain(command(1))
    store.close()
