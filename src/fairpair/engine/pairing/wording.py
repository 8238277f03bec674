"""Why a round was paired so, in words for players; made from the data and nothing else."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.engine.pairing.dutch.facts import Wish
from fairpair.engine.pairing.dutch.reasons import (
    FORBIDDEN,
    ORDER,
    BoardWhy,
    ByeWhy,
    Cause,
    ColourWhy,
    FloatWhy,
    Group,
    Kept,
    Natural,
    PlayerWhy,
    RoundWhy,
    RuledOut,
    Side,
)
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import MANY, NameOf

Names = dict[PlayerId, str]
_UNPLAYED = {
    Kind.PAIRING_BYE: "had the bye",
    Kind.FULL_BYE: "had a full-point bye",
    Kind.FORFEIT_WIN: "won without playing",
}
_THEN = {
    "C4": "not everybody else could be paired",
    "C5": "the bye would go to a higher score",
    "C6": "more players would have to leave the group",
    "C7": "players with more points would leave the group",
    "C8": "the next score group could not be paired as well",
    "C9": "the bye would go to {who} with more games missed",
    "C10": "{who} would have three games more with one colour than with the other",
    "C11": "{who} would have the same colour a third time running",
    "C12": "fewer players would get the colour they are due",
    "C13": "more players would be denied a colour they are strongly due",
    "C14": "{who} would float down again, after the last round",
    "C15": "{who} would float up again, after the last round",
    "C16": "{who} would float down again, after the round before last",
    "C17": "{who} would float up again, after the round before last",
    "C18": "{who} would float down further, after floating down in the last round",
    "C19": "{who} would float up further, after floating up in the last round",
    "C20": "{who} would float down further, after floating down in the round before last",
    "C21": "{who} would float up further, after floating up in the round before last",
}
_FLOATED = {
    "C14": "floated down last round",
    "C16": "floated down in the round before last",
    "C18": "floated down last round",
    "C20": "floated down in the round before last",
}
"""What is true of somebody who is kept from floating by this."""


def round_lines(why: RoundWhy, name_of: NameOf) -> list[str]:
    """A line for each board, then for each who floated, then for the bye."""
    lines = [board_text(board, name_of) for board in why.boards]
    lines += [float_text(one, name_of) for one in why.floats]
    return lines + ([bye_text(why.bye, name_of)] if why.bye else [])


def player_lines(why: PlayerWhy, name_of: NameOf) -> list[str]:
    """The same for one player."""
    lines = [board_text(why.board, name_of)] if why.board else []
    lines += [float_text(one, name_of) for one in why.floats]
    return lines + ([bye_text(why.bye, name_of)] if why.bye else [])


def board_text(why: BoardWhy, name_of: NameOf) -> str:
    """`Ana and Bo: both on 3 points; White for Ana: Bo had White in the last game`."""
    parts = [f"{name_of(why.white)} and {name_of(why.black)}: {_scores(why, name_of)}"]
    if not why.group.as_ruled:
        parts.append(_changed(why.group))
    parts += [_natural_text(one, name_of) for one in why.instead]
    return "; ".join([*parts, colour_text(why.colours, name_of)])


def float_text(why: FloatWhy, name_of: NameOf) -> str:
    """`Ana floats down: the group is odd, and Bo and Cy floated down last round`."""
    again = "further " if why.player in why.group.moved else ""
    return f"{name_of(why.player)} floats {again}down: {_float_reason(why, name_of, 'floated')}"


def bye_text(why: ByeWhy, name_of: NameOf) -> str:
    """`Ana has the bye: on 1 point, the lowest score; the group is odd, and Bo had the bye ...`."""
    score = f"on {_points(why.score)}, the lowest score"
    if why.lower:
        lower = "; ".join(_kept_texts(why.lower, name_of, "had it"))
        score += f" that can have it (of those below, {lower})"
    reason = _float_reason(why.floated, name_of, "had it")
    return f"{name_of(why.player)} has the bye: {score}; {reason}"


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


def ruled_out_text(why: RuledOut, name_of: NameOf) -> str:
    """A reason that can follow `but`: `they met in round 2`, `then Bo would float down again`."""
    if why.by == "C1":
        return f"they met in round {why.round_no}"
    if why.by == "C2":
        kind = _UNPLAYED.get(why.kind, "had a win's points") if why.kind else "cannot have it"
        return f"{kind} in round {why.round_no}"
    if why.by == "C3":
        return "both must have the same colour"
    if why.by == FORBIDDEN:
        return "they are to be kept apart"
    if why.by == ORDER:
        return "another pairing that is as good comes first in the order of the rules"
    given = " with the boards before as they are" if why.given_earlier else ""
    return f"then{given} {_then(why, name_of)}"


def _then(why: RuledOut, name_of: NameOf) -> str:
    """What would be worse."""
    if why.by == ORDER:
        return "that would be as good, but come later in the order of the rules"
    who = _named(why.who, name_of) if why.who else "somebody"
    return f"{_THEN[why.by].format(who=who)} ({why.by})"


# --- boards --------------------------------------------------------------------------------------


def _scores(why: BoardWhy, name_of: NameOf) -> str:
    if why.down is None:
        return f"both on {_points(why.scores[0])}"
    high, low = sorted(why.scores, reverse=True)
    lower = name_of(why.down if why.up is None else why.up)
    floats = f"{name_of(why.down)} floats down and {lower} up"
    return f"{shown(high)} against {_points(low)}, {floats}"


def _natural_text(one: Natural, name_of: NameOf) -> str:
    opponent = name_of(one.opponent)
    expected = f"{name_of(one.player)} would have met {opponent}, but "
    if one.ruled_out.by != ORDER:
        return expected + ruled_out_text(one.ruled_out, name_of)
    if one.opponent_has is None:
        return f"{expected}{opponent} floats down: {ruled_out_text(one.ruled_out, name_of)}"
    return f"{expected}{opponent} meets {name_of(one.opponent_has)} by an earlier choice"


def _changed(group: Group) -> str:
    now = "the rules give other pairs in the group of"
    return f"{now} {_points(group.score)} (changed by hand, or results were corrected since)"


# --- floats and the bye --------------------------------------------------------------------------


def _float_reason(why: FloatWhy, name_of: NameOf, verb: str) -> str:
    if not why.group.as_ruled:
        return _changed(why.group)
    reasons = [_cause_text(why, name_of)]
    if why.staying is not None:
        then = _then(why.staying, name_of)
        reasons.append(f"if {name_of(why.player)} were paired there {then}")
    reasons += _kept_texts(why.kept, name_of, verb)
    if why.unasked:
        reasons.append(f"{why.unasked} more were not looked at")
    if len(reasons) == 1 and why.cause is Cause.ODD and why.group.size > 1:
        reasons.append("nobody on the same score is ranked lower")
    return ", and ".join([reasons[0], "; ".join(reasons[1:])]) if reasons[1:] else reasons[0]


def _cause_text(why: FloatWhy, name_of: NameOf) -> str:
    points = _points(why.group.score)
    if why.group.size == 1:
        return f"nobody else has {points}"
    if why.cause is Cause.ODD:
        return "the group is odd"
    if why.cause is Cause.NO_OPPONENT:
        return f"there is nobody to meet in the group of {points}{_nobody_text(why, name_of)}"
    if why.cause is Cause.UNPAIRABLE:
        return f"not all in the group of {points} can be paired with each other"
    if why.cause is Cause.BYE:
        return "otherwise the bye would go to a higher score"
    return "otherwise the others could not all be paired"


def _nobody_text(why: FloatWhy, name_of: NameOf) -> str:
    """` (met Bo in round 2, must not meet Cy, must have the same colour as Di)`."""
    if not why.nobody:
        return ""
    if len(why.nobody) >= MANY:
        return f" (none of {len(why.nobody)} players will do)"
    how = {"C1": "met {} in round {}", "C3": "must have the same colour as {}"}
    each = (
        how.get(one.ruled_out.by, "is to be kept from {}").format(
            name_of(one.player), one.ruled_out.round_no
        )
        for one in why.nobody
    )
    return f" ({', '.join(each)})"


def _kept_texts(kept: Sequence[Kept], name_of: NameOf, verb: str) -> list[str]:
    """`Bo and Cy floated down last round`; those with the same reason together."""
    reasons: dict[tuple[str, str], list[PlayerId]] = {}
    for one in kept:
        reasons.setdefault(_kept_reason(one, name_of), []).append(one.player)
    found = []
    for (fact, then), players in reasons.items():
        if fact:
            found.append(f"{_named(players, name_of)} {fact}")
        else:
            found.append(f"if {_named(players, name_of, 'or')} {verb} instead {then}")
    return found


def _kept_reason(one: Kept, name_of: NameOf) -> tuple[str, str]:
    """Either what is true of the player, or what would be."""
    why = one.ruled_out
    if why.by in _FLOATED and one.player in why.who:
        return _FLOATED[why.by], ""
    if why.by == "C2":
        return ruled_out_text(why, name_of), ""
    if why.by == "C9" and why.amounts:
        more, fewer = why.amounts[1][0], why.amounts[0][0]
        return f"missed more games ({shown(more)}, not {shown(fewer)})", ""
    return "", _then(why, name_of)


# --- colours -------------------------------------------------------------------------------------


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
        reason = f"both are due {colour} after the same colours, and {name} is ranked higher"
    else:
        histories = f"{name} {_wish(granted)}, {names[denied.player]} {_wish(denied)}"
        reason = f"both are due {colour}, but {name} more strongly ({histories})"
    return f"{colour} for {name}: {reason}"


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
    number = f"{names[why.higher]}, ranked higher, is number {why.number}"
    rule = f"odd numbers begin with {why.initial.capitalize()}, even ones with {other}"
    return f"neither has played a game, {number}, and {rule}"


# --- words ---------------------------------------------------------------------------------------


def _points(score: Fraction) -> str:
    return f"{shown(score)} point{'' if score == 1 else 's'}"


def _named(players: Sequence[PlayerId], name_of: NameOf, joint: str = "and") -> str:
    if len(players) >= MANY:
        return f"{len(players)} players"
    return _listed(map(name_of, players), joint)


def _listed(names: Iterable[str], joint: str) -> str:
    """`a`, `a and b`, `a, b and c`; with semicolons where a name has a comma itself."""
    *most, last = names
    comma = "; " if any("," in name for name in most) else ", "
    return f"{comma.join(most)} {joint} {last}" if most else last
