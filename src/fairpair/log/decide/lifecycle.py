"""Beginning, rules, cut, end, and taking back."""

from collections.abc import Sequence

from fairpair.core.rules import OTHER_NAMES, Rules, plain
from fairpair.engine.rule_validation import sound_rules
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide.registry import basis_of, decides, require_change
from fairpair.log.journal import Journal
from fairpair.log.tidy import short_text, tidy_name, tidy_reason
from fairpair.log.undo import last_action, last_undone, undo_of


@decides(c.CreateTournament)
def _(_j: Journal, command: c.CreateTournament) -> Sequence[e.Event]:
    rules = sound_rules(Rules(), command.rules).as_settings()
    draw_seed = short_text("draw_seed", command.draw_seed, needed=True)
    return [e.TournamentCreated(tidy_name(command.name), rules, draw_seed)]


@decides(c.RenameTournament)
def _(j: Journal, command: c.RenameTournament) -> Sequence[e.Event]:
    name = tidy_name(command.name)
    require_change(j.tournament.name != name, f"It is called {name} already.")
    return [e.TournamentRenamed(name)]


@decides(c.ChangeRules)
def _(j: Journal, command: c.ChangeRules) -> Sequence[e.Event]:
    """Only what really changes is kept, in its exact form."""
    before, after = j.tournament.rules, sound_rules(j.tournament.rules, command.changes)
    keys = (OTHER_NAMES.get(key, key) for key in command.changes)
    changes = {k: plain(getattr(after, k)) for k in keys if getattr(before, k) != getattr(after, k)}
    require_change(bool(changes), "The rules are like that already.")
    return [e.RulesChanged(changes, tidy_reason(command.reason))]


@decides(c.MakeCut)
def _(j: Journal, command: c.MakeCut) -> Sequence[e.Event]:
    basis = basis_of(j, command.basis)
    return [e.CutMade(j.tournament.stage + 1, command.seeds, basis, command.admission)]


@decides(c.FinishTournament)
def _(_j: Journal, command: c.FinishTournament) -> Sequence[e.Event]:
    return [e.TournamentFinished(command.early, tidy_reason(command.reason))]


@decides(c.ReopenTournament)
def _(_j: Journal, command: c.ReopenTournament) -> Sequence[e.Event]:
    return [e.TournamentReopened(tidy_reason(command.reason, needed=True))]


@decides(c.Undo)
def _(j: Journal, command: c.Undo) -> Sequence[e.Event]:
    action = last_action(j) if command.action is None else command.action
    return [e.ActionUndone(action, tidy_reason(command.reason))]


@decides(c.Redo)
def _(j: Journal, command: c.Redo) -> Sequence[e.Event]:
    action = last_undone(j) if command.action is None else command.action
    return [e.ActionUndone(undo_of(j, action))]
