"""The format laboratory: formats compared by many simulated tournaments, or the best one found.

The address of a page holds the whole question, so it can be kept and sent. The answer is worked out
in the background while the page waits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.laboratory.comparison import Comparison, Estimate, FigureRow
from fairpair.app.laboratory.jobs import LabJobs, LabState, LabTask
from fairpair.app.laboratory.kernel_rules import kernel_plays
from fairpair.app.laboratory.plan import (
    MOST_FORMATS,
    USUAL_TOP,
    Format,
    LabOptions,
    LabPlan,
    ResultModel,
    Strength,
    plan_comparison,
)
from fairpair.app.laboratory.search import (
    CUTS,
    Goal,
    Limits,
    Recommendation,
    Search,
    plan_search,
)
from fairpair.app.laboratory.wording import (
    conditions,
    estimate_text,
    figure_name,
    format_words,
    minutes_text,
    recommendation_words,
    why_fewer,
)
from fairpair.app.late import Late
from fairpair.app.typed_rules import rule_value
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.recommend import unbeaten_rounds
from fairpair.http.late_route import page_router
from fairpair.http.problems import status_of
from fairpair.language.message import Message, Phrase
from fairpair.presets import names, preset, rules_of
from fairpair.web.desk.round_forms import HERE
from fairpair.web.forms import field_error, read_choice, read_number
from fairpair.web.plots import Span, spans_of
from fairpair.web.site import PageRequest, Site

_PLAYERS = 64
_LIMITS = {"players": (4, 1024), "top": (1, 1024), "seed": (0, 999_999_999)}
_SEARCH_LIMITS = {"tables": (1, 9999), "round_minutes": (1, 1000), "knockout_minutes": (1, 1000)}
_FEWEST_TIMES, _MOST_TIMES = 10, {True: 100_000, False: 2_000}
"""Tournaments that a server plays for a page, with the exact engine and compiled."""
_FEW_ROWS = 3
"""Formats that there are fields for, at least."""
_EXAMPLE = "best_of=1"
"""What is shown in an empty field for rules."""
_ALL_BY_ENGINE = 4_000
"""Tournaments of all formats of a search together, if the exact engine plays them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plot: a format, its value, how far it is from the first one, and where."""

    name: Message
    rules: str
    """Those that only this format has."""
    value: Message
    difference: Message | str
    span: Span | None
    clear: bool = False
    minutes: Message | str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with a line for each format."""

    name: Message
    zero: float | None
    lines: Sequence[Line]


def router(site: Site) -> APIRouter:
    """The routes: for the administrator, and for the organiser of a tournament."""
    routes = page_router()

    @routes.get("/lab")
    def laboratory(request: Request) -> Response:
        """For no tournament in particular."""
        return _page(site, site.visit(request, Role.ADMIN), "base.html")

    @routes.get(f"{HERE}/lab")
    def laboratory_of_tournament(request: Request) -> Response:
        """For the players and the game of a tournament."""
        return _page(site, site.visit(request, Role.ORGANISER), "desk/base.html")

    return routes


def _page(site: Site, visit: PageRequest, frame: str) -> Response:
    asked = dict(visit.request.query_params)
    form = {**_usual(visit), **asked} if asked.get("go") else {**_usual(visit), **_known(asked)}
    visit = replace(visit, form=form)
    searches = form.get("do") == "search"
    state: LabState | None = None
    refusal: DomainError | None = None
    task: LabTask | None = None
    if asked.get("go"):
        try:
            task = _task(visit, searches=searches)
            state = _jobs(visit).ask(task)
        except DomainError as error:
            refusal = error
    answer = site.page(
        visit,
        "lab.html",
        frame=frame,
        live=None,
        form=form,
        searches=searches,
        rows=_rows(form),
        knockouts=[(size, Message("lab.top-knockout", cut=size)) for size in CUTS],
        margins=Message("lab.margins"),
        presets=[(name, Phrase(preset(name).title)) for name in names() if not _is_for_teams(name)],
        example=_EXAMPLE,
        state=state,
        refusal=refusal,
        **_shown(state, task),
    )
    if refusal is not None:
        answer.status_code = status_of(refusal)
    return answer


def _jobs(visit: PageRequest) -> LabJobs:
    found: Late[LabJobs] = visit.request.app.state.laboratory
    return found.get()


# What is asked for


def _usual(visit: PageRequest) -> dict[str, str]:
    """What the fields hold at first: rounds that suit the field, and one more."""
    asked = visit.request.query_params.get("players", "")
    players = int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 5 else _PLAYERS
    game = names()[0]
    if visit.tournament:
        entered = sum(not one.dropped for one in visit.t.entries.values())
        game = _preset_like(visit.t)
        players = entered if entered >= _LIMITS["players"][0] else players
    rounds = max(1, unbeaten_rounds(max(2, players)))
    return {
        "players": str(players),
        "preset": game,
        "top": str(USUAL_TOP),
        "model": Strength.RATING.value,
        "seed": "1",
        "rounds-1": str(rounds),
        "rounds-2": str(rounds + 1),
        "hours": "8",
        "round_minutes": "60",
        "knockout_minutes": "75",
        "goal": Goal.WINNER.value,
    }


def _known(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked[key] for key in ("players", "preset", "do") if asked.get(key)}


def _preset_like(t: Tournament) -> str:
    """The preset of the tournament's game, if there is one."""
    rules = t.rules
    found = ((name, rules_of(name, {})) for name in names())
    near = (name for name, one in found if (one.game, one.system) == (rules.game, rules.system))
    return next(near, names()[0])


def _is_for_teams(name: str) -> bool:
    return bool(rules_of(name, {}).boards)


def _rows(form: Mapping[str, str]) -> range:
    """The numbers of the formats that there are fields for: one more than are filled in."""
    filled = [n for n in range(1, MOST_FORMATS + 1) if _is_filled(form, n)]
    return range(1, min(MOST_FORMATS, max(_FEW_ROWS, max(filled, default=0) + 1)) + 1)


def _is_filled(form: Mapping[str, str], number: int) -> bool:
    return any(form.get(f"{key}-{number}", "").strip() for key in ("rounds", "cut", "rules"))


def _task(visit: PageRequest, *, searches: bool) -> LabTask:
    form = visit.form
    numbers = {name: _number(visit, name, *limits) for name, limits in _LIMITS.items()}
    model = ResultModel(read_choice(visit, "model", Strength) or Strength.RATING)
    filled = [n for n in range(1, MOST_FORMATS + 1) if _is_filled(form, n)]
    formats = [_typed(form, "rules-all")] if searches else [_format(visit, n) for n in filled]
    options = LabOptions(formats, preset=form.get("preset", ""), model=model, **numbers)
    if not searches:
        plan = plan_comparison(options)
        plan = replace(plan, compiled=kernel_plays(plan))
        return LabTask(plan, _times(visit, plan, plan.usual_times))
    limits = _limits(visit)
    plan = plan_search(options, limits)
    plan = replace(plan, compiled=kernel_plays(plan))
    usual = plan.usual_times
    if not plan.compiled:
        usual = max(_FEWEST_TIMES, min(usual, _ALL_BY_ENGINE // len(plan.formats)))
    goal = read_choice(visit, "goal", Goal) or Goal.WINNER
    return LabTask(Search(plan, limits, goal), _times(visit, plan, usual))


def _format(visit: PageRequest, number: int) -> dict[str, object]:
    changes: dict[str, object] = {}
    if visit.form.get(f"rounds-{number}", "").strip():
        changes["rounds"] = _number(visit, f"rounds-{number}", 1, 99)
    cut = visit.form.get(f"cut-{number}", "")
    if cut:
        none = cut == "none"
        changes["cut"] = None if none else _number(visit, f"cut-{number}", 2, 512)
    return {**changes, **_typed(visit.form, f"rules-{number}")}


def _typed(form: Mapping[str, str], name: str) -> dict[str, object]:
    """Further rules: KEY=VALUE, separated by spaces."""
    changes: dict[str, object] = {}
    for one in form.get(name, "").split():
        key, sign, value = one.partition("=")
        if not sign or not key:
            raise field_error(name, Message("field-problem.key-value", typed=one[:40]))
        changes[key] = rule_value(key, value)
    return changes


def _number(visit: PageRequest, name: str, low: int, high: int) -> int:
    found = read_number(visit, name)
    if found is None:
        raise field_error(name, Message("field-problem.required"))
    if not low <= found <= high:
        raise field_error(name, Message("field-problem.range", low=low, high=high))
    return found


def _times(visit: PageRequest, plan: LabPlan, usual: int) -> int:
    if not visit.form.get("times", "").strip():
        return usual
    return _number(visit, "times", _FEWEST_TIMES, _MOST_TIMES[plan.compiled])


def _limits(visit: PageRequest) -> Limits:
    found = {
        name: _number(visit, name, *ends)
        for name, ends in _SEARCH_LIMITS.items()
        if name != "tables" or visit.form.get("tables", "").strip()
    }
    return Limits(_minutes(visit), **found)


def _minutes(visit: PageRequest) -> int:
    typed = visit.form.get("hours", "").strip().replace(",", ".")
    try:
        hours = float(typed)
    except ValueError:
        hours = 0.0
    if not 0.5 <= hours <= 100:
        raise field_error("hours", Message("field-problem.range", low="0.5", high=100))
    return round(60 * hours)


# What is shown


def _shown(state: LabState | None, task: LabTask | None) -> dict[str, Any]:
    found = state.found if state else None
    if task is None or found is None:
        return {"figures": (), "advice": (), "conditions": (), "candidates": None}
    fewer = why_fewer(task.plan)
    comparison = found.comparison if isinstance(found, Recommendation) else found
    said = [*conditions(comparison), *([fewer] if fewer else [])]
    if isinstance(found, Recommendation):
        words = recommendation_words(found)
        return {"figures": (), "advice": words, "conditions": said, "candidates": _ranked(found)}
    figures = [_figure(row, found) for row in found.rows]
    return {"figures": figures, "advice": (), "conditions": said, "candidates": None}


def _figure(row: FigureRow, found: Comparison) -> Figure:
    """The differences to the first format."""
    share = row.is_share
    spans, zero = spans_of([one.ends for one in row.differences[1:]], zero=True)
    lines = [
        Line(
            format_words(one),
            _own_rules(one),
            estimate_text(row.values[n], is_share=share),
            estimate_text(row.differences[n], is_share=share, signed=True) if n else "",
            spans[n - 1] if n else None,
            n > 0 and row.differences[n].is_clear,
        )
        for n, one in enumerate(found.plan.formats)
    ]
    return Figure(figure_name(row.name, found.plan), zero if spans else None, lines)


def _ranked(found: Recommendation) -> Figure:
    """All formats that fit, the best first."""
    share = found.comparison.row(found.figure).is_share
    spans, _ = spans_of([one.value.ends for one in found.candidates])
    lines = [
        Line(
            format_words(one.format),
            _own_rules(one.format),
            estimate_text(one.value, is_share=share),
            _behind(one.behind, is_share=share),
            span,
            one == found.chosen,
            minutes_text(one.minutes),
        )
        for one, span in zip(found.candidates, spans, strict=True)
    ]
    return Figure(figure_name(found.figure, found.comparison.plan), None, lines)


def _behind(behind: Estimate | None, *, is_share: bool) -> Message | str:
    if behind is None:
        return Message("lab.clearly-worse")
    if behind.margin == 0 and behind.mean == 0:
        return ""
    return estimate_text(behind, is_share=is_share, signed=True)


def _own_rules(one: Format) -> str:
    """What the words for a format leave out."""
    known = ("rounds=", "cut=", "preset")
    return " ".join(word for word in one.name.split() if not word.startswith(known))
