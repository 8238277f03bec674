"""A small tournament, played when the API is described: its answers are the examples."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from fairpair.app.requests import Outcome, Request, decide_all, request_of, request_of_command
from fairpair.app.use_cases import rounds
from fairpair.app.views import command_results as done
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.document import document
from fairpair.app.views.pairing_explanation import player_reasons, round_reasons
from fairpair.app.views.player_rounds import cross_table
from fairpair.app.views.players import player_list, player_view
from fairpair.app.views.ranking import rank_reasons, ranking_view
from fairpair.app.views.recommendation import recommendation_view
from fairpair.app.views.rounds import round_list, round_view
from fairpair.app.views.standings import standings_view
from fairpair.app.views.statistics import statistics
from fairpair.app.views.status import status
from fairpair.app.webhooks.payloads import Payload, payloads
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.vocabulary import vocabulary_of
from fairpair.http.response_cache import encode_json
from fairpair.language.languages import DEFAULT
from fairpair.language.texts import use
from fairpair.log import commands as c
from fairpair.log.journal import Journal
from fairpair.presets import preset

HERE = TournamentId("friday-night")
_FIRST, _SECOND = RoundRef(1, 1), RoundRef(1, 2)
_RULES = {**preset("mtg_standard").settings, "rounds": 3, "cut": 2}
_PLAYERS = (
    ("Ana Lima", 2100),
    ("Bo Chen", 1950),
    ("Cy Diaz", 1900),
    ("Di Rossi", 1820),
    ("Ed", None),
)


@dataclass(frozen=True, slots=True)
class ExampleEvent:
    """The log in the middle of round 2 and after the end, and what requests did on the way."""

    running: Journal
    finished: Journal
    requests: Mapping[str, done.Execution]


@cache
def example_event() -> ExampleEvent:
    """The tournament: a round with a bye, half a round, an undone result, an early end."""
    executed: dict[str, done.Execution] = {}
    journal = Journal()

    def run(name: str, request: Request) -> Journal:
        after = decide_all(journal, request.steps(journal.tournament), together=True)
        events = tuple(record.event for record in after.records[journal.version :])
        outcome = Outcome(after.version, events, before=journal.tournament)
        executed[name] = done.Execution(outcome, after)
        return after

    entrants = tuple(Player(name, rating) for name, rating in _PLAYERS)
    journal = run("create", request_of_command(c.CreateTournament("Friday Night", "42", _RULES)))
    journal = run("enter", request_of_command(c.RegisterPlayers(entrants)))
    journal = run("start", request_of(rounds.start))
    for table, games in ((1, (2, 1)), (2, (2, 0))):
        journal = run("result", _result(_FIRST.at(table), games))
    journal = run("generate", request_of(rounds.generate, _SECOND, rounds.RoundOptions()))
    for table, games in ((1, (2, 0)), (2, (1, 2))):
        journal = run("result", _result(_SECOND.at(table), games))
    journal = run("undo", request_of_command(c.Undo()))
    run("redo", request_of_command(c.Redo()))
    end = request_of(rounds.finish, early=True, reason="the hall closes")
    finished = run("finish", end)
    return ExampleEvent(journal, finished, executed)


def _result(match: MatchRef, games: tuple[int, int]) -> Request:
    return request_of_command(c.RecordResult(match, Games(games, 0)))


Example = Callable[[ExampleEvent], object]


def _view(make: Callable[..., object], *details: object) -> Example:
    return lambda event: make(event.running.tournament, event.running.version, *details)


def _answer(make: Callable[..., object], name: str, *details: object) -> Example:
    return lambda event: make(event.requests[name], *details)


def _created(event: ExampleEvent) -> done.CreatedTournament:
    version = event.requests["create"].outcome.version
    return done.CreatedTournament(HERE, "fp_org_...", version, {"self": f"/api/tournaments/{HERE}"})


def _document(event: ExampleEvent) -> dict[str, Any]:
    return {"id": HERE, "version": event.running.version, **document(event.running.tournament)}


_EXAMPLES: Mapping[str, Example] = {
    "createTournament": _created,
    "enterPlayers": _answer(done.added_players, "enter"),
    "startTournament": _answer(done.round_result, "start", _FIRST),
    "generateRound": _answer(done.round_result, "generate", _SECOND),
    "publishRound": _answer(done.round_result, "generate", _SECOND),
    "putResult": _answer(done.command_result, "result"),
    "undo": _answer(done.undo_result, "undo"),
    "redo": _answer(done.undo_result, "redo"),
    "finishTournament": _answer(done.command_result, "finish"),
    "readStatus": _view(status, HERE),
    "readTournament": _document,
    "listRounds": _view(round_list),
    "readRound": _view(round_view, 1, 2),
    "explainRound": _view(round_reasons, 1, 1),
    "explainPairing": _view(player_reasons, (1, 1), 1),
    "readStandings": _view(standings_view, None),
    "explainRank": _view(rank_reasons, 1, None),
    "readCrossTable": _view(cross_table),
    "readStatistics": _view(statistics),
    "readRanking": _view(ranking_view),
    "readBracket": _view(bracket_view),
    "listPlayers": _view(player_list),
    "readPlayer": _view(player_view, 1),
    "recommend": _view(recommendation_view, None),
}
"""What each operation answers, by its operation id."""


def response_examples() -> dict[str, Any]:
    """A real answer for each of the most used operations, by operation id."""
    event = example_event()
    with use(DEFAULT, vocabulary_of(event.running.tournament.rules)):
        return {
            name: msgspec.json.decode(encode_json(make(event))) for name, make in _EXAMPLES.items()
        }


def webhook_examples() -> dict[str, Payload]:
    """The last payload of each kind that the webhooks of the tournament would get."""
    return {str(one.event): one for one in payloads(HERE, example_event().finished, 0)}
