"""Why a round was paired so, in words for players; made from the data and nothing else."""

from fairpair.core.numbers import shown
from fairpair.engine.pairing.why.colour_wording import colour_text
from fairpair.engine.pairing.why.float_wording import bye_choice_text, bye_text, float_text
from fairpair.engine.pairing.why.reason_wording import changed_text, ruled_out_text
from fairpair.engine.pairing.why.reasons import (
    ORDER,
    BoardWhy,
    Natural,
    PlayerWhy,
    RoundWhy,
    TableWhy,
)
from fairpair.engine.pairing.why.words import score_text
from fairpair.engine.standings.wording import NameOf


def round_lines(why: RoundWhy, name_of: NameOf) -> list[str]:
    """A line for each board, then for each who floated, then for the bye."""
    lines = [_method_text(why)] if why.method else []
    lines += [table_text(table, name_of) for table in why.tables]
    lines += [board_text(board, name_of) for board in why.boards]
    lines += [float_text(one, name_of) for one in why.floats]
    return lines + _bye_lines(why, name_of)


def player_lines(why: PlayerWhy, name_of: NameOf) -> list[str]:
    """The same for one player."""
    lines = [table_text(why.table, name_of)] if why.table else []
    lines += [board_text(why.board, name_of)] if why.board else []
    lines += [float_text(one, name_of) for one in why.floats]
    return lines + _bye_lines(why, name_of)


def _bye_lines(why: RoundWhy | PlayerWhy, name_of: NameOf) -> list[str]:
    lines = [bye_text(why.bye, name_of)] if why.bye else []
    return lines + ([bye_choice_text(why.bye_choice, name_of)] if why.bye_choice else [])


def _method_text(why: RoundWhy) -> str:
    cut = f" The cut comes after place {why.cut}." if why.cut else ""
    return f"Round {why.round_no}, {why.method}{cut}"


def table_text(why: TableWhy, name_of: NameOf) -> str:
    """`Ana and Bo: numbers 2 and 5`."""
    white, black = (number or "?" for number in why.numbers)
    return f"{name_of(why.white)} and {name_of(why.black)}: numbers {white} and {black}"


def board_text(why: BoardWhy, name_of: NameOf) -> str:
    """`Ana and Bo: both on 3 points; White for Ana: Bo had White in the last game`."""
    parts = [f"{name_of(why.white)} and {name_of(why.black)}: {_scores(why, name_of)}"]
    if not why.group.as_ruled:
        parts.append(changed_text(why.group))
    parts += [_natural_text(one, name_of) for one in why.instead]
    if why.colours.article:
        parts.append(colour_text(why.colours, name_of))
    return "; ".join(parts)


def _scores(why: BoardWhy, name_of: NameOf) -> str:
    white, black = (score_text(*one) for one in zip(why.scores, why.virtual, strict=True))
    if why.down is None or why.up is None:
        if white == black:
            return f"both on {white}"
        return f"{name_of(why.white)} on {white}, {name_of(why.black)} on {black}"
    if why.group.kind == "quarters":
        return f"{name_of(why.down)} comes down from a higher quarter by rating"
    if not any(why.virtual):
        white = shown(why.scores[0])
    return f"{white} against {black}, {name_of(why.down)} floats down and {name_of(why.up)} up"


def _natural_text(one: Natural, name_of: NameOf) -> str:
    expected = f"{name_of(one.player)} would have met {name_of(one.opponent)}, but "
    if one.ruled_out.by == ORDER:
        return expected + _order_text(one, name_of)
    return expected + ruled_out_text(one.ruled_out, name_of)


def _order_text(one: Natural, name_of: NameOf) -> str:
    """Which of two boards that have one of them comes first; the other would be as good."""
    first = one.ruled_out.who
    if first and first[0] not in (one.player, one.opponent):
        return f"{name_of(first[0])} comes first and meets {name_of(first[1])}"
    if not first or one.opponent_has is None:
        return f"{name_of(one.opponent)} floats down: {ruled_out_text(one.ruled_out, name_of)}"
    who = "" if first[0] == one.player else f"{name_of(first[0])} "
    as_good = "which is as good and comes first in the order of the rules"
    return f"{who}meets {name_of(first[1])}, {as_good}"
