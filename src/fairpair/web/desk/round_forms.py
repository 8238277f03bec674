"""What the address and the fields of a form on the pages of a round mean; results as typed."""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ConflictError, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Boards, Result, Scored
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of
from fairpair.engine.stages.progress import rules_at
from fairpair.formats.result_words import (
    result_from_boards,
    result_from_scores,
    result_from_text,
)
from fairpair.language.message import Message
from fairpair.web.site import PageRequest

HERE = "/desk/{tournament}"
ROUND = f"{HERE}/round/{{stage:int}}/{{n:int}}"
TABLE = f"{ROUND}/table/{{table:int}}"


def round_at(visit: PageRequest) -> RoundRef:
    """The round of the address."""
    parts = visit.request.path_params
    return RoundRef(parts["stage"], parts["n"])


def table_at(visit: PageRequest) -> int | None:
    """The table of the address or, on a slip, the one that was typed; 0 for no number."""
    found: int | None = visit.request.path_params.get("table")
    if found is None and is_slip(visit):
        typed = visit.form.get("table", "").strip()
        return int(typed) if _is_number(typed) else 0
    return found


def is_slip(visit: PageRequest) -> bool:
    """Whether a result came by the slip bar."""
    return visit.request.url.path.endswith("/slip")


def match_at(visit: PageRequest) -> MatchRef:
    """The table of the address or of the slip."""
    ref = round_at(visit)
    return MatchRef(ref.stage, ref.round_no, table_at(visit) or 0)


def round_address(visit: PageRequest, ref: RoundRef | None = None) -> str:
    """Where the work screen of a round is."""
    where = ref or round_at(visit)
    return f"/desk/{visit.here}/round/{where.stage}/{where.round_no}"


def read_number(visit: PageRequest, name: str, low: int, high: int) -> int:
    """A whole number that was typed."""
    typed = visit.form.get(name, "").strip()
    if not (typed.isdecimal() and typed.isascii() and len(typed) < 8 and low <= int(typed) <= high):
        raise InvalidInputError("bad-number.range", typed=typed[:40], low=low, high=high)
    return int(typed)


def read_bye_kind(visit: PageRequest, name: str = "kind") -> ByeKind:
    """A kind of bye that was chosen."""
    try:
        return ByeKind(visit.form.get(name, ""))
    except ValueError:
        raise InvalidInputError("bad-bye.in-form") from None


def read_picked_players(visit: PageRequest, wanted: int) -> Sequence[PlayerId]:
    """The players whose boxes are ticked; exactly this number is required."""
    chosen = [PlayerId(int(x)) for x in visit.many.get("pick", ()) if _is_number(x)]
    if len(chosen) != wanted:
        hint = Message("wrong-pick.one" if wanted == 1 else "wrong-pick.two")
        raise InvalidInputError("wrong-pick", hint=hint, n=len(chosen))
    return chosen


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


SIDES = (1, 2)


@dataclass(frozen=True, slots=True)
class ScoreField:
    """A named score, and the highest value that it can have, if there is a limit."""

    name: str
    most: int | None


@dataclass(frozen=True, slots=True)
class ResultFields:
    """Which fields a row has. `winner`: a level match names who won it."""

    scores: tuple[ScoreField, ...]
    boards: int
    winner: bool
    hint: str


def named_winner(pairing: Pairing) -> int | None:
    """The side, 1 or 2, that a level result names as the winner."""
    winner: int | None = getattr(pairing.result, "winner", None)
    return None if winner is None else winner + 1


def fields_of(t: Tournament, stage: int) -> ResultFields:
    """The fields of a round of this stage."""
    rules = t.rules
    boards = (rules.boards or 0) if not rules.scores else 0
    winner = stage > 1 and bool(rules.scores or boards)
    scores = tuple(ScoreField(name, rules.score_limits.get(name)) for name in rules.scores)
    return ResultFields(scores, boards, winner, _hint(rules, stage))


def slip_example(rules: Rules) -> str:
    """What a result on a slip looks like."""
    if rules.scores:
        one_side = " ".join(str(9 - n) for n in range(len(rules.scores)))
        return f"{one_side} : {one_side}"
    if rules.boards:
        return " ".join(("1", "0", "=")[n % 3] for n in range(rules.boards))
    return "1 0 =" if rules.best_of == 1 else "2-1"


def _hint(rules: Rules, stage: int) -> str:
    """Examples of what can be typed."""
    if rules.scores or rules.boards:
        return "1  0  =  +  -" if rules.boards and not rules.scores else "+  -"
    if rules.best_of == 1:
        return "1  0  =  +  -" + ("  1-0f" if conventions_of(rules).letter_for_forfeits else "")
    return "2-1  2-0-1  +  -" + ("  1-1 w2" if stage > 1 else "  =")


def read_result(visit: PageRequest, match: MatchRef) -> Result | None:
    """What the fields say; None when all of them are empty. A button goes before a word, a word
    before fields.
    """
    rules = rules_at(visit.t, match)
    pressed = visit.form.get("set")
    if pressed is not None:
        return result_from_text(pressed, rules) if pressed else None
    word = visit.form.get("result", "").strip()
    if word:
        return result_from_text(word, rules)
    won = visit.form.get("winner", "")
    winner = int(won) - 1 if won in ("1", "2") else None
    boards = [visit.form.get(f"b{n}", "") for n in range(1, (rules.boards or 0) + 1)]
    if any(boards):
        return result_from_boards(boards, winner)
    sides = [{name: visit.form.get(f"s{n}-{name}", "") for name in rules.scores} for n in SIDES]
    if any(value for side in sides for value in side.values()):
        return result_from_scores(sides, rules, winner)
    return None


def is_unchanged(visit: PageRequest, pairing: Pairing, result: Result) -> bool:
    """Whether the row says just what it said before somebody pressed the key."""
    there = pairing.result
    if there is None:
        return False
    if isinstance(there, Boards) and isinstance(result, Boards):  # members are typed elsewhere
        same = [x.result for x in there.boards] == [x.result for x in result.boards]
        return same and there.winner == result.winner
    if isinstance(there, Scored):
        return there == result
    # A button sends the field of its row, too, with what was there before.
    typed = "" if "set" in visit.form else visit.form.get("result", "").strip()
    return there == result or typed == str(there)


def seats_in_form(visit: PageRequest) -> tuple[PlayerId, ...]:
    """Who sat at the table on the page that was filled in."""
    parts = visit.form.get("seats", "").split("-")
    if not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in parts):
        if parts == [""]:
            return ()
        raise ConflictError("other-players.missing")
    return tuple(PlayerId(int(part)) for part in parts)
