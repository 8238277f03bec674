"""What else counts in a Swiss bracket beyond pairing as many as possible: named by the rules."""

from collections.abc import Iterable, Mapping

from fairpair.engine.pairing.brackets.criteria import (
    Criteria,
    Floater,
    FloaterCriterion,
)
from fairpair.engine.pairing.dutch.criteria import COLOURS, DOWNFLOATERS, SoftRestrictions


class PairDowns(FloaterCriterion):
    """Who was paired down before is not the next to be (rules `track_pair_downs`)."""

    code, worse = "pair_downs", "explanation.worse-pair-downs"
    sees = ("pair_downs",)
    more_bits = 14  # squares of rounds

    def fault(self, floater: Floater) -> int | None:
        """The square of how often it was so before: twice for one is worse than once for two."""
        return None if floater.moved else floater.player.pair_downs**2


NAMED_CRITERIA: Mapping[str, Criteria] = {
    "pair_downs": (PairDowns(),),
    "avoided": (SoftRestrictions(),),
    "colours": COLOURS,
}
"""What `pairing_criteria` can name."""


def swiss_criteria(names: Iterable[str]) -> Criteria:
    """As many pairs as possible, leaving over low scores and well for the next group; then what
    the rules name, in their order.
    """
    return *DOWNFLOATERS, *(one for name in names for one in NAMED_CRITERIA[name])
