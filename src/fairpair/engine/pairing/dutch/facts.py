"""What the Dutch system asks of a player's past: score, colours, floats, byes (C.04.3, 1)."""

from collections.abc import Collection, Mapping, Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.colours import preference
from fairpair.engine.standings.sheet import Kind, PlayerRound, Sheet

Virtual = Mapping[tuple[PlayerId, int], int]
"""Acceleration: virtual points by player and round, in the sheet's unit."""


def contenders(
    sheet: Sheet,
    present: Collection[PlayerId],
    order: Sequence[PlayerId],
    *,
    last_round: bool,
    virtual: Virtual,
) -> list[Contender]:
    """Those to be paired, best first: by pairing score, then by their place in `order` (1.2)."""
    number = {player: place for place, player in enumerate(order, 1)}
    before, totals = _scores_before(sheet, virtual), sheet.totals
    most = sheet.win * sheet.rounds
    found = []
    for player in present:
        row = sheet.rows[player]
        score = totals[player] + virtual.get((player, sheet.rounds + 1), 0)
        games = [o for o in row if o.kind is Kind.PLAYED]
        colours = tuple(o.side for o in games)
        floats = [_float(player, row, sheet, before, sheet.rounds - back) for back in (0, 1)]
        found.append(
            Contender(
                player,
                number[player],
                score,
                frozenset(o.opponent for o in games),
                *preference(colours),
                (floats[0] < 0, floats[1] < 0),
                (floats[0] > 0, floats[1] > 0),
                sheet.rounds - len(games),
                all(_leaves_bye(o, sheet) for o in row),
                last_round and 2 * score > most,
            )
        )
    return sorted(found, key=lambda c: (-c.score, c.number))


def _scores_before(sheet: Sheet, virtual: Virtual) -> dict[tuple[PlayerId, int], int]:
    """The pairing score of every player before each of the last two rounds."""
    found = {}
    for player, row in sheet.rows.items():
        total = 0
        for outing in row:
            round_no = outing.round_no
            if round_no > sheet.rounds - 2:
                found[player, round_no] = total + virtual.get((player, round_no), 0)
            total += outing.points
    for (player, given), points in sheet.extra.items():
        for round_no in range(max(given + 1, sheet.rounds - 1), sheet.rounds + 1):
            if (player, round_no) in found:
                found[player, round_no] += points
    return found


def _float(
    player: PlayerId,
    row: Sequence[PlayerRound],
    sheet: Sheet,
    before: Mapping[tuple[PlayerId, int], int],
    round_no: int,
) -> int:
    """-1 for a downfloat in this round, 1 for an upfloat, else 0 (1.4.2-1.4.4)."""
    outing = next((o for o in reversed(row) if o.round_no == round_no), None)
    if outing is None:
        return 0
    if outing.kind is Kind.PLAYED:
        own, other = before[player, round_no], before[outing.opponent, round_no]
        return (own < other) - (own > other)
    earned = outing.kind is Kind.PAIRING_BYE or outing.points > sheet.loss
    return -1 if earned else 0


def _leaves_bye(outing: PlayerRound, sheet: Sheet) -> bool:
    """Whether the player may still have the bye after this round (C2)."""
    if outing.kind is Kind.PAIRING_BYE:
        return False
    return outing.kind is Kind.PLAYED or outing.points < sheet.win
