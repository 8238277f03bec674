"""Beginning, rules, cut, end."""

from fairpair.core.rules import Rules
from fairpair.log import events as e
from fairpair.log.fold.working import Working, folds


@folds(e.TournamentCreated)
def _(w: Working, event: e.TournamentCreated) -> None:
    rules = Rules.read(event.rules)
    w.set(created=True, name=event.name, rules=rules, draw_seed=event.draw_seed)


@folds(e.TournamentRenamed)
def _(w: Working, event: e.TournamentRenamed) -> None:
    w.set(name=event.name)


@folds(e.RulesChanged)
def _(w: Working, event: e.RulesChanged) -> None:
    before, after = w.tournament.rules, w.tournament.rules.changed(event.changes)
    w.set(rules=after)
    if before.for_pairing() != after.for_pairing():
        w.mark_draft_stale()


@folds(e.CutMade)
def _(w: Working, event: e.CutMade) -> None:
    t = w.tournament
    w.set(
        seeds={**t.seeds, event.stage: event.seeds},
        admissions={**t.admissions, event.stage: event.admission},
    )


@folds(e.TournamentFinished)
def _(w: Working, _event: e.TournamentFinished) -> None:
    w.set(finished=True)


@folds(e.TournamentReopened)
def _(w: Working, _event: e.TournamentReopened) -> None:
    w.set(finished=False)
