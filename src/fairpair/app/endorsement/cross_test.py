"""The cross-test: random tournaments, every round paired by Fairpair and by another engine.

It goes both ways: tournaments whose rounds were paired by Fairpair, and tournaments whose rounds
were paired by the other engine. Where that engine ranks players, the final ranks by the tie-breaks
of each tournament are compared as well. Every tournament is a line of a record, so the test can be
interrupted and continued.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from fairpair.app.endorsement.reference import ReferenceEngine, ReferenceRefusedError
from fairpair.app.files.pairing import next_round
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.app.simulation.random_plan import CHAINS
from fairpair.app.simulation.results import Lots
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.formats.trf.model import TrfFile

DIRECTIONS = ("ours", "theirs")
"""Who pairs the rounds that are played."""
FEATURES: Mapping[str, Mapping[str, Any]] = {
    "unusual": {"unusual": 0},
    "unrated-games": {"unrated_games": 0},
    "unrated-players": {"unrated_players": 0},
    "baku": {"baku": False},
    "forbidden": {"forbidden": 0},
    "bye-points": {"bye_points": Fraction(1)},
    "fore-tiebreaks": {},
}
"""What can be left out because the other engine does not know it, with the options that do so."""
_PACKED = ".gz"
_DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
_CHAINS = tuple(one for one in CHAINS if not any(code.startswith("FB") for code in one))
"""Tie-breaks without the fore ones, which suppose draws in the last round."""


@dataclass(frozen=True, slots=True)
class CrossTestPlan:
    """How many tournaments each way, from which seed, how large, and without what."""

    count: int
    seed: str
    most_players: int = 120
    without: tuple[str, ...] = ()

    @property
    def head(self) -> dict[str, Any]:
        """What a record must agree with to be continued; it may become longer."""
        return {
            "seed": self.seed,
            "most_players": self.most_players,
            "without": sorted(self.without),
        }

    def options(self, lots: Lots) -> RandomFileOptions:
        """The tournament of a seed: one in ten has unrated players only, one in six is small."""
        most = min(12, self.most_players) if lots.number(1, 6, "small") == 1 else self.most_players
        players = lots.number(4, max(4, most), "size")
        rounds = min(lots.number(3, 13, "length"), max(1, players // 2))
        unrated = 100 if lots.number(1, 10, "all unrated") == 1 else None
        given: dict[str, Any] = {}
        for name in self.without:
            given |= FEATURES[name]
        if "fore-tiebreaks" in self.without:
            given["tiebreaks"] = _CHAINS[lots.number(0, len(_CHAINS) - 1, "tie-breaks")]
        return RandomFileOptions(
            **{"players": players, "rounds": rounds, "unrated_players": unrated, **given}
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that the two pair differently: White and Black of each board, the bye with 0."""

    round: int
    ours: Sequence[str]
    theirs: Sequence[str]

    @property
    def kind(self) -> str:
        """`colours` if only these differ, `bye` if somebody else has the bye, else `pairs`."""
        one, other = ({frozenset(pair.split("-")) for pair in x} for x in (self.ours, self.theirs))
        if one == other:
            return "colours"
        byes = [{pair for pair in x if pair.endswith("-0")} for x in (self.ours, self.theirs)]
        return "pairs" if byes[0] == byes[1] else "bye"


@dataclass(frozen=True, slots=True)
class CrossTestLine:
    """A tournament of the test. `refused` is what the other engine said if it did not pair.

    `ranks` are players with another rank, as `7: 3, 4` with ours first; none if ranks were not
    compared.
    """

    direction: str
    number: int
    seed: str
    command: str
    players: int
    rounds: int
    boards: int
    differences: Sequence[Difference] = ()
    refused: str = ""
    ranks: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class CrossTestSummary:
    """What a record has, by direction."""

    engine: str
    head: Mapping[str, Any]
    lines: Sequence[CrossTestLine]

    def counts(self, direction: str) -> dict[str, int]:
        """Tournaments, rounds, boards, tournaments that were refused, rounds that differ in colours
        only, in the bye and in pairs, and tournaments whose ranks were compared and that differ.
        """
        mine = [one for one in self.lines if one.direction == direction]
        return {
            "tournaments": len(mine),
            "rounds": sum(one.rounds for one in mine),
            "boards": sum(one.boards for one in mine),
            "refused": sum(bool(one.refused) for one in mine),
            **{kind: _of_kind(mine, kind) for kind in ("colours", "bye", "pairs")},
            "ranked": sum(one.ranks is not None for one in mine),
            "ranks": sum(bool(one.ranks) for one in mine),
        }

    @property
    def different(self) -> int:
        """Rounds that are paired differently, and tournaments with other ranks."""
        counts = [self.counts(direction) for direction in DIRECTIONS]
        return sum(one[kind] for one in counts for kind in ("colours", "bye", "pairs", "ranks"))

    def as_data(self) -> dict[str, Any]:
        """Plain data."""
        counts = {direction: self.counts(direction) for direction in DIRECTIONS}
        return {"engine": self.engine, **self.head, **counts}


def _of_kind(lines: Sequence[CrossTestLine], kind: str) -> int:
    return sum(found.kind == kind for one in lines for found in one.differences)


@dataclass(slots=True)
class _Comparison:
    """What happened while a tournament was paired by both."""

    boards: int = 0
    differences: list[Difference] = field(default_factory=list)
    refused: str = ""


def run_cross_test(
    plan: CrossTestPlan,
    engine: ReferenceEngine,
    record: Path,
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> CrossTestSummary:
    """Continue a record until it has all tournaments of the plan, or begin it.

    `InvalidInputError` if the record is of another engine or plan.
    """
    found = read_record(record) if record.exists() else None
    head = {"engine": engine.name, **plan.head}
    if found is None:
        record.write_text(json.dumps(head) + "\n", "utf-8")
    elif {"engine": found.engine, **found.head} != head:
        raise InvalidInputError("cross-test-record", record=record.name)
    else:
        kept = [head, *map(_data, found.lines)]
        record.write_text("".join(f"{json.dumps(one)}\n" for one in kept), "utf-8")
    done = {(one.direction, one.number) for one in found.lines} if found else set()
    missing = [
        (direction, number)
        for number in range(1, plan.count + 1)
        for direction in DIRECTIONS
        if (direction, number) not in done
    ]
    of = len(done) + len(missing)
    with record.open("a", encoding="utf-8") as out:
        for place, (direction, number) in enumerate(missing, len(done) + 1):
            line = compare_one(plan, engine, direction, number)
            out.write(json.dumps(_data(line)) + "\n")
            out.flush()
            on_progress(place, of)
    return read_record(record)


def compare_one(
    plan: CrossTestPlan, engine: ReferenceEngine, direction: str, number: int
) -> CrossTestLine:
    """One tournament, every round of it paired by both."""
    seed = f"{plan.seed}-{direction}-{number}"
    seen = _Comparison()

    def pair(file: TrfFile) -> Proposal:
        return _pair_both(file, engine, direction, seen)

    made = random_event(plan.options(Lots(seed)), seed, pair=pair).file
    ranks = _other_ranks(made, engine) if made.rounds_played and not seen.refused else None
    return CrossTestLine(
        direction,
        number,
        seed,
        next(iter(made.comments), ""),
        len(made.players),
        made.rounds_played,
        seen.boards,
        seen.differences,
        seen.refused,
        ranks,
    )


def _other_ranks(file: TrfFile, engine: ReferenceEngine) -> list[str] | None:
    """Players whom the other engine gives another rank; none if it does not rank this file."""
    try:
        theirs = engine.ranks(replace(file, rounds=file.rounds_played))
    except ReferenceRefusedError:
        return None
    ours = {one.id: one.rank for one in file.players}
    return [
        f"{player}: {ours.get(player)}, {theirs.get(player)}"
        for player in sorted({*ours, *theirs})
        if ours.get(player) != theirs.get(player)
    ]


def _pair_both(
    file: TrfFile, engine: ReferenceEngine, direction: str, seen: _Comparison
) -> Proposal:
    """The round by whoever leads, after a comparison with the other's."""
    impossible: ImpossiblePairingError | None = None
    ours = theirs = None
    try:
        ours = next_round(file)
    except ImpossiblePairingError as error:
        impossible = error
    if not seen.refused:
        try:
            theirs = engine.pair(file)
        except ReferenceRefusedError as error:
            seen.refused = "" if impossible else f"round {file.rounds_played + 1}: {error}"
    if not seen.refused and (ours or theirs):
        lines = _pairs(ours), _pairs(theirs)
        seen.boards += max(map(len, lines))
        if sorted(lines[0]) != sorted(lines[1]):
            seen.differences.append(Difference(file.rounds_played + 1, *lines))
    chosen = ours if direction == "ours" else theirs
    if chosen is None:
        raise impossible or ImpossiblePairingError("reference-refused", problem=seen.refused)
    return chosen


def _pairs(found: Proposal | None) -> list[str]:
    if found is None:
        return []
    pairs = [f"{board.white}-{board.black}" for board in found.boards]
    return [*pairs, f"{found.bye}-0"] if found.bye else pairs


def _data(line: CrossTestLine) -> dict[str, Any]:
    return {
        "direction": line.direction,
        "number": line.number,
        "seed": line.seed,
        "command": line.command,
        "players": line.players,
        "rounds": line.rounds,
        "boards": line.boards,
        "differences": [
            {"round": one.round, "ours": [*one.ours], "theirs": [*one.theirs]}
            for one in line.differences
        ],
        "refused": line.refused,
        "ranks": None if line.ranks is None else [*line.ranks],
    }


def read_record(record: Path) -> CrossTestSummary:
    """A record, also a compressed one, with all lines that are whole: the last may be cut."""
    try:
        content = record.read_bytes()
        packed = record.suffix == _PACKED
        lines = (gzip.decompress(content) if packed else content).decode().splitlines()
        head = json.loads(lines[0])
        engine = head.pop("engine")
        return CrossTestSummary(engine, head, [*_whole_lines(lines[1:])])
    except (ValueError, KeyError, IndexError, TypeError, *_DAMAGED) as error:
        raise InvalidInputError("cross-test-record.unreadable", record=record.name) from error


def published_records() -> list[Path]:
    """The records that come with Fairpair."""
    return sorted((Path(__file__).parent / "records").glob(f"*{_PACKED}"))


def read_records(records: Sequence[Path]) -> CrossTestSummary:
    """Records of one engine as one; they must have different seeds."""
    first, *others = map(read_record, records)
    lines, seeds = [*first.lines], {first.head["seed"]}
    for path, other in zip(records[1:], others, strict=True):
        if other.engine != first.engine or other.head["seed"] in seeds:
            raise InvalidInputError(
                "cross-test-record.several", record=path.name, first=records[0].name
            )
        seeds.add(other.head["seed"])
        lines += other.lines
    return CrossTestSummary(first.engine, first.head, lines)


def _whole_lines(lines: Sequence[str]) -> Iterator[CrossTestLine]:
    for place, text in enumerate(lines, 1):
        try:
            one = json.loads(text)
        except ValueError:
            if place < len(lines):
                raise
            return
        one["differences"] = [Difference(**each) for each in one["differences"]]
        yield CrossTestLine(**one)
