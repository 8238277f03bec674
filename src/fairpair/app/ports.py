"""What the application needs from the outside; `bootstrap` picks who provides it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.listed import ListedPlayer, RatingList
from fairpair.core.stored import (
    DeletedTournament,
    Receipt,
    StoredKey,
    StoredPicture,
    StoredPreset,
    StoredSummary,
    VersionCallback,
)
from fairpair.core.webhooks import Webhook
from fairpair.log.stored import Append, PersonChanges, StoredEvent, StoredPerson

_NO_PERSONS = PersonChanges()


class KeyStore(Protocol):
    """The access keys, as digests. Every method may raise `StorageError`.

    A `receipt` is kept in the same transaction; if it is there already nothing is changed and
    `CommandRepeatedError` raised.
    """

    def add(
        self,
        keys: Sequence[StoredKey],
        ended: Sequence[str] = (),
        receipt: Receipt | None = None,
    ) -> None:
        """Keep new keys and end those with the digests `ended`, all or nothing.

        Sessions and links that have expired by then go.
        """

    def find(self, digest: str) -> StoredKey | None:
        """The key with this digest, living or not."""

    def with_parent(self, digest: str) -> list[StoredKey]:
        """The same, and behind it the key that it stands for; empty when it is not there."""

    def count_wrong(self, address: str, at: str, since: str) -> int:
        """Note a wrong key from an address; how many came from it since then, with this one."""

    def of(self, tournament: TournamentId | None) -> list[StoredKey]:
        """The keys of a tournament, or of the server with None, oldest first.

        Neither sessions nor login links are among them.
        """

    def stand_ins(self, parent: str) -> list[StoredKey]:
        """The sessions and login links for the key with this digest, oldest first."""

    def revoke(self, digests: Sequence[str], at: str, receipt: Receipt | None = None) -> int:
        """End keys, all or none; says how many of them were not ended before.

        However many try it at once, only one hears of a key: who does has used up a login link.
        """


class WebhookStore(Protocol):
    """The webhooks, and how far each has been told. Every method may raise `StorageError`.

    Times are ISO 8601 in UTC, all of one length, so that they can be compared as text. A `receipt`
    is kept as by `KeyStore`.
    """

    def add(self, webhook: Webhook, at_most: int, receipt: Receipt | None = None) -> bool:
        """Keep a new one; False when its tournament has `at_most` already."""

    def of(self, tournament: TournamentId) -> list[Webhook]:
        """The webhooks of a tournament, oldest first."""

    def remove(
        self, tournament: TournamentId, webhook: str, receipt: Receipt | None = None
    ) -> bool:
        """Forget one; False when it is not there."""

    def list_due(self, now: str) -> list[Webhook]:
        """Those whose log has grown and whom nobody is telling now, unless they are to wait."""

    def acquire(self, webhook: str, holder: str, now: str, until: str) -> Webhook | None:
        """Hold it until then, as it is now; None when somebody else does, or it is gone.

        Of several who try at once exactly one gets it.
        """

    def save(self, webhook: Webhook) -> bool:
        """Write down how far it has come; False when the holder is another by now."""


class SummaryStore(Protocol):
    """What lists show of the tournaments. Every method may raise `StorageError`."""

    def all(self) -> dict[TournamentId, StoredSummary]:
        """Every summary that is kept, of whatever version."""

    def of(self, tournaments: Sequence[TournamentId]) -> list[StoredSummary]:
        """The summaries of these tournaments that are kept, in any order."""

    def save(self, summaries: Sequence[StoredSummary]) -> None:
        """Keep these in place of those before."""


class PictureStore(Protocol):
    """Logos and banners; the log has their names. Every method may raise `StorageError`."""

    def find(self, tournament: TournamentId, name: str) -> StoredPicture | None:
        """The picture with this name."""

    def of(self, tournament: TournamentId) -> list[StoredPicture]:
        """All pictures of a tournament, also those that only an undo would show again."""


class PresetStore(Protocol):
    """The presets that were saved on a server. Every method may raise `StorageError`."""

    def all(self) -> list[StoredPreset]:
        """Every preset, by name."""

    def save(self, new: StoredPreset, *, replace: bool) -> bool:
        """Keep a preset; False when there is one with this key that is not to be replaced."""

    def rename(self, name: str, new_name: str, new_key: str) -> bool:
        """Give a preset another name; False when another one has it."""

    def remove(self, name: str) -> None:
        """Forget a preset."""


class RatingListStore(Protocol):
    """The rating lists, which belong to no tournament. Every method may raise `StorageError`.

    A list is used once all of it is there, and until then the one before it is. A killed import
    leaves nothing that anybody sees; it is cleared when the lists are opened the next time.
    """

    def lists(self) -> list[RatingList]:
        """The lists that are there, by key, the newest month first."""

    def load(
        self,
        new: RatingList,
        rows: Iterable[ListedPlayer],
        check: Callable[[int], None],
        progress: Callable[[int], None],
    ) -> RatingList:
        """Load a list and use it from then on, with its number and size in what comes back.

        `check` may refuse it by raising an error when it is complete, `progress` hears of the rows
        so far. Raises `InvalidStateError` (`rating-list-busy`) while somebody else imports, and
        `InvalidInputError` for numbers that are in it twice.
        """

    def search(self, wanted: RatingList, text: str, federation: str) -> list[ListedPlayer]:
        """Those whose number begins so or in whose name every word begins one, at most 20.

        Last names that begin with the first word come first, then this federation, rated and
        active players, and the order of the names.
        """

    def find(self, wanted: RatingList, numbers: Sequence[str]) -> dict[str, ListedPlayer]:
        """The persons with these numbers, by number."""

    def find_by_fide_id(self, wanted: RatingList, ids: Sequence[str]) -> dict[str, ListedPlayer]:
        """The persons of a national list with these numbers of FIDE, by that."""

    def remove(self, list_id: int) -> None:
        """Drop a list; of those with the same key the newest is used from then on."""


class DeletedStore(Protocol):
    """The logs of deleted tournaments, until they are erased. All may raise `StorageError`."""

    def all(self) -> list[DeletedTournament]:
        """Every deleted tournament whose log is still there, the last one first."""

    def load(self, tournament: TournamentId) -> list[StoredEvent]:
        """The log up to its deletion; empty if it is not there."""

    def persons(self, tournament: TournamentId) -> list[StoredPerson]:
        """The personal data of that log."""

    def erase(self, deleted: Sequence[DeletedTournament]) -> list[TournamentId]:
        """Erase what is left of these for good, and say which were erased.

        One that was restored in the meantime is not, even if it was deleted once more.
        """


class LogReader(Protocol):
    """Reads the logs. Every method may raise `StorageError`."""

    def load(self, tournament: TournamentId, after: int = 0) -> list[StoredEvent]:
        """The events with a number above `after`, in order; empty when there are none."""

    def persons(self, tournament: TournamentId, after: int = 0) -> list[StoredPerson]:
        """The personal data that is there of the events above `after`, in their order."""


class LockedLog(LogReader, Protocol):
    """The log of one tournament that nobody else can write to until `commit`."""

    def submit(self, new: Append) -> Callable[[], None]:
        """Have it written by `commit`; what comes back waits for that, or raises why it failed."""

    def commit(self) -> None:
        """Write all that was submitted in one transaction, and let others write. Never raises."""


class EventStore(LogReader, Protocol):
    """One append-only log per tournament. Every method may raise `StorageError`."""

    @property
    def keys(self) -> KeyStore:
        """The access keys kept beside the logs."""

    @property
    def webhooks(self) -> WebhookStore:
        """The webhooks kept beside the logs."""

    @property
    def summaries(self) -> SummaryStore:
        """What lists show of the tournaments, kept beside the logs."""

    @property
    def pictures(self) -> PictureStore:
        """The logos and banners of the tournaments, kept beside the logs."""

    @property
    def presets(self) -> PresetStore:
        """The presets that were saved on this server."""

    @property
    def rating_lists(self) -> RatingListStore:
        """The rating lists, beside the tournaments."""

    @property
    def deleted(self) -> DeletedStore:
        """What is left of deleted tournaments."""

    def server_secret(self, new: bytes) -> bytes:
        """What this server signs with; `new` if there is nothing yet, from now on."""

    def tournaments(self) -> dict[TournamentId, int]:
        """Every tournament with its version (the number of its last event), ordered by id.

        One that was deleted is not among them.
        """

    def version(self, tournament: TournamentId) -> int:
        """The number of the last event; 0 for a tournament that never was there."""

    def receipt(self, tournament: TournamentId, command_id: CommandId) -> Receipt | None:
        """The receipt of a request; None when it was never carried out."""

    def append(  # noqa: PLR0913, PLR0917  all that is one transaction
        self,
        tournament: TournamentId,
        expected: int,
        events: Sequence[StoredEvent],
        receipts: Sequence[Receipt] = (),
        keys: Sequence[StoredKey] = (),
        persons: PersonChanges = _NO_PERSONS,
        pictures: Sequence[StoredPicture] = (),
    ) -> None:
        """Add all of it or nothing, as `Append` says; it is durable when this returns.

        Personal data that is erased is also cleared from everything else that was stored with it.
        Raises `VersionConflictError` when the log has another version by now, and
        `CommandRepeatedError` when there is a receipt of one of the commands already, and
        `InvalidStateError` when there would be more than `MOST_PICTURES`; those that no event
        names make room before.
        """

    def submit(self, new: Append) -> Callable[[], None]:
        """Have it appended behind what was submitted before; several share one sync of the disk.

        Calling what comes back waits until it is durable, or raises what `append` would. Only then
        may anybody hear of it: until then it can be lost, and whatever continues it is refused.
        """

    def lock(self, tournament: TournamentId, after: int) -> LockedLog | None:
        """Wait until nobody else writes to the tournament, and keep it so; then nothing is in vain.

        For a log that other processes write to at the same time. It is known up to `after`, so the
        rest is read at once. None if no other process can be that busy with it.
        """

    def backups_with(self, tournament: TournamentId, player: int) -> list[str]:
        """The names of the backups next to the database that have data of this player."""

    def subscribe(self, told: VersionCallback) -> Callable[[], None]:
        """Call `told` with tournament and version after every append; returns the way to stop.

        `told` runs in a thread of the store or of the writer: it must be quick and not raise.
        """

    @property
    def interruptions(self) -> int:
        """Grows when subscribers may have missed what others wrote to tournaments they never asked
        for: who wants to know of all has to look at `tournaments` again.
        """

    def check(self) -> None:
        """Raise `StorageError` unless all is well.

        That is: the database answers, its schema is ours, and once somebody has subscribed, word
        of what other processes write comes through.
        """

    def close(self) -> None:
        """Let go of files and connections; the store cannot be used afterwards."""


class Clock(Protocol):
    """Tells the time; a test has its own."""

    def __call__(self) -> str:
        """Now, as ISO 8601 in UTC."""


class KeepBackup(Protocol):
    """Copies the whole database somewhere safe, if the storage can."""

    def __call__(self, at: str, ended: Callable[[DomainError | None], None]) -> None:
        """Have a copy named after this moment made in the background, and do not wait for it.

        `ended` hears of its failure or success in another thread; a copy that covers several
        moments is told once.
        """
