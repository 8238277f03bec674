"""Rounds: make, change by hand, show, close."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from fairpair.api.bodies import body
from fairpair.api.commands import schemas
from fairpair.api.commands.shared import Writer, operation
from fairpair.api.openapi import takes
from fairpair.api.path_params import ROUND, RoundNo, Stage, TableNo
from fairpair.api.write_request import WriteRequest
from fairpair.app.access.grants import Role
from fairpair.app.service import Outcome, Service
from fairpair.app.use_cases import clocks, edits, rounds
from fairpair.app.use_cases.command_results import RoundCommandResult, round_done
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.http.authentication import Guard
from fairpair.log import commands as c

TAG = "rounds"


def router(service: Service, guard: Guard) -> APIRouter:
    """The routes, working on this service."""
    routes = APIRouter()
    writer = Writer(service, guard)
    _making(routes, writer)
    _showing(routes, writer)
    _players(routes, writer)
    _tables(routes, writer)
    _time(routes, writer)
    return routes


def _making(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{ROUND}/generate",
        **operation(
            "generateRound",
            "Make a round, and publish it",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(
                schemas.GenerateRoundRequest,
                {"draft": False},
                {"remedy": "rematch"},
                _BY_HAND,
                needed=False,
            ),
        ),
    )
    def generate(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[
            schemas.GenerateRoundRequest, Depends(body(schemas.GenerateRoundRequest))
        ],
        stage: Stage = 1,
    ) -> Response:
        """The round before is completed if all its results are in; else 409 with the pending
        tables. With `draft` only the staff sees it until it is published. A round that cannot be
        paired is 409 with the causes and with suggestions as requests; nothing is changed then.
        """
        ref = RoundRef(stage, n)
        making = rounds.RoundOptions(
            wanted.draft,
            tuple(wanted.confirmed),
            wanted.remedy or "",
            wanted.seats(),
            wanted.rests(),
        )
        outcome = writer.service.run(asked.order, rounds.generate, ref, making)
        return _told(writer, asked, outcome, ref)


def _showing(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{ROUND}/publish",
        **operation(
            "publishRound",
            "Show a draft to everybody",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.PublishRequest, {"confirmed": ["rematch"]}, needed=False),
        ),
    )
    def publish(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.PublishRequest, Depends(body(schemas.PublishRequest))],
        stage: Stage = 1,
    ) -> Response:
        """From here players see it, and results can be entered."""
        ref = RoundRef(stage, n)
        command = c.PublishRound(wanted.as_it_is, tuple(wanted.confirmed))
        outcome = writer.service.run(asked.order, rounds.in_round, ref, command)
        return _told(writer, asked, outcome, ref)

    @routes.post(f"{ROUND}/discard", **operation("discardRound", "Throw a draft away", TAG))
    def discard(
        asked: Annotated[WriteRequest, organiser], n: RoundNo, stage: Stage = 1
    ) -> Response:
        """Nobody has seen it."""
        ref = RoundRef(stage, n)
        outcome = writer.service.run(asked.order, rounds.in_round, ref, c.DiscardDraft())
        return writer.tell(asked, outcome)

    @routes.post(f"{ROUND}/complete", **operation("completeRound", "Close a round", TAG))
    def complete(
        asked: Annotated[WriteRequest, organiser], n: RoundNo, stage: Stage = 1
    ) -> Response:
        """All results must be in; else 409 with the pending tables."""
        ref = RoundRef(stage, n)
        outcome = writer.service.run(asked.order, rounds.in_round, ref, c.CompleteRound())
        return writer.tell(asked, outcome)


def _players(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{ROUND}/swap",
        **operation(
            "swapPlayers",
            "Let two players change places",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.SwapRequest, {"a": 3, "b": 8, "reason": "brothers"}),
        ),
    )
    def swap(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.SwapRequest, Depends(body(schemas.SwapRequest))],
        stage: Stage = 1,
    ) -> Response:
        """Two seats of one table, of two tables, or a seat and a bye."""
        a, b = PlayerId(wanted.a), PlayerId(wanted.b)
        command = c.SwapPlayers(a, b, wanted.reason, tuple(wanted.confirmed))
        return _changed(writer, asked, RoundRef(stage, n), command)

    @routes.post(
        f"{ROUND}/replace",
        **operation(
            "replacePlayer",
            "Give a seat to somebody without a match",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.ReplaceRequest, {"out": 3, "by": 11, "bye": "zero"}),
        ),
    )
    def replace(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.ReplaceRequest, Depends(body(schemas.ReplaceRequest))],
        stage: Stage = 1,
    ) -> Response:
        """Whoever sat there has a bye of this kind then."""
        out, by, bye = PlayerId(wanted.out), PlayerId(wanted.by), ByeKind(wanted.bye)
        command = c.ReplacePlayer(out, by, bye, wanted.reason, tuple(wanted.confirmed))
        return _changed(writer, asked, RoundRef(stage, n), command)

    @routes.post(
        f"{ROUND}/byes",
        **operation(
            "giveBye",
            "Give somebody without a match a bye",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.GiveByeRequest, {"player": 9, "kind": "half"}),
        ),
    )
    def give_bye(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.GiveByeRequest, Depends(body(schemas.GiveByeRequest))],
        stage: Stage = 1,
    ) -> Response:
        """Or another kind of bye; in a round that is complete with a reason."""
        ref = RoundRef(stage, n)
        command = c.GiveBye(
            PlayerId(wanted.player),
            ByeKind(wanted.kind),
            n,
            stage,
            wanted.reason,
            tuple(wanted.confirmed),
        )
        return _told(writer, asked, writer.service.run_command(asked.order, command), ref)


def _tables(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.post(
        f"{ROUND}/move",
        **operation(
            "moveTable",
            "Play a match at another table",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.MoveTableRequest, {"table": 12, "to": 1}),
        ),
    )
    def move(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.MoveTableRequest, Depends(body(schemas.MoveTableRequest))],
        stage: Stage = 1,
    ) -> Response:
        """If somebody sits there, the two matches change tables."""
        return _changed(writer, asked, RoundRef(stage, n), c.MoveTable(wanted.table, wanted.to))

    @routes.post(
        f"{ROUND}/tables",
        **operation(
            "addTable",
            "Let two players without a match meet",
            TAG,
            RoundCommandResult,
            openapi_extra=takes(schemas.AddTableRequest, {"players": [9, 17]}),
        ),
    )
    def add(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.AddTableRequest, Depends(body(schemas.AddTableRequest))],
        stage: Stage = 1,
    ) -> Response:
        """For late entries and for who has a bye; without a number at the first free table."""
        seats = tuple(map(PlayerId, wanted.players))
        command = c.AddTable(seats, wanted.table, tuple(wanted.confirmed))
        return _changed(writer, asked, RoundRef(stage, n), command)


def _time(routes: APIRouter, writer: Writer) -> None:
    organiser = writer.role(Role.ORGANISER)

    @routes.put(
        f"{ROUND}/clock",
        **operation(
            "setClock",
            "Start, pause or set the clock",
            TAG,
            openapi_extra=takes(
                schemas.ClockRequest, {"running": True}, {"running": False, "minutes": 50}
            ),
        ),
    )
    def clock(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        wanted: Annotated[schemas.ClockRequest, Depends(body(schemas.ClockRequest))],
        stage: Stage = 1,
    ) -> Response:
        """It is the same for everybody: the round tells when it ends, or what is left."""
        outcome = writer.service.run(
            asked.order,
            partial(clocks.set_clock, now=writer.service.now),
            RoundRef(stage, n),
            running=wanted.running,
            minutes=wanted.minutes,
        )
        return writer.tell(asked, outcome)

    @routes.put(
        f"{ROUND}/tables/{{table}}/extra-time",
        **operation(
            "setExtraTime",
            "Let a table play longer",
            TAG,
            openapi_extra=takes(schemas.ExtraTimeRequest, {"minutes": 5}),
        ),
    )
    def extra_time(
        asked: Annotated[WriteRequest, organiser],
        n: RoundNo,
        table: TableNo,
        wanted: Annotated[schemas.ExtraTimeRequest, Depends(body(schemas.ExtraTimeRequest))],
        stage: Stage = 1,
    ) -> Response:
        """Minutes on top of the round's clock, in all; what the table had before is replaced."""
        command = c.ExtendTime(MatchRef(stage, n, table), wanted.minutes)
        return writer.tell(asked, writer.service.run(asked.order, edits.set_once, command))


def _changed(writer: Writer, asked: WriteRequest, ref: RoundRef, command: c.Command) -> Response:
    outcome = writer.service.run(asked.order, rounds.in_round, ref, command)
    return _told(writer, asked, outcome, ref)


def _told(writer: Writer, asked: WriteRequest, outcome: Outcome, ref: RoundRef) -> Response:
    return writer.tell(asked, outcome, partial(round_done, ref=ref))


_BY_HAND = {
    "draft": True,
    "tables": [{"table": 1, "players": [1, 2]}, {"table": 2, "players": [4, 3]}],
    "byes": [{"player": 5, "kind": "pairing"}],
}
