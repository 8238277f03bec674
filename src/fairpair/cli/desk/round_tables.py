"""Rounds as people read them in a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairpair.cli.output import counted, in_lines, sheet, visible

if TYPE_CHECKING:
    from fairpair.app.views.rounds import PairingView, RoundList, RoundView, Seat


def round_text(view: "RoundView", *, missing: bool = False) -> str:
    """A round: tables, byes, what is pending and what is odd; or only what is `missing`."""
    tables = [one for one in view.pairings if not missing or one.result is None]
    colours = any(seat.colour for one in tables for seat in one.players)
    rows = [_row(one) for one in tables]
    if not missing:
        rows += [
            ("-", f"{bye.id} {bye.name}", bye.points, "", "", _bye(bye.kind)) for bye in view.byes
        ]
    first, second = ("white", "black") if colours else ("player", "opponent")
    heads = ("table", first, "points", second, "points", "result")
    lines = in_lines(_notes(view))
    table = sheet(heads, rows, left={1, 3, 5}) if rows else "Every table has a result.\n"
    return f"{visible(_head(view))}\n{table}{lines}"


def _head(view: "RoundView") -> str:
    state = {"draft": "a draft", "published": "published", "complete": "complete"}[view.status]
    waits = ""
    if view.pending and view.status == "published":
        waits = f", {counted(len(view.pending), 'result')} pending"
    return f"{view.title}: {state}{waits}"


def _row(one: "PairingView") -> tuple[str, ...]:
    first, second = one.players
    result = one.result.text if one.result else ("disputed" if one.disputed else "")
    return (str(one.table), _who(first), first.points, _who(second), second.points, result)


def _who(seat: "Seat") -> str:
    return f"{seat.id} {seat.name}"


def _bye(kind: str) -> str:
    return "bye" if kind == "pairing" else f"{kind} bye"


def _notes(view: "RoundView") -> Iterator[str]:
    if view.stale:
        yield "A result changed since this was paired: discard it and pair again."
    for one in view.warnings:
        yield f"Warning: {one.text}" + (" (confirmed)" if one.confirmed else f" ({one.code})")
    if view.clock:
        minutes, seconds = divmod(abs(view.clock.seconds_left), 60)
        state = f"ends at {view.clock.ends_at}" if view.clock.running else "stands still"
        yield f"Clock: {minutes}:{seconds:02}, {state}"


def list_text(view: "RoundList") -> str:
    """All rounds of the plan."""
    rows = [
        (
            str(one.number),
            one.title,
            one.status if one.status != "locked" else "to come",
            str(one.matches or ""),
            str(one.pending or ""),
            str(one.byes or ""),
        )
        for one in view.rounds
    ]
    heads = ("no.", "round", "state", "matches", "pending", "byes")
    return sheet(heads, rows, left={1, 2})
