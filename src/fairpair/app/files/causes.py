"""Why the next round of a report file cannot be paired, in the words of such files."""

from collections.abc import Sequence

from fairpair.core.errors import FieldProblem
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import BLACK
from fairpair.engine.pairing.proposal import DeadlockCause, ImpossiblePairingError, Lonely

_NAMED_AT_MOST = 5
_LET_OUT = "let somebody out of the round with record 240"
_ALLOW = f"Allow one of these pairs, or {_LET_OUT}."
_COMMON = {
    "no_bye": (
        "their number is odd, but each of them has had the bye or a win without playing (C2)",
        f"{_LET_OUT.capitalize()}, or find somebody to fill in.",
    ),
    "forbidden": ("the forbidden pairs (260, XXP) leave no way to pair everybody", _ALLOW),
    "colours": ("the colours (C3) leave no way to pair everybody", f"{_LET_OUT.capitalize()}."),
    "forbidden_colours": (
        "the forbidden pairs (260, XXP) and the colours (C3) leave no way to pair everybody",
        _ALLOW,
    ),
}
"""What there is to say, and what to do."""


def in_words_of_files(
    error: ImpossiblePairingError, tournament: Tournament
) -> ImpossiblePairingError:
    """The same refusal with numbers and records in place of the desk's words."""
    cause = error.cause
    if cause is None:
        return error
    problems: tuple[FieldProblem, ...] = ()
    if cause.kind == "lonely":
        text, hint, problems = _lonely_text(cause.lonely, tournament)
    else:
        text, hint = _COMMON.get(cause.kind) or _met_text(cause)
    before = error.message.split(":", 1)[0]
    return ImpossiblePairingError(error.code, f"{before}: {text}.", hint, problems)


def _lonely_text(
    lonely: Sequence[Lonely], tournament: Tournament
) -> tuple[str, str, tuple[FieldProblem, ...]]:
    """Somebody may meet nobody: because they have met, are forbidden, or by their colours."""
    players = [one.player.player for one in lonely]
    names = [f"{player} ({tournament.name_of(player)})" for player in players]
    told = (_obstacles(one) for one in lonely[:_NAMED_AT_MOST])
    problems = tuple(FieldProblem(*one) for one in zip(names, told, strict=False) if one[1])
    if any(one.forbidden for one in lonely):
        hint = f"Allow one of the forbidden pairs (260, XXP), or {_LET_OUT}."
    elif any(one.colour for one in lonely):
        hint = f"{_LET_OUT.capitalize()}."
    else:
        hint = f"End the tournament here, or {_LET_OUT}."
    return f"nobody is left that {listed(names)} may meet", hint, problems


def _obstacles(one: Lonely) -> str:
    """`met 3, 4; forbidden 2; colour 5 (Black for both, C3)`."""
    note = f" ({'Black' if one.player.colour == BLACK else 'White'} for both, C3)"
    kinds = (("met", one.met, ""), ("forbidden", one.forbidden, ""), ("colour", one.colour, note))
    return "; ".join(
        f"{kind} {listed([str(other.player) for other in others])}{more}"
        for kind, others, more in kinds
        if others
    )


def _met_text(cause: DeadlockCause) -> tuple[str, str]:
    bye = ", or had the bye (C2)" if cause.may_have_bye else ""
    text = f"too many of them have met already (C1){bye}"
    return text, f"End the tournament here, or {_LET_OUT}."


def listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
