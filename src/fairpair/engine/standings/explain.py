"""Why a number is what it is, and why one player is ahead of another: as data."""

from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import TieOrder
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak import Part, Sum
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: from a round, with the opponent if there was one, or something named.

    A term that is not `counted` was cut.
    """

    amount: Fraction
    counted: bool = True
    round_no: int | None = None
    opponent: PlayerId | None = None
    kind: Kind | None = None
    label: Message | None = None
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A tie-break's number and its terms.

    The counted terms' sum, divided by `divisor`, is the value; if `floor` is set, the sum was below
    it and the floor is the value; if `rounded`, the value is the nearest whole number, halves up.
    `details` are points from the matches among `tied`, of which the value is only the place.
    """

    player: PlayerId
    link: Link
    value: Fraction | None
    terms: tuple[Term, ...] = ()
    divisor: int = 1
    floor: Fraction | None = None
    rounded: bool = False
    tied: tuple[PlayerId, ...] = ()
    details: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Separation:
    """What puts one player above another: the first step on which they differ, none if level.

    `equal` are the steps before it that have the same number for both; those that are undefined
    for both are left out.
    """

    upper: PlayerId
    lower: PlayerId
    equal: tuple[Link, ...]
    decided_by: Link | None = None
    values: tuple[Fraction | None, Fraction | None] = (None, None)
    own_match: tuple[Fraction, Fraction] | None = None
    """What each has from their own match, where that alone would put them in this order."""
    order: TieOrder | None = None
    """The order of the organiser that decides, if they are tied after all tie-breaks."""


def explain(standings: Standings, player: PlayerId) -> tuple[Explanation, ...]:
    """One explanation for each step of the chain, points first."""
    return tuple(
        _encounter(standings, player, place)
        if link.tiebreak.prepare is None
        else _number(standings, player, place)
        for place, link in enumerate(standings.chain)
    )


def separation(standings: Standings, upper: PlayerId, lower: PlayerId) -> Separation:
    """Why `upper` stands above `lower`; the first step that tells them apart decides."""
    rows = standings.by_player
    equal: list[Link] = []
    for place, link in enumerate(standings.chain):
        values = rows[upper].values[place], rows[lower].values[place]
        if values[0] != values[1]:
            own_match = _own_match(standings, link, upper, lower)
            return Separation(upper, lower, tuple(equal), link, values, own_match)
        if values[0] is not None:
            equal.append(link)
    order = standings.order_of.get(upper)
    return Separation(upper, lower, tuple(equal), order=order)


def _own_match(
    standings: Standings, link: Link, upper: PlayerId, lower: PlayerId
) -> tuple[Fraction, Fraction] | None:
    tiebreak, inputs, both = link.tiebreak, standings.inputs, (upper, lower)
    if tiebreak.split is None or tiebreak.inside is None:
        return None
    if tiebreak.split(inputs, link.options, both) != [[upper], [lower]]:
        return None
    sums = [tiebreak.inside(inputs, link.options, both, player) for player in both]
    if not all(isinstance(part, PlayerRound) for one in sums for part in one.parts):
        return None  # the boards of all matches
    return sums[0].value, sums[1].value


def _number(standings: Standings, player: PlayerId, place: int) -> Explanation:
    link = standings.chain[place]
    found = standings.sum_of(player, place)
    if found is None:
        return Explanation(player, link, None)
    least = found.least
    floor = least if least is not None and found._replace(least=None).value < least else None
    terms = _terms(standings, player, link, found)
    return Explanation(player, link, found.value, terms, found.over, floor, found.rounded)


def _encounter(standings: Standings, player: PlayerId, place: int) -> Explanation:
    link = standings.chain[place]
    tied = tuple(standings.tied[place].get(player, (player,)))
    value = standings.by_player[player].values[place]
    inside = link.tiebreak.inside
    if inside is None or len(tied) == 1:
        return Explanation(player, link, value, tied=tied)
    found = inside(standings.inputs, link.options, tied, player)
    term = Term(value or Fraction(0), label=Message("term.place"))
    return Explanation(
        player, link, value, (term,), tied=tied, details=_terms(standings, player, link, found)
    )


def _terms(standings: Standings, player: PlayerId, link: Link, found: Sum) -> tuple[Term, ...]:
    cut = set(found.cut)
    note = link.tiebreak.note

    def term(place: int, part: Part, amount: int) -> Term:
        value, counted = Fraction(amount, found.unit), place not in cut
        if not isinstance(part, PlayerRound):
            return Term(value, counted, label=part)
        why = note(standings.inputs, link.options, player, part) if note else None
        opponent = part.opponent or None
        return Term(value, counted, part.round_no, opponent, part.kind, note=why)

    pairs = zip(found.parts, found.amounts, strict=True)
    return tuple(term(place, part, amount) for place, (part, amount) in enumerate(pairs))
