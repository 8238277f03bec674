"""The people of all scenarios: visitors with a phone, and desks that enter results."""

import json
import os
import random
import secrets
import time
from collections import Counter, deque
from typing import Any

import gevent
from locust import FastHttpUser, events
from locust.exception import StopUser

ADMIN = {"Authorization": f"Bearer {os.environ.get('FAIRPAIR_ADMIN_KEY', '')}"}
LATEST = 1.5
"""Pages wait up to this many seconds before they load what is new (`fairpair.js`)."""


class Visitor(FastHttpUser):
    """Opens a public page, is told of changes by its stream, and loads the page again.

    As in a browser, the page is in the cache: if it is still the same, the response is 304.
    """

    abstract = True
    pages = ("", "", "/standings")
    """One of these below the tournament's own address."""
    listens = 1.0
    """The share of those with a stream; the others only refresh."""

    def on_start(self) -> None:
        """Open the page."""
        self.tournament = self.choose_tournament()
        self.page = random.choice(self.pages)
        self.tag = ""
        self.seen = -1
        self.listening: gevent.Greenlet | None = None
        self.refreshing: gevent.Greenlet | None = None
        self.look()
        if random.random() < self.listens:
            self.listening = gevent.spawn(self.listen)

    def on_stop(self) -> None:
        """Close it."""
        for running in (self.listening, self.refreshing):
            if running is not None:
                running.kill()

    def choose_tournament(self) -> str:
        """The tournament somebody is interested in."""
        return os.environ["FAIRPAIR_TOURNAMENT"]

    def look(self) -> None:
        """Load the page, if it has changed."""
        kept = {"If-None-Match": self.tag} if self.tag else {}
        path = f"/t/{self.tournament}{self.page}"
        answer = self.client.get(path, headers=kept, name=f"page {self.page or '/'}")
        if answer.status_code == 200 and answer.headers:
            self.tag = str(answer.headers.get("etag", ""))

    def listen(self) -> None:
        """Hold the stream open; one that ends is opened again, as browsers do."""
        while True:
            path = f"/api/tournaments/{self.tournament}/events"
            answer = self.client.get(
                path,
                stream=True,
                headers={"Accept": "text/event-stream"},
                name="stream",
            )
            while answer.status_code == 200 and (line := answer.stream.readline(b"\n")):
                if line.startswith(b"data:"):
                    self.hear(json.loads(line[5:])["version"])
            gevent.sleep(random.uniform(1, 4))

    def hear(self, version: int) -> None:
        """Note how long the news took, and look a moment later."""
        if version <= self.seen:
            return
        first, self.seen = self.seen < 0, version
        if first:
            return
        NEWS.heard(self.tournament, version)
        if self.refreshing is None or self.refreshing.ready():
            self.refreshing = gevent.spawn_later(random.uniform(0, LATEST), self.look)


class News:
    """How long changes take from the desk's response to the pages."""

    def __init__(self) -> None:
        self._written: dict[tuple[str, int], float] = {}
        self._early: Counter[tuple[str, int]] = Counter()

    def written(self, tournament: str, version: int) -> None:
        """The desk has its response."""
        self._written[tournament, version] = time.perf_counter()
        for _ in range(self._early.pop((tournament, version), 0)):
            self._count(0)

    def heard(self, tournament: str, version: int) -> None:
        """A page was told, perhaps before the desk."""
        written = self._written.get((tournament, version))
        if written is None:
            self._early[tournament, version] += 1
        else:
            self._count((time.perf_counter() - written) * 1000)

    @staticmethod
    def _count(milliseconds: float) -> None:
        fire: Any = events.request.fire
        fire(
            request_type="NEWS",
            name="change is known",
            response_time=milliseconds,
            response_length=0,
            exception=None,
            context={},
        )


NEWS = News()


class Desk(FastHttpUser):
    """Enters results, and pairs the next round when none is missing."""

    abstract = True
    pending: deque[str]
    """The pairings without a result, shared by the desks of a tournament."""
    tournament = ""

    def send(self, method: str, path: str, body: object, name: str) -> Any:
        """Send a command below the tournament, and remember the version it led to."""
        headers = {**ADMIN, "Idempotency-Key": secrets.token_hex(8)}
        here = f"/api/tournaments/{self.tournament}{path}"
        with self.client.request(
            method, here, json=body, headers=headers, name=name, catch_response=True
        ) as answer:
            if answer.status_code not in (200, 201):
                answer.failure(f"{answer.status_code} {answer.text[:200]}")
                return {}
            done = answer.json()
        NEWS.written(self.tournament, done["version"])
        return done

    def enter_result(self) -> None:
        """One result; or the next round, by whoever entered the last one."""
        if not self.pending:
            return
        pairing = self.pending.popleft()
        result = random.choice(("1-0", "0-1", "1/2-1/2"))
        self.send("PUT", f"/pairings/{pairing}/result", {"result": result}, "desk: result")
        if not self.pending:
            self.start_round()

    def start_round(self) -> None:
        """Complete the round and publish the next one; at the end the desk goes home."""
        number = self.status()["current_round"] + 1
        if not self.send("POST", f"/rounds/{number}/generate", {}, "desk: next round"):
            raise StopUser
        self.pending.extend(self.status()["pending"])

    def status(self) -> Any:
        """What is missing."""
        path = f"/api/tournaments/{self.tournament}/status"
        return self.client.get(path, headers=ADMIN, name="desk: status").json()

    def open_page(self) -> None:
        """The round as the organiser sees it."""
        stage, number, _ = (self.pending or ["1-1-1"])[0].split("-")
        path = f"/desk/{self.tournament}/round/{stage}/{number}"
        self.client.get(path, headers=ADMIN, name="desk: page")
