"""Who is to be kept apart in a round: named pairs, and those who share a club or the like."""

from collections.abc import Iterator, Mapping

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.texts import same_name_key
from fairpair.core.tournament import Tournament

ForbiddenOpponents = Mapping[PlayerId, frozenset[PlayerId]]


def forbidden_opponents(
    tournament: Tournament, ref: RoundRef
) -> tuple[ForbiddenOpponents, ForbiddenOpponents]:
    """For each player those whom it must not meet, and those whom it should not."""
    found: tuple[dict[PlayerId, frozenset[PlayerId]], ...] = ({}, {})
    for pair, avoidance in tournament.avoided.items():
        if avoidance.applies_in(ref):
            _add_group(found[not avoidance.hard], pair)
    rules = tournament.rules
    if ref.round_no <= (rules.avoid_same_rounds or ref.round_no):
        for group in same_club_groups(tournament):
            _add_group(found[not rules.avoid_same_hard], group)
    return found[0], found[1]


def _add_group(apart: dict[PlayerId, frozenset[PlayerId]], group: frozenset[PlayerId]) -> None:
    """Members of a group share one set as long as nothing else is known of them."""
    for player in group:
        apart[player] = apart[player] | group if player in apart else group


def same_club_groups(tournament: Tournament) -> Iterator[frozenset[PlayerId]]:
    """Those who have the same club, or what else `avoid_same` names."""
    for name in tournament.rules.avoid_same:
        groups: dict[str, list[PlayerId]] = {}
        for player, entry in tournament.entries.items():
            shared = same_name_key(getattr(entry.entrant, name, ""))
            if shared:
                groups.setdefault(shared, []).append(player)
        yield from (frozenset(group) for group in groups.values() if len(group) > 1)
