"""Whatever the description allows, and whatever it does not: no 5xx, no undocumented answer."""

import copy
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from fairpair.bootstrap import open_service
from fairpair.core.ids import TournamentId
from fairpair.server import make_app

from .states import StateServer, open_state_server

STATES = (
    "setup",
    "present",
    "running",
    "undone",
    "dropped",
    "late",
    "arranged",
    "hidden",
    "finished",
    "played",
    "last",
    "drafted",
)
PEOPLE = ("nobody", "player", "scorekeeper", "organiser", "admin")
load_all_checks()
KEPT = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
CHECKED: list[Any] = [CHECKS.get_one(name) for name in KEPT]
LIKELY: dict[str, dict[str, Any]] = {
    "tournament": {"enum": [*STATES, "nowhere"]},
    "player": {"type": "integer", "minimum": 1, "maximum": 11},
    "a": {"type": "integer", "minimum": 1, "maximum": 11},
    "b": {"type": "integer", "minimum": 1, "maximum": 11},
    "n": {"type": "integer", "minimum": 1, "maximum": 4},
    "stage": {"type": "integer", "minimum": 1, "maximum": 3},
    "pairing": {"enum": ["1-1-1", "1-1-2", "1-1-9", "1-2-1", "2-1-1"]},
    "name": {"enum": ["infinity", "fide_dutch", "nothing"]},
}


def described() -> dict[str, Any]:
    """The description as it is served, with values in addresses that are likely to be there."""
    service = open_service("memory:")
    found = copy.deepcopy(make_app(service).openapi())
    service.close()
    for path in found["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] in ("path", "query") and parameter["name"] in LIKELY:
                    parameter["schema"] = LIKELY[parameter["name"]]
    # It never ends; its statuses are in the matrix.
    del found["paths"]["/api/tournaments/{tournament}/events"]
    return found


SCHEMA = schemathesis.openapi.from_dict(described())


@pytest.fixture(scope="module")
def state_server() -> Iterator[StateServer]:
    """With a tournament to be read in each state, too."""
    with open_state_server() as found:
        for name, rows in found.states.items():
            if not found.service.store.version(TournamentId(f"template-{name}")):
                found.service.store.append(TournamentId(f"template-{name}"), 0, rows)
        yield found


def ask(case: schemathesis.Case[Any], state_server: StateServer) -> None:
    """Send it as one of the people, the same one for the same request; look at the answer."""
    content = repr((case.path_parameters, case.query, case.body))
    who = PEOPLE[zlib.crc32(content.encode("utf-8", "surrogatepass")) % len(PEOPLE)]
    state = case.path_parameters.get("tournament")
    here = TournamentId("running")
    if state in STATES:
        here = (
            TournamentId(f"template-{state}") if case.method == "GET" else state_server.copy(state)
        )
        case.path_parameters["tournament"] = here
    key = state_server.key(who, here)
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    answer = case.call(
        base_url=state_server.url, headers=headers, allow_redirects=False, timeout=120
    )
    if answer.status_code == 503 and answer.json()["code"] == "odds-busy":
        return  # a slow computer still estimates those of the requests before
    case.validate_response(answer, checks=CHECKED)


@SCHEMA.parametrize()
@settings(max_examples=10, suppress_health_check=[*HealthCheck])
def test_a_few_requests_of_each_kind(
    case: schemathesis.Case[Any], state_server: StateServer
) -> None:
    ask(case, state_server)


@pytest.mark.slow
@SCHEMA.parametrize()
@settings(max_examples=200, suppress_health_check=[*HealthCheck])
def test_many_requests_of_each_kind(
    case: schemathesis.Case[Any], state_server: StateServer
) -> None:
    ask(case, state_server)
