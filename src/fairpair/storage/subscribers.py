"""Who wants to hear of new versions."""

import logging
import threading
from collections.abc import Callable, Mapping

from fairpair.core.ids import TournamentId

_logger = logging.getLogger(__name__)

Told = Callable[[TournamentId, int], None]


class Subscribers:
    """Tells versions in rising order: one that comes after a higher one is left out."""

    def __init__(self) -> None:
        self._turn = threading.RLock()
        self._all: dict[object, Told] = {}
        self._last: dict[TournamentId, int] = {}

    def add(self, told: Told) -> Callable[[], None]:
        """From now on call `told`; what comes back ends it, and may be called twice."""
        key = object()
        with self._turn:
            self._all[key] = told

        def stop() -> None:
            with self._turn:
                self._all.pop(key, None)

        return stop

    def know(self, versions: Mapping[TournamentId, int]) -> None:
        """Take these versions as told already."""
        with self._turn:
            for tournament, version in versions.items():
                self._last[tournament] = max(version, self._last.get(tournament, 0))

    def tell(self, tournament: TournamentId, version: int) -> None:
        """Call everybody, one version at a time.

        A subscriber that raises is logged and passed over: the events are stored, and the writer
        must not hear otherwise.
        """
        with self._turn:
            if version <= self._last.get(tournament, 0):
                return
            self._last[tournament] = version
            for told in list(self._all.values()):
                try:
                    told(tournament, version)
                except Exception:
                    _logger.exception("A subscriber failed on %s version %d", tournament, version)
