"""What the address and the fields of a form on a round's pages mean."""

from collections.abc import Sequence

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.web.site import PageRequest

HERE = "/desk/{tournament}"
ROUND = f"{HERE}/round/{{stage:int}}/{{n:int}}"
TABLE = f"{ROUND}/table/{{table:int}}"


def round_at(visit: PageRequest) -> RoundRef:
    """The round of the address."""
    parts = visit.request.path_params
    return RoundRef(parts["stage"], parts["n"])


def match_at(visit: PageRequest) -> MatchRef:
    """The table of the address."""
    ref = round_at(visit)
    return MatchRef(ref.stage, ref.round_no, visit.request.path_params["table"])


def round_address(visit: PageRequest, ref: RoundRef | None = None) -> str:
    """Where the work screen of a round is."""
    where = ref or round_at(visit)
    return f"/desk/{visit.here}/round/{where.stage}/{where.round_no}"


def confirmed(visit: PageRequest) -> tuple[str, ...]:
    """The soft rules that may be broken."""
    return tuple(code for code in visit.form.get("confirmed", "").split(",") if code)


def number(visit: PageRequest, name: str, low: int, high: int) -> int:
    """A whole number that was typed."""
    typed = visit.form.get(name, "").strip()
    if not (typed.isdecimal() and typed.isascii() and len(typed) < 8 and low <= int(typed) <= high):
        raise InvalidInputError(
            "bad-number", f"{typed!r:.40} is no number from {low} to {high}.", "Type another one."
        )
    return int(typed)


def bye_kind(visit: PageRequest, name: str = "kind") -> ByeKind:
    """A kind of bye that was chosen."""
    try:
        return ByeKind(visit.form.get(name, ""))
    except ValueError:
        text = f"{visit.form.get(name, '')!r:.40} is no kind of bye."
        raise InvalidInputError("bad-bye", text, f"Choose one of {', '.join(ByeKind)}.") from None


def picked(visit: PageRequest, wanted: int) -> Sequence[PlayerId]:
    """The players whose boxes are ticked, just so many."""
    chosen = [PlayerId(int(x)) for x in visit.many.get("pick", ()) if _is_number(x)]
    if len(chosen) != wanted:
        who = "one player" if wanted == 1 else "two players"
        raise InvalidInputError(
            "wrong-pick", f"{len(chosen)} players are chosen.", f"Choose {who}."
        )
    return chosen


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
