"""All tie-breaks, in modules by where they come from; importing this package declares them.

| module | whose |
|---|---|
| `general` | any game's |
| `cards` | Magic and its family, Pokemon, Yu-Gi-Oh, Flesh and Blood |
| `miniatures` | games with several scores a match |
| `fide` | chess, articles 6 to 9 of C.07 |
| `fide_ratings` | chess, article 10 of C.07 |
| `teams` | chess teams, articles 12 and 13 of C.07 |
| `averages`, `unplayed_rounds` | what several of them share; article 16 of C.07 |
"""

from fairpair.engine.standings.tiebreak import TIEBREAKS

# In this order they are listed everywhere.
# isort: off
from fairpair.engine.standings.tiebreaks import general
from fairpair.engine.standings.tiebreaks import cards
from fairpair.engine.standings.tiebreaks import miniatures
from fairpair.engine.standings.tiebreaks import fide
from fairpair.engine.standings.tiebreaks import fide_ratings
from fairpair.engine.standings.tiebreaks import teams
# isort: on

__all__ = ["TIEBREAKS", "cards", "fide", "fide_ratings", "general", "miniatures", "teams"]
