"""Describes an event in one line, for the history and for errors."""

from collections.abc import Callable, Sequence
from textwrap import shorten
from typing import Any

from fairpair.core.action_warnings import Level
from fairpair.core.header import HEADER
from fairpair.core.numbers import format_number
from fairpair.core.players import DropKind
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.core.rules import OTHER_NAMES, RULES
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.progress import round_name, round_title
from fairpair.language.message import Message, Phrase
from fairpair.log import events as e
from fairpair.log.changes import Change, header_changes

BYE_WORDS = {kind: Message(f"history.bye.{kind}") for kind in ByeKind}
"""Each kind of bye with its article: `a half-point bye`."""
LONGEST_VALUE = 120
"""Characters of a detail that the history shows."""


def describe(event: e.Event, t: Tournament, changes: Sequence[Change] = ()) -> Message:
    """What happened, with the names that players have in `t`; with `changes`, also what was before.

    >>> str(describe(e.TournamentRenamed("Spring Open"), Tournament()))
    'Tournament renamed to Spring Open'
    """
    text = _DESCRIBERS[type(event)](event, t)
    if not changes:
        return text
    if isinstance(event, e.HeaderChanged):
        return _header_changes(changes)
    if isinstance(event, e.RulesChanged):
        return Message("history.rules-changed", rules=[x.text for x in changes], n=len(changes))
    if isinstance(event, e.PlayerEdited):
        texts = [change.text for change in changes]
        return Message("history.with-changes", what=text, changes=texts)
    old = changes[0].old
    return text if old is None else Message("history.before", what=text, old=old)


def _tournament_created(event: e.TournamentCreated, _t: Tournament) -> Message:
    return Message("history.tournament-created", name=event.name)


def _tournament_renamed(event: e.TournamentRenamed, _t: Tournament) -> Message:
    return Message("history.tournament-renamed", name=event.name)


def _draw_committed(event: e.DrawCommitted, _t: Tournament) -> Message:
    code = "history.draw-committed-beacon" if event.beacon else "history.draw-committed"
    return Message(code, commitment=event.commitment, source=event.source)


def _rules_changed(event: e.RulesChanged, _t: Tournament) -> Message:
    keys = [OTHER_NAMES.get(key, key) for key in event.changes]
    titles = [Message(RULES[key].title) if key in RULES else key for key in keys]
    return Message("history.rules-changed", rules=titles, n=len(titles))


def _header_changed(event: e.HeaderChanged, _t: Tournament) -> Message:
    """`Details changed: City Leipzig; Venue Town hall`."""
    return _header_changes(list(header_changes(event, Tournament())))


def _header_changes(changes: Sequence[Change]) -> Message:
    """The same with what was before: `City Leipzig (was Halle)`."""
    texts = [
        Message(
            f"history.{_what_of(one)}-{_how_changed(one)}",
            field=one.title,
            value=_shown(one.field, one.new),
            before=_shown(one.field, one.old),
        )
        for one in changes
    ]
    return Message("history.header-changed", changes=texts, n=len(texts))


def _what_of(change: Change) -> str:
    """Of a picture nobody wants to read the name."""
    known = HEADER.get(change.field)
    return "picture" if known and known.kind.form == "picture" else "header"


def _how_changed(change: Change) -> str:
    return "set" if not change.old else "replaced" if change.new else "cleared"


def _shown(key: str, value: Any) -> Any:
    """A choice by its title, a text by its beginning."""
    title = HEADER[key].kind.options.get(value or "") if key in HEADER else None
    return Phrase(title) if title else _beginning(value or "")


def _beginning(value: Any) -> Any:
    """A long text is cut: what matters in a list is that it was changed."""
    return shorten(value, LONGEST_VALUE, placeholder=" …") if isinstance(value, str) else value


def _cut_made(event: e.CutMade, _t: Tournament) -> Message:
    return Message("history.cut-made", n=len(event.seeds), stage=event.stage)


def _match_voided(event: e.MatchVoided, t: Tournament) -> Message:
    title = round_title(t, event.round)
    if not event.players:
        return Message("history.match-voided.round", round=title)
    code = "history.match-voided.bye" if event.table is None else "history.match-voided"
    return Message(code, round=title, players=_versus(event.players, t))


def _tournament_finished(event: e.TournamentFinished, _t: Tournament) -> Message:
    early = ".early" if event.early else ""
    return Message(f"history.tournament-finished{early}")


def _tournament_reopened(_event: e.TournamentReopened, _t: Tournament) -> Message:
    return Message("history.tournament-reopened")


def _fide_mode_left(event: e.FideModeLeft, _t: Tournament) -> Message:
    if not event.round_no:
        return Message("history.fide-mode-left.before-start")
    return Message("history.fide-mode-left", round=event.round_no)


def _warnings_recorded(event: e.WarningsRecorded, t: Tournament) -> Message:
    """What was told and what was confirmed, each in full."""
    names = {player: t.name_of(player) for one in event.warnings for player in one.players}
    texts = [
        Message(
            "history.warning-told" if one.level < Level.CONFIRM else "history.warning-confirmed",
            text=one.text(names),
        )
        for one in event.warnings
    ]
    return Message("history.warnings", texts=texts)


def _player_registered(event: e.PlayerRegistered, t: Tournament) -> Message:
    if event.first_round <= RoundRef(1, 1):
        return Message("history.player-registered", player=event.entrant.name)
    first = round_name(t, event.first_round)
    return Message("history.player-registered.late", player=event.entrant.name, round=first)


def _player_erased(event: e.PlayerErased, _t: Tournament) -> Message:
    if event.member:
        return Message("history.member-erased", number=event.player, member=event.member)
    return Message("history.player-erased", number=event.player)


def _player_edited(event: e.PlayerEdited, _t: Tournament) -> Message:
    return Message("history.player-edited", player=event.entrant.name)


def _numbers_exchanged(event: e.NumbersExchanged, t: Tournament) -> Message:
    return Message("history.numbers-exchanged", a=t.name_of(event.a), b=t.name_of(event.b))


def _later_rating_set(event: e.LaterRatingSet, t: Tournament) -> Message:
    """`Ana Lima has rating 2150 from round 4`."""
    code = "history.later-rating-set" if event.rating is not None else "history.later-rating-gone"
    player, ref = t.name_of(event.player), RoundRef(1, event.round_no)
    return Message(code, player=player, rating=event.rating, round=ref.name)


def _external_values_set(event: e.ExternalValuesSet, t: Tournament) -> Message:
    """`External values set (blitz play-off): Ana Lima 2; Bo Berg none`."""
    values = [
        Message(
            "history.external-value" if one.value is not None else "history.external-value.none",
            player=t.name_of(one.player),
            value="" if one.value is None else format_number(one.value),
        )
        for one in event.values
    ]
    code = "history.external-values-set" if values else "history.external-values-set.meaning"
    return Message(code, meaning=event.meaning, values=values)


def _tied_ordered(event: e.TiedOrdered, t: Tournament) -> Message:
    """`Tied players ranked after round 5: Ana Lima, Bo Berg (play-off)`."""
    return Message(
        "history.tied-ordered",
        round=RoundRef(1, event.round_no).name,
        players=[*map(t.name_of, event.players)],
        reason=event.reason,
    )


def _of_player(code: str) -> Callable[[Any, Tournament], Message]:
    return lambda event, t: Message(code, player=t.name_of(event.player))


def _player_dropped(event: e.PlayerDropped, t: Tournament) -> Message:
    player = t.name_of(event.player)
    code = "history.player-dropped"
    if event.kind == DropKind.EXPELLED:
        code = "history.player-expelled"
    if event.after.round_no == 0:
        return Message(f"{code}.before-start", player=player)
    return Message(code, player=player, round=round_name(t, event.after))


def _player_reinstated(event: e.PlayerReinstated, t: Tournament) -> Message:
    first = round_name(t, event.first_round)
    return Message("history.player-reinstated", player=t.name_of(event.player), round=first)


def _missed_rounds_set(event: e.MissedRoundsSet, t: Tournament) -> Message:
    bye = BYE_WORDS[event.kind]
    return Message("history.missed-rounds-set", player=t.name_of(event.player), bye=bye)


def _bye_given(event: e.ByeGiven, t: Tournament) -> Message:
    return Message(
        "history.bye-given",
        player=t.name_of(event.player),
        bye=BYE_WORDS[event.kind],
        round=round_name(t, event.round),
    )


def _bye_request(code: str) -> Callable[[Any, Tournament], Message]:
    return lambda event, t: Message(
        code, player=t.name_of(event.player), round=RoundRef(1, event.round_no).name
    )


def _player_requested(event: e.PlayerRequested, t: Tournament) -> Message:
    return _of_request("history.player-requested", event, t)


def _request_closed(event: e.RequestClosed, t: Tournament) -> Message:
    return _of_request(f"history.request-{event.outcome}", event, t)


def _of_request(code: str, event: e.PlayerRequested | e.RequestClosed, t: Tournament) -> Message:
    player = t.name_of(event.player)
    if event.round_no is None:
        return Message(f"{code}.leave", player=player)
    return Message(code, player=player, round=RoundRef(1, event.round_no).name)


def _table_fixed(event: e.TableFixed, t: Tournament) -> Message:
    player = t.name_of(event.player)
    if event.table is None:
        return Message("history.table-fixed.released", player=player)
    return Message("history.table-fixed", player=player, table=event.table)


def _half_byes_barred(event: e.HalfByesBarred, t: Tournament) -> Message:
    code = "history.half-byes-barred" if event.barred else "history.half-byes-barred.lifted"
    return Message(code, player=t.name_of(event.player))


def _pair_avoided(event: e.PairAvoided, t: Tournament) -> Message:
    code = "history.pair-avoided" if event.hard else "history.pair-avoided.soft"
    return Message(code, a=t.name_of(event.a), b=t.name_of(event.b))


def _pair_allowed(event: e.PairAllowed, t: Tournament) -> Message:
    return Message("history.pair-allowed", a=t.name_of(event.a), b=t.name_of(event.b))


def _of_round(code: str) -> Callable[[Any, Tournament], Message]:
    return lambda event, t: Message(code, round=round_title(t, event.round))


def _players_swapped(event: e.PlayersSwapped, t: Tournament) -> Message:
    a, b = t.name_of(event.a), t.name_of(event.b)
    return Message("history.players-swapped", a=a, b=b, round=round_name(t, event.round))


def _player_replaced(event: e.PlayerReplaced, t: Tournament) -> Message:
    by, out = t.name_of(event.by), t.name_of(event.out)
    return Message("history.player-replaced", by=by, out=out, round=round_name(t, event.round))


def _table_added(event: e.TableAdded, t: Tournament) -> Message:
    return Message(
        "history.table-added",
        round=round_title(t, event.round),
        table=event.table.number,
        players=_versus(event.table.seats, t),
    )


def _table_moved(event: e.TableMoved, t: Tournament) -> Message:
    title = round_title(t, event.round)
    return Message("history.table-moved", round=title, table=event.table, to=event.to)


def _round_repaired(event: e.RoundRepaired, t: Tournament) -> Message:
    """`Round 2 repaired: Ana - Bo at table 3`."""
    title = round_title(t, event.round)
    new = [
        Message("history.new-table", players=_versus(x.seats, t), table=x.number)
        for x in event.tables
    ]
    if not new:
        return Message("history.round-repaired.none", round=title, tables=event.ended)
    return Message("history.round-repaired", round=title, new=new)


def _clock_set(event: e.ClockSet, t: Tournament) -> Message:
    """`Clock for round 2 started: 49:30 left`."""
    minutes, seconds = divmod(abs(event.seconds_left), 60)
    state = "started" if event.running else "paused"
    over = "-overtime" if event.seconds_left < 0 else ""
    return Message(
        f"history.clock-set.{state}{over}",
        round=round_name(t, event.round),
        time=f"{minutes}:{seconds:02}",
    )


def _time_extended(event: e.TimeExtended, t: Tournament) -> Message:
    code = "history.time-extended" if event.minutes else "history.time-extended.none"
    return Message(code, **_place(event.match, t), n=event.minutes)


def _of_result(code: str) -> Callable[[Any, Tournament], Message]:
    def describe_result(event: Any, t: Tournament) -> Message:
        result = getattr(event, "result", None)
        return Message(
            code,
            **_place(event.match, t),
            players=_versus(event.players, t),
            result="" if result is None else result_text(result, t.rules),
        )

    return describe_result


def _colours_corrected(event: e.ColoursCorrected, t: Tournament) -> Message:
    players = _versus(event.players, t)
    return Message("history.colours-corrected", **_place(event.match, t), players=players)


def _result_reported(event: e.ResultReported, t: Tournament) -> Message:
    return Message(
        "history.result-reported",
        **_place(event.match, t),
        players=_versus(event.players, t),
        result=result_text(event.result, t.rules),
        player=t.name_of(event.player),
    )


def _action_undone(event: e.ActionUndone, _t: Tournament) -> Message:
    return Message("history.action-undone", action=event.action)


def _place(match: MatchRef, t: Tournament) -> dict[str, Any]:
    return {"round": round_title(t, match.round), "table": match.table}


def _versus(players: tuple[Any, ...], t: Tournament) -> str:
    return " - ".join(map(t.name_of, players))


_DESCRIBERS: dict[type[e.Event], Callable[[Any, Tournament], Message]] = {
    e.TournamentCreated: _tournament_created,
    e.TournamentRenamed: _tournament_renamed,
    e.RulesChanged: _rules_changed,
    e.HeaderChanged: _header_changed,
    e.CutMade: _cut_made,
    e.MatchVoided: _match_voided,
    e.TournamentFinished: _tournament_finished,
    e.TournamentReopened: _tournament_reopened,
    e.FideModeLeft: _fide_mode_left,
    e.WarningsRecorded: _warnings_recorded,
    e.DrawCommitted: _draw_committed,
    e.BeaconEntered: lambda event, _t: Message("history.beacon-entered", value=event.value),
    e.TournamentArchived: lambda _event, _t: Message("history.tournament-archived"),
    e.TournamentUnarchived: lambda _event, _t: Message("history.tournament-unarchived"),
    e.TournamentDeleted: lambda _event, _t: Message("history.tournament-deleted"),
    e.TournamentRestored: lambda _event, _t: Message("history.tournament-restored"),
    e.PlayerRegistered: _player_registered,
    e.PlayerEdited: _player_edited,
    e.PlayerErased: _player_erased,
    e.PlayersRenumbered: lambda _event, _t: Message("history.players-renumbered"),
    e.NumbersExchanged: _numbers_exchanged,
    e.LaterRatingSet: _later_rating_set,
    e.ExternalValuesSet: _external_values_set,
    e.TiedOrdered: _tied_ordered,
    e.PlayerCheckedIn: _of_player("history.player-checked-in"),
    e.PlayerCheckedOut: _of_player("history.player-checked-out"),
    e.PlayerDropped: _player_dropped,
    e.PlayerReinstated: _player_reinstated,
    e.MissedRoundsSet: _missed_rounds_set,
    e.ByeGiven: _bye_given,
    e.ByeRequested: _bye_request("history.bye-requested"),
    e.ByeRequestWithdrawn: _bye_request("history.bye-request-withdrawn"),
    e.PlayerRequested: _player_requested,
    e.RequestClosed: _request_closed,
    e.TableFixed: _table_fixed,
    e.HalfByesBarred: _half_byes_barred,
    e.PairAvoided: _pair_avoided,
    e.PairAllowed: _pair_allowed,
    e.RoundDrafted: _of_round("history.round-drafted"),
    e.DraftDiscarded: _of_round("history.draft-discarded"),
    e.PairingsOpened: _of_round("history.pairings-opened"),
    e.EditingCancelled: _of_round("history.editing-cancelled"),
    e.PlayersSwapped: _players_swapped,
    e.PlayerReplaced: _player_replaced,
    e.TableAdded: _table_added,
    e.TableMoved: _table_moved,
    e.RoundRepaired: _round_repaired,
    e.RoundPublished: _of_round("history.round-published"),
    e.RoundCompleted: _of_round("history.round-completed"),
    e.ClockSet: _clock_set,
    e.TimeExtended: _time_extended,
    e.ResultRecorded: _of_result("history.result-recorded"),
    e.ResultCorrected: _of_result("history.result-corrected"),
    e.ColoursCorrected: _colours_corrected,
    e.RatedGameSet: _of_result("history.rated-game-set"),
    e.ResultCleared: _of_result("history.result-cleared"),
    e.ResultReported: _result_reported,
    e.ActionUndone: _action_undone,
}
