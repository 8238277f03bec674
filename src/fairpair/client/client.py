"""A server: its tournaments, and new ones."""

from collections.abc import Iterator, Mapping
from typing import Any

from fairpair.client.answers import CreatedTournament, TournamentLine, TournamentPage
from fairpair.client.connection import Connection
from fairpair.client.tournament import TournamentClient
from fairpair.core.arguments import wrong_type

_LIST = "/api/tournaments"


class Client:
    """A server to talk to; `key` is what its administrator or an organiser was given.

    `timeout` is in seconds, for each attempt. A request that gets no answer, or that a busy server
    (429, 503) postpones, is sent again up to `retries` times. Texts are in `language`.
    """

    def __init__(
        self,
        server: str,
        key: str = "",
        *,
        timeout: float = 30,
        retries: int = 4,
        language: str = "en",
    ) -> None:
        self._connection = Connection(server, key, timeout, retries, language)

    def __repr__(self) -> str:
        return f"Client({self._connection.server!r})"

    def create_tournament(
        self,
        name: str,
        *,
        preset: str | None = None,
        config: Mapping[str, Any] | None = None,
        draw_seed: str | None = None,
    ) -> TournamentClient:
        """Create a tournament; needs an administrator's key. `config` can set any rule."""
        body = {"name": name, "preset": preset, "config": config or {}, "draw_seed": draw_seed}
        sent = {field: value for field, value in body.items() if value is not None}
        return self._created(self._connection.ask(CreatedTournament, "POST", _LIST, sent))

    def import_archive(self, archive: bytes, *, as_id: str | None = None) -> TournamentClient:
        """Add an exported tournament; needs an administrator's key."""
        if not isinstance(archive, bytes):
            raise wrong_type("archive", "content", archive)
        query = {"as": as_id}
        path = f"{_LIST}/import"
        return self._created(
            self._connection.ask(CreatedTournament, "POST", path, archive, **query)
        )

    def tournament(self, tournament: str, key: str | None = None) -> TournamentClient:
        """The tournament with this ID; `key` is used for it instead of the client's own."""
        connection = self._connection if key is None else self._connection.with_key(key)
        return TournamentClient(connection, tournament)

    def tournaments(self) -> list[TournamentLine]:
        """All tournaments that the key may see."""
        return [line for page in self._pages() for line in page.tournaments]

    def request(self, method: str, path: str, body: object = None) -> Any:
        """The answer of any operation of the API, as it is: `request("GET", "/api/presets")`."""
        return self._connection.ask(object, method, path, body)

    def _created(self, made: CreatedTournament) -> TournamentClient:
        connection = self._connection.with_key(made.organiser_key)
        return TournamentClient(connection, made.id, made)

    def _pages(self) -> Iterator[TournamentPage]:
        offset: int | None = 0
        while offset is not None:
            page = self._connection.ask(TournamentPage, "GET", _LIST, offset=offset)
            yield page
            offset = page.next
