"""FIDE's Tournament Report File: TRF16, TRF26 and the engine extensions, read into plain values.

`read` reports every problem of a file in one pass, with line and column; `read_or_raise` is the
same for callers that only want a good file.
"""

from fairpair.formats.trf.model import (
    TrfAbnormal,
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfForbidden,
    TrfForfeitedMatch,
    TrfLineUp,
    TrfNational,
    TrfPlayer,
    TrfProblem,
    TrfReport,
    TrfTeam,
    TrfTeamPab,
    TrfTeams,
)
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.reader import read, read_or_raise, refusal

__all__ = [
    "PointSystem",
    "TrfAbnormal",
    "TrfAcceleration",
    "TrfBye",
    "TrfCell",
    "TrfEvent",
    "TrfFile",
    "TrfForbidden",
    "TrfForfeitedMatch",
    "TrfLineUp",
    "TrfNational",
    "TrfPlayer",
    "TrfProblem",
    "TrfReport",
    "TrfTeam",
    "TrfTeamPab",
    "TrfTeams",
    "read",
    "read_or_raise",
    "refusal",
]
