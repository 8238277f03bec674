"""A hall of 400 phones that refresh while two desks enter results; a round ends in between."""

import os
from collections import deque

from benchmarks.load.people import Desk, Visitor
from locust import between, task

PENDING: deque[str] = deque()


class Phone(Visitor):
    """Most pages hold a stream; their owners refresh by hand as well."""

    listens = 0.8
    wait_time = between(10, 30)

    @task
    def refresh(self) -> None:
        """Pull the page down."""
        self.look()


class HallDesk(Desk):
    """One of the two."""

    fixed_count = 2
    wait_time = between(0.5, 1.5)
    pending = PENDING
    tournament = os.environ.get("FAIRPAIR_TOURNAMENT", "")

    def on_start(self) -> None:
        """Find out which results are missing."""
        if not self.pending:
            self.pending.extend(self.status()["pending"])

    @task(9)
    def enter(self) -> None:
        """A slip of paper comes in."""
        self.enter_result()

    @task
    def check(self) -> None:
        """Look at the whole round."""
        self.open_page()
