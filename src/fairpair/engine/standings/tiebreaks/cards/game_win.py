"""gw: the game-win percentage (Magic Tournament Rules, appendix C)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import enough_games, games_of
from fairpair.engine.standings.scoring import NO_GAMES
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def game_win_percentage(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Game points, 3 for a won and 1 for a drawn game, by 3 for every game; at least `gw_floor`.

    A bye counts with the games that the rules give for it. With fewer games than
    `min_games_for_gw` it is 0, without the floor (the Swiss Tournament System Design 1.0).
    """
    rows, totals = inputs.sheet.rows, inputs.kept(games_of)
    floor = inputs.rules.gw_floor

    def sum_of(player: PlayerId) -> Sum:
        games = totals[player][1]
        if not enough_games(inputs, games):
            return Sum(["too few games"], [0])
        row = [o for o in rows[player] if o.games != NO_GAMES]
        points = [3 * won + drawn for won, _, drawn in [o.games for o in row]]
        return Sum(row, points, 1, 3 * games, least=floor)

    return sum_of


TIEBREAK = Tiebreak(
    code="gw",
    name="Game-win percentage",
    about="The share of the game points that could be won, at least `gw_floor`.",
    clause="Magic Tournament Rules of 2025, appendix C",
    range="0 to 1",
    games=("magic", "lorcana", "cards"),
    shown="percent",
    terms="points",
    reckon=game_win_percentage,
)
