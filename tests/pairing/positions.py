"""Random small tournaments with a round to be paired, as TRF text; a seed always gives the same.

In a `position` every round before was paired by the reference; a `tangled` one was only legal.

| what | how |
|---|---|
| players, rounds | 4 to 11; up to 9, some more than can be paired: then the text ends there |
| points | 1-1/2-0, 3-1-0, 3-2-1 (absence 0 or 1); a pairing bye worth a win, a draw or nothing |
| games | all results, forfeits of one or both, odd results (1/2-0, 0-0), unrated, adjourned |
| away | half-, full- and zero-point byes, late entries, withdrawals, as 001 cells, 240 or XXZ |
| acceleration | Baku's groups, or anything, as 250 or XXA |
| forbidden pairs | 260 for some rounds, XXP for all |
| dialect | 142, 152 and 162, or XXR, XXC and BB records |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from random import Random

from fairpair.formats.trf import read_or_raise
from formats.sheet import Person, columns, player
from pairing.facts import ABSOLUTE, by_rank
from pairing.reference import Round, RoundPairing, round_of

_SCORINGS = ("1-0.5-0", "3-1-0", "3-2-1")
_COUNTS_AS = dict(zip("1W+F=DH?0L-ZU", "WWWWDDDDLLAAP", strict=True)) | {"": "A"}
_UNRATED = str.maketrans("1=0", "WDL")
_SIZES = range(4, 12)


@dataclass(frozen=True)
class Chances:
    """How likely each thing is, from 0 to 1."""

    # of a player in each round
    half_bye: float = 0.15
    full_bye: float = 0.08
    zero_bye: float = 0.1
    # of a game
    forfeit: float = 0.2
    double_forfeit: float = 0.06
    odd_result: float = 0.06
    unrated: float = 0.15
    adjourned: float = 0.06
    # of a player in the whole event
    late: float = 0.25
    withdrawal: float = 0.25

    @property
    def byes(self) -> tuple[float, float, float]:
        return self.half_bye, self.full_bye, self.zero_bye


@dataclass
class _Entry:
    """A player; `cells` has one text a round, and `asked` is the bye for the next one."""

    id: int
    rating: int
    stays: bool
    arrives: int
    leaves: int
    early: str
    cells: list[str] = field(default_factory=list)
    asked: str = ""

    def points(self, worth: dict[str, Fraction]) -> Fraction:
        return sum((worth[_COUNTS_AS[cell[-1:]]] for cell in self.cells), Fraction(0))

    def away(self, rng: Random, round_no: int, chances: Chances) -> str:
        """The bye for this round; nothing for one who wants to play."""
        dice = rng.random()
        if self.stays:
            return ""
        if round_no < self.arrives:
            return self.early
        if round_no >= self.leaves:
            return "Z"
        for bye, chance in zip("HFZ", chances.byes, strict=True):
            dice -= chance
            if dice < 0:
                return bye
        return ""


@dataclass(frozen=True)
class _Event:
    rounds: int
    chances: Chances
    draws: int
    """How many draws to seven games with a winner; with many of them brackets are large."""
    worth: dict[str, Fraction]
    header: tuple[str, ...]
    blank_absence: bool
    """Whether an absence in a round played is a blank cell, not `0000 - Z`."""
    byes_as: str
    """Where byes for the round to be paired stand: `001`, `240`, or `XXZ` where that can say it."""


def position(seed: int) -> str:
    """A TRF file with 4 to 11 players and, mostly, some rounds played, all paired by the rules."""
    return _position(Random(seed), f"Position {seed}", _by_the_rules, disturbed=0.4)


def tangled(seed: int) -> str:
    """The same after rounds that only obeyed C1 to C3, with colours by lot where none must be.

    Colours and floats get into states that are rare otherwise, so more criteria have a say.
    """
    return _position(Random(seed), f"Tangled {seed}", _at_random, disturbed=0.15)


def _position(
    rng: Random,
    name: str,
    pairing: Callable[[Random, Round], RoundPairing | None],
    disturbed: float,
) -> str:
    count = rng.choices(_SIZES, (1, 1, 2, 3, 4, 4, 4, 4))[0]
    longest = min(9, count - rng.choice((0, 1, 2)))
    rounds = rng.choice((rng.randint(2, longest), longest))
    event = _event(rng, name, count, rounds, disturbed)
    entries = _entries(rng, count, event)
    _ask_for_byes(rng, entries, event)
    for _ in range(max(rng.randrange(rounds), rng.randrange(rounds))):
        made = pairing(rng, round_of(read_or_raise(_text(entries, event).encode())[0]))
        if made is None:
            break
        _play(rng, entries, made, event)
        _ask_for_byes(rng, entries, event)
    return _text(entries, event)


def _by_the_rules(_: Random, round_: Round) -> RoundPairing | None:
    return round_.paired()


def _at_random(rng: Random, round_: Round) -> RoundPairing | None:
    if not round_.completable(round_.players):
        return None
    left = frozenset(round_.players)
    bye = None
    if len(left) % 2:
        may = [one for one in round_.players if one.may_have_bye]
        bye = rng.choice([one for one in may if round_.matchable(left - {one})])
        left -= {bye}
    boards = []
    while left:
        one = min(left, key=by_rank)
        others = [
            two for two in round_.players if two in left - {one} and round_.can_meet(one, two)
        ]
        two = rng.choice([two for two in others if round_.matchable(left - {one, two})])
        left -= {one, two}
        (board,) = round_.boards([(one, two)])
        by_lot = max(one.strength, two.strength) < ABSOLUTE and rng.random() < 0.5
        boards.append(board[::-1] if by_lot else board)
    return RoundPairing(boards, bye.id if bye else None)


# The event


def _event(rng: Random, name: str, count: int, rounds: int, disturbed: float) -> _Event:
    trf26 = rng.random() < 0.5
    worth = _worth(rng)
    colour = rng.choice("WB")
    header = [f"012 {name}"]
    header.append(f"142 {rounds}" if trf26 else f"XXR {rounds}")
    header.append(f"152 {colour}" if trf26 else f"XXC {'white1' if colour == 'W' else 'black1'}")
    header += _point_records(worth, trf26)
    header += _acceleration(rng, count, rounds, worth["W"])
    header += _forbidden(rng, count, rounds)
    return _Event(
        rounds=rounds,
        chances=_drawn(rng, disturbed),
        draws=rng.choice((1, 3, 15)),
        worth=worth,
        header=tuple(header),
        blank_absence=rng.random() < 0.5,
        byes_as=rng.choice(("001", "240", "XXZ")),
    )


def _drawn(rng: Random, disturbed: float) -> Chances:
    """Most of the things cannot happen, so that each is also met without the others."""
    likely = {one.name: float(getattr(Chances(), one.name)) for one in fields(Chances)}
    return Chances(**{name: p if rng.random() < disturbed else 0 for name, p in likely.items()})


def _worth(rng: Random) -> dict[str, Fraction]:
    """By the symbols of 162."""
    scoring = rng.choices(_SCORINGS, (7, 2, 1))[0]
    win, draw, loss = map(Fraction, scoring.split("-"))
    bye = rng.choice((win, win, draw, Fraction(0)))
    return {"W": win, "D": draw, "L": loss, "A": rng.choice((Fraction(0), loss)), "P": bye}


def _point_records(worth: dict[str, Fraction], trf26: bool) -> list[str]:
    if worth["W"] == worth["P"] == 1:
        return []
    if trf26:
        return ["162  " + "    ".join(f"{code}{_decimal(p)}" for code, p in worth.items())]
    codes = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}
    return [f"{record} {_decimal(worth[code])}" for record, code in codes.items()]


def _decimal(points: Fraction) -> str:
    return f"{float(points):4.1f}"


def _acceleration(rng: Random, count: int, rounds: int, win: Fraction) -> list[str]:
    kind = rng.choices(("", "baku", "any"), (6, 2, 1))[0]
    by_range = rng.random() < 0.5
    if kind == "baku":  # C.04.7: half of the players, whole points and then half ones
        accelerated = -(-rounds // 2)
        full = -(-accelerated // 2)
        steps = [win] * full + [win / 2] * (accelerated - full)
        virtual = dict.fromkeys(range(1, 2 * -(-count // 4) + 1), steps)
    else:
        values = (Fraction(0), win / 2, win)
        numbers = rng.sample(range(1, count + 1), count // 2) if kind else []
        virtual = {n: [rng.choice(values) for _ in range(rounds)] for n in sorted(numbers)}
    if not by_range:
        return [f"XXA {n:4} {' '.join(map(_decimal, points))}" for n, points in virtual.items()]
    return [
        columns("250", {10: _decimal(points), 15: f"{r:3} {r:3} {n:4} {n:4}"})
        for n, each in virtual.items()
        for r, points in enumerate(each, 1)
    ]


def _forbidden(rng: Random, count: int, rounds: int) -> list[str]:
    records = []
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        ids = sorted(rng.sample(range(1, count + 1), rng.choice((2, 2, 3))))
        if rng.random() < 0.5:
            records.append(f"XXP {' '.join(map(str, ids))}")
        else:
            first = rng.randint(1, rounds)
            last = rng.randint(first, rounds)
            records.append(f"260 {first:3} {last:3} {' '.join(f'{one:4}' for one in ids)}")
    return records


# Players and rounds


def _entries(rng: Random, count: int, event: _Event) -> list[_Entry]:
    """By rating. One or two are there in every round, so that none is empty."""
    always = rng.sample(range(1, count + 1), rng.choice((1, 2, 2, 2)))
    ratings = sorted((rng.randint(1000, 2700) for _ in range(count)), reverse=True)
    entries = []
    for number, rating in enumerate(ratings, 1):
        late = rng.random() < event.chances.late
        goes = rng.random() < event.chances.withdrawal
        entries.append(
            _Entry(
                id=number,
                rating=rating,
                stays=number in always,
                arrives=rng.randint(2, event.rounds) if late else 1,
                leaves=rng.randint(2, event.rounds) if goes else event.rounds + 1,
                early=rng.choice("ZZH"),
            )
        )
    return entries


def _ask_for_byes(rng: Random, entries: Sequence[_Entry], event: _Event) -> None:
    for one in entries:
        one.asked = one.away(rng, len(one.cells) + 1, event.chances)


def _play(rng: Random, entries: Sequence[_Entry], made: RoundPairing, event: _Event) -> None:
    cells = {one.id: f"- - {one.asked}" for one in entries if one.asked}
    if event.blank_absence:
        cells |= {one.id: "" for one in entries if one.asked == "Z"}
    if made.bye is not None:
        cells[made.bye] = "- - U"
    for white, black in made.pairs:
        results = _results(rng, event)
        cells[white] = f"{black} w {results[0]}"
        cells[black] = f"{white} b {results[1]}"
    for one in entries:
        one.cells.append(cells[one.id])


def _results(rng: Random, event: _Event) -> str:
    """White's and Black's."""
    happens = {name: rng.random() < getattr(event.chances, name) for name in _OF_A_GAME}
    if happens["double_forfeit"]:
        return "--"
    if happens["forfeit"]:
        return rng.choice(("+-", "-+"))
    if happens["adjourned"]:
        return "??"
    if happens["odd_result"]:
        return rng.choice(("=0", "0=", "00"))
    usual = rng.choices(("10", "==", "01"), (4, event.draws, 3))[0]
    return usual.translate(_UNRATED) if happens["unrated"] else usual


_OF_A_GAME = ("double_forfeit", "forfeit", "adjourned", "odd_result", "unrated")


def _text(entries: Sequence[_Entry], event: _Event) -> str:
    lines = list(event.header)
    for one in entries:
        points = _decimal(one.points(event.worth))
        who = Person(name=f"Player {one.id}", rating=str(one.rating), points=points)
        asked = [f"- - {one.asked}"] if one.asked and event.byes_as == "001" else []
        lines.append(player(one.id, *one.cells, *asked, who=who))
    if event.byes_as != "001":
        lines += _bye_records(entries, event.byes_as)
    return "\n".join(lines) + "\n"


def _bye_records(entries: Sequence[_Entry], byes_as: str) -> list[str]:
    round_no = len(entries[0].cells) + 1
    records = []
    for bye in "FHZ":
        ids = [one.id for one in entries if one.asked == bye]
        if ids and (bye, byes_as) == ("Z", "XXZ"):
            records.append(f"XXZ {' '.join(map(str, ids))}")
        elif ids:
            records.append(f"240 {bye} {round_no:3} {' '.join(f'{one:4}' for one in ids)}")
    return records
