"""An import in the background of a server: tournaments go on, and its progress can be read."""

import logging
import secrets
import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.imports import ImportProgress, ListImport, import_list
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, FieldProblem, InvalidStateError, NotFoundError
from fairpair.directories import temporary_directory
from fairpair.language.message import Message

CONFIRMATION = "needs-confirmation"
"""The code of an import that somebody has to confirm."""
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportState:
    """An import. `state` is `none`, `running`, `done` or `failed`; `share` is the percentage of
    the file that was read. `code`, `message`, `hint` and `problems` say why it failed, and
    `left_out` how many rows were left out.
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


@dataclass(frozen=True, slots=True)
class HeldUpload:
    """A file that somebody has uploaded and still has to decide on."""

    token: str
    wanted: ListImport


class ListImports:
    """The import of this process that is running, or the last one; and the last file that was
    uploaded, as long as it is looked at before it is imported.
    """

    def __init__(self, store: Callable[[], RatingListStore], clock: Callable[[], str]) -> None:
        self._store, self._clock = store, clock
        self._turn = threading.Lock()
        self._state = ImportState()
        self._held: HeldUpload | None = None
        self._folder: Path | None = None

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
        if self._folder is None:
            self._folder = temporary_directory(self)
        path = self._folder / secrets.token_hex(8)
        with path.open("wb") as copy:
            shutil.copyfileobj(file, copy)
        return path

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
        with self._turn:
            if self._state.state == "running":
                raise InvalidStateError("rating-list-busy")
            self._state = ImportState("running", wanted.key, wanted.period)
        if self._held is not None and self._held.wanted.path == wanted.path:
            self._held = None
        thread = threading.Thread(
            target=self._run, args=(wanted, hold), name="fairpair-rating-list", daemon=True
        )
        thread.start()
        return self._state

    def _run(self, wanted: ListImport, hold: bool) -> None:
        """Whoever hears that it has ended can begin another one, so that is told last."""
        keep = False
        progress = ImportProgress(heard=self._hear)
        try:
            done = import_list(self._store(), wanted, self._clock(), progress)
            told = done.list
            ended = ImportState(
                *("done", told.key, told.period, told.rows, 100, done.left_out),
                problems=done.problems,
                notes=done.notes,
            )
        except DomainError as error:
            keep = hold and error.code == CONFIRMATION
            if keep:
                self.hold(wanted)
            ended = self._failed(error.code, error.text, error.remedy or "", error.problems)
        except Exception:
            _logger.exception("A rating list could not be imported")
            why = Message("bad-rating-list"), Message("bad-rating-list.hint")
            ended = self._failed("internal", *why, ())
        if not keep:
            with suppress(OSError):
                wanted.path.unlink(missing_ok=True)
        self._state = ended

    def _hear(self, progress: ImportProgress) -> None:
        self._state = replace(self._state, rows=progress.rows, share=progress.share)

    def _failed(
        self, code: str, text: Message, hint: Message | str, problems: Sequence[FieldProblem]
    ) -> ImportState:
        return replace(
            self._state, state="failed", code=code, message=text, hint=hint, problems=problems
        )
