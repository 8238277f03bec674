"""The register of sheets. A new sheet is one entry here, and all shells and the docs have it."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from fairpair.app.printing.bracket import bracket
from fairpair.app.printing.job import Job
from fairpair.app.printing.rankings import crosstable, standings
from fairpair.app.printing.report import report
from fairpair.app.printing.rounds import badges, names, pairings, score_sheets, slips, tents
from fairpair.core.errors import NotFoundError
from fairpair.paper import pdf, pdf_in_process
from fairpair.paper.model import SheetData


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something that can be printed. `of_round`: of one round, the last one if none is named.

    `staff`: only the staff needs it, so nobody else can have a server make it. `codes`: it has
    codes that lead to pages of ours.
    """

    name: str
    title: str
    about: str
    of_round: bool
    gather: Callable[[Job], SheetData]
    staff: bool = False
    codes: bool = False


_ALL = (
    Sheet(
        "pairings",
        "Pairings by table",
        "Who plays whom at which table, with points before the round and results so far.",
        True,
        pairings,
    ),
    Sheet(
        "names",
        "Pairings by name",
        "Where everybody sits, in the order of the names: to find oneself quickly.",
        True,
        names,
    ),
    Sheet(
        "slips",
        "Result slips",
        "A slip for each table in cut-stack order, with a code that leads to where it is reported.",
        True,
        slips,
        staff=True,
        codes=True,
    ),
    Sheet(
        "scoresheets",
        "Blank score sheets",
        "To write a match down: moves in chess, games, scores or boards elsewhere.",
        True,
        score_sheets,
        staff=True,
    ),
    Sheet(
        "standings",
        "Standings",
        "Every rank with points, record and tie-breaks; `round` for those after a round.",
        False,
        standings,
    ),
    Sheet(
        "crosstable",
        "Cross table",
        "Every player's rounds beside each other; many rounds go on further pages.",
        False,
        crosstable,
    ),
    Sheet("bracket", "Bracket", "The knock-out tree as a drawing.", False, bracket),
    Sheet(
        "badges",
        "Badges",
        "A badge to wear for every player, eight on a page.",
        False,
        badges,
        staff=True,
    ),
    Sheet(
        "tents",
        "Table numbers",
        "Tents to fold for every table, with a code that leads to the pairings.",
        False,
        tents,
        staff=True,
        codes=True,
    ),
    Sheet(
        "report",
        "Tournament report",
        "Ranking, statistics and plots of the whole event.",
        False,
        report,
    ),
)
SHEETS = {sheet.name: sheet for sheet in _ALL}


def get_sheet(name: str) -> Sheet:
    """The sheet with this name; `NotFoundError` names the nearest one."""
    if name in SHEETS:
        return SHEETS[name]
    near = get_close_matches(name, SHEETS, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(SHEETS)}."
    raise NotFoundError("no-sheet", f"There is no sheet {name!r:.60}.", hint)


def render_sheet(name: str, job: Job, *, apart: bool = False) -> bytes:
    """The PDF of a sheet; it may take a second or two, in which other threads go on.

    `apart`: in a process of its own, for servers.
    """
    made = pdf_in_process if apart else pdf
    return made(get_sheet(name).gather(job), job.paper)
