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
    """The answer to a question: `met`, what it costs if not, and the evidence.

    A question that is not `asked` yet is neither met nor costs anything so far.
    """

    numbers: str
    text: str
    met: bool
    hard: bool
    cost: int
    evidence: str
    asked: bool = True


@dataclass(frozen=True, slots=True)
class CheckList:
    """All answers. `cost` is in percent, `hard_fails` are the numbers that stop a verification.

    `later_cost` is what questions cost at most that are not asked yet.
    """

    answers: Sequence[Answer]
    hard_fails: Sequence[str]
    cost: int
    later_cost: int = 0
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
    failed = [one for one in answers if not one.met and one.asked]
    hard = [one.numbers for one in failed if one.hard]
    later = {one.numbers for one in answers if not one.asked}
    later_cost = sum(one.cost for one in QUESTIONS if one.numbers in later)
    return CheckList(answers, hard, sum(one.cost for one in failed), later_cost)


def _answer(question: Question, record: CrossTestSummary | None) -> Answer:
    found = _found(question, record)
    asked = not question.about_differences or record is not None
    cost = question.cost if asked and not found.met else 0
    return Answer(
        question.numbers, question.text, found.met, question.hard, cost, found.seen, asked
    )


def _found(question: Question, record: CrossTestSummary | None) -> Found:
    if question.record:
        return _compared(record)
    if question.about_differences:
        return _reported(record)
    if question.tests:
        return _tested([f"tests/{one}" for one in question.tests])
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
    paired = min(one["tournaments"] - one["refused"] for one in counts)
    ranked = min(one["ranked"] for one in counts)
    seen = (
        f"{paired} each way with {record.engine}, ranks of {ranked}; {record.different} differences"
    )
    enough = min(paired, ranked) >= NEEDED
    return Found(enough and record.different <= ALLOWED, seen)


def _reported(record: CrossTestSummary | None) -> Found:
    """Differences that must be reported: none if the comparison has found none."""
    if record is None:
        return Found(False, "asked if the comparison finds differences")
    if record.different:
        return Found(False, f"{record.different} differences, none reported")
    return Found(True, "the comparison found no difference")


def _tested(names: Sequence[str]) -> Found:
    """The tests that prove an answer; where the sources are at hand, they must be there."""
    for name in names:
        path, _, function = name.partition("::")
        source = Path(__file__).parents[4] / path
        if source.parents[len(Path(path).parts) - 2].is_dir() and not _has(source, function):
            return Found(False, f"there is no {name}")
    return Found(True, ", ".join(names))


def _has(source: Path, function: str) -> bool:
    return source.is_file() and f"def {function}(" in source.read_text("utf-8")
