"""The Berger tables: who meets whom in which round, as numbers (FIDE C.05, annex 1)."""


def total_rounds(players: int, cycles: int) -> int:
    """How many rounds there are; in an odd field everybody is free once a cycle.

    >>> total_rounds(6, 1), total_rounds(5, 2)
    (5, 10)
    """
    return _cycle_length(players) * cycles


def boards(size: int, round_no: int, cycles: int = 1) -> list[tuple[int, int]]:
    """The numbers of White and Black, board by board; in an odd field `size + 1` is nobody.

    Colours are reversed in every even cycle.

    >>> boards(6, 2)
    [(6, 4), (5, 3), (1, 2)]
    """
    length = _cycle_length(size)
    cycle, row = divmod(round_no - 1, length)
    if row >= length - 2 and _turned(length, cycle + 1, cycles):
        row = 2 * length - 3 - row
    pairs = _row(length, row)
    return [(black, white) for white, black in pairs] if cycle % 2 else pairs


def _cycle_length(size: int) -> int:
    return size - 1 + size % 2


def _turned(length: int, cycle: int, cycles: int) -> bool:
    """Whether the last two rounds of a cycle change places, so that nobody has the same colour
    three times running where the next cycle begins.

    FIDE recommends it for the first of two cycles. With more, each that another one follows needs
    it; but of four players two would have a colour three times if two cycles running had it.
    """
    if length == 1 or cycles == 1:
        return False
    return cycle % 2 == 1 if length == 3 else cycle < cycles


def _row(length: int, row: int) -> list[tuple[int, int]]:
    """A row of the table, from 0. All but the highest number stand in a circle: one of them meets
    the highest, and the others whoever is as far from that one on the other side.
    """
    half, highest = (length + 1) // 2, length + 1
    pivot = row * half % length
    first = (highest, pivot + 1) if row % 2 else (pivot + 1, highest)
    others = (((pivot + k) % length + 1, (pivot - k) % length + 1) for k in range(1, half))
    return [first, *others]
