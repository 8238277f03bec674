"""Telling webhooks what happened: one thread, in the background of a server.

The log is the list of what there is to tell. Each webhook remembers how far it has been told, so
nothing is lost when a server stops, and everything is told at least once. Of several servers on
one database the one that holds a webhook tells it.
"""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from fairpair.app.service import Service
from fairpair.app.version_tracker import VersionTracker
from fairpair.app.webhooks.payloads import Payload, payloads
from fairpair.app.webhooks.sender import PermanentError, RetryableError, Sender
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.core.webhooks import Webhook

_logger = logging.getLogger(__name__)
_SHORTEST_PAUSE = 0.25
"""Seconds between two looks at the webhooks: many commands in a row need not wake it each time."""
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long things may take, in seconds, and how often they are tried."""

    first_pause: float = 5
    longest_pause: float = 3600
    tries: int = 24
    """Then a webhook is given up: that is after most of a day."""
    hold: float = 60
    """How long a server keeps a webhook for itself without a sign of life."""
    look: float = 5
    """How often it looks for what is due without having heard of anything."""
    ending: float = 1
    """How long what is under way may take when the server stops."""

    def pause(self, tries: int) -> float:
        """How long to wait after this number of failures in a row."""
        return min(self.longest_pause, self.first_pause * 2.0 ** min(tries - 1, 60))


class Deliverer:
    """The thread; `start` it once. `counted` hears `delivered`, `failed` and `given-up`."""

    def __init__(
        self,
        service: Service,
        versions: VersionTracker,
        sender: Sender,
        *,
        policy: RetryPolicy | None = None,
        counted: Callable[[str], None] = lambda _outcome: None,
    ) -> None:
        self._service = service
        self._store = service.store.webhooks
        self._versions = versions
        self._sender = sender
        self._policy = policy or RetryPolicy()
        self._counted = counted
        self._me = secrets.token_hex(8)
        self._seen: dict[str, int] = {}
        self._busy: dict[str, asyncio.Task[bool]] = {}
        self._loop = asyncio.new_event_loop()
        self._news = asyncio.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="fairpair-webhooks", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; what could not be told will be when a server runs again."""

        def stopping() -> None:
            self._stopping = True
            self._news.set()

        with suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(stopping)
        self._thread.join(self._policy.ending + 5)

    def _run(self) -> None:
        def wake(_tournament: TournamentId, _version: int) -> None:
            if not self._news.is_set():  # or it will look soon
                self._loop.call_soon_threadsafe(self._news.set)

        stop_watching = self._versions.watch(wake)
        try:
            self._loop.run_until_complete(self._deliver())
        finally:
            stop_watching()
            self._loop.close()

    async def _deliver(self) -> None:
        while not self._stopping:
            self._news.clear()
            with _log_failures():
                self._start_tasks()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), self._policy.look)
            await asyncio.sleep(_SHORTEST_PAUSE)
        await self._finish()
        await self._sender.close()

    def _start_tasks(self) -> None:
        """Set a task on every webhook with something to hear."""
        for webhook in self._store.list_due(_moment()):
            with _log_failures():  # one log that cannot be read does not stop the others
                if webhook.id not in self._busy and self._has_news(webhook):
                    task = asyncio.create_task(self._deliver_to(webhook))
                    self._busy[webhook.id] = task
                    task.add_done_callback(partial(self._done, webhook.id))

    def _done(self, name: str, task: asyncio.Task[bool]) -> None:
        del self._busy[name]
        if not task.cancelled() and task.result():
            self._news.set()  # there may be more to tell by now

    async def _finish(self) -> None:
        if self._busy:
            tasks = list(self._busy.values())
            _, slow = await asyncio.wait(tasks, timeout=self._policy.ending)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)

    def _has_news(self, webhook: Webhook) -> bool:
        if self._seen.get(webhook.id, 0) >= self._versions.version(webhook.tournament):
            return False
        return bool(self._pending(webhook)[0])

    def _pending(self, webhook: Webhook) -> tuple[list[Payload], int]:
        """What it wants to hear and has not heard, and the version up to which that is all."""
        journal = self._service.journal(webhook.tournament)
        new = payloads(webhook.tournament, journal, webhook.delivered)
        wanted = webhook.happenings.split()
        found = [one for one in new if one.event in wanted]
        if not found:
            self._remember(webhook.id, journal.version)
        return found, journal.version

    def _remember(self, name: str, version: int) -> None:
        """That there is nothing to tell up to here: it need not be looked at again."""
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        self._seen[name] = version

    async def _deliver_to(self, webhook: Webhook) -> bool:
        """Tell one webhook all there is; True if all of it went."""
        all_went = False
        with _log_failures():
            held = self._store.acquire(webhook.id, self._me, _moment(), _moment(self._policy.hold))
            if held is not None:
                all_went = await self._send_pending(held)
        return all_went

    async def _send_pending(self, held: Webhook) -> bool:
        """In order, up to the first failure; whatever happens, it is let go at the end."""
        pending, version = self._pending(held)
        times = self._times(held)
        try:
            for one in pending:
                await self._sender.send(held, one, times.get(one.seq, ""))
                held = self._mark_delivered(held, one.seq)
                if not self._store.save(held):
                    return False  # removed, or so slow that another server has it
            held = replace(held, delivered=version)
        except (RetryableError, PermanentError) as failure:
            held = self._mark_failed(held, failure)
            return False
        finally:
            self._store.save(replace(held, held_until=""))
        return True

    def _times(self, held: Webhook) -> dict[int, str]:
        rows = self._service.store.load(held.tournament, after=held.delivered)
        return {row.seq: row.at for row in rows}

    def _mark_delivered(self, held: Webhook, seq: int) -> Webhook:
        self._counted("delivered")
        return replace(
            held,
            delivered=seq,
            tries=0,
            next_try="",
            problem="",
            last_at=_moment(),
            held_until=_moment(self._policy.hold),
        )

    def _mark_failed(self, held: Webhook, failure: RetryableError | PermanentError) -> Webhook:
        tries = held.tries + 1
        given_up = isinstance(failure, PermanentError) or tries >= self._policy.tries
        self._counted("given-up" if given_up else "failed")
        asked = failure.after if isinstance(failure, RetryableError) else 0
        pause = max(self._policy.pause(tries), asked)
        _logger.warning("Webhook %s of %s: %s", held.id, held.tournament, failure)
        return replace(
            held,
            tries=tries,
            next_try="" if given_up else _moment(min(pause, self._policy.longest_pause)),
            problem=str(failure),
            stopped_at=_moment() if given_up else "",
        )


def _moment(and_seconds: float = 0) -> str:
    """Now or later, as text that can be compared."""
    moment = datetime.now(UTC) + timedelta(seconds=and_seconds)
    return moment.isoformat(timespec="microseconds")


@contextmanager
def _log_failures() -> Iterator[None]:
    """The thread outlives whatever goes wrong; it is tried again at the next look."""
    try:
        yield
    except DomainError as error:
        _logger.warning("Webhooks wait: %s", error)
    except Exception:
        _logger.exception("Webhooks wait")
