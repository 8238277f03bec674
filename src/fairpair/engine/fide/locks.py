"""What is fixed in FIDE mode once round 1 is paired: a comparison of the state before and after."""

from collections.abc import Iterator, Mapping

from fairpair.core.ids import PlayerId
from fairpair.core.results import is_adjourned
from fairpair.core.rounds import ByeKind, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament

_LOCKED: Mapping[str, tuple[str, ...]] = {
    "system-locked": ("system", "cycles", "mode", "fide"),
    "points-locked": ("points", "best_of"),
    "bye-points-locked": ("bye_points",),
    "acceleration-locked": ("acceleration",),
    "restrictions-locked": ("avoid_same", "avoid_same_rounds", "avoid_same_hard"),
    "tiebreaks-locked": (
        "standings_tiebreakers",
        "buchholz_variant",
        "fide_edition",
        "unrated_rating",
        "unrated_method",
        "tiebreak_ratings",
        "rating_round",
    ),
    "initial-colour-locked": ("initial_colour",),
}
"""The rules that are fixed, by the code of their lock."""
BEFORE_PAIRING = " before pairing"
"""What ends the line of a correction made before the round that it names was paired."""
LOCKED_RULES: Mapping[str, str] = {
    **{key: code for code, keys in _LOCKED.items() for key in keys},
    "rounds": "rounds-locked",
}
"""The lock of each rule that is fixed."""


def rule_locks(t: Tournament) -> Mapping[str, str]:
    """The lock of each rule that cannot be changed now."""
    if not (t.is_in_fide_mode and t.latest_published):
        return {}
    return {
        key: code
        for key, code in LOCKED_RULES.items()
        if key != "rounds" or t.rules.rounds is not None
    }


def locked_changes(before: Tournament, after: Tournament) -> Iterator[str]:
    """The codes of the locks that keep this change from being made, each once."""
    yield from _rule_locks(before, after)
    if before.avoided is not after.avoided and dict(before.avoided) != dict(after.avoided):
        yield "restrictions-locked"
    if _changed_too_late(before, after):
        yield "correction-too-old"
    if _are_pairings_changed(before, after):
        yield "pairings-locked"


def _rule_locks(before: Tournament, after: Tournament) -> Iterator[str]:
    if before.rules is after.rules:
        return
    for code, keys in _LOCKED.items():
        if any(getattr(before.rules, key) != getattr(after.rules, key) for key in keys):
            yield code
    if _are_rounds_changed(before, after.rules):
        yield "rounds-locked"


def _are_rounds_changed(before: Tournament, rules: Rules) -> bool:
    """An undecided number may still be decided, as long as no round becomes the last by it."""
    planned = before.rules.rounds
    if planned == rules.rounds:
        return False
    paired = max((ref.round_no for ref in before.rounds if ref.stage == 1), default=0)
    return planned is not None or rules.rounds is None or rules.rounds <= paired


def last_played(t: Tournament) -> int:
    """The last main round that is published and has at least one result; 0 without any."""
    return max(
        (
            ref.round_no
            for ref, round_ in t.rounds.items()
            if ref.stage == 1
            and round_.status != RoundStatus.DRAFT
            and any(one.result is not None for one in round_.pairings.values())
        ),
        default=0,
    )


def is_correctable(t: Tournament, ref: RoundRef) -> bool:
    """Whether a round may be corrected: the last one played, the one before, and later ones
    (C.04.2, 4.3).
    """
    return ref.stage > 1 or ref.round_no >= last_played(t) - 1


def _changed_too_late(before: Tournament, after: Tournament) -> bool:
    """Whether a round changed that is older than the one before the last played."""
    if before.rounds is after.rounds:
        return False
    first = last_played(before) - 1
    return any(
        ref.stage == 1
        and ref.round_no < first
        and after.rounds.get(ref) is not round_
        and _is_other(round_, after.rounds.get(ref))
        for ref, round_ in before.rounds.items()
    )


def _are_pairings_changed(before: Tournament, after: Tournament) -> bool:
    """Whether opponents or byes of a published round changed although nobody edited it."""
    if before.rounds is after.rounds:
        return False
    return any(
        ref.stage == 1
        and round_.status == RoundStatus.PUBLISHED
        and round_.unedited is None
        and ref in after.rounds
        and after.rounds[ref] is not round_
        and after.rounds[ref].unedited is None
        and _opponents(round_) != _opponents(after.rounds[ref])
        for ref, round_ in before.rounds.items()
    )


def _opponents(round_: Round) -> tuple[set[frozenset[PlayerId]], dict[PlayerId, ByeKind]]:
    return {frozenset(one.seats) for one in round_.pairings.values()}, dict(round_.byes)


def _is_other(before: Round, after: Round | None) -> bool:
    """Whether seats, results or byes differ; the end of an adjourned game does not count."""
    if after is None or before.pairings.keys() != after.pairings.keys():
        return True
    if dict(before.byes) != dict(after.byes):
        return True
    for table, was in before.pairings.items():
        now = after.pairings[table]
        ended = is_adjourned(was.result) and now.result is not None
        if was.seats != now.seats or (was.result != now.result and not ended):
            return True
    return False
