"""Creating, changing, cutting and finishing a tournament; undo and redo."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.header import to_data
from fairpair.core.rounds import RoundStatus
from fairpair.core.rules import CHANGEABLE_AFTER_START, OTHER_NAMES, RULES, Rules, to_plain_data
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.fide.departures import require_fide_rules
from fairpair.engine.rule_validation import apply_valid_changes, change_rules, check_changes
from fairpair.engine.stages.cut import MOST
from fairpair.engine.stages.kinds import KINDS, StageState
from fairpair.engine.stages.progress import (
    NextStep,
    all_players_dropped,
    knock_out_of,
    plan_for,
    progress,
    round_name,
)
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import basis_of, decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_name, normalise_reason, require_short_text
from fairpair.log.rounds import require_nothing_adjourned, results_pending
from fairpair.log.undo import last_action, last_undone, undo_of
from fairpair.log.validate import get_entry, require_created, require_fitting, validator_for


@decider_for(c.CreateTournament)
def decide_create_tournament(_journal: Journal, command: c.CreateTournament) -> Sequence[e.Event]:
    require_fide_rules(apply_valid_changes(Rules(), command.rules)[0])
    rules = check_changes(Rules(), command.rules).as_settings()
    draw_seed = require_short_text("draw_seed", command.draw_seed, needed=True)
    return [e.TournamentCreated(normalise_name(command.name), rules, draw_seed)]


@validator_for(e.TournamentCreated, general=False)
def validate_tournament_created(t: Tournament, event: e.TournamentCreated) -> None:
    if t.created:
        raise InvalidStateError("exists", name=t.name)
    require_fide_rules(check_changes(Rules(), event.rules))


@applier_for(e.TournamentCreated)
def apply_tournament_created(builder: TournamentBuilder, event: e.TournamentCreated) -> None:
    rules = Rules.read(event.rules)
    builder.set(created=True, name=event.name, rules=rules, draw_seed=event.draw_seed)


@decider_for(c.RenameTournament)
def decide_rename_tournament(journal: Journal, command: c.RenameTournament) -> Sequence[e.Event]:
    name = normalise_name(command.name)
    require_change(journal.tournament.name != name, "name", name=name)
    return [e.TournamentRenamed(name)]


@validator_for(e.TournamentRenamed, general=False)
def validate_tournament_renamed(t: Tournament, _event: e.TournamentRenamed) -> None:
    """Always possible."""
    require_created(t)


@applier_for(e.TournamentRenamed)
def apply_tournament_renamed(builder: TournamentBuilder, event: e.TournamentRenamed) -> None:
    builder.set(name=event.name)


@decider_for(c.ChangeRules)
def decide_change_rules(journal: Journal, command: c.ChangeRules) -> Sequence[e.Event]:
    """Keep only what really changes, in its exact form."""
    t = journal.tournament
    before = t.rules
    if t.phase == Phase.SETUP and t.fide_exit is None:
        require_fide_rules(apply_valid_changes(before, command.changes)[0])
    after = change_rules(before, command.changes)
    changes = {
        key: to_plain_data(getattr(after, key))
        for key in RULES
        if getattr(before, key) != getattr(after, key)
    }
    require_change(bool(changes), "rules")
    return [e.RulesChanged(changes, normalise_reason(command.reason))]


@validator_for(e.RulesChanged)
def validate_rules_changed(t: Tournament, event: e.RulesChanged) -> None:
    rules = check_changes(t.rules, event.changes)
    if t.phase != Phase.SETUP:
        _require_changeable(t, event)
    elif t.fide_exit is None:
        require_fide_rules(rules)
    elif rules.fide != t.rules.fide:
        raise InvalidStateError("fide-mode-over")
    played = sum(ref.stage == 1 for ref in t.rounds)
    if rules.rounds is not None and rules.rounds < played:
        raise InvalidStateError("rounds-played", played=played, n=rules.rounds)
    if t.stage > 1 and rules.rounds != t.rules.rounds:
        raise InvalidStateError("stage-over")
    require_fitting(t, event)


@applier_for(e.RulesChanged)
def apply_rules_changed(builder: TournamentBuilder, event: e.RulesChanged) -> None:
    before, after = builder.tournament.rules, builder.tournament.rules.with_changes(event.changes)
    latest = builder.tournament.latest
    builder.set(rules=after)
    undecided = before.system == "dutch" and before.rounds is None
    if undecided and latest and latest.round_no < (after.rounds or 0):  # a draft, not of the last
        before = replace(before, rounds=after.rounds)
    if before.for_pairing() != after.for_pairing():
        builder.mark_draft_stale()


def _require_changeable(t: Tournament, event: e.RulesChanged) -> None:
    frozen = sorted({OTHER_NAMES.get(k, k) for k in event.changes} - CHANGEABLE_AFTER_START)
    if "elimination" not in (t.rules.mode, event.changes.get("mode")):
        frozen = [key for key in frozen if key != "mode"]  # only the knockout comes or goes
    if frozen:
        raise InvalidStateError("rules-frozen", rules=[Message(RULES[key].title) for key in frozen])
    if not event.reason:
        raise InvalidStateError("reason-needed")


@decider_for(c.ChangeHeader)
def decide_change_header(journal: Journal, command: c.ChangeHeader) -> Sequence[e.Event]:
    """Keep only what really changes, as it is stored."""
    before = journal.tournament.header
    after = before.with_changes(command.changes)
    changes = {
        key: to_data(getattr(after, key))
        for key in command.changes
        if getattr(before, key) != getattr(after, key)
    }
    require_change(bool(changes), "header")
    return [e.HeaderChanged(changes)]


@validator_for(e.HeaderChanged, general=False)
def validate_header_changed(t: Tournament, event: e.HeaderChanged) -> None:
    """Possible at any time: a report may need more after the tournament is finished."""
    require_created(t)
    t.header.with_changes(event.changes)


@applier_for(e.HeaderChanged)
def apply_header_changed(builder: TournamentBuilder, event: e.HeaderChanged) -> None:
    builder.set(header=builder.tournament.header.with_values(event.changes))


@decider_for(c.MakeCut)
def decide_make_cut(journal: Journal, command: c.MakeCut) -> Sequence[e.Event]:
    basis = basis_of(journal, command.basis)
    return [e.CutMade(journal.tournament.stage + 1, command.seeds, basis, command.admission)]


@validator_for(e.CutMade)
def validate_cut_made(t: Tournament, event: e.CutMade) -> None:
    if event.stage != t.stage + 1:
        raise InvalidStateError("wrong-stage", next=t.stage + 1, stage=event.stage)
    if t.stage > 1:
        require_leads_on(t)
    if t.stage > 1 or t.rules.mode != "elimination":
        _require_stage_done(t)
    require_nothing_adjourned(t)
    if len(set(event.seeds)) < max(2, len(event.seeds)):
        raise InvalidStateError("bad-cut.players")
    _require_sound_admission(event)
    for player in event.seeds:
        if get_entry(t, player).dropped:
            raise InvalidStateError("dropped.cut", player=t.name_of(player))
        if t.stage > 1 and player not in (*t.seeds[t.stage], *t.admission(t.stage).through):
            raise InvalidStateError("not-in-stage", player=t.name_of(player), stage=t.stage)


@applier_for(e.CutMade)
def apply_cut_made(builder: TournamentBuilder, event: e.CutMade) -> None:
    t = builder.tournament
    builder.set(
        seeds={**t.seeds, event.stage: event.seeds},
        admissions={**t.admissions, event.stage: event.admission},
    )


def require_leads_on(t: Tournament) -> StageState:
    """The current stage, if it is complete and another one follows it."""
    play = knock_out_of(t, t.stage)
    if play is None or not t.admission(t.stage).has_next_stage:
        raise InvalidStateError("no-cut")
    if not play.over:
        raise InvalidStateError("play-in-open")
    return play


def _require_sound_admission(event: e.CutMade) -> None:
    how = event.admission
    if how.kind not in KINDS:
        raise InvalidStateError("bad-cut.kind", kind=how.kind, kinds=list(KINDS))
    numbers = how.numbers
    rising = all(a < b for a, b in pairwise((0, *numbers)))
    if numbers and (len(numbers) != len(event.seeds) or not rising or numbers[-1] > MOST):
        raise InvalidStateError("bad-cut.numbers", most=MOST)
    if not 1 <= how.places < len(event.seeds) or set(how.through) & set(event.seeds):
        raise InvalidStateError("bad-cut.places")


def _require_stage_done(t: Tournament) -> None:
    """Require that every round is complete, and in stage 1 that all of them have been played."""
    latest = t.latest
    if latest is None:
        if all_players_dropped(t, t.upcoming):
            return
        raise InvalidStateError("rounds-left.none")
    latest = min(latest, t.upcoming)
    running = t.rounds[latest]
    if running.status == RoundStatus.PUBLISHED and running.pending:
        raise results_pending(t, latest)
    if running.status != RoundStatus.COMPLETE:
        is_draft = running.status == RoundStatus.DRAFT
        code = "round-open.draft" if is_draft else "round-open"
        raise InvalidStateError(code, round=round_name(t, latest))
    planned = t.rules.rounds
    is_short = t.stage == 1 and planned is not None and latest.round_no < planned
    if is_short and not all_players_dropped(t, t.upcoming):
        raise InvalidStateError("rounds-left", played=latest.round_no, n=planned)


@decider_for(c.FinishTournament)
def decide_finish_tournament(_journal: Journal, command: c.FinishTournament) -> Sequence[e.Event]:
    return [e.TournamentFinished(command.early, normalise_reason(command.reason))]


@validator_for(e.TournamentFinished)
def validate_tournament_finished(t: Tournament, event: e.TournamentFinished) -> None:
    # Nobody can join a knockout after its draw: if all players drop then, it is over.
    if t.phase == Phase.SETUP and not (t.stage > 1 and all_players_dropped(t, t.upcoming)):
        raise InvalidStateError("not-started", name=t.name)
    if not event.early:
        _require_stage_done(t)
        require_nothing_adjourned(t)
        is_left = not all_players_dropped(t, t.upcoming)
        if is_left and plan_for(t).stage_at(t.stage + 1) is not None:
            raise InvalidStateError("rounds-left.cut")
        if t.stage > 1 and progress(t).step is NextStep.DRAFT:
            raise InvalidStateError("rounds-left.knockout")


@applier_for(e.TournamentFinished)
def apply_tournament_finished(builder: TournamentBuilder, _event: e.TournamentFinished) -> None:
    builder.set(finished=True)


@decider_for(c.ReopenTournament)
def decide_reopen_tournament(_journal: Journal, command: c.ReopenTournament) -> Sequence[e.Event]:
    return [e.TournamentReopened(normalise_reason(command.reason, needed=True))]


@validator_for(e.TournamentReopened, general=False)
def validate_tournament_reopened(t: Tournament, _event: e.TournamentReopened) -> None:
    require_created(t)
    if not t.finished:
        raise InvalidStateError("not-finished", name=t.name)


@applier_for(e.TournamentReopened)
def apply_tournament_reopened(builder: TournamentBuilder, _event: e.TournamentReopened) -> None:
    builder.set(finished=False)


@decider_for(c.ArchiveTournament)
def decide_archive_tournament(journal: Journal, _command: c.ArchiveTournament) -> Sequence[e.Event]:
    t = journal.tournament
    require_change(not t.archived, "archived", name=t.name)
    return [e.TournamentArchived()]


@validator_for(e.TournamentArchived, general=False)
def validate_tournament_archived(t: Tournament, _event: e.TournamentArchived) -> None:
    """Always possible."""
    require_created(t)


@applier_for(e.TournamentArchived)
def apply_tournament_archived(builder: TournamentBuilder, _event: e.TournamentArchived) -> None:
    builder.set(archived=True)


@decider_for(c.UnarchiveTournament)
def decide_unarchive_tournament(
    journal: Journal, _command: c.UnarchiveTournament
) -> Sequence[e.Event]:
    t = journal.tournament
    require_change(t.archived, "unarchived", name=t.name)
    return [e.TournamentUnarchived()]


@validator_for(e.TournamentUnarchived, general=False)
def validate_tournament_unarchived(t: Tournament, _event: e.TournamentUnarchived) -> None:
    """Always possible."""
    require_created(t)


@applier_for(e.TournamentUnarchived)
def apply_tournament_unarchived(builder: TournamentBuilder, _event: e.TournamentUnarchived) -> None:
    builder.set(archived=False)


@decider_for(c.DeleteTournament)
def decide_delete_tournament(journal: Journal, _command: c.DeleteTournament) -> Sequence[e.Event]:
    return [e.TournamentDeleted(journal.tournament.name)]


@validator_for(e.TournamentDeleted, general=False)
def validate_tournament_deleted(t: Tournament, _event: e.TournamentDeleted) -> None:
    """Always possible."""
    require_created(t)


@applier_for(e.TournamentDeleted)
def apply_tournament_deleted(builder: TournamentBuilder, _event: e.TournamentDeleted) -> None:
    builder.set(created=False)


@validator_for(e.TournamentRestored, general=False)
def validate_tournament_restored(t: Tournament, _event: e.TournamentRestored) -> None:
    if t.created:
        raise InvalidStateError("exists", name=t.name)
    if not t.name:
        raise NotFoundError("no-tournament")


@applier_for(e.TournamentRestored)
def apply_tournament_restored(builder: TournamentBuilder, _event: e.TournamentRestored) -> None:
    builder.set(created=True)


@decider_for(c.Undo)
def decide_undo(journal: Journal, command: c.Undo) -> Sequence[e.Event]:
    action = last_action(journal) if command.action is None else command.action
    return [e.ActionUndone(action, normalise_reason(command.reason))]


@decider_for(c.Redo)
def decide_redo(journal: Journal, command: c.Redo) -> Sequence[e.Event]:
    action = last_undone(journal) if command.action is None else command.action
    return [e.ActionUndone(undo_of(journal, action))]
