"""Report files in FIDE mode: whether a tournament comes in it, and its rounds that the rules do not
give.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from fairpair.app.files.complaints import Verdict
from fairpair.core.action_warnings import ActionWarning, Level, UnconfirmedError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import FideExit, Tournament
from fairpair.engine.fide.departures import departures
from fairpair.engine.fide.manual_pairing import boards_of
from fairpair.formats.trf.model import TrfFile
from fairpair.language.message import Message
from fairpair.log.action_warnings import WarningKind, require_known_codes
from fairpair.log.integrity import IMPORT_DIFFERS

WRONG_ROUND = WarningKind(IMPORT_DIFFERS, Level.CONFIRM, ("recorded",))
_EXIT = re.compile(r"FIDE mode exited @ Round (\d{1,2})")


def in_fide_mode(
    t: Tournament, file: TrfFile, wanted: bool | None
) -> tuple[Tournament, list[Message]]:
    """The tournament of a report in FIDE mode if nothing is against it, or as it is `wanted`; what
    there is to say of that.

    One that left FIDE mode in its file has left it.
    """
    rules = replace(t.rules, fide=True)
    against = [str(one.where) for one in departures(rules)]
    doubts = [*(["192"] if file.system.startswith("CUSTOM") else []), *_abnormal(file)]
    if wanted is False or file.teams.numbered:
        return t, []
    if against or (doubts and not wanted):
        return t, [Message("import.no-fide-mode", reasons=[*against, *doubts])]
    left = next(filter(None, map(_EXIT.fullmatch, file.comments)), None)
    exit_ = FideExit(int(left[1]), "imported") if left else None
    return replace(t, rules=rules, fide_exit=exit_), []


def _abnormal(file: TrfFile) -> list[str]:
    return ["299"] if file.abnormal else []


def wrong_rounds(verdict: Verdict, t: Tournament) -> tuple[ActionWarning, ...]:
    """A warning for each round of an event in FIDE mode that differs from the engine's: the boards
    of both, with the players numbered from 1 without gaps.
    """
    if not t.is_in_fide_mode:
        return ()
    numbers = {player: number for number, player in enumerate(sorted(t.entries), 1)}
    numbers[PlayerId(0)] = 0
    found: dict[int, tuple[list[str], set[str]]] = {}
    for one in verdict.pairs:
        expected, actual = found.setdefault(one.round_no, ([], set()))
        expected.append(_text(one.expected, numbers))
        actual |= {_text(pair, numbers) for pair in one.found}
    warnings = []
    for round_no, (expected, actual) in sorted(found.items()):
        boards = [_text(_pair(one), numbers) for one in boards_of(t.rounds[RoundRef(1, round_no)])]
        there = [one for one in boards if one in actual]
        warnings.append(WRONG_ROUND.about(round=round_no, expected=expected, actual=there))
    return tuple(warnings)


def _pair(text: str) -> tuple[int, int]:
    white, black = text.split("-")
    return int(white), int(black)


def _text(pair: Sequence[int], numbers: dict[PlayerId, int]) -> str:
    return "-".join(str(numbers[PlayerId(player)]) for player in pair)


def require_confirmed_import(wrong: Sequence[ActionWarning], confirmed: Sequence[str]) -> None:
    """Refuse rounds that the rules do not give unless somebody confirmed them."""
    require_known_codes(confirmed)
    if wrong and WRONG_ROUND.code not in confirmed:
        problems = [one.problem({}) for one in wrong]
        raise UnconfirmedError("needs-confirmation.import", problems=problems)
