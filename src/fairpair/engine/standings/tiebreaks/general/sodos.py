"""sodos: sum of defeated opponents' scores, as Go calls Sonneborn-Berger."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.general.sonneborn_berger import note, sonneborn_berger

TIEBREAK = Tiebreak(
    code="sodos",
    name="Sum of defeated opponents' scores",
    about="The points of the opponents beaten, and half of those of opponents drawn with.",
    clause="Go: OpenGotha, SODOS, in a pure Swiss",
    range="0 to rounds x the best score",
    games=("go",),
    reckon=sonneborn_berger,
    note=note,
)
