"""What happened: commands, events, and the state they give.

`decide` asks one function for each command, `validate` and `fold` one for each event. They stand
together in the modules imported here, which is all it takes to register them.
"""

from fairpair.log import (
    chess_warnings,
    draw,
    erasure,
    external_values,
    fide_mode,
    game_corrections,
    later_ratings,
    lifecycle,
    manual_warnings,
    numbers,
    pairing_edits,
    player_requests,
    players,
    repair,
    restrictions,
    results,
    rounds,
    seating,
    tie_orders,
)

__all__ = [
    "chess_warnings",
    "draw",
    "erasure",
    "external_values",
    "fide_mode",
    "game_corrections",
    "later_ratings",
    "lifecycle",
    "manual_warnings",
    "numbers",
    "pairing_edits",
    "player_requests",
    "players",
    "repair",
    "restrictions",
    "results",
    "rounds",
    "seating",
    "tie_orders",
]
