"""An event in one line, for the history page and for refusals."""

from collections.abc import Callable
from typing import Any

from fairpair.core.rounds import ByeKind, MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_name, round_title
from fairpair.log import events as e

BYE_WORDS = {
    ByeKind.PAIRING: "the bye",
    ByeKind.FULL: "a full-point bye",
    ByeKind.HALF: "a half-point bye",
    ByeKind.ZERO: "a zero-point bye",
    ByeKind.LOSS: "a loss",
}


def describe(event: e.Event, t: Tournament) -> str:
    """What happened, with the names that `t` knows.

    >>> describe(e.TournamentRenamed("Spring Open"), Tournament())
    'Tournament renamed to Spring Open'
    """
    return _WORDS[type(event)](event, t)


def _result(verb: str) -> Callable[[Any, Tournament], str]:
    def words(event: Any, t: Tournament) -> str:
        names = " - ".join(t.name_of(p) for p in event.players)
        score = f" {event.result}" if hasattr(event, "result") else ""
        return f"{_match(event.match, t)}: {names}{score} {verb}"

    return words


def _match(match: MatchRef, t: Tournament) -> str:
    return f"{round_title(t, match.round)}, table {match.table}"


def _round(verb: str) -> Callable[[Any, Tournament], str]:
    return lambda event, t: f"{round_title(t, event.round)} {verb}"


def _in(event: Any, t: Tournament) -> str:
    return f"in {round_name(t, event.round)}"


def _void_text(event: e.MatchVoided, t: Tournament) -> str:
    if not event.players:
        return f"{round_title(t, event.round)} open again"
    return f"{' - '.join(map(t.name_of, event.players))} {_in(event, t)} does not count"


def _player(verb: str) -> Callable[[Any, Tournament], str]:
    return lambda event, t: f"{t.name_of(event.player)} {verb}"


def _fixed_table_text(event: e.TableFixed, t: Tournament) -> str:
    where = "may sit anywhere" if event.table is None else f"always sits at table {event.table}"
    return f"{t.name_of(event.player)} {where}"


def _clock(event: e.ClockSet, t: Tournament) -> str:
    """`Clock of round 2 started: 49:30 left`."""
    minutes, seconds = divmod(abs(event.seconds_left), 60)
    over = "over" if event.seconds_left < 0 else "left"
    done = "started" if event.running else "stopped"
    return f"Clock of {round_name(t, event.round)} {done}: {minutes}:{seconds:02} {over}"


_WORDS: dict[type[e.Event], Callable[[Any, Tournament], str]] = {
    e.TournamentCreated: lambda x, _t: f"Tournament {x.name} created",
    e.TournamentRenamed: lambda x, _t: f"Tournament renamed to {x.name}",
    e.RulesChanged: lambda x, _t: f"Rules changed: {', '.join(x.changes)}",
    e.CutMade: lambda x, _t: f"Cut made: {len(x.seeds)} players in stage {x.stage}",
    e.MatchVoided: _void_text,
    e.TournamentFinished: lambda x, _t: "Tournament finished" + (" early" if x.early else ""),
    e.TournamentReopened: lambda _x, _t: "Tournament reopened",
    e.PlayerRegistered: lambda x, _t: f"{x.entrant.name} registered",
    e.PlayerEdited: lambda x, _t: f"{x.entrant.name} edited",
    e.PlayerCheckedIn: _player("checked in"),
    e.PlayerCheckedOut: _player("checked out"),
    e.PlayerDropped: lambda x, t: f"{t.name_of(x.player)} dropped after {round_name(t, x.after)}",
    e.PlayerReinstated: lambda x, t: (
        f"{t.name_of(x.player)} back from {round_name(t, x.first_round)} on"
    ),
    e.MissedRoundsSet: lambda x, t: (
        f"Missed rounds of {t.name_of(x.player)} count as {BYE_WORDS[x.kind]}"
    ),
    e.ByeGiven: lambda x, t: f"{t.name_of(x.player)} has {BYE_WORDS[x.kind]} {_in(x, t)}",
    e.ByeRequested: lambda x, t: f"{t.name_of(x.player)} asked for a bye in round {x.round_no}",
    e.ByeRequestWithdrawn: lambda x, t: f"{t.name_of(x.player)} plays in round {x.round_no}",
    e.TableFixed: _fixed_table_text,
    e.PairAvoided: lambda x, t: f"{t.name_of(x.a)} and {t.name_of(x.b)} kept apart",
    e.PairAllowed: lambda x, t: f"{t.name_of(x.a)} and {t.name_of(x.b)} may meet",
    e.RoundDrafted: _round("drafted"),
    e.DraftDiscarded: _round("discarded"),
    e.PlayersSwapped: lambda x, t: f"{t.name_of(x.a)} and {t.name_of(x.b)} swapped {_in(x, t)}",
    e.PlayerReplaced: lambda x, t: f"{t.name_of(x.by)} replaced {t.name_of(x.out)} {_in(x, t)}",
    e.TableAdded: lambda x, t: f"Table {x.table.number} added to {round_name(t, x.round)}",
    e.TableMoved: lambda x, t: f"Table {x.table} of {round_name(t, x.round)} moved to {x.to}",
    e.RoundPublished: _round("published"),
    e.RoundCompleted: _round("completed"),
    e.ClockSet: _clock,
    e.TimeExtended: lambda x, t: f"{_match(x.match, t)}: {x.minutes} minutes more",
    e.ResultRecorded: _result("recorded"),
    e.ResultCorrected: _result("corrected"),
    e.ResultCleared: _result("cleared"),
    e.ResultReported: lambda x, t: _result(f"reported by {t.name_of(x.player)}")(x, t),
    e.ActionUndone: lambda x, _t: f"#{x.action} taken back",
}
