"""The figures and the recommendation in words, for people."""

import math
from collections.abc import Iterator

from fairpair.app.laboratory.comparison import Comparison, Estimate
from fairpair.app.laboratory.kernel_rules import has_kernel
from fairpair.app.laboratory.plan import Format, LabPlan
from fairpair.app.laboratory.search import Candidate, Recommendation
from fairpair.language.message import Message, Phrase


def figure_name(name: str, plan: LabPlan) -> Message:
    """What a figure is called."""
    return Message(f"lab.figure.{name.replace('_', '-')}", top=plan.top)


def estimate_text(one: Estimate, *, is_share: bool, signed: bool = False) -> Message:
    """`12.77 ± 0.01`, with as many digits as the margin makes sense of."""
    digits = _digits(one)
    mean = f"{one.mean:{'+' if signed else ''}.{digits}f}".replace("-", "\N{MINUS SIGN}")
    if one.margin == 0 or not math.isfinite(one.margin):
        return Message("lab.percent-alone" if is_share else "lab.number-alone", mean=mean)
    code = "lab.percent" if is_share else "lab.number"
    return Message(code, mean=mean, margin=f"{one.margin:.{digits}f}")


def _digits(one: Estimate) -> int:
    if one.margin == 0:
        return 0 if one.mean == round(one.mean) else 2
    if not math.isfinite(one.margin):
        return 2
    return max(1, min(4, 1 - math.floor(math.log10(one.margin))))


def format_words(one: Format) -> Message:
    """`6 rounds, top 8 knockout`."""
    rounds = Message("cli.rounds", n=one.plan.rounds)
    if one.places is None:
        return Message("lab.format", rounds=rounds)
    return Message("lab.format-cut", rounds=rounds, cut=one.places)


def comparison_cells(found: Comparison) -> tuple[list[str], list[tuple[str, ...]]]:
    """The table of all figures: each format, and the difference of each to the first."""
    formats = found.plan.formats
    heads = ["figure", *(one.name for one in formats)]
    heads += [_difference_head(one.name, len(formats)) for one in formats[1:]]
    rows = []
    for row in found.rows:
        share = row.is_share
        values = [estimate_text(one, is_share=share) for one in row.values]
        values += [estimate_text(one, is_share=share, signed=True) for one in row.differences[1:]]
        rows.append((str(figure_name(row.name, found.plan)), *map(str, values)))
    return heads, rows


def _difference_head(name: str, formats: int) -> str:
    if formats == 2:
        return str(Message("lab.difference"))
    return str(Message("lab.difference-of", format=name))


def conditions(found: Comparison) -> list[Message]:
    """What was played, how, and what the margins mean."""
    plan = found.plan
    titles = [Phrase(one) for one in dict.fromkeys(one.plan.title for one in plan.formats)]
    title = titles[0] if len(titles) == 1 else " / ".join(map(str, titles))
    values = {"title": title, "players": plan.players, "seed": plan.seed}
    lines = [
        Message("lab.head", n=found.counts.events, **values),
        Message(f"lab.model.{plan.model.strength}"),
    ]
    if plan.model.downs_lose is not None:
        lines.append(Message("lab.model.pair-downs", percent=plan.model.downs_lose))
    lines.append(Message("lab.by-kernel" if plan.compiled else "lab.by-engine"))
    return lines


def why_fewer(plan: LabPlan) -> Message | None:
    """Why fewer tournaments were played than with the kernel, if they were."""
    if plan.compiled:
        return None
    return Message("lab.fewer" if has_kernel() else "lab.not-installed")


def minutes_text(minutes: int) -> Message:
    """`7:15 h`."""
    return Message("lab.minutes", hours=minutes // 60, minutes=f"{minutes % 60:02}")


def recommendation_words(found: Recommendation) -> list[Message]:
    """The recommended format, and why it is that."""
    chosen = found.chosen
    head = Message(
        "lab.recommended",
        format=format_words(chosen.format),
        time=minutes_text(chosen.minutes),
        limit=minutes_text(found.limits.minutes),
    )
    return [head, *_reasons(found)]


def _reasons(found: Recommendation) -> Iterator[Message]:
    figure = figure_name(found.figure, found.comparison.plan)
    chosen, best = found.chosen, found.best
    value = _value(found, best.value)
    if chosen is best:
        yield Message("lab.reason.best", figure=figure, value=value)
    else:
        yield Message(
            "lab.reason.best.shorter",
            format=format_words(best.format),
            time=minutes_text(best.minutes),
            figure=figure,
            value=value,
            difference=_difference(found, chosen),
        )
    yield from _shorter(found)
    if chosen.minutes == max(one.minutes for one in found.candidates):
        yield Message("lab.reason.longest", limit=minutes_text(found.limits.minutes))
    sittings = found.limits.sittings(found.players)
    if sittings > 1:
        matches = found.players // 2
        values = {"tables": found.limits.tables, "matches": matches, "sittings": sittings}
        yield Message("lab.reason.sittings", **values)
    if chosen.byes:
        yield Message("lab.reason.knockout-byes", n=chosen.byes)
    if found.players % 2:
        yield Message("lab.reason.byes")


def _shorter(found: Recommendation) -> Iterator[Message]:
    shorter = [one for one in found.candidates if one.minutes < found.chosen.minutes]
    if not shorter:
        return
    longest = max(shorter, key=lambda one: one.minutes)
    values = {"format": format_words(longest.format), "time": minutes_text(longest.minutes)}
    if longest.behind is None:
        yield Message("lab.reason.worse", **values)
    else:
        yield Message("lab.reason.worse-by", **values, difference=_difference(found, longest))


def _value(found: Recommendation, one: Estimate) -> Message:
    return estimate_text(one, is_share=found.comparison.row(found.figure).is_share)


def _difference(found: Recommendation, one: Candidate) -> Message:
    behind = one.behind or Estimate(0.0, 0.0)
    share = found.comparison.row(found.figure).is_share
    return estimate_text(behind, is_share=share, signed=True)
