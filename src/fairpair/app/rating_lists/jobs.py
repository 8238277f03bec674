"""An import in the background of a server: tournaments go on, and its progress can be read."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.imports import ImportProgress, ListImport, import_list
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError, FieldProblem, InvalidStateError
from fairpair.language.message import Message

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


class ListImports:
    """The import of this process that is running, or the last one."""

    def __init__(self, store: Callable[[], RatingListStore], clock: Callable[[], str]) -> None:
        self._store, self._clock = store, clock
        self._turn = threading.Lock()
        self._state = ImportState()

    @property
    def state(self) -> ImportState:
        """How it is now."""
        return self._state

    def start(self, wanted: ListImport) -> ImportState:
        """Begin an import whose file is deleted at its end.

        Raises `InvalidStateError` (`rating-list-busy`) while another one is running.
        """
        if not self._turn.acquire(blocking=False):
            raise InvalidStateError("rating-list-busy")
        self._state = ImportState("running", wanted.key, wanted.period)
        thread = threading.Thread(
            target=self._run, args=(wanted,), name="fairpair-rating-list", daemon=True
        )
        thread.start()
        return self._state

    def _run(self, wanted: ListImport) -> None:
        progress = ImportProgress(heard=self._hear)
        try:
            done = import_list(self._store(), wanted, self._clock(), progress)
            told = done.list
            self._state = ImportState(
                *("done", told.key, told.period, told.rows, 100, done.left_out),
                problems=done.problems,
                notes=done.notes,
            )
        except DomainError as error:
            self._fail(error.code, error.text, error.remedy or "", error.problems)
        except Exception:
            _logger.exception("A rating list could not be imported")
            self._fail("internal", Message("bad-rating-list"), Message("bad-rating-list.hint"), ())
        finally:
            Path(wanted.path).unlink(missing_ok=True)
            self._turn.release()

    def _hear(self, progress: ImportProgress) -> None:
        self._state = replace(self._state, rows=progress.rows, share=progress.share)

    def _fail(
        self, code: str, text: Message, hint: Message | str, problems: Sequence[FieldProblem]
    ) -> None:
        self._state = replace(
            self._state, state="failed", code=code, message=text, hint=hint, problems=problems
        )
