"""Why two players have the colours they have, as data and in words (C.04.3, 5.2)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import WHITE, ColourPreference, Contender
from fairpair.engine.pairing.explanation.reasons import ColourExplanation, Side
from fairpair.engine.pairing.explanation.rule_checks import View
from fairpair.engine.standings.wording import NameOf


def colour_explanation(view: View, higher: Contender, lower: Contender) -> ColourExplanation:
    """The article that gives two players their colours, and what it looks at (5.2)."""
    number = view.numbers[higher.player]
    white, black, article = view.colours(higher, lower)
    ago = None
    if article == "5.2.3":
        games = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(n for n, (a, b) in enumerate(games, 1) if a != b)
    by_number = article == "5.2.5"
    return ColourExplanation(
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
    return Side(one.player, one.preference, wants, "".join("wb"[c] for c in one.colours))


def _colour_name(colour: int) -> str:
    return "white" if colour == WHITE else "black"


Names = dict[PlayerId, str]


def colour_text(why: ColourExplanation, name_of: NameOf) -> str:
    """`White for Ana: Bo had White in the last game`; the article is told by what it looks at."""
    names = {side.player: name_of(side.player) for side in (why.white, why.black)}
    white = f"White for {names[why.white.player]}: "
    if why.article == "5.2.1":
        return white + _granted(why, names)
    if why.article == "5.2.3":
        return white + _turned(why, names)
    if why.article == "5.2.5":
        return white + _by_number(why, names)
    return _due_to_both(why, names)


def _granted(why: ColourExplanation, names: Names) -> str:
    """5.2.1: the wishes, then who has none."""
    sides = sorted(
        (why.white, why.black), key=lambda side: side.preference is ColourPreference.NONE
    )
    joint = ", " if sides[1].preference is ColourPreference.NONE else " and "
    return joint.join(f"{names[side.player]} {_source(side)}" for side in sides)


def _due_to_both(why: ColourExplanation, names: Names) -> str:
    """5.2.2 and 5.2.4: one of two equal wishes is granted."""
    white_is_due = why.white.wants == "white"
    granted, denied = (why.white, why.black) if white_is_due else (why.black, why.white)
    colour, name = granted.wants.capitalize(), names[granted.player]
    if why.article == "5.2.4":
        reason = f"both are due {colour} {_alike(why, names)}, and {name} is ranked higher"
    else:
        histories = f"{name} {_source(granted)}, {names[denied.player]} {_source(denied)}"
        reason = f"both are due {colour}, but {name} more strongly ({histories})"
    return f"{colour} for {name}: {reason}"


def _alike(why: ColourExplanation, names: Names) -> str:
    """5.2.4: games are compared from the last one back, as far as both have any."""
    shorter, longer = sorted((why.white, why.black), key=lambda side: len(side.games))
    count = len(shorter.games)
    if count == len(longer.games):
        return "after the same colours"
    games = "game" if count == 1 else f"{count} games"
    colours = "colour" if count == 1 else "colours"
    return f"after the same {colours} in the last {games} ({names[shorter.player]} played no more)"


def _source(side: Side) -> str:
    """What a wish comes from."""
    games = side.games
    if not games:
        return "has not played yet"
    last = {"w": "White", "b": "Black"}[games[-1]]
    surplus = games.count("w") - games.count("b")
    if abs(surplus) > 1:
        more, less = ("White", "Black") if surplus > 0 else ("Black", "White")
        return f"had {more} {abs(surplus)} times more than {less}"
    if games[-2:] in ("ww", "bb"):
        return f"had {last} twice running"
    if surplus:
        return f"had {'White' if surplus > 0 else 'Black'} once more"
    return f"had {last} in the last game"


def _turned(why: ColourExplanation, names: Names) -> str:
    """5.2.3."""
    ago = why.games_ago or 1
    when = "in their last games" if ago == 1 else f"{ago} games ago, when they last differed,"
    side = {"w": "White", "b": "Black"}[why.white.games[-ago]]
    other = {"w": "White", "b": "Black"}[why.black.games[-ago]]
    due = f"both are due {why.white.wants.capitalize()}"
    white, black = names[why.white.player], names[why.black.player]
    return f"{due}, and {when} {white} had {side} and {black} {other}"


def _by_number(why: ColourExplanation, names: Names) -> str:
    """5.2.5."""
    other = "Black" if why.initial == "white" else "White"
    if why.by_table:
        rule = f"the higher ranked has {why.initial.capitalize()} at odd tables, {other} at even"
        return f"neither has played a game, {names[why.higher]} is ranked higher, and {rule} ones"
    number = f"{names[why.higher]}, ranked higher, is number {why.number}"
    if why.skipped:
        were = "was" if why.skipped == 1 else "were"
        number += f" (not counting {why.skipped} who {were} never paired)"
    rule = f"odd numbers begin with {why.initial.capitalize()}, even ones with {other}"
    return f"neither has played a game, {number}, and {rule}"
