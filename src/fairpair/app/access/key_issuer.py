"""Issuing keys: to one person, or to all players of a tournament at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias, TypeVar

import msgspec

from fairpair.app.access.grants import Grant, Role, grant_of
from fairpair.app.access.key_text import digest, new_salt
from fairpair.app.access.keys import LOGIN_MINUTES, Access, KeySpec, NewKey, key_id
from fairpair.app.requests import CommandContext
from fairpair.app.service import Service
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import ConflictError, DomainError, InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Entry
from fairpair.core.stored import Receipt, StoredKey
from fairpair.log.codec import fingerprint

T = TypeVar("T")
_Plan: TypeAlias = tuple[Sequence[KeySpec], Sequence[StoredKey]]
"""Keys that are to be made, and those that end when they are there."""


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key as it is listed, without the key itself. `id` is used to revoke it."""

    id: str
    role: str
    player: int | None
    name: str
    """The player's name, for a player key."""
    label: str
    created_at: str
    expires_at: str | None


@dataclass(frozen=True, slots=True)
class NewKeyView(KeyView):
    """A new key; the key itself is returned only once."""

    key: str = field(repr=False)


def list_keys(service: Service, access: Access, tournament: TournamentId) -> list[KeyView]:
    """The active keys of a tournament, oldest first."""
    entries = _entries(service, tournament)
    return [KeyView(*_fields(key, entries)) for key in access.of(tournament)]


@dataclass(frozen=True, slots=True)
class _IssuedKeys:
    """What a receipt stores about keys: enough to derive them again with the caller's key."""

    salt: str
    keys: tuple[KeySpec, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyIssuer:
    """Issues and revokes the keys of a tournament for a `caller`, once for each request.

    If the same caller repeats a request, the same keys are derived again: the receipt has a salt
    and the purpose of the keys; the keys themselves are not stored.
    """

    service: Service
    access: Access
    context: CommandContext
    caller: Grant

    def issue(self, wanted: KeySpec) -> NewKeyView:
        """Issue a key to one person."""
        request = self._request("hand_out", wanted)
        [made] = self._issue(request, lambda: (self._require_allowed(wanted), ()))
        return _new_key_view(made, _entries(self.service, self.context.tournament))

    def _require_allowed(self, wanted: KeySpec) -> list[KeySpec]:
        if (wanted.role == Role.PLAYER) != (wanted.player is not None):
            raise InvalidInputError("bad-key-request")
        entries = _entries(self.service, self.context.tournament)
        if wanted.player is not None and wanted.player not in entries:
            raise NotFoundError("no-player", player=wanted.player)
        return [wanted]

    def issue_to_players(self, *, everybody: bool = False, some: bool = False) -> list[NewKeyView]:
        """Issue a key to each active player without one; with `everybody`, new keys to all.

        The old keys then end once the new ones are stored. With `some`, it is an error if there are
        none to issue.
        """
        here = self.context.tournament
        entries = _entries(self.service, here)

        def plan() -> _Plan:
            old = [key for key in self.access.of(here) if key.role == Role.PLAYER]
            have = set() if everybody else {key.player for key in old}
            playing = [p for p, entry in entries.items() if not entry.dropped and p not in have]
            if some and not playing:
                raise InvalidInputError("all-have-links")
            specs = [KeySpec(Role.PLAYER, here, player) for player in playing]
            return specs, old if everybody else ()

        request = self._request("hand_out_to_players", everybody)
        return [_new_key_view(new, entries) for new in self._issue(request, plan)]

    def replace_player_key(self, player: PlayerId) -> NewKeyView:
        """Issue a new key to one player, whose old ones then end."""
        here = self.context.tournament
        wanted = KeySpec(Role.PLAYER, here, player)

        def plan() -> _Plan:
            old = [key for key in self.access.of(here) if key.player == player]
            return self._require_allowed(wanted), old

        [made] = self._issue(self._request("replace_player_key", wanted), plan)
        return _new_key_view(made, _entries(self.service, here))

    def login_link(self, wanted: str, minutes: int = LOGIN_MINUTES) -> str:
        """The last part of a login link for the key with this ID; it can be used once."""
        request = self._request("login_link", [wanted, minutes])

        def make() -> str:
            key, salt = self.access.get_key(self.context.tournament, wanted), new_salt()
            made = self.access.derive_login(grant_of(key), minutes, self.caller, salt)
            self.access.save([made], receipt=self._build_receipt(request, salt))
            return made.key

        def again(receipt: Receipt) -> str:
            return self.access.secret_text("log", self.caller, receipt.answer)

        return self._run_once(request, make, again)

    def revoke(self, wanted: str) -> None:
        """Revoke a key; an organiser cannot revoke the last organiser key."""
        request = self._request("revoke_key", wanted)
        self._run_once(request, lambda: self._revoke(wanted, request), lambda _receipt: None)

    def _revoke(self, wanted: str, request: str) -> None:
        here = self.context.tournament
        key = self.access.get_key(here, wanted)
        organisers = [k for k in self.access.of(here) if k.role == Role.ORGANISER]
        if organisers == [key] and self.caller.role != Role.ADMIN:
            raise ConflictError("last-organiser-key")
        self.access.revoke([key], self._build_receipt(request))

    def _issue(self, request: str, plan: Callable[[], _Plan]) -> list[NewKey]:
        def make() -> list[NewKey]:
            specs, ended = plan()
            # Labels may name people: they are stored with the keys only, where they can be erased.
            issued = _IssuedKeys(new_salt(), tuple(replace(one, label="") for one in specs))
            made = self.access.derive(specs, self.caller, issued.salt)
            left = self._build_receipt(request, msgspec.json.encode(issued).decode())
            self.access.save(made, ended, left)
            return made

        def again(receipt: Receipt) -> list[NewKey]:
            issued = msgspec.json.decode(receipt.answer, type=_IssuedKeys)
            made = self.access.derive(issued.keys, self.caller, issued.salt)
            return [self.access.with_stored_data(new) for new in made]

        return self._run_once(request, make, again)

    def _run_once(self, request: str, make: Callable[[], T], again: Callable[[Receipt], T]) -> T:
        """The answer of a new request, or the first answer of a repeated one."""
        found = self._receipt(request)
        if found is None:
            try:
                return make()
            except DomainError:  # perhaps because the same request was faster
                found = self._receipt(request)
                if found is None:
                    raise
        return again(found)

    def _request(self, name: str, parameters: object) -> str:
        """The fingerprint includes the caller, because another caller could not derive the keys
        again.
        """
        return fingerprint(name, [parameters, digest(self.caller.secret)])

    def _receipt(self, request: str) -> Receipt | None:
        return self.service.receipt(self.context.tournament, self.context.command_id, request)

    def _build_receipt(self, request: str, answer: str = "") -> Receipt:
        here, command_id = self.context.tournament, self.context.command_id
        return Receipt(here, command_id, request, 0, answer=answer, at=self.service.now)


def _entries(service: Service, tournament: TournamentId) -> Mapping[PlayerId, Entry]:
    return service.journal(tournament).tournament.entries


def _new_key_view(made: NewKey, entries: Mapping[PlayerId, Entry]) -> NewKeyView:
    return NewKeyView(*_fields(made.kept, entries), key=made.key)


def _fields(
    key: StoredKey, entries: Mapping[PlayerId, Entry]
) -> tuple[str, str, int | None, str, str, str, str | None]:
    entry = None if key.player is None else entries.get(PlayerId(key.player))
    name = "" if entry is None else entry.entrant.name
    return (key_id(key), key.role, key.player, name, key.label, key.created_at, key.expires_at)
