"""Who looks: what the staff sees of a tournament, and what everybody else does."""

from collections.abc import Mapping
from dataclasses import replace

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Player, Team
from fairpair.core.rounds import Round
from fairpair.core.tournament import Tournament

PUBLIC_IDS = frozenset({"fide"})
"""The numbers that their givers publish themselves; others may open an account."""


def redact_for_public(t: Tournament) -> Tournament:
    """The tournament as the public sees it: as if no round were drafted, without what players have
    said about a match that is still open or asked the staff for, and without their birth dates,
    their numbers in other systems and those of the tournament.
    """
    shown = t.published_rounds
    rounds = {ref: _redact_reports(round_.as_shown) for ref, round_ in shown.items()}
    header = t.header.for_public()
    return replace(t, rounds=rounds, entries=_redact_numbers(t), header=header, requests={})


def _redact_numbers(t: Tournament) -> Mapping[PlayerId, Entry]:
    bare = {}
    for number, entry in t.entries.items():
        one = entry.entrant
        if isinstance(one, Player) and _is_private(one):
            bare[number] = replace(entry, entrant=_redact_player(one))
        elif isinstance(one, Team) and any(map(_is_private, one.members)):
            members = tuple(map(_redact_player, one.members))
            bare[number] = replace(entry, entrant=replace(one, members=members))
    return {**t.entries, **bare} if bare else t.entries


def _is_private(one: Player) -> bool:
    """Whether something about the player is not for everybody."""
    return bool(one.birth) or not one.ids.keys() <= PUBLIC_IDS


def _redact_player(one: Player) -> Player:
    kept = {giver: text for giver, text in one.ids.items() if giver in PUBLIC_IDS}
    return replace(one, ids=kept, birth="")


def _redact_reports(round_: Round) -> Round:
    if not any(pairing.reports for pairing in round_.pairings.values()):
        return round_
    pairings = {n: replace(x, reports=()) for n, x in round_.pairings.items()}
    return replace(round_, pairings=pairings)
