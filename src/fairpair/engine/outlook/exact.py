"""Everything that can still happen, played through: where only a few results are missing."""

from collections.abc import Iterator
from itertools import product

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.outlook.position import OpenTable, Position
from fairpair.engine.standings.scoring import Worth
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak import TIEBREAKS

MOST_ROWS = 15_000
"""Players times continuations: about a second."""
_WITHOUT_GAMES = {"PTS", "RANDOM", "RATING", "PLAYER_NUMBER", "MATCH_WINS", "HEAD_TO_HEAD"}
Places = tuple[int, int]
Marks = dict[PlayerId, Mark | None]


def can_be_played_through(position: Position) -> bool:
    """Whether all continuations are known and few enough."""
    if position.is_decided:
        return True
    rules = position.rules
    if position.rounds_left or position.has_matches_apart or rules.boards or rules.scores:
        return False
    if rules.primary_score or not _goes_by_marks(position):
        return False
    tables = sum(table.is_open for table in position.tables)
    most: int = MOST_ROWS // max(1, len(position.sheet.rows))
    return tables < 10 and bool(len(_worths(position)) ** tables <= most)


def continuations(position: Position) -> Iterator[tuple[Marks, dict[PlayerId, Places]]]:
    """For every continuation the marks of the open tables, and everybody's first and last place;
    they differ where players share a rank.
    """
    tables = [table for table in position.tables if table.is_open]
    for chosen in product(_worths(position), repeat=len(tables)):
        yield _marks(tables, chosen), _places(position, tables, chosen)


def _worths(position: Position) -> list[tuple[Worth, ...]]:
    """The possible results that differ in more than the number of games."""
    by_kind = {
        tuple((w.kind, w.mark, w.points) for w in worths): worths for worths in position.worths
    }
    return list(by_kind.values())


def _marks(tables: list[OpenTable], chosen: tuple[tuple[Worth, ...], ...]) -> Marks:
    return {
        player: worth.mark
        for table, worths in zip(tables, chosen, strict=True)
        for player, worth in zip(table.players, worths, strict=True)
    }


def _places(
    position: Position, tables: list[OpenTable], chosen: tuple[tuple[Worth, ...], ...]
) -> dict[PlayerId, Places]:
    worths = {
        player: [worth]
        for table, seats in zip(tables, chosen, strict=True)
        for player, worth in zip(table.players, seats, strict=True)
    }
    inputs = position.inputs
    if worths:
        inputs = inputs.replace_sheet(position.sheet_with(worths))
    ranks = Standings(inputs).ranks
    sharing: dict[int, int] = {}
    for rank in ranks.values():
        sharing[rank] = sharing.get(rank, 0) + 1
    return {player: (rank, rank + sharing[rank] - 1) for player, rank in ranks.items()}


def _goes_by_marks(position: Position) -> bool:
    """Whether no tie-break of the chain looks at games within a match."""
    for link in Standings(position.inputs).chain:
        one = link.tiebreak
        code = one.code.upper()
        is_known = TIEBREAKS.built_in.get(code) is one
        if not is_known or not (code in _WITHOUT_GAMES or "chess" in one.games):
            return False
    return True
