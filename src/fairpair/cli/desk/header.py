"""`fairpair header`: where, when and by whom a tournament is held."""

import json
from typing import Any

import click

from fairpair.app.use_cases.edits import run_idempotent
from fairpair.app.views.header import HeaderFieldView, HeaderView, header_view
from fairpair.cli.desk.context import TournamentSession, name_argument, write_command
from fairpair.cli.options import set_option
from fairpair.cli.tables import sheet
from fairpair.core.header import HEADER, to_text
from fairpair.language.message import Message
from fairpair.log.commands import ChangeHeader

_SEPARATORS = {"round_dates": ",", "arbiters": ";"}


@click.command()
@name_argument
@set_option("city=Leipzig", "one detail")
@write_command
def header(session: TournamentSession, settings: tuple[str, ...]) -> None:
    """Show or change the details of tournament NAME: place, dates, arbiters, time control.

    You can change them at any time with --set; an empty value clears a detail. For chess, the list
    ends with what a FIDE report still needs.

    \b
        fairpair header city-open
        fairpair header city-open --set city=Leipzig --set federation=GER
        fairpair header city-open --set round_dates=2026-11-20T09:00,2026-11-21T09:00
        fairpair header city-open --set "arbiters=FA Roe, Rick (4600002); NA Poe, Ann"
    """
    if settings:
        command = ChangeHeader(_changes(settings))
        service = session.service
        session.report(service.run(session.command_context(), run_idempotent, command))
        return
    view = session.view(header_view)
    session.show(view, lambda: _table(view))


def _changes(settings: tuple[str, ...]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for setting in settings:
        key, sign, text = setting.partition("=")
        key = key.strip()
        if not sign or not key:
            raise click.BadParameter(f"{setting!r} must be KEY=VALUE.", param_hint="--set")
        if key in changes:
            raise click.UsageError(f"{key} is set twice.")
        changes[key] = _value(key, text)
    return changes


def _value(key: str, text: str) -> Any:
    """A list is JSON, or has its separator between the entries."""
    if key not in HEADER or HEADER[key].kind.form not in ("lines", "table"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return [one.strip() for one in text.split(_SEPARATORS.get(key, ","))] if text else []


def _table(view: HeaderView) -> str:
    rows = [(one.key, str(one.title), _shown(one)) for one in view.fields]
    notices = "".join(f"{notice}\n" for notice in view.notices)
    return sheet(("detail", "meaning", "value"), rows, wrapped=True) + notices


def _shown(one: HeaderFieldView) -> str:
    return to_text(one.value) or str(Message("cli.no-value"))
