"""Everything that was sent, and what was said to it. Nothing here asks the server or its code."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .wire import Answer, request


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What an answer promised: the version after it, and its action (none: it was so already)."""

    version: int
    action: int | None


@dataclass(frozen=True, slots=True)
class Operation:
    """Something to be done, and what must then be in the payload of one of its events."""

    kind: str
    method: str
    path: str
    """Below the address of the tournament."""
    body: object = field(default_factory=dict)
    fact: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Order:
    """One request under one name, however often it is sent."""

    tournament: str
    name: str
    operation: Operation
    key: str
    player: int | None = None
    copies: int = 0
    unanswered: int = 0
    acknowledged: Acknowledgement | None = None
    refusal: str = ""

    @property
    def kind(self) -> str:
        return self.operation.kind

    @property
    def sent(self) -> bytes:
        operation = self.operation
        path = "/api/tournaments"
        path += "" if operation.kind == "create" else f"/{self.tournament}/{operation.path}"
        return request(operation.method, path, self.key, self.name, operation.body)

    @property
    def command_id(self) -> str:
        """What the log calls it: names of players are kept apart from all others."""
        if self.player is None:
            return self.name
        digest = hashlib.sha256(self.name.encode()).hexdigest()
        return f"player-{self.player}-{digest[:40]}"

    @property
    def outcome(self) -> str:
        """Refused only if every copy was: one without an answer may have been carried out."""
        if self.acknowledged:
            return "acknowledged"
        return "refused" if self.refusal and not self.unanswered else "unknown"


class OrderLog:
    """The orders of the whole run, and every complaint about the answers to them."""

    def __init__(self) -> None:
        self.orders: dict[str, list[Order]] = {}
        self.shown: Counter[str] = Counter()
        """The highest version of each tournament that anybody was shown."""
        self.server_errors: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.complaints: list[str] = []
        self.copies: Counter[str] = Counter()
        self.watched = 0

    def add(self, order: Order) -> Order:
        self.orders.setdefault(order.tournament, []).append(order)
        return order

    def show(self, tournament: str, version: int) -> None:
        """Somebody was told of this version: it must be durable."""
        self.shown[tournament] = max(self.shown[tournament], version)

    def hear(self, order: Order, answer: Answer) -> None:
        """Write down what was said to a copy of an order; its `unanswered` is counted by others."""
        if answer.status >= 500:
            self.server_errors[f"{answer.status} {answer.code}"] += 1
            order.unanswered += 1
        elif answer.status >= 400:
            order.refusal = answer.code
            self.refusals[answer.code] += 1
            if answer.status == 401:
                self.complaints.append(f"lost: the key of {order.kind} {order.name}: {answer.code}")
        else:
            self._acknowledge(order, answer)

    def _acknowledge(self, order: Order, answer: Answer) -> None:
        document = answer.document
        found = Acknowledgement(int(document["version"]), document.get("action"))
        before = order.acknowledged
        if before is None or (before.action is None and found.action is not None):
            order.acknowledged = found
        elif before.action is not None and found != before:
            self.complaints.append(
                f"doubled: {order.kind} {order.name} was answered {before} and then {found}"
            )
        self.show(order.tournament, found.version)
