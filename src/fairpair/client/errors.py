"""What can go wrong between a program and a server."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fairpair.core.errors import DomainError, FieldProblem


class ClientError(DomainError):
    """A request to a server failed; `status` is that of the answer, if there was one."""

    status: int | None = None


class ServerUnreachableError(ClientError):
    """There was no answer, although the request was repeated.

    A change may have been made: only sending the same request again can tell.
    """

    def __init__(self, server: str, reason: str) -> None:
        super().__init__("server-unreachable", server=server, reason=reason)


class UnexpectedAnswerError(ClientError):
    """The answer does not come from Fairpair, or from a version that this client cannot read."""

    def __init__(self, server: str, status: int) -> None:
        super().__init__("unexpected-answer", server=server, status=status)
        self.status = status


class RequestRejectedError(ClientError):
    """The server rejected the request, and nothing was changed.

    `pending` lists the pairings without a result, `suggestions` what would make a round possible.
    """

    def __init__(self, document: "ProblemDocument") -> None:
        problems = [FieldProblem(one.where, one.message) for one in document.errors]
        super().__init__(document.code, problems=problems)
        self._document = document
        self.status = document.status
        self.pending = document.pending
        self.suggestions = document.suggestions

    @property
    def message(self) -> str:
        """What happened, in the words of the server."""
        return self._document.title

    @property
    def hint(self) -> str:
        """What to do next, in the words of the server."""
        return self._document.hint


class _FieldError(msgspec.Struct, frozen=True):
    """One invalid field."""

    where: str
    message: str


class ProblemDocument(msgspec.Struct, frozen=True):
    """A problem document (RFC 9457) of a server."""

    status: int
    title: str
    code: str
    hint: str = ""
    errors: tuple[_FieldError, ...] = ()
    pending: Sequence[Mapping[str, Any]] | None = None
    suggestions: Sequence[Mapping[str, Any]] | None = None


def rejection(server: str, status: int, body: bytes) -> ClientError:
    """The error that an answer stands for."""
    try:
        return RequestRejectedError(msgspec.json.decode(body, type=ProblemDocument))
    except msgspec.DecodeError:
        return UnexpectedAnswerError(server, status)
