"""head_to_head: the match between two players, if nobody else is level with them."""

from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def head_to_head(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """Who has more points from their matches is first; three or more stay tied, see `DE`."""
    if len(tied) != 2:
        return [list(tied)]
    first, second = tied
    own, other = (sum(inside(inputs, step, tied, player).amounts) for player in tied)
    ahead = own - other
    if not ahead:
        return [[first, second]]
    return [[first], [second]] if ahead > 0 else [[second], [first]]


def inside(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], player: PlayerId) -> Sum:
    """The player's points from the matches among the tied."""
    among = [o for o in inputs.sheet.rows[player] if o.opponent in tied]
    return Sum(among, [o.points for o in among], inputs.sheet.unit)


TIEBREAK = Tiebreak(
    code="head_to_head",
    name="Head to head",
    about="The match between two players who are level, if there are just two and they have met.",
    clause="Play! Pokemon Tournament Rules Handbook 2026, 5.6, from reports about it",
    range="place among the tied",
    games=("pokemon", "all"),
    lower_is_better=True,
    shown="place",
    split=head_to_head,
    inside=inside,
)
