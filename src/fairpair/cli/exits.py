"""The exit codes of refusals: 3 bad input, 4 conflict, 5 trouble with a file or database."""

from fairpair.core.errors import BadInput, Conflict, DomainError, NotAllowed, StorageError

_CODES: dict[type[DomainError], int] = {BadInput: 3, NotAllowed: 4, Conflict: 4, StorageError: 5}


def exit_code(error: DomainError) -> int:
    """What the command ends with after this refusal."""
    return next(_CODES[kind] for kind in type(error).__mro__ if kind in _CODES)
