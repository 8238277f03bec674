"""What outsiders are told of a log: rounds, results and the end, as data and as a message."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.webhooks import Happening
from fairpair.log import events as e
from fairpair.log.journal import Journal, Record, counts

LONGEST_MESSAGE = 2000
"""What Discord takes."""
_LONGEST_TEXT = 80

_HAPPENINGS: dict[type[e.Event], Happening] = {
    e.RoundPublished: Happening.ROUND_PUBLISHED,
    e.ResultRecorded: Happening.RESULT_CHANGED,
    e.ResultCorrected: Happening.RESULT_CHANGED,
    e.ResultCleared: Happening.RESULT_CHANGED,
    e.TournamentFinished: Happening.TOURNAMENT_FINISHED,
}
_CHANGES: dict[type[e.Event], str] = {
    e.ResultRecorded: "recorded",
    e.ResultCorrected: "corrected",
    e.ResultCleared: "cleared",
}


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing that happened; `id` is the same whenever and by whomever it is told."""

    seq: int
    happening: Happening
    id: str
    document: dict[str, Any]
    message: str
    """In Discord's markdown; names in it are plain text."""


def announcements(tournament: TournamentId, journal: Journal, after: int) -> list[Announcement]:
    """What is to be told of the events above `after`; what has been undone meanwhile is not."""
    new = journal.records[_first_above(journal, after) :]
    return [
        _announcement(tournament, journal.tournament, record, _HAPPENINGS[type(record.event)])
        for record in new
        if type(record.event) in _HAPPENINGS and counts(record, journal.undone)
    ]


def _first_above(journal: Journal, after: int) -> int:
    """Events are numbered from 1 without gaps."""
    return min(after, len(journal.records))


def _announcement(
    tournament: TournamentId, t: Tournament, record: Record, happening: Happening
) -> Announcement:
    name = f"{tournament}:{record.seq}"
    details, message = _told(record.event, t)
    document = {
        "id": name,
        "event": str(happening),
        "tournament": tournament,
        "name": t.name,
        "version": record.seq,
        **details,
    }
    text = f"**{plain(t.name)}**: {message}"
    return Announcement(record.seq, happening, name, document, text)


def _told(event: e.Event, t: Tournament) -> tuple[dict[str, Any], str]:
    match event:
        case e.RoundPublished():
            return _round(event.round, t)
        case e.ResultRecorded() | e.ResultCorrected() | e.ResultCleared():
            return _result(event, t)
        case e.TournamentFinished():
            early = " before all was played" if event.early else ""
            return {"early": event.early}, f"the tournament is finished{early}."
        case _:
            raise AssertionError(event)


def _round(ref: RoundRef, t: Tournament) -> tuple[dict[str, Any], str]:
    round_ = t.rounds[ref]
    tables = sorted(round_.pairings.items())
    details = {
        "round": {"stage": ref.stage, "round": ref.round_no},
        "tables": [
            {"pairing": ref.at(number).id, "table": number}
            | {"players": _players(pairing.seats, t)}
            for number, pairing in tables
        ],
        "byes": [{**_player(player, t), "kind": str(kind)} for player, kind in round_.byes.items()],
    }
    lines = [f"table {number}: {_versus(pairing.seats, t)}" for number, pairing in tables]
    lines += [f"bye: {plain(t.name_of(player))}" for player in round_.byes]
    return details, "\n".join(_fitting(f"{ref} is published.", lines))


def _result(
    event: e.ResultRecorded | e.ResultCorrected | e.ResultCleared, t: Tournament
) -> tuple[dict[str, Any], str]:
    match = event.match
    result = None if isinstance(event, e.ResultCleared) else str(event.result)
    change = _CHANGES[type(event)]
    details = {
        "round": {"stage": match.stage, "round": match.round_no},
        "pairing": match.id,
        "table": match.table,
        "players": _players(event.players, t),
        "change": change,
        "result": result,
    }
    ending = {"recorded": "", "corrected": " (corrected)", "cleared": "has no result any more"}
    said = f"{plain(result or '')}{ending[change]}"
    return details, f"{match.round}, table {match.table}: {_versus(event.players, t)} {said}"


def plain(text: str) -> str:
    r"""The text so that Discord shows it as it is: no bold, no link, no mention, not too long.

    >>> print(plain("*Ana* <@1> http://a.b"))
    \*Ana\* \<\@1\> http\:\/\/a\.b
    """
    one_line = " ".join(text.split())
    if len(one_line) > _LONGEST_TEXT:
        one_line = f"{one_line[: _LONGEST_TEXT - 1]}…"
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", one_line)


def _fitting(title: str, lines: list[str]) -> Iterator[str]:
    """As many lines as one message takes, and how many more there are."""
    yield title
    room = LONGEST_MESSAGE - len(title) - 2 * _LONGEST_TEXT - 50  # the name, and how many more
    for shown, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield f"and {len(lines) - shown} more"
            return
        yield line


def _versus(seats: tuple[PlayerId, ...], t: Tournament) -> str:
    return " - ".join(plain(t.name_of(player)) for player in seats)


def _players(seats: tuple[PlayerId, ...], t: Tournament) -> list[dict[str, Any]]:
    return [_player(player, t) for player in seats]


def _player(player: PlayerId, t: Tournament) -> dict[str, Any]:
    return {"player": player, "name": t.name_of(player)}
