"""Imports in the background of a server: tournaments go on, and their progress can be read.

A list whose address is known is updated from there: downloaded if the file has changed, and then
imported as any other. What fails leaves the list that is in use.
"""

import logging
import secrets
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from urllib.parse import urlsplit

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.download import (
    ServedFile,
    ask_about,
    download,
    require_address,
)
from fairpair.app.rating_lists.freshness import DAY, ListCheck, address_of, check_of, is_older
from fairpair.app.rating_lists.imports import (
    ImportedList,
    ImportProgress,
    ListImport,
    import_list,
    require_key,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import (
    DomainError,
    FieldProblem,
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
)
from fairpair.core.listed import RatingList
from fairpair.directories import temporary_directory
from fairpair.language.message import Message

CONFIRMATION = "needs-confirmation"
"""The code of an import that somebody has to confirm."""
UNCHANGED = "nothing-changed"
"""The code of an import of a list that is already there."""
_logger = logging.getLogger(__name__)


_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ListResult:
    """What came of the update of a list: `state` is `current`, `updated` or `failed`; `message`
    says why it failed.
    """

    list: str
    name: str
    state: str
    message: Message | str = ""


@dataclass(frozen=True, slots=True)
class ImportState:
    """An import. `state` is `none`, `running`, `done` or `failed`; `share` is the percentage of
    the file that was read or, with the step `downloading`, that has arrived. `code`, `message`,
    `hint` and `problems` say why it failed, and `left_out` how many rows were left out.

    With several lists, `results` are those of the lists so far, and `list` is the one at work.
    """

    state: str = "none"
    list: str = ""
    period: str = ""
    rows: int = 0
    share: int = 0
    left_out: int = 0
    problems: Sequence[FieldProblem] = ()
    notes: Sequence[Message] = ()
    code: str = ""
    message: Message | str = ""
    hint: Message | str = ""
    step: str = ""
    results: Sequence[ListResult] = ()


@dataclass(frozen=True, slots=True)
class HeldUpload:
    """A file that somebody has uploaded and still has to decide on."""

    token: str
    wanted: ListImport


class ListImports:
    """The import of this process that is running, or the last one; the last file that was
    uploaded, as long as it is looked at before it is imported; and when lists were last compared
    with what is published.

    `allow_private` lets addresses lead into the server's own network too.
    """

    def __init__(self, store: Callable[[], RatingListStore], clock: Callable[[], str]) -> None:
        self._store, self._clock = store, clock
        self._turn = threading.Lock()
        self._state = ImportState()
        self._thread = threading.Thread()
        self._held: HeldUpload | None = None
        self._folder: Path | None = None
        self._checks: dict[str, ListCheck] = {}
        self.allow_private = False

    @property
    def checks(self) -> Mapping[str, ListCheck]:
        """When each list was last compared with what is published, by key."""
        return self._checks

    @property
    def state(self) -> ImportState:
        """How it is now."""
        return self._state

    @property
    def held(self) -> HeldUpload | None:
        """The file that waits for a decision."""
        return self._held

    def receive(self, file: BinaryIO) -> Path:
        """Copy an upload to a file, which goes with this process at the latest."""
        path = self._new_path()
        with path.open("wb") as copy:
            shutil.copyfileobj(file, copy)
        return path

    def _new_path(self) -> Path:
        if self._folder is None or not self._folder.is_dir():  # cleaned away by the system
            self._folder = temporary_directory(self)
        return self._folder / secrets.token_hex(8)

    def hold(self, wanted: ListImport) -> HeldUpload:
        """Keep a file until somebody decides on it; the one that was kept before is deleted."""
        before, self._held = self._held, HeldUpload(secrets.token_hex(8), wanted)
        if before is not None and before.wanted.path != wanted.path:
            before.wanted.path.unlink(missing_ok=True)
        return self._held

    def find_held(self, token: str) -> ListImport:
        """The file with this token; `NotFoundError` if it is not there any more."""
        held = self._held
        if held is None or held.token != token:
            raise NotFoundError("no-upload")
        return held.wanted

    def start(self, wanted: ListImport, *, hold: bool = False) -> ImportState:
        """Begin an import whose file is deleted at its end; with `hold` it is kept if the import
        has to be confirmed.

        Raises `InvalidStateError` (`rating-list-busy`) while another one is running.
        """
        self._begin(ImportState("running", wanted.key, wanted.period), self._run, wanted, hold)
        return self._state

    def download(self, address: str, wanted: ListImport) -> ImportState:
        """Begin to import a list from a web address, which is known from then on.

        Raises `InvalidInputError` for another address, and `InvalidStateError` as `start` does.
        """
        require_address(address)
        require_key(wanted.key)
        wanted = replace(wanted, source=address, file_name=_name_at(address))
        self._begin(ImportState("running", wanted.key, wanted.period), self._fetch, wanted)
        return self._state

    def update(self, keys: Sequence[str] = ()) -> ImportState:
        """Begin to update all lists in use whose address is known, or those with these keys.

        Raises `NotFoundError` if there is none, and `InvalidStateError` as `start` does.
        """
        lists = [one for one in self._updatable() if not keys or one.key in keys]
        if not lists:
            raise NotFoundError("no-list-address.none")
        self._begin(ImportState("running", lists[0].key), self._update, lists)
        return self._state

    def update_due(self) -> bool:
        """Begin to update the lists that were not compared with what is published for a day; after
        a failure an hour later, then two hours later, and so on. Says whether there are any.
        """
        now = datetime.fromisoformat(self._clock())
        due = [one.key for one in self._updatable() if self._due_at(one) <= now]
        if not due or self._state.state == "running":
            return False
        self.update(due)
        return True

    def wait(self, seconds: float) -> bool:
        """Wait for the end of what runs, at most so long; whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _updatable(self) -> list[RatingList]:
        return [one for one in self._store().lists() if one.active and address_of(one)]

    def _due_at(self, one: RatingList) -> datetime:
        check = check_of(one, self._checks)
        pause = min(DAY, _HOUR * 2 ** (check.failures - 1)) if check.failures else DAY
        return datetime.fromisoformat(check.at) + pause

    def _begin(self, state: ImportState, work: Callable[..., ImportState], *given: object) -> None:
        """Begin work in the background; whoever hears that it has ended can begin another one, so
        that is told last.
        """

        def run() -> None:
            try:
                self._state = work(*given)
            except Exception:
                _logger.exception("The import of rating lists ended")
                self._state = self._failed(InvalidInputError("bad-rating-list"), "internal")

        with self._turn:
            if self._state.state == "running":
                raise InvalidStateError("rating-list-busy")
            self._state = state
        self._thread = threading.Thread(target=run, name="fairpair-rating-list", daemon=True)
        self._thread.start()

    def _run(self, wanted: ListImport, hold: bool) -> ImportState:
        """Import a file, which is deleted after that unless somebody has to confirm it."""
        if self._held is not None and self._held.wanted.path == wanted.path:
            self._held = None
        ended = self._attempt(lambda: self._import(wanted))
        self._put_away(wanted, keep=hold and ended.code == CONFIRMATION)
        return ended

    def _fetch(self, wanted: ListImport) -> ImportState:
        """Download a list and import it."""
        wanted = replace(wanted, path=self._new_path())
        served: list[ServedFile] = []

        def work() -> ImportedList:
            self._state = replace(self._state, step="downloading")
            served.append(
                download(
                    wanted.source,
                    wanted.path,
                    allow_private=self.allow_private,
                    heard=self._hear_download,
                )
            )
            self._state = replace(self._state, step="importing", share=0)
            return self._import(replace(wanted, published=served[0].modified[:10]))

        ended = self._attempt(work)
        self._put_away(wanted, keep=ended.code == CONFIRMATION)
        if ended.state == "done" or ended.code == UNCHANGED:
            self._note(self._in_use(ended.list), served[0])
        return ended

    def _update(self, lists: Sequence[RatingList]) -> ImportState:
        """Update lists one after the other; what fails does not stop the others."""
        results, failed = list[ListResult](), None
        for one in lists:
            self._state = ImportState(
                "running", one.key, one.period, step="checking", results=tuple(results)
            )
            ended = self._update_one(one)
            state = {"done": "updated", "failed": "failed"}.get(ended.state, "current")
            results.append(ListResult(one.key, one.name, state, ended.message))
            if state == "failed":
                failed = failed or ended
                self._note_failure(one)
        last = failed or replace(ended, state="done")
        return replace(last, step="", results=tuple(results))

    def _update_one(self, one: RatingList) -> ImportState:
        """How it ended: `current` if there is no newer file."""
        address = address_of(one)
        current = ImportState("current", one.key, one.period, one.rows, 100)
        try:
            served = ask_about(address, allow_private=self.allow_private)
        except DomainError as error:
            return self._failed(error)
        if self._is_current(one, served):
            self._note(one, served)
            return current
        wanted = ListImport(path=Path(), key=one.key, file_name=_name_at(address), source=address)
        ended = self._fetch(wanted)
        return current if ended.code == UNCHANGED else ended

    def _is_current(self, one: RatingList, served: ServedFile) -> bool:
        """Whether the file is the one that was there at the last comparison, or older than the
        list. Where a server says nothing of it, only the file itself can tell.
        """
        known = check_of(one, self._checks).served
        if known.etag and served.etag:
            return known.etag == served.etag
        if known.modified and served.modified:
            return (known.modified, known.size) == (served.modified, served.size)
        return is_older(served, one)

    def _in_use(self, key: str) -> RatingList:
        return next(one for one in self._store().lists() if one.active and one.key == key)

    def _note(self, one: RatingList, served: ServedFile) -> None:
        now = self._clock()
        self._checks[one.key] = ListCheck(now, served, current_at=now, checksum=one.checksum)

    def _note_failure(self, one: RatingList) -> None:
        before = check_of(one, self._checks)
        failures = before.failures + 1
        self._checks[one.key] = replace(
            before, at=self._clock(), failures=failures, checksum=one.checksum
        )

    def _import(self, wanted: ListImport) -> ImportedList:
        return import_list(self._store(), wanted, self._clock(), ImportProgress(heard=self._hear))

    def _attempt(self, work: Callable[[], ImportedList]) -> ImportState:
        """How an import ended."""
        try:
            done = work()
        except DomainError as error:
            return self._failed(error)
        except Exception:
            _logger.exception("A rating list could not be imported")
            return self._failed(InvalidInputError("bad-rating-list"), "internal")
        told = done.list
        return ImportState(
            *("done", told.key, told.period, told.rows, 100, done.left_out),
            problems=done.problems,
            notes=done.notes,
        )

    def _put_away(self, wanted: ListImport, *, keep: bool) -> None:
        """Hold a file that somebody has to confirm; delete any other."""
        if keep:
            self.hold(wanted)
            return
        with suppress(OSError):
            wanted.path.unlink(missing_ok=True)

    def _hear_download(self, share: int) -> None:
        self._state = replace(self._state, share=share)

    def _hear(self, progress: ImportProgress) -> None:
        self._state = replace(self._state, rows=progress.rows, share=progress.share)

    def _failed(self, error: DomainError, code: str = "") -> ImportState:
        return replace(
            self._state,
            state="failed",
            code=code or error.code,
            message=error.text,
            hint=error.remedy or "",
            problems=error.problems,
        )


def _name_at(address: str) -> str:
    """What the file at an address is called."""
    return PurePosixPath(urlsplit(address).path).name[:200] or "list"
