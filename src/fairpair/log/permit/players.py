"""When players may come, change, go and come back."""

from fairpair.core.errors import ConflictError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Team
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.log import events as e
from fairpair.log.permit.registry import checks, known


@checks(e.PlayerRegistered)
def _(t: Tournament, event: e.PlayerRegistered) -> None:
    if event.player in t.entries:
        raise ConflictError(
            "number-taken", f"There is a player {event.player} already.", "Register again."
        )
    if t.stage != 1:
        raise InvalidStateError(
            "stage-closed",
            "The cut is made: nobody can enter any more.",
            "Undo the cut if they are to play in the Swiss rounds.",
        )
    _require_future(t, event.first_round)
    _require_new_name(t, event.player, event.entrant)


@checks(e.PlayerEdited)
def _(t: Tournament, event: e.PlayerEdited) -> None:
    before = known(t, event.player).entrant
    if type(before) is not type(event.entrant):
        raise InvalidStateError(
            "player-is-no-team",
            f"{before.name} cannot become another kind of entrant.",
            "Drop it and enter the other one.",
        )
    if isinstance(before, Team) and isinstance(event.entrant, Team):
        _require_members_kept(before, event.entrant)
    _require_new_name(t, event.player, event.entrant)


@checks(e.PlayerCheckedIn)
def _(t: Tournament, event: e.PlayerCheckedIn) -> None:
    entry = known(t, event.player)
    if entry.checked_in:
        raise InvalidStateError(
            "checked-in", f"{entry.entrant.name} is checked in already.", "There is nothing to do."
        )
    _require_not_dropped(t, event.player)


@checks(e.PlayerCheckedOut)
def _(t: Tournament, event: e.PlayerCheckedOut) -> None:
    entry = known(t, event.player)
    if not entry.checked_in:
        raise InvalidStateError(
            "not-checked-in", f"{entry.entrant.name} is not checked in.", "There is nothing to do."
        )
    if t.phase != Phase.SETUP:
        raise InvalidStateError(
            "started",
            "The tournament has started: a check-in cannot be taken back.",
            f"Drop {entry.entrant.name} instead.",
        )


@checks(e.PlayerDropped)
def _(t: Tournament, event: e.PlayerDropped) -> None:
    _require_not_dropped(t, event.player)
    seen = t.last_seen(event.player)
    if event.after != seen:
        raise InvalidStateError(
            "wrong-round",
            f"{t.name_of(event.player)} would leave after {seen} by now.",
            "Drop them again.",
        )


@checks(e.PlayerReinstated)
def _(t: Tournament, event: e.PlayerReinstated) -> None:
    entry = known(t, event.player)
    if not entry.dropped:
        raise InvalidStateError(
            "not-dropped", f"{entry.entrant.name} has not left.", "There is nothing to do."
        )
    if event.first_round.stage != t.stage or not _in_stage(t, event.player):
        raise InvalidStateError(
            "stage-closed",
            f"{entry.entrant.name} is not in the present stage.",
            "Undo the cut if they are to play on.",
        )
    last = entry.periods[-1].last
    if last is not None and event.first_round <= last:
        raise InvalidStateError(
            "wrong-round",
            f"{entry.entrant.name} was there in {event.first_round}.",
            f"Reinstate them from {last.next} on.",
        )
    _require_future(t, event.first_round)


@checks(e.MissedRoundsSet)
def _(t: Tournament, event: e.MissedRoundsSet) -> None:
    known(t, event.player)


@checks(e.ByeRequested)
def _(t: Tournament, event: e.ByeRequested) -> None:
    name = known(t, event.player).entrant.name
    _require_not_dropped(t, event.player)
    _require_unseen(t, event.round_no)
    _require_future(t, RoundRef(1, event.round_no))
    if event.round_no in t.entries[event.player].requested_byes:
        raise InvalidStateError(
            "bye-requested",
            f"{name} has asked for a bye in round {event.round_no} already.",
            "Withdraw that request to ask for another kind of bye.",
        )


@checks(e.ByeRequestWithdrawn)
def _(t: Tournament, event: e.ByeRequestWithdrawn) -> None:
    entry = known(t, event.player)
    if event.round_no not in entry.requested_byes:
        raise NotFoundError(
            "no-bye-requested",
            f"{entry.entrant.name} has not asked for a bye in round {event.round_no}.",
            "There is nothing to withdraw.",
        )
    _require_unseen(t, event.round_no)


@checks(e.TableFixed)
def _(t: Tournament, event: e.TableFixed) -> None:
    known(t, event.player)
    for other, theirs in t.entries.items():
        taken = event.table is not None and theirs.fixed_table == event.table
        if taken and other != event.player:
            raise ConflictError(
                "table-taken",
                f"Table {event.table} is kept for {t.name_of(other)}.",
                "Choose another table, or set theirs free first.",
            )


@checks(e.PairAvoided)
def _(t: Tournament, event: e.PairAvoided) -> None:
    known(t, event.a)
    known(t, event.b)
    if event.a == event.b:
        raise InvalidStateError(
            "same-player",
            f"{t.name_of(event.a)} never plays themselves anyway.",
            "Name two different players.",
        )
    if frozenset((event.a, event.b)) in t.avoided:
        raise InvalidStateError(
            "pair-avoided",
            f"{t.name_of(event.a)} and {t.name_of(event.b)} are kept apart already.",
            "Allow the pair first to set other terms.",
        )


@checks(e.PairAllowed)
def _(t: Tournament, event: e.PairAllowed) -> None:
    if frozenset((event.a, event.b)) not in t.avoided:
        raise NotFoundError(
            "pair-not-avoided",
            f"{t.name_of(event.a)} and {t.name_of(event.b)} may meet already.",
            "There is nothing to allow.",
        )


def _require_members_kept(before: Team, after: Team) -> None:
    """Results name members by their places."""
    if len(after.members) < len(before.members):
        raise InvalidStateError(
            "members-removed",
            f"{before.name} has {len(before.members)} members: none can be taken out of the list.",
            "Add members at the end, and leave those in who play no more.",
        )


def _in_stage(t: Tournament, player: PlayerId) -> bool:
    return t.stage == 1 or player in t.seeds[t.stage]


def _require_not_dropped(t: Tournament, player: PlayerId) -> None:
    if known(t, player).dropped:
        name = t.name_of(player)
        raise InvalidStateError("dropped", f"{name} has left.", f"Reinstate {name} first.")


def _require_future(t: Tournament, first: RoundRef) -> None:
    """Nobody can enter a round that is complete, or one that will never be."""
    if first.stage == t.stage and first < t.upcoming:
        raise InvalidStateError(
            "round-over",
            f"{first.title} is over.",
            f"Enter from {t.upcoming} on.",
        )
    if first.stage == 1 and t.rules.rounds is not None and first.round_no > t.rules.rounds:
        raise InvalidStateError(
            "no-such-round",
            f"There will be no round {first.round_no}: the tournament has {t.rules.rounds}.",
            "Change the number of rounds first.",
        )


def _require_unseen(t: Tournament, round_no: int) -> None:
    """A bye can be arranged as long as players have not seen the round."""
    ref = RoundRef(1, round_no)
    there = t.rounds.get(ref)
    if t.stage != 1 or (there is not None and there.status != RoundStatus.DRAFT):
        raise InvalidStateError(
            "round-published",
            f"{ref.title} is published: requests for it are settled.",
            "Swap or replace players in that round, or give a bye in it.",
        )


def _require_new_name(t: Tournament, player: PlayerId, entrant: Entrant) -> None:
    """Namesakes are possible when the public can tell them apart."""
    other = t.identities.get(entrant.identity)
    if other is None or other == player:
        return
    hint = "If they are two people, add what tells them apart: a club, an initial, a title."
    if t.entries[other].dropped:
        hint = f"Number {other} has left: reinstate them if it is the same person. {hint}"
    raise ConflictError(
        "duplicate-name", f"{entrant.name} is there already (number {other}).", hint
    )
