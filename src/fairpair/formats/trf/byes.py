"""How many rounds are played, and who has a bye in a later one (240, XXZ, 001 cells)."""

from collections.abc import Sequence

from fairpair.formats.trf.draft import Cell, Draft, PlayerDraft, column_of
from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.lines import Line
from fairpair.formats.trf.outcomes import REQUESTED
from fairpair.formats.trf.records import TrfBye


def rounds_played(players: Sequence[PlayerDraft]) -> int:
    """The highest round in which anybody has an opponent, `U` or `+`, or everybody a cell."""
    played = 0
    for player in players:
        for round_no in range(len(player.cells), played, -1):
            cell = player.cells[round_no - 1]
            if cell.opponent is not None or cell.result in ("U", "+"):
                played = round_no
                break
    readable = [player for player in players if player.readable]
    common = min((len(player.cells) for player in readable), default=0)
    for round_no in range(common, played, -1):
        if not any(player.cells[round_no - 1].blank for player in readable):
            return round_no
    return played


def read_old_byes(players: Sequence[PlayerDraft], found: Findings) -> None:
    """TRF06 wrote the half-point bye as `0000 - =`."""
    for player in players:
        for round_no, cell in enumerate(player.cells, 1):
            if cell.opponent is None and cell.result == "=":
                cell.result = "H"
                message = f"Round {round_no}: = without an opponent is a half-point bye (H)."
                found.note(player.line.number, column_of(round_no) + 7, "old-bye", message)


def fill_from_240(draft: Draft, played: int, found: Findings) -> None:
    """A blank cell of a played round becomes the bye that 240 gives; others must agree."""
    if draft.of_teams:
        return
    players = {player.id: player for player in draft.players if player.readable}
    for line, bye in draft.byes:
        player = players.get(bye.id)
        if player is None or bye.round_no > played:
            continue
        cell = player.cell(bye.round_no)
        if cell is None or cell.blank:
            player.put(bye.round_no, Cell(None, None, bye.kind))
        elif cell.opponent is not None or cell.result != bye.kind:
            _contradiction(line, bye, found)


def later_byes(draft: Draft, played: int, found: Findings) -> tuple[TrfBye, ...]:
    """Byes of rounds not yet played, from all three sources; XXZ gives way to `H` and `F`."""
    byes = {
        (round_no, player.id): cell.result
        for player in draft.players
        for round_no, cell in enumerate(player.cells[played:], played + 1)
        if cell.result in REQUESTED
    }
    for line, bye in [] if draft.of_teams else draft.byes:
        if bye.round_no > played:
            known = byes.setdefault((bye.round_no, bye.id), bye.kind)
            if known != bye.kind:
                _contradiction(line, bye, found)
    for _, player_id in draft.absent:
        byes.setdefault((played + 1, player_id), "Z")
    return tuple(TrfBye(round_no, kind, one) for (round_no, one), kind in sorted(byes.items()))


def _contradiction(line: Line, bye: TrfBye, found: Findings) -> None:
    message = (
        f"Record 240 gives player {bye.id} a bye {bye.kind} in round {bye.round_no},"
        " but another record says something else."
    )
    found.error(line.number, 5, "contradicting-byes", message)
