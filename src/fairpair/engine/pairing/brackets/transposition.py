"""Those above and those below of a bracket, matched in the order of the rules (4.2)."""

from collections.abc import Sequence

from fairpair.engine.matching.bits import bits, lowest, mask
from fairpair.engine.pairing.brackets.classes import TightGraph
from fairpair.engine.pairing.brackets.task import Pair


class Transposition:
    """Those above and those below, matched by tight pairs, each one above as early as possible.

    Spare vertices, for players left over, are above too, at the end: places -1, -2 and so on.
    """

    def __init__(self, tops: Sequence[int], bottoms: Sequence[int], graph: TightGraph) -> None:
        below = mask(bottoms)
        tight, spare = graph.tight, graph.spare
        spares = range(-1, len(tops) - len(bottoms) - 1, -1)
        self.stuck = 0
        """After a failure, those above who have too few below them."""
        self.spare_is_stuck = False
        self._tops = tops
        self._order = [*tops, *spares]
        # A top has only opponents ranked below it: with exchanges a bottom may stand above it.
        # `-2 << top` has all bits above that of `top`.
        self._choice = {top: tight[top] & below & (-2 << top) for top in tops}
        self._choice |= dict.fromkeys(spares, spare & below)
        above = mask(tops)
        self._tight, self._above, self._spare = tight, above, spare
        self._free = below
        self._mate: dict[int, int] = {}
        self._owner: dict[int, int] = {}
        self._natural = dict(zip(tops, bottoms, strict=False))

    def solve(self) -> list[Pair] | None:
        """The first matching in order; none if there is no perfect one."""
        # First a matching that is near the answer: everybody's natural opponent where possible.
        for top in self._order:
            natural = self._natural.get(top)
            if natural is not None and self._choice[top] >> natural & 1 and self._is_free(natural):
                self._set(top, natural)
            elif self._choice[top] & self._free:
                self._set(top, lowest(self._choice[top] & self._free))
        # Then everybody else has one, or there is no perfect matching (Hall, by `stuck`).
        for top in self._order:
            if top not in self._mate and not self._augment(top):
                return None
        # Now each top in turn has the earliest bottom that all later ones can spare.
        self._left = self._above
        self._open = mask(self._owner)
        return [(top, self._fix_earliest(top)) for top in self._tops]

    def _is_free(self, bottom: int) -> bool:
        return bool(self._free >> bottom & 1)

    def _set(self, top: int, bottom: int) -> None:
        self._mate[top], self._owner[bottom] = bottom, top
        self._free &= ~(1 << bottom)

    def _augment(self, top: int) -> bool:
        """Find a place for one more above, moving others on."""
        # Breadth first over alternating paths: from a top to a bottom it may have, and on to the
        # top that has it now.
        came: dict[int, int] = {}
        seen, queue = 0, [top]
        for here in queue:
            new = self._choice[here] & ~seen
            found = new & self._free
            if found:
                self._move_on(here, lowest(found), came)
                return True
            seen |= new
            for bottom in bits(new):
                came[bottom] = here
                queue.append(self._owner[bottom])
        # The search has seen all that these tops may have, and each of those is taken by one of
        # them.
        self.stuck = mask(place for place in queue if place >= 0)
        self.spare_is_stuck = any(place < 0 for place in queue)
        return False

    def _move_on(self, top: int, bottom: int, came: dict[int, int]) -> None:
        """Everybody on the way that was found takes the next one's place."""
        while True:
            before = self._mate.get(top)
            self._set(top, bottom)
            if before is None:
                return
            bottom, top = before, came[before]

    def _fix_earliest(self, top: int) -> int:
        """The earliest bottom that this one can have while all others still find one."""
        self._left &= ~(1 << top)
        best, now = lowest(self._choice[top] & self._open), self._mate[top]
        if best != now:
            best = self._move_chain(top, best, now)
        self._open &= ~(1 << best)
        return best

    def _move_chain(self, top: int, best: int, now: int) -> int:
        """Give `top` the earliest bottom from which a chain of moves leads to the one it leaves."""
        goes: dict[int, int] = {}
        # Backwards from the bottom that is given up: who could take it, what they have now, who
        # could take that, and so on. Every bottom reached can be had by moving the others on.
        reached, queue, left = 1 << now, [now], self._left
        # Spare vertices may take any bottom that may be left over; one look at them is enough.
        spares = [taker for taker in self._mate if taker < 0]
        for bottom in queue:
            takers = list(bits(self._tight[bottom] & left & ((1 << bottom) - 1)))
            left &= ~mask(takers)
            if self._spare >> bottom & 1:
                takers += spares
                spares = []
            for taker in takers:
                place = self._mate[taker]
                goes[place] = bottom
                reached |= 1 << place
                queue.append(place)
            if reached >> best & 1:
                break
        # If the best one was not reached, all that was is known: the earliest of it is the answer.
        choice = lowest(self._choice[top] & reached & self._open)
        place = choice
        mover = self._owner[place]
        while place != now:
            following = goes[place]
            self._mate[mover], place = following, following
            self._owner[following], mover = mover, self._owner[following]
        self._mate[top], self._owner[choice] = choice, top
        return choice
