"""What FIDE mode tells or asks at each step of a pairing by hand."""

from collections.abc import Iterator

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.fide.edited_pairings import (
    can_cycle_be_finished,
    dutch_position,
    met_in_cycle,
    new_boards,
    new_bye,
    thirds_in_a_row,
    wrong_colours,
)
from fairpair.log import events as e
from fairpair.log.action_warnings import WarningKind, warning_for
from fairpair.log.fold import apply

WRONG_COLOURS = WarningKind("wrong-colours", Level.NOTICE)
BYE_AFTER_FORFEIT = WarningKind("bye-after-forfeit", Level.CONFIRM)
BYE_ABOVE_LOWEST = WarningKind("bye-above-lowest", Level.CONFIRM)
THIRD_COLOUR = WarningKind("third-colour", Level.CONFIRM)
MET_IN_CYCLE = WarningKind("met-in-cycle", Level.CONFIRM)
CYCLE_BROKEN = WarningKind("cycle-broken", Level.CONFIRM)
CYCLE_UNKNOWN = WarningKind("cycle-unknown", Level.TEXT)


def warn_of_step(t: Tournament, event: e.RoundEvent) -> Iterator[ActionWarning]:
    """What the step changes for the worse; a round of the engine is not such a step, except for
    players who meet again because an earlier round of a round robin was changed.
    """
    ref = event.round
    if not t.is_in_fide_mode or ref.stage > 1:
        return
    before = t.rounds.get(ref)
    after = apply(t, [event])
    by_hand = not isinstance(event, e.RoundDrafted) or event.system == "manual"
    if after.rules.system == "round_robin":
        yield from _round_robin(before, after, ref, by_hand=by_hand)
    elif by_hand:
        yield from _dutch(before, after, ref)


for _kind in (
    e.PlayersSwapped,
    e.PlayerReplaced,
    e.TableAdded,
    e.ByeGiven,
    e.RoundRepaired,
    e.RoundDrafted,
):
    warning_for(_kind)(warn_of_step)


def _dutch(before: Round | None, after: Tournament, ref: RoundRef) -> Iterator[ActionWarning]:
    boards, bye = new_boards(before, after.rounds[ref]), new_bye(before, after.rounds[ref])
    if not boards and bye is None:
        return
    position = dutch_position(after, ref)
    for board in boards:
        if wrong_colours(position, board):
            yield WRONG_COLOURS.about(*board)
    mine = next((one for one in position.players if one.player == bye), None)
    if mine is None or bye is None:
        return
    if not mine.may_have_bye and not _had_bye(after, ref, mine.player):
        yield BYE_AFTER_FORFEIT.about(bye)
    lowest = position.bye_score
    if lowest is not None and mine.score > lowest:
        yield BYE_ABOVE_LOWEST.about(bye)


def _had_bye(t: Tournament, ref: RoundRef, player: PlayerId) -> bool:
    """Whether a bye bars another one, which has a warning of its own for every tournament."""
    return any(
        earlier < ref and round_.byes.get(player) in (ByeKind.PAIRING, ByeKind.FULL)
        for earlier, round_ in t.rounds.items()
    )


def _round_robin(
    before: Round | None, after: Tournament, ref: RoundRef, *, by_hand: bool
) -> Iterator[ActionWarning]:
    """Everybody meets everybody once in a cycle (C.05 Annex 1). Where the rules of the tournament
    forbid rematches or a third colour, these have warnings of their own.
    """
    boards, rules = new_boards(before, after.rounds[ref]), after.rules
    again = [board for board in boards if met_in_cycle(after, ref, frozenset(board))]
    for board in () if rules.avoid_repeat_pairings and rules.cycles == 1 else again:
        yield MET_IN_CYCLE.about(*board)
    if not by_hand or not boards:
        return
    for board in () if rules.color_balance_strict else boards:
        thirds = thirds_in_a_row(after, ref, board)
        if thirds:
            yield THIRD_COLOUR.about(*thirds)
    if not again:
        found = can_cycle_be_finished(after, ref)
        if found is False:
            yield CYCLE_BROKEN.about(round=ref.round_no)
        elif found is None:
            yield CYCLE_UNKNOWN.about(round=ref.round_no)
