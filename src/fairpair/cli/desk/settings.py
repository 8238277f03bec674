"""`fairpair settings`: the rules of a tournament, and how they are changed."""

import json
from dataclasses import replace
from typing import Any

import click

from fairpair.app.use_cases.edits import configure
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rules import Rule, RulesView, rules_view
from fairpair.cli.desk.context import TournamentSession, name_argument, reason_option, write_command
from fairpair.cli.options import changes_of, set_option
from fairpair.cli.tables import sheet
from fairpair.core.errors import InvalidStateError, NotFoundError
from fairpair.core.suggestions import nearest
from fairpair.language.message import Message
from fairpair.log.commands import LeaveFideMode


@click.command()
@name_argument
@click.argument("keys", metavar="[KEY]...", nargs=-1)
@click.option(
    "--changed", "only_changed", is_flag=True, help="Only show rules that differ from the default."
)
@set_option("rounds=5")
@click.option("--name", "new_name", help="Rename the tournament.")
@click.option("--recommended", is_flag=True, help="Use the recommended rounds and cut.")
@click.option("--leave-fide", "leaves_fide_mode", is_flag=True, help="Leave FIDE mode permanently.")
@reason_option
@write_command
def settings(
    session: TournamentSession, keys: tuple[str, ...], only_changed: bool, **options: Any
) -> None:
    """Show or change the rules of tournament NAME.

    Use --set, --name or --recommended to change them. Once the tournament has started, some rules
    are locked, and changes to the others need a --reason.

    \b
        fairpair settings friday
        fairpair settings friday rounds cut
        fairpair settings friday --set rounds=5 --set cut=8
        fairpair settings friday --set rounds=5 --reason "more players than expected"
        fairpair settings open --leave-fide
    """
    changes = _changes(session, options)
    if options["leaves_fide_mode"]:
        if keys or only_changed or changes or options["new_name"] is not None:
            raise click.UsageError("--leave-fide goes with no other change.")
        session.report(session.execute(LeaveFideMode(options["reason"])))
        return
    if changes or options["new_name"] is not None:
        if keys or only_changed:
            raise click.UsageError("You cannot show and change rules at the same time.")
        name, reason = options["new_name"], options["reason"]
        session.report(
            session.service.run(session.command_context(), configure, name, changes or None, reason)
        )
        return
    view = _chosen(session, keys, only_changed)
    session.show(view, lambda: _table(view))


def _changes(session: TournamentSession, options: dict[str, Any]) -> dict[str, object]:
    advised = recommended_settings(session) if options["recommended"] else {}
    return {**advised, **changes_of(options["settings"])}


def recommended_settings(session: TournamentSession) -> dict[str, object]:
    """The recommended rounds and cut for the current players."""
    found = session.view(recommendation_view)
    if found.rounds is None:
        raise InvalidStateError("too-few-players.for-plan")
    return {"rounds": found.rounds, "cut": found.cut}


def _chosen(session: TournamentSession, keys: tuple[str, ...], only_changed: bool) -> RulesView:
    view = session.view(rules_view)
    known = [rule.key for rule in view.rules]
    for key in keys:
        if key not in known:
            near = nearest(key, known)
            code = "no-rule.near" if near else "no-rule"
            raise NotFoundError(code, rule=f"{key:.60}", near=near)
    rules = [
        rule
        for rule in view.rules
        if (not keys or rule.key in keys) and (not only_changed or rule.value != rule.default)
    ]
    return replace(view, rules=rules)


def _table(view: RulesView) -> str:
    rows = [(rule.key, _value(rule), _about(rule)) for rule in view.rules]
    return sheet(("rule", "value", "description"), rows, wrapped=True)


def _value(rule: Rule) -> str:
    value = rule.value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or str(Message("cli.no-value"))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _about(rule: Rule) -> str:
    about = rule.about
    if rule.choices:
        about = Message("cli.rule-with-choices", about=about, choices=rule.choices)
    return str(about if rule.changeable else Message("cli.rule-fixed", about=about))
