"""What webhooks are sent: rounds, results and the end, as data and as a message in English."""

import re
from collections.abc import Sequence
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.core.webhooks import WebhookEvent
from fairpair.engine.stages.progress import round_name
from fairpair.language.languages import DEFAULT
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.journal import Journal, Record, undone_actions

LONGEST_MESSAGE = 2000
"""What Discord takes."""
_LONGEST_TEXT = 80
_OfMatch = e.ResultRecorded | e.ResultCorrected | e.ResultCleared | e.MatchVoided

_EVENTS: dict[type[e.Event], WebhookEvent] = {
    e.RoundPublished: WebhookEvent.ROUND_PUBLISHED,
    e.ResultRecorded: WebhookEvent.RESULT_CHANGED,
    e.ResultCorrected: WebhookEvent.RESULT_CHANGED,
    e.ResultCleared: WebhookEvent.RESULT_CHANGED,
    e.MatchVoided: WebhookEvent.RESULT_CHANGED,
    e.TournamentFinished: WebhookEvent.TOURNAMENT_FINISHED,
    e.ActionUndone: WebhookEvent.ACTION_UNDONE,
}
_CHANGES: dict[type[e.Event], str] = {
    e.ResultRecorded: "recorded",
    e.ResultCorrected: "corrected",
    e.ResultCleared: "cleared",
    e.MatchVoided: "voided",
}


@dataclass(frozen=True, slots=True)
class Payload:
    """One thing that happened; its `id` is the same in every delivery, whoever sends it."""

    seq: int
    event: WebhookEvent
    id: str
    document: dict[str, Any]
    message: str
    """In Discord's markdown; names in it are plain text."""


def payloads(tournament: TournamentId, journal: Journal, after: int) -> list[Payload]:
    """The payloads of the events after `after`, without those that have been undone since."""
    new = journal.records[after:]  # events are numbered from 1 without gaps
    with use(DEFAULT, vocabulary_of(journal.tournament.rules)):
        return [
            _payload(tournament, journal, record, parts)
            for record in new
            if type(record.event) in _EVENTS and record.action not in journal.undone
            for parts in [_parts(tournament, journal, record)]
            if parts is not None
        ]


MessageParts = tuple[dict[str, Any], str]
"""The details as data, and the message."""


def _payload(
    tournament: TournamentId, journal: Journal, record: Record, parts: MessageParts
) -> Payload:
    name, event = journal.tournament.name, _EVENTS[type(record.event)]
    details, message = parts
    document = {
        "id": f"{tournament}:{record.seq}",
        "event": str(event),
        "tournament": tournament,
        "name": name,
        "version": record.seq,
        **details,
    }
    text = str(Message("webhook.title", name=f"**{escape_discord(name)}**", text=message))
    return Payload(record.seq, event, document["id"], document, text)


def _parts(tournament: TournamentId, journal: Journal, record: Record) -> MessageParts | None:
    """None if there is nothing left to report."""
    event, t = record.event, journal.tournament
    match event:
        case e.RoundPublished():
            return _round(event.round, t) if event.round in t.published_rounds else None
        case e.MatchVoided(table=int(table)):
            return _result(event, MatchRef(event.round.stage, event.round.round_no, table), t)
        case e.MatchVoided():
            return None  # a bye
        case e.ResultRecorded() | e.ResultCorrected() | e.ResultCleared():
            return _result(event, event.match, t)
        case e.TournamentFinished():
            code = "webhook.finished-early" if event.early else "webhook.finished"
            return {"early": event.early}, str(Message(code))
        case e.ActionUndone():
            return _undone(tournament, journal, record.seq)
        case _:
            raise AssertionError(event)


def _round(ref: RoundRef, t: Tournament) -> MessageParts:
    round_ = t.rounds[ref].as_shown
    tables = sorted(round_.pairings.items())
    details = {
        "round": {"stage": ref.stage, "round": ref.round_no},
        "tables": [
            {"pairing": t.match_id(ref.at(number)), "table": number}
            | {"players": _players(pairing.seats, t)}
            for number, pairing in tables
        ],
        "byes": [{**_player(player, t), "kind": str(kind)} for player, kind in round_.byes.items()],
    }
    lines = [
        Message("webhook.table", table=number, players=_versus(pairing.seats, t))
        for number, pairing in tables
    ]
    byes = [escape_discord(t.name_of(player)) for player in round_.byes]
    lines += [Message("webhook.bye", player=name) for name in byes]
    title = Message("webhook.round-published", round=round_name(t, ref))
    return details, _limit_lines(title, lines)


def _result(event: _OfMatch, match: MatchRef, t: Tournament) -> MessageParts:
    result = str(event.result) if isinstance(event, e.ResultRecorded | e.ResultCorrected) else None
    change = _CHANGES[type(event)]
    details = {**_match(match, event.players, t), "change": change, "result": result}
    named, text = _table(match, event.players, t), escape_discord(result or "")
    return details, str(Message(f"webhook.{change}", match=named, result=text))


def _match(match: MatchRef, players: tuple[PlayerId, ...], t: Tournament) -> dict[str, Any]:
    return {
        "round": {"stage": match.stage, "round": match.round_no},
        "pairing": _pairing_id(match, players, t),
        "table": match.table,
        "players": _players(players, t),
    }


def _pairing_id(match: MatchRef, players: tuple[PlayerId, ...], t: Tournament) -> str:
    """The id of the match, wherever it was moved since."""
    round_ = t.rounds.get(match.round)
    pairings = round_.pairings if round_ else {}
    now = next((table for table, one in pairings.items() if one.seats == players), match.table)
    return t.match_id(match.round.at(now))


def _table(match: MatchRef, players: tuple[PlayerId, ...], t: Tournament) -> Message:
    return Message(
        "webhook.match",
        round=round_name(t, match.round),
        table=match.table,
        players=_versus(players, t),
    )


def _undone(tournament: TournamentId, journal: Journal, seq: int) -> MessageParts | None:
    """Which of the things reported before are undone, or redone."""
    before, now = (undone_actions(journal.records[:n]) for n in (seq - 1, seq))
    changed = [
        record
        for record in journal.records[: seq - 1]
        if record.action in before ^ now and _has_payload(record.event)
    ]
    if not changed:
        return None
    t = journal.tournament
    parts = [_current(f"{tournament}:{r.seq}", r.event, t) for r in changed]
    again = changed[0].action not in now
    title = Message("webhook.redone" if again else "webhook.undone")
    lines = [_sentence(r.event, t) for r in changed]
    return {"counts": again, "concerns": parts}, _limit_lines(title, lines)


def _has_payload(event: e.Event) -> bool:
    return type(event) in _EVENTS and not isinstance(event, e.ActionUndone)


def _current(name: str, event: e.Event, t: Tournament) -> dict[str, Any]:
    """What a payload was about, as it stands now."""
    known = {"id": name, "event": str(_EVENTS[type(event)])}
    match event:
        case e.ResultRecorded() | e.ResultCorrected() | e.ResultCleared():
            return (
                known
                | _match(event.match, event.players, t)
                | {"result": _current_result(event.match, t)}
            )
        case e.RoundPublished() | e.MatchVoided():
            return known | {"round": {"stage": event.round.stage, "round": event.round.round_no}}
        case _:
            return known


def _current_result(match: MatchRef, t: Tournament) -> str | None:
    """The result of a match as it is, if the match is there and has one."""
    round_ = t.rounds.get(match.round)
    pairing = round_.pairings.get(match.table) if round_ else None
    return str(pairing.result) if pairing and pairing.result is not None else None


def _sentence(event: e.Event, t: Tournament) -> Message | str:
    match event:
        case e.ResultRecorded() | e.ResultCorrected() | e.ResultCleared():
            named, now = _table(event.match, event.players, t), _current_result(event.match, t)
            if now is None:
                return Message("webhook.without-result", match=named)
            return Message("webhook.recorded", match=named, result=escape_discord(now))
        case _:
            return escape_discord(str(describe(event, t)))


def escape_discord(text: str) -> str:
    r"""The text so that Discord shows it as it is: no bold, no link, no mention, not too long.

    >>> print(escape_discord("*Ana* <@1> http://a.b"))
    \*Ana\* \<\@1\> http\:\/\/a\.b
    """
    one_line = " ".join(text.split())
    if len(one_line) > _LONGEST_TEXT:
        one_line = f"{one_line[: _LONGEST_TEXT - 1]}…"
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", one_line)


def _limit_lines(title: Message, lines: Sequence[Message | str]) -> str:
    """The title and as many lines as one message can hold, and how many more there are."""
    found = [str(title)]
    # Room for the name of the tournament and for how many more there are.
    room = LONGEST_MESSAGE - len(found[0]) - 2 * _LONGEST_TEXT - 50
    for line in map(str, lines):
        room -= len(line) + 1
        if room < 0:
            found.append(str(Message("webhook.more", n=len(lines) - len(found) + 1)))
            break
        found.append(line)
    return "\n".join(found)


def _versus(seats: tuple[PlayerId, ...], t: Tournament) -> str:
    return " - ".join(escape_discord(t.name_of(player)) for player in seats)


def _players(seats: tuple[PlayerId, ...], t: Tournament) -> list[dict[str, Any]]:
    return [_player(player, t) for player in seats]


def _player(player: PlayerId, t: Tournament) -> dict[str, Any]:
    return {"id": player, "name": t.name_of(player)}
