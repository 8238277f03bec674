"""The exit codes.

| code | meaning |
|---|---|
| 1 | no legal pairing, or a check that failed |
| 2 | wrong usage |
| 3 | bad input |
| 4 | conflict |
| 5 | trouble with a file or database |
| 70 | internal error: a fault of the program |
| 130 | stopped with Ctrl+C |
| 141 | whoever read the output closed it before its end |
"""

from fairpair.core.errors import (
    ConflictError,
    DomainError,
    ForbiddenError,
    InvalidInputError,
    InvalidStateError,
    RateLimitedError,
    StorageError,
    UnauthorizedError,
)

CHECK_FAILED = 1
FILE_TROUBLE = 5
INTERNAL = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED, BROKEN_PIPE = 130, 141  # what shells tell of programs that SIGINT or SIGPIPE ended
_CODES: dict[type[DomainError], int] = {
    InvalidInputError: 3,
    InvalidStateError: 4,
    ConflictError: 4,
    UnauthorizedError: 4,
    ForbiddenError: 4,
    RateLimitedError: 4,
    StorageError: FILE_TROUBLE,
}


def exit_code(error: DomainError) -> int:
    """What the command ends with after this refusal."""
    from fairpair.engine.pairing.proposal import ImpossiblePairingError

    codes = {**_CODES, ImpossiblePairingError: 1}
    return next(codes[kind] for kind in type(error).__mro__ if kind in codes)
