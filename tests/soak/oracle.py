"""What must be in the log, from what was acknowledged alone: plain Python over plain rows.

It knows the names of events and of the fields it looks at, and shares no code with Fairpair.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .order_log import Order, OrderLog

LAST_STEP = {
    "start": "round_published",
    "generate": "round_published",
    "draft": "round_drafted",
    "finish": "tournament_finished",
}
"""What the log shows of a request when all of it was done."""
RESULTS = ("result_recorded", "result_corrected")
WORTH = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
BYES = {"pairing": Fraction(1), "full": Fraction(1), "half": Fraction(1, 2)}


@dataclass(frozen=True, slots=True)
class Row:
    """An event as it lies in the table."""

    seq: int
    command_id: str
    part: int
    type: str
    payload: str
    person: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.payload)
        if self.person:
            found["entrant"] |= json.loads(self.person)
        return found


class Oracle:
    """Looks at the logs again and again; `found` has everything that is wrong, by kind."""

    def __init__(self, order_log: OrderLog) -> None:
        self._ledger = order_log
        self._seen: dict[str, list[Row]] = {}
        self._settled: set[Order] = set()
        self.found: list[str] = []
        self.looks = 0

    def promises(self, tournament: str) -> tuple[list[Order], int]:
        """What holds now; to be taken before the rows are read."""
        settled = (o for o in self._ledger.orders.get(tournament, ()) if o.outcome != "unknown")
        return list(settled), self._ledger.shown[tournament]

    def look(
        self, tournament: str, rows: Sequence[Row], promised: tuple[list[Order], int]
    ) -> list[str]:
        """Everything that is wrong with this log."""
        orders, shown = promised
        self.looks += 1
        wrong = [
            *_in_order(rows),
            *self._kept(tournament, rows),
            *_once(rows),
            *_half_done(rows, self._ledger.orders.get(tournament, ())),
            *self._kept_promises(rows, orders),
        ]
        if shown > len(rows):
            wrong.append(f"lost: version {shown} was shown, and the log ends at {len(rows)}")
        self._seen[tournament] = list(rows)
        self.found += [f"{tournament}: {what}" for what in wrong]
        return wrong

    def explain(self, tournament: str, rows: Sequence[Row]) -> list[str]:
        """Events nobody asked for in a tournament that is over."""
        orders = self._ledger.orders.get(tournament, ())
        known = {order.command_id: order for order in orders}
        wrong = [
            f"unexplained: event {row.seq} ({row.type}) of {row.command_id}"
            for row in rows
            if row.command_id not in known
        ]
        if not any(row.type == "tournament_finished" for row in rows):
            wrong.append("lost: it was played to its end, and is not finished")
        self.found += [f"{tournament}: {what}" for what in wrong]
        return wrong

    def _kept(self, tournament: str, rows: Sequence[Row]) -> Iterator[str]:
        before = self._seen.get(tournament, [])
        if list(rows[: len(before)]) != before:
            yield f"lost: the first {len(before)} events are not what they were"

    def _kept_promises(self, rows: Sequence[Row], orders: Sequence[Order]) -> Iterator[str]:
        by_command: dict[str, list[Row]] = {}
        for row in rows:
            by_command.setdefault(row.command_id, []).append(row)
        for order in orders:
            if order in self._settled:
                continue
            self._settled.add(order)
            there = by_command.get(order.command_id, [])
            if order.outcome == "refused":
                if there:
                    yield f"not asked for: {order.kind} {order.name} was refused and is there"
            elif order.acknowledged and order.acknowledged.action is not None:
                yield from _promised(order, there)
            elif order.acknowledged:
                yield from _was_so(order, rows[: order.acknowledged.version])


def _promised(order: Order, there: Sequence[Row]) -> Iterator[str]:
    """It is there, where the answer said, and says what was sent."""
    said = order.acknowledged
    assert said is not None
    if not there:
        yield f"lost: {order.kind} {order.name}, acknowledged as version {said.version}"
    elif there[-1].seq != said.version:
        yield f"moved: {order.kind} {order.name}, {said.version} is now {there[-1].seq}"
    elif not any(_fits(order.operation.fact, row.fields) for row in there):
        yield f"changed: {order.kind} {order.name} does not say {dict(order.operation.fact)}"


def _was_so(order: Order, until: Sequence[Row]) -> Iterator[str]:
    """Nothing was to be done: what was sent had been there at that version."""
    said = order.acknowledged
    assert said is not None
    if said.version > len(until):
        yield f"lost: {order.kind} {order.name} saw version {said.version}"
    elif "result" in order.operation.fact:
        match = order.operation.fact["match"]
        found = [row for row in until if row.type in RESULTS and row.fields["match"] == match]
        if not found or not _fits(order.operation.fact, found[-1].fields):
            yield f"lost: {order.kind} {order.name} was said to be there at {said.version}"


def _fits(fact: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    return all(
        _fits(value, fields.get(name) or {})
        if isinstance(value, Mapping)
        else fields.get(name) == value
        for name, value in fact.items()
    )


def _in_order(rows: Sequence[Row]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if row.seq != number:
            yield f"lost: event {number} is missing, {row.seq} is in its place"
            return


def _once(rows: Sequence[Row]) -> Iterator[str]:
    """The events of a command are together and once; so are players, rounds and reports."""
    parts: dict[str, tuple[int, int]] = {}
    for row in rows:
        first, following = parts.get(row.command_id, (row.seq, 0))
        if row.part != following or row.seq != first + row.part:
            yield f"doubled: {row.command_id} is there again as event {row.seq}"
        parts[row.command_id] = (first, row.part + 1)
    facts = Counter(_single(row) for row in rows)
    for fact, times in facts.items():
        if fact and times > 1:
            yield f"doubled: {fact} {times} times"


def _half_done(rows: Sequence[Row], orders: Sequence[Order]) -> Iterator[str]:
    """A request that takes several steps has all of them in the log, or none."""
    last = {row.command_id: row.type for row in rows}
    for order in orders:
        found, wanted = last.get(order.command_id), LAST_STEP.get(order.kind)
        if found is not None and wanted is not None and found != wanted:
            yield f"half done: {order.kind} {order.name} ends with {found}"


def _single(row: Row) -> str:
    """What can happen only once in these tournaments."""
    if row.type in ("round_published", "round_completed", "round_drafted"):
        return f"{row.type} {row.fields['round']}"
    if row.type == "player_registered":
        return f"player {row.fields['entrant']['name']}"
    return row.type if row.type in ("tournament_created", "tournament_finished") else ""


def points(rows: Sequence[Row]) -> dict[int, Fraction]:
    """Everybody's points, added up by hand."""
    totals: dict[int, Fraction] = {}
    results: dict[tuple[int, int], dict[int, Fraction]] = {}
    byes: dict[tuple[int, int], Fraction] = {}
    for row in rows:
        fields = row.fields
        if row.type == "player_registered":
            totals[fields["player"]] = Fraction(0)
        elif row.type == "round_drafted":
            for bye in fields["byes"]:
                worth = BYES.get(bye["kind"], Fraction(0))
                byes[fields["round"]["round_no"], bye["player"]] = worth
        elif row.type in RESULTS:
            where = (fields["match"]["round_no"], fields["match"]["table"])
            marks = fields["result"]["marks"]
            results[where] = {p: WORTH[m] for p, m in zip(fields["players"], marks, strict=True)}
    for shares in results.values():
        for player, share in shares.items():
            totals[player] += share
    for (_, player), share in byes.items():
        totals[player] += share
    return totals
