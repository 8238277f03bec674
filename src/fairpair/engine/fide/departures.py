"""Which rules depart from the FIDE rules; a tournament without any can be in FIDE mode."""

from collections.abc import Iterator
from fractions import Fraction

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.numbers import format_number
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import Rules
from fairpair.engine.standings.scoring import Scorer
from fairpair.language.message import Message

SYSTEMS = ("dutch", "round_robin")
"""The pairing systems of the FIDE handbook that there are (C.04.3, C.05 Annex 1)."""
_CLASSIC = (Fraction(1), Fraction(1, 2), Fraction(0))


def departures(rules: Rules) -> tuple[FieldProblem, ...]:
    """What departs from the FIDE rules: `place` is the code; the text says what is wrong."""
    return tuple(FieldProblem(text.code.removeprefix("departure."), text) for text in _found(rules))


def require_fide_rules(rules: Rules) -> None:
    """Refuse rules in FIDE mode that depart from the FIDE rules, each with its code."""
    found = departures(rules) if rules.fide else ()
    if found:
        raise InvalidInputError("fide-departure", problems=found, n=len(found))


def _found(rules: Rules) -> Iterator[Message]:
    if rules.system not in SYSTEMS or rules.mode == "elimination" or rules.boards is not None:
        yield Message("departure.system")
    win, draw, loss = rules.points.win, rules.points.draw, rules.points.loss
    if 2 * draw > win + loss:
        yield Message("departure.draws-outscore-win")
    yield from _of_bye(rules)
    yield from _of_unplayed(rules)


def _of_bye(rules: Rules) -> Iterator[Message]:
    """A pairing-allocated bye is worth a win unless the rules differ (C.04.1, 3)."""
    bye = Scorer(rules).bye(ByeKind.PAIRING).points
    points = rules.points
    values = {"bye": format_number(bye), "win": format_number(points.win)}
    if bye > points.win:
        yield Message("departure.bye-above-win", **values)
    elif (points.win, points.draw, points.loss) == _CLASSIC:
        if bye not in _CLASSIC:
            yield Message("departure.bye-not-a-score", **values)
    elif bye not in _reachable(rules):
        yield Message("departure.bye-unreachable", **values)


def _reachable(rules: Rules) -> set[Fraction]:
    """The sums of results that are at most a win: 0, 1, 2 and 3 where a win is 3 and a draw 1."""
    most = rules.points.win
    steps = {x for x in (rules.points.win, rules.points.draw, rules.points.loss) if x > 0}
    found, new = {Fraction(0), rules.points.loss}, {Fraction(0)}
    while new:
        new = {x + step for x in new for step in steps if x + step <= most} - found
        found |= new
    return found


def _of_unplayed(rules: Rules) -> Iterator[Message]:
    due = {
        "forfeit_win": rules.points.win,
        "half_bye": rules.points.draw,
        "full_bye": rules.points.win,
    }
    if any(rules.unplayed_points.get(kind, points) != points for kind, points in due.items()):
        yield Message("departure.unplayed-points")
