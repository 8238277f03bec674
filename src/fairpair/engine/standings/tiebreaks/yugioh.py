"""Tie-breaks of Yu-Gi-Oh."""

from collections.abc import Mapping

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Options
from fairpair.engine.standings.tiebreak import Part, Sum, TiebreakFn, tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import (
    NOTHING,
    Share,
    point_shares,
    rounds_with_opponent,
)
from fairpair.engine.standings.tiebreaks.card_rounds import (
    by_result,
    worth_of_win,
)
from fairpair.language.message import Message

YUGIOH_RULES = "Yu-Gi-Oh! TCG Tournament Policy 2.5, tie-break number"


# The formula was recovered from a tournament file of Konami's KTS 3.0 (October 2018, 21 players):
# it gives all 21 numbers on both parts. The Tournament Policy prints only the form of the number.

_DIGITS = 1000


def _pool_shares(inputs: TiebreakInput, totals: Mapping[PlayerId, Share]) -> TiebreakFn:
    """All points of the opponents by wins in all rounds of theirs; 0 without an opponent.

    What stands after the third digit is a term of its own, so that all terms add up.
    """
    win, met = worth_of_win(by_result(inputs)), inputs.get_or_compute(rounds_with_opponent)

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        if not row:
            return NOTHING
        rounds = sum([totals[r.opponent][1] for r in row])
        amounts = [_DIGITS * totals[r.opponent][0] for r in row]
        rest = sum(amounts) % (win * rounds)
        parts: list[Part] = [*row, Message("term.digits")]
        return Sum(parts, [*amounts, -rest], _DIGITS * win, rounds)

    return sum_of


def _own_records(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """Everybody's points and rounds: a bye is won, a missed round lost."""
    return by_result(inputs).get_or_compute(point_shares)


def _opponents_records(inputs: TiebreakInput) -> dict[PlayerId, Share]:
    """The points and rounds of all of somebody's opponents, one for each meeting."""
    own = inputs.get_or_compute(_own_records)
    return {
        player: (
            sum([own[r.opponent][0] for r in row]),
            sum([own[r.opponent][1] for r in row]),
        )
        for player, row in inputs.get_or_compute(rounds_with_opponent).items()
    }


@tiebreak(
    "ygo_owp",
    name="Opponents' win rate, pooled",
    about="The opponents' total match points divided by what they would have for"
    " winning every round, to three digits.",
    clause=f"{YUGIOH_RULES}, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
)
def pooled_opponents_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Pooled: an opponent with more rounds weighs more. Byes are won rounds, there is no floor.

    Part B of the tie-break number (Tournament Policy 2.5).
    """
    return _pool_shares(inputs, inputs.get_or_compute(_own_records))


@tiebreak(
    "ygo_oowp",
    name="Opponents' opponents' win rate, pooled",
    about="The pooled win rate of all the opponents' opponents, to three digits.",
    clause=f"{YUGIOH_RULES}, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
)
def pooled_opponents_opponents_win(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Pooled over the opponents of all opponents, the player included, with repetition.

    Part C of the tie-break number (Tournament Policy 2.5).
    """
    return _pool_shares(inputs, inputs.get_or_compute(_opponents_records))


@tiebreak(
    "late_losses",
    name="Late losses",
    about="The sum of the squared numbers of the rounds lost: later losses are better.",
    clause=f"{YUGIOH_RULES}, last part",
    range="0 and up",
    games=("yugioh",),
    shown="whole",
)
def late_losses(inputs: TiebreakInput, options: Options) -> TiebreakFn:
    """Losing rounds 3 and 5 makes 9 + 25; a round missed by a late entry is lost.

    Part D of the tie-break number (Tournament Policy 2.5).
    """
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        lost = [r for r in rows[player] if r.mark is Mark.LOSS]
        return Sum(lost, [r.round_no**2 for r in lost])

    return sum_of
