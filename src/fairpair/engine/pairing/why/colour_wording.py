"""Who has which colour and why, in words (C.04.3, 5.2)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Wish
from fairpair.engine.pairing.why.reasons import ColourWhy, Side
from fairpair.engine.standings.wording import NameOf

Names = dict[PlayerId, str]


def colour_text(why: ColourWhy, name_of: NameOf) -> str:
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


def _granted(why: ColourWhy, names: Names) -> str:
    """5.2.1: the wishes, then who has none."""
    sides = sorted((why.white, why.black), key=lambda side: side.wish is Wish.NONE)
    joint = ", " if sides[1].wish is Wish.NONE else " and "
    return joint.join(f"{names[side.player]} {_wish(side)}" for side in sides)


def _due_to_both(why: ColourWhy, names: Names) -> str:
    """5.2.2 and 5.2.4: one of two equal wishes is granted."""
    white_is_due = why.white.wants == "white"
    granted, denied = (why.white, why.black) if white_is_due else (why.black, why.white)
    colour, name = granted.wants.capitalize(), names[granted.player]
    if why.article == "5.2.4":
        reason = f"both are due {colour} {_alike(why, names)}, and {name} is ranked higher"
    else:
        histories = f"{name} {_wish(granted)}, {names[denied.player]} {_wish(denied)}"
        reason = f"both are due {colour}, but {name} more strongly ({histories})"
    return f"{colour} for {name}: {reason}"


def _alike(why: ColourWhy, names: Names) -> str:
    """5.2.4: games are compared from the last one back, as far as both have any."""
    shorter, longer = sorted((why.white, why.black), key=lambda side: len(side.games))
    count = len(shorter.games)
    if count == len(longer.games):
        return "after the same colours"
    games = "game" if count == 1 else f"{count} games"
    colours = "colour" if count == 1 else "colours"
    return f"after the same {colours} in the last {games} ({names[shorter.player]} played no more)"


def _wish(side: Side) -> str:
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


def _turned(why: ColourWhy, names: Names) -> str:
    """5.2.3."""
    ago = why.games_ago or 1
    when = "in their last games" if ago == 1 else f"{ago} games ago, when they last differed,"
    side = {"w": "White", "b": "Black"}[why.white.games[-ago]]
    other = {"w": "White", "b": "Black"}[why.black.games[-ago]]
    due = f"both are due {why.white.wants.capitalize()}"
    white, black = names[why.white.player], names[why.black.player]
    return f"{due}, and {when} {white} had {side} and {black} {other}"


def _by_number(why: ColourWhy, names: Names) -> str:
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
