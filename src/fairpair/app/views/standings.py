"""The standings: every rank with all the numbers behind it."""

from collections.abc import Sequence

from fairpair.app.views.people import Person, member_names, person_fields
from fairpair.app.views.rounds import require_round
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.codes import EXTERNAL
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.wording import full_name, number
from fairpair.language.message import Message, Phrase


@dataclass(frozen=True, slots=True)
class TiebreakHead:
    """A tie-break in the order of the list; `better` is `higher` or `lower`."""

    code: str
    name: Message
    about: Message
    better: str


@dataclass(frozen=True, slots=True)
class TiebreakValue:
    """`value` is exact (`1/3`), or null if undefined; `display` is for people."""

    code: str
    name: Message
    value: str | None
    display: str


@dataclass(frozen=True, slots=True)
class Record:
    """Matches by outcome, including byes that count as matches."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Games within the matches."""

    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class StandingsRow(Person):
    """One row. `matches` are those with an opponent, `opponents` are in the order of the rounds.

    Who was expelled comes last and has no rank.
    """

    rank: int | None
    points: str
    record: Record
    games: GameRecord
    tiebreaks: Sequence[TiebreakValue]
    matches: int
    byes: int
    opponents: Sequence[PlayerId]
    dropped: bool
    members: Sequence[str] = ()
    """Of a team, in board order."""


@dataclass(frozen=True, slots=True)
class TieOrderView:
    """An order of the organiser for tied players, best first. It has no effect once results or
    rules have changed and not all of them are tied any more.
    """

    players: Sequence[PlayerId]
    names: Sequence[str]
    reason: str
    in_effect: bool


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The main rounds up to `round`; `complete` if that round has all its results. `orders` are
    those of the organiser for tied players.
    """

    version: int
    round: int
    complete: bool
    tiebreaks: Sequence[TiebreakHead]
    players: Sequence[StandingsRow]
    orders: Sequence[TieOrderView] = ()


def standings_of(t: Tournament, until: int | None = None) -> Standings:
    """The ranking after a round, else after all that are published.

    Raises `NotFoundError` for other rounds.
    """
    if until is not None:
        require_round(t, 1, until)
    return Standings(tiebreak_input(t, until=until))


def standings_view(t: Tournament, version: int, until: int | None = None) -> StandingsView:
    """The whole table."""
    standings = standings_of(t, until)
    return table_view(t, version, standings, standings.rows)


def table_view(
    t: Tournament, version: int, standings: Standings, rows: Sequence[Row]
) -> StandingsView:
    """These rows of the table."""
    last = standings.inputs.sheet.rounds
    round_ = t.rounds.get(RoundRef(1, last))
    complete = round_ is not None and round_.status != RoundStatus.DRAFT and not round_.pending
    links = standings.chain if standings.points_named else standings.chain[1:]
    return StandingsView(
        version=version,
        round=last,
        complete=complete,
        tiebreaks=[_head(t, link) for link in links],
        players=[_row(t, row, links) for row in rows],
        orders=orders_in(t, standings),
    )


def orders_in(t: Tournament, standings: Standings) -> list[TieOrderView]:
    """The orders of the organiser after the round of these standings."""
    used = set(standings.order_of.values())
    return [
        TieOrderView(one.players, [*map(t.name_of, one.players)], one.reason, in_effect=one in used)
        for one in standings.inputs.tie_orders
    ]


def _head(t: Tournament, link: Link) -> TiebreakHead:
    better = "lower" if link.lower_is_better else "higher"
    return TiebreakHead(
        code=link.options.text,
        name=full_name(link),
        about=_about(t, link.tiebreak),
        better=better,
    )


def _about(t: Tournament, tiebreak: Tiebreak) -> Message:
    """What a tie-break is, with the minimum that counts in this tournament."""
    about = Phrase(tiebreak.about)
    if tiebreak.code == EXTERNAL and t.external_meaning:
        return Message("tiebreak-about.external", about=about, meaning=t.external_meaning)
    if not tiebreak.minimum:
        return about
    minimum = number(getattr(t.rules, tiebreak.minimum), "percent")
    return Message("tiebreak-about.minimum", about=about, minimum=minimum)


def _row(t: Tournament, row: Row, links: Sequence[Link]) -> StandingsRow:
    values = row.values[len(row.values) - len(links) :]
    return StandingsRow(
        **person_fields(t, row.player),
        rank=row.rank,
        points=format_number(row.points),
        record=Record(row.wins, row.draws, row.losses),
        games=GameRecord(*row.games),
        tiebreaks=[
            TiebreakValue(
                code=link.options.text,
                name=full_name(link),
                value=None if value is None else format_number(value),
                display=number(value, link.tiebreak.shown),
            )
            for link, value in zip(links, values, strict=True)
        ],
        matches=row.matches,
        byes=row.byes,
        opponents=row.opponents,
        dropped=t.entries[row.player].dropped,
        members=member_names(t, row.player),
    )


def tiebreak_heading(one: TiebreakHead) -> str:
    """A tie-break as the head of a column.

    >>> from fairpair.language.message import Phrase
    >>> lot = Phrase("Random draw")
    >>> tiebreak_heading(TiebreakHead("random", lot, lot, "lower"))
    'random draw'
    """
    if one.code == "random":
        return "random draw"
    return one.code.upper() if len(one.code) <= 4 else one.code.replace("_", " ")
