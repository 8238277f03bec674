"""Yu-Gi-Oh's pooled shares, cut off after three digits.

The formula was recovered from a tournament file of Konami's KTS 3.0 (October 2018, 21 players): it
gives all 21 numbers on both parts. The Tournament Policy prints only the form of the number.
"""

from collections.abc import Mapping

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.percentages import (
    NOTHING,
    Share,
    by_result,
    meetings,
    records,
    worth_of_win,
)
from fairpair.engine.standings.sums import Part, Reckoner, Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput

_DIGITS = 1000


def pooled(inputs: TiebreakInput, totals: Mapping[PlayerId, Share]) -> Reckoner:
    """All points of the opponents by wins in all rounds of theirs; 0 without an opponent.

    What stands after the third digit is a term of its own, so that all terms add up.
    """
    win, met = worth_of_win(by_result(inputs)), inputs.kept(meetings)

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        if not row:
            return NOTHING
        rounds = sum([totals[o.opponent][1] for o in row])
        amounts = [_DIGITS * totals[o.opponent][0] for o in row]
        rest = sum(amounts) % (win * rounds)
        parts: list[Part] = [*row, "what is left after three digits"]
        return Sum(parts, [*amounts, -rest], _DIGITS * win, rounds)

    return sum_of


def first_hand(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's points and rounds: a bye is won, a missed round lost."""
    return by_result(inputs).kept(records)


def second_hand(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """The points and rounds of all of somebody's opponents, one for each meeting."""
    first = inputs.kept(first_hand)
    return {
        player: (
            sum([first[o.opponent][0] for o in row]),
            sum([first[o.opponent][1] for o in row]),
        )
        for player, row in inputs.kept(meetings).items()
    }
