"""Odds: the chances of every player to be among the first, estimated by playing on very often."""

from collections.abc import Sequence
from fractions import Fraction

from fairpair.app.odds.runs import Share, wilson
from fairpair.app.odds.sources import Source, source_of
from fairpair.app.views.people import Person, person_fields
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.odds.plan import DRAWN, LOST, WON, Counts
from fairpair.engine.odds.register import NotProven
from fairpair.engine.odds.situation import Situation, situation_of
from fairpair.engine.outlook.verdicts import default_top
from fairpair.engine.standings.table import Row
from fairpair.language.message import Message

_RARE = 0.01


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """What to estimate. Without `top` the size of the cut, without `times` as often as it takes."""

    top: int | None = None
    model: str = "rating"
    times: int | None = None
    seed: int = 1


@dataclass(frozen=True, slots=True)
class OddsTask:
    """An estimate to be made: the event, what plays it, and why that is not the kernel."""

    tournament: Tournament
    version: int
    top: int
    options: OddsOptions
    situation: Situation
    source: Source
    why_engine: NotProven | None


@dataclass(frozen=True, slots=True)
class OddsPoints:
    """How often the last of the first `top` places had these points."""

    points: str
    share: float


@dataclass(frozen=True, slots=True)
class OddsRow(Person):
    """A player's chances. `top` is to end among the first, `first` to end in first place; the other
    three are those of `top` by the result of the player's next match, null if it never came.
    """

    rank: int | None
    points: str
    top: Share
    first: Share
    after_win: Share | None
    after_draw: Share | None
    after_loss: Share | None


@dataclass(frozen=True, slots=True)
class OddsView:
    """Shares of `times` continuations of the main rounds; everybody with a rank, best first.

    `played_by` is `kernel` or `engine`, `why_engine` says why not the kernel. An estimate by a
    model: see the outlook for what is certain.
    """

    version: int
    top: int
    model: str
    seed: int
    times: int
    rounds_left: int
    played_by: str
    why_engine: NotProven | None
    notice: Message
    method: Message
    line: Sequence[OddsPoints]
    players: Sequence[OddsRow]


def odds_task(t: Tournament, version: int, options: OddsOptions) -> OddsTask:
    """What is to be played; an error if there is nothing left to play."""
    situation = situation_of(t)
    if not situation.rounds:
        raise NotFoundError("no-odds")
    if situation.is_decided or not situation.players:
        raise InvalidStateError("odds-decided")
    top = default_top(t) if options.top is None else options.top
    source, why = source_of(t, top, options.model, options.seed)
    return OddsTask(t, version, top, options, situation, source, why)


def odds_view(task: OddsTask, counts: Counts) -> OddsView:
    """The chances by these counts."""
    t = task.tournament
    number = {player: n for n, player in enumerate(task.situation.players)}
    rows = [_row(t, row, number[row.player], counts) for row in standings_of(t).rows if row.rank]
    method = f"odds.method-{task.source.name}"
    return OddsView(
        version=task.version,
        top=task.top,
        model=task.options.model,
        seed=task.options.seed,
        times=counts.times,
        rounds_left=task.situation.rounds_left,
        played_by=task.source.name,
        why_engine=task.why_engine,
        notice=Message(f"odds.notice-{task.options.model}"),
        method=Message(method, n=counts.times),
        line=_line(counts, task.situation.sheet.unit),
        players=sorted(rows, key=lambda row: -row.top.share),
    )


def _row(t: Tournament, row: Row, n: int, counts: Counts) -> OddsRow:
    results, reached = counts.results[n], counts.reached[n]
    return OddsRow(
        **person_fields(t, row.player),
        rank=row.rank,
        points=format_number(row.points),
        top=_share(sum(reached), counts.times),
        first=_share(sum(counts.won[n]), counts.times),
        after_win=wilson(reached[WON], results[WON]),
        after_draw=wilson(reached[DRAWN], results[DRAWN]),
        after_loss=wilson(reached[LOST], results[LOST]),
    )


def _share(part: int, whole: int) -> Share:
    found = wilson(part, whole)
    if found is None:
        raise AssertionError("nothing was played")
    return found


def _line(counts: Counts, unit: int) -> list[OddsPoints]:
    found = enumerate(counts.line)
    return [
        OddsPoints(format_number(Fraction(points, unit)), round(often / counts.times, 4))
        for points, often in found
        if often
    ]


def percent(share: Share | None) -> str:
    """A share as people read it, `83 %`; nothing if there is none.

    An estimate never says 0 or 100: that would look like a guarantee.

    >>> [percent(Share(x, 0, 1)) for x in (0.0, 0.004, 0.834, 0.9996, 1.0)]
    ['< 1 %', '< 1 %', '83 %', '> 99 %', '> 99 %']
    """
    return "" if share is None else percent_of(share.share)


def percent_of(share: float) -> str:
    """The same of a share without an interval."""
    if share < _RARE:
        return "< 1 %"
    return "> 99 %" if share > 1 - _RARE else f"{round(100 * share)} %"


def interval(share: Share | None) -> str:
    """The interval, `82-84 %`; it says neither 0 nor 100, as a share does not.

    >>> [interval(Share(0.834, low, 0.8441)) for low in (0.8237, 0.8361)]
    ['82-84 %', '84 %']
    >>> [interval(Share(0, *ends)) for ends in ((0, 0.001), (0, 0.034), (0.978, 1), (0.999, 1))]
    ['< 1 %', '< 3 %', '> 98 %', '> 99 %']
    """
    if share is None:
        return ""
    low, high = round(100 * share.low), round(100 * share.high)
    if low == 0:
        return f"< {max(1, high)} %"
    if high == 100:
        return f"> {min(99, low)} %"
    return f"{high} %" if low == high else f"{low}-{high} %"


def odds_of(view: OddsView, player: PlayerId) -> OddsRow | None:
    """A player's row; none for somebody without a rank."""
    return next((row for row in view.players if row.id == player), None)
