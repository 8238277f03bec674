"""FIDE's tie-breaks for team tournaments (C.07, articles 12 and 13)."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.teams import (
    board_count,
    bottom_boards,
    encounter,
    encounter_bbe,
    encounter_bc_bbe,
    encounter_bc_tbr,
    encounter_tbr,
    game_points_by_games,
    game_points_by_matches,
    match_points_by_games,
    match_points_by_matches,
    other_score,
    schedule_strength,
    top_boards,
)

TIEBREAKS: tuple[Tiebreak, ...] = (
    other_score.TIEBREAK,
    match_points_by_matches.TIEBREAK,
    match_points_by_games.TIEBREAK,
    game_points_by_matches.TIEBREAK,
    game_points_by_games.TIEBREAK,
    encounter.TIEBREAK,
    encounter_bc_tbr.TIEBREAK,
    encounter_bc_bbe.TIEBREAK,
    encounter_tbr.TIEBREAK,
    encounter_bbe.TIEBREAK,
    schedule_strength.TIEBREAK,
    board_count.TIEBREAK,
    top_boards.TIEBREAK,
    bottom_boards.TIEBREAK,
)
