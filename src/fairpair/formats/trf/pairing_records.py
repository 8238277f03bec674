"""What the next pairing must respect: 240, 250, 260, 299, XXZ, XXA, XXP."""

from fractions import Fraction

from fairpair.formats.trf.acceleration import TrfAcceleration, runs_of
from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.fields import MOST_ROUNDS, Record, decimal
from fairpair.formats.trf.outcomes import REQUESTED
from fairpair.formats.trf.records import TrfAbnormal, TrfBye, TrfForbidden

_ABNORMAL = ("W", "D", "L", "F", "H", "Z", "+", "-", "")


def read_byes(record: Record, draft: Draft) -> None:
    """240: type 5 (F H Z), round 7-9, ids 11-14, 16-19 ..."""
    kind = record.line.cut(5, 6).upper()
    if kind not in REQUESTED:
        record.bad(5, f"the type of bye must be F, H or Z, not {kind!r}")
    round_no = record.round_no(7, 9)
    ids = _ids(record, 11, 1, draft)
    if round_no is not None and kind in REQUESTED:
        draft.byes += [(record.line, TrfBye(round_no, kind, one)) for one in ids]


def read_absent(record: Record, draft: Draft) -> None:
    """XXZ: ids of those who are absent in the round to be paired."""
    ids = record.listed()
    draft.mention(record.line, 5, ids)
    draft.absent += [(record.line, one) for one in ids]


def read_range(record: Record, draft: Draft) -> None:
    """250: MP 5-8, points 10-13, rounds 15-17 and 19-21, ids 23-26 and 28-31."""
    match_points = record.exact(5, 8, "match points")
    points = record.exact(10, 13, "points", needed=match_points is None)
    rounds = _rounds(record, 15)
    first = record.whole(23, 26, "first player", needed=True)
    last = record.whole(28, 31, "last player", needed=True)
    if rounds is None or first is None or last is None:
        return
    if first > last:
        record.bad(23, f"the range of players {first} to {last} is empty")
        return
    accelerated = TrfAcceleration(points or Fraction(0), *rounds, first, last, match_points)
    draft.ranges.append(accelerated)


def read_virtual_points(record: Record, draft: Draft) -> None:
    """XXA: id 5-8, virtual points of round r at column 10+5(r-1), width 4."""
    player = record.whole(5, 8, "player number", needed=True)
    values: list[Fraction] = []
    for column in range(10, len(record.line.text) + 1, 5):
        if record.line.char(column + 4) != " ":
            record.bad(column + 4, f"column {column + 4} must be blank")
            return
        text = record.line.cut(column, column + 3)
        value = decimal(text or "0")
        if value is None:
            record.not_a_number(column, "number of virtual points", text)
        values.append(value or Fraction(0))
    if len(values) > MOST_ROUNDS:
        record.bad(10, f"there are points for more than {MOST_ROUNDS} rounds")
    elif player is not None:
        draft.mention(record.line, 5, (player,))
        draft.singles += [(record.line, one) for one in runs_of(player, enumerate(values, 1))]


def read_forbidden(record: Record, draft: Draft) -> None:
    """260: rounds 5-7 and 9-11, ids 13-16, 18-21 ...: none of them may meet."""
    rounds = _rounds(record, 5)
    ids = _ids(record, 13, 2, draft)
    if rounds is not None and len(ids) > 1:
        draft.forbidden.append(TrfForbidden(ids, *rounds, record.line.number))


def read_always_forbidden(record: Record, draft: Draft) -> None:
    """XXP: ids of those who may not meet in any round."""
    ids = record.listed()
    draft.mention(record.line, 5, ids)
    if len(ids) > 1:
        draft.forbidden.append(TrfForbidden(ids, line=record.line.number))


def read_abnormal(record: Record, draft: Draft) -> None:
    """299: type 5, MP 8-11, points 14-17 (signed), round 20-22 (000 = all), ids 24-27 ..."""
    kind = record.line.cut(5, 6).upper()
    if kind not in _ABNORMAL:
        record.bad(5, f"the type must be blank or one of W D L F H Z + -, not {kind!r}")
    match_points = record.exact(8, 11, "match points")
    points = record.exact(14, 17, "points", needed=match_points is None)
    round_no = record.round_no(20, 22, least=0)
    ids = _ids(record, 24, 1, draft)
    if kind in _ABNORMAL and round_no is not None:
        draft.abnormal.append(TrfAbnormal(kind, points, match_points, round_no or None, ids))


def _ids(record: Record, start: int, least: int, draft: Draft) -> tuple[int, ...]:
    ids = record.numbers(start)
    if len(ids) < least and not record.line.text[start - 1 :].strip():
        record.bad(start, f"no players are named from column {start} on")
    draft.mention(record.line, start, ids)
    return ids


def _rounds(record: Record, start: int) -> tuple[int, int] | None:
    first = record.round_no(start, start + 2)
    last = record.round_no(start + 4, start + 6)
    if first is None or last is None:
        return None
    if first > last:
        record.bad(start, f"the range of rounds {first} to {last} is empty")
        return None
    return first, last
