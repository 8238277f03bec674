"""The outlook: who is surely among the first players of the main rounds, and who still can be."""

from collections.abc import Sequence

from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.people import Person, person_fields
from fairpair.app.views.standings import standings_of
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ForbiddenError, NotFoundError
from fairpair.core.numbers import format_number
from fairpair.core.results import Mark
from fairpair.core.tournament import Tournament
from fairpair.engine.outlook.verdicts import PlayerOutlook, Verdict, default_top, outlook_of
from fairpair.engine.standings.table import Row
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class OutlookLine:
    """The fewest and the most points with which the last of these places can be reached."""

    fewest: str
    most: str


@dataclass(frozen=True, slots=True)
class OutlookRow(Person):
    """A player's verdicts, now and by the result of the next match; `surely`, `surely_not`, `open`.

    `chance` is the same in one word, `text` in one sentence. A result that is impossible is null.
    """

    rank: int | None
    points: str
    now: Verdict
    after_win: Verdict | None
    after_draw: Verdict | None
    after_loss: Verdict | None
    chance: str
    text: Message


@dataclass(frozen=True, slots=True)
class OutlookView:
    """The first `top` places of the main rounds, for everybody with a rank, best first.

    `rounds_left` are the rounds whose pairings are not published. `line` is null where the points
    have no limits.
    """

    version: int
    top: int
    rounds_left: int
    notice: Message
    line: OutlookLine | None
    locked: int
    players: Sequence[OutlookRow]


def outlook_view(
    t: Tournament, version: int, top: int | None = None, *, staff: bool = True
) -> OutlookView:
    """The outlook; `ForbiddenError` for the public if it is not switched on."""
    if not staff:
        if not t.rules.show_outlook:
            raise ForbiddenError("outlook-not-public")
        t = redact_for_public(t)
    top = default_top(t) if top is None else top
    found = outlook_of(t, top)
    if found is None:
        raise NotFoundError("no-outlook")
    rows = [
        _row(t, row, found.players[row.player], top)
        for row in standings_of(t).rows
        if row.player in found.players
    ]
    line = None if found.line is None else OutlookLine(*map(format_number, found.line))
    return OutlookView(
        version=version,
        top=top,
        rounds_left=found.rounds_left,
        notice=Message("outlook.notice"),
        line=line,
        locked=sum(one.now is Verdict.SURELY for one in rows),
        players=rows,
    )


def public_outlook(t: Tournament, version: int, top: int | None = None) -> OutlookView:
    """What everybody may see, if the rules allow it."""
    return outlook_view(t, version, top, staff=False)


def _row(t: Tournament, row: Row, one: PlayerOutlook, top: int) -> OutlookRow:
    return OutlookRow(
        **person_fields(t, row.player),
        rank=row.rank,
        points=format_number(row.points),
        now=one.now,
        after_win=one.by_result.get(Mark.WIN),
        after_draw=one.by_result.get(Mark.DRAW),
        after_loss=one.by_result.get(Mark.LOSS),
        chance=one.chance.value,
        text=Message(f"outlook.{one.chance.value.replace('_', '-')}", n=top),
    )
