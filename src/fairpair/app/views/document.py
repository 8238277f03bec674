"""A whole tournament as one document, in the shape of document E, section 11."""

from typing import Any

from fairpair.app.views.header import fields_for
from fairpair.app.views.people import person
from fairpair.app.views.rounds import COLOURS, outcome_of, planned_rounds
from fairpair.core.header import to_data
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import MatchRef, Pairing, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.bracket import FINAL, THIRD_PLACE, Match, Seat
from fairpair.engine.stages.plan import PlannedRound
from fairpair.engine.stages.progress import NextStep, is_complete, knock_out_of, plan_for, progress
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import Message

Data = dict[str, Any]


def document(tournament: Tournament) -> Data:
    """Everything a page or program needs: players, all planned rounds, and the standings.

    Future rounds are included, with what they are waiting for; knockout matches have seeds until
    their players are known. A round is `locked`, `unlocked` once it can be paired, then `complete`.
    Texts are messages.
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
        "header": {one.key: to_data(getattr(t.header, one.key)) for one in fields_for(t)},
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
    waiting = _waits_for(t, planned)
    data: Data = {
        "round_number": planned.number,
        "stage": ref.stage,
        "type": planned.kind,
        "title": planned.title,
        "status": _status(t, planned, locked=waiting is not None),
    }
    if round_ is None or round_.status == RoundStatus.DRAFT:
        data["message"] = waiting or progress(t).text
    tree = knock_out_of(t, ref.stage) if ref.stage > 1 else None
    if tree is not None:
        data["matches"] = [_knock_out_match(t, planned, m) for m in tree.in_round(ref.round_no)]
    elif round_ is not None and round_.status != RoundStatus.DRAFT:
        data["matches"] = [_match(t, ref.at(n), one) for n, one in sorted(round_.pairings.items())]
        data["byes"] = [{**_player(t, p), "kind": kind} for p, kind in round_.byes.items()]
    else:
        data["matches"] = []
    return data


def _status(t: Tournament, planned: PlannedRound, *, locked: bool) -> str:
    """`unlocked` from the moment a round can be paired until it is complete."""
    if is_complete(t, planned):
        return "complete"
    is_there = planned.ref in t.rounds
    return "locked" if not is_there and (locked or t.finished) else "unlocked"


def _waits_for(t: Tournament, planned: PlannedRound) -> Message | None:
    """`Waiting for round 3 to complete`; nothing for the round whose turn it is."""
    if t.finished or planned.ref == t.upcoming:
        return None
    before = [r for r in plan_for(t).rounds if r.number < planned.number and not _is_over(t, r)]
    return Message("status.waiting-for-round", round=before[-1].name) if before else None


def _is_over(t: Tournament, planned: PlannedRound) -> bool:
    """Whether all results are in: pairing the next round completes this one."""
    at_end = planned.ref == t.upcoming and progress(t).step == NextStep.COMPLETE
    return at_end or is_complete(t, planned)


def _match(t: Tournament, match: MatchRef, pairing: Pairing) -> Data:
    first, second = pairing.seats
    result = outcome_of(t, pairing)
    colours = COLOURS if t.rules.has_colours else (None, None)
    return {
        "id": t.match_id(match),
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


def _knock_out_match(t: Tournament, planned: PlannedRound, match: Match) -> Data:
    """A match of a knockout, its players in the order of its result once it is paired."""
    open_ = any(seat.player is None and not seat.vacant for seat in match.seats)
    status = "pending_bracket" if open_ else "complete" if match.over else "awaiting"
    where = None if match.table is None else planned.ref.at(match.table)
    first, second = match.seats if where is None else _in_order_of_table(t, where, match)
    colours = COLOURS if where is not None and t.rules.has_colours else (None, None)
    return {
        "id": None if where is None else t.match_id(where),
        "table": match.table,
        "name": match.name,
        "is_placeholder": open_,
        "determined_by_round": _determined_by(t, planned),
        "requires_top_k": _required_top(planned),
        "player1": _seat(t, first),
        "player2": _seat(t, second),
        "player1_color": colours[0],
        "player2_color": colours[1],
        "player1_seed": first.seed,
        "player2_seed": second.seed,
        "player1_waiting": first.waiting or "",
        "player2_waiting": second.waiting or "",
        "result": None if match.result is None else result_text(match.result, t.rules),
        "winner": match.winner,
        "status": status,
    }


def _in_order_of_table(t: Tournament, where: MatchRef, match: Match) -> tuple[Seat, Seat]:
    first, second = match.seats
    seats = t.rounds[where.round].pairings[where.table].seats
    return (first, second) if first.player == seats[0] else (second, first)


def _determined_by(t: Tournament, planned: PlannedRound) -> int | None:
    """The number of the round whose end says who plays; none if nothing was played before.

    The final comes after the semi-finals, whether or not a third-place match is between them.
    """
    before = [r for r in plan_for(t).rounds if r.number < planned.number and r.kind != THIRD_PLACE]
    return before[-1].number if before else None


def _required_top(planned: PlannedRound) -> int | None:
    """How many are left for the round; none where the semi-finals alone say who plays."""
    if planned.ref.round_no > 1 and planned.kind in (FINAL, THIRD_PLACE):
        return None
    return planned.players


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
