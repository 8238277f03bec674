"""The plan of a tournament: its stages and all their rounds, known from the start.

A plan follows from the rules and the size of the field. Either the rules describe every round
(`structure`, as the presets with finals do), or it is made from `mode`, `rounds`, `cut` and
`third_place`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.engine.pairing.round_robin.berger import total_rounds

FINAL, SEMI_FINAL, QUARTER_FINAL, THIRD_PLACE = (
    "final",
    "semi_final",
    "quarter_final",
    "third_place",
)
KNOCK_OUT = "single_elimination"


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round: `number` counts through all stages; `kind` is its type in the plan.

    `players` are those who can still win the stage when it begins; of a third-place match the two
    who play it. Without a field of known size it is none.
    """

    number: int
    ref: RoundRef
    kind: str
    players: int | None

    @property
    def title(self) -> str:
        """`Round 3`, `Round of 16`, `Semi-finals`."""
        names = {
            FINAL: "Final",
            SEMI_FINAL: "Semi-finals",
            QUARTER_FINAL: "Quarter-finals",
            THIRD_PLACE: "Third place",
        }
        if self.kind in names:
            return names[self.kind]
        if self.kind.startswith("round_of_"):
            return f"Round of {self.kind.removeprefix('round_of_')}"
        return f"Round {self.ref.round_no}"


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage of one kind, `swiss`, `round_robin` or `single_elimination`; `size` is how many go
    into it, none for everybody.
    """

    number: int
    kind: str
    size: int | None
    rounds: tuple[PlannedRound, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All stages, in their order."""

    stages: tuple[PlannedStage, ...]

    @property
    def rounds(self) -> tuple[PlannedRound, ...]:
        """All rounds of all stages."""
        return tuple(r for stage in self.stages for r in stage.rounds)

    def round_at(self, ref: RoundRef) -> PlannedRound | None:
        """What is planned there; none beyond the plan."""
        return next((r for r in self.rounds if r.ref == ref), None)


def plan_of(rules: Rules, players: int, gone_on: int | None = None) -> Plan:
    """The plan for so many players; a cut larger than the field takes everybody.

    `gone_on` is how many are in the knock-out once the cut is made.
    """
    first = PlannedStage(1, _first_kind(rules), None, tuple(_first_rounds(rules, players)))
    size = gone_on or cut_size(rules, players)
    if size is None and rules.cut_points is not None and players > 1:
        size = players  # who has the points is known after the last round
    if size is None:
        return Plan((first,))
    kinds = _named_rounds(rules, size) or knock_out_kinds(size, own_third_place=False)
    last = len(first.rounds)
    rounds = tuple(
        PlannedRound(last + n, RoundRef(2, n), kind, _players_of(kind, size))
        for n, kind in enumerate(kinds, 1)
    )
    return Plan((first, PlannedStage(2, KNOCK_OUT, size, rounds)))


def cut_size(rules: Rules, players: int) -> int | None:
    """How many go on to the knock-out; none if there is none."""
    wanted = rules.cut or next((size for size in _sizes_named(rules)), None)
    if wanted is None and rules.mode == "swiss_with_elimination":
        wanted = 8 if players >= 16 else 4 if players >= 5 else 2
    if wanted is None or players < 2:
        return None
    return min(wanted, players)


def knock_out_kinds(size: int, *, own_third_place: bool) -> list[str]:
    """The kinds of the rounds of a knock-out of this size, the final last."""
    kinds = []
    whole = 1 << (size - 1).bit_length()
    while whole > 1:
        kinds.append(_kind_of(whole))
        whole //= 2
    if own_third_place and size > 3:
        kinds.insert(-1, THIRD_PLACE)
    return kinds


def _kind_of(players: int) -> str:
    named = {2: FINAL, 4: SEMI_FINAL, 8: QUARTER_FINAL}
    return named.get(players, f"round_of_{players}")


def _players_of(kind: str, size: int) -> int:
    if kind in (FINAL, THIRD_PLACE):
        return 2
    named = {SEMI_FINAL: 4, QUARTER_FINAL: 8}
    whole = named.get(kind) or int(kind.removeprefix("round_of_"))
    return min(whole, size)


def _first_kind(rules: Rules) -> str:
    return "round_robin" if rules.system == "round_robin" else "swiss"


def _first_rounds(rules: Rules, players: int) -> Iterator[PlannedRound]:
    kind = _first_kind(rules)
    count = rules.rounds
    if count is None:
        count = recommended_rounds(players)
        if kind == "round_robin":
            count = total_rounds(players, rules.cycles) if players > 1 else 0
    for number in range(1, count + 1):
        yield PlannedRound(number, RoundRef(1, number), kind, players)


def recommended_rounds(players: int) -> int:
    """As many as give one undefeated player; at least 3 for 5 or more players, 2 below (T2)."""
    least = 3 if players >= 5 else 2
    return max(least, (max(players, 2) - 1).bit_length())


def _sizes_named(rules: Rules) -> Iterator[int]:
    """How many the knock-out rounds of the structure take, the first one first."""
    for stage in rules.structure:
        who = stage.get("participants")
        if isinstance(who, Mapping) and "top_k" in who:
            yield int(who["top_k"])


def _named_rounds(rules: Rules, size: int) -> Sequence[str]:
    """The knock-out rounds as the structure names them, as far as there are players for them."""
    kinds = [str(stage.get("type")) for stage in rules.structure]
    own = THIRD_PLACE in kinds
    return knock_out_kinds(size, own_third_place=own) if own else []
