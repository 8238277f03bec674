"""What is legal in a file, but perhaps not meant: notes on one without errors."""

from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.outcomes import BYES
from fairpair.formats.trf.records import TrfCell, TrfFile

_NAMED_AT_MOST = 5


def remark(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Tell rounds with two byes or without games, and Baku acceleration of other points."""
    for round_no in range(1, file.rounds_played + 1):
        cells = [(player.id, player.rounds[round_no - 1]) for player in file.players]
        if not draft.has_teams:  # a team has its bye on all boards
            _tell_second_bye(round_no, cells, found)
        if all(cell.opponent is None and cell.result in BYES for _, cell in cells):
            first = cells[0][1]
            message = f"Round {round_no}: nobody has an opponent."
            found.note(first.line, first.column, "nobody-played", message)
    _tell_baku(file, draft, found)


def _tell_second_bye(round_no: int, cells: list[tuple[int, TrfCell]], found: Findings) -> None:
    """`U` is for one player a round (TRF26)."""
    byes = [(player, cell) for player, cell in cells if cell.result == "U"]
    if len(byes) > 1:
        *others, last = [str(player) for player, _ in byes[:_NAMED_AT_MOST]]
        more = f" ({len(byes)} players in all)" if len(byes) > _NAMED_AT_MOST else ""
        message = (
            f"Round {round_no}: {', '.join(others)} and {last}{more} have the pairing-allocated"
            " bye (U), which is for one player a round."
        )
        found.note(byes[1][1].line, byes[1][1].column, "second-bye", message)


def _tell_baku(file: TrfFile, draft: Draft, found: Findings) -> None:
    """Its premise: a win is worth two draws, a loss nothing (C.04.7, 1.1)."""
    points, line = file.points, draft.texts.get("192")
    fits = points.win == 2 * points.draw and points.loss == 0
    if line and file.system.upper().endswith("_BAKU") and not fits and not file.teams.numbered:
        message = (
            "Baku acceleration is for a win worth two draws and a loss worth nothing (C.04.7);"
            " the points of this file are others."
        )
        found.note(line.number, 5, "baku-points", message)
