"""Sheets of ranks: the standings and the cross table, in parts if they are wide."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.app.printing.job import Job
from fairpair.app.views.leaders import find_leaders
from fairpair.app.views.player_rounds import CrossTable, cross_table
from fairpair.app.views.standings import StandingsRow, standings_view, tiebreak_heading
from fairpair.core.errors import NotFoundError
from fairpair.paper.layout import column_parts, numbers_width
from fairpair.paper.model import Column, Head, Ranked, RankedData

_SIZE = 9.5
_MARGINS, _RANK, _NAME = 2 * 39.7, 31.2, 150.0
"""Points of a page that its margins, the rank and the narrowest name take."""


def standings(job: Job) -> RankedData:
    """The standings after a round, or as they are now."""
    if job.stage not in (None, 1):
        raise NotFoundError("no-round.standings-of-knockout")
    view = standings_view(job.t, job.version, job.round)
    heads = [job.text(tiebreak_heading(one)) for one in view.tiebreaks]
    titles = [job.text("Points"), str(job.conventions.record_head), *heads]
    lines = [
        Ranked(str(row.rank or "-"), job.player_label(row, members=row.members), _cells(job, row))
        for row in view.players
    ]
    columns = [
        _column(title, [line.cells[n] for line in lines], strong=n == 0)
        for n, title in enumerate(titles)
    ]
    if view.round:
        done = job.text("After round {n}", n=view.round)
        done += "" if view.complete else f" {job.text('(incomplete)')}"
    else:
        done = job.text("Before the first round")
    made = _ranked_data(
        job,
        job.head("Standings", done),
        columns,
        lines,
        [
            (code, f"{one.name}. {one.about}")
            for code, one in zip(heads, view.tiebreaks, strict=True)
        ],
    )
    won = find_leaders(job.t) if job.t.finished and job.round is None else ()
    return replace(made, winner=", ".join(map(job.t.name_of, won)))


def crosstable(job: Job) -> RankedData:
    """Every player's rounds beside each other."""
    view = cross_table(job.t, job.version)
    lines = [
        Ranked(str(row.rank or "-"), job.player_label(row, club=False), _marks(view, n))
        for n, row in enumerate(view.players)
    ]
    rounds = [
        Column(str(n + 1), numbers_width([line.cells[n] for line in lines] or ["00w0"], _SIZE), -1)
        for n in range(view.rounds)
    ]
    columns = [
        *rounds,
        _column(job.text("Points"), [row.points for row in view.players], strong=True),
    ]
    head = job.head("Crosstable", job.text("After round {n}", n=view.rounds) if view.rounds else "")
    legend = [
        (
            "12w1",
            job.text("win against rank 12 with White (b = Black); = draw, 0 loss, * not finished"),
        ),
        ("+ =  -", job.text("not played: counted as a win, draw or loss")),
    ]
    return _ranked_data(job, head, columns, lines, legend)


def _marks(view: CrossTable, place: int) -> list[str]:
    row = view.players[place]
    cells = {cell.round: cell.text for cell in row.cells}
    return [*(cells.get(n + 1, "") for n in range(view.rounds)), row.points]


def _ranked_data(
    job: Job,
    head: Head,
    columns: Sequence[Column],
    lines: Sequence[Ranked],
    legend: Sequence[tuple[str, str]],
) -> RankedData:
    short, long = job.paper.points
    wide = sum(column.width for column in columns)
    landscape = wide + _MARGINS + _RANK + _NAME > short
    room = (long if landscape else short) - _MARGINS - _RANK - _NAME
    return RankedData(
        head=head,
        landscape=landscape,
        columns=columns,
        parts=column_parts([column.width for column in columns], room),
        lines=lines,
        legend=legend,
    )


def _column(title: str, values: Sequence[str], *, strong: bool = False) -> Column:
    places = max((len(value.partition(".")[2]) for value in values), default=0)
    padded = [f"{value.partition('.')[0]}{'.' * bool(places)}{'0' * places}" for value in values]
    return Column(title, numbers_width([title, *padded, *values], _SIZE), places, strong)


def _cells(job: Job, row: StandingsRow) -> list[str]:
    record = job.format_record(row.record)
    return [row.points, record, *(one.display for one in row.tiebreaks)]
