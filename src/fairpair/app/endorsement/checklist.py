"""All answers to the check-list, with the cost of what is not met."""

from collections.abc import Callable, Sequence
from pathlib import Path

from fairpair.app.endorsement.cross_test import DIRECTIONS, CrossTestSummary
from fairpair.app.endorsement.probes import CHECKS, Found
from fairpair.app.endorsement.questions import QUESTIONS, Question
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError

NEEDED, ALLOWED = 50_000, 10
"""Tournaments each way, and differences at most."""
LIMIT = 100
"""From this cost on a verification fails."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: `met`, what it costs if not, and the evidence."""

    numbers: str
    text: str
    met: bool
    hard: bool
    cost: int
    evidence: str


@dataclass(frozen=True, slots=True)
class CheckList:
    """All answers. `cost` is in percent, `hard_fails` are the numbers that stop a verification."""

    answers: Sequence[Answer]
    hard_fails: Sequence[str]
    cost: int
    limit: int = LIMIT


def run_checklist(
    record: CrossTestSummary | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> CheckList:
    """Answer every question; the `record` is that of a cross-test."""
    answers = []
    for place, question in enumerate(QUESTIONS, 1):
        answers.append(_answer(question, record))
        on_progress(place, len(QUESTIONS))
    failed = [one for one in answers if not one.met]
    hard = [one.numbers for one in failed if one.hard]
    return CheckList(answers, hard, sum(one.cost for one in failed))


def _answer(question: Question, record: CrossTestSummary | None) -> Answer:
    found = _found(question, record)
    cost = 0 if found.met else question.cost
    return Answer(question.numbers, question.text, found.met, question.hard, cost, found.seen)


def _found(question: Question, record: CrossTestSummary | None) -> Found:
    if question.record:
        return _compared(record)
    if question.test:
        return _tested(f"tests/{question.test}")
    if not question.check:
        return Found(False, "no proof")
    try:
        return CHECKS[question.check]()
    except (DomainError, AssertionError) as error:
        return Found(False, f"{type(error).__name__}: {str(error).splitlines()[0]}")


def _compared(record: CrossTestSummary | None) -> Found:
    if record is None:
        return Found(False, "no record; see `fairpair endorse cross-test`")
    counts = [record.counts(direction) for direction in DIRECTIONS]
    fewest = min(one["tournaments"] - one["refused"] for one in counts)
    different = sum(one["colours"] + one["bye"] + one["pairs"] for one in counts)
    seen = f"{fewest} each way with {record.engine}, {different} rounds differ"
    return Found(fewest >= NEEDED and different <= ALLOWED, seen)


def _tested(name: str) -> Found:
    """The test that proves an answer; where the sources are at hand, it must be there."""
    path, _, function = name.partition("::")
    source = Path(__file__).parents[4] / path
    if source.parents[len(Path(path).parts) - 2].is_dir() and not _has(source, function):
        return Found(False, f"there is no {name}")
    return Found(True, name)


def _has(source: Path, function: str) -> bool:
    return source.is_file() and f"def {function}(" in source.read_text("utf-8")
