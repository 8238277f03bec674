"""Random positions before the last results, and what really happens from there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Decided, Forfeit, Games, Mark, Result
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Points, Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

W, D, L = Mark.WIN, Mark.DRAW, Mark.LOSS
MAGIC = Rules(rounds=3, draw_win_share=Fraction(1, 2))
CHESS = Rules(
    rounds=3,
    best_of=1,
    points=Points(Fraction(1), Fraction(1, 2), Fraction(0)),
    standings_tiebreakers=("BH/C1", "BH", "SB", "DE"),
)
FORFEITS = [Forfeit((W, L)), Forfeit((L, W)), Forfeit((L, L))]
DECIDED: list[Result] = [Decided(m) for m in ((W, L), (L, W), (D, D), (L, L), (D, L), (L, D))]
GAMES: list[Result] = [
    Games((won, lost), drawn)
    for won, lost, drawn in (
        *((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (1, 0, 0), (0, 1, 0)),
        *((1, 1, 1), (0, 0, 3), (0, 0, 0), (1, 0, 2), (2, 0, 9), (0, 2, 9)),
    )
]
CHESS_RESULTS: list[Result] = [*DECIDED, *FORFEITS]
MAGIC_RESULTS: list[Result] = [*GAMES, *DECIDED, *FORFEITS]


def position(
    random: Random, players: int, rules: Rules, usual: Sequence[Result], open_share: float = 1
) -> Tournament:
    """All planned rounds published, and of the last one some results missing."""
    numbers = [PlayerId(n) for n in range(1, players + 1)]
    assert rules.rounds
    rounds = {}
    for n in range(1, rules.rounds + 1):
        is_last = n == rules.rounds
        order = sorted(numbers, key=lambda _: random.random())
        byes = {order.pop(): ByeKind.PAIRING} if players % 2 else {}
        tables = zip(order[::2], order[1::2], strict=True)
        pairings = {
            table: Pairing(
                seats, None if is_last and random.random() < open_share else random.choice(usual)
            )
            for table, seats in enumerate(tables, 1)
        }
        rounds[RoundRef(1, n)] = Round(RoundStatus.PUBLISHED, pairings, byes, "", "", "")
    period = Period(RoundRef(1, 1), None, ByeKind.ZERO)
    entries = {n: Entry(Player(f"P{n}"), (period,)) for n in numbers}
    seed = str(random.random())
    return Tournament(created=True, rules=rules, entries=entries, rounds=rounds, draw_seed=seed)


def with_results(t: Tournament, results: Sequence[Result]) -> Tournament:
    """The last round with these results for its open tables, in order."""
    ref = max(t.rounds)
    round_ = t.rounds[ref]
    pairings = dict(round_.pairings)
    for table, result in zip(round_.pending, results, strict=True):
        pairings[table] = replace(pairings[table], result=result)
    return replace(t, rounds={**t.rounds, ref: replace(round_, pairings=pairings)})


def endings(t: Tournament, results: Sequence[Result]) -> Iterator[Tournament]:
    """Every way in which these results can end it."""
    pending = t.rounds[max(t.rounds)].pending
    for chosen in product(results, repeat=len(pending)):
        yield with_results(t, chosen)


def places(t: Tournament) -> dict[PlayerId, tuple[int, int]]:
    """Everybody's first and last place by the real standings."""
    ranks = Standings(tiebreak_input(t)).ranks
    shared = list(ranks.values())
    return {p: (rank, rank + shared.count(rank) - 1) for p, rank in ranks.items()}


def marks_of_last(t: Tournament, results: Sequence[Result]) -> dict[PlayerId, Mark]:
    """What these results are for the players of the open tables."""
    from fairpair.core.results import marks_of

    round_ = t.rounds[max(t.rounds)]
    return {
        player: mark
        for table, result in zip(round_.pending, results, strict=True)
        for player, mark in zip(round_.pairings[table].seats, marks_of(result), strict=True)
    }


def next_rounds(t: Tournament) -> Iterator[Tournament]:
    """One more round with every pairing there is, legal or not, and no results."""
    ref = RoundRef(1, len(t.rounds) + 1)
    for seats in _pairings(sorted(t.entries)):
        pairings = {n: Pairing(two) for n, two in enumerate(seats, 1) if len(two) == 2}
        byes = {one[0]: ByeKind.PAIRING for one in seats if len(one) == 1}
        round_ = Round(RoundStatus.PUBLISHED, pairings, byes, "", "", "")
        yield replace(t, rounds={**t.rounds, ref: round_})


def _pairings(players: Sequence[PlayerId]) -> Iterator[list[tuple[PlayerId, ...]]]:
    if not players:
        yield []
        return
    first, *others = players
    if len(players) % 2:
        yield from ([(first,), *rest] for rest in _pairings(others))
    for other in others:
        left = [one for one in others if one != other]
        yield from ([(first, other), *rest] for rest in _pairings(left))
