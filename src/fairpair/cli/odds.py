"""`fairpair odds`: everybody's chances, estimated by playing on very often."""

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from fairpair.app.files.running import tournament_in
from fairpair.app.odds.runs import MOST_TIMES, run_odds, times_planned
from fairpair.app.odds.sources import MODELS
from fairpair.app.simulation.batch import cores
from fairpair.app.views.odds import (
    OddsOptions,
    OddsRow,
    OddsView,
    interval,
    odds_task,
    odds_view,
    percent,
    percent_of,
)
from fairpair.app.views.tournaments import find_tournament
from fairpair.cli.dependencies import database_option
from fairpair.cli.desk.context import dependencies_of, json_option, to_api_json
from fairpair.cli.files import read_content
from fairpair.cli.output import join_lines, progress_bar, write
from fairpair.cli.tables import sheet
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import set_vocabulary

_LIKELY = 0.01
"""Points of the last place that are rarer are not shown."""


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--top",
    type=click.IntRange(1, 10_000),
    help="Number of places. [default: the size of the cut, otherwise 1]",
)
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default="rating",
    show_default=True,
    help="How results are drawn: by rating, or all players equally strong.",
)
@click.option(
    "--times",
    type=click.IntRange(1, MOST_TIMES),
    help="Number of continuations. [default: until all intervals are at most 2 points wide]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 10**15),
    default=1,
    show_default=True,
    metavar="NUMBER",
    help="Random seed; the same seed gives the same answer.",
)
@json_option
@database_option
@click.pass_context
def odds(ctx: click.Context, /, name: str, database: str, *, is_json: bool, **options: Any) -> None:
    """Estimate every player's chances in tournament NAME, or in a file.

    The rest of the event is played many times, with its own rules, players and pairings. The
    results are estimates with 95 % intervals; for what is certain, see `fairpair outlook`.

    \b
        fairpair odds city-open --top 8
        fairpair odds city-open --top 8 --model equal --times 20000
        fairpair odds city-open.fairpair.json --top 8 --json
    """
    t, version = _tournament(ctx, name, database)
    set_vocabulary(vocabulary_of(t.rules))
    view = _estimate(t, version, OddsOptions(**options))
    write(to_api_json(view) if is_json else _text(view))


def _tournament(ctx: click.Context, name: str, database: str) -> tuple[Tournament, int]:
    """The tournament and its version, 0 in a file."""
    file = Path(name)
    if name == "-" or file.is_file():
        return tournament_in(read_content(file)), 0
    with closing(dependencies_of(ctx).open_service(database, create=False)) as service:
        journal = service.journal(find_tournament(service, name))
        return journal.tournament, journal.version


def _estimate(t: Tournament, version: int, options: OddsOptions) -> OddsView:
    task = odds_task(t, version, options)
    # The kernel is done before other processes have started.
    processes = 0 if task.source.name == "kernel" else cores()
    most = times_planned(task.source, options.times)
    label = Message("cli.progress.odds")
    with (
        closing(run_odds(task.source, options.times, processes)) as found,
        progress_bar(label) as so_far,
    ):
        for counts in found:
            so_far(counts.times, most)
    return odds_view(task, counts)


def _text(view: OddsView) -> str:
    heads = (
        "rank",
        "no.",
        "name",
        "points",
        f"top {view.top}",
        "95 %",
        "win",
        "draw",
        "loss",
        "1st",
    )
    rows = [_cells(row) for row in view.players]
    parts = [
        Message("cli.odds.line-part", points=one.points, share=percent_of(one.share))
        for one in view.line
        if one.share >= _LIKELY
    ]
    lines = [Message("cli.odds.line", top=view.top, points=parts), view.notice, view.method]
    if view.why_engine is not None:
        lines.append(Message(f"odds.why-{view.why_engine.value.replace('_', '-')}"))
    return sheet(heads, rows, left={2}) + join_lines(lines)


def _cells(row: OddsRow) -> tuple[str, ...]:
    chances = (row.after_win, row.after_draw, row.after_loss, row.first)
    return (
        *(str(row.rank or "-"), str(row.id), row.name, row.points),
        *(percent(row.top), interval(row.top)),
        *map(percent, chances),
    )
