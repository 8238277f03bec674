"""The codes of TDF files, and what they mean here.

| outcome | meaning | becomes |
|---|---|---|
| 0 | open | no result |
| 1, 2 | that seat won | a win |
| 3 | tie | a draw |
| 4, 5 | assigned bye, bye | a full-point bye, the bye |
| 6, 10 | both lost | 0-0 |
| 8 | forced loss of a late player | a loss |
| 9 | deleted | nothing |
"""

from fairpair.core.results import Decided, Mark, Result, win_for
from fairpair.core.rounds import ByeKind

GIVER = "pokemon"
"""Whose numbers the players have."""
OPEN, TIE, BOTH_LOST, OLD_BOTH_LOST, DELETED = "0", "3", "10", "6", "9"
ELIMINATION = "1"
"""The type of a knock-out round."""
FINISHED = "5"
"""The stage of a tournament that is over."""
BYES = {"4": ByeKind.FULL, "5": ByeKind.PAIRING, "8": ByeKind.LOSS}
_BOTH_LOST: Result = Decided((Mark.LOSS, Mark.LOSS))
RESULTS: dict[str, Result | None] = {
    OPEN: None,
    "1": Decided(win_for(0)),
    "2": Decided(win_for(1)),
    TIE: Decided((Mark.DRAW, Mark.DRAW)),
    BOTH_LOST: _BOTH_LOST,
    OLD_BOTH_LOST: _BOTH_LOST,
}
DIVISIONS = {
    "0": "Junior",
    "1": "Senior",
    "2": "Masters",
    "8": "Junior and Senior",
    "9": "Senior and Masters",
    "10": "Everybody",
}
EVERYBODY = "10"
SINGLE = ("0", "1", "2")
"""Divisions that say something about a player."""
