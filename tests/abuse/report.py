"""What the run has found, for people and for programs."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from soak.report import table

KINDS = (
    "server error",
    "hang",
    "closed",
    "let in",
    "leak",
    "page",
    "refusal",
    "lost",
    "log",
    "file",
    "slow",
)


@dataclass(slots=True)
class Report:
    """All figures of a run."""

    database: str
    seed: int
    seconds: float = 0.0
    requests: int = 0
    routes: int = 0
    routes_attacked: int = 0
    tournaments: int = 0
    pages: int = 0
    secrets: int = 0
    log_lines: int = 0
    megabytes: tuple[int, int] = (0, 0)
    """Memory of the server at the beginning and at the end."""
    kinds: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    slow: dict[str, int] = field(default_factory=dict)
    never_attacked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not self.wrong

    def found(self) -> Counter[str]:
        """How much is wrong, by kind."""
        counted = Counter(dict.fromkeys(KINDS, 0))
        for what in self.wrong:
            counted[next((kind for kind in KINDS if kind in what[:40]), "other")] += 1
        return counted

    def as_json(self) -> str:
        figures: dict[str, Any] = asdict(self)
        return json.dumps(figures | {"found": dict(self.found()), "good": self.is_good}, indent=2)

    def as_text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"Abuse run on {self.database}, seed {self.seed}, {self.seconds:.0f} s"
        yield (
            f"  {self.requests} requests to {self.routes_attacked} of {self.routes} routes;"
            f" {self.tournaments} tournaments"
        )
        yield from table("attacks", self.kinds)
        yield from table("answers", self.answers)
        yield from table("refused, by code", dict(list(self.codes.items())[:40]))
        yield from table("slow clients", self.slow)
        yield f"  pages looked through: {self.pages}"
        yield f"  secrets looked for in {self.log_lines} lines of log: {self.secrets}"
        yield f"  memory of the server: {self.megabytes[0]} MB, at the end {self.megabytes[1]} MB"
        yield from table("found", self.found())
        yield from (f"  WRONG {what}" for what in self.wrong[:50])
        yield "GOOD: nothing broke." if self.is_good else "BAD"
