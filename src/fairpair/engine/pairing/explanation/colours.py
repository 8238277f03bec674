"""Why two players have their colours, as data and as messages (C.04.3, 5.2)."""

from fairpair.engine.pairing.brackets.contender import WHITE, ColourPreference, Contender
from fairpair.engine.pairing.explanation.reasons import ColourExplanation, Side
from fairpair.engine.pairing.explanation.rule_checks import View
from fairpair.engine.standings.wording import NameOf
from fairpair.language.message import Message

_COLOURS = {"w": Message("explanation.white"), "b": Message("explanation.black")}


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


def colour_text(why: ColourExplanation, name_of: NameOf) -> Message:
    """Who has which colour, and why: what the article looks at is named, not the article."""
    if why.article == "5.2.1":
        return _granted(why, name_of)
    if why.article == "5.2.3":
        return _alternated(why, name_of)
    if why.article == "5.2.5":
        return _by_number(why, name_of)
    return _due_to_both(why, name_of)


def _granted(why: ColourExplanation, name_of: NameOf) -> Message:
    """5.2.1: the preferences; a player without one comes last."""
    sides = sorted(
        (why.white, why.black), key=lambda side: side.preference is ColourPreference.NONE
    )
    histories = [_history(side, name_of) for side in sides]
    return Message("explanation.colour-due", white=name_of(why.white.player), histories=histories)


def _due_to_both(why: ColourExplanation, name_of: NameOf) -> Message:
    """5.2.2 and 5.2.4: one of two equal preferences is granted."""
    white_is_due = why.white.wants == "white"
    granted, denied = (why.white, why.black) if white_is_due else (why.black, why.white)
    values = {"player": name_of(granted.player), "colour": _COLOURS[granted.wants[0]]}
    if why.article != "5.2.4":
        histories = [_history(side, name_of) for side in (granted, denied)]
        return Message("explanation.colour-stronger", **values, histories=histories)
    # Games are compared from the last one back, as far as both players have any.
    shorter, longer = sorted((why.white, why.black), key=lambda side: len(side.games))
    n = len(shorter.games)
    if n == len(longer.games):
        return Message("explanation.colour-rank", **values)
    return Message(
        "explanation.colour-rank-last-games", **values, n=n, shorter=name_of(shorter.player)
    )


def _history(side: Side, name_of: NameOf) -> Message:
    """What a preference comes from."""
    games, player = side.games, name_of(side.player)
    if not games:
        return Message("explanation.history-none", player=player)
    last, surplus = _COLOURS[games[-1]], games.count("w") - games.count("b")
    more, less = (_COLOURS[colour] for colour in ("wb" if surplus > 0 else "bw"))
    if abs(surplus) > 1:
        times = abs(surplus)
        return Message(
            "explanation.history-surplus", player=player, colour=more, other=less, times=times
        )
    if games[-2:] in ("ww", "bb"):
        return Message("explanation.history-twice", player=player, colour=last)
    if surplus:
        return Message("explanation.history-once", player=player, colour=more, other=less)
    return Message("explanation.history-last", player=player, colour=last)


def _alternated(why: ColourExplanation, name_of: NameOf) -> Message:
    """5.2.3: the colours of the latest game in which they differ are swapped."""
    ago = why.games_ago or 1
    return Message(
        "explanation.colour-last-games" if ago == 1 else "explanation.colour-earlier-games",
        white=name_of(why.white.player),
        black=name_of(why.black.player),
        colour=_COLOURS[why.white.wants[0]],
        white_colour=_COLOURS[why.white.games[-ago]],
        black_colour=_COLOURS[why.black.games[-ago]],
        ago=ago,
    )


def _by_number(why: ColourExplanation, name_of: NameOf) -> Message:
    """5.2.5: the initial colour."""
    code = "explanation.colour-by-number"
    if why.by_table:
        code = "explanation.colour-by-table"
    elif why.skipped:
        code = "explanation.colour-by-number-skipping"
    other = "b" if why.initial == "white" else "w"
    return Message(
        code,
        white=name_of(why.white.player),
        higher=name_of(why.higher),
        number=why.number,
        initial=_COLOURS[why.initial[0]],
        other=_COLOURS[other],
        n=why.skipped,
    )
