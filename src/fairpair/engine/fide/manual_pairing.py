"""What the engine pairs instead of a round that was changed by hand."""

from dataclasses import replace

from fairpair.core.rounds import ByeKind, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.pairing.systems import pair_round

Boards = tuple[str, ...]
"""`5-3`, `2-1`, `4-0`: White first, by the numbers of the players, the bye last."""


def boards_of(round_: Round) -> Boards:
    """The boards of a round in their order, and the pairing-allocated bye."""
    tables = sorted(round_.pairings.items())
    pairs = ["-".join(map(str, one.seats)) for _, one in tables]
    byes = [f"{p}-0" for p, kind in round_.byes.items() if kind == ByeKind.PAIRING]
    return (*pairs, *byes)


def engine_boards(t: Tournament, ref: RoundRef) -> Boards:
    """The boards that the engine pairs for this round from the same state; none if it finds no
    legal pairing.
    """
    before = replace(t, rounds={one: round_ for one, round_ in t.rounds.items() if one < ref})
    try:
        found = pair_round(before)
    except ImpossiblePairingError:
        return ()
    pairs = (f"{board.white}-{board.black}" for board in found.boards)
    return (*pairs, *([] if found.bye is None else [f"{found.bye}-0"]))


def without_soft_wishes(t: Tournament) -> Tournament:
    """The tournament without the pairs that are kept apart only if that can be done."""
    hard = {pair: one for pair, one in t.avoided.items() if one.hard}
    rules = t.rules if t.rules.avoid_same_hard else replace(t.rules, avoid_same=())
    if rules is t.rules and len(hard) == len(t.avoided):
        return t
    return replace(t, avoided=hard, rules=rules)
