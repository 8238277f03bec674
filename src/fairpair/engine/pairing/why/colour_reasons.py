"""Why two players have the colours they have, as data (C.04.3, 5.2)."""

from fairpair.engine.pairing.brackets.contender import WHITE, Contender
from fairpair.engine.pairing.why.reasons import ColourWhy, Side
from fairpair.engine.pairing.why.view import View


def colour_why(view: View, higher: Contender, lower: Contender) -> ColourWhy:
    """The article that gives two players their colours, and what it looks at (5.2)."""
    number = view.numbers[higher.player]
    white, black, article = view.colours(higher, lower)
    ago = None
    if article == "5.2.3":
        games = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(n for n, (a, b) in enumerate(games, 1) if a != b)
    by_number = article == "5.2.5"
    return ColourWhy(
        article,
        _side(white),
        _side(black),
        higher.player,
        ago,
        number if by_number else None,
        _colour_name(view.first_colour) if by_number else "",
        higher.number - number if by_number and view.fide else 0,
        by_table=not view.fide,
    )


def _side(one: Contender) -> Side:
    wants = "" if one.colour is None else _colour_name(one.colour)
    return Side(one.player, one.wish, wants, "".join("wb"[c] for c in one.colours))


def _colour_name(colour: int) -> str:
    return "white" if colour == WHITE else "black"
