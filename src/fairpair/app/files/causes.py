"""Why the next round of a report file cannot be paired, in the words of such files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.brackets.contender import BLACK, ColourPreference, Contender, may_meet

_NAMED_AT_MOST = 5
_LET_OUT = "let somebody out of the round with record 240"


@dataclass(frozen=True, slots=True)
class Cause:
    """What stands in the way of a round, what to do, and what there is to say of each player."""

    text: str
    hint: str
    problems: tuple[FieldProblem, ...] = ()


def cause_of(players: Sequence[Contender], name_of: Callable[[PlayerId], str]) -> Cause:
    """The first thing in the way: byes, somebody without opponents, or all at once."""
    odd = len(players) % 2 == 1
    if odd and not any(one.may_have_bye for one in players):
        return Cause(
            "their number is odd, but each of them has had the bye or a win without playing (C2)",
            f"{_LET_OUT.capitalize()}, or find somebody to fill in.",
        )
    lonely = [
        one
        for one in players
        if not any(one is not other and may_meet(one, other) for other in players)
    ]
    if len(lonely) > odd or any(not one.may_have_bye for one in lonely):
        return _lonely_cause(lonely, players, name_of)
    return _common_cause(players)


def _lonely_cause(
    lonely: Sequence[Contender],
    players: Sequence[Contender],
    name_of: Callable[[PlayerId], str],
) -> Cause:
    """Somebody may meet nobody: because they have met, are forbidden, or by their colours."""
    names = [f"{one.player} ({name_of(one.player)})" for one in lonely]
    why = [_obstacles(one, players) for one in lonely]
    problems = tuple(
        FieldProblem(name, _told(kinds, one.colour))
        for one, name, kinds in list(zip(lonely, names, why, strict=True))[:_NAMED_AT_MOST]
        if kinds
    )
    if any("forbidden" in kinds for kinds in why):
        hint = f"Allow one of the forbidden pairs (260, XXP), or {_LET_OUT}."
    elif all(set(kinds) <= {"met"} for kinds in why):
        hint = f"End the tournament here, or {_LET_OUT}."
    else:
        hint = f"{_LET_OUT.capitalize()}."
    return Cause(f"nobody is left that {listed(names)} may meet", hint, problems)


def _obstacles(one: Contender, players: Sequence[Contender]) -> dict[str, list[str]]:
    """Those whom somebody may not meet, by the reason."""
    kinds: dict[str, list[str]] = {"met": [], "forbidden": [], "colour": []}
    for other in sorted(players, key=lambda other: other.number):
        if other is one:
            continue
        if other.player in one.met:
            kind = "met"
        elif other.player in one.forbidden:
            kind = "forbidden"
        else:
            kind = "colour"
        kinds[kind].append(str(other.player))
    return {kind: others for kind, others in kinds.items() if others}


def _told(obstacles: Mapping[str, Sequence[str]], colour: int | None) -> str:
    note = {"colour": f" ({'Black' if colour == BLACK else 'White'} for both, C3)"}
    return "; ".join(
        f"{kind} {listed(others)}{note.get(kind, '')}" for kind, others in obstacles.items()
    )


def _common_cause(players: Sequence[Contender]) -> Cause:
    """Everybody has somebody to meet, but not all at once: the first rule without which it goes."""
    colourless = [replace(one, preference=ColourPreference.NONE, colour=None) for one in players]
    forbidden = any(one.forbidden for one in players)
    if forbidden and _can_be_paired(_free(players)):
        return Cause(
            "the forbidden pairs (260, XXP) leave no way to pair everybody",
            f"Allow one of these pairs, or {_LET_OUT}.",
        )
    if _can_be_paired(colourless):
        return Cause("the colours (C3) leave no way to pair everybody", f"{_LET_OUT.capitalize()}.")
    if forbidden and _can_be_paired(_free(colourless)):
        return Cause(
            "the forbidden pairs (260, XXP) and the colours (C3) leave no way to pair everybody",
            f"Allow one of these pairs, or {_LET_OUT}.",
        )
    bye = ", or had the bye (C2)" if len(players) % 2 else ""
    return Cause(
        f"too many of them have met already (C1){bye}",
        f"End the tournament here, or {_LET_OUT}.",
    )


def _free(players: Sequence[Contender]) -> list[Contender]:
    """The same without forbidden pairs."""
    return [replace(one, forbidden=frozenset()) for one in players]


def _can_be_paired(players: Sequence[Contender]) -> bool:
    return lowest_bye_score(players) is not None


def listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
