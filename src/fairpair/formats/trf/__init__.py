"""FIDE's Tournament Report File: TRF16, TRF26 and the engine extensions, read into plain values.

`read` reports every problem of a file in one pass, with line and column; `read_or_raise` is the
same for callers that only want a good file.
"""

from fairpair.formats.trf.acceleration import TrfAcceleration
from fairpair.formats.trf.reader import read, read_or_raise, refusal
from fairpair.formats.trf.records import (
    TrfAbnormal,
    TrfBye,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfForbidden,
    TrfNational,
    TrfPlayer,
    TrfProblem,
    TrfReport,
    TrfUnknown,
)
from fairpair.formats.trf.scoring import PointSystem
from fairpair.formats.trf.teams import (
    TrfForfeitedMatch,
    TrfLineUp,
    TrfTeam,
    TrfTeamBye,
    TrfTeamPab,
    TrfTeams,
)

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
    "TrfTeamBye",
    "TrfTeamPab",
    "TrfTeams",
    "TrfUnknown",
    "read",
    "read_or_raise",
    "refusal",
]
