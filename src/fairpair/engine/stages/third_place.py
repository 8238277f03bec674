"""The match for third place: whether there is one, when it is played, and who is third.

| the rules have | it is played |
|---|---|
| a round of type `third_place` in `structure` | in a round of its own before the final |
| `third_place` | beside the final, in the same round |
| neither | not at all: both who lose a semi-final go by their stage-1 rank |

The two who lose the semi-finals play it, so fewer than four players have none. `bracket_state.py`
seats them, as every match; `ranking.py` gives the places.
"""

from collections.abc import Collection, Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.rules import Rules
from fairpair.engine.stages.bracket import SEMI_FINAL, THIRD_PLACE, Match

FEWEST_PLAYERS = 4
FEEDERS = ((SEMI_FINAL, 1), (SEMI_FINAL, 2))
"""The matches whose losers play it, by kind and slot."""


def has_own_round(rules: Rules) -> bool:
    """Whether the rules name a round for it; else it is played beside the final."""
    return THIRD_PLACE in (stage.get("type") for stage in rules.structure)


def is_beside_final(rules: Rules, size: int, kinds: Collection[str]) -> bool:
    """Whether it is played in the round of the final, in a knock-out with these rounds."""
    return rules.third_place and size >= FEWEST_PLAYERS and THIRD_PLACE not in kinds


def is_played(rules: Rules, size: int) -> bool:
    """Whether a knockout of this size has it, in either way."""
    return size >= FEWEST_PLAYERS and (rules.third_place or has_own_round(rules))


def third_of(matches: Sequence[Match]) -> PlayerId | None:
    """The winner of the match for third place; where there is none, the only one to lose in the
    semi-finals, if it was only one (a knock-out of three).
    """
    match = _match_in(matches)
    if match:
        return match.winner
    semis = [m for m in matches if m.kind == SEMI_FINAL]
    losers = [player for m in semis for player in m.out]
    return losers[0] if len(losers) == 1 and all(m.over for m in semis) else None


def fourth_of(matches: Sequence[Match]) -> PlayerId | None:
    """The loser of a match for third place that somebody won."""
    match = _match_in(matches)
    return match.loser if match and match.winner is not None else None


def _match_in(matches: Sequence[Match]) -> Match | None:
    return next((match for match in matches if match.kind == THIRD_PLACE), None)
