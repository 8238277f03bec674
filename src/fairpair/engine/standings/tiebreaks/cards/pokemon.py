"""Pokemon's win percentage, and who has dropped (Play! Pokemon Tournament Rules Handbook, 5.3)."""

from dataclasses import replace
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.results import Mark
from fairpair.core.rounds import RoundRef
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import (
    Share,
    Shares,
    below,
    floored,
    mean_over_opponents,
    without_byes,
)
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def win_shares(inputs: TiebreakInput) -> Shares:
    """Won of played matches before floor and cap; a draw is `draw_win_share` of a win.

    Byes are no match, neither here nor there; a round missed by a late entry is a lost one.
    """
    draw = inputs.rules.draw_win_share
    shares = {}
    for player, row in inputs.seen(without_byes).sheet.rows.items():
        marks = [o.mark for o in row]
        won = draw.denominator * marks.count(Mark.WIN) + draw.numerator * marks.count(Mark.DRAW)
        shares[player] = (won, draw.denominator * len(row))
    return shares


def win_percentages(inputs: TiebreakInput) -> Shares:
    """At least `omw_floor`, also for who has played nothing; at most `dropped_cap` after a drop."""
    rules, gone = inputs.rules, inputs.kept(dropped)

    def limited(player: PlayerId, share: Share) -> Share:
        share = floored(share, rules.omw_floor)
        capped = player in gone and above(share, rules.dropped_cap)
        return rules.dropped_cap.as_integer_ratio() if capped else share

    return {player: limited(player, share) for player, share in inputs.kept(win_shares).items()}


def opponents_win(inputs: TiebreakInput) -> Reckoner:
    """OWP as the results of these inputs make it."""
    return mean_over_opponents(inputs, inputs.kept(win_percentages))


def above(share: Share, cap: Fraction) -> bool:
    """Whether the share is greater."""
    return share[0] * cap.denominator > cap.numerator * share[1]


def note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    """Whether an opponent counts with the floor or the cap."""
    seen = as_ranked(inputs, player)
    share, rules = seen.kept(win_shares)[outing.opponent], inputs.rules
    if outing.opponent in seen.kept(dropped) and above(share, rules.dropped_cap):
        return "cap after a drop"
    return "floor" if below(share, rules.omw_floor) else ""


def dropped(inputs: TiebreakInput) -> set[PlayerId]:
    """Who has left before the end: is not there for the next round, or was not for the last.

    Who plays all rounds and then goes home, or leaves the knock-out, has not.
    """
    next_ = inputs.sheet.rounds + 1
    limit = inputs.rules.rounds
    round_ = RoundRef(1, next_ if limit is None else min(next_, limit))
    return {player for player, entry in inputs.entries.items() if not entry.plays_in(round_)}


def as_ranked(inputs: TiebreakInput, player: PlayerId) -> TiebreakInput:
    """The inputs that a player's own percentages come from.

    With `freeze_dropped` it is that of the round after which the player dropped.
    """
    return inputs.kept(_frozen).get(player, inputs) if inputs.rules.freeze_dropped else inputs


def _frozen(inputs: TiebreakInput) -> dict[PlayerId, TiebreakInput]:
    """For everybody who has dropped, the inputs of that moment."""
    moments: dict[int, TiebreakInput] = {}
    found = {}
    for player in inputs.kept(dropped):
        last = _last_round(inputs.entries[player], inputs.sheet.rounds)
        if last not in moments:
            moments[last] = _until(inputs, last)
        found[player] = moments[last]
    return found


def _last_round(entry: Entry, rounds: int) -> int:
    """The last round in which the player was there."""
    there = (n for n in range(rounds, 0, -1) if entry.plays_in(RoundRef(1, n)))
    return next(there, 0)


def _until(inputs: TiebreakInput, last: int) -> TiebreakInput:
    rows = inputs.sheet.rows
    early = {player: [o for o in row if o.round_no <= last] for player, row in rows.items()}
    sheet = replace(inputs.sheet, rows=early, rounds=last)
    return TiebreakInput(sheet, inputs.entries, inputs.rules, inputs.draw_seed)
