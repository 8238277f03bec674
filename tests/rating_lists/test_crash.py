"""Rating lists after a crash of the database server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.storage import open_store
from postgres import Server
from rating_lists.fide_lines import PEOPLE, file_of


@pytest.fixture
def own_server() -> Iterator[Server]:
    """It may be killed."""
    server = Server()
    yield server
    server.stop()


def test_a_list_that_was_emptied_is_not_there(own_server: Server, tmp_path: Path) -> None:
    path = tmp_path / "players.txt"
    path.write_bytes(file_of(PEOPLE))
    wanted, now = ListImport(path=path, period="2026-11"), "2026-11-18T12:00:00+00:00"
    with closing(open_store(own_server.url())) as store:
        import_list(store.rating_lists, wanted, now)
    own_server.kill()
    own_server.start()
    with closing(open_store(own_server.url())) as store:
        lists = store.rating_lists
        assert lists.lists() == []
        again = import_list(lists, wanted, now).list
        assert lists.lists() == [again]
        assert lists.search(again, "carl", "")
