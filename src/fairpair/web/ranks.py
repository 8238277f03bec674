"""Ranks on pages: how each came about, round by round and game by game, and what decided it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fairpair.app.views.people import Person, person
from fairpair.app.views.player_rounds import PlayerRounds, RoundOfPlayer
from fairpair.app.views.ranking import Ranks, reasons_in
from fairpair.app.views.results import own_side_first
from fairpair.app.views.rounds import planned_rounds
from fairpair.app.views.standings import StandingsRow, StandingsView, table_view
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.standings.explain import separation
from fairpair.engine.standings.table import Standings
from fairpair.language.message import Message
from fairpair.web.plots import RankLine, rank_line


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row of the standings. `deciding` is the place of the tie-break that put the player behind
    the one above; `ranks` are those after each round, out of `players`.
    """

    id: PlayerId
    row: StandingsRow
    deciding: int | None
    ranks: tuple[int, ...]
    players: int

    @property
    def line(self) -> RankLine:
        """The ranks as a small line."""
        return rank_line(self.ranks, self.players)

    @property
    def move(self) -> int:
        """By how many ranks the last round took the player up, below zero for down."""
        return self.ranks[-2] - self.ranks[-1] if len(self.ranks) > 1 else 0


def ranked_rows(
    standings: Standings, view: StandingsView, before: Sequence[Ranks]
) -> list[RankedRow]:
    """The rows of a view with what leads to them; `before` are the ranks after earlier rounds."""
    order = [row.player for row in standings.rows if row.rank]
    above = dict(zip(order[1:], order, strict=False))
    tables = [*before, standings.ranks]
    return [
        RankedRow(
            row.id,
            row,
            _deciding(standings, above.get(row.id), row, len(view.tiebreaks)),
            ranks_of(row.id, tables),
            len(order),
        )
        for row in view.players
    ]


def ranks_of(player: PlayerId, tables: Iterable[Ranks]) -> tuple[int, ...]:
    """The ranks of a player after each round; none for somebody who was expelled."""
    return tuple(table[player] for table in tables if player in table)


def _deciding(
    standings: Standings, above: PlayerId | None, row: StandingsRow, shown: int
) -> int | None:
    """The tie-break that decided, among those that are shown; the points need no mark."""
    if above is None or not row.rank:
        return None
    step = separation(standings, above, row.id).decided_by
    place = None if step is None else standings.chain.index(step)
    return None if not place else place - (len(standings.chain) - shown)


def explained_rank(
    t: Tournament,
    version: int,
    standings: Standings,
    number: int,
    ranks_after: Callable[[int], Sequence[Ranks]],
) -> dict[str, Any]:
    """What the page about a rank shows: reasons, tie-breaks by code, the games, and the way up."""
    why = reasons_in(standings, t, version, number)
    tables = [*ranks_after(why.round - 1), standings.ranks]
    heads = table_view(t, version, standings, ()).tiebreaks
    return {
        "why": why,
        "heads": {head.code: head for head in heads},
        "games": [one for one in games_of(t, standings, why.player) if one.ref.stage == 1],
        "line": rank_line(ranks_of(why.player, tables), len(standings.ranks), 180, 48),
    }


def player_results(
    t: Tournament,
    standings: Standings,
    player: PlayerId,
    ranks_after: Callable[[int], Sequence[Ranks]],
) -> dict[str, Any]:
    """What the pages of a player show: the games, the rank after each round, and its line."""
    tables = [*ranks_after(standings.inputs.sheet.rounds - 1), standings.ranks]
    return {
        "games": games_of(t, standings, player),
        "ranks_after": {n: table.get(player) for n, table in enumerate(tables, 1)},
        "line": rank_line(ranks_of(player, tables), len(standings.ranks), 420, 110, 20),
    }


@dataclass(frozen=True, slots=True)
class Game:
    """A round of a player: the opponent, who has `now` points, and what came out of it."""

    ref: RoundRef
    title: Message
    opponent: Person | None
    now: str
    result: Message | str
    round: RoundOfPlayer


def games_of(t: Tournament, standings: Standings, player: PlayerId) -> list[Game]:
    """All rounds of a player that these standings know of, and those of a knockout."""
    titles = {planned.ref: planned.title for planned in planned_rounds(t)}
    found = []
    for one in PlayerRounds(t, standings.inputs).of(player):
        ref = RoundRef(one.stage, one.round)
        rival = None if one.opponent is None else person(t, one.opponent)
        now = format_number(standings.by_player[rival.id].points) if rival else ""
        result = _own_result(t, player, ref, one)
        found.append(Game(ref, titles.get(ref, ref.name), rival, now, result, one))
    return found


def _own_result(
    t: Tournament, player: PlayerId, ref: RoundRef, one: RoundOfPlayer
) -> Message | str:
    """The result with the player's score first."""
    if not (one.pairing and one.table):
        return ""
    pairing = t.rounds[ref].pairings[one.table]
    if pairing.result is None:
        return ""
    return result_text(own_side_first(pairing.result, pairing.seats.index(player)), t.rules)
