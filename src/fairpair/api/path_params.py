"""Path parameters and their descriptions, shared by all operations."""

import re
from typing import Annotated

from fastapi import Depends, Path, Query

from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS, MatchRef, RoundRef

HERE = "/api/tournaments/{tournament}"
PLAYER = f"{HERE}/players/{{player}}"
ROUND = f"{HERE}/rounds/{{n}}"
PAIRING = f"{HERE}/pairings/{{pairing}}"

Here = Annotated[TournamentId, Path(description="Tournament ID.", examples=["spring-open"])]
PlayerNo = Annotated[PlayerId, Path(ge=1, le=10**9, description="Player or team number.")]
RoundNo = Annotated[int, Path(ge=1, le=MOST_ROUNDS, description="Round number within the stage.")]
TableNo = Annotated[int, Path(ge=1, le=HIGHEST_TABLE, description="Table number.")]
Stage = Annotated[int, Query(ge=1, le=9, description="1: main rounds; 2: knockout.")]
PairingId = Annotated[
    str,
    Path(
        alias="pairing",
        description="Match ID: stage, round and number, which is that of its table when it was"
        " paired. `1-3-12` is match 12 in round 3. It stays the same when the match is moved.",
        examples=["1-3-12"],
        max_length=40,
    ),
]


def round_ref(n: RoundNo, stage: Stage = 1) -> RoundRef:
    """The round of the address."""
    return RoundRef(stage, n)


def match_ref(pairing: PairingId) -> MatchRef:
    """The match with this id.

    >>> match_ref("1-3-12")
    MatchRef(stage=1, round_no=3, table=12)
    """
    if not re.fullmatch(r"[1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]{0,4}", pairing, re.ASCII):
        raise NotFoundError("unknown-pairing", match=f"{pairing!r:.60}")
    stage, round_no, table = map(int, pairing.split("-"))
    return MatchRef(stage, round_no, table)


RoundPath = Annotated[RoundRef, Depends(round_ref)]
PairingPath = Annotated[MatchRef, Depends(match_ref)]
