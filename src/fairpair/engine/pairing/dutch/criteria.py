"""The quality criteria of the FIDE (Dutch) system, C6 to C21, in their order (C.04.3, 2).

C1 and C3 are `may_meet`, C2 is `Contender.may_have_bye`: a candidate that breaks them does not
exist. C4 is that the matching over all who are left is perfect, C5 is `lowest_bye_score`, found
once for the round and demanded of every bracket (see `brackets/completion.py`).

| counted of           | criteria           |
|----------------------|--------------------|
| who leaves           | C6, C7, C9, C14, C16, C18, C20 |
| who leaves the next  | C8                 |
| a pair               | C10-C13, C15, C17, C19, C21    |
"""

from collections.abc import Iterable
from typing import ClassVar

from fairpair.engine.pairing.brackets.contender import (
    WHITE,
    ColourPreference,
    Contender,
    same_absolute,
)
from fairpair.engine.pairing.brackets.criteria import (
    COUNT_THEN_SCORES,
    SCORES,
    Criteria,
    Floater,
    FloaterCriterion,
    PairCriterion,
)
from fairpair.engine.pairing.brackets.task import Style
from fairpair.engine.pairing.colours import white_of


class C6(FloaterCriterion):
    """Minimise the number of downfloaters, that is: make as many pairs as possible."""

    code, worse = "C6", "explanation.worse-floaters"

    def fault(self, _floater: Floater) -> int | None:
        """Everybody who leaves."""
        return 1


class C7(FloaterCriterion):
    """Minimise the scores of the downfloaters, compared from the highest down."""

    code, worse = "C7", "explanation.worse-floater-scores"
    measure = SCORES

    def fault(self, floater: Floater) -> int | None:
        """The score of everybody who leaves."""
        return floater.player.score


class C8(FloaterCriterion):
    """Choose the downfloaters so that the next bracket, and only that one, complies best with C1
    to C7: it leaves over as few as it can, and then those with the lowest scores.
    """

    code, worse = "C8", "explanation.worse-next-group"
    of_next_bracket = True
    measure = COUNT_THEN_SCORES  # C6 and C7 of the next bracket

    def fault(self, floater: Floater) -> int | None:
        """Everybody who leaves the next bracket, and the score."""
        return floater.player.score


class C9(FloaterCriterion):
    """Minimise the unplayed games of whoever gets the bye.

    Only where the bracket leaves over one player who is certain to have it: otherwise nothing is
    known of the bye yet.
    """

    code, worse = "C9", "explanation.worse-unplayed"
    sees = ("unplayed",)
    more_bits = 10  # rounds may be more than players

    def fault(self, floater: Floater) -> int | None:
        """The rounds without a game."""
        return floater.player.unplayed if floater.has_bye else None


class _ColourCriterion(PairCriterion):
    """Colours: two with the same preference cannot both have it, and one is denied it (5.2)."""

    def concerned(self, higher: Contender, lower: Contender) -> tuple[Contender, ...]:
        """The one who is denied the colour; the initial colour plays no part where both have one
        they prefer.
        """
        white = white_of(higher, lower, first_colour=WHITE, effective=1)[0]
        unlucky = (white is higher) != (higher.colour == WHITE)
        return (higher if unlucky else lower,)


class C10(_ColourCriterion):
    """Minimise the topscorers, or their opponents, who get a colour difference beyond two."""

    code = "C10"
    sees = ("colour", "preference", "balance")
    worse = "explanation.worse-colour-difference"

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """One of two who both have a difference of two already gets one of three."""
        beyond = abs(higher.balance) > 1 and abs(lower.balance) > 1
        return 1 if beyond and same_absolute(higher, lower) else None


class C11(_ColourCriterion):
    """Minimise the topscorers, or their opponents, who get the same colour a third time running."""

    code, worse = "C11", "explanation.worse-third-colour"
    sees = ("colour", "preference", "balance", "repeated")

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """Whether the one who is denied the colour had the other one twice before.

        With differences of the same size it is not decided by them who is denied it, but both are
        looked at alike: it is a fault only if either of them would have it a third time.
        """
        if not same_absolute(higher, lower):
            return None
        unwanted = 1 - (higher.colour or 0)
        if abs(higher.balance) == abs(lower.balance):
            return 1 if higher.repeated == lower.repeated == unwanted else None
        # The larger difference is the stronger preference, and is granted (5.2.2).
        denied = higher if abs(higher.balance) < abs(lower.balance) else lower
        return 1 if denied.repeated == unwanted else None


class C12(_ColourCriterion):
    """Minimise the players who do not get their colour preference."""

    code, worse = "C12", "explanation.worse-colours"
    sees = ("colour",)

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """One of every two with the same preference."""
        return 1 if higher.colour is not None and higher.colour == lower.colour else None


class C13(_ColourCriterion):
    """Minimise the players who do not get their strong colour preference.

    Of two absolute preferences C12 has counted the one denied: it is not a strong one.
    """

    code, worse = "C13", "explanation.worse-strong-colours"
    sees = ("colour", "preference")

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """One of two with the same preference, if the weaker of the two is strong."""
        same = higher.colour is not None and higher.colour == lower.colour
        weaker = min(higher.preference, lower.preference)
        return 1 if same and weaker == ColourPreference.STRONG else None


class _DownfloatAgain(FloaterCriterion):
    """Residents who float down now and did so before; moved-down players are not protected."""

    again: ClassVar[int]
    sees = ("down",)

    def fault(self, floater: Floater) -> int | None:
        """Residents only."""
        return 1 if floater.player.down[self.again] and not floater.moved else None


class _UpfloatAgain(PairCriterion):
    """Residents who meet a moved-down player now and floated up before."""

    ago: ClassVar[int]
    sees = ("up",)

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """The lower one of an uneven pair."""
        return 1 if lower.up[self.ago] and higher.score != lower.score else None

    def concerned(self, _higher: Contender, lower: Contender) -> tuple[Contender, ...]:
        """The one who floats up."""
        return (lower,)


class _DownfloatFurther(FloaterCriterion):
    """The score differences of moved-down players who floated down before.

    All residents have one score, so the difference of a moved-down player who is paired depends
    on its own score alone, and one who floats on has a difference above all of those. C7 has
    settled how many of each score float on: it is left to count of them who floated before.
    """

    measure = SCORES
    again: ClassVar[int]
    sees = ("down",)

    def fault(self, floater: Floater) -> int | None:
        """The score of a moved-down player who floats on."""
        one = floater.player
        return one.score if floater.moved and one.down[self.again] else None


class _UpfloatFurther(_UpfloatAgain):
    """The score differences of residents who meet a moved-down player and floated up before.

    All residents have one score, so it is the opponent's score that makes the difference.
    """

    measure = SCORES

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """The score of the higher one."""
        return higher.score if super().fault(higher, lower) else None


class C14(_DownfloatAgain):
    """Minimise the resident downfloaters who got a downfloat in the previous round."""

    code, again = "C14", 0
    worse = "explanation.worse-down-again"


class C15(_UpfloatAgain):
    """Minimise the opponents of moved-down players who got an upfloat in the previous round."""

    code, ago = "C15", 0
    worse = "explanation.worse-up-again"


class C16(_DownfloatAgain):
    """Minimise the resident downfloaters who got a downfloat two rounds before."""

    code, again = "C16", 1
    worse = "explanation.worse-down-again-2"


class C17(_UpfloatAgain):
    """Minimise the opponents of moved-down players who got an upfloat two rounds before."""

    code, ago = "C17", 1
    worse = "explanation.worse-up-again-2"


class C18(_DownfloatFurther):
    """Minimise the score differences of moved-down players who got a downfloat in the previous
    round.
    """

    code, again = "C18", 0
    worse = "explanation.worse-down-further"


class C19(_UpfloatFurther):
    """Minimise the score differences of opponents of moved-down players who got an upfloat in the
    previous round.
    """

    code, ago = "C19", 0
    worse = "explanation.worse-up-further"


class C20(_DownfloatFurther):
    """Minimise the score differences of moved-down players who got a downfloat two rounds
    before.
    """

    code, again = "C20", 1
    worse = "explanation.worse-down-further-2"


class C21(_UpfloatFurther):
    """Minimise the score differences of opponents of moved-down players who got an upfloat two
    rounds before.
    """

    code, ago = "C21", 1
    worse = "explanation.worse-up-further-2"


class SoftRestrictions(PairCriterion):
    """Those whom the organiser would rather keep apart do not meet (soft restrictions)."""

    code, worse = "avoided", "explanation.worse-restricted"
    of_single_pairs = True

    def fault(self, higher: Contender, lower: Contender) -> int | None:
        """Both players of such a pair."""
        return 2 if lower.player in higher.apart else None

    def concerned(self, higher: Contender, lower: Contender) -> tuple[Contender, ...]:
        """Both."""
        return higher, lower


DOWNFLOATERS: Criteria = (C6(), C7(), C8())
COLOURS: Criteria = (C10(), C11(), C12(), C13())
FLOATS: Criteria = (C14(), C15(), C16(), C17(), C18(), C19(), C20(), C21())
QUALITY_CRITERIA: Criteria = (*DOWNFLOATERS, C9(), *COLOURS, *FLOATS)
"""The order is the priority."""
DUTCH = Style(QUALITY_CRITERIA, "halves")
_DUTCH_WITH_WISHES = Style(
    (*DOWNFLOATERS, C9(), SoftRestrictions(), *COLOURS, *FLOATS),
    "halves",
)


def dutch_style(players: Iterable[Contender]) -> Style:
    """The FIDE criteria; if the organiser would rather keep some players apart, that comes after
    who floats and who has the bye, and before colours.

    FIDE knows only pairs that must not meet. A wish may so change opponents within a bracket, but
    nobody floats for it.
    """
    return _DUTCH_WITH_WISHES if any(one.apart for one in players) else DUTCH
