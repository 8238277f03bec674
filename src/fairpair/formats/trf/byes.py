"""How many rounds are played, and who has a bye in a later one (240, XXZ, 001 cells).

These three are read as one, and which of them is written depends on the dialect.
"""

from collections.abc import Sequence
from dataclasses import field, replace

from fairpair.core.dataclass import dataclass
from fairpair.formats.trf.cells import LONE_FORFEITS, REQUESTED, column_of
from fairpair.formats.trf.draft import Draft, PlayerDraft
from fairpair.formats.trf.lines import Findings, Line
from fairpair.formats.trf.model import TrfBye, TrfCell, TrfFile
from fairpair.formats.trf.points import Dialect
from fairpair.language.message import Message

_LONE_RESULTS = dict.fromkeys("=D", "H") | dict.fromkeys("-0L", "Z") | dict.fromkeys("+1W", "")
"""The byes that results without an opponent stand for; of a win that depends on the round."""


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


def read_old_byes(draft: Draft, found: Findings) -> None:
    """Results without an opponent, which older files and other programs write for byes.

    | written | bye |
    |---|---|
    | `=` `D` | half-point bye, as in TRF06 |
    | `+` `1` `W` | pairing-allocated bye if nobody else has a bye like it in the round, else `F` |
    | `-` `0` `L` | zero-point bye |

    In a team event `+` and `-` stay: the team had no opponent, or did not come.
    """
    cells: dict[int, list[tuple[PlayerDraft, TrfCell]]] = {}
    for player in draft.players:
        for round_no, cell in enumerate(player.cells, 1):
            kept = draft.has_teams and cell.result in LONE_FORFEITS
            if cell.opponent is None and cell.result in _LONE_RESULTS and not kept:
                cells.setdefault(round_no, []).append((player, cell))
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for round_no, some in sorted(cells.items()):
        full = _full_bye(draft, round_no, [cell.result for _, cell in some])
        for player, cell in some:
            bye = _LONE_RESULTS[cell.result] or full
            player.set_cell(round_no, replace(cell, result=bye))
            place = player.line.number, column_of(round_no) + 7
            places.setdefault((cell.result, bye), []).append(place)
    for (result, bye), where in places.items():
        said = {"result": repr(result), "bye": Message(f"trf-bye.{bye.lower()}"), "n": len(where)}
        found.note(*min(where), "old-bye", **said)


def _full_bye(draft: Draft, round_no: int, lone: Sequence[str]) -> str:
    """What a win without an opponent is in a round: only one player can be left over."""
    won = sum(not _LONE_RESULTS[result] for result in lone)
    others = (player.cell(round_no) for player in draft.players)
    return "F" if won > 1 or any(cell and cell.result == "U" for cell in others) else "U"


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
            player.set_cell(bye.round_no, TrfCell(None, None, bye.kind))
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
    for player_id in draft.absent:
        byes.setdefault((played + 1, player_id), "Z")
    return tuple(TrfBye(round_no, kind, one) for (round_no, one), kind in sorted(byes.items()))


def _contradiction(line: Line, bye: TrfBye, found: Findings) -> None:
    said = {"player": bye.id, "kind": bye.kind, "round": bye.round_no}
    found.error(line.number, 5, "contradicting-byes", **said)


@dataclass(slots=True)
class ByePlaces:
    """Where the byes to come are written: in 001 cells (by id and round), in 240, or in XXZ."""

    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    listed: list[TrfBye] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)


def bye_places(file: TrfFile, dialect: Dialect) -> ByePlaces:
    """TRF26 has 240 for all. TRF16 has the cell of the next round, which every engine reads.

    | case | place |
    |---|---|
    | a later round in TRF16: bbpPairings would take the rounds before for played | 240 |
    | everybody has a bye, so that cells would make the round a played one | 240 |
    | a team event, in which 240 is about teams | cells; `Z` in the next round: XXZ |
    | absent in a round after the last one (a list that nobody took out) | XXZ |
    """
    places = ByePlaces()
    next_round = file.rounds_played + 1
    of_teams = file.teams.numbered
    over = file.rounds is not None and next_round > file.rounds
    everybody = len({bye.id for bye in file.next_byes}) == len(file.players)
    for bye in file.byes:
        is_next = bye.round_no == next_round
        if bye.kind == "Z" and is_next and (of_teams or over):
            places.absent.append(bye.id)
        elif of_teams or (dialect == "trf16" and is_next and not everybody):
            places.cells.setdefault(bye.id, {})[bye.round_no] = bye.kind
        else:
            places.listed.append(bye)
    return places
