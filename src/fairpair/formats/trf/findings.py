"""Everything found wrong on the way, collected: reading never stops at the first problem.

| codes of errors | about |
|---|---|
| binary, not-trf, no-players | the whole file |
| bad-record, not-a-number, contradicting-records, contradicting-byes | a record |
| bad-id, duplicate-id, duplicate-team, unknown-player, too-many-rounds | numbers |
| misaligned, bad-colour, unknown-result, needs-opponent, needs-no-opponent | a 001 line |
| own-opponent, unknown-opponent, missing-mirror, asymmetric | who met whom |
| contradictory-results, missing-result, same-colour, missing-colour, wrong-points | a game |

Notes: latin-1, unknown-record, unknown-setting, repeated-record, stray-text, declared-number,
id-gap, old-bye, stray-colour, no-result-yet, rated-differs, second-bye, nobody-played, baku-points.
"""

from fairpair.formats.trf.records import TrfProblem

CAN_REPAIR = "Reading with repair may mend this, and tells what it did."


class Findings:
    """The problems and repairs of one reading."""

    def __init__(self, *, repair: bool = False) -> None:
        self.repair = repair
        self._problems: list[TrfProblem] = []
        self._repairs: list[TrfProblem] = []

    def error(self, line: int, column: int, code: str, message: str, hint: str = "") -> None:
        """The file cannot be used like this."""
        if self.repair:  # it was tried, and did not help here
            hint = hint.replace(CAN_REPAIR, "").strip()
        self._problems.append(TrfProblem(line, column, code, message, hint))

    def note(self, line: int, column: int, code: str, message: str, hint: str = "") -> None:
        """Legal, but perhaps not meant."""
        self._problems.append(TrfProblem(line, column, code, message, hint, "note"))

    def mended(self, line: int, column: int, code: str, message: str) -> None:
        """What was wrong here, and what is taken instead."""
        self._repairs.append(TrfProblem(line, column, code, message, severity="note"))

    @property
    def problems(self) -> tuple[TrfProblem, ...]:
        """In the order of the file."""
        return _in_order(self._problems)

    @property
    def repairs(self) -> tuple[TrfProblem, ...]:
        """In the order of the file."""
        return _in_order(self._repairs)

    @property
    def has_errors(self) -> bool:
        """Whether anything keeps the file from being used."""
        return any(p.severity == "error" for p in self._problems)


def _in_order(problems: list[TrfProblem]) -> tuple[TrfProblem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.line, p.column)))
