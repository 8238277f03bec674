"""Shares of matches and games won, and their means over opponents: what card games rank by.

A share is a numerator and a denominator. `Kind` says which rounds are a match: a bye is a won one,
a round missed by a late entry a lost one, and a round that nobody counts is none.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.sheet import AWARDED_BYES, Kind, PlayerRound, Rows, Sheet
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput

Share = tuple[int, int]
Shares = Mapping[PlayerId, Share]
NOTHING = Sum((), ())
_BYES = AWARDED_BYES | {Kind.HALF_BYE, Kind.ZERO_BYE}
_BY_RESULT = ("", "mp", "gp")


def meetings(inputs: TiebreakInput) -> Rows:
    """Everybody's rounds with an opponent; each meeting counts, and so does a no-show."""
    return {player: [o for o in row if o.opponent] for player, row in inputs.sheet.rows.items()}


def counted(inputs: TiebreakInput) -> Rows:
    """Everybody's rounds that are a match or a bye: they end with the drop."""
    rows = inputs.sheet.rows
    return {player: [o for o in row if o.mark is not None] for player, row in rows.items()}


def without_byes(sheet: Sheet) -> Sheet:
    """The sheet with nothing but matches; a round missed by a late entry is a lost one."""
    rows = {player: [o for o in row if o.kind not in _BYES] for player, row in sheet.rows.items()}
    return replace(sheet, rows=rows)


def wins(inputs: TiebreakInput) -> dict[PlayerId, int]:
    """Everybody's won rounds, byes and no-shows of opponents included."""
    rows = inputs.sheet.rows
    return {player: sum(o.mark is Mark.WIN for o in row) for player, row in rows.items()}


def records(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's points of the rounds that count, and how many these are."""
    totals = {}
    for player, row in inputs.sheet.rows.items():
        points = [o.points for o in row if o.mark is not None]
        totals[player] = (sum(points), len(points))
    return totals


def by_result(inputs: TiebreakInput) -> TiebreakInput:
    """The inputs with points for wins and draws, also where a named score ranks the players."""
    return inputs if inputs.rules.primary_score in _BY_RESULT else inputs.seen(_in_results)


def match_inputs(inputs: TiebreakInput) -> TiebreakInput:
    """The inputs of the rounds that match-win percentages are taken of (`byes_in_match_win`)."""
    inputs = by_result(inputs)
    return inputs if inputs.rules.byes_in_match_win else inputs.seen(without_byes)


def match_shares(inputs: TiebreakInput) -> Shares:
    """MW% before the floor: match points by what wins in all rounds would have brought."""
    return inputs.kept(_match_shares)


def match_win(inputs: TiebreakInput) -> Shares:
    """MW%: at least `omw_floor` each."""
    floor = inputs.rules.omw_floor
    return {player: floored(share, floor) for player, share in match_shares(inputs).items()}


def games_of(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's game points, 3 for a won and 1 for a drawn game, and the number of games."""
    totals = {}
    for player, row in inputs.sheet.rows.items():
        points = games = 0
        for outing in row:
            won, lost, drawn = outing.games
            points += 3 * won + drawn
            games += won + lost + drawn
        totals[player] = (points, games)
    return totals


def game_win(inputs: TiebreakInput) -> Shares:
    """GW%: at least `gw_floor` each, but 0 with fewer games than `min_games_for_gw`."""
    floor = inputs.rules.gw_floor
    return {
        player: floored((points, 3 * games), floor) if enough_games(inputs, games) else (0, 1)
        for player, (points, games) in inputs.kept(games_of).items()
    }


def enough_games(inputs: TiebreakInput, games: int) -> bool:
    """Whether so many games have a percentage."""
    return games >= max(1, inputs.rules.min_games_for_gw)


def floored(share: Share, floor: Fraction) -> Share:
    """The share, or the floor if that is more; the floor too for nothing out of nothing."""
    return floor.as_integer_ratio() if below(share, floor) or not share[1] else share


def below(share: Share, floor: Fraction) -> bool:
    """Whether the share is smaller."""
    return share[0] * floor.denominator < floor.numerator * share[1]


def mean_over_opponents(
    inputs: TiebreakInput, shares: Shares, *, alone: Sum | None = NOTHING
) -> Reckoner:
    """The mean of the opponents' shares, one for each meeting; `alone` without any opponent."""
    unit = lcm(*{share[1] for share in shares.values()})
    values = {player: part * (unit // whole) for player, (part, whole) in shares.items()}
    met = inputs.kept(meetings)

    def sum_of(player: PlayerId) -> Sum | None:
        row = met[player]
        return Sum(row, [values[o.opponent] for o in row], unit, len(row)) if row else alone

    return sum_of


def sum_over_opponents(
    inputs: TiebreakInput, values: Mapping[PlayerId, int], unit: int = 1
) -> Reckoner:
    """The sum of the opponents' values, one for each meeting."""
    met = inputs.kept(meetings)

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        return Sum(row, [values[o.opponent] for o in row], unit)

    return sum_of


def all_shares(inputs: TiebreakInput, reckon: Reckoner) -> Shares:
    """What this gives for everybody, 0 where it is undefined."""
    sums = ((player, reckon(player)) for player in inputs.sheet.rows)
    return {player: (0, 1) if total is None else total.ratio for player, total in sums}


def _match_shares(inputs: TiebreakInput) -> Shares:
    chosen = match_inputs(inputs)
    win = worth_of_win(chosen)
    return {p: (points, win * rounds) for p, (points, rounds) in chosen.kept(records).items()}


def worth_of_win(inputs: TiebreakInput) -> int:
    """The points of a win, never nothing: one can divide by it."""
    return max(1, inputs.sheet.win)


def _in_results(sheet: Sheet) -> Sheet:
    points = {Mark.WIN: sheet.win, Mark.DRAW: sheet.draw, Mark.LOSS: sheet.loss, None: 0}

    def change(outing: PlayerRound) -> PlayerRound:
        return outing._replace(points=points[outing.mark])

    return sheet.changed(change)
