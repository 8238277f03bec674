"""The Python client runs tournaments on a real server, and on a bad network."""

import dataclasses
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from fairpair import FairpairError
from fairpair.app.views import (
    command_results,
    history,
    players,
    ranking,
    rounds,
    standings,
    status,
    tournaments,
)
from fairpair.client import (
    Client,
    RequestRejectedError,
    ServerUnreachableError,
    TournamentClient,
    UnexpectedAnswerError,
    answers,
)
from ports import lasting_port
from timeouts import PATIENCE

from .bad_network import LOSE, BadNetwork, bad_network
from .servers import ADMIN_KEY, Server

NAMES = ("Ana", "Bo", "Cy", "Di")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("client")
    with Server(database=f"sqlite:///{folder / 'cup.db'}", log=folder / "log") as found:
        yield found


@pytest.fixture
def client(server: Server) -> Client:
    return Client(server.address, ADMIN_KEY, timeout=PATIENCE)


@pytest.fixture
def cup(client: Client) -> TournamentClient:
    """Four players, round 1 published."""
    made = client.create_tournament("Cup", preset="mtg_standard", draw_seed="cup")
    made.add_players(*NAMES)
    made.start(total_rounds=3)
    return made


@pytest.fixture
def network(server: Server) -> Iterator[BadNetwork]:
    with bad_network(server.address) as found:
        yield found


def through(network: BadNetwork, cup: TournamentClient, retries: int = 2) -> TournamentClient:
    """The same tournament behind a bad network."""
    assert cup.created
    client = Client(network.address, timeout=PATIENCE, retries=retries)
    return client.tournament(cup.id, cup.created.organiser_key)


def test_a_tournament_from_its_creation_to_its_ranking(client: Client) -> None:
    cup = client.create_tournament("Whole Cup", preset="mtg_standard", config={"cut": 2})
    added = cup.add_players("Ana", {"name": "Bo", "rating": 1900}, "Cy", "Di")
    assert [(one.id, one.name) for one in added.players] == [*enumerate(NAMES, 1)]
    made = cup.start(total_rounds=3)
    for number in (1, 2):
        made = made if number == 1 else cup.generate(number)
        assert made.round.status == "published"
        for pairing in made.round.pairings:
            assert cup.record(pairing, games=(2, 1)).events == ("result_recorded",)
    assert cup.round(2).pairings[0].result == answers.Result(
        "2-1", "games", cup.round(2).pairings[0].players[0].id, (2, 1, 0)
    )
    rows = cup.standings().players
    assert [row.points for row in rows] == [Fraction(6), Fraction(3), Fraction(3), Fraction(0)]
    assert rows[0].record == answers.Record(2, 0, 0)
    assert {one.code for one in rows[0].tiebreaks} >= {"omw", "gw"}
    assert cup.standings(until=1).round == 1
    cup.cut()
    final = cup.generate(1, stage=2).round
    cup.record(final.pairings[0].id, games=(0, 2))
    cup.finish()
    assert cup.status().state == "finished"
    assert cup.status().next is None
    assert cup.ranking().final
    assert cup.ranking().players[0].id == final.pairings[0].players[1].id
    assert [line.status for line in cup.rounds().rounds] == ["complete"] * 3
    assert {one.name for one in cup.players().players} == set(NAMES)


def test_an_unpublished_round_is_published(cup: TournamentClient) -> None:
    for pairing in cup.round(1).pairings:
        cup.record(pairing, games=(2, 0))
    assert cup.generate(2, draft=True).round.status == "draft"
    assert cup.publish(2).round.status == "published"


def test_actions_are_undone_redone_and_shown_in_the_history(cup: TournamentClient) -> None:
    first = cup.round(1).pairings[0]
    entered = cup.record(first, games=(2, 0))
    undone = cup.undo()
    assert undone.target == entered.action
    assert cup.round(1).pairings[0].result is None
    assert cup.redo().target == entered.action
    entry = next(one for one in cup.history() if one.seq == entered.version)
    assert (entry.type, entry.undone, entry.action) == ("result_recorded", False, entered.action)


def test_a_long_history_is_read_in_parts(client: Client) -> None:
    cup = client.create_tournament("Long")
    cup.add_players(*(f"Player {n}" for n in range(600)))
    assert [one.seq for one in cup.history()] == [*range(1, cup.status().version + 1)]


def test_an_archive_is_exported_and_imported_again(client: Client, cup: TournamentClient) -> None:
    copy = client.import_archive(cup.export_archive(), as_id="cup-again")
    assert copy.id == "cup-again"
    assert copy.round(1).pairings == cup.round(1).pairings
    assert copy.created
    assert copy.created.organiser_key not in repr(copy.created)


def test_the_list_of_tournaments_is_read_to_its_end(server: Server, client: Client) -> None:
    for number in range(51):
        client.create_tournament(f"Evening {number}")
    listed = {line.id for line in client.tournaments()}
    assert {f"evening-{number}" for number in range(51)} <= listed


def test_any_other_operation_can_be_requested(client: Client, cup: TournamentClient) -> None:
    assert "mtg_standard" in str(client.request("GET", "/api/presets"))
    cup.request("POST", "/players/2/drop", {"reason": "ill"})
    assert cup.players().players[1].status == "dropped"
    assert cup.drop(3).events[0] == "player_dropped"


def test_a_rejected_request_says_what_to_do(client: Client, cup: TournamentClient) -> None:
    with pytest.raises(FairpairError) as caught:
        cup.generate(2)
    error = caught.value
    assert isinstance(error, RequestRejectedError)
    assert (error.status, error.code) == (409, "results-pending")
    assert error.hint == "Enter the missing results first."
    assert [one["id"] for one in error.pending or ()] == ["1-1-1", "1-1-2"]
    assert str(error).startswith("In round 1, 2 results are missing")
    with pytest.raises(FairpairError, match="rating") as wrong:
        cup.add_players({"name": "Ed", "rating": 99_999})
    assert [problem.where for problem in wrong.value.problems] == ["players.1.rating"]
    with pytest.raises(RequestRejectedError) as unknown:
        client.tournament("no-such-cup").status()
    assert (unknown.value.status, unknown.value.code) == (404, "no-tournament")


def test_texts_are_in_the_language_of_the_client(server: Server) -> None:
    german = Client(server.address, "wrong", language="de")
    with pytest.raises(RequestRejectedError, match="Schlüssel"):
        german.create_tournament("Cup")


def test_a_change_whose_answer_is_lost_is_made_once(
    cup: TournamentClient, network: BadNetwork
) -> None:
    lossy = through(network, cup)
    network.faults.extend([LOSE, LOSE])
    done = lossy.add_players("Ed")
    assert [one.name for one in done.players] == ["Ed"]
    assert [one.name for one in cup.players().players].count("Ed") == 1
    assert len(network.passed) == 3
    assert len({key for _, key in network.passed}) == 1


def test_every_change_has_a_key_of_its_own(cup: TournamentClient, network: BadNetwork) -> None:
    behind = through(network, cup)
    behind.add_players("Ed")
    behind.add_players("Flo")
    behind.status()
    keys = [key for _, key in network.passed]
    assert None not in keys[:2]
    assert len(set(keys[:2])) == 2
    assert keys[2] is None


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_again_after_the_time_it_names(
    cup: TournamentClient, network: BadNetwork, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("fairpair.client.connection.time.sleep", waited.append)
    network.faults.append((status, {"Retry-After": "7"}))
    through(network, cup).drop(1)
    assert waited == [7]
    assert len(network.passed) == 1


def test_a_server_that_wants_too_much_time_is_not_waited_for(
    cup: TournamentClient, network: BadNetwork
) -> None:
    network.faults.append((429, {"Retry-After": "3600"}))
    with pytest.raises(UnexpectedAnswerError) as caught:
        through(network, cup).status()
    assert caught.value.status == 429
    assert not network.passed


def test_a_rejected_request_is_not_repeated(cup: TournamentClient, network: BadNetwork) -> None:
    with pytest.raises(RequestRejectedError):
        through(network, cup).generate(2)
    assert len(network.passed) == 1


def test_the_client_gives_up_after_its_last_attempt(
    cup: TournamentClient, network: BadNetwork
) -> None:
    network.faults.extend([LOSE] * 9)
    with pytest.raises(ServerUnreachableError) as caught:
        through(network, cup, retries=1).status()
    assert (caught.value.code, caught.value.status) == ("server-unreachable", None)
    assert network.address in str(caught.value)
    assert len(network.passed) == 2


def test_nobody_listens() -> None:
    with pytest.raises(ServerUnreachableError, match="does not respond"):
        Client(f"http://127.0.0.1:{lasting_port()}", retries=0).tournaments()


def test_the_key_follows_no_redirect(cup: TournamentClient, network: BadNetwork) -> None:
    network.faults.append((302, {"Location": f"{network.address}/elsewhere"}))
    with pytest.raises(UnexpectedAnswerError):
        through(network, cup).status()
    assert not network.passed


@pytest.mark.parametrize("address", ["pairings.example", "file:///etc/passwd", "http://", ""])
def test_an_address_of_no_server_is_rejected_at_once(address: str) -> None:
    with pytest.raises(FairpairError) as caught:
        Client(address)
    assert caught.value.code == "wrong-server-address"


def test_a_page_that_is_not_the_api_is_recognised(server: Server) -> None:
    with pytest.raises(UnexpectedAnswerError):
        Client(f"{server.address}/help").tournaments()
    with pytest.raises(UnexpectedAnswerError, match="cannot read"):
        Client(server.address).request("GET", "/login")


def test_a_key_is_not_shown(client: Client, cup: TournamentClient) -> None:
    assert ADMIN_KEY not in f"{client!r} {cup!r} {vars(client)!r} {vars(cup)!r}"


class Follower:
    """Somebody who iterates over the changes; `versions` are what came."""

    def __init__(self, cup: TournamentClient) -> None:
        self.versions: Queue[int] = Queue()
        self._cup = cup
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        try:
            for version in self._cup.changes():
                self.versions.put(version)
        except FairpairError:
            self.versions.put(-1)

    def next(self) -> int:
        return self.versions.get(timeout=PATIENCE)


def test_changes_come_as_they_happen(cup: TournamentClient) -> None:
    follower = Follower(cup)
    assert follower.next() == cup.status().version
    added = cup.add_players("Ed")
    assert follower.next() == added.version


def test_changes_go_on_when_the_server_comes_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cup.db'}"
    port = str(lasting_port())
    with Server("--port", port, database=database, log=tmp_path / "one.log") as one:
        cup = Client(one.address, ADMIN_KEY, retries=8).create_tournament("Cup")
        follower = Follower(cup)
        assert follower.next() == 1
        one.signal(15)
        one.end()
    with Server("--port", port, database=database, log=tmp_path / "two.log"):
        added = cup.add_players("Ana")
        assert follower.next() == added.version


def test_changes_of_a_tournament_that_does_not_exist(client: Client) -> None:
    with pytest.raises(RequestRejectedError) as caught:
        next(client.tournament("no-such-cup").changes())
    assert caught.value.code == "no-tournament"


SENT: dict[type, type] = {
    answers.CreatedTournament: command_results.CreatedTournament,
    answers.TournamentLine: tournaments.Summary,
    answers.TournamentPage: tournaments.TournamentList,
    answers.Change: command_results.CommandResult,
    answers.UndoneChange: command_results.UndoResult,
    answers.AddedPlayer: command_results.PlayerRef,
    answers.AddedPlayers: command_results.AddedPlayers,
    answers.RoundChange: command_results.RoundCommandResult,
    answers.Player: players.PlayerLine,
    answers.PlayerList: players.PlayerList,
    answers.Seat: rounds.Seat,
    answers.Result: rounds.Outcome,
    answers.Pairing: rounds.PairingView,
    answers.Bye: rounds.ByeView,
    answers.Round: rounds.RoundView,
    answers.RoundLine: rounds.RoundLine,
    answers.RoundList: rounds.RoundList,
    answers.NextStep: status.NextCall,
    answers.Status: status.Status,
    answers.Tiebreak: standings.TiebreakValue,
    answers.Record: standings.Record,
    answers.StandingsRow: standings.StandingsRow,
    answers.Standings: standings.StandingsView,
    answers.RankedPlayer: ranking.FinalPlace,
    answers.Ranking: ranking.RankingView,
    answers.HistoryEntry: history.HistoryEntry,
    answers.HistoryPart: history.History,
}
"""What the server sends for each class of the client."""


def fields_of(kind: type) -> set[str]:
    return {one.name for one in dataclasses.fields(kind)}


def test_the_client_reads_only_what_the_server_sends() -> None:
    own = {
        one for one in vars(answers).values() if getattr(one, "__module__", "") == answers.__name__
    }
    assert set(SENT) == own
    for kind, sent in SENT.items():
        assert fields_of(kind) <= fields_of(sent), kind


def test_players_and_results_in_the_forms_of_the_library(client: Client) -> None:
    made = client.create_tournament("Forms", preset="mtg_standard", draw_seed="x")
    made.add_players("Ana", ("Bo", 1900), {"name": "Cy", "club": "Zug"}, ["Di", ("Eve", None)])
    made.add_players({"Flo": 1500})
    assert [(one.name, one.rating) for one in made.players().players] == [
        *(("Ana", None), ("Bo", 1900), ("Cy", None), ("Di", None), ("Eve", None), ("Flo", 1500))
    ]
    first, second, third = made.start(total_rounds=3).round.pairings
    made.record(first, "2-1")
    made.record(second, "1-1-1")
    made.record(third, "1-0")
    results = [one.result for one in made.round(1).pairings]
    assert [one.games if one else () for one in results] == [(2, 1, 0), (1, 1, 1), None]
    made.drop("Flo")
    assert [one.name for one in made.players().players if one.status == "dropped"] == ["Flo"]


WRONG: list[tuple[Callable[[TournamentClient], object], str]] = [
    (lambda cup: cup.add_players(None), "a dictionary with a name, not None"),  # type: ignore[arg-type]
    (lambda cup: cup.add_players(["Ana", 5]), "a dictionary with a name, not 5"),  # type: ignore[list-item]
    (lambda cup: cup.add_players({"name": object()}), "data that JSON can hold"),
    (lambda cup: cup.record(1, "2-0"), "or its ID such as '1-2-3'"),  # type: ignore[arg-type]
    (lambda cup: cup.drop("Anna"), "Did you mean Ana?"),
    (lambda cup: cup.drop(1.5), "player must be a whole number"),  # type: ignore[arg-type]
    (lambda cup: cup.round("x"), "number must be a whole number"),  # type: ignore[arg-type]
    (lambda cup: cup.generate(2, stage=0), "stage must be a whole number of at least 1"),
    (lambda cup: cup.publish(0), "number must be a whole number of at least 1"),
]


@pytest.mark.parametrize(("call", "text"), WRONG, ids=[text for _, text in WRONG])
def test_wrong_arguments_are_named(
    cup: TournamentClient, call: Callable[[TournamentClient], object], text: str
) -> None:
    with pytest.raises(FairpairError) as caught:
        call(cup)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"server": "http://[::1"}, "is not the address of a server"),
        ({"key": "a\nb"}, "a space or a line break"),
        ({"key": 5}, "The access key is not text"),
        ({"retries": -1}, "retries must be a whole number"),
        ({"timeout": 0}, "a number of seconds"),
        ({"language": "d e"}, "language must be"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_client_that_cannot_work_is_refused_at_once(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(FairpairError, match=text):
        Client(**{"server": "http://127.0.0.1:1", **arguments})
    with pytest.raises(FairpairError, match="content of a file as bytes"):
        Client("http://127.0.0.1:1").import_archive("{}")  # type: ignore[arg-type]
