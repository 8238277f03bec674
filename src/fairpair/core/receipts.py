"""What is kept of every request that was carried out, to answer it when it is repeated."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a request was carried out, also one that had nothing to change.

    The request left the log of `tournament` at `version`; the last `events` events up to there are
    its own. `fingerprint` tells its repeat from another request with the same id. For requests to
    the server `tournament` is empty. `answer` is what a repeat needs to know beside the events; it
    never holds a secret.
    """

    tournament: str
    command_id: str
    fingerprint: str
    version: int
    events: int = 0
    answer: str = ""
    at: str = ""
