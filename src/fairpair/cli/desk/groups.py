"""The commands that have actions, with all of them: a module adds its own when it is imported."""

from fairpair.cli.desk import arrangements, entrants, seats
from fairpair.cli.desk.players import players
from fairpair.cli.desk.rounds import round_

ACTIONS = (entrants, arrangements, seats)
__all__ = ["ACTIONS", "players", "round_"]
