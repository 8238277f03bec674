"""on_time: players who were there for round 1 rank above late entries with equal points."""

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def on_time(inputs: TiebreakInput, step: Step) -> Reckoner:
    """1 for who was entered for round 1, 0 for who came later."""
    entries = inputs.entries

    def sum_of(player: PlayerId) -> Sum:
        late = entries[player].periods[0].first > FIRST_ROUND
        return Sum(["entered late" if late else "there from round 1"], [int(not late)])

    return sum_of


TIEBREAK = Tiebreak(
    code="on_time",
    name="On time",
    about="1 for players who were there from round 1, 0 for late entries.",
    clause="Play! Pokemon Tournament Rules Handbook 2026, 5.6, from reports about it",
    range="0 or 1",
    games=("pokemon",),
    shown="whole",
    reckon=on_time,
)
