"""How a tournament is recognised: its name, its colour, its picture."""

from fairpair.app.views.identity import accent_of, monogram, picture_address
from fairpair.app.views.info import format_days
from fairpair.core.accents import ACCENTS
from fairpair.core.dataclass import dataclass
from fairpair.core.header import Header
from fairpair.core.ids import TournamentId
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of

_PATTERNS = {
    "chess": "squares",
    "team_chess": "squares",
    "cards": "cards",
    "pokemon": "cards",
    "wargame": "hexagons",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """`logo` and `banner` are addresses, empty without a picture: then `monogram` stands where the
    logo would, and `pattern` is drawn behind the banner.
    """

    id: TournamentId
    name: str
    accent: str
    logo: str
    banner: str
    monogram: str
    pattern: str
    header: Header

    @property
    def colour(self) -> str:
        """What the browser paints around its pages."""
        return ACCENTS[self.accent].banner

    @property
    def where(self) -> str:
        """The venue and the city."""
        return ", ".join(filter(None, (self.header.venue, self.header.city)))

    @property
    def days(self) -> str:
        """The days it lasts, in the language of the reader."""
        return format_days(self.header)


def pattern_of(rules: Rules) -> str:
    """What is drawn behind a banner without a picture, by kind of game.

    >>> pattern_of(Rules(game="Chess")), pattern_of(Rules(game="Infinity"))
    ('squares', 'hexagons')
    """
    return _PATTERNS.get(conventions_of(rules).name, "hexagons")


def identity_of(tournament: TournamentId, t: Tournament) -> Identity:
    """The identity of a tournament."""
    return Identity(
        id=tournament,
        name=t.name,
        accent=accent_of(t),
        logo=picture_address(tournament, t.header.logo),
        banner=picture_address(tournament, t.header.banner),
        monogram=monogram(t.name),
        pattern=pattern_of(t.rules),
        header=t.header,
    )
