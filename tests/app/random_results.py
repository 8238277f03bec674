"""Results as they are handed in: those the rules allow, and those no table can have."""

from fractions import Fraction
from random import Random

from fairpair.core.players import Team
from fairpair.core.results import (
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import rules_at

BOTH_LOSE = (Mark.LOSS, Mark.LOSS)
DRAW = (Mark.DRAW, Mark.DRAW)


def a_result(t: Tournament, match: MatchRef, random: Random) -> Result:
    """One that the rules allow: mostly somebody wins."""
    side = random.randrange(2)
    odd = random.random()
    if odd < 0.04:
        return Forfeit(win_for(side))
    if odd < 0.05:
        played = t.rules.primary_score not in t.rules.scores and random.random() < 0.5
        return Decided(BOTH_LOSE) if played else Forfeit(BOTH_LOSE)
    level = random.random() < 0.15
    if t.rules.scores:
        return _scored(t, match, side, random, level=level)
    if _teams(t, match) and random.random() < 0.5:
        return _boards(match, side, level=level)
    return _games(t, match, side, random, level=level)


def _scored(t: Tournament, match: MatchRef, side: int, random: Random, *, level: bool) -> Result:
    one = {name: Fraction(random.randrange(10)) for name in t.rules.scores}
    if level:
        return Scored((one, dict(one)), None if match.stage == 1 else side)
    other = {name: Fraction(random.randrange(10)) for name in t.rules.scores}
    return _scored(t, match, side, random, level=True) if one == other else Scored((one, other))


def _boards(match: MatchRef, side: int, *, level: bool) -> Result:
    first, drawn = Board(Decided(win_for(side)), (1, 2)), Board(Decided(DRAW))
    if level:
        return Boards((drawn, drawn), None if match.stage == 1 else side)
    return Boards((first, drawn))


def _games(t: Tournament, match: MatchRef, side: int, random: Random, *, level: bool) -> Result:
    best_of = rules_at(t, match).best_of or 1
    needed = best_of // 2 + 1
    if level and match.stage == 1:
        return Decided(DRAW) if random.random() < 0.5 else Games((needed - 1,) * 2, 1)
    if level:
        return Games((needed - 1,) * 2, 1, side)
    if random.random() < 0.2:
        return Decided(win_for(side))
    wins = [needed, random.randrange(needed)]
    return Games(tuple(wins if side == 0 else reversed(wins)))


def _teams(t: Tournament, match: MatchRef) -> bool:
    seats = t.rounds[match.round].pairings[match.table].seats
    return all(isinstance(t.entries[p].entrant, Team) for p in seats)


def wrong_results(t: Tournament, match: MatchRef) -> list[Result]:
    """What no table of this tournament can have."""
    wrong: list[Result] = [
        Games((2, 1, 0)),
        Games((-1, 1)),
        Decided((Mark.WIN, Mark.WIN)),
        Decided((Mark.WIN, Mark.DRAW)),
        Forfeit(DRAW),
        Games((1, 0), winner=0),
        Scored(({"no such": Fraction(1)}, {"no such": Fraction(2)})),
        Boards(()),
    ]
    best_of = rules_at(t, match).best_of
    if best_of:
        wrong += [Games((best_of, best_of)), Games((best_of // 2 + 2, 0))]
    if match.stage > 1:
        wrong += [Decided(DRAW), Games((0, 0), 1), Games((1, 1))]
    if t.rules.scores:
        level = dict.fromkeys(t.rules.scores, Fraction(4))
        wrong += [Scored((level, level))] if match.stage > 1 else []
    if not _teams(t, match):
        wrong.append(Boards((Board(Decided(win_for(0))),)))
    return wrong
