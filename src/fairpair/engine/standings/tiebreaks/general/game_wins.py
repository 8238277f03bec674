"""game_wins: how many games were won in all matches."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def game_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """A bye counts with the games that the rules give for it."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        won = [o for o in rows[player] if o.games[0]]
        return Sum(won, [o.games[0] for o in won])

    return sum_of


TIEBREAK = Tiebreak(
    code="game_wins",
    name="Game wins",
    about="Games won in all matches, those of byes included.",
    clause="Swiss Tournament System Design 1.0 (Tournament Director), Available Tiebreakers",
    range="0 to rounds x games of a match",
    games=("magic", "cards"),
    shown="whole",
    reckon=game_wins,
)
