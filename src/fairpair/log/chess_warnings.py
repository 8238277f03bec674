"""What FIDE mode tells or asks about results, byes and pairing numbers."""

from collections.abc import Iterator, Sequence

from fairpair.core.action_warnings import ActionWarning, Level
from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark, is_adjourned, marks_of
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.numbers import pairing_order
from fairpair.engine.standings.scoring import missed_round_kind
from fairpair.log import events as e
from fairpair.log.action_warnings import WarningKind, warning_for

SECOND_HALF_BYE = WarningKind("second-half-bye", Level.CONFIRM)
FULL_BYE = WarningKind("full-bye", Level.NOTICE)
ADJOURNED = WarningKind("adjourned-draw", Level.NOTICE)
ADJOURNED_DECIDED = WarningKind("adjourned-decided", Level.CONFIRM, ("stay-paired", "recorded"))
ADJOURNED_OPEN = WarningKind("adjourned-open", Level.NOTICE)
REGENERATED = WarningKind("numbers-regenerated", Level.CONFIRM, ("recorded",))
EXCHANGED = WarningKind("numbers-exchanged", Level.CONFIRM, ("recorded",))


@warning_for(e.ByeRequested)
def warn_of_requested_bye(t: Tournament, event: e.ByeRequested) -> Iterator[ActionWarning]:
    """A bye that is asked for."""
    yield from _bye_warnings(t, event.player, event.kind, event.round_no)


@warning_for(e.ByeGiven)
def warn_of_given_bye(t: Tournament, event: e.ByeGiven) -> Iterator[ActionWarning]:
    """A bye that the organiser gives."""
    yield from _bye_warnings(t, event.player, event.kind, event.round.round_no)


def _bye_warnings(
    t: Tournament, player: PlayerId, kind: ByeKind, round_no: int
) -> Iterator[ActionWarning]:
    """At most one half-point bye each (C.05, 6.7); full-point byes are in no regulation now."""
    if not t.is_in_fide_mode or player not in t.entries:
        return
    if kind == ByeKind.FULL:
        yield FULL_BYE.about(player, round=round_no)
    half = sum(one == ByeKind.HALF for one in _byes_elsewhere(t, player, round_no))
    if kind == ByeKind.HALF and half:
        yield SECOND_HALF_BYE.about(player, count=half + 1)


def _byes_elsewhere(t: Tournament, player: PlayerId, round_no: int) -> Iterator[ByeKind | None]:
    """What the player had or asked for in all other rounds."""
    entry, shown = t.entries[player], t.published_rounds
    for ref, round_ in shown.items():
        if ref.stage == 1 and ref.round_no != round_no and round_.table_of(player) is None:
            yield round_.byes.get(player) or missed_round_kind(entry, ref)
    for number, kind in entry.requested_byes.items():
        if number != round_no and RoundRef(1, number) not in shown:
            yield kind


@warning_for(e.ResultRecorded)
def warn_of_adjourned_game(t: Tournament, event: e.ResultRecorded) -> Iterator[ActionWarning]:
    """A game is adjourned, or one that was has ended."""
    yield from _adjourned(t, event)


@warning_for(e.ResultCorrected)
def warn_of_end_with_reason(t: Tournament, event: e.ResultCorrected) -> Iterator[ActionWarning]:
    """The same where a reason is given, as at the desk once the round is complete."""
    yield from _adjourned(t, event)


def _adjourned(
    t: Tournament, event: e.ResultRecorded | e.ResultCorrected
) -> Iterator[ActionWarning]:
    """An adjourned game is a draw for pairing (C.04.2, 3.1), and may end in another way."""
    round_ = t.rounds.get(event.match.round)
    if not t.is_in_fide_mode or round_ is None or event.match.table not in round_.pairings:
        return
    place = _place(event.match)
    if is_adjourned(event.result):
        yield ADJOURNED.about(*event.players, **place)
    elif is_adjourned(round_.pairings[event.match.table].result):
        is_drawn = set(marks_of(event.result)) == {Mark.DRAW}
        if not is_drawn and event.match.round.next in t.published_rounds:
            yield ADJOURNED_DECIDED.about(*event.players, **place, result=str(event.result))


@warning_for(e.RoundDrafted)
def warn_of_open_games(t: Tournament, event: e.RoundDrafted) -> Iterator[ActionWarning]:
    """Games that are adjourned since a round before the last one."""
    if not t.is_in_fide_mode:
        return
    for ref, round_ in t.published_rounds.items():
        if ref.stage == 1 and ref.round_no < event.round.round_no - 1:
            for table, pairing in sorted(round_.pairings.items()):
                if is_adjourned(pairing.result):
                    yield ADJOURNED_OPEN.about(*pairing.seats, **_place(ref.at(table)))


def _place(match: MatchRef) -> dict[str, int]:
    return {"round": match.round_no, "board": match.table}


@warning_for(e.PlayersRenumbered)
def warn_of_new_numbers(t: Tournament, event: e.PlayersRenumbered) -> Iterator[ActionWarning]:
    """Which numbers two or more players would have instead (C.04.2, 2.3)."""
    if t.is_in_fide_mode and t.rules.system == "dutch":
        moves = _moves(pairing_order(t), event.order)
        if len(moves) > 1:
            yield REGENERATED.about(moves=moves)


def _moves(before: Sequence[PlayerId], after: Sequence[PlayerId]) -> list[str]:
    """`5=>3` for each player with another number, in the new order."""
    old = {player: number for number, player in enumerate(before, 1)}
    new = enumerate(after, 1)
    return [f"{old[p]}=>{n}" for n, p in new if p in old and old[p] != n]


@warning_for(e.NumbersExchanged)
def warn_of_exchange(t: Tournament, event: e.NumbersExchanged) -> Iterator[ActionWarning]:
    """Two players of equal rating."""
    if t.is_in_fide_mode and t.rules.system == "dutch":
        yield EXCHANGED.about(event.a, event.b)
