"""Rounds: who plays whom at which table, with what came out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from fairpair.app.views.people import Person, member_names, person_fields, points_of, search_key
from fairpair.app.views.results import own_side_first
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.results import Boards, Games, Mark, Result, Scored, marks_of
from fairpair.core.rounds import MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine import chess960
from fairpair.engine.pairing.check import breaches
from fairpair.engine.stages.plan import PlannedRound
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import Message

LOCKED = "locked"
"""A round that is planned and not there yet."""
COLOURS = ("white", "black")


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list. `number` counts through all stages, `round` within the stage.

    `status` is `locked` until the round exists, then `draft` (only for staff), `published` and
    `complete`.
    """

    number: int
    stage: int
    round: int
    title: Message
    type: str
    status: str
    matches: int = 0
    pending: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class RoundList:
    """All planned rounds, and any further ones."""

    version: int
    rounds: Sequence[RoundLine]


@dataclass(frozen=True, slots=True)
class Seat(Person):
    """A player at a table: points before the round, colour if it matters, and outcome (`win`,
    `draw`, `loss`).
    """

    points: str
    colour: str | None
    outcome: str | None
    members: Sequence[str] = ()
    """Of a team, in board order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result: `text` for people, by the order of the seats, and what it was entered as.

    | kind | filled in |
    |---|---|
    | `games` | `games`: won by each, then drawn |
    | `scored` | `scores`: named scores of each |
    | `boards` | `boards`: the result of each board |
    | `decided`, `forfeit`, `adjourned` | the text says all |
    """

    text: Message | str
    kind: str
    winner: PlayerId | None
    games: Sequence[int] | None = None
    scores: Sequence[Mapping[str, str]] | None = None
    boards: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class PlayerReportView:
    """What a player reported about their own match; only for staff."""

    player: PlayerId
    result: Message | str


@dataclass(frozen=True, slots=True)
class PairingView:
    """A table. The first of the `players` has White, or starts."""

    id: str
    table: int
    players: Sequence[Seat]
    result: Outcome | None
    reports: Sequence[PlayerReportView] = ()
    disputed: bool = False
    extra_minutes: int = 0
    """So much longer than the clock of the round says."""


@dataclass(frozen=True, slots=True)
class ByeView(Person):
    """A player with a bye, and how it counts: `pairing`, `full`, `half`, `zero`, `loss`."""

    points: str
    kind: str
    members: Sequence[str] = ()
    """Of a team, in board order."""


@dataclass(frozen=True, slots=True)
class DraftWarning:
    """A rule that unpublished pairings break; `confirmed` if that was allowed."""

    code: str
    text: Message
    confirmed: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a round: `seconds_left` of `length` seconds at the time `at`. While it is
    `running`, it ends at `ends_at`; below 0 the time is over.
    """

    running: bool
    seconds_left: int
    at: str
    length: int
    ends_at: str | None


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """The starting position of a round of Chess960: its number and the pieces from a1 to h1."""

    number: int
    pieces: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A whole round. `stale`: its basis has changed since it was paired."""

    version: int
    number: int
    stage: int
    round: int
    title: Message
    status: str
    system: str
    pairings: Sequence[PairingView]
    byes: Sequence[ByeView]
    pending: Sequence[str]
    """The ids of the tables without a result."""
    stale: bool
    warnings: Sequence[DraftWarning]
    clock: ClockView | None = None
    """While it is played, once somebody has set it."""
    starting_position: StartingPosition | None = None
    """The same on all boards; only in Chess960."""
    editing: bool = False
    """Whether staff edit its pairings; until they publish it, players see it as it was."""


def planned_rounds(t: Tournament) -> list[PlannedRound]:
    """Every round of the plan, and after them those that are there beyond it."""
    planned = plan_for(t).rounds
    known = {r.ref for r in planned}
    extra = [ref for ref in sorted(t.rounds) if ref not in known]
    more = [
        PlannedRound(len(planned) + n, ref, "swiss", ref.name, None)
        for n, ref in enumerate(extra, 1)
    ]
    return sorted((*planned, *more), key=lambda r: r.ref)


def round_list(t: Tournament, version: int) -> RoundList:
    """All rounds."""
    return RoundList(version, [_line(t, planned) for planned in planned_rounds(t)])


def _line(t: Tournament, planned: PlannedRound) -> RoundLine:
    round_ = t.rounds.get(planned.ref)
    return RoundLine(
        number=planned.number,
        stage=planned.ref.stage,
        round=planned.ref.round_no,
        title=planned.title,
        type=planned.kind,
        status=LOCKED if round_ is None else round_.status.value,
        matches=len(round_.pairings) if round_ else 0,
        pending=len(round_.pending) if round_ else 0,
        byes=len(round_.byes) if round_ else 0,
    )


def require_round(t: Tournament, stage: int, round_no: int) -> tuple[PlannedRound, Round]:
    """The round, or why there is none to see."""
    rounds = planned_rounds(t)
    planned = next((r for r in rounds if r.ref == RoundRef(stage, round_no)), None)
    if planned is None:
        last = max((r.ref.round_no for r in rounds if r.ref.stage == stage), default=0)
        if not last:
            raise NotFoundError("no-round.stage", stage=stage)
        raise NotFoundError("no-round", round=RoundRef(stage, round_no).name, n=last)
    round_ = t.rounds.get(planned.ref)
    if round_ is None:
        raise NotFoundError("not-published", round=planned.name)
    return planned, round_


def round_view(t: Tournament, version: int, stage: int, round_no: int) -> RoundView:
    """One round; `NotFoundError` if it is not there."""
    planned, round_ = require_round(t, stage, round_no)
    points = points_before(t, planned.ref)
    return tables_view(t, version, planned.ref, round_.pairings, points)


def tables_view(
    t: Tournament,
    version: int,
    ref: RoundRef,
    tables: Iterable[int],
    points: Mapping[PlayerId, str],
) -> RoundView:
    """A round with these tables only; `points` are everybody's before it."""
    planned, round_ = require_round(t, ref.stage, ref.round_no)
    shown = {n: round_.pairings[n] for n in sorted(tables)}
    return RoundView(
        version=version,
        number=planned.number,
        stage=ref.stage,
        round=ref.round_no,
        title=planned.title,
        status=round_.status.value,
        system=round_.system,
        pairings=[pairing_view(t, ref.at(n), x, points) for n, x in shown.items()],
        byes=[_bye(t, player, kind, points) for player, kind in round_.byes.items()],
        pending=[t.match_id(ref.at(n)) for n, x in shown.items() if x.result is None],
        stale=round_.stale,
        warnings=list(_warnings(t, ref, round_)),
        clock=clock_view(round_),
        starting_position=starting_position(t, ref),
        editing=round_.unedited is not None,
    )


def starting_position(t: Tournament, ref: RoundRef) -> StartingPosition | None:
    """With what the games of a round begin; none in ordinary chess and other games."""
    number = chess960.number_of(t, ref)
    return None if number is None else StartingPosition(number, chess960.position(number))


def position_text(position: StartingPosition | None) -> Message | str:
    """`Chess960 position 518: RNBQKBNR`."""
    if position is None:
        return ""
    return Message("round.position", number=position.number, pieces=position.pieces)


def clock_view(round_: Round) -> ClockView | None:
    """The clock of a round that is played; none if it was never set."""
    clock = round_.clock
    if clock is None or round_.status != RoundStatus.PUBLISHED:
        return None
    ends = datetime.fromisoformat(clock.at) + timedelta(seconds=clock.seconds_left)
    at = ends.astimezone(UTC).isoformat(timespec="seconds") if clock.running else None
    return ClockView(
        running=clock.running,
        seconds_left=clock.seconds_left,
        at=clock.at,
        length=clock.length,
        ends_at=at,
    )


def points_before(t: Tournament, ref: RoundRef) -> dict[PlayerId, str]:
    """Everybody's points when the round begins."""
    return points_of(tiebreak_input(t, until=ref.round_no - 1 if ref.stage == 1 else None))


def pairing_view(
    t: Tournament, match: MatchRef, pairing: Pairing, points: Mapping[PlayerId, str]
) -> PairingView:
    """One table."""
    marks = () if pairing.result is None else marks_of(pairing.result, t.rules.scores)
    colours = COLOURS if t.rules.has_colours else (None, None)
    seats = [
        Seat(
            **person_fields(t, player),
            points=points.get(player, "0"),
            colour=colours[place],
            outcome=marks[place].value if marks else None,
            members=member_names(t, player),
        )
        for place, player in enumerate(pairing.seats)
    ]
    said = [
        PlayerReportView(report.player, result_text(report.result, t.rules))
        for report in pairing.reports
    ]
    result = outcome_of(t, pairing)
    return PairingView(
        id=t.match_id(match),
        table=match.table,
        players=seats,
        result=result,
        reports=said,
        disputed=pairing.disputed,
        extra_minutes=pairing.extra_minutes,
    )


def outcome_of(t: Tournament, pairing: Pairing) -> Outcome | None:
    """The result of a table, if there is one."""
    result = pairing.result
    if result is None:
        return None
    marks = marks_of(result, t.rules.scores)
    winner = next((p for p, m in zip(pairing.seats, marks, strict=False) if m is Mark.WIN), None)
    kind = str(getattr(result, "kind", ""))
    return Outcome(result_text(result, t.rules), kind, winner, **_details(result, t.rules.scores))


def _details(result: Result, scores: Sequence[str]) -> dict[str, Any]:
    match result:
        case Games():
            return {"games": (*result.wins, result.draws)}
        case Scored():
            names = (*scores, *sorted(set(result.scores[0]) - set(scores)))
            return {
                "scores": [
                    {name: format_number(side[name]) for name in names if name in side}
                    for side in result.scores
                ]
            }
        case Boards():
            return {"boards": list(map(str, result.boards))}
        case _:
            return {}


def _bye(t: Tournament, player: PlayerId, kind: str, points: Mapping[PlayerId, str]) -> ByeView:
    return ByeView(
        **person_fields(t, player),
        points=points.get(player, "0"),
        kind=str(kind),
        members=member_names(t, player),
    )


def _warnings(t: Tournament, ref: RoundRef, round_: Round) -> Iterator[DraftWarning]:
    """The rules that unpublished pairings break; none for a published round."""
    if round_.status != RoundStatus.DRAFT:
        return
    for breach in breaches(t, ref, round_.pairings, round_.byes):
        yield DraftWarning(breach.code, breach.message, breach.code in round_.confirmed)


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player in a round by name: where to go, and against whom; `bye` if against nobody.

    `result` is as the player sees it.
    """

    player: Person
    table: int | None
    colour: str | None
    opponent: Person | None
    result: Message | str | None
    outcome: str | None
    bye: str | None

    @property
    def id(self) -> PlayerId:
        """The player's number."""
        return self.player.id


def _own_result(t: Tournament, view: RoundView, table: int, place: int) -> Message | str | None:
    result = t.rounds[RoundRef(view.stage, view.round)].pairings[table].result
    return None if result is None else result_text(own_side_first(result, place), t.rules)


def by_name(t: Tournament, view: RoundView) -> list[NameLine]:
    """Everybody of a round, in the order of the names."""
    lines = [
        NameLine(
            player=seat,
            table=pairing.table,
            colour=seat.colour,
            opponent=next((other for other in pairing.players if other.id != seat.id), None),
            result=_own_result(t, view, pairing.table, place),
            outcome=seat.outcome,
            bye=None,
        )
        for pairing in view.pairings
        for place, seat in enumerate(pairing.players)
    ]
    lines += [
        NameLine(
            player=bye,
            table=None,
            colour=None,
            opponent=None,
            result=None,
            outcome=None,
            bye=bye.kind,
        )
        for bye in view.byes
    ]
    return sorted(lines, key=lambda line: (search_key(line.player.name), line.player.id))
