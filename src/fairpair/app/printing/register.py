"""The register of sheets. A new sheet is one entry here, and all shells and the docs have it.

Extensions add more (`fairpair.sheets`).
"""

from collections.abc import Callable
from dataclasses import replace

from fairpair.app.printing.bracket import bracket
from fairpair.app.printing.forms import (
    arbiter_report,
    certificates,
    norm_sheet,
    officials,
    rating_sheet,
    start_list,
    tournament_report,
)
from fairpair.app.printing.job import Job
from fairpair.app.printing.present import now
from fairpair.app.printing.rankings import crosstable, standings
from fairpair.app.printing.report import report
from fairpair.app.printing.rounds import badges, names, pairings, score_sheets, slips, tents
from fairpair.app.views.ratings import has_ratings
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.registry import Extension, Registry, guarded, require_kind
from fairpair.core.rules import CHESS
from fairpair.core.suggestions import nearest
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of, vocabulary_of
from fairpair.language.texts import use
from fairpair.paper import pdf, pdf_in_process
from fairpair.paper.model import SheetData


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something that can be printed. `of_round`: of one round, the last one if none is named.

    `staff`: only the staff needs it, so nobody else can have a server make it. `codes`: it has
    codes that lead to pages of ours. `fits`: whether pages offer it for a tournament.
    """

    name: str
    title: str
    about: str
    of_round: bool
    gather: Callable[[Job], SheetData]
    staff: bool = False
    codes: bool = False
    fits: Callable[[Tournament], bool] = lambda _t: True


def _is_chess(t: Tournament) -> bool:
    return CHESS in conventions_of(t.rules).rules


_ALL = (
    Sheet(
        "now",
        "What the hall needs now",
        "Badges before the first round, pairings and result slips for a round, then the standings,"
        " in one file.",
        False,
        now,
        staff=True,
        codes=True,
    ),
    Sheet(
        "pairings",
        "Pairings by table",
        "All pairings by table, with points before the round and results so far.",
        True,
        pairings,
    ),
    Sheet(
        "names",
        "Pairings by name",
        "An alphabetical list showing each player's table.",
        True,
        names,
    ),
    Sheet(
        "slips",
        "Result slips",
        "A slip for each table in cut-and-stack order, with a QR code for reporting the result.",
        True,
        slips,
        staff=True,
        codes=True,
    ),
    Sheet(
        "scoresheets",
        "Blank score sheets",
        "Sheets for recording a match: moves in chess, otherwise games, scores or boards.",
        True,
        score_sheets,
        staff=True,
    ),
    Sheet(
        "standings",
        "Standings",
        "Ranks with points, record and tie-breaks. Use `round` for the standings after"
        " a particular round.",
        False,
        standings,
    ),
    Sheet(
        "crosstable",
        "Crosstable",
        "All results of every player in one table, over several pages if needed.",
        False,
        crosstable,
    ),
    Sheet("bracket", "Bracket", "The knockout bracket as a diagram.", False, bracket),
    Sheet(
        "badges",
        "Badges",
        "A name badge for every player, eight per page.",
        False,
        badges,
        staff=True,
    ),
    Sheet(
        "tents",
        "Table numbers",
        "Folding table-number cards with a QR code for the pairings.",
        False,
        tents,
        staff=True,
        codes=True,
    ),
    Sheet(
        "report",
        "Tournament report",
        "Ranking, statistics and charts for the whole tournament.",
        False,
        report,
    ),
    Sheet(
        "startlist",
        "Start list",
        "All players, with number, title, federation, rating and club.",
        False,
        start_list,
    ),
    Sheet(
        "officials",
        "Officials and regulations",
        "Place, dates, officials, rounds and regulations on one page, for the wall.",
        False,
        officials,
    ),
    Sheet(
        "arbiter",
        "Arbiter's report",
        "Rounds, games not played, byes and players who left, to be signed.",
        False,
        arbiter_report,
        staff=True,
        fits=_is_chess,
    ),
    Sheet(
        "ratings",
        "Rating changes",
        "The estimated FIDE rating change of each player.",
        False,
        rating_sheet,
        staff=True,
        fits=has_ratings,
    ),
    Sheet(
        "norms",
        "Title norms",
        "A page for every title norm made or within reach, with the reasons.",
        False,
        norm_sheet,
        staff=True,
        fits=_is_chess,
    ),
    Sheet(
        "certificates",
        "Certificates of title results",
        "The content of FIDE's form IT1 for every title norm made, to be signed.",
        False,
        certificates,
        staff=True,
        fits=_is_chess,
    ),
    Sheet(
        "it3",
        "Tournament report for FIDE",
        "The figures for FIDE's form IT3: players, federations, titles, officials.",
        False,
        tournament_report,
        staff=True,
        fits=_is_chess,
    ),
)


def _installed(found: Extension) -> Sheet:
    """A sheet of a package: whatever goes wrong in it is an error that names the package."""
    own: Sheet = found.value
    gather = guarded(own.gather, found)

    def checked(job: Job) -> SheetData:
        return require_kind(found, gather(job), SheetData)

    return replace(own, gather=checked)


SHEETS = Registry("fairpair.sheets", {sheet.name: sheet for sheet in _ALL}, _installed)


def get_sheet(name: str) -> Sheet:
    """The sheet with this name; `NotFoundError` names the nearest one."""
    if name in SHEETS:
        return SHEETS[name]
    near = nearest(name, SHEETS)
    if near:
        raise NotFoundError("no-sheet.near", sheet=f"{name:.60}", near=near)
    raise NotFoundError("no-sheet", sheet=f"{name:.60}", sheets=list(SHEETS))


def render_sheet(name: str, job: Job, *, apart: bool = False) -> bytes:
    """The PDF of a sheet; it may take a second or two, in which other threads go on.

    `apart`: in a process of its own, for servers.
    """
    typeset = pdf_in_process if apart else pdf
    with use(job.language, vocabulary_of(job.t.rules)):
        return typeset(get_sheet(name).gather(job), job.paper)
