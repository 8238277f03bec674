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
    found: tuple[_Groups, _Groups] = ({}, {})
    for pair, avoidance in tournament.avoided.items():
        if avoidance.applies_in(ref):
            _add_group(found[not avoidance.hard], pair)
    rules = tournament.rules
    if ref.round_no <= (rules.avoid_same_rounds or ref.round_no):
        for group in same_club_groups(tournament):
            _add_group(found[not rules.avoid_same_hard], group)
    return _merge(found[0]), _merge(found[1])


_Groups = dict[PlayerId, list[frozenset[PlayerId]]]


def _add_group(apart: _Groups, group: frozenset[PlayerId]) -> None:
    for player in group:
        apart.setdefault(player, []).append(group)


def _merge(apart: _Groups) -> ForbiddenOpponents:
    """One set for each player; those who have the same one share it."""
    shared: dict[frozenset[PlayerId], frozenset[PlayerId]] = {}
    found = {}
    for player, groups in apart.items():
        together = groups[0] if len(groups) == 1 else groups[0].union(*groups[1:])
        found[player] = shared.setdefault(together, together)
    return found


def same_club_groups(tournament: Tournament) -> Iterator[frozenset[PlayerId]]:
    """Those who have the same club, or what else `avoid_same` names."""
    for name in tournament.rules.avoid_same:
        groups: dict[str, list[PlayerId]] = {}
        for player, entry in tournament.entries.items():
            shared = same_name_key(getattr(entry.entrant, name, ""))
            if shared:
                groups.setdefault(shared, []).append(player)
        yield from (frozenset(group) for group in groups.values() if len(group) > 1)
