"""The least and the highest value that each tie-break can have in the end.

Only tie-breaks with a known interval are compared: `omw`, `gw` and `ogw`. From the first other one
of the chain on, anything is possible.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.outlook.position import OpenTable, Outcome, Position
from fairpair.engine.standings.registry import POINTS, Link, stored_chain
from fairpair.engine.standings.tiebreak import TIEBREAKS
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import Shares, rounds_with_opponent
from fairpair.engine.standings.tiebreaks.magic import game_win, match_win

Interval = tuple[Fraction, Fraction]
ShareFn = Callable[[TiebreakInput], Shares]
_OWN: Mapping[str, ShareFn] = {"GW": game_win}
_MEANS: Mapping[str, ShareFn] = {"OMW": match_win, "OGW": game_win}
"""What the mean over the opponents is taken of. Each share follows from a player's own rounds."""


class Intervals:
    """The intervals of everybody's tie-breaks, by the outcome of the player's own table."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._links = tuple(_known_links(position))
        self._met = rounds_with_opponent(position.inputs)
        self._open = {p for table in position.tables if table.is_open for p in table.players}
        self._shares: dict[ShareFn, Sequence[Shares]] = {}
        self._values: dict[tuple[PlayerId, Outcome], tuple[Interval, ...]] = {}
        self._ends: dict[tuple[ShareFn, PlayerId, Outcome | None], Interval] = {}

    def compare(
        self, rival: tuple[PlayerId, OpenTable, Outcome], own: tuple[PlayerId, OpenTable, Outcome]
    ) -> int:
        """Of two with the same points: 1 if the rival is surely ahead, -1 if surely behind."""
        for (low, high), (least, most) in zip(self._of(*rival), self._of(*own), strict=True):
            if high < least:
                return -1
            if low > most:
                return 1
            if not low == high == least == most:
                return 0
        return 0

    def _of(self, player: PlayerId, table: OpenTable, outcome: Outcome) -> tuple[Interval, ...]:
        key = (player, outcome)
        if key not in self._values:
            values = (self._interval(link, player, table, outcome) for link in self._links)
            self._values[key] = tuple(values)
        return self._values[key]

    def _interval(
        self, link: Link, player: PlayerId, table: OpenTable, outcome: Outcome
    ) -> Interval:
        code = link.tiebreak.code.upper()
        if code in _OWN:
            return self._share(_OWN[code], player, outcome if table.is_open else None)
        here = table.players if table.is_open else ()
        opponents = [one.opponent for one in self._met[player]]
        opponents += [other for other in here if other != player]
        # The opponent of the open match has this outcome in every meeting of the two.
        ends = [
            self._share(_MEANS[code], other, outcome if other in here else None)
            for other in opponents
        ]
        if not ends:
            return Fraction(0), Fraction(0)
        low, high = (sum((end[side] for end in ends), Fraction(0)) for side in (0, 1))
        return low / len(ends), high / len(ends)

    def _share(self, of: ShareFn, player: PlayerId, outcome: Outcome | None) -> Interval:
        """The ends of a player's own share over the results of this outcome, or over all."""
        key = (of, player, outcome)
        if key not in self._ends:
            if of not in self._shares:
                self._shares[of] = self._shares_by_result(of)
            shares = self._shares[of]
            is_open = player in self._open
            places = outcome.results if outcome else range(len(shares)) if is_open else (0,)
            values = [Fraction(*shares[place][player]) for place in places]
            self._ends[key] = min(values), max(values)
        return self._ends[key]

    def _shares_by_result(self, of: ShareFn) -> Sequence[Shares]:
        """Everybody's share if every open table had the same one of the possible results."""
        position = self._position
        found = []
        for worths in position.worths:
            chosen = {
                player: [worths[side]]
                for table in position.tables
                if table.is_open
                for side, player in enumerate(table.players)
            }
            found.append(of(position.inputs.replace_sheet(position.sheet_with(chosen))))
        return found


def _known_links(position: Position) -> list[Link]:
    """The tie-breaks with an interval, up to the first without one."""
    rules = position.rules
    found: list[Link] = []
    if position.has_matches_apart or rules.min_games_for_gw > 1:
        return found
    for link in stored_chain(rules.standings_tiebreakers, rules):
        if link.tiebreak is POINTS.tiebreak:
            continue
        options = link.options
        code = link.tiebreak.code.upper()
        is_plain = not (options.modifiers or options.score or options.reverse)
        is_known = link.tiebreak is TIEBREAKS.built_in.get(code) and code in (*_OWN, *_MEANS)
        if not (is_plain and is_known):
            break
        found.append(link)
    return found
