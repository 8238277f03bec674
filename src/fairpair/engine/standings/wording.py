"""Explanations as messages, made from the data and nothing else."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_decimal, format_number
from fairpair.core.rounds import RoundRef
from fairpair.engine.standings.explain import Explanation, Separation, Term
from fairpair.engine.standings.registry import Link
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.tiebreak import NumberStyle
from fairpair.language.message import Message, Phrase

MANY = 8
"""From this number of names on, they are counted, not listed."""
NameOf = Callable[[PlayerId], str]
_LABELS = {"PTS": Message("tiebreak-label.points"), "random": Message("tiebreak-label.lot")}
_WORDS = frozenset({"buchholz", "cumulative", "difficulty", "rating", "margin", "mean"})
"""Codes that are words, as those with an underscore are."""
_SAME_AS_NAME = frozenset({"term.rating", "term.external-value", "term.pairing-number"})
"""Labels that repeat what the tie-break is called."""


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
    """A decimal with this number of places, halves away from zero.

    >>> rounded(Fraction(1, 3), 2), rounded(Fraction(-1, 8), 2), rounded(Fraction(2), 1)
    ('0.33', '-0.13', '2.0')
    """
    units = (2 * abs(value) * 10**places + 1) // 2
    return format_decimal(-units if value < 0 else units, places)


def label(link: Link) -> Message | str:
    """What a step is called in a sentence: points, OMW%, BH/C1, match wins, lot."""
    code = link.tiebreak.code
    if code in _LABELS:
        return _LABELS[code]
    text = link.options.text
    if "_" in code or (code in _WORDS and text.lower() == code):
        return Message(f"tiebreak-label.{code.replace('_', '-')}")
    return f"{text.upper()}%" if link.tiebreak.shown == "percent" else text


def full_name(link: Link) -> Message:
    """What a tie-break is called, with what is cut: Buchholz and Buchholz cut 1 are two."""
    name, options = Phrase(link.tiebreak.name), link.options
    if not options.cut_low:
        return name
    kind = "median" if options.cut_high else "cut"
    return Message(f"tiebreak-name.{kind}", name=name, n=options.cut_low)


def explanation_text(why: Explanation, name_of: NameOf) -> Message:
    """`Buchholz 14.5 = 3.5 (Bo) + 4 (Cy); not counted: 1 (Di)`."""
    tiebreak = _tiebreak_name(why.link)
    if why.link.tiebreak.split is not None:
        return _encounter_text(why, tiebreak, name_of)
    if why.value is None:
        drawn = why.link.tiebreak.code == "random"
        return Message("explanation.not-drawn" if drawn else "explanation.undefined", name=tiebreak)
    style = why.link.tiebreak.terms or why.link.tiebreak.shown
    text = _value_text(why, tiebreak, style, name_of)
    cut = [_amount(term, style, name_of) for term in why.terms if not term.counted]
    return Message("explanation.not-counted", explanation=text, terms=cut) if cut else text


def separation_text(why: Separation, name_of: NameOf) -> Message:
    """`Ana is ahead of Bo: tied on points and OMW%; GW% 66.67% against 60.00%`."""
    values: dict[str, object] = {"upper": name_of(why.upper), "lower": name_of(why.lower)}
    equal = [label(link) for link in why.equal]
    if why.order is not None:
        return Message("separation.ordered", reason=why.order.reason, equal=equal, **values)
    if why.decided_by is None:
        return Message("separation.tied", equal=equal, **values)
    style = why.decided_by.tiebreak.shown
    a, b = _different(why, style)
    step = label(why.decided_by)
    values |= {"a": a, "b": b, "equal": equal}
    values["step"] = Message("separation.place", step=step) if style == "place" else step
    text = Message("separation.after-tie" if equal else "separation.decided", **values)
    if why.own_match is None:
        return text
    own = map(number, why.own_match)
    return Message("separation.own-match", separation=text, a=next(own), b=next(own))


def _different(why: Separation, style: NumberStyle) -> list[str | Message]:
    """The two values with as many places as tell them apart."""
    none = Message("separation.no-value")
    for places in (2, 4, 8, 16):
        found = [none if v is None else number(v, style, places) for v in why.values]
        if found[0] != found[1]:
            break
    return found


def _tiebreak_name(link: Link) -> Message:
    """The declared name, with the code as it was written if that differs."""
    name, text = Phrase(link.tiebreak.name), link.options.text
    if text.upper() == link.tiebreak.code.upper():
        return name
    return Message("explanation.tiebreak", name=name, code=text)


def _value_text(
    why: Explanation, tiebreak: Message, style: NumberStyle, name_of: NameOf
) -> Message:
    """The value with its terms, and what was done to their sum."""
    shown = why.link.tiebreak.shown
    values: dict[str, object] = {"name": tiebreak, "value": number(why.value, shown)}
    counted = [term for term in why.terms if term.counted]
    if not counted:
        return Message("explanation.no-rounds", **values)
    if len(why.terms) == 1 and counted[0].amount == why.value and counted[0].label is not None:
        if counted[0].label.code in _SAME_AS_NAME:
            return Message("explanation.value", **values)
        return Message("explanation.reason", reason=counted[0].label, **values)
    values["sum"] = _sum_text(counted, why.divisor, style, name_of)
    exact = sum((term.amount for term in counted), Fraction(0)) / why.divisor
    if why.floor is not None:
        return Message("explanation.floor", exact=number(exact, shown), **values)
    return Message("explanation.rounded" if exact != why.value else "explanation.sum", **values)


def _sum_text(terms: Sequence[Term], divisor: int, style: NumberStyle, name_of: NameOf) -> Message:
    """`(3 (Bo) + 1 (Cy) - 2 (bonus or penalty)) / 3`."""
    first, *others = terms
    texts = [_amount(first, style, name_of)]
    for term in others:
        code = "term.minus" if term.amount < 0 else "term.plus"
        texts.append(_amount(term, style, name_of, code))
    if divisor == 1:
        return Message("sum.terms", terms=texts)
    code = "sum.divided" if others else "sum.one-divided"
    return Message(code, terms=texts, divisor=divisor)


def _encounter_text(why: Explanation, tiebreak: Message, name_of: NameOf) -> Message:
    """`Direct encounter with Bo and Cy: 1.5 = 1 (Bo) + 0.5 (Cy), place 1 of 3`."""
    if len(why.tied) == 1:
        return Message("explanation.not-needed", name=tiebreak)
    others = [name_of(p) for p in why.tied if p != why.player]
    many = [Message("explanation.many-others", n=len(others))]
    values: dict[str, object] = {
        "name": tiebreak,
        "others": others if len(others) < MANY else many,
        "place": why.value,
        "of": len(why.tied),
    }
    settled = "place" if why.value else "open"
    if not why.details:
        return Message(f"explanation.no-match-{settled}", **values)
    values["points"] = number(sum((t.amount for t in why.details), Fraction(0)))
    values["sum"] = _sum_text(why.details, 1, "points", name_of)
    return Message(f"explanation.encounter-{settled}", **values)


def _amount(term: Term, style: NumberStyle, name_of: NameOf, code: str = "term.first") -> Message:
    """A number and where it is from; a sign before it makes up for that of a negative number."""
    amount = term.amount if code == "term.first" else abs(term.amount)
    return Message(code, amount=number(amount, style), source=_source(term, name_of))


def _source(term: Term, name_of: NameOf) -> Message | str:
    """Whom or what a term comes from, and anything special about it."""
    asides: list[Message] = []
    if term.kind is not None and term.kind is not Kind.PLAYED:
        asides.append(Message(f"term.{term.kind.value.replace('_', '-')}"))
    if term.note is not None:
        asides.append(term.note)
    whose = _whose(term, name_of)
    return Message("term.source", whose=whose, asides=asides) if asides else whose


def _whose(term: Term, name_of: NameOf) -> Message | str:
    if term.opponent is not None:
        return name_of(term.opponent)
    if term.kind is None:
        return term.label or ""
    return RoundRef(1, term.round_no or 0).name
