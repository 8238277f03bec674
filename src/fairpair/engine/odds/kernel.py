"""Whole Swiss events in compiled loops: no object is made, and everything is a number in an array.

It knows one family of rules: score groups, in each the first against the second and so on, ranked
by points, omw, gw, ogw and a lot. `register` says for which tournaments that is right.

1. Players are sorted by points and tie-breaks, packed into two whole numbers, and a lot.
2. Brackets of equal points are paired from the top. Those who were moved down take the earliest
   resident whom they have not met; a search gives each in turn the earliest partner, and floating
   comes last. Of an odd bracket only residents with the fewest pair-downs may float, level by
   level, so the first complete answer is the first in the order of the rules.
3. If the last bracket is stuck, it is joined with the one above it.

It differs from the exact engine where that looks at the next bracket, or gives way further below.
This is the one module that needs numba and numpy: import it only where both are installed.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from fairpair.engine.odds.lots import (
    AFTER_ALL,
    BYE_LOT,
    DRAWN,
    GAME,
    GAMES,
    LOT,
    PAIR,
    RATING,
    TIME,
)

Array = Any
"""An array of numpy."""
BYE, NOBODY = -1, -2
_MOST_STEPS = 3000
"""The search gives up after so many."""
_SHARE = 1e8
"""Percentages are compared with eight digits after the point."""
_U = np.uint64


class Rules(NamedTuple):
    """The numbers of a plan that every event needs."""

    win: int
    draw: int
    bye_points: int
    bye_game_points: int
    bye_games: int
    omw_floor: float
    gw_floor: float
    by_tiebreaks: bool
    best_of: int
    even: int
    lead_at_most: int
    drawn_game: float
    out_of_time: float
    down_loses: float


class Field(NamedTuple):
    """Everybody's numbers: `opp` has a row for each player and a column for each round."""

    points: Array
    game_points: Array
    games: Array
    matches: Array
    byes: Array
    downs: Array
    opp: Array


class Ranking(NamedTuple):
    """Room for tie-breaks and keys to sort by."""

    omw: Array
    gw: Array
    ogw: Array
    won: Array
    key: Array
    low: Array
    order: Array


class Room(NamedTuple):
    """Room for pairing a round."""

    mates: Array
    field: Array
    members: Array
    following: Array
    found: Array
    starts: Array
    floated: Array
    taken: Array
    at: Array
    chosen: Array
    gains: Array


def compiled(function: Any) -> Any:
    """Compiled once for this computer where there is a folder for it, else in every process."""
    try:
        return njit(nogil=True, cache=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)


@njit
def _mix(x: Any) -> Any:
    x = (x ^ (x >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U(27))) * _U(0x94D049BB133111EB)
    return x ^ (x >> _U(31))


@njit
def lot(seed: Any, event: int, purpose: int, a: int, b: int) -> Any:
    """The lot of `lots.lot`."""
    x = _mix(seed + _U(0x9E3779B97F4A7C15) * _U(event + 1))
    x = _mix(x ^ (_U(purpose) << _U(56)) ^ (_U(a) << _U(28)) ^ _U(b))
    return _mix(x + _U(0x9E3779B97F4A7C15))


@njit
def _share(number: Any) -> float:
    return float(number >> _U(11)) * (1.0 / 9007199254740992.0)


@njit
def _has_met(opp: Array, a: int, b: int, rounds: int) -> bool:
    for r in range(rounds):
        if opp[a, r] == b:
            return True
    return False


@njit
def _search(size: int, moved: int, budget: int, opp: Array, rounds: int, room: Room) -> bool:
    """Pair the members in turn, each with the earliest who is possible, at most `budget` left over.

    `room.floated` tells who must not be left over. The answer is in `room.found`: the partner's
    place, or -1. The first answer is the first in the order of the rules: nobody has an earlier
    partner.
    """
    taken, at, chosen, found, members = room.taken, room.at, room.chosen, room.found, room.members
    for n in range(size):
        taken[n] = 0
        found[n] = -1
    depth, left, steps = 0, 0, 0
    at[0], chosen[0] = 0, 0
    while True:
        steps += 1
        if steps > _MOST_STEPS:
            return False
        x, last = at[depth], chosen[depth]
        if last == size:
            left -= 1
        elif last > x:
            taken[last] = 0
        taken[x] = 1
        choice = -1
        if last < size:
            begin = last + 1
            if x < moved and begin < moved:
                begin = moved  # those who were moved down do not meet each other
            for y in range(begin, size):
                if not taken[y] and not _has_met(opp, members[x], members[y], rounds):
                    choice = y
                    break
            if choice < 0 and left < budget and not room.floated[x]:
                choice = size
        if choice < 0:
            taken[x] = 0
            depth -= 1
            if depth < 0:
                return False
            continue
        chosen[depth] = choice
        if choice == size:
            left += 1
        else:
            taken[choice] = 1
        following = x + 1
        while following < size and taken[following]:
            following += 1
        if following == size:
            for d in range(depth + 1):
                if chosen[d] < size:
                    found[at[d]] = chosen[d]
                    found[chosen[d]] = at[d]
            return True
        depth += 1
        at[depth], chosen[depth] = following, following


@njit
def _search_bracket(
    size: int, moved: int, below: int, opp: Array, rounds: int, downs: Array, room: Room
) -> bool:
    """Who of the members meets whom, and who floats down; `below` players are in the next bracket.

    False if nothing is found, or not soon enough.
    """
    floated, members, following = room.floated, room.members, room.following
    for n in range(size):
        floated[n] = 0
    odd = size & 1
    if odd:
        if below == 0:
            return False
        # A resident with the fewest pair-downs so far floats, one who can play below.
        for wanted in range(rounds + 1):
            somebody = False
            for n in range(size):
                floated[n] = 1
                if n < moved or downs[members[n]] != wanted:
                    continue
                for m in range(below):
                    if not _has_met(opp, members[n], following[m], rounds):
                        floated[n] = 0
                        somebody = True
                        break
            if somebody and _search(size, moved, 1, opp, rounds, room):
                return True
        for n in range(size):
            floated[n] = 0
    most = size if below else 0
    budget = odd
    while budget <= most:
        if _search(size, moved, budget, opp, rounds, room):
            return True
        budget += 2
    return False


@njit
def _pair_end(groups: int, count: int, opp: Array, rounds: int, room: Room) -> None:
    """Pair the last brackets together when the last one is stuck, as many as it takes."""
    order, mates, members = room.field, room.mates, room.members
    back = groups - 1
    while back > 0:
        back -= 1
        size = 0
        for n in range(room.starts[back], count):
            mates[order[n]] = NOBODY
        # Whoever above met somebody from here is free again, and so is whoever floated down.
        for n in range(room.starts[back]):
            who = order[n]
            if mates[who] == NOBODY or mates[mates[who]] != who:
                mates[who] = NOBODY
                members[size] = who
                size += 1
        for n in range(room.starts[back], count):
            members[size] = order[n]
            size += 1
        # From the bottom, where it is stuck: these have the fewest possible opponents.
        for n in range(size // 2):
            members[n], members[size - 1 - n] = members[size - 1 - n], members[n]
        for n in range(size):
            room.floated[n] = 0
        if _search(size, 0, 0, opp, rounds, room):
            for n in range(size):
                mates[members[n]] = members[room.found[n]]
            return
    for n in range(count):
        mates[order[n]] = order[n ^ 1]


@compiled
def pair_field(count: int, points: Array, opp: Array, rounds: int, downs: Array, room: Room) -> int:
    """Pair the first `count` of `room.field`, best first; how many pairs have met before.

    The partners are in `room.mates`. `rounds` have been played.
    """
    order, mates, members, following = room.field, room.mates, room.members, room.following
    for n in range(count):
        mates[order[n]] = NOBODY
    begin, moved, groups = 0, 0, 0
    while begin < count:
        end = begin
        while end < count and points[order[end]] == points[order[begin]]:
            end += 1
        room.starts[groups] = begin
        groups += 1
        for n in range(begin, end):  # those who were moved down are in front already
            members[moved + n - begin] = order[n]
        size = moved + end - begin
        after = end
        while after < count and points[order[after]] == points[order[end]]:
            following[after - end] = order[after]
            after += 1
        if not _search_bracket(size, moved, after - end, opp, rounds, downs, room):
            _pair_end(groups, count, opp, rounds, room)
            break
        for n in range(size):
            if room.found[n] >= 0:
                mates[members[n]] = members[room.found[n]]
        moved = 0
        for n in range(size):
            if room.found[n] < 0:
                members[moved] = members[n]
                moved += 1
        begin = end
    again = 0
    for n in range(count):
        if _has_met(opp, order[n], mates[order[n]], rounds):
            again += 1
    return again // 2


@njit
def rank_players(
    players: int,
    columns: int,
    seed: Any,
    event: int,
    purpose: int,
    rules: Rules,
    field: Field,
    ranking: Ranking,
) -> None:
    """Sort everybody by points, tie-breaks and a lot, by the opponents of so many columns."""
    _compute_tiebreaks(players, columns, rules, field, ranking)
    by_tiebreaks = rules.by_tiebreaks or purpose == AFTER_ALL
    for p in range(players):
        high = _U(field.points[p]) << _U(54)
        low = lot(seed, event, LOT, purpose, p) >> _U(27)
        if by_tiebreaks:
            high |= _U(round(ranking.omw[p] * _SHARE)) << _U(27)
            high |= _U(round(ranking.gw[p] * _SHARE))
            low |= _U(round(ranking.ogw[p] * _SHARE)) << _U(37)
        ranking.key[p], ranking.low[p] = ~high, ~low
    _sort(players, ranking.key, ranking.low, ranking.order)


@njit
def _compute_tiebreaks(
    players: int, columns: int, rules: Rules, field: Field, ranking: Ranking
) -> None:
    for p in range(players):
        games, matches = field.games[p], field.matches[p]
        won, gw = rules.omw_floor, 0.0
        if matches:
            won = max(won, field.points[p] / (1.0 * rules.win * matches))
        if games:
            gw = max(rules.gw_floor, field.game_points[p] / (3.0 * games))
        ranking.won[p], ranking.gw[p] = won, gw
    for p in range(players):
        total, total_games, met = 0.0, 0.0, 0
        for r in range(columns):
            other = field.opp[p, r]
            if other >= 0:
                total += ranking.won[other]
                total_games += ranking.gw[other]
                met += 1
        ranking.omw[p] = total / met if met else 0.0
        ranking.ogw[p] = total_games / met if met else 0.0


@njit
def _sort(players: int, key: Array, low: Array, order: Array) -> None:
    """By `key`, then by `low`, the smallest first."""
    found = np.argsort(key)
    for k in range(players):
        order[k] = found[k]
    for k in range(1, players):
        who = order[k]
        j = k
        while j > 0 and key[order[j - 1]] == key[who] and low[order[j - 1]] > low[who]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = who


@njit
def _bye_of(seed: Any, event: int, r: int, field: Field, order: Array, away: Array) -> int:
    """Who has the bye: fewest byes, then fewest points, then by lot."""
    best, found = _U(0xFFFFFFFFFFFFFFFF), NOBODY
    for p in order:
        if not away[p, r, 0]:
            rank = (_U(field.byes[p]) << _U(58)) | (_U(field.points[p]) << _U(46))
            rank |= lot(seed, event, BYE_LOT, r, p) >> _U(18)
            if rank < best:
                best, found = rank, p
    return found


@njit
def play_match(
    seed: Any, event: int, r: int, a: int, b: int, chance: float, rules: Rules
) -> tuple[int, int, int]:
    """Games won by each side, and games drawn; -1 if time was over in a level match."""
    first, second = 0, 0
    needed, pair = rules.best_of // 2 + 1, a * PAIR + b
    while first < needed and second < needed:
        played = first + second
        if first == second and played >= rules.best_of - 1:
            if _share(lot(seed, event, DRAWN, r, pair)) < rules.drawn_game:
                return first, second, 1
            if _share(lot(seed, event, TIME, r, pair)) < rules.out_of_time:
                return first, second, -1 if first else 1
        if _share(lot(seed, event, GAME, r * GAMES + played, pair)) < chance:
            first += 1
        else:
            second += 1
    return first, second, 0


@njit
def play_round(
    seed: Any,
    event: int,
    r: int,
    count: int,
    ratings: Array,
    rules: Rules,
    field: Field,
    room: Room,
    own: Array,
) -> None:
    """Play the matches of the first `count` of `room.field`."""
    points = field.points
    for k in range(count):
        a = room.field[k]
        b = room.mates[a]
        if a > b:
            continue
        field.opp[a, r], field.opp[b, r] = b, a
        lead = min(max(ratings[a] - ratings[b], -rules.lead_at_most), rules.lead_at_most)
        chance = (rules.even + lead) / (2.0 * rules.even)
        if points[a] != points[b]:
            if rules.down_loses >= 0.0:
                chance = 1.0 - rules.down_loses if points[a] > points[b] else rules.down_loses
            field.downs[a if points[a] > points[b] else b] += 1
        first, second, drawn = play_match(seed, event, r, a, b, chance, rules)
        drawn_games = max(drawn, 0)
        for who, wins in ((a, first), (b, second)):
            field.matches[who] += 1
            field.game_points[who] += 3 * wins + drawn_games
            field.games[who] += first + second + drawn_games
        # Points come last: pair-downs are seen by those from before the round.
        if drawn:
            room.gains[a], room.gains[b] = rules.draw, rules.draw
        else:
            room.gains[a] = rules.win if first > second else 0
            room.gains[b] = rules.win - room.gains[a]
        if own[a] == 0:
            own[a] = 2 if drawn else 1 if first > second else 3
        if own[b] == 0:
            own[b] = 2 if drawn else 3 if first > second else 1
    for k in range(count):
        points[room.field[k]] += room.gains[room.field[k]]


@njit
def give_byes(r: int, resting: int, players: int, rules: Rules, field: Field, away: Array) -> None:
    """What the bye and rounds away give; after the round is paired and played."""
    for p in range(players):
        if away[p, r, 0]:
            field.opp[p, r] = BYE
            field.points[p] += away[p, r, 1]
            field.game_points[p] += away[p, r, 2]
            field.games[p] += away[p, r, 3]
            field.matches[p] += away[p, r, 4]
            field.byes[p] += away[p, r, 5]
    if resting >= 0:
        field.opp[resting, r] = BYE
        field.points[resting] += rules.bye_points
        field.game_points[resting] += rules.bye_game_points
        field.games[resting] += rules.bye_games
        field.matches[resting] += 1
        field.byes[resting] += 1


@njit
def pair_round(
    seed: Any,
    event: int,
    r: int,
    players: int,
    rules: Rules,
    field: Field,
    ranking: Ranking,
    room: Room,
    away: Array,
) -> tuple[int, int, int]:
    """How many are paired, who has the bye, and how many pairs meet again."""
    rank_players(players, r, seed, event, r, rules, field, ranking)
    present = 0
    for p in range(players):
        present += 1 - away[p, r, 0]
    resting = NOBODY
    if present & 1:
        resting = _bye_of(seed, event, r, field, ranking.order, away)
    count = 0
    for p in ranking.order:
        if p != resting and not away[p, r, 0]:
            room.field[count] = p
            count += 1
    again = pair_field(count, field.points, field.opp, r, field.downs, room)
    return count, resting, again


@njit
def _take_pairs(pairs: Array, room: Room) -> int:
    """The open matches of a round that is paired; how many players these are."""
    for n in range(len(pairs)):
        a, b = pairs[n, 0], pairs[n, 1]
        room.field[2 * n], room.field[2 * n + 1] = a, b
        room.mates[a], room.mates[b] = b, a
    return 2 * len(pairs)


@njit
def draw_ratings(seed: Any, event: int, ratings: Array) -> None:
    """Between 1200 and 2700, strongest first."""
    for p in range(len(ratings)):
        total = 1200
        for part in range(3):
            total += np.int64(lot(seed, event, RATING, part, p) % _U(501))
        ratings[p] = -total
    ratings.sort()
    for p in range(len(ratings)):
        ratings[p] = -ratings[p]


@compiled
def make_room(players: int) -> Room:
    """Room to pair so many."""
    n = players + 1
    return Room(
        np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64),
        np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64),
        np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64),
        np.empty(n, np.int64), np.empty(n, np.int64),
    )  # fmt: skip


@compiled
def simulate(
    seed: int,
    first: int,
    rounds: int,
    played: int,
    rules: Rules,
    given_ratings: Array,
    start: Field,
    pairs: Array,
    is_paired: bool,
    away: Array,
    orders: Array,
    points: Array,
    downs: Array,
    owns: Array,
    again: Array,
) -> None:
    """Play one event for each row of `orders`, from `played` complete rounds on.

    Without ratings they are drawn for each event. What comes out: the players best first, their
    points in that order, everybody's pair-downs and next result (0 none, 1 won, 2 drawn, 3 lost),
    and how many pairs met again.
    """
    n = len(start.points)
    lots = _U(seed)
    field = Field(
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty((n, rounds), np.int64),
    )
    ranking = Ranking(
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n, np.uint64),
        np.empty(n, np.uint64),
        np.empty(n, np.int64),
    )
    room = make_room(n)
    ratings = np.empty(n, np.int64)
    for e in range(len(orders)):
        event = first + e
        field.points[:], field.game_points[:] = start.points, start.game_points
        field.games[:], field.matches[:] = start.games, start.matches
        field.byes[:], field.downs[:] = start.byes, start.downs
        field.opp[:, :] = start.opp
        if len(given_ratings):
            ratings[:] = given_ratings
        else:
            draw_ratings(lots, event, ratings)
        own = owns[e]
        own[:] = 0
        again[e] = 0
        for r in range(played, rounds):
            if is_paired and r == played:
                count = _take_pairs(pairs, room)
                play_round(lots, event, r, count, ratings, rules, field, room, own)
                continue
            count, resting, met = pair_round(lots, event, r, n, rules, field, ranking, room, away)
            again[e] += met
            play_round(lots, event, r, count, ratings, rules, field, room, own)
            give_byes(r, resting, n, rules, field, away)
        rank_players(n, rounds, lots, event, AFTER_ALL, rules, field, ranking)
        for k in range(n):
            orders[e, k] = ranking.order[k]
            points[e, k] = field.points[ranking.order[k]]
            downs[e, k] = field.downs[k]
