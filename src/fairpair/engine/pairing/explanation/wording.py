"""Why a round was paired as it was, as messages; made from the data and nothing else."""

from collections.abc import Iterable, Iterator, Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.engine.pairing.explanation.colours import colour_text
from fairpair.engine.pairing.explanation.reason_wording import (
    OTHER_UNPLAYED,
    UNPLAYED,
    UNPLAYED_WIN,
    all_named,
    any_named,
    edited_text,
    group_place,
    group_score,
    order_text,
    points_text,
    round_text,
    rounds_since_downfloat,
    ruled_text,
    score_text,
    worse_text,
)
from fairpair.engine.pairing.explanation.reasons import (
    FORBIDDEN,
    ORDER,
    BoardExplanation,
    ByeChoice,
    ByeExplanation,
    Cause,
    ExpectedOpponent,
    FloatExplanation,
    PassedOver,
    RoundExplanation,
    RuledOut,
    ScheduleExplanation,
)
from fairpair.engine.pairing.swiss.criteria import PairDowns
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import MANY, NameOf
from fairpair.language.message import Message


def round_texts(why: RoundExplanation, name_of: NameOf) -> list[Message]:
    """One for each board, then for each player who floated, then for the bye."""
    texts = [_method_text(why)] if why.method else []
    texts += [table_text(table, name_of) for table in why.tables]
    texts += [board_text(board, name_of) for board in why.boards]
    texts += [float_text(one, name_of) for one in why.floats]
    texts += [bye_text(why.bye, name_of)] if why.bye else []
    return texts + ([bye_choice_text(why.bye_choice, name_of)] if why.bye_choice else [])


def sentences_of(text: Message) -> Sequence[Message]:
    """The sentences of an explanation."""
    found: Sequence[Message] = text.values.get("sentences", (text,))
    return found


def with_sentence(text: Message, more: Message) -> Message:
    """The explanation with one more sentence."""
    return _explanation((*sentences_of(text), more))


def _explanation(sentences: Iterable[Message]) -> Message:
    return Message("explanation", sentences=tuple(sentences))


def _method_text(why: RoundExplanation) -> Message:
    name = RoundRef(1, why.round_no).name
    if why.cut:
        return Message("explanation.method-and-cut", round=name, method=why.method, place=why.cut)
    return Message("explanation.method", round=name, method=why.method)


def table_text(why: ScheduleExplanation, name_of: NameOf) -> Message:
    """The numbers of two players in a schedule, or what the system says about them."""
    if why.text:
        return Message("literal", text=why.text)
    white, black = (number or "?" for number in why.numbers)
    return Message(
        "explanation.schedule",
        white=name_of(why.white),
        black=name_of(why.black),
        white_number=white,
        black_number=black,
    )


# --- boards --------------------------------------------------------------------------------------


def board_text(why: BoardExplanation, name_of: NameOf) -> Message:
    """The scores, the opponents who were expected instead, and the colours."""
    sentences = [_scores(why, name_of)]
    if not why.group.as_ruled:
        sentences.append(edited_text(why.group))
    sentences += [_expected_text(one, name_of) for one in why.instead]
    if why.colours.article:
        sentences.append(colour_text(why.colours, name_of))
    return _explanation(sentences)


def _scores(why: BoardExplanation, name_of: NameOf) -> Message:
    names = {"white": name_of(why.white), "black": name_of(why.black)}
    white, black = (score_text(*one) for one in zip(why.scores, why.virtual, strict=True))
    if why.down is None or why.up is None:
        if white == black:
            return Message("explanation.same-score", **names, score=white)
        return Message("explanation.scores", **names, white_score=white, black_score=black)
    floats = {"down": name_of(why.down), "up": name_of(why.up)}
    if why.group.kind == "quarters":
        return Message("explanation.pair-across-quarters", **names, **floats)
    scores = {"white_score": white, "black_score": black}
    return Message("explanation.pair-across-scores", **names, **floats, **scores)


_EXPECTED = {
    "C1": "explanation.expected-met",
    "C3": "explanation.expected-same-colour",
    FORBIDDEN: "explanation.expected-restricted",
}


def _expected_text(one: ExpectedOpponent, name_of: NameOf) -> Message:
    names = {"player": name_of(one.player), "opponent": name_of(one.opponent)}
    why = one.ruled_out
    if why.by == ORDER:
        return _order_text(one, names, name_of)
    if why.by in _EXPECTED:
        return ruled_text(_EXPECTED[why.by], why, **names, round=round_text(why))
    given = "explanation.expected-worse-given"
    code = given if why.given_earlier else "explanation.expected-worse"
    return Message(code, **names, consequence=worse_text(why, name_of))


def _order_text(one: ExpectedOpponent, names: dict[str, str], name_of: NameOf) -> Message:
    """Which of two boards that have one of them comes first; the other would be as good."""
    why = one.ruled_out
    first = why.who
    pair = dict(zip(("first", "second"), map(name_of, first), strict=False))
    if first and first[0] not in (one.player, one.opponent):
        return order_text("explanation.expected-priority", why, **names, **pair)
    if not first or one.opponent_has is None:
        return order_text("explanation.expected-float", why, **names)
    return order_text("explanation.expected-order", why, **names, **pair)


# --- floats --------------------------------------------------------------------------------------


_SAID_BY = {Cause.REST: "C4", Cause.BYE: "C5"}
"""The criterion that a cause already names."""
_DOWN, _BYE = "explanation.if-down-instead", "explanation.if-bye-instead"


def float_text(why: FloatExplanation, name_of: NameOf) -> Message:
    """Why a player is paired with a lower score."""
    code = "explanation.paired-down"
    if why.player in why.group.moved:
        code = "explanation.paired-down-further"
    name = name_of(why.player)
    if not why.group.as_ruled:
        return _explanation((Message(f"{code}-edited", player=name), edited_text(why.group)))
    head = Message(code, player=name, cause=_cause_text(why))
    return _explanation((head, *_float_reasons(why, name_of, _DOWN)))


def _float_reasons(why: FloatExplanation, name_of: NameOf, instead: str) -> Iterator[Message]:
    """What there is to say beyond the cause."""
    if why.across:
        yield Message("explanation.across-cut", scores=list(map(format_number, why.across)))
    yield from _obstacles(why, name_of)
    yield from _choice(why, name_of, instead, _SAID_BY.get(why.cause))


def _cause_text(why: FloatExplanation) -> Message:
    """The cause, with its criterion where the rules number them."""
    cause, criterion = _plain_cause(why), _SAID_BY.get(why.cause)
    if not why.group.fide or criterion is None:
        return cause
    return Message("explanation.worse-by", consequence=cause, criterion=criterion)


def _plain_cause(why: FloatExplanation) -> Message:
    where = group_place(why.group)
    if why.group.size == 1 and why.cause is not Cause.CUT:
        if why.group.kind == "score":
            return Message("explanation.cause-alone-on-score", score=group_score(why.group))
        return Message("explanation.cause-alone", where=where)
    match why.cause:
        case Cause.ODD:
            return Message("explanation.cause-odd")
        case Cause.NO_OPPONENT:
            return Message("explanation.cause-no-opponent", where=where)
        case Cause.UNPAIRABLE:
            return Message("explanation.cause-unpairable", where=where)
        case Cause.BYE:
            return Message("explanation.cause-bye-score")
        case Cause.REST:
            return Message("explanation.cause-rest")
        case Cause.CUT:
            return Message("explanation.cause-cut", where=where)


_OBSTACLES = {"C1": "explanation.met-before", "C3": "explanation.must-have-same-colour"}


def _obstacles(why: FloatExplanation, name_of: NameOf) -> Iterator[Message]:
    """Why each of the others in the group is not a possible opponent."""
    if len(why.nobody) >= MANY:
        yield Message("explanation.none-possible", n=len(why.nobody))
        return
    for one in why.nobody:
        yield ruled_text(
            _OBSTACLES.get(one.ruled_out.by, "explanation.restricted"),
            one.ruled_out,
            player=name_of(why.player),
            opponent=name_of(one.player),
            round=round_text(one.ruled_out),
        )


def _choice(
    why: FloatExplanation, name_of: NameOf, instead: str, said: str | None
) -> Iterator[Message]:
    """Why this player and nobody else; without the criterion `said`, which the cause names."""
    kept, found = why.kept, False
    if why.staying is not None:
        kept = tuple(one for one in kept if one.ruled_out.by != why.staying.by)
        if why.staying.by != said:
            found = True
            yield Message(
                "explanation.if-paired-here",
                player=name_of(why.player),
                consequence=worse_text(why.staying, name_of),
            )
    for text in _kept_texts(kept, name_of, instead, said):
        found = True
        yield text
    if why.unasked:
        yield Message("explanation.not-considered", n=why.unasked)
    elif not found and why.cause is Cause.ODD and why.group.size > 1:
        yield Message("explanation.lowest-ranked")


def _kept_texts(
    kept: Sequence[PassedOver], name_of: NameOf, instead: str, said: str | None = None
) -> Iterator[Message]:
    """Why the others are not chosen; players with the same reason together.

    The criterion `said` is not named again.
    """
    reasons: dict[Message, list[PlayerId]] = {}
    for one in kept:
        reason = _kept_reason(one, name_of, instead)
        if one.ruled_out.by == said:
            reason = Message(instead, consequence=Message("explanation.worse-same"))
        reasons.setdefault(reason, []).append(one.player)
    for reason, players in reasons.items():
        named = any_named if reason.code == instead else all_named
        values = {"players": named(players, name_of), "n": len(players)}
        yield Message(reason.code, **reason.values, **values)


def _kept_reason(one: PassedOver, name_of: NameOf, instead: str) -> Message:
    """Either what is true of the player, or what would be; without the player."""
    why = one.ruled_out
    since = rounds_since_downfloat(why.by)
    if since is not None and one.player in why.who:
        return _floated(why, why.kinds[why.who.index(one.player)], since)
    if why.by == "C2":
        return _no_second_bye(why)
    if why.by == "C9" and why.amounts:
        more, fewer = format_number(why.amounts[1][0]), format_number(why.amounts[0][0])
        return ruled_text("explanation.more-unplayed", why, more=more, fewer=fewer)
    if why.by == PairDowns.code and one.player in why.who:
        return Message("explanation.more-pair-downs")
    return Message(instead, consequence=worse_text(why, name_of))


def _floated(why: RuledOut, kind: Kind, since: int) -> Message:
    end = "-2" if since else ""
    if kind is Kind.PLAYED:
        return ruled_text(f"explanation.was-down{end}", why)
    unplayed = UNPLAYED.get(kind, OTHER_UNPLAYED)
    return ruled_text(f"explanation.unplayed{end}", why, unplayed=unplayed)


def _no_second_bye(why: RuledOut) -> Message:
    unplayed = UNPLAYED.get(why.kind, UNPLAYED_WIN) if why.kind else UNPLAYED_WIN
    return ruled_text("explanation.no-second-bye", why, unplayed=unplayed, round=round_text(why))


# --- the bye -------------------------------------------------------------------------------------


def bye_text(why: ByeExplanation, name_of: NameOf) -> Message:
    """Why this player has the bye under the FIDE rules: first the score, then the player."""
    names = {"player": name_of(why.player), "score": score_text(why.score, why.virtual)}
    if why.changed is not None:
        return _explanation((Message("explanation.bye", **names), edited_text(why.changed)))
    code = "explanation.bye-lowest-possible" if why.lower else "explanation.bye-lowest"
    if why.floated.group.accelerated:
        code += "-virtual"
    lower = _kept_texts(why.lower, name_of, _BYE)
    return _explanation((Message(code, **names), *lower, *_bye_reasons(why.floated, name_of)))


def _bye_reasons(why: FloatExplanation, name_of: NameOf) -> Iterator[Message]:
    """Why the group leaves over this player; without a cause that the score has told already."""
    if why.cause is Cause.BYE:
        yield from _choice(why, name_of, _BYE, None)
    elif not why.group.as_ruled:
        yield edited_text(why.group)
    else:
        yield Message("explanation.bye-cause", cause=_cause_text(why))
        yield from _float_reasons(why, name_of, _BYE)


def bye_choice_text(why: ByeChoice, name_of: NameOf) -> Message:
    """Why this player has the bye by an order: fewest byes, fewest points, then the rules."""
    player = name_of(why.player)
    code = "explanation.bye-again" if why.byes else "explanation.bye-first"
    head = Message(code, player=player, score=points_text(why.score), n=why.byes)
    if not why.as_ruled:
        return _explanation((head, Message("explanation.bye-edited")))
    by = why.by.replace("_", "-") if why.level > 1 else "only"
    code = f"explanation.bye-{by}{'-possible' if why.passed else ''}"
    passed = _kept_texts(why.passed, name_of, _BYE)
    return _explanation((head, Message(code, player=player), *passed))
