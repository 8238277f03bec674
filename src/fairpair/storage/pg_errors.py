"""What PostgreSQL and the way to it report, as a sentence with a code and a way out."""

import psycopg

from fairpair.core.errors import StorageError
from fairpair.storage import errors

_HINT = "Check that the server runs, and the address, user and password."


def from_driver(place: str, wait: float, error: BaseException) -> StorageError:
    """By SQLSTATE (PostgreSQL manual, appendix A); without one the server was not reached."""
    if not isinstance(error, psycopg.Error):
        return errors.busy(place, wait)
    said = _first_line(error)
    match error.sqlstate or "":
        case "" | "57P01" | "57P02" | "57P03" | "25P03":
            return errors.unreachable(place, said, _HINT)
        case state if state[:2] in {"08", "28", "3D"}:
            return errors.unreachable(place, said, _HINT)
        case "55P03" | "53300":
            return errors.busy(place, wait)
        case "25006" | "42501":
            return errors.read_only(place)
        case "53100":
            return errors.full(place)
        case "XX001" | "XX002" | "42P01":
            return errors.damaged(place)
        case _:
            return errors.unexpected(place, said)


def outcome_unknown(place: str) -> StorageError:
    """The connection was lost between asking for the commit and the answer."""
    return StorageError(
        "outcome-unknown",
        f"The connection to {place} was lost: the command may be recorded or not.",
        "Repeat it with the same id: it is carried out once, whichever it was.",
    )


def _first_line(error: psycopg.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
