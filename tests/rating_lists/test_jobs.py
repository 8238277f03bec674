"""Imports in the background: one after the other."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PosixPath
from threading import Event

import pytest

from fairpair.app.rating_lists.imports import ListImport
from fairpair.app.rating_lists.jobs import ListImports
from fairpair.bootstrap import open_service
from fairpair.core.errors import InvalidStateError
from timeouts import PATIENCE, wait_until

from .fide_lines import PEOPLE, file_of

NOW = "2026-11-19T12:00:00.000000+00:00"


class SlowlyDeleted(PosixPath):
    """A file on a disk that is busy."""

    asked, allowed = Event(), Event()

    def unlink(self, missing_ok: bool = False) -> None:
        """Delete it when that is allowed."""
        self.asked.set()
        assert self.allowed.wait(PATIENCE)
        super().unlink(missing_ok)


@pytest.fixture
def imports(tmp_path: Path) -> Iterator[ListImports]:
    with closing(open_service(f"sqlite:///{tmp_path}/tournaments.db")) as service:
        yield ListImports(lambda: service.store.rating_lists, lambda: NOW)


def test_another_import_can_begin_once_one_is_said_to_have_ended(
    imports: ListImports, tmp_path: Path
) -> None:
    first, second = SlowlyDeleted(tmp_path / "first.txt"), tmp_path / "second.txt"
    for path, month in ((first, "2026-10"), (second, "2026-11")):
        path.write_bytes(file_of(PEOPLE))
        if path is first:
            imports.start(ListImport(path=path, period=month))
            assert first.asked.wait(PATIENCE)
            assert imports.state.state == "running"
            with pytest.raises(InvalidStateError, match="Another rating list is being imported"):
                imports.start(ListImport(path=path, period=month))
            first.allowed.set()
        else:
            imports.start(ListImport(path=path, period=month))
        wait_until(lambda: imports.state.state != "running")
        assert (imports.state.state, imports.state.period) == ("done", month)
        assert not path.exists()
