"""Errors of the framework and of pairing as problem documents."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from fairpair.api.bodies import invalid_request
from fairpair.app.use_cases.pairing import remedy
from fairpair.app.use_cases.rounds import RoundNotPairableError
from fairpair.core.ids import TournamentId
from fairpair.engine.pairing.proposal import Suggestion
from fairpair.http.problems import framework_problem, problem
from fairpair.log import commands as c
from fairpair.log.rounds import ResultsPendingError


def install(app: FastAPI) -> None:
    """Make the application answer these errors too."""
    app.add_exception_handler(RoundNotPairableError, _handle_unpairable_round)
    app.add_exception_handler(ResultsPendingError, _handle_pending_results)
    app.add_exception_handler(RequestValidationError, _handle_invalid_request)
    app.add_exception_handler(HTTPException, framework_problem)


def _handle_unpairable_round(request: Request, error: Exception) -> JSONResponse:
    """Add every suggestion with the requests that carry it out."""
    assert isinstance(error, RoundNotPairableError)  # noqa: S101  the class it is registered for
    here = TournamentId(request.path_params["tournament"])
    return problem(error, suggestions=build_suggestions(here, error))


def _handle_pending_results(_request: Request, error: Exception) -> JSONResponse:
    """Add the tables without a result."""
    assert isinstance(error, ResultsPendingError)  # noqa: S101  the class it is registered for
    pending = [{"id": id_, "table": table} for table, id_ in error.pending.items()]
    return problem(error, pending=pending)


def _handle_invalid_request(_request: Request, error: Exception) -> JSONResponse:
    """Report invalid parts of the address and of headers, where there is no body."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  the class it is registered for
    return problem(invalid_request(error))


Data = dict[str, Any]


def build_suggestions(here: TournamentId, error: RoundNotPairableError) -> list[Data]:
    """Every suggestion with its text, the players concerned, and the requests that carry it out."""
    return [
        {
            "kind": one.kind,
            "text": one.text,
            "players": list(one.players),
            "pairs": [list(pair) for pair in one.pairs],
            "requests": [
                _request(f"/api/tournaments/{here}", error, one, command)
                for command in remedy(error.tournament, one)
            ],
        }
        for one in error.suggestions
    ]


def _request(base: str, error: RoundNotPairableError, one: Suggestion, command: c.Command) -> Data:
    round_no = error.tournament.upcoming.round_no
    match command:
        case c.DraftRound():
            body = {"remedy": one.kind, "draft": True}
            return _request_data("POST", f"{base}/rounds/{round_no}/generate", body)
        case c.RequestBye():
            path = f"{base}/players/{command.player}/byes/{command.round_no}"
            return _request_data("PUT", path, {"kind": command.kind.value})
        case c.AllowPair():
            return _request_data("DELETE", f"{base}/avoided/{command.a}/{command.b}", None)
        case c.ChangeRules():
            body = {"rules": dict(command.changes), "reason": command.reason}
            return _request_data("PATCH", base, body)
        case c.FinishTournament():
            body = {"early": command.early, "reason": command.reason}
            return _request_data("POST", f"{base}/finish", body)
        case _:
            raise AssertionError(f"{command!r} has no address")


def _request_data(method: str, path: str, body: Data | None) -> Data:
    return {"method": method, "path": path, "body": body}
