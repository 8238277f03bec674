"""The criteria of a pair as one integer: the most important field highest.

Everything is a fault to be few of, so all fields are counted and the weight of a pair is the
negative of its faults. A player of the bracket who is paired outside of it is a downfloater; the
fields of downfloaters are on the edges that lead out.
"""

from collections.abc import Sequence

from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender

PAIR_DOWN_BITS = 14
"""Room for the square of a count of rounds."""


def same_absolute(a: Contender, b: Contender) -> bool:
    """Whether both must have the same colour (C3 forbids it unless a topscorer is in it)."""
    return a.preference == b.preference == ColourPreference.ABSOLUTE and a.colour == b.colour


def may_meet(a: Contender, b: Contender) -> bool:
    """C1, C3 and what the arbiter forbids."""
    if b.player in a.met or b.player in a.forbidden:
        return False
    return (
        a.preference != ColourPreference.ABSOLUTE
        or not same_absolute(a, b)
        or a.topscorer
        or b.topscorer
    )


def colour_faults(a: Contender, b: Contender) -> tuple[int, int, int, int]:
    """C10, C11, C12, C13 of a pair."""
    if a.colour is None or a.colour != b.colour:
        return 0, 0, 0, 0
    both = a.preference == b.preference == ColourPreference.ABSOLUTE
    beyond = both and abs(a.balance) > 1 and abs(b.balance) > 1
    thrice = both and _third_time(a, b)
    strong = not both and min(a.preference, b.preference) >= ColourPreference.STRONG
    return int(beyond), int(thrice), 1, int(strong)


def _third_time(a: Contender, b: Contender) -> bool:
    """Whether the one who is denied the wish has the other colour a third time running (C11)."""
    unwanted = 1 - (a.colour or 0)
    if abs(a.balance) == abs(b.balance):
        return a.repeated == unwanted and b.repeated == unwanted
    denied = a if abs(a.balance) < abs(b.balance) else b
    return denied.repeated == unwanted


class Fields:
    """Where each field of the faults begins, for brackets of this many players and scores."""

    def __init__(self, bits: int, scores: Sequence[int], criteria: Sequence[str]) -> None:
        self.bits = bits
        """Of a count."""
        self.wide = bits * len(scores)
        """Of a field with a counter for every score."""
        self._weight = {
            score: 1 << (bits * place) for place, score in enumerate(reversed(tuple(scores)))
        }
        floats = 4 * (bits + self.wide)
        all_widths = {
            "colours": 4 * bits,
            "floats": floats,
            "avoided": bits,
            "pair_downs": bits + PAIR_DOWN_BITS,
        }
        self.widths = tuple((name, all_widths[name]) for name in criteria)
        """The criteria, most important first, and how many bits each takes."""
        self.low = sum(width for _, width in self.widths)
        """How many bits all of them take."""

    def one(self, criterion: str) -> int:
        """A single fault by a criterion; none if it does not count."""
        at = 0
        for name, width in reversed(self.widths):
            if name == criterion:
                return 1 << at
            at += width
        return 0

    def by_score(self, score: int) -> int:
        """One, in the counter of this score; the highest score weighs most."""
        return self._weight[score]


def pair_faults(fields: Fields, higher: Contender, lower: Contender) -> int:
    """What is not as it should be about a pair inside the bracket.

    | criterion | of a pair |
    |---|---|
    | colours | C10-C13 |
    | floats | C15, C17, C19, C21 |
    | avoided | they should be kept apart |
    """
    total = 0
    for criterion, width in fields.widths:
        total <<= width
        if criterion == "colours":
            total |= _counts(fields, colour_faults(higher, lower))
        elif criterion == "avoided":
            total |= lower.player in higher.apart
        elif criterion == "floats" and higher.score != lower.score:
            last, before = lower.up
            height = fields.by_score(higher.score)
            wide = (0, height * last, 0, height * before)
            total |= _float_faults(fields, (0, int(last), 0, int(before)), wide)
    return total


def leaving_faults(fields: Fields, player: Contender, *, resident: bool) -> int:
    """What is not as it should be about a player who leaves the bracket unpaired.

    | criterion | of a player |
    |---|---|
    | floats | C14, C16, C18, C20 |
    | pair_downs | the square of how often it was so before, so that it goes round |
    """
    total = 0
    for criterion, width in fields.widths:
        total <<= width
        if criterion == "pair_downs" and resident:
            total |= player.pair_downs**2
        elif criterion == "floats":
            last, before = player.down
            height = fields.by_score(player.score)
            counts = (int(last and resident), 0, int(before and resident), 0)
            total |= _float_faults(fields, counts, (height * last, 0, height * before, 0))
    return total


def _float_faults(fields: Fields, counts: Sequence[int], wide: Sequence[int]) -> int:
    """C14 to C17, then C18 to C21, as one number."""
    total = _counts(fields, counts)
    for field in wide:
        total = (total << fields.wide) | field
    return total


def _counts(fields: Fields, counts: Sequence[int]) -> int:
    total = 0
    for count in counts:
        total = (total << fields.bits) | count
    return total
