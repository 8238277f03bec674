"""Tie-breaks of card games: Magic and its family, Pokemon, Yu-Gi-Oh, Flesh and Blood."""

from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks.cards import (
    cumulative_wins,
    game_win,
    late_losses,
    match_loss,
    match_win,
    on_time,
    opponent_cumulative_wins,
    opponent_game_win,
    opponent_match_loss,
    opponent_match_win,
    opponent_opponent_win,
    opponent_win,
    pooled_opponent_opponent_win,
    pooled_opponent_win,
)

TIEBREAKS: tuple[Tiebreak, ...] = (
    opponent_match_win.TIEBREAK,
    game_win.TIEBREAK,
    opponent_game_win.TIEBREAK,
    match_win.TIEBREAK,
    on_time.TIEBREAK,
    opponent_win.TIEBREAK,
    opponent_opponent_win.TIEBREAK,
    pooled_opponent_win.TIEBREAK,
    pooled_opponent_opponent_win.TIEBREAK,
    late_losses.TIEBREAK,
    cumulative_wins.TIEBREAK,
    match_loss.TIEBREAK,
    opponent_match_loss.TIEBREAK,
    opponent_cumulative_wins.TIEBREAK,
)
