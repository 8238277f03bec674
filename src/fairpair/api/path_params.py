"""The parts of addresses, and how they are described: the same for reading and for writing."""

from typing import Annotated

from fastapi import Path, Query

from fairpair.core.rounds import HIGHEST_TABLE, MOST_ROUNDS

HERE = "/api/tournaments/{tournament}"

Here = Annotated[str, Path(description="The id of the tournament.", examples=["spring-open"])]
PlayerNo = Annotated[int, Path(ge=1, le=10**9, description="The number of the player or team.")]
RoundNo = Annotated[
    int, Path(ge=1, le=MOST_ROUNDS, description="The number of the round in its stage.")
]
TableNo = Annotated[int, Path(ge=1, le=HIGHEST_TABLE, description="The number of the table.")]
Stage = Annotated[int, Query(ge=1, le=9, description="1: rounds for everybody; 2: knock-out.")]
