"""The knock-out tree, from the first round to the champion; before the cut with its seeds."""

from collections.abc import Sequence

from fairpair.app.views.people import Person, person
from fairpair.app.views.results import sides_of
from fairpair.app.views.rounds import LOCKED, planned_rounds
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MatchRef, Round, RoundRef, RoundStatus, title_of
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.bracket import Seat as TreeSeat
from fairpair.engine.stages.progress import knock_out_of, plan_for
from fairpair.language.message import Message, Phrase


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One side of a match: a player, or what it is waiting for; `vacant` if it stays empty."""

    player: Person | None
    seed: int | None
    waiting: Message
    vacant: bool


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the tree. `id` is that of its table, once it is published.

    `result` is by the order of `table_seats`, which may sit the other way round than `seats`.
    `status` is `waiting` for players, `ready`, `draft` (for the staff), `published` or `over`;
    `by_hand` tells that others play than the tree says.
    """

    name: Message
    type: str
    slot: int
    id: str | None
    table: int | None
    seats: Sequence[BracketSeat]
    status: str
    result: Message | str | None
    table_seats: Sequence[PlayerId]
    winner: PlayerId | None
    loser: PlayerId | None
    by_hand: bool

    @property
    def title(self) -> Message:
        """Its name in headings."""
        return title_of(self.name)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket, its matches from top to bottom."""

    stage: int
    round: int
    title: Message
    type: str
    status: str
    matches: Sequence[BracketMatch]


@dataclass(frozen=True, slots=True)
class BracketView:
    """The whole bracket, and the winner so far."""

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
        raise NotFoundError("no-bracket")
    rounds = [
        BracketRound(
            stage=planned.ref.stage,
            round=planned.ref.round_no,
            title=planned.title,
            type=planned.kind,
            status=t.rounds[planned.ref].status.value if planned.ref in t.rounds else LOCKED,
            matches=[
                _match(t, finals.number, match) for match in tree.in_round(planned.ref.round_no)
            ],
        )
        for planned in planned_rounds(t)
        if planned.ref.stage == finals.number
    ]
    first = rounds[0].matches if rounds else ()
    size = finals.size or sum(not s.vacant for m in first for s in m.seats)
    places = (*tree.podium, None, None, None, None)[:4]
    podium = [None if player is None else person(t, player) for player in places]
    return BracketView(version, size, finals.number in t.seeds, rounds, *podium)


def _match(t: Tournament, stage: int, match: Match) -> BracketMatch:
    where = MatchRef(stage, match.round_no, match.table or 0)
    round_ = t.rounds.get(RoundRef(stage, match.round_no))
    table = round_.pairings.get(match.table) if round_ and match.table else None
    return BracketMatch(
        name=match.name,
        type=match.kind,
        slot=match.slot,
        id=None if match.table is None else t.match_id(where),
        table=match.table,
        seats=[_seat(t, seat) for seat in match.seats],
        status=_status(match, round_),
        result=None if match.result is None else result_text(match.result, t.rules),
        table_seats=table.seats if table else (),
        winner=match.winner,
        loser=match.loser,
        by_hand=match.by_hand,
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
    waiting = seat.waiting or Phrase("")
    return BracketSeat(player=player, seed=seat.seed, waiting=waiting, vacant=seat.vacant)


def scores_of(match: BracketMatch) -> tuple[tuple[str, str], Message | str]:
    """The score of each side, in the order of the tree, and the rest of the result."""
    result = match.result or ""
    score = result.values.get("score", "") if isinstance(result, Message) else result
    found = sides_of(score)
    if found is None:
        return ("", ""), result
    first, second, rest = found
    upper = match.seats[0].player
    is_turned = bool(match.table_seats) and upper is not None and match.table_seats[0] != upper.id
    return ((second, first) if is_turned else (first, second)), _rest_text(rest)


def _rest_text(rest: str) -> Message | str:
    """What follows the scores of the two sides, as `-2 F` after `1-1`."""
    draws = rest.lstrip("-").rstrip("F") if rest.startswith("-") else ""
    if draws:
        code = "bracket-score.drawn-forfeit" if "F" in rest else "bracket-score.drawn"
        return Message(code, draws=draws)
    return Message("bracket-score.forfeit") if "F" in rest else ""
