"""Explanations in words, made from the data and nothing else."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_decimal, format_number
from fairpair.engine.standings.explain import Explanation, Separation, Term
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.tiebreak import NumberStyle

MANY = 8
"""Names that are not listed any more but counted."""
NameOf = Callable[[PlayerId], str]
_WITHOUT_OPPONENT = {
    Kind.PAIRING_BYE: "bye",
    Kind.FULL_BYE: "full-point bye",
    Kind.HALF_BYE: "half-point bye",
    Kind.ZERO_BYE: "absent",
    Kind.LOSS_BYE: "missed, counted as lost",
}
_CALLED = {"PTS": "points", "random": "lot"}
_UNDEFINED = {"random": "not drawn, as there is no seed to draw it from"}


def number(value: Fraction | None, style: NumberStyle = "points", places: int = 2) -> str:
    """A tie-break's number for people; a dash where it is undefined or settles nothing.

    >>> number(Fraction(2, 3), "percent"), number(Fraction(41, 3)), number(Fraction(29, 2))
    ('66.67%', '13.67', '14.5')
    """
    if value is None or (style == "place" and not value):
        return "-"
    if style == "percent":
        return f"{rounded(100 * value, places)}%"
    text = format_number(value)
    return rounded(value, places) if "/" in text else text


def rounded(value: Fraction, places: int) -> str:
    """A decimal with so many places, halves away from zero.

    >>> rounded(Fraction(1, 3), 2), rounded(Fraction(-1, 8), 2), rounded(Fraction(2), 1)
    ('0.33', '-0.13', '2.0')
    """
    units = (2 * abs(value) * 10**places + 1) // 2
    return format_decimal(-units if value < 0 else units, places)


def label(link: Link) -> str:
    """How a step is called in a sentence: points, OMW%, BH/C1, match wins, lot."""
    if link.tiebreak.code in _CALLED:
        return _CALLED[link.tiebreak.code]
    if link.tiebreak.shown == "percent":
        return f"{link.options.text.upper()}%"
    return link.options.text.replace("_", " ")


def explanation_text(why: Explanation, name_of: NameOf) -> str:
    """`Buchholz 14.5 = 3.5 (Bo) + 4 (Cy); the 1 of Di was cut`."""
    tiebreak, text = why.link.tiebreak, why.link.options.text
    title = tiebreak.name if text.upper() == tiebreak.code.upper() else f"{tiebreak.name} ({text})"
    if tiebreak.split is not None:
        return title + _encounter_text(why, name_of)
    if why.value is None:
        return f"{title}: {_UNDEFINED.get(tiebreak.code, 'undefined here')}"
    return f"{title} {number(why.value, tiebreak.shown)}{_reason(why, name_of)}"


def separation_text(why: Separation, name_of: NameOf) -> str:
    """`Ana above Bo: equal on points and OMW%, GW% 66.67% against 60.00%`."""
    upper, lower = name_of(why.upper), name_of(why.lower)
    equal = listed(map(label, why.equal)) if why.equal else ""
    if why.decided_by is None:
        return f"{upper} and {lower} are level on {equal}"
    style = why.decided_by.tiebreak.shown
    for places in (2, 4, 8, 16):
        a, b = ("none" if v is None else number(v, style, places) for v in why.values)
        if a != b:
            break
    before = f"equal on {equal}, " if equal else ""
    place = " place" if style == "place" else ""
    own = ""
    if why.own_match is not None:
        own = f" ({' against '.join(map(number, why.own_match))} from their own match)"
    return f"{upper} above {lower}: {before}{label(why.decided_by)}{place} {a} against {b}{own}"


def _reason(why: Explanation, name_of: NameOf) -> str:
    """The terms, and what was done to their sum."""
    style, shown_as = why.link.tiebreak.terms or why.link.tiebreak.shown, why.link.tiebreak.shown
    counted = [term for term in why.terms if term.counted]
    cuts = _cut_text([term for term in why.terms if not term.counted], style, name_of)
    if not counted:
        return f": no round counts{cuts}"
    if len(why.terms) == 1 and counted[0].amount == why.value and not counted[0].kind:
        named = counted[0].label
        return "" if named == why.link.tiebreak.name.lower() else f": {named}"
    body = _added(counted, style, name_of)
    if why.divisor != 1:
        body = f"({body}) / {why.divisor}" if len(counted) > 1 else f"{body} / {why.divisor}"
    exact = sum((term.amount for term in counted), Fraction(0)) / why.divisor
    if why.floor is not None:
        return f": the floor, as {body} = {number(exact, shown_as)} is less{cuts}"
    return f" = {body}{', rounded' if exact != why.value else ''}{cuts}"


def _encounter_text(why: Explanation, name_of: NameOf) -> str:
    """` with Bo and Cy: 1.5 = 1 (Bo) + 0.5 (Cy), place 1 of 3`."""
    if len(why.tied) == 1:
        return ": not needed, nobody is level"
    others = _named([p for p in why.tied if p != why.player], name_of)
    points = sum((t.amount for t in why.details), Fraction(0))
    sums = f"{number(points)} = {_added(why.details, 'points', name_of)}" if why.details else ""
    outcome = f"place {why.value} of {len(why.tied)}" if why.value else "which settles nothing"
    return f" with {others}: {sums or 'no match'}, {outcome}"


def _added(terms: Sequence[Term], style: NumberStyle, name_of: NameOf) -> str:
    """`3 (Bo) + 1 (Cy) - 2 (bonus or penalty)`."""
    first, *others = terms
    text = f"{number(first.amount, style)} ({_source(first, name_of)})"
    for term in others:
        sign = "-" if term.amount < 0 else "+"
        text += f" {sign} {number(abs(term.amount), style)} ({_source(term, name_of)})"
    return text


def _source(term: Term, name_of: NameOf) -> str:
    """Whom or what a term comes from, and anything special about it."""
    asides = _asides(term)
    return f"{_whose(term, name_of)}: {asides}" if asides else _whose(term, name_of)


def _cut_text(terms: Sequence[Term], style: NumberStyle, name_of: NameOf) -> str:
    """`; the 1 of Di and the 4 of Ed (forfeit win) were cut`."""
    if not terms:
        return ""
    each = []
    for term in terms:
        of = "" if term.label.startswith("after ") else "of "
        asides = f" ({_asides(term)})" if _asides(term) else ""
        each.append(f"the {number(term.amount, style)} {of}{_whose(term, name_of)}{asides}")
    return f"; {listed(each)} {'was' if len(each) == 1 else 'were'} cut"


def _whose(term: Term, name_of: NameOf) -> str:
    if term.opponent is not None:
        return name_of(term.opponent)
    return term.label if term.kind is None else f"round {term.round_no}"


def _asides(term: Term) -> str:
    """What kind of round it was, if not simply played, and why it counts as it does."""
    kind = ""
    if term.kind is not None and term.kind is not Kind.PLAYED:
        kind = _WITHOUT_OPPONENT.get(term.kind, term.kind.value.replace("_", " "))
    return ", ".join(filter(None, (kind, term.note)))


def _named(players: list[PlayerId], name_of: NameOf) -> str:
    return listed(map(name_of, players)) if len(players) < MANY else f"{len(players)} others"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; with semicolons where a name has a comma itself."""
    *most, last = names
    comma = "; " if any("," in name for name in most) else ", "
    return f"{comma.join(most)} {joint} {last}" if most else last
