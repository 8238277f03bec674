"""Players made by hand, for brackets of a few of them."""

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender


def contender(number: int) -> Contender:
    """Somebody without a past, on no points."""
    return Contender(
        player=PlayerId(number),
        number=number,
        score=0,
        met=frozenset(),
        colours=(),
        balance=0,
        preference=ColourPreference.NONE,
        colour=None,
        repeated=None,
        down=(False, False),
        up=(False, False),
        unplayed=0,
        may_have_bye=True,
        topscorer=False,
    )
