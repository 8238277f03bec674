"""Handing out keys: to one person, or to all players of a tournament at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairpair.app.access.grants import Grant, Role
from fairpair.app.access.keys import Access, NewKey, Wanted, key_id
from fairpair.app.service import Service
from fairpair.core.errors import ConflictError, InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.keys import StoredKey
from fairpair.core.players import Entry


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key as it is listed: never the key itself. `id` is for revoking it."""

    id: str
    role: str
    player: int | None
    name: str
    """Of the player, for a player's token."""
    label: str
    created_at: str
    expires_at: str | None


@dataclass(frozen=True, slots=True)
class NewKeyView(KeyView):
    """The same with the key: it is shown this once, and cannot be found out later."""

    key: str = field(repr=False)


def listed(service: Service, access: Access, tournament: TournamentId) -> list[KeyView]:
    """The keys of a tournament that work now, oldest first."""
    entries = _entries(service, tournament)
    return [KeyView(*_fields(key, entries)) for key in access.of(tournament)]


def hand_out(service: Service, access: Access, wanted: Wanted) -> NewKeyView:
    """A key of a tournament for one person."""
    assert wanted.tournament is not None  # noqa: S101  the server's key has its own way
    entries = _entries(service, wanted.tournament)
    if (wanted.role == Role.PLAYER) != (wanted.player is not None):
        raise InvalidInputError(
            "bad-key-request",
            "A player's token names its player, and no other key names one.",
            "Send `player` with the role `player` only.",
        )
    if wanted.player is not None and wanted.player not in entries:
        raise NotFoundError(
            "no-player",
            f"There is no player {wanted.player} in this tournament.",
            "Look the number up in the list of players.",
        )
    [made] = access.make_all([wanted])
    return _shown(made, entries)


def hand_out_to_players(
    service: Service, access: Access, tournament: TournamentId, *, everybody: bool = False
) -> list[NewKeyView]:
    """A token for each player still in it who has none; with `everybody` new ones for all.

    Then the old tokens end when the new ones are there.
    """
    entries = _entries(service, tournament)
    old = [key for key in access.of(tournament) if key.role == Role.PLAYER]
    have = set() if everybody else {key.player for key in old}
    playing = [p for p, entry in entries.items() if not entry.dropped and p not in have]
    made = access.make_all([Wanted(Role.PLAYER, tournament, player) for player in playing])
    if everybody:
        access.revoke(old)
    return [_shown(new, entries) for new in made]


def revoke(access: Access, tournament: TournamentId, wanted: str, by: Grant) -> None:
    """End a key; an organiser does not lock everybody out."""
    key = access.found(tournament, wanted)
    organisers = [k for k in access.of(tournament) if k.role == Role.ORGANISER]
    if organisers == [key] and by.role != Role.ADMIN:
        raise ConflictError(
            "last-organiser-key",
            "This is the only organiser's key of the tournament.",
            "Make another one first, then revoke this one with it.",
        )
    access.revoke([key])


def _entries(service: Service, tournament: TournamentId) -> Mapping[PlayerId, Entry]:
    return service.journal(tournament).tournament.entries


def _shown(made: NewKey, entries: Mapping[PlayerId, Entry]) -> NewKeyView:
    return NewKeyView(*_fields(made.kept, entries), key=made.key)


def _fields(
    key: StoredKey, entries: Mapping[PlayerId, Entry]
) -> tuple[str, str, int | None, str, str, str, str | None]:
    entry = None if key.player is None else entries.get(PlayerId(key.player))
    name = "" if entry is None else entry.entrant.name
    return (key_id(key), key.role, key.player, name, key.label, key.created_at, key.expires_at)
