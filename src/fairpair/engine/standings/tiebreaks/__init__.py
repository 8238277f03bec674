"""All tie-breaks, in modules by where they come from; importing this package declares them.

| module | whose |
|---|---|
| `general` | any game's |
| `magic`, `pokemon`, `yugioh`, `flesh_and_blood` | card games |
| `miniatures` | games with several scores a match |
| `fide_encounter`, `fide_own_results`, `fide_opponents` | chess, articles 6 to 9 of C.07 |
| `fide_ratings` | chess, article 10 of C.07 |
| `teams` | chess teams, articles 12 and 13 of C.07 |
| `averages`, `card_rounds`, `unplayed_rounds` | what several of them share; article 16 of C.07 |
"""

from fairpair.engine.standings.tiebreak import TIEBREAKS

# In this order they are listed everywhere.
# isort: off
from fairpair.engine.standings.tiebreaks import general
from fairpair.engine.standings.tiebreaks import magic
from fairpair.engine.standings.tiebreaks import pokemon
from fairpair.engine.standings.tiebreaks import yugioh
from fairpair.engine.standings.tiebreaks import flesh_and_blood
from fairpair.engine.standings.tiebreaks import miniatures
from fairpair.engine.standings.tiebreaks import fide_encounter
from fairpair.engine.standings.tiebreaks import fide_own_results
from fairpair.engine.standings.tiebreaks import fide_opponents
from fairpair.engine.standings.tiebreaks import fide_ratings
from fairpair.engine.standings.tiebreaks import teams
# isort: on

__all__ = [
    "TIEBREAKS",
    "fide_encounter",
    "fide_opponents",
    "fide_own_results",
    "fide_ratings",
    "flesh_and_blood",
    "general",
    "magic",
    "miniatures",
    "pokemon",
    "teams",
    "yugioh",
]
