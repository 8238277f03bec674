"""What must be true of every tournament at every moment (document E, section 12)."""

from collections.abc import Iterator

from fairpair.core.rounds import Round, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import seed_order
from fairpair.engine.stages.plan import SINGLE_ELIMINATION
from fairpair.engine.stages.progress import knock_out_of, plan_for


def broken(tournament: Tournament) -> list[str]:
    """The invariants that do not hold, each with where; nothing is what should be found.

    | number in E 12 | checked here |
    |---|---|
    | 1, 2 | rounds of stage 1 have players; a knock-out has seeds until they are known |
    | 3, 4 | nobody is twice in a round, and all who take part in stage 1 are there once |
    | 5 | the first round of a knock-out is in tree order |
    | 6 | no knock-out before all rounds of stage 1 are complete |
    | 8 | nobody meets twice, unless it was confirmed |

    7 and 9 are the pairing system's, and looked at whenever it makes a round; 10 is warned of; 11
    is what `ranking.py` gives.
    """
    return [
        *_once(tournament),
        *_everybody(tournament),
        *_locked(tournament),
        *_seeded(tournament),
        *_rematches(tournament),
    ]


def _seated(round_: Round) -> list[int]:
    return [*(p for pairing in round_.pairings.values() for p in pairing.seats), *round_.byes]


def _once(t: Tournament) -> Iterator[str]:
    for ref, round_ in t.rounds.items():
        seated = _seated(round_)
        if len(set(seated)) < len(seated):
            yield f"{ref.title}: somebody is there twice"


def _everybody(t: Tournament) -> Iterator[str]:
    """When a round is published; who enters or leaves later is not looked at."""
    ref = t.upcoming
    round_ = t.rounds.get(ref)
    if ref.stage != 1 or round_ is None or round_.status != RoundStatus.PUBLISHED:
        return
    seated = set(_seated(round_))
    if any(player not in seated for player in t.entrants_in(ref)):
        yield f"{ref.title}: somebody has neither an opponent nor a bye"


def _locked(t: Tournament) -> Iterator[str]:
    swiss = [round_ for ref, round_ in t.rounds.items() if ref.stage == 1]
    if t.stage > 1 and any(round_.status != RoundStatus.COMPLETE for round_ in swiss):
        yield "A knock-out has begun before the rounds for everybody are complete"
    for ref in t.rounds:
        if ref.stage > t.stage:
            yield f"{ref.title} is there before its stage"


def _seeded(t: Tournament) -> Iterator[str]:
    tree, finals = knock_out_of(t), plan_for(t).finals
    if tree is None or finals is None or finals.kind != SINGLE_ELIMINATION or t.rules.reseed:
        return
    first = tree.in_round(1)
    if any(match.by_hand for match in first):
        return
    size = finals.size or 0
    order = [n for n in seed_order(1 << (size - 1).bit_length()) if n <= size]
    found = [seat.seed for match in first for seat in match.seats if seat.seed]
    if found and [n for n in order if n in found] != found:
        yield "The first round of the knock-out is not in tree order"


def _rematches(t: Tournament) -> Iterator[str]:
    if not t.rules.avoid_repeat_pairings or t.rules.cycles > 1:
        return
    met: set[frozenset[int]] = set()
    for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0]):
        pairs = [frozenset(map(int, pairing.seats)) for pairing in round_.pairings.values()]
        confirmed = "rematch" in round_.confirmed
        if ref.stage == 1 and not confirmed and any(pair in met for pair in pairs):
            yield f"{ref.title}: two players meet again"
        if ref.stage == 1:
            met.update(pairs)
