"""A whole tournament as one document, in the shape of document E, section 11."""

from collections.abc import Mapping
from typing import Any

from fairpair.app.views.people import person
from fairpair.app.views.rounds import outcome_of, planned_rounds
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import MatchRef, Pairing, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.bracket import Match, Seat
from fairpair.engine.stages.plan import PlannedRound
from fairpair.engine.stages.progress import knock_out_of, plan_for, progress
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import Message

Data = dict[str, Any]


def document(tournament: Tournament) -> Data:
    """Everything a page or program needs: players, all planned rounds, and the standings.

    Future rounds are included, with what they are waiting for; knockout matches have seeds until
    their players are known. Texts are messages.
    """
    t = tournament
    return {
        "championship": {
            "name": t.name,
            "status": t.phase.value,
            "message": progress(t).text,
            "stage": t.stage,
            "rounds_total": len(plan_for(t).rounds),
        },
        "participants": [_player(t, player) for player in t.entries],
        "rounds": [_round(t, one) for one in planned_rounds(t)],
        "standings": _standings(t),
    }


def _player(t: Tournament, player: PlayerId) -> Data:
    one = person(t, player)
    return {
        "id": player,
        "name": one.name,
        "rating": one.rating,
        "title": one.title,
        "dropped": t.entries[player].dropped,
    }


def _round(t: Tournament, planned: PlannedRound) -> Data:
    ref, round_ = planned.ref, t.rounds.get(planned.ref)
    data: Data = {
        "round_number": planned.number,
        "stage": ref.stage,
        "type": planned.kind,
        "title": planned.title,
        "status": "locked" if round_ is None else _STATUS[round_.status],
    }
    if round_ is None:
        data["message"] = _waits_for(t, planned)
    shown_ = round_ is not None and round_.status != RoundStatus.DRAFT
    tree = knock_out_of(t, ref.stage) if ref.stage > 1 else None
    if tree is not None:
        data["matches"] = [_bracket_fields(t, match) for match in tree.in_round(ref.round_no)]
    elif shown_ and round_ is not None:
        data["matches"] = [_match(t, ref.at(n), one) for n, one in sorted(round_.pairings.items())]
        data["byes"] = [{"player": p, "kind": kind.value} for p, kind in round_.byes.items()]
    else:
        data["matches"] = []
    return data


_STATUS: Mapping[RoundStatus, str] = {
    RoundStatus.DRAFT: "locked",
    RoundStatus.PUBLISHED: "unlocked",
    RoundStatus.COMPLETE: "complete",
}


def _waits_for(t: Tournament, planned: PlannedRound) -> Message | str:
    """`Waiting for round 3 to complete`; nothing for the round whose turn it is."""
    if planned.ref == t.upcoming:
        return ""
    before = [r for r in plan_for(t).rounds if r.number < planned.number and not _is_over(t, r)]
    return Message("status.waiting-for-round", round=before[-1].name) if before else ""


def _is_over(t: Tournament, planned: PlannedRound) -> bool:
    round_ = t.rounds.get(planned.ref)
    return round_ is not None and round_.status == RoundStatus.COMPLETE


def _match(t: Tournament, match: MatchRef, pairing: Pairing) -> Data:
    first, second = pairing.seats
    result = outcome_of(t, pairing)
    colours = ("white", "black") if t.rules.has_colours else (None, None)
    return {
        "id": match.id,
        "table": match.table,
        "player1": _player(t, first),
        "player2": _player(t, second),
        "player1_color": colours[0],
        "player2_color": colours[1],
        "is_placeholder": False,
        "result": None if result is None else result.text,
        "winner": None if result is None else result.winner,
        "status": "awaiting" if result is None else "complete",
    }


def _bracket_fields(t: Tournament, match: Match) -> Data:
    open_ = any(seat.player is None and not seat.vacant for seat in match.seats)
    status = "pending_bracket" if open_ else "complete" if match.over else "awaiting"
    where = None if match.table is None else MatchRef(2, match.round_no, match.table)
    return {
        "id": None if where is None else where.id,
        "table": match.table,
        "name": match.name,
        "is_placeholder": open_,
        "player1": _seat(t, match.seats[0]),
        "player2": _seat(t, match.seats[1]),
        "player1_seed": match.seats[0].seed,
        "player2_seed": match.seats[1].seed,
        "player1_waiting": match.seats[0].waiting or "",
        "player2_waiting": match.seats[1].waiting or "",
        "result": None if match.result is None else result_text(match.result, t.rules),
        "winner": match.winner,
        "status": status,
    }


def _seat(t: Tournament, seat: Seat) -> Data | None:
    return None if seat.player is None else _player(t, seat.player)


def _standings(t: Tournament) -> Data:
    complete = [ref for ref, r in t.rounds.items() if r.status == RoundStatus.COMPLETE]
    swiss = [ref.round_no for ref in complete if ref.stage == 1]
    rows = Standings(tiebreak_input(t, until=max(swiss, default=0))).rows
    return {
        "current_round": max(swiss, default=0),
        "players": [
            {"rank": row.rank, "player": row.player, "points": format_number(row.points)}
            for row in rows
        ],
    }
