"""What tournaments of players and of teams are put together from in the same way."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Entry, Period, Player
from fairpair.core.rounds import FIRST_ROUND, ByeKind
from fairpair.core.tournament import PairingRestriction
from fairpair.formats.trf.outcomes import BYES
from fairpair.formats.trf.records import TrfForbidden, TrfPlayer

MOST_AVOIDED = 200_000
_FROM_START = (Period(FIRST_ROUND),)


def player_of(player: TrfPlayer) -> Player:
    """The person of a 001 record, as written there; the birth date stays behind."""
    return Player(
        name=player.name,
        rating=player.rating,
        title=player.title,
        federation=player.federation,
        sex=player.sex,
        ids={"fide": player.fide_id} if player.fide_id.strip("0") else {},
    )


def entries_of(
    entrants: Mapping[int, Entrant], requests: Iterable[tuple[int, int, str]]
) -> dict[PlayerId, Entry]:
    """Entries by number. Requests are an entrant, a round to come and the code of a bye."""
    byes: dict[int, dict[int, ByeKind]] = {}
    for entrant, round_no, code in requests:
        byes.setdefault(entrant, {})[round_no] = BYES[code]
    return {
        PlayerId(number): Entry(entrant, _FROM_START, requested_byes=byes.get(number, {}))
        for number, entrant in sorted(entrants.items())
    }


def avoided_of(
    forbidden: Sequence[TrfForbidden], next_round: int
) -> dict[frozenset[PlayerId], PairingRestriction]:
    """Pairs that may not meet (260, XXP), from the round to be paired on.

    The core knows one range of rounds a pair: ranges that touch grow together, and of two with a
    gap between them the nearer one is kept.
    """
    _require_not_too_many(forbidden)
    avoided: dict[frozenset[PlayerId], PairingRestriction] = {}
    coming = [one for one in forbidden if one.last_round is None or one.last_round >= next_round]
    for one in sorted(coming, key=lambda one: one.first_round or 1):
        new = PairingRestriction(
            hard=True, from_round=one.first_round or 1, until_round=one.last_round
        )
        for pair in combinations(sorted({PlayerId(number) for number in one.ids}), 2):
            key = frozenset(pair)
            known = avoided.get(key)
            avoided[key] = new if known is None else _spanning(known, new)
    return avoided


def _require_not_too_many(forbidden: Sequence[TrfForbidden]) -> None:
    count = sum(map(_pairs, forbidden))
    if count > MOST_AVOIDED:
        most = max(forbidden, key=_pairs)
        place = FieldProblem(
            f"line {most.line}, column 5", f"most of them are here, {_pairs(most)} pairs"
        )
        raise InvalidInputError(
            "too-many-forbidden",
            f"The records 260 and XXP forbid {count} pairs, at most {MOST_AVOIDED} are possible.",
            "Name smaller groups: one record for each club or family.",
            [place] if most.line else [],
        )


def _pairs(one: TrfForbidden) -> int:
    return len(one.ids) * (len(one.ids) - 1) // 2


def _spanning(one: PairingRestriction, later: PairingRestriction) -> PairingRestriction:
    """Both ranges as one; the first alone if there is a gap between them."""
    if one.until_round is None or later.from_round > one.until_round + 1:
        return one
    ends = (one.until_round, later.until_round)
    last = None if later.until_round is None else max(end for end in ends if end is not None)
    return PairingRestriction(True, one.from_round, last)
