"""Metrics of the server in the format of Prometheus."""

import os
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Set by `serve --workers`: the folder through which the processes add up their numbers."""
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # twice the lines, for nothing
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "fairpair_http_requests",
            "Answered requests.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "fairpair_http_request_seconds",
            "Response time; for streams, time to first byte.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._commands = Counter(
            "fairpair_commands",
            "Commands by outcome: done, repeated or error type.",
            ("command", "outcome"),
            registry=self._registry,
        )
        self._deliveries = Counter(
            "fairpair_webhook_deliveries",
            "Webhook delivery attempts.",
            ("outcome",),
            registry=self._registry,
        )
        self._backups = Counter(
            "fairpair_backups",
            "Automatic backups after completed rounds.",
            ("outcome",),
            registry=self._registry,
        )
        self._streams = Gauge(
            "fairpair_live_streams",
            "Open event streams.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a response."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def command(self, command: str, outcome: str) -> None:
        """Count a command."""
        self._commands.labels(command, outcome).inc()

    def delivery(self, outcome: str) -> None:
        """Count a webhook delivery attempt."""
        self._deliveries.labels(outcome).inc()

    def backup(self, outcome: str) -> None:
        """Count an automatic backup."""
        self._backups.labels(outcome).inc()

    def streams(self, number: int) -> None:
        """Set the number of open streams."""
        self._streams.set(number)

    def text(self) -> bytes:
        """All metrics, of all worker processes."""
        shared = os.environ.get(SHARED)
        if not shared or not Path(shared).is_dir():
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together, path=shared)  # type: ignore[no-untyped-call]
        return generate_latest(together)
