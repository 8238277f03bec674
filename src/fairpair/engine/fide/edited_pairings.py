"""What is odd about the boards of a round that were changed by hand."""

from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import players_by_number
from fairpair.engine.pairing.brackets.contender import BLACK, WHITE
from fairpair.engine.pairing.colours import played_colours
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.proposal import Past

Pair = frozenset[PlayerId]
_STEPS = 20_000
"""How far a search for the rounds that are left goes."""


def new_boards(before: Round | None, after: Round) -> list[tuple[PlayerId, ...]]:
    """The boards of a round, White first, that it did not have before."""
    old = {one.seats for one in before.pairings.values()} if before else set()
    return [one.seats for _, one in sorted(after.pairings.items()) if one.seats not in old]


def new_bye(before: Round | None, after: Round) -> PlayerId | None:
    """Who has the pairing-allocated bye now and had none before."""
    old = before.byes if before else {}
    found = (
        player
        for player, kind in after.byes.items()
        if kind == ByeKind.PAIRING and old.get(player) != kind
    )
    return next(found, None)


def dutch_position(t: Tournament, ref: RoundRef) -> Position:
    """The players of a round as the Dutch system looked at them before it."""
    round_ = t.rounds[ref]
    byes = {player for player, kind in round_.byes.items() if kind == ByeKind.PAIRING}
    earlier = replace(t, rounds={one: old for one, old in t.rounds.items() if one < ref})
    return Position(earlier, Past(), ref.round_no, round_.seated.keys() | byes)


def wrong_colours(position: Position, board: tuple[PlayerId, ...]) -> bool:
    """Whether both players have the colour opposite to the one that is due."""
    due = {one.player: one.colour for one in position.players}
    return [due.get(player) for player in board] == [BLACK, WHITE]


def thirds_in_a_row(t: Tournament, ref: RoundRef, board: tuple[PlayerId, ...]) -> list[PlayerId]:
    """Who of a board would have the same colour for the third time running."""
    colours = played_colours(t, ref)
    return [p for side, p in enumerate(board) if colours.get(p, [])[-2:] == [side, side]]


def met_in_cycle(t: Tournament, ref: RoundRef, pair: Pair) -> bool:
    """Whether two have met in the same cycle of a round robin."""
    return pair in _pairs_of_cycle(t, ref, ref.round_no - 1)


def can_cycle_be_finished(t: Tournament, ref: RoundRef) -> bool | None:
    """Whether the pairs of a round robin that are left after a round can be split into the rounds
    left of its cycle; nothing if a search of some length does not tell, or if somebody has left.
    """
    players = sorted(players_by_number(t))
    if set(players) != t.rounds[ref].placed:
        return None
    odd = [PlayerId(0)] if len(players) % 2 else []
    everybody = [*players, *odd]
    played = _pairs_of_cycle(t, ref, ref.round_no)
    left = {
        one: {other for other in everybody if other != one and Pair((one, other)) not in played}
        for one in everybody
    }
    length = len(everybody) - 1
    rounds = length - ((ref.round_no - 1) % length + 1)
    if any(len(others) != rounds for others in left.values()):
        return False
    return _Split(left).search(everybody, rounds)


def _pairs_of_cycle(t: Tournament, ref: RoundRef, until: int) -> set[Pair]:
    """The pairs of the cycle up to a round; who is free meets player 0."""
    size = len(players_by_number(t))
    length = size - 1 + size % 2
    first = (ref.round_no - 1) // length * length + 1
    found: set[Pair] = set()
    for one, round_ in t.rounds.items():
        shown = one == ref or round_.status != RoundStatus.DRAFT
        if one.stage == 1 and first <= one.round_no <= until and shown:
            found |= {frozenset(pairing.seats) for pairing in round_.pairings.values()}
            found |= {Pair((player, PlayerId(0))) for player in round_.byes}
    return found


class _Split:
    """Rounds of pairs, found by trying; each takes away what it uses."""

    def __init__(self, left: dict[PlayerId, set[PlayerId]]) -> None:
        self._left, self._steps = left, _STEPS

    def search(self, everybody: list[PlayerId], rounds: int) -> bool | None:
        """Whether there is a way; nothing if it takes too long."""
        found = self._fill(everybody, everybody, rounds)
        return None if not found and self._steps <= 0 else found

    def _fill(self, free: list[PlayerId], everybody: list[PlayerId], rounds: int) -> bool:
        self._steps -= 1
        if not rounds:
            return True
        if self._steps <= 0:
            return False
        if not free:
            return self._fill(everybody, everybody, rounds - 1)
        one = min(free, key=lambda player: len(self._left[player] & set(free)))
        for other in sorted(self._left[one] & set(free)):
            self._left[one].discard(other)
            self._left[other].discard(one)
            rest = [player for player in free if player not in (one, other)]
            if self._fill(rest, everybody, rounds):
                return True
            self._left[one].add(other)
            self._left[other].add(one)
        return False
