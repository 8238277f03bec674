"""A sheet: the first three with their points."""

from fairpair.plugin import (
    Column,
    Job,
    PlayerLabel,
    Ranked,
    RankedData,
    Sheet,
    Standings,
    tiebreak_input,
)

_PLACES = 3


def gather(job: Job) -> RankedData:
    """What is on the sheet, as texts; a template of Fairpair sets it."""
    rows = Standings(tiebreak_input(job.t)).rows
    lines = [
        Ranked(str(row.rank), PlayerLabel(job.t.name_of(row.player)), [str(row.points)])
        for row in rows
        if row.rank and row.rank <= _PLACES
    ]
    return RankedData(
        head=job.head("Podium"),
        landscape=False,
        columns=[Column(job.text("Points"), 60, strong=True)],
        parts=[(0, 1)],
        lines=lines,
        legend=[],
    )


SHEET = Sheet(
    name="podium",
    title="Podium",
    about="The first three with their points.",
    of_round=False,
    gather=gather,
)
