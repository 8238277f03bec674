"""Players and teams: come, be put right, leave, come back, and what is arranged for them."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from fairpair.api.bodies import body, checked, json_of, media_type
from fairpair.api.commands import schemas
from fairpair.api.commands.shared import Writer, operation
from fairpair.api.openapi import inlined, takes
from fairpair.api.path_params import HERE, PLAYER, PlayerNo, RoundNo
from fairpair.api.write_request import WriteRequest
from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.use_cases import edits
from fairpair.app.use_cases.command_results import AddedPlayers, entered
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Entrant
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction
from fairpair.formats.list_files import read_entries, read_file, usable
from fairpair.http.authentication import Guard
from fairpair.log import commands as c

TAG = "players"


@dataclass(frozen=True, slots=True)
class _Entries:
    """Who enters, from which round on."""

    entrants: tuple[Entrant, ...]
    from_round: int | None = None
    missed: ByeKind | None = None


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes, working on this service."""
    routes = APIRouter()
    writer = Writer(service, guard)
    _entries(routes, writer)
    _presence(routes, writer)
    _arrangements(routes, writer)
    _pairs(routes, writer)
    return routes


def _entries(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{HERE}/players",
        **operation(
            "enterPlayers", "Enter players or teams", TAG, AddedPlayers, 201, openapi_extra=_ENTRIES
        ),
    )
    def enter(
        asked: Annotated[WriteRequest, organiser], wanted: Annotated[_Entries, Depends(_entries_of)]
    ) -> Response:
        """One, many, or a CSV file; all or none, and everything that is wrong is told at once.
        After the start they enter late. An entrant with `members` is a team.
        """
        outcome = writer.service.run(
            asked.order, edits.enter_players, wanted.entrants, wanted.from_round, wanted.missed
        )
        return writer.tell(asked, outcome, entered, 201)

    @routes.patch(
        PLAYER,
        **operation(
            "editPlayer",
            "Put the data of a player or team right",
            TAG,
            openapi_extra=takes(schemas.EditPlayerRequest, {"rating": 1850, "club": "Rooks"}),
        ),
    )
    def edit(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        wanted: Annotated[schemas.EditPlayerRequest, Depends(body(schemas.EditPlayerRequest))],
    ) -> Response:
        """What is not named stays. The members of a team are named all, in their order."""
        outcome = writer.service.run(
            asked.order,
            edits.edit_player,
            PlayerId(player),
            wanted.changes(),
        )
        return writer.tell(asked, outcome)


def _presence(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{PLAYER}/drop",
        **operation(
            "dropPlayer",
            "Let a player leave",
            TAG,
            openapi_extra=takes(
                schemas.DropRequest, {"reason": "has to catch a train"}, needed=False
            ),
        ),
    )
    def drop(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        wanted: Annotated[schemas.DropRequest, Depends(body(schemas.DropRequest))],
    ) -> Response:
        """An open match goes to the opponent, unless `forfeit` is false."""
        kind = DropKind(wanted.kind)
        command = c.DropPlayer(PlayerId(player), kind, wanted.forfeit, wanted.reason)
        return writer.execute(asked, command)

    @routes.post(
        f"{PLAYER}/reinstate",
        **operation(
            "reinstatePlayer",
            "Let a player come back",
            TAG,
            openapi_extra=takes(schemas.ReinstateRequest, {"from_round": 4}, needed=False),
        ),
    )
    def reinstate(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        wanted: Annotated[schemas.ReinstateRequest, Depends(body(schemas.ReinstateRequest))],
    ) -> Response:
        """Without a round, in the next one that is not published yet."""
        missed = None if wanted.missed is None else ByeKind(wanted.missed)
        return writer.execute(asked, c.ReinstatePlayer(PlayerId(player), wanted.from_round, missed))

    @routes.post(f"{PLAYER}/check-in", **operation("checkIn", "Check a player in", TAG))
    def check_in(asked: Annotated[WriteRequest, organiser], player: PlayerNo) -> Response:
        """The player is present."""
        return writer.execute(asked, c.CheckIn(PlayerId(player)))

    @routes.post(f"{PLAYER}/check-out", **operation("checkOut", "Take a check-in back", TAG))
    def check_out(asked: Annotated[WriteRequest, organiser], player: PlayerNo) -> Response:
        """Before the start only."""
        return writer.execute(asked, c.CheckOut(PlayerId(player)))


def _arrangements(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.put(
        f"{PLAYER}/byes/{{n}}",
        **operation(
            "requestBye",
            "Leave a player out of a coming round",
            TAG,
            openapi_extra=takes(schemas.ByeRequest, {"kind": "half"}, needed=False),
        ),
    )
    def put_bye(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        n: RoundNo,
        wanted: Annotated[schemas.ByeRequest, Depends(body(schemas.ByeRequest))],
    ) -> Response:
        """With this kind of bye, whatever was asked for before."""
        kind = ByeKind(wanted.kind)
        outcome = writer.service.run(asked.order, edits.set_bye, PlayerId(player), n, kind)
        return writer.tell(asked, outcome)

    @routes.delete(
        f"{PLAYER}/byes/{{n}}", **operation("withdrawBye", "Pair a player after all", TAG)
    )
    def delete_bye(
        asked: Annotated[WriteRequest, organiser], player: PlayerNo, n: RoundNo
    ) -> Response:
        """The request for a bye in that round is withdrawn."""
        return writer.execute(asked, c.WithdrawByeRequest(PlayerId(player), n))

    @routes.put(
        f"{PLAYER}/table",
        **operation(
            "fixTable",
            "Keep a player at one table",
            TAG,
            openapi_extra=takes(schemas.FixTableRequest, {"table": 3}),
        ),
    )
    def put_table(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        wanted: Annotated[schemas.FixTableRequest, Depends(body(schemas.FixTableRequest))],
    ) -> Response:
        """In every coming round."""
        command = c.FixTable(PlayerId(player), wanted.table)
        return writer.tell(asked, writer.service.run(asked.order, edits.set_once, command))

    @routes.delete(f"{PLAYER}/table", **operation("freeTable", "Let a player sit anywhere", TAG))
    def delete_table(asked: Annotated[WriteRequest, organiser], player: PlayerNo) -> Response:
        """In every coming round."""
        command = c.FixTable(PlayerId(player), None)
        return writer.tell(asked, writer.service.run(asked.order, edits.set_once, command))

    @routes.put(
        f"{PLAYER}/missed-rounds",
        **operation(
            "setMissedRounds",
            "Say how missed rounds count",
            TAG,
            openapi_extra=takes(
                schemas.MissedRoundsRequest, {"kind": "zero", "reason": "came late"}
            ),
        ),
    )
    def put_missed(
        asked: Annotated[WriteRequest, organiser],
        player: PlayerNo,
        wanted: Annotated[schemas.MissedRoundsRequest, Depends(body(schemas.MissedRoundsRequest))],
    ) -> Response:
        """All rounds that the player was not there for; after the start with a reason."""
        kind = ByeKind(wanted.kind)
        return writer.execute(asked, c.SetMissedRounds(PlayerId(player), kind, wanted.reason))


def _pairs(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.put(
        f"{HERE}/avoided/{{a}}/{{b}}",
        **operation(
            "avoidPair",
            "Keep two players apart",
            TAG,
            openapi_extra=takes(
                schemas.RestrictionRequest, {"hard": False, "until_round": 3}, needed=False
            ),
        ),
    )
    def avoid(
        asked: Annotated[WriteRequest, organiser],
        a: PlayerNo,
        b: PlayerNo,
        wanted: Annotated[schemas.RestrictionRequest, Depends(body(schemas.RestrictionRequest))],
    ) -> Response:
        """On these terms, whatever they were before: `hard` never, else if it can be helped."""
        terms = PairingRestriction(wanted.hard, wanted.from_round, wanted.until_round)
        outcome = writer.service.run(
            asked.order, edits.set_pairing_restriction, PlayerId(a), PlayerId(b), terms
        )
        return writer.tell(asked, outcome)

    @routes.delete(
        f"{HERE}/avoided/{{a}}/{{b}}", **operation("allowPair", "Let two players meet", TAG)
    )
    def allow(asked: Annotated[WriteRequest, organiser], a: PlayerNo, b: PlayerNo) -> Response:
        """They were kept apart."""
        return writer.execute(asked, c.AllowPair(PlayerId(a), PlayerId(b)))


async def _entries_of(request: Request) -> _Entries:
    """From CSV, from any file with players, from a list, or from one object."""
    if media_type(request) == "text/csv":
        return _Entries(read_entries(await request.body()))
    if media_type(request) == "application/octet-stream":
        data = await request.body()
        return _Entries(usable(read_file(data).listing))
    sent = await json_of(request)
    if isinstance(sent, dict) and "name" in sent and "players" not in sent:
        one = checked(schemas.EnterPlayerRequest, sent)
        return _begun([one], one)
    many = checked(schemas.EnterPlayersRequest, sent)
    return _begun(many.players, many)


def _begun(found: list[Any], how: schemas.Entering) -> _Entries:
    missed = None if how.missed is None else ByeKind(how.missed)
    return _Entries(tuple(one.entrant() for one in found), how.from_round, missed)


_MANY = {"players": [{"name": "Ana Lima", "rating": 2100, "club": "Rooks"}, {"name": "Bo Chen"}]}
_TEAM = {"name": "Rooks", "members": [{"name": "Ana Lima", "rating": 2100}, {"name": "Cy Diaz"}]}
_CSV = "name,rating,club\nAna Lima,2100,Rooks\nBo Chen,,\n"
_ENTRIES = takes(schemas.EnterPlayersRequest, _MANY, {"name": "Ana Lima", "rating": 2100}, _TEAM)
_CONTENT = _ENTRIES["requestBody"]["content"]
_CONTENT["application/json"]["schema"] = {
    "anyOf": [inlined(schemas.EnterPlayersRequest), inlined(schemas.EnterPlayerRequest)]
}
_CONTENT["application/octet-stream"] = {
    "schema": {"type": "string", "description": "XLSX, ODS, TRF, TDF, WER, or a plain list."},
    "examples": {"list": {"value": "Ana Lima, 2100\nBo Chen"}},
}
_CONTENT["text/csv"] = {"schema": {"type": "string"}, "examples": {"list": {"value": _CSV}}}
