"""Whatever the description allows, and whatever it does not: no 5xx, no undocumented answer."""

import copy
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from fairpair.app.access import Access, Role
from fairpair.app.key_texts import digest
from fairpair.app.service import Service
from fairpair.bootstrap import make_app, open_service, utc_now
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.log.stored import StoredEvent

from .door import ADMIN_KEY, serving
from .states import make_states

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


@dataclass
class Server:
    """A server on which every request that writes finds a tournament of its own."""

    service: Service
    access: Access
    url: str
    states: dict[str, list[StoredEvent]]
    made: int = 0

    def copy(self, state: str) -> TournamentId:
        self.made += 1
        name = TournamentId(f"t{self.made}")
        self.service.store.append(name, 0, self.states[state])
        return name

    def key(self, who: str, here: TournamentId) -> str | None:
        if who == "nobody":
            return None
        if who == "admin":
            return ADMIN_KEY
        player = PlayerId(1) if who == "player" else None
        return self.access.make(Role(who), here, player).key


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    service = open_service("memory:")
    access = Access(service.store.keys, utc_now, digest(ADMIN_KEY))
    app = make_app(service, access, wrong_keys="1000000/minute")
    states = make_states(service)
    for name, rows in states.items():
        if not service.store.version(TournamentId(f"template-{name}")):
            service.store.append(TournamentId(f"template-{name}"), 0, rows)
    with serving(app) as url:
        yield Server(service, access, url, states)
    service.close()


def ask(case: schemathesis.Case[Any], server: Server) -> None:
    """Send it as one of the people, the same one for the same request; look at the answer."""
    content = repr((case.path_parameters, case.query, case.body))
    who = PEOPLE[zlib.crc32(content.encode("utf-8", "surrogatepass")) % len(PEOPLE)]
    state = case.path_parameters.get("tournament")
    here = TournamentId("running")
    if state in STATES:
        here = TournamentId(f"template-{state}") if case.method == "GET" else server.copy(state)
        case.path_parameters["tournament"] = here
    key = server.key(who, here)
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    answer = case.call(base_url=server.url, headers=headers, allow_redirects=False, timeout=120)
    case.validate_response(answer, checks=CHECKED)


@SCHEMA.parametrize()
@settings(max_examples=10, suppress_health_check=[*HealthCheck])
def test_a_few_requests_of_each_kind(case: schemathesis.Case[Any], server: Server) -> None:
    ask(case, server)


@pytest.mark.slow
@SCHEMA.parametrize()
@settings(max_examples=200, suppress_health_check=[*HealthCheck])
def test_many_requests_of_each_kind(case: schemathesis.Case[Any], server: Server) -> None:
    ask(case, server)
