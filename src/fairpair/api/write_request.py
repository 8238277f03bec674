"""Who wants something done, where, and how a repeat of it is known: from key, address, headers."""

import hashlib
import re
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header

from fairpair.api.bodies import bad_fields
from fairpair.api.path_params import Here
from fairpair.app.access.grants import Grant, Role
from fairpair.app.service import CommandContext
from fairpair.core.errors import FieldProblem
from fairpair.core.ids import CommandId, TournamentId
from fairpair.http.authentication import requires

LONGEST_KEY = 200

IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="Do it on this version only: the ETag of what you saw. Else 412.",
        examples=['"42"'],
    ),
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="Your name for this request, up to 200 printable characters. The same again"
        " gets the first answer, and nothing is done twice.",
        examples=["5b0e2c4e-round-3"],
    ),
]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What is asked for by whom."""

    order: CommandContext
    grant: Grant

    @property
    def here(self) -> TournamentId:
        """The tournament of the address."""
        return self.order.tournament


def write_request(least: Role) -> Callable[..., Awaitable[WriteRequest]]:
    """For `Depends`: the order of somebody who is at least this role in the tournament."""

    async def asked(
        grant: Annotated[Grant, Depends(requires(least))],
        tournament: Here,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
    ) -> WriteRequest:
        command_id = command_id_of(idempotency_key, grant)
        here = TournamentId(tournament)
        return WriteRequest(
            CommandContext(here, command_id, grant.who, version_of(if_match)), grant
        )

    return asked


def command_id_of(key: str | None, grant: Grant) -> CommandId:
    """The id of the command: the caller's own name for it, or a new one.

    The names of players are kept apart from all others, so that nobody can take somebody's name.
    """
    if key is None:
        return CommandId(uuid.uuid4().hex)
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        text = f"must be 1 to {LONGEST_KEY} printable characters"
        raise bad_fields([FieldProblem("Idempotency-Key", text)])
    if grant.player is not None:
        digest = hashlib.sha256(key.encode()).hexdigest()
        return CommandId(f"player-{grant.player}-{digest[:40]}")
    return CommandId(key)


def version_of(if_match: str | None) -> int | None:
    """The version that `If-Match` names: the number before the first hyphen of an ETag."""
    if if_match is None or if_match.strip() == "*":
        return None
    found = re.fullmatch(r'(?:W/)?"([0-9]{1,15})(?:-[^"]*)?"', if_match.strip(), re.ASCII)
    if found is None:
        text = 'must be one ETag as this server gives them, such as "42"'
        raise bad_fields([FieldProblem("If-Match", text)])
    return int(found[1])
