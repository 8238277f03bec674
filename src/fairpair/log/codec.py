"""Converts events to text and back. The only module that knows how events are stored.

Each event has a name and a version for ever. When its fields change, its version goes up and an
upcaster turns the older form into the newer one: old logs stay readable and are never rewritten.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.numbers import encode_number, parse_number
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.results import Adjourned, Boards, Decided, Forfeit, Games, Result, Scored
from fairpair.log import events as e
from fairpair.log.commands import Command
from fairpair.log.journal import Record
from fairpair.log.persons import WITH_PERSONS, by_event, with_persons
from fairpair.log.stored import DELETED, RESTORED, StoredEvent, StoredPerson

T = TypeVar("T")
C = TypeVar("C", bound=Command)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

_UNREADABLE = (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError)

# The classes stored under one base class; `kind` distinguishes them.
_VARIANTS: dict[type, dict[str, type]] = {
    Entrant: {"player": Player, "team": Team},
    Result: {
        "games": Games,
        "decided": Decided,
        "forfeit": Forfeit,
        "scored": Scored,
        "boards": Boards,
        "adjourned": Adjourned,
    },
}


@dataclass(frozen=True)
class Kind:
    """How one event is stored; `upcasters` lead from each older version to the next."""

    name: str
    event: type[e.Event]
    version: int = 1
    upcasters: Mapping[int, Upcaster] = field(default_factory=dict)


KINDS = (
    Kind("tournament_created", e.TournamentCreated),
    Kind("tournament_renamed", e.TournamentRenamed),
    Kind("rules_changed", e.RulesChanged),
    Kind("draw_committed", e.DrawCommitted),
    Kind("beacon_entered", e.BeaconEntered),
    Kind("header_changed", e.HeaderChanged),
    Kind("cut_made", e.CutMade),
    Kind("match_voided", e.MatchVoided),
    Kind("tournament_finished", e.TournamentFinished),
    Kind("tournament_reopened", e.TournamentReopened),
    Kind("fide_mode_left", e.FideModeLeft),
    Kind("warnings_recorded", e.WarningsRecorded),
    Kind("tournament_archived", e.TournamentArchived),
    Kind("tournament_unarchived", e.TournamentUnarchived),
    Kind(DELETED, e.TournamentDeleted),
    Kind(RESTORED, e.TournamentRestored),
    Kind("player_registered", e.PlayerRegistered),
    Kind("player_edited", e.PlayerEdited),
    Kind("player_erased", e.PlayerErased),
    Kind("players_renumbered", e.PlayersRenumbered),
    Kind("numbers_exchanged", e.NumbersExchanged),
    Kind("later_rating_set", e.LaterRatingSet),
    Kind("external_values_set", e.ExternalValuesSet),
    Kind("tied_ordered", e.TiedOrdered),
    Kind("player_checked_in", e.PlayerCheckedIn),
    Kind("player_checked_out", e.PlayerCheckedOut),
    Kind("player_dropped", e.PlayerDropped),
    Kind("player_reinstated", e.PlayerReinstated),
    Kind("missed_rounds_set", e.MissedRoundsSet),
    Kind("bye_requested", e.ByeRequested),
    Kind("bye_request_withdrawn", e.ByeRequestWithdrawn),
    Kind("player_requested", e.PlayerRequested),
    Kind("request_closed", e.RequestClosed),
    Kind("table_fixed", e.TableFixed),
    Kind("half_byes_barred", e.HalfByesBarred),
    Kind("pair_avoided", e.PairAvoided),
    Kind("pair_allowed", e.PairAllowed),
    Kind("round_drafted", e.RoundDrafted),
    Kind("draft_discarded", e.DraftDiscarded),
    Kind("pairings_opened", e.PairingsOpened),
    Kind("editing_cancelled", e.EditingCancelled),
    Kind("players_swapped", e.PlayersSwapped),
    Kind("player_replaced", e.PlayerReplaced),
    Kind("table_added", e.TableAdded),
    Kind("bye_given", e.ByeGiven),
    Kind("table_moved", e.TableMoved),
    Kind("round_repaired", e.RoundRepaired),
    Kind("round_published", e.RoundPublished),
    Kind("round_completed", e.RoundCompleted),
    Kind("clock_set", e.ClockSet),
    Kind("time_extended", e.TimeExtended),
    Kind("result_recorded", e.ResultRecorded),
    Kind("result_corrected", e.ResultCorrected),
    Kind("colours_corrected", e.ColoursCorrected),
    Kind("rated_game_set", e.RatedGameSet),
    Kind("result_cleared", e.ResultCleared),
    Kind("result_reported", e.ResultReported),
    Kind("action_undone", e.ActionUndone),
)


_NAMES = {kind.event: kind.name for kind in KINDS}


def type_of(event: e.Event) -> str:
    """The name of its type, as it is stored."""
    return _NAMES[type(event)]


class Codec:
    """Writes and reads a set of kinds."""

    def __init__(self, kinds: Sequence[Kind] = KINDS) -> None:
        self._by_event = {kind.event: kind for kind in kinds}
        self._by_name = {kind.name: kind for kind in kinds}
        self._decoders = {kind.name: _decoder(kind.event) for kind in kinds}

    def encode(self, event: e.Event) -> tuple[str, int, str]:
        """Name, version and payload: compact JSON with a fixed order of keys."""
        kind = self._by_event[type(event)]
        return kind.name, kind.version, _encode(event).decode()

    def decode(self, name: str, version: int, payload: str) -> e.Event:
        """The event.

        Raises `InvalidInputError` when it is unknown, newer than this program, or damaged.
        """
        kind = self._by_name.get(name)
        if kind is None or version > kind.version:
            raise InvalidInputError("event-unknown", name=f"{name:.80}", version=version)
        try:
            if version == kind.version:
                return self._decoders[name].decode(payload)
            return self._upcast(kind, version, payload)
        except _UNREADABLE as error:
            raise _damaged(name, error) from error

    def read(self, row: StoredEvent, persons: Mapping[int, StoredPerson]) -> e.Event:
        """The event of a row with the personal data that is there of it; errors as `decode`."""
        if row.type not in WITH_PERSONS:
            return self.decode(row.type, row.version, row.payload)
        try:
            payload = with_persons(row, persons)
        except _UNREADABLE as error:
            raise _damaged(row.type, error) from error
        return self.decode(row.type, row.version, payload)

    def _upcast(self, kind: Kind, version: int, payload: str) -> e.Event:
        data = msgspec.json.decode(payload)
        for older in range(version, kind.version):
            data = kind.upcasters[older](data)
        return msgspec.convert(data, kind.event, dec_hook=_decode_special)


def read_records(
    codec: Codec, rows: Iterable[StoredEvent], persons: Iterable[StoredPerson]
) -> list[Record]:
    """The events of stored rows, with the personal data that is there of them."""
    known = by_event(persons)
    return [Record(row.seq, row.action, codec.read(row, known.get(row.seq, {}))) for row in rows]


def _damaged(name: str, error: Exception) -> InvalidInputError:
    return InvalidInputError("event-damaged", name=name, reason=f"{error!s:.300}")


def checked(command: C) -> tuple[C, str]:
    """The command after a round trip through its stored form, and its fingerprint.

    Whatever it was made from, each field now has its type, or `InvalidInputError` says which has
    not. The fingerprint distinguishes a repeat from another command with the same id.
    """
    kind = type(command)
    try:
        text = _encode(command)
        again = _COMMANDS[kind].decode(text)
    except (*_UNREADABLE, OverflowError) as error:
        raise _bad_request(kind.__name__, error) from error
    return again, hashlib.sha256(kind.__name__.encode() + b" " + text).hexdigest()


def fingerprint(name: str, parameters: object) -> str:
    """The fingerprint that distinguishes a repeated request from another one with the same id."""
    try:
        text = _encode(_with_types(parameters))
    except (*_UNREADABLE, OverflowError) as error:
        raise _bad_request(name, error) from error
    return f"{name}:{hashlib.sha256(text).hexdigest()}"


def _bad_request(name: str, error: Exception) -> InvalidInputError:
    if isinstance(error, UnicodeEncodeError):
        character = f"U+{ord(error.object[error.start]):04X}"
        return InvalidInputError("bad-value.character", character=character)
    return InvalidInputError("bad-value.request", name=name, reason=f"{error!s:.300}")


def _with_types(value: object) -> object:
    """The same with the type next to each command: fields alone do not identify a command."""
    if isinstance(value, Command):
        return [type(value).__name__, value]
    if isinstance(value, Mapping):
        return {key: _with_types(one) for key, one in value.items()}
    return [_with_types(one) for one in value] if isinstance(value, list | tuple) else value


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_encode_special, order="deterministic")


def _encode_special(value: object) -> object:
    if isinstance(value, Fraction):
        return encode_number(value)
    raise TypeError(f"{value!r} has no stored form")


def _decode_special(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return parse_number(value)
    variant = _VARIANTS[kind][value["kind"]]
    return msgspec.convert(value, variant, dec_hook=_decode_special)


def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind, dec_hook=_decode_special)


# All of them here and now: two threads that need the same type for the first time at the same
# moment crash msgspec 0.22, the whole process with it.
_COMMANDS: dict[type[Command], msgspec.json.Decoder[Any]] = {
    kind: _decoder(kind) for kind in Command.__subclasses__()
}
_TAGGED: list[msgspec.json.Decoder[Any]] = [
    _decoder(v) for kinds in _VARIANTS.values() for v in kinds.values()
]
