"""Report files as the commands take them: read, or refused with every error, and with notes."""

from fairpair.formats import trf
from fairpair.formats.trf.lines import CAN_REPAIR


def trf_file(data: bytes, *, repair: bool = False) -> tuple[trf.TrfFile, list[str]]:
    """The file in these bytes, and what there is to say of it.

    Raises `InvalidInputError` if it has errors.
    """
    return usable(trf.read(data, repair=repair))


def usable(report: trf.TrfReport) -> tuple[trf.TrfFile, list[str]]:
    """The file that was read, and what there is to say of it.

    Raises `InvalidInputError` if it has errors.
    """
    if report.file is None:
        error = trf.refusal(report)
        if any(CAN_REPAIR in problem.hint for problem in report.errors):
            error.hint = "Correct these places, or let --repair mend what is beyond doubt."
        raise error
    notes = [f"repaired, {problem.where}: {problem.message}" for problem in report.repairs]
    notes += [f"note, {problem.where}: {problem.message}" for problem in report.problems]
    return report.file, notes
