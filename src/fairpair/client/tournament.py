"""One tournament on a server."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fairpair.client import answers as a
from fairpair.client.arguments import PlayerLike, games_in, pairing_id, players_of
from fairpair.client.connection import Answer, Connection
from fairpair.core.arguments import number_of, shown_value, text_of
from fairpair.core.errors import NotFoundError
from fairpair.core.suggestions import nearest


class TournamentClient:
    """A tournament; `id` is its name in addresses.

    `created` has the organiser's key if this client created the tournament: keep it.
    """

    def __init__(
        self, connection: Connection, tournament: str, created: a.CreatedTournament | None = None
    ) -> None:
        self.id = text_of("tournament", tournament)
        self.created = created
        self._connection = connection
        self._path = f"/api/tournaments/{quote(self.id, safe='')}"

    def __repr__(self) -> str:
        return f"TournamentClient({self.id!r} on {self._connection.server!r})"

    # Reading

    def status(self) -> a.Status:
        """The current state and the next step."""
        return self._read(a.Status, "/status")

    def players(self) -> a.PlayerList:
        """All players."""
        return self._read(a.PlayerList, "/players")

    def rounds(self) -> a.RoundList:
        """All rounds of the plan."""
        return self._read(a.RoundList, "/rounds")

    def round(self, number: int, *, stage: int = 1) -> a.Round:
        """A round with its pairings; knockout rounds belong to stage 2."""
        return self._read(a.Round, _round(number), stage=number_of("stage", stage, 1))

    def standings(self, until: int | None = None) -> a.Standings:
        """The standings, now or after an earlier round."""
        return self._read(a.Standings, "/standings", until=until)

    def ranking(self) -> a.Ranking:
        """The final ranking, or the ranking so far."""
        return self._read(a.Ranking, "/ranking")

    def history(self) -> list[a.HistoryEntry]:
        """Everything that happened, including what was undone. For staff."""
        found: list[a.HistoryEntry] = []
        after: int | None = 0
        while after is not None:
            part = self._read(a.HistoryPart, "/history", after=after)
            found += part.entries
            after = part.next
        return found

    def export_archive(self) -> bytes:
        """The whole tournament as a file that can be imported again. For organisers."""
        return self._connection.send("GET", f"{self._path}/export", None, {"format": "archive"})

    def changes(self) -> Iterator[int]:
        """The version of the tournament: at once, and whenever it changes.

        The iterator waits for the next change and reconnects if the connection is lost. Several
        changes in quick succession are one. Read what has changed with the other methods.
        """
        last = None
        for line in self._connection.follow(f"{self._path}/events"):
            name, _, value = line.partition(": ")
            if name == "id" and int(value) != last:
                last = int(value)
                yield last

    # Changing

    def add_players(self, *players: PlayerLike | Iterable[PlayerLike]) -> a.AddedPlayers:
        """Add players: names, `("Ana", 2100)`, dictionaries with more fields, or lists of them."""
        return self._change(a.AddedPlayers, "POST", "/players", players=players_of(players))

    def start(self, total_rounds: int | None = None, *, reason: str | None = None) -> a.RoundChange:
        """Start the tournament and publish round 1; `total_rounds` include the knockout."""
        body = {"total_rounds": total_rounds, "reason": reason}
        return self._change(a.RoundChange, "POST", "/start", **body)

    def generate(
        self, number: int, *, stage: int = 1, draft: bool = False, confirmed: Sequence[str] = ()
    ) -> a.RoundChange:
        """Pair a round and publish it, unless it is to stay a `draft`.

        The previous round is completed first. `confirmed` are codes of rules that may be broken.
        """
        body = {"draft": draft, "confirmed": confirmed}
        path = f"{_round(number)}/generate?stage={number_of('stage', stage, 1)}"
        return self._change(a.RoundChange, "POST", path, **body)

    def publish(self, number: int, *, stage: int = 1) -> a.RoundChange:
        """Publish a round that was paired as a draft."""
        path = f"{_round(number)}/publish?stage={number_of('stage', stage, 1)}"
        return self._change(a.RoundChange, "POST", path)

    def record(  # noqa: PLR0913  the ways to say a result
        self,
        pairing: a.Pairing | str,
        result: str | None = None,
        *,
        games: Sequence[int] | None = None,
        scores: Sequence[Mapping[str, Any]] | None = None,
        boards: Sequence[Mapping[str, Any]] | None = None,
        winner: int | None = None,
        correct: str = "",
    ) -> a.Change:
        """Enter the result of a pairing or of its ID: a word such as `1-0`, games such as `2-1` or
        `games=(2, 1)`, `scores` or `boards`, in the order of the players.

        With a pairing, the result is rejected if other players are at the table by now. `correct`
        is the reason for changing the result of a completed round.
        """
        here, counted = pairing_id(pairing), games_in(result)
        result, games = (None, counted) if games is None and counted else (result, games)
        players = None if isinstance(pairing, str) else [seat.id for seat in pairing.players]
        body: dict[str, Any] = {"result": result, "games": games, "scores": scores}
        body |= {"boards": boards, "winner": winner, "players": players}
        body |= {"correction": True, "reason": correct} if correct else {}
        return self._change(a.Change, "PUT", f"/pairings/{quote(here, safe='')}/result", **body)

    def drop(self, player: int | str, *, reason: str = "") -> a.Change:
        """Drop a player, by number or by name."""
        number = self._number_of(player)
        return self._change(a.Change, "POST", f"/players/{number}/drop", reason=reason)

    def cut(self, *, declined: Sequence[int] = ()) -> a.Change:
        """Make the cut; `declined` are players who do not advance."""
        return self._change(a.Change, "POST", "/cut", declined=declined)

    def finish(self) -> a.Change:
        """Finish the tournament."""
        return self._change(a.Change, "POST", "/finish")

    def undo(self, action: int | None = None, *, reason: str = "") -> a.UndoneChange:
        """Undo the last action, or the one with this number."""
        return self._change(a.UndoneChange, "POST", "/undo", action=action, reason=reason)

    def redo(self, action: int | None = None) -> a.UndoneChange:
        """Redo the action undone last, or the one with this number."""
        return self._change(a.UndoneChange, "POST", "/redo", action=action)

    def request(self, method: str, path: str, body: object = None) -> Any:
        """The answer of any other operation below this tournament, as it is."""
        return self._connection.ask(object, method, f"{self._path}{path}", body)

    def _number_of(self, player: object) -> int:
        """The number of a player; a name is looked up in the list of players."""
        if not isinstance(player, str):
            return number_of("player", player, 1)
        numbers = {one.name: one.id for one in self.players().players}
        if player not in numbers:
            near = nearest(player, numbers)
            code = "unknown-player.with-similar-name" if near else "unknown-player.with-name"
            raise NotFoundError(code, name=shown_value(player), similar=[near])
        return numbers[player]

    def _read(self, kind: type[Answer], path: str, **query: object) -> Answer:
        return self._connection.ask(kind, "GET", f"{self._path}{path}", **query)

    def _change(self, kind: type[Answer], method: str, path: str, **body: object) -> Answer:
        sent = {name: value for name, value in body.items() if value is not None}
        return self._connection.ask(kind, method, f"{self._path}{path}", sent)


def _round(number: object) -> str:
    return f"/rounds/{number_of('number', number, 1)}"
