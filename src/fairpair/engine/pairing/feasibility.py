"""Warnings about later rounds that the rules and the number of players make impossible."""

from collections.abc import Iterator

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.restrictions import forbidden_opponents
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class FeasibilityWarning:
    """Something that will make a round impossible if nothing changes."""

    code: str
    message: Message
    players: tuple[PlayerId, ...] = ()


def feasibility_warnings(tournament: Tournament) -> list[FeasibilityWarning]:
    """All warnings for the players of the next round; none once the main rounds are played."""
    upcoming, rounds = tournament.upcoming, tournament.rules.rounds
    is_over = upcoming.stage > 1 or (rounds is not None and upcoming.round_no > rounds)
    if is_over or tournament.rules.system == "round_robin":
        return []
    field = tournament.entrants_in(tournament.upcoming)
    return [
        *_rounds(tournament, len(field)),
        *_byes(tournament, len(field)),
        *_isolated_players(tournament),
        *_last_round(tournament),
    ]


def _rounds(t: Tournament, size: int) -> Iterator[FeasibilityWarning]:
    """Without rematches an odd field can have as many rounds as players, an even one one fewer."""
    most, rounds = size - 1 + size % 2, t.rules.rounds
    if size > 1 and t.rules.avoid_repeat_pairings and rounds is not None and rounds > most:
        text = Message("warning.too-many-rounds", rounds=rounds, players=size, most=most)
        yield FeasibilityWarning("too-many-rounds", text)


def _byes(t: Tournament, size: int) -> Iterator[FeasibilityWarning]:
    limit, rounds = t.rules.max_byes_per_player, t.rules.rounds
    if limit is None or t.rules.system == "dutch" or size % 2 == 0:
        return
    if limit == 0:
        yield FeasibilityWarning("no-byes", Message("warning.no-byes", players=size))
    elif rounds is not None and rounds > limit * size:
        text = Message("warning.too-few-byes", rounds=rounds, players=size, n=limit)
        yield FeasibilityWarning("too-few-byes", text)


def _last_round(t: Tournament) -> Iterator[FeasibilityWarning]:
    if t.rules.rounds is not None:
        return
    if "last_round" in t.rules.pairing_methods:
        yield FeasibilityWarning("last-round-unknown", Message("warning.last-round-unknown"))
    if t.rules.cut_aware_rounds:
        text = Message("warning.last-round-unknown.cut")
        yield FeasibilityWarning("last-round-unknown", text)


def _isolated_players(t: Tournament) -> Iterator[FeasibilityWarning]:
    """Players with restrictions against everybody else."""
    ref = t.upcoming
    field = frozenset(t.entrants_in(ref))
    if ref.stage != 1 or len(field) < 2:
        return
    barred = forbidden_opponents(t, RoundRef(1, ref.round_no))[0]
    rest = len(field) - 1
    kept = (p for p in field if len(barred.get(p, ())) >= rest)
    for player in sorted(p for p in kept if len((barred[p] & field) - {p}) == rest):
        text = Message("warning.nobody-to-meet", player=t.name_of(player))
        yield FeasibilityWarning("nobody-to-meet", text, (player,))
