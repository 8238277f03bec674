"""Everything that can be read about one tournament."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Query, Response

from fairpair.api.odds import ask_odds
from fairpair.api.openapi import problems
from fairpair.api.path_params import HERE, PLAYER, ROUND, PlayerNo, RoundNo, Stage
from fairpair.api.read_request import Anybody, Organiser, Staff, file_response, read_router
from fairpair.app.access.grants import Role
from fairpair.app.odds.jobs import OddsState
from fairpair.app.odds.runs import MOST_TIMES
from fairpair.app.proofs import proof_of
from fairpair.app.transfer.exports import PROOF, archive_text, stored_archive
from fairpair.app.use_cases.repair import RepairRequest
from fairpair.app.verification import Verification, verify_log
from fairpair.app.views.bracket import BracketView, bracket_view
from fairpair.app.views.document import document
from fairpair.app.views.draw import DrawView, draw_view, has_public_proof
from fairpair.app.views.header import HeaderView, header_view
from fairpair.app.views.history import History, history
from fairpair.app.views.missing_pair import MissingPairReasons, missing_pair_reasons
from fairpair.app.views.numbers import NumberList, number_list
from fairpair.app.views.odds import OddsOptions
from fairpair.app.views.outlook import OutlookView, outlook_view, public_outlook
from fairpair.app.views.pairing_explanation import (
    PlayerReasons,
    RoundReasons,
    player_reasons,
    round_reasons,
)
from fairpair.app.views.player_requests import RequestList, request_list
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
from fairpair.app.views.ratings import (
    PlayerRating,
    RatingOptions,
    RatingReport,
    player_rating,
    rating_report,
)
from fairpair.app.views.recommendation import RecommendationView, recommendation_view
from fairpair.app.views.repair import RepairView, repair_view
from fairpair.app.views.rounds import RoundList, RoundView, round_list, round_view
from fairpair.app.views.rules import RulesView, rules_view
from fairpair.app.views.standings import StandingsView, standings_view
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.app.views.status import Status, status
from fairpair.app.views.ties import TiesView, ties_view
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.http.response_cache import CacheKey
from fairpair.log.journal import Journal

After = Annotated[int, Query(ge=0, le=10**9, description="Only entries after this number.")]
Limit = Annotated[int, Query(ge=1, le=5000, description="Maximum number of items to return.")]
AskedPlayer = Annotated[PlayerId, Query(ge=1, le=10**9, description="Player or team number.")]
Somebody = Annotated[
    Sequence[PlayerId], Query(description="Player or team numbers; repeat for several.")
]
Until = Annotated[
    int | None,
    Query(ge=1, le=999, description="Standings after this round. Default: the latest round."),
]
Top = Annotated[
    int | None,
    Query(
        ge=1, le=10_000, description="Number of places. Default: the size of the cut, otherwise 1."
    ),
]
OddsModel = Annotated[
    Literal["rating", "equal"],
    Query(description="How results are drawn: by rating, or all players equally strong."),
]
Times = Annotated[
    int | None,
    Query(
        ge=1,
        le=MOST_TIMES,
        description="Number of continuations. Default: until all intervals are at most 2 points"
        " wide.",
    ),
]
OddsSeed = Annotated[
    int, Query(ge=0, le=10**15, description="Random seed; the same seed gives the same answer.")
]
System = Annotated[
    Literal["fide", "elo", "glicko2"],
    Query(description="Rating system: FIDE's rules, Elo for clubs, or Glicko-2."),
]
KFactor = Annotated[
    int | None,
    Query(
        ge=1, le=200, description="K-factor for all players. Default: by the rules of the system."
    ),
]
Field = Annotated[
    int | None,
    Query(
        ge=0,
        le=10_000,
        description="Number of players. Default: the players in the tournament.",
    ),
]
Form = Annotated[
    Literal["archive", "json"],
    Query(
        alias="format",
        description="`archive`: the complete log, for import; `json`: the tournament document.",
    ),
]

rounds = read_router("rounds")
standings = read_router("standings")
players = read_router("players")
tournament = read_router("tournaments")


@rounds.get(f"{HERE}/rounds", response_model=RoundList, summary="List rounds")
async def list_rounds(read: Anybody) -> Response:
    """Rounds that have not been published are `locked`, except for staff."""
    return await read.view(round_list)


@rounds.get(ROUND, response_model=RoundView, summary="Get a round with pairings")
async def read_round(read: Anybody, n: RoundNo, stage: Stage = 1) -> Response:
    """Tables with players, points before the round, colours and results; byes; missing results.

    Returns 404 `not-published` for a round that is not published, except for staff, who see the
    pairings and the rules they break.
    """
    return await read.view(round_view, stage, n)


@rounds.get(f"{ROUND}/why", response_model=RoundReasons, summary="Explain the pairings of a round")
async def explain_round(read: Anybody, n: RoundNo, stage: Stage = 1) -> Response:
    """Explains every pairing, float, bye and colour, with score groups, colours and byes before the
    round.
    """
    return await read.explain(round_reasons, stage, n)


@rounds.get(
    f"{ROUND}/why/{{player}}",
    response_model=PlayerReasons,
    summary="Explain a player's pairing",
)
async def explain_pairing(
    read: Anybody, n: RoundNo, player: PlayerNo, stage: Stage = 1
) -> Response:
    """The same for one player, which is faster."""
    return await read.explain(player_reasons, (stage, n), player)


@rounds.get(
    f"{ROUND}/why-not",
    response_model=MissingPairReasons,
    responses=problems(409),
    summary="Explain why two players do not meet",
)
async def explain_missing_pair(
    read: Anybody, n: RoundNo, a: AskedPlayer, b: AskedPlayer, stage: Stage = 1
) -> Response:
    """The rule that keeps them apart, or the best legal round in which they meet and the first
    criterion by which it is worse.
    """
    return await read.explain(missing_pair_reasons, (stage, n), a, b)


@rounds.get(
    f"{ROUND}/repair",
    response_model=RepairView,
    responses=problems(409),
    summary="Preview the repair of a round",
)
async def preview_repair(  # noqa: PLR0913, PLR0917  what the address has
    read: Staff,
    n: RoundNo,
    missing: Somebody = (),
    arrived: Somebody = (),
    parted: Somebody = (),
    stage: Stage = 1,
) -> Response:
    """The least change for players who are missing, have arrived or must have another opponent
    (`parted`), and possibilities with a few more changes whose new opponents are closer in points.
    Nothing is changed.
    """
    asked = RepairRequest(tuple(missing), tuple(arrived), tuple(parted))
    return await read.explain(repair_view, (stage, n), asked)


@standings.get(f"{HERE}/standings", response_model=StandingsView, summary="Get standings")
async def read_standings(read: Anybody, until: Until = None) -> Response:
    """Every rank with record, games, tie-breaks and opponents, including results of the current
    round.
    """
    return await read.view(standings_view, until)


@standings.get(
    f"{HERE}/standings/{{player}}/why",
    response_model=RankReasons,
    summary="Explain a player's rank",
)
async def explain_rank(read: Anybody, player: PlayerNo, until: Until = None) -> Response:
    """Every tie-break with its calculation, and what separates the player from their neighbours."""
    return await read.explain(rank_reasons, player, until)


@standings.get(
    f"{HERE}/outlook", response_model=OutlookView, summary="Get who is certain of a top place"
)
async def read_outlook(read: Anybody, top: Top = None) -> Response:
    """For every player whether they are surely in or out whatever the results to come are, also by
    the result of their next match, and the points that the last place can need. For staff; for
    everybody if the rule `show_outlook` is on.
    """
    is_staff = read.grant.role.reaches(Role.SCOREKEEPER)
    return await read.explain(outlook_view if is_staff else public_outlook, top)


@standings.get(
    f"{HERE}/odds",
    response_model=OddsState,
    summary="Estimate all players' chances",
    responses=problems(409),
)
async def read_odds(
    read: Anybody,
    top: Top = None,
    model: OddsModel = "rating",
    times: Times = None,
    seed: OddsSeed = 1,
) -> Response:
    """The odds of this version, and their progress while they are estimated in the background: ask
    again until `state` is `done`. They are kept, so asking again costs nothing. For staff; if the
    rule `show_odds` is on, everybody may ask without options.
    """
    return await ask_odds(read, OddsOptions(top, model, times, seed))


@standings.get(f"{HERE}/ties", response_model=TiesView, summary="Get ties and external values")
async def read_ties(read: Staff, until: Until = None) -> Response:
    """Who is tied after all tie-breaks, how the organiser ranks them, and the values by which the
    tie-break `EXT` ranks.
    """
    return await read.view(ties_view, until)


@standings.get(f"{HERE}/crosstable", response_model=CrossTable, summary="Get the crosstable")
async def read_cross_table(read: Anybody) -> Response:
    """All results of every player, in rank order."""
    return await read.view(cross_table)


@standings.get(f"{HERE}/ranking", response_model=RankingView, summary="Get the final ranking")
async def read_ranking(read: Anybody) -> Response:
    """The knockout first, then the main rounds. Before the end, the ranking so far."""
    return await read.view(ranking_view)


@standings.get(f"{HERE}/statistics", response_model=Statistics, summary="Get statistics")
async def read_statistics(read: Anybody) -> Response:
    """Results by colour, upsets, the distribution of scores, and figures for each round."""
    return await read.view(statistics)


@players.get(f"{HERE}/numbers", response_model=NumberList, summary="List pairing numbers")
async def list_numbers(read: Staff) -> Response:
    """Everybody by pairing number. `fixed` says why they cannot be changed any more."""
    return await read.view(number_list)


@players.get(f"{HERE}/players", response_model=PlayerList, summary="List players and teams")
async def list_players(read: Anybody) -> Response:
    """In order of registration, with points, rank and status."""
    return await read.view(player_list)


@players.get(PLAYER, response_model=PlayerView, summary="Get a player or team")
async def read_player(read: Anybody, player: PlayerNo) -> Response:
    """Includes every round so far: opponent, colour, result, points and running total."""
    return await read.view(player_view, player)


@players.get(f"{HERE}/ratings", response_model=RatingReport, summary="Estimate rating changes")
async def read_ratings(read: Staff, system: System = "fide", k: KFactor = None) -> Response:
    """Everybody's change by the games so far, with performance and first ratings. Estimates, for
    scorekeepers and organisers.
    """
    return await read.view(rating_report, RatingOptions(system, k))


@players.get(
    f"{PLAYER}/rating", response_model=PlayerRating, summary="Estimate a player's rating change"
)
async def read_player_rating(
    read: Staff, player: PlayerNo, system: System = "fide", k: KFactor = None
) -> Response:
    """Game by game, with what is reached or still needed for title norms. For scorekeepers and
    organisers.
    """
    return await read.view(player_rating, player, RatingOptions(system, k))


@players.get(f"{HERE}/requests", response_model=RequestList, summary="List open requests")
async def list_requests(read: Staff) -> Response:
    """What players have asked for: a bye, or to leave. For scorekeepers and organisers."""
    return await read.view(request_list)


@players.get(f"{HERE}/teams", response_model=TeamList, summary="List teams with members")
async def list_teams(read: Anybody) -> Response:
    """Members are in board order. The list is empty if there are no teams."""
    return await read.view(team_list)


@players.get(f"{HERE}/bracket", response_model=BracketView, summary="Get the bracket")
async def read_bracket(read: Anybody) -> Response:
    """Available from the start: seeds before the cut, then players, and what each place is waiting
    for.

    Returns 404 `no-bracket` for a tournament without a knockout.
    """
    return await read.view(bracket_view)


@tournament.get(HERE, response_model=dict[str, Any], summary="Get the complete tournament")
async def read_tournament(read: Anybody) -> Response:
    """Players, all planned rounds with their matches, and the standings.

    Future rounds are `locked`, with what they are waiting for; knockout matches have seeds until
    their players are known.
    """
    here = read.tournament
    return await read.respond(CacheKey("document"), lambda log: _full_document(here, log))


@tournament.get(f"{HERE}/status", response_model=Status, summary="Get the tournament status")
async def read_status(read: Anybody) -> Response:
    """The current round, missing results, the next step and what it is waiting for."""
    return await read.view(status, read.tournament)


@tournament.get(
    f"{HERE}/rules", response_model=RulesView, summary="Get the rules with descriptions"
)
async def read_rules(read: Anybody) -> Response:
    """Every rule with its value, default and description. `config` can be edited and sent back."""
    return await read.view(rules_view)


@tournament.get(
    f"{HERE}/header",
    response_model=HeaderView,
    summary="Get place, dates, officials and other details",
)
async def read_header(read: Anybody) -> Response:
    """Every field with its value and description, and what a FIDE report still needs. IDs of the
    organiser and of the event are for staff. `header` can be edited and sent back.
    """
    return await read.view(header_view)


@tournament.get(
    f"{HERE}/recommendation",
    response_model=RecommendationView,
    summary="Get recommended rounds and cut",
)
async def recommend(read: Anybody, players: Field = None) -> Response:
    """What the tables of the game recommend for this number of players, and what is unusual about
    the current settings.
    """
    return await read.view(recommendation_view, players)


@tournament.get(f"{HERE}/history", response_model=History, summary="Get the history")
async def read_history(read: Staff, after: After = 0, limit: Limit = 500) -> Response:
    """All recorded actions in order, including undone ones. For scorekeepers and organisers."""
    return await read.respond(
        CacheKey("history", (after, limit)),
        lambda log: history(log, read.service.store.load(read.tournament), after, limit),
    )


@tournament.get(f"{HERE}/verification", response_model=Verification, summary="Verify the log")
async def read_verification(read: Organiser) -> Response:
    """Recomputes all hashes, compares the personal data with the log and pairs every round again.
    `ok` is false if anything was changed; `problems` says what. For organisers.
    """
    return await read.respond(
        CacheKey("verification"),
        lambda log: verify_log(stored_archive(read.service.store, read.tournament, log.version)),
    )


@tournament.get(f"{HERE}/draw", response_model=DrawView, summary="Get the commitment to the draw")
async def read_draw(read: Anybody) -> Response:
    """The hash of the draw seed, the public value mixed into it, the hash of the log so far and
    the key of the server. Note them down to compare them with a proof later.
    """
    return await read.respond(CacheKey("draw"), lambda log: draw_view(read.service.store, log))


@tournament.get(
    f"{HERE}/proof",
    summary="Download the proof",
    response_class=Response,
    responses=file_response(PROOF, {"type": "string", "format": "binary"}),
)
async def download_proof(read: Anybody) -> Response:
    """A file from which anybody can verify every pairing, bye, colour and rank without this server.
    It exists once a tournament with a committed draw seed is finished.
    """
    here = read.tournament

    def file(log: Journal) -> bytes:
        if not has_public_proof(log.tournament):
            raise NotFoundError("no-public-proof", name=log.tournament.name)
        return proof_of(read.service.store, stored_archive(read.service.store, here, log.version))

    key = CacheKey("proof", media_type=PROOF, file_name=f"{here}.proof.json")
    return await read.respond(key, file)


@tournament.get(f"{HERE}/export", response_model=dict[str, Any], summary="Export the tournament")
async def export_tournament(read: Organiser, form: Form = "archive") -> Response:
    """An archive contains the complete log with a checksum and can be imported into any Fairpair
    installation.
    """
    here = read.tournament
    ending = "fairpair.json" if form == "archive" else "json"

    def file(log: Journal) -> object:
        if form == "archive":
            return archive_text(read.service, here).encode()
        return _full_document(here, log)

    return await read.respond(CacheKey("export", (form,), file_name=f"{here}.{ending}"), file)


def _full_document(here: TournamentId, log: Journal) -> dict[str, Any]:
    return {"id": here, "version": log.version, **document(log.tournament)}
