"""What the run has found, for people and for programs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

KINDS = ("lost", "doubled", "moved", "changed", "not asked for", "unexplained")


@dataclass(slots=True)
class Report:
    """All figures of a run."""

    database: str
    seed: int
    seconds: float = 0.0
    tournaments: int = 0
    rounds: int = 0
    events: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)
    """Acknowledged, by kind."""
    refusals: dict[str, int] = field(default_factory=dict)
    server_errors: dict[str, int] = field(default_factory=dict)
    versions_watched: int = 0
    looks: int = 0
    files_checked: int = 0
    """Report files that `fairpair check` has looked at."""
    median_start: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return self.faults.get("SIGKILL", 0)

    @property
    def is_good(self) -> bool:
        """Nothing is wrong, and no error came that nobody foresaw."""
        return not self.wrong and not any(k.startswith("500") for k in self.server_errors)

    def found(self) -> Counter[str]:
        """How much is wrong, by kind."""
        counted = Counter(dict.fromkeys(KINDS, 0))
        for what in self.wrong:
            kinds = (kind for kind in KINDS if f"{kind}:" in what)
            counted[next(kinds, "other")] += 1
        return counted

    def as_json(self) -> str:
        figures: dict[str, Any] = asdict(self)
        figures |= {"kills": self.kills, "found": dict(self.found()), "good": self.is_good}
        return json.dumps(figures, indent=2)

    def as_text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"Chaos run on {self.database}, seed {self.seed}, {self.seconds:.0f} s"
        yield (
            f"  {self.tournaments} tournaments, {self.rounds} rounds, {self.events} events;"
            f" a server was up after {self.median_start:.2f} s (median)"
        )
        yield from table("faults", self.faults)
        yield from table("requests", self.copies)
        yield from table("commands", self.outcomes)
        yield from table("acknowledged, by kind", self.commands)
        yield from table("refused, by code", self.refusals)
        yield from table("answers 5xx", self.server_errors)
        yield f"  versions told to watchers: {self.versions_watched}"
        yield f"  looks at the log while it went on: {self.looks}"
        yield f"  report files given to fairpair check: {self.files_checked}"
        yield from table("found", self.found())
        yield from (f"  WRONG {what}" for what in self.wrong[:50])
        yield "GOOD: nothing acknowledged was lost." if self.is_good else "BAD"


def table(title: str, counted: Mapping[str, int]) -> Iterator[str]:
    told = ", ".join(f"{name} {number}" for name, number in counted.items())
    yield f"  {title}: {told or 'none'}"
