"""An online event with 5 000 watchers: most hold a stream, results come slowly."""

from benchmarks.load.hall import HallDesk
from benchmarks.load.people import Visitor
from locust import between, task


class Watcher(Visitor):
    """Leaves the page open."""

    listens = 0.9
    wait_time = between(60, 180)

    @task
    def refresh(self) -> None:
        """Come back to the page."""
        self.look()


class OnlineDesk(HallDesk):
    """One person enters what players report."""

    fixed_count = 1
    wait_time = between(4, 8)


del HallDesk  # locust takes every class that it finds here
