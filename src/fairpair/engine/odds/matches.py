"""A match by the plan's model, with the lots that the compiled kernel draws for it."""

from typing import NamedTuple

from fairpair.engine.odds.lots import DRAWN, GAME, GAMES, PAIR, TIME, lot, share
from fairpair.engine.odds.plan import Model


class RoundOfEvent(NamedTuple):
    """What a match's lots belong to, apart from its players; rounds are numbered from 0."""

    seed: int
    event: int
    round_index: int


def games_of_match(
    model: Model, played_in: RoundOfEvent, pair: tuple[int, int], lead: int
) -> tuple[int, int, int]:
    """Games won by the first, by the second, and drawn; -1 drawn games: time was over at 1-1.

    Players are numbered from 0, and the first of the pair has the smaller number. `lead` is the
    first one's in rating.
    """
    seed, event, round_index = played_in
    first, second = 0, 0
    needed, key = model.best_of // 2 + 1, pair[0] * PAIR + pair[1]
    lead = max(-model.lead_at_most, min(model.lead_at_most, lead))
    chance = (model.even + lead) / (2.0 * model.even)
    while first < needed and second < needed:
        played = first + second
        if first == second and played >= model.best_of - 1:
            if share(lot(seed, event, DRAWN, round_index, key)) < model.drawn_game:
                return first, second, 1
            if share(lot(seed, event, TIME, round_index, key)) < model.out_of_time:
                return first, second, -1 if first else 1
        if share(lot(seed, event, GAME, round_index * GAMES + played, key)) < chance:
            first += 1
        else:
            second += 1
    return first, second, 0
