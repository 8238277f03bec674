"""When a tournament may begin, change its rules, cut, end and go on."""

from itertools import pairwise

from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import RoundStatus
from fairpair.core.rules import CHANGEABLE_AFTER_START, OTHER_NAMES, Rules
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.rule_validation import sound_rules
from fairpair.engine.stages.cut import MOST
from fairpair.engine.stages.kinds import KINDS, Play
from fairpair.engine.stages.progress import Step, is_deserted, knock_out_of, plan_for, progress
from fairpair.log import events as e
from fairpair.log.permit.playable import require_fitting
from fairpair.log.permit.registry import checks, known, require_created
from fairpair.log.permit.rounds import require_nothing_adjourned, results_pending


@checks(e.TournamentCreated, general=False)
def _(t: Tournament, event: e.TournamentCreated) -> None:
    if t.created:
        raise InvalidStateError("exists", f"{t.name} is there already.", "Choose another id.")
    sound_rules(Rules(), event.rules)


@checks(e.TournamentRenamed)
def _(_t: Tournament, _event: e.TournamentRenamed) -> None:
    """Whenever it is not over."""


@checks(e.RulesChanged)
def _(t: Tournament, event: e.RulesChanged) -> None:
    rules = sound_rules(t.rules, event.changes)
    if t.phase != Phase.SETUP:
        _require_changeable(event)
    played = sum(ref.stage == 1 for ref in t.rounds)
    if rules.rounds is not None and rules.rounds < played:
        raise InvalidStateError(
            "rounds-played",
            f"Round {played} exists already: there cannot be only {rules.rounds} rounds.",
            "Finish the tournament early instead, or discard the draft.",
        )
    if t.stage > 1 and rules.rounds != t.rules.rounds:
        raise InvalidStateError(
            "stage-over",
            "The cut is made: the number of rounds before it cannot be changed any more.",
            "Undo the cut first if more rounds are to be played.",
        )
    require_fitting(t, event)


@checks(e.CutMade)
def _(t: Tournament, event: e.CutMade) -> None:
    if event.stage != t.stage + 1:
        text = f"The next stage is {t.stage + 1}, not {event.stage}."
        raise InvalidStateError("wrong-stage", text, "Make the cut again.")
    if t.stage > 1:
        require_leads_on(t)
    if t.stage > 1 or t.rules.mode != "elimination":
        _require_stage_done(t)
    require_nothing_adjourned(t)
    if len(set(event.seeds)) < max(2, len(event.seeds)):
        raise InvalidStateError(
            "bad-cut", "A cut needs at least two players, each once.", "Name the seeds again."
        )
    _require_sound_admission(event)
    for player in event.seeds:
        if known(t, player).dropped:
            raise InvalidStateError(
                "dropped",
                f"{t.name_of(player)} has left and cannot be in the cut.",
                "Take the next in line, or reinstate them first.",
            )
        if t.stage > 1 and player not in (*t.seeds[t.stage], *t.admission(t.stage).through):
            text = f"{t.name_of(player)} is not in stage {t.stage}."
            raise InvalidStateError("not-in-stage", text, "Choose among those who play it.")


def require_leads_on(t: Tournament) -> Play:
    """The present stage, if another one follows it and it is over."""
    play = knock_out_of(t, t.stage)
    if play is None or not t.admission(t.stage).leads_on:
        raise InvalidStateError("no-cut", "No stage follows this one.", "Play it out, then finish.")
    if not play.over:
        raise InvalidStateError(
            "play-in-open", "The play-in is not over.", "Play it to its end first."
        )
    return play


def _require_sound_admission(event: e.CutMade) -> None:
    how = event.admission
    if how.kind not in KINDS:
        text = f"There are no stages of the kind {how.kind!r}."
        raise InvalidStateError("bad-cut", text, f"Choose one of {', '.join(KINDS)}.")
    numbers = how.numbers
    rising = all(a < b for a, b in pairwise((0, *numbers)))
    if numbers and (len(numbers) != len(event.seeds) or not rising or numbers[-1] > MOST):
        text = f"The seed numbers must rise from 1 to {MOST} at most, one for each player."
        raise InvalidStateError("bad-cut", text, "Number the seeds again.")
    if not 1 <= how.places < len(event.seeds) or set(how.through) & set(event.seeds):
        raise InvalidStateError(
            "bad-cut",
            "Of those who play for places some must go on and some not.",
            "Name who plays for how many places, and apart from them who is through.",
        )


@checks(e.TournamentFinished)
def _(t: Tournament, event: e.TournamentFinished) -> None:
    # After the draw of a knock-out nobody can enter any more: if all leave then, it is over.
    if t.phase == Phase.SETUP and not (t.stage > 1 and is_deserted(t, t.upcoming)):
        raise InvalidStateError(
            "not-started",
            f"{t.name} has not started.",
            "Publish round 1 first, or undo its creation.",
        )
    if not event.early:
        _require_stage_done(t)
        require_nothing_adjourned(t)
        is_left = not is_deserted(t, t.upcoming)
        if is_left and plan_for(t).stage_at(t.stage + 1) is not None:
            text = "The cut is still to be made."
            raise InvalidStateError("rounds-left", text, "Make it, or finish early.")
        found = progress(t)
        if t.stage > 1 and found.step is Step.DRAFT:
            text = f"The knock-out is not over: {found.text}."
            raise InvalidStateError("rounds-left", text, "Play it, or finish early.")


@checks(e.TournamentReopened, general=False)
def _(t: Tournament, _event: e.TournamentReopened) -> None:
    require_created(t)
    if not t.finished:
        raise InvalidStateError(
            "not-finished", f"{t.name} is not finished.", "There is nothing to do."
        )


def _require_changeable(event: e.RulesChanged) -> None:
    frozen = sorted({OTHER_NAMES.get(k, k) for k in event.changes} - CHANGEABLE_AFTER_START)
    if frozen:
        raise InvalidStateError(
            "rules-frozen",
            f"After the start {', '.join(frozen)} cannot be changed any more.",
            "Keep the rule, or begin another tournament with the right one.",
        )
    if not event.reason:
        raise InvalidStateError(
            "reason-needed", "After the start a change of rules needs a reason.", "Give a reason."
        )


def _require_stage_done(t: Tournament) -> None:
    """Every round that was begun is complete, and in stage 1 all of them were played."""
    latest = t.latest
    if latest is None:
        if is_deserted(t, t.upcoming):
            return
        raise InvalidStateError("rounds-left", "No round of this stage was played.", _ROUNDS_LEFT)
    latest = min(latest, t.upcoming)
    running = t.rounds[latest]
    if running.status == RoundStatus.PUBLISHED and running.pending:
        raise results_pending(latest, running)
    if running.status != RoundStatus.COMPLETE:
        raise InvalidStateError(
            "round-open",
            f"{latest.title} is not complete.",
            "Complete it, or discard it if it is a draft.",
        )
    planned = t.rules.rounds
    is_short = t.stage == 1 and planned is not None and latest.round_no < planned
    if is_short and not is_deserted(t, t.upcoming):
        text = f"Only {latest.round_no} of {planned} rounds are played."
        raise InvalidStateError("rounds-left", text, _ROUNDS_LEFT)


_ROUNDS_LEFT = "Play them, change the number of rounds, or finish early."
