"""Which rounds would be paired otherwise after a change of rules: told, nothing is paired again."""

from collections.abc import Iterable, Iterator

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.errors import DomainError
from fairpair.core.tournament import Tournament
from fairpair.log.events import Event, RulesChanged

_WITH_EFFECT = {"rounds", "points", "bye_points", "acceleration", "best_of"}
"""The rules that published pairings were made from, and that can change afterwards."""
_SYSTEMS = ("dutch",)


def changed_pairings(t: Tournament, events: Iterable[Event]) -> Iterator[ActionWarning]:
    """The rounds that these events would have changed, with the boards, White first, by the numbers
    of the report file.
    """
    keys = {key for event in events if isinstance(event, RulesChanged) for key in event.changes}
    if not keys & _WITH_EFFECT or t.rules.system not in _SYSTEMS or not t.latest_published:
        return
    from fairpair.app.files.check import check_trf  # noqa: PLC0415 - few changes get here
    from fairpair.formats.trf.from_tournament import file_of  # noqa: PLC0415

    try:
        verdict = check_trf(file_of(t))
    except DomainError:  # a tournament of teams has no file
        return
    for round_no in dict.fromkeys(one.round_no for one in verdict.pairs):
        wrong = [one for one in verdict.pairs if one.round_no == round_no]
        values = {
            "round": round_no,
            "boards": [one.board for one in wrong],
            "expected": [_text(one.expected) for one in wrong],
        }
        yield ActionWarning("pairings-would-differ", Level.TEXT, values)


def _text(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"
