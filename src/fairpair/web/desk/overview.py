"""The first page of the desk: where the event stands, the next step, and all rounds."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome, Steps
from fairpair.app.service import Service
from fairpair.app.use_cases import clocks, rounds
from fairpair.app.views.header import report_notices
from fairpair.app.views.history import Action, actions
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.results import rare_results_of
from fairpair.app.views.rounds import ClockView, clock_view, round_list
from fairpair.app.views.status import status
from fairpair.app.views.tournaments import state_text
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.results import Adjourned
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.engine.stages.progress import NextStep, plan_for, progress, round_title
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.events import RoundDrafted
from fairpair.log.stored import StoredEvent
from fairpair.web.menu import present_round
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of the overview."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        t, version = visit.t, visit.version
        planned = recommendation_view(t, version) if t.phase is Phase.SETUP else None
        return site.page(
            visit,
            "desk/overview.html",
            hall=hall_of(t, site.service.now),
            usual_length=clocks.usual_length(t),
            changes=latest_changes(site.service, visit),
            now=status(t, version),
            state=state_text(t),
            step=next_step(t),
            rounds=round_list(t, version).rounds,
            planned=planned,
            notices=list(report_notices(t)),
            rules=t.rules,
            in_fide_mode=t.is_in_fide_mode,
            reach=reach_of(visit.request),
            final=ranking_view(t, version) if t.finished else None,
            **data,
        )

    @routes.get("/desk/{tournament}")
    def overview(request: Request) -> Response:
        """Where the event stands."""
        return page(site.visit(request, Role.SCOREKEEPER))

    @routes.post("/desk/{tournament}/next")
    async def step(request: Request) -> Response:
        """Take the next step."""
        return await site.act(
            request, Role.ORGANISER, lambda visit: take_step(site.service, visit), page
        )

    return routes


MOST_WAITING = 12
MOST_TABLES = 400
"""A larger hall is not drawn: nobody finds a table among squares that small."""
_LATEST = 5


@dataclass(frozen=True, slots=True)
class Hall:
    """The round that is played: `tables` with whether each waits, is disputed or has its result."""

    stage: int
    round: int
    title: Message
    tables: tuple[tuple[int, str], ...]
    done: int
    total: int
    disputed: int
    clock: ClockView | None
    seconds_left: int | None


def hall_of(t: Tournament, now: str) -> Hall | None:
    """The hall while a round is played; no tables if there are too many to draw."""
    ref = present_round(t)
    round_ = t.rounds.get(ref)
    if round_ is None or round_.status != RoundStatus.PUBLISHED or t.finished:
        return None
    pending, disputed = frozenset(round_.pending), frozenset(round_.disputed)
    total = len(round_.pairings)
    drawn = sorted(round_.pairings) if total <= MOST_TABLES else ()
    state = {**dict.fromkeys(pending, "open"), **dict.fromkeys(disputed, "bad")}
    tables = tuple((number, state.get(number, "in")) for number in drawn)
    return Hall(
        ref.stage,
        ref.round_no,
        round_title(t, ref),
        tables,
        done=total - len(pending),
        total=total,
        disputed=len(disputed),
        clock=clock_view(round_),
        seconds_left=clocks.seconds_left(round_.clock, now) if round_.clock else None,
    )


def latest_changes(service: Service, visit: PageRequest) -> Sequence[Action]:
    """What was done last."""
    rows = partial(_load_after, service, visit.here)
    return actions(visit.journal, rows, size=_LATEST).actions


def _load_after(service: Service, here: TournamentId, after: int) -> Sequence[StoredEvent]:
    return service.store.load(here, after=after)


@dataclass(frozen=True, slots=True)
class NextStepView:
    """The step, the round it is about, and what the one after it waits for.

    `step` is a name of `NextStep` in small letters: `enter`, `draft`, `publish` ... `after` is the
    step that follows once `waiting` is done, `after_title` its round.
    """

    step: str
    text: Message
    stage: int
    round: int
    title: Message
    waiting: tuple[Message, ...]
    waiting_count: int
    after: str
    after_title: Message | str
    cut: int | None
    entered: int
    players: int
    """Of those who are entered, whom the round is for."""
    first: bool
    """Nothing has been published yet."""
    can_adjourn: bool
    """The few games without a result can be adjourned."""
    opens: tuple[Message, ...] = ()
    """Matches of the knock-out that can begin while others still play."""


def next_step(t: Tournament) -> NextStepView:
    """What to do now."""
    now = progress(t)
    ref = t.upcoming
    after, after_title = (
        _after(t) if now.step in (NextStep.RESULTS, NextStep.COMPLETE) else ("", "")
    )
    return NextStepView(
        now.step.name.lower(),
        now.text,
        ref.stage,
        ref.round_no,
        round_title(t, ref),
        now.waiting[:MOST_WAITING],
        len(now.waiting),
        after,
        after_title,
        cut_size(t.rules, len(t.entries)),
        len(t.entries),
        len(t.entrants_in(ref)),
        t.phase is Phase.SETUP,
        _can_adjourn(t),
        now.opens,
    )


def _can_adjourn(t: Tournament) -> bool:
    """Whether the game has adjourned results, and at least half of the round is in."""
    round_ = t.rounds.get(t.upcoming)
    possible = any(one.value == str(Adjourned()) for one in rare_results_of(t.rules, stage=t.stage))
    return possible and round_ is not None and 2 * len(round_.pending) <= len(round_.pairings)


def _after(t: Tournament) -> tuple[str, Message | str]:
    """What comes when all results are in: the next round of the stage, the cut, or the end."""
    plan, following = plan_for(t), t.upcoming.next
    planned = plan.round_at(following)
    if planned is not None:
        return "draft", planned.title
    endless = t.rules.rounds is None and t.rules.system != "round_robin"
    if t.stage == 1 and endless:
        return "draft", following.title
    return ("cut", "") if plan.stage_at(t.stage + 1) is not None else ("finish", "")


def take_step(service: Service, visit: PageRequest) -> Outcome | str:
    """Do what the form says; a draft is looked at next."""
    order, step = visit.command_context, visit.form.get("step", "")
    if step == "draft":
        return draft(service, visit, rounds.draft_or_follow_suggestion)
    if step == "complete":
        return service.run(order, rounds.run_in_round, _round(visit), c.CompleteRound())
    if step == "open":
        return service.run(order, rounds.open_matches)
    if step == "cut":
        return service.run(order, rounds.cut)
    if step == "finish":
        early = visit.form.get("early") == "yes"
        return service.run(order, rounds.finish, early=early, reason=visit.form.get("reason", ""))
    if step == "reopen":
        reopen = c.ReopenTournament(visit.form.get("reason", ""))
        return service.run_command(order, reopen)
    raise InvalidInputError("bad-step")


def draft(
    service: Service,
    visit: PageRequest,
    use_case: Callable[[Tournament, RoundRef, rounds.RoundOptions], Steps],
) -> Outcome | str:
    """Pair the round as a draft, or make it possible; it is paired with the next press then."""
    ref = _round(visit)
    form = visit.form
    options = rounds.RoundOptions(
        draft_only=True,
        remedy=form.get("remedy", ""),
        adjourn_missing=form.get("adjourn") == "yes",
    )
    done = service.run(visit.command_context, use_case, ref, options)
    if not any(isinstance(event, RoundDrafted) for event in done.events):
        return done
    return f"/desk/{visit.here}/round/{ref.stage}/{ref.round_no}?did={done.action}"


def _round(visit: PageRequest) -> RoundRef:
    """The round that the form is about."""
    stage, number = visit.form.get("stage", ""), visit.form.get("round", "")
    if not (stage.isdecimal() and number.isdecimal() and len(stage + number) < 8):
        raise InvalidInputError("bad-round.missing")
    return RoundRef(int(stage), int(number))
