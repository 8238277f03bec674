"""The knock-out tree, from the first round to the champion; before the cut with its seeds."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.people import Person, person
from fairpair.app.views.rounds import LOCKED, planned_rounds, ref_of
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MatchRef, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.bracket import Seat as TreeSeat
from fairpair.engine.stages.progress import knock_out_of, plan_for


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One side of a match: a player, or what it waits for; `vacant` if nobody will come."""

    player: Person | None
    seed: int | None
    waiting: str
    vacant: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the tree. `id` is that of its table, once it is published.

    `result` is by the order of `table_seats`, which may sit the other way round than `seats`.
    `status` is `waiting` for players, `ready`, `draft` (for the staff), `published` or `over`;
    `by_hand` tells that others play than the tree says.
    """

    name: str
    type: str
    slot: int
    id: str | None
    table: int | None
    seats: Sequence[BracketSeat]
    status: str
    result: str | None
    table_seats: Sequence[PlayerId]
    winner: PlayerId | None
    loser: PlayerId | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the tree, its matches from top to bottom."""

    stage: int
    round: int
    title: str
    type: str
    status: str
    matches: Sequence[BracketMatch]


@dataclass(frozen=True, slots=True)
class BracketView:
    """The whole tree, and who has won so far."""

    version: int
    size: int
    drawn: bool
    """Whether the cut is made: before it there are only seeds."""
    rounds: Sequence[BracketRound]
    champion: Person | None
    runner_up: Person | None
    third: Person | None
    fourth: Person | None


def bracket_view(t: Tournament, version: int) -> BracketView:
    """The tree; `NotFoundError` if no knock-out is planned."""
    tree, finals = knock_out_of(t), plan_for(t).finals
    if tree is None or finals is None:
        raise NotFoundError(
            "no-bracket",
            "This tournament has no knock-out.",
            "Set `cut` to have one after the rounds.",
        )
    rounds = [
        BracketRound(
            *ref_of(planned.ref),
            planned.title,
            planned.kind,
            t.rounds[planned.ref].status.value if planned.ref in t.rounds else LOCKED,
            [_match(t, finals.number, match) for match in tree.in_round(planned.ref.round_no)],
        )
        for planned in planned_rounds(t)
        if planned.ref.stage == finals.number
    ]
    first = rounds[0].matches if rounds else ()
    size = finals.size or sum(not s.vacant for m in first for s in m.seats)
    places = (*tree.podium, None, None, None, None)[:4]
    named = [None if player is None else person(t, player) for player in places]
    return BracketView(version, size, finals.number in t.seeds, rounds, *named)


def _match(t: Tournament, stage: int, match: Match) -> BracketMatch:
    where = MatchRef(stage, match.round_no, match.table or 0)
    round_ = t.rounds.get(RoundRef(stage, match.round_no))
    table = round_.pairings.get(match.table) if round_ and match.table else None
    return BracketMatch(
        match.name,
        match.kind,
        match.slot,
        None if match.table is None else where.id,
        match.table,
        [_seat(t, seat) for seat in match.seats],
        _status(match, round_),
        None if match.result is None else str(match.result),
        table.seats if table else (),
        match.winner,
        match.loser,
        match.by_hand,
    )


def _status(match: Match, round_: Round | None) -> str:
    if match.over:
        return "over"
    if match.table is not None and round_ is not None:
        return "draft" if round_.status == RoundStatus.DRAFT else "published"
    waits = any(seat.player is None and not seat.vacant for seat in match.seats)
    return "waiting" if waits else "ready"


def _seat(t: Tournament, seat: TreeSeat) -> BracketSeat:
    player = None if seat.player is None else person(t, seat.player)
    return BracketSeat(player, seat.seed, seat.waiting, seat.vacant)
