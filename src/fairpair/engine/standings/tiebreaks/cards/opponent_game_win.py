"""ogw: the opponents' game-win percentage (Magic Tournament Rules, appendix C)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import (
    below,
    enough_games,
    game_win,
    games_of,
    mean_over_opponents,
)
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def opponents_game_win(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The mean of the opponents' GW%, each at least `gw_floor`; 0 without an opponent.

    The games of an opponent's bye are among theirs in any case.
    """
    return mean_over_opponents(inputs, inputs.kept(game_win))


def note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    """Whether an opponent counts with the floor, or with nothing."""
    points, games = inputs.kept(games_of)[outing.opponent]
    if not enough_games(inputs, games):
        return "too few games"
    return "floor" if below((points, 3 * games), inputs.rules.gw_floor) else ""


TIEBREAK = Tiebreak(
    code="ogw",
    name="Opponents' game-win percentage",
    about="The mean of the opponents' game-win percentages, each at least `gw_floor`.",
    clause="Magic Tournament Rules of 2025, appendix C",
    range="0 to 1",
    games=("magic", "lorcana", "cards"),
    shown="percent",
    reckon=opponents_game_win,
    note=note,
)
