"""`fairpair outlook`: who is surely among the first players."""

import click

from fairpair.app.views.outlook import OutlookView, outlook_view
from fairpair.cli.desk.context import TournamentSession, name_argument, read_command
from fairpair.cli.output import join_lines
from fairpair.cli.tables import sheet
from fairpair.language.message import Message


@click.command()
@name_argument
@click.option(
    "--top",
    type=click.IntRange(1, 10_000),
    help="Number of places. [default: the size of the cut, otherwise 1]",
)
@read_command
def outlook(session: TournamentSession, top: int | None) -> None:
    """Show who is certain of a top place in tournament NAME, whatever happens.

    \b
        fairpair outlook city-open
        fairpair outlook city-open --top 8
        fairpair outlook city-open --top 8 --json
    """
    view = session.view(outlook_view, top)
    session.show(view, lambda: _text(view))


def _text(view: OutlookView) -> str:
    rows = [(str(x.rank or "-"), str(x.id), x.name, x.points, str(x.text)) for x in view.players]
    lines = [Message("cli.outlook.locked", n=view.locked, top=view.top), view.notice]
    if view.line is not None:
        fewest, most = view.line.fewest, view.line.most
        values = {"top": view.top, "fewest": fewest, "most": most, "points": most}
        code = "line-fixed" if fewest == most else "line"
        lines.insert(1, Message(f"cli.outlook.{code}", **values))
    heads = ("rank", "no.", "name", "points", "outlook")
    return sheet(heads, rows, left={2, 4}) + join_lines(lines)
