"""What can be read of one tournament."""

from typing import Annotated, Any, Literal

from fastapi import Query, Response

from fairpair.api.path_params import HERE, PLAYER, ROUND, PlayerNo, RoundNo, Stage
from fairpair.api.read_request import Anybody, Organiser, Staff, read_router
from fairpair.app.transfer.exports import archive_text
from fairpair.app.views.bracket import BracketView, bracket_view
from fairpair.app.views.document import document
from fairpair.app.views.history import History, history
from fairpair.app.views.pairing_explanation import (
    PlayerReasons,
    RoundReasons,
    player_reasons,
    round_reasons,
)
from fairpair.app.views.player_rounds import CrossTable, cross_table
from fairpair.app.views.players import (
    PlayerList,
    PlayerView,
    TeamList,
    player_list,
    player_view,
    team_list,
)
from fairpair.app.views.ranking import RankingView, RankReasons, rank_reasons, ranking_view
from fairpair.app.views.recommendation import RecommendationView, recommendation_view
from fairpair.app.views.rounds import RoundList, RoundView, round_list, round_view
from fairpair.app.views.rules import RulesView, rules_view
from fairpair.app.views.standings import StandingsView, standings_view
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.app.views.status import Status, status
from fairpair.core.ids import TournamentId
from fairpair.http.response_cache import CacheKey
from fairpair.log.journal import Journal

After = Annotated[int, Query(ge=0, le=10**9, description="Facts after this number.")]
Limit = Annotated[int, Query(ge=1, le=5000, description="So many at most.")]
Until = Annotated[
    int | None, Query(ge=1, le=999, description="After this round; without it after the last one.")
]
Field = Annotated[
    int | None,
    Query(
        ge=0,
        le=10_000,
        description="The number of players to recommend for, instead of those entered.",
    ),
]
Form = Annotated[
    Literal["archive", "json"],
    Query(
        alias="format",
        description="`archive`: the whole log, to be imported again; `json`: the document.",
    ),
]

rounds = read_router("rounds")
standings = read_router("standings")
players = read_router("players")
tournament = read_router("tournaments")


@rounds.get(f"{HERE}/rounds", response_model=RoundList, summary="All rounds of the plan")
async def list_rounds(read: Anybody) -> Response:
    """Those that are not there yet are `locked`; so is a draft, but for the staff."""
    return await read.view(round_list)


@rounds.get(ROUND, response_model=RoundView, summary="One round with its pairings")
async def read_round(read: Anybody, n: RoundNo, stage: Stage = 1) -> Response:
    """Tables with players, points before the round, colours and results; byes; what is pending.

    A round that is not published is 404 `not-published` for everybody but the staff, who see
    the draft with what it breaks.
    """
    return await read.view(round_view, stage, n)


@rounds.get(f"{ROUND}/why", response_model=RoundReasons, summary="Why this round")
async def explain_round(read: Anybody, n: RoundNo, stage: Stage = 1) -> Response:
    """Why each pair, float, bye and colour; score groups, colours and byes before it."""
    return await read.view(round_reasons, stage, n)


@rounds.get(
    f"{ROUND}/why/{{player}}",
    response_model=PlayerReasons,
    summary="Why this opponent, colour or bye",
)
async def explain_pairing(
    read: Anybody, n: RoundNo, player: PlayerNo, stage: Stage = 1
) -> Response:
    """The same for one player: quicker, as only what concerns the player is looked at."""
    return await read.view(player_reasons, (stage, n), player)


@standings.get(f"{HERE}/standings", response_model=StandingsView, summary="The standings")
async def read_standings(read: Anybody, until: Until = None) -> Response:
    """Every rank with its record, games, tie-breaks and opponents, results so far included."""
    return await read.view(standings_view, until)


@standings.get(
    f"{HERE}/standings/{{player}}/why", response_model=RankReasons, summary="Why this rank"
)
async def explain_rank(read: Anybody, player: PlayerNo, until: Until = None) -> Response:
    """Every tie-break with the sum behind it, and what parts the player from the neighbours."""
    return await read.view(rank_reasons, player, until)


@standings.get(f"{HERE}/crosstable", response_model=CrossTable, summary="The cross table")
async def read_cross_table(read: Anybody) -> Response:
    """Every player's rounds beside each other, best first."""
    return await read.view(cross_table)


@standings.get(f"{HERE}/ranking", response_model=RankingView, summary="The final ranking")
async def read_ranking(read: Anybody) -> Response:
    """The knock-out first, then the rounds for everybody; before the end as it stands."""
    return await read.view(ranking_view)


@standings.get(f"{HERE}/statistics", response_model=Statistics, summary="Numbers about it")
async def read_statistics(read: Anybody) -> Response:
    """Results by colour, upsets, how the scores are spread, and each round in numbers."""
    return await read.view(statistics)


@players.get(f"{HERE}/players", response_model=PlayerList, summary="All players and teams")
async def list_players(read: Anybody) -> Response:
    """In order of registration, with points, rank and whether they are still there."""
    return await read.view(player_list)


@players.get(PLAYER, response_model=PlayerView, summary="One player or team")
async def read_player(read: Anybody, player: PlayerNo) -> Response:
    """With every round so far: opponent, colour, result, points and the sum of them."""
    return await read.view(player_view, player)


@players.get(f"{HERE}/teams", response_model=TeamList, summary="All teams with their members")
async def list_teams(read: Anybody) -> Response:
    """Members in board order; without teams the list is empty."""
    return await read.view(team_list)


@players.get(f"{HERE}/bracket", response_model=BracketView, summary="The knock-out tree")
async def read_bracket(read: Anybody) -> Response:
    """Known from the start: seeds before the cut, then players, and what each seat waits for.

    A tournament without a knock-out is 404 `no-bracket`.
    """
    return await read.view(bracket_view)


@tournament.get(HERE, response_model=dict[str, Any], summary="The whole tournament")
async def read_tournament(read: Anybody) -> Response:
    """Who plays, all rounds of the plan with their matches, and the standings.

    Rounds that are not there yet are `locked`, with what they wait for; matches of a knock-out
    have seeds until their players are known.
    """
    return await read.respond(
        CacheKey("document"), lambda log: _full_document(read.tournament, log)
    )


@tournament.get(f"{HERE}/status", response_model=Status, summary="Where it stands")
async def read_status(read: Anybody) -> Response:
    """The round that is played, what is pending, what comes next and what that waits for."""
    return await read.view(status)


@tournament.get(f"{HERE}/rules", response_model=RulesView, summary="The rules with what they mean")
async def read_rules(read: Anybody) -> Response:
    """Every key with its value, default and meaning; `config` can be sent back changed."""
    return await read.view(rules_view)


@tournament.get(
    f"{HERE}/recommendation",
    response_model=RecommendationView,
    summary="How many rounds, which cut",
)
async def recommend(read: Anybody, players: Field = None) -> Response:
    """What the tables of the game say for this field, and what is odd about the plan."""
    return await read.view(recommendation_view, players)


@tournament.get(f"{HERE}/history", response_model=History, summary="Who did what, and when")
async def read_history(read: Staff, after: After = 0, limit: Limit = 500) -> Response:
    """Every fact in its order, taken back or not: for scorekeepers and organisers."""
    return await read.respond(
        CacheKey("history", (after, limit)),
        lambda log: history(log, read.service.store.load(read.tournament), after, limit),
    )


@tournament.get(f"{HERE}/export", response_model=dict[str, Any], summary="The tournament as a file")
async def export_tournament(read: Organiser, form: Form = "archive") -> Response:
    """An archive has the whole log with a checksum: any Fairpair can import it."""
    here = read.tournament
    ending = "fairpair.json" if form == "archive" else "json"

    def file(log: Journal) -> object:
        if form == "archive":
            return archive_text(read.service, here).encode()
        return _full_document(here, log)

    return await read.respond(CacheKey("export", (form,), file_name=f"{here}.{ending}"), file)


def _full_document(here: TournamentId, log: Journal) -> dict[str, Any]:
    return {"id": here, "version": log.version, **document(log.tournament)}
