"""`fairpair header`: where, when and by whom a tournament is held."""

import json
from pathlib import Path
from typing import Any

import click

from fairpair.app.pictures import PictureFiles, change_header
from fairpair.app.views.header import HeaderFieldView, HeaderView, header_view
from fairpair.cli.desk.context import TournamentSession, name_argument, write_command
from fairpair.cli.files import read_content
from fairpair.cli.options import set_option
from fairpair.cli.tables import sheet
from fairpair.core.header import HEADER, to_text
from fairpair.formats.pictures import PictureKind
from fairpair.language.message import Message

_PICTURE = click.Path(path_type=Path, dir_okay=False)
_SEPARATORS = {"round_dates": ",", "arbiters": ";"}


@click.command()
@name_argument
@set_option("city=Leipzig", "one detail")
@click.option("--logo", type=_PICTURE, help="Upload this picture as the logo.")
@click.option("--banner", type=_PICTURE, help="Upload this picture as the banner.")
@write_command
def header(
    session: TournamentSession, settings: tuple[str, ...], logo: Path | None, banner: Path | None
) -> None:
    """Show or change the details of tournament NAME: place, dates, arbiters, colour, pictures.

    You can change them at any time with --set; an empty value clears a detail. For chess, the list
    ends with what a FIDE report still needs.

    \b
        fairpair header city-open
        fairpair header city-open --set city=Leipzig --set federation=GER
        fairpair header city-open --logo club.png --banner hall.jpg --set accent=ocean
        fairpair header city-open --set round_dates=2026-11-20T09:00,2026-11-21T09:00
        fairpair header city-open --set "arbiters=FA Roe, Rick (4600002); NA Poe, Ann"
    """
    files = {PictureKind.LOGO: logo, PictureKind.BANNER: banner}
    sent = PictureFiles({kind: read_content(path) for kind, path in files.items() if path})
    if settings or sent.files:
        context = session.command_context()
        session.report(change_header(session.service, context, _changes(settings), sent))
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
