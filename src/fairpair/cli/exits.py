"""The exit codes of refusals.

1 no legal pairing, 3 bad input, 4 conflict, 5 trouble with a file or database.
"""

from fairpair.core.errors import BadInput, Conflict, DomainError, NotAllowed, StorageError

CHECK_FAILED = 1
_CODES: dict[type[DomainError], int] = {BadInput: 3, NotAllowed: 4, Conflict: 4, StorageError: 5}


def exit_code(error: DomainError) -> int:
    """What the command ends with after this refusal."""
    from fairpair.engine.pairing.propose import ImpossiblePairing

    codes = {**_CODES, ImpossiblePairing: 1}
    return next(codes[kind] for kind in type(error).__mro__ if kind in codes)
