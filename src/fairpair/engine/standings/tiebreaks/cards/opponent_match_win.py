"""omw: the opponents' match-win percentage (Magic Tournament Rules, appendix C)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import (
    below,
    match_shares,
    match_win,
    mean_over_opponents,
)
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def opponents_match_win(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The mean of the opponents' MW%, each at least `omw_floor`; 0 without an opponent.

    The floor is put under every opponent, not under the mean. Byes of one's own give no opponent;
    the opponents' byes are in their MW% or not, as `byes_in_match_win` says: the rules can be read
    either way.
    """
    return mean_over_opponents(inputs, inputs.kept(match_win))


def note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    """Whether an opponent counts with the floor."""
    share = match_shares(inputs)[outing.opponent]
    return "floor" if below(share, inputs.rules.omw_floor) else ""


TIEBREAK = Tiebreak(
    code="omw",
    name="Opponents' match-win percentage",
    about="The mean of the opponents' match-win percentages, each at least `omw_floor`.",
    clause="Magic Tournament Rules of 2025, appendix C",
    range="0 to 1",
    games=("magic", "lorcana", "cards"),
    shown="percent",
    reckon=opponents_match_win,
    note=note,
)
