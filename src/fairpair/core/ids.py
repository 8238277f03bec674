"""Names of things, as types that cannot be mixed up."""

from typing import NewType

TournamentId = NewType("TournamentId", str)
"""Stands in addresses and file names: lower-case letters, digits and hyphens."""

PlayerId = NewType("PlayerId", int)
"""The number of an entrant (player or team) in order of registration, never given twice."""

CommandId = NewType("CommandId", str)
"""Made by the client, so that a command sent twice is carried out once."""
