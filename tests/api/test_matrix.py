"""Every operation times everybody: who may do it, and what the others are told.

`TABLE` is the documented answer. An operation without a row fails the test.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from fairpair.app.access.grants import Grant, Role
from fairpair.app.access.keys import Access
from fairpair.app.transfer.exports import EXPORTS
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from timeouts import PATIENCE

from .role_server import ADMIN_KEY
from .route_list import ours, routes_of
from .states import StateServer, open_state_server

T = "/api/tournaments/{tournament}"
SOFT = ["avoided-pair", "bye-not-requested", "colour", "rematch", "too-many-byes"]
R1 = RoundRef(1, 1)
Body = Mapping[str, Any] | Callable[[Tournament], Mapping[str, Any]] | None


@dataclass(frozen=True)
class Row:
    """Who may do it at least, what they are told then, and what has to be so before.

    `told` are people who are told something else. Without `guarded` a key makes no difference.
    """

    least: Role
    ok: int = 200
    state: str = "running"
    body: Body = None
    told: Mapping[str, int] = field(default_factory=dict)
    guarded: bool = True
    n: int = 1


def organiser(ok: int = 200, **more: Any) -> Row:
    return Row(Role.ORGANISER, ok, **more)


def public(**more: Any) -> Row:
    return Row(Role.PUBLIC, **more)


def anybody(ok: int = 200, **more: Any) -> Row:
    return Row(Role.PUBLIC, ok, guarded=False, **more)


def seat_and_bye(t: Tournament) -> Mapping[str, Any]:
    round_ = t.rounds[R1]
    return {
        "out": round_.pairings[1].seats[0],
        "by": next(iter(round_.byes)),
        "confirmed": SOFT,
    }


def two_without_a_match(t: Tournament) -> Mapping[str, Any]:
    return {"players": [next(iter(t.rounds[R1].byes)), max(t.entries)], "confirmed": SOFT}


def another_bye(t: Tournament) -> Mapping[str, Any]:
    return {"player": next(iter(t.rounds[R1].byes)), "kind": "half"}


def own_name(t: Tournament) -> Mapping[str, Any]:
    return {"confirm": t.name}


RESULT = {"games": [2, 1]}
NEVER_STAFF = {"scorekeeper": 403, "organiser": 403, "admin": 403}
ANY_STAFF = {"a stranger": 200, "scorekeeper": 200, "organiser": 200}
ANY_STAFF_ASKS = dict.fromkeys(ANY_STAFF, 422)
TABLE: dict[str, Row] = {
    # --- the server
    "GET /api/health": anybody(),
    "GET /api/ready": anybody(),
    "GET /metrics": Row(Role.ADMIN),
    "GET /api/sharing": Row(Role.ADMIN),
    "PUT /api/sharing": Row(Role.ADMIN, 409),  # it was not started by `serve`
    "DELETE /api/sharing": Row(Role.ADMIN),
    "GET /api/openapi.json": anybody(),
    "GET /api/docs": anybody(),
    "GET /api/docs/show.js": anybody(),
    "MOUNT /api/docs/assets": anybody(),
    "MOUNT /static": anybody(),
    "GET /api/presets": anybody(),
    "GET /api/presets/{name}": anybody(),
    "POST /api/presets": Row(Role.ADMIN, 404, body={"name": "Club", "tournament": "none"}),
    "PATCH /api/presets/{name}": Row(Role.ADMIN, 404, body={"name": "Club"}),
    "DELETE /api/presets/{name}": Row(Role.ADMIN, 404),
    "GET /api/lists": Row(Role.ADMIN, told=ANY_STAFF),
    "POST /api/lists": Row(Role.ADMIN, 415),
    "POST /api/lists/download": Row(Role.ADMIN, 422),
    "GET /api/lists/import": Row(Role.ADMIN),
    "DELETE /api/lists/{list_id}": Row(Role.ADMIN, 404),
    "GET /api/lists/search": Row(Role.ADMIN, 422, told={**ANY_STAFF, **ANY_STAFF_ASKS}),
    "POST /api/lists/update": Row(Role.ADMIN, 404),
    f"GET {T}/rating-check": organiser(),
    f"POST {T}/rating-check": organiser(409, body={"players": [1]}),
    "GET /api/deleted": Row(Role.ADMIN),
    "POST /api/deleted/{deleted}/restore": Row(Role.ADMIN, 404),
    "DELETE /api/deleted/{deleted}": Row(Role.ADMIN, 404),
    "GET /api/tiebreaks": anybody(),
    "GET /api/tournaments": public(),
    "POST /api/tournaments": Row(Role.ADMIN, 201, body={"name": "New"}),
    "POST /api/tournaments/import": Row(Role.ADMIN, 422, body={}),
    # --- keys
    "GET /api/whoami": public(),
    "POST /api/login": anybody(401, body={"key": "wrong"}),
    "POST /api/logout": anybody(204),
    "GET /api/logins": Row(Role.PLAYER, told={"a stranger": 200}),
    "DELETE /api/logins": Row(Role.PLAYER, 204, told={"a stranger": 204}),
    "DELETE /api/logins/{login}": Row(Role.PLAYER, 404, told={"a stranger": 404}),
    "GET /login/{code}": anybody(),
    "POST /login/{code}": anybody(303),
    f"GET {T}/whoami": public(),
    f"GET {T}/keys": organiser(),
    f"POST {T}/keys": organiser(201, body={"role": "scorekeeper"}),
    f"POST {T}/keys/players": organiser(201),
    f"DELETE {T}/keys/{{key_id}}": organiser(204),
    f"POST {T}/keys/{{key_id}}/login": organiser(201),
    # --- reading
    f"GET {T}": public(),
    f"GET {T}/status": public(),
    f"GET {T}/rules": public(),
    f"GET {T}/header": public(),
    f"GET {T}/pictures/{{kind}}": Row(Role.PUBLIC, 404),
    f"GET {T}/recommendation": public(),
    f"GET {T}/history": Row(Role.SCOREKEEPER),
    f"GET {T}/verification": organiser(),
    f"GET {T}/draw": public(),
    f"GET {T}/proof": public(ok=404),  # until a tournament with a commitment is finished
    f"GET {T}/export": organiser(),
    **{f"GET {T}/export/{one.path}": Row(one.least) for one in EXPORTS},
    f"GET {T}/players": public(),
    f"GET {T}/players/{{player}}": public(),
    f"GET {T}/requests": Row(Role.SCOREKEEPER),
    f"GET {T}/ratings": Row(Role.SCOREKEEPER),
    f"GET {T}/players/{{player}}/rating": Row(Role.SCOREKEEPER),
    f"GET {T}/numbers": Row(Role.SCOREKEEPER),
    f"GET {T}/teams": public(),
    f"GET {T}/rounds": public(),
    f"GET {T}/rounds/{{n}}": public(),
    f"GET {T}/rounds/{{n}}/why": public(),
    f"GET {T}/rounds/{{n}}/why/{{player}}": public(),
    f"GET {T}/rounds/{{n}}/why-not": Row(Role.PUBLIC, 422),  # without players
    f"GET {T}/standings": public(),
    f"GET {T}/standings/{{player}}/why": public(),
    f"GET {T}/ties": Row(Role.SCOREKEEPER),
    f"PUT {T}/ties/values": organiser(body={"meaning": "jury"}),
    f"PUT {T}/ties/order": organiser(409, body={"players": [1, 2], "reason": "lot"}),
    f"GET {T}/outlook": Row(Role.SCOREKEEPER, told={"nobody": 403}),
    f"GET {T}/odds": Row(Role.SCOREKEEPER, told={"nobody": 403}),
    f"GET {T}/crosstable": public(),
    f"GET {T}/ranking": public(),
    f"GET {T}/statistics": public(),
    f"GET {T}/bracket": public(state="last"),
    f"GET {T}/print/{{sheet}}.pdf": public(),
    f"GET {T}/events": public(),
    # --- webhooks
    f"GET {T}/webhooks": organiser(),
    f"POST {T}/webhooks": organiser(201, body={"url": "https://example.org/hook"}),
    f"POST {T}/webhooks/{{webhook}}/resume": organiser(),
    f"DELETE {T}/webhooks/{{webhook}}": organiser(204),
    # --- the tournament
    f"PATCH {T}": organiser(body={"name": "Other"}),
    f"PATCH {T}/header": organiser(body={"city": "Leipzig"}),
    f"PUT {T}/pictures/{{kind}}": organiser(415),
    f"DELETE {T}/pictures/{{kind}}": organiser(),
    f"POST {T}/start": organiser(state="setup"),
    f"POST {T}/fide/leave": organiser(409),
    f"POST {T}/cut": organiser(state="last"),
    f"POST {T}/open": organiser(409),  # no match is waiting
    f"POST {T}/finish": organiser(body={"early": True}),
    f"POST {T}/reopen": organiser(state="finished", body={"reason": "photo"}),
    f"POST {T}/archive": organiser(),
    f"POST {T}/draw/commit": organiser(state="setup"),
    f"POST {T}/draw/value": organiser(409, body={"value": "12"}),  # none was announced
    f"POST {T}/unarchive": organiser(409),  # it is not archived
    f"POST {T}/copy": Row(Role.ADMIN, 201, body={"name": "Copy"}),
    f"POST {T}/delete": organiser(body=own_name),
    f"POST {T}/undo": organiser(),
    f"POST {T}/redo": organiser(state="undone"),
    # --- players
    f"POST {T}/players": organiser(201, body={"name": "Zoe"}),
    f"PATCH {T}/players/{{player}}": organiser(body={"rating": 1234}),
    f"POST {T}/players/{{player}}/drop": organiser(),
    f"POST {T}/players/{{player}}/erase": organiser(),
    f"POST {T}/players/{{player}}/reinstate": organiser(state="dropped"),
    f"POST {T}/players/{{player}}/check-in": organiser(),
    f"POST {T}/players/{{player}}/check-out": organiser(state="present"),
    f"POST {T}/requests": Row(Role.PLAYER, 201, body={"round": 3}, told=NEVER_STAFF),
    f"DELETE {T}/requests": Row(Role.PLAYER, 404, told=NEVER_STAFF),
    f"POST {T}/requests/answer": organiser(
        state="asked", body={"player": 1, "round": 3, "accept": True}
    ),
    f"PUT {T}/players/{{player}}/byes/{{n}}": organiser(n=3),
    f"DELETE {T}/players/{{player}}/byes/{{n}}": organiser(state="arranged", n=3),
    f"PUT {T}/players/{{player}}/half-byes": organiser(body={"allowed": False}),
    f"PUT {T}/players/{{player}}/table": organiser(body={"table": 7}),
    f"DELETE {T}/players/{{player}}/table": organiser(state="arranged"),
    f"PUT {T}/players/{{player}}/missed-rounds": organiser(body={"kind": "zero", "reason": "x"}),
    f"POST {T}/players/renumber": organiser(409),  # they have these numbers
    f"PUT {T}/players/{{player}}/rating": organiser(body={"list": ""}),
    f"PUT {T}/players/{{player}}/ratings/{{n}}": organiser(409, n=3, body={"rating": 2150}),
    f"DELETE {T}/players/{{player}}/ratings/{{n}}": organiser(409, n=3),  # there is none
    f"POST {T}/players/exchange-numbers": organiser(body={"a": 1, "b": 2}),
    f"PUT {T}/avoided/{{a}}/{{b}}": organiser(),
    f"DELETE {T}/avoided/{{a}}/{{b}}": organiser(state="arranged"),
    # --- rounds
    f"POST {T}/rounds/{{n}}/generate": organiser(state="played", n=2),
    f"POST {T}/rounds/{{n}}/publish": organiser(state="drafted", n=2),
    f"POST {T}/rounds/{{n}}/discard": organiser(state="drafted", n=2),
    f"POST {T}/rounds/{{n}}/complete": organiser(state="played"),
    f"POST {T}/rounds/{{n}}/swap": organiser(body={"a": 1, "b": 2, "confirmed": SOFT}),
    f"POST {T}/rounds/{{n}}/replace": organiser(body=seat_and_bye),
    f"POST {T}/rounds/{{n}}/repair": organiser(body={"missing": [1]}),
    f"GET {T}/rounds/{{n}}/repair": Row(Role.SCOREKEEPER),
    f"POST {T}/rounds/{{n}}/byes": organiser(body=another_bye),
    f"POST {T}/rounds/{{n}}/move": organiser(body={"table": 1, "to": 9}),
    f"POST {T}/rounds/{{n}}/tables": organiser(state="late", body=two_without_a_match),
    f"PUT {T}/rounds/{{n}}/clock": Row(Role.SCOREKEEPER, body={"running": True}),
    f"PUT {T}/rounds/{{n}}/tables/{{table}}/extra-time": Row(Role.SCOREKEEPER, body={"minutes": 5}),
    f"POST {T}/rounds/{{n}}/edit": organiser(),
    f"POST {T}/rounds/{{n}}/cancel-editing": organiser(409),  # nobody edits it
    # --- results
    f"PUT {T}/pairings/{{pairing}}/rating-result": organiser(
        state="played", body={"result": "1-0", "reason": "x"}
    ),
    f"POST {T}/pairings/{{pairing}}/colours": organiser(409, body={"reason": "x"}),  # it has none
    f"PUT {T}/pairings/{{pairing}}/result": Row(Role.SCOREKEEPER, body=RESULT),
    f"DELETE {T}/pairings/{{pairing}}/result": Row(Role.SCOREKEEPER, state="played"),
    f"POST {T}/pairings/{{pairing}}/report": Row(Role.PLAYER, body=RESULT, told=NEVER_STAFF),
}

PEOPLE = ("nobody", "a wrong key", "a stranger", "player", "scorekeeper", "organiser", "admin")
RANKS = [Role.PUBLIC, Role.PLAYER, Role.SCOREKEEPER, Role.ORGANISER, Role.ADMIN]


def expected(row: Row, who: str) -> int:
    """What the table says: 401 without a good key, 403 with one that is not enough."""
    if who in row.told:
        return row.told[who]
    if not row.guarded:
        return row.ok
    if who == "a wrong key":
        return 401
    if row.least == Role.PUBLIC:
        return row.ok
    if who == "nobody":
        return 401
    if who == "a stranger":
        return 403
    return row.ok if RANKS.index(Role(who)) >= RANKS.index(row.least) else 403


@dataclass
class MatrixServer:
    """A server, what it offers, and somebody who asks it."""

    state_server: StateServer
    client: httpx.Client
    routes: list[tuple[str, str]]
    described: set[str]

    def webhook(self, here: TournamentId) -> str:
        made = self.client.post(
            f"/api/tournaments/{here}/webhooks",
            json={"url": "https://example.org/hook"},
            headers={"Authorization": f"Bearer {ADMIN_KEY}"},
        )
        return str(made.json()["webhook"]["id"])

    def path(self, template: str, row: Row, here: TournamentId) -> str:
        values: dict[str, Callable[[], object]] = {
            "tournament": lambda: here,
            "name": lambda: "infinity",
            "deleted": lambda: "never-there",
            "code": lambda: self.state_server.access.login_code(_admin(self.state_server.access)),
            "key_id": lambda: self.state_server.access.make(Role.SCOREKEEPER, here).id,
            "webhook": lambda: self.webhook(here),
            "player": lambda: 1,
            "n": lambda: row.n,
            "table": lambda: 1,
            "a": lambda: 1,
            "b": lambda: 2,
            "pairing": lambda: "1-1-1",
            "sheet": lambda: "pairings",
            "kind": lambda: "logo",
            "list_id": lambda: 7,
        }
        for name, value in values.items():
            if f"{{{name}}}" in template:
                template = template.replace(f"{{{name}}}", str(value()))
        return template

    def ask(self, method: str, template: str, row: Row, who: str, state: str = "") -> int:
        """The status that this person is told."""
        here = self.state_server.copy(state or row.state)
        path, key = self.path(template, row, here), self.state_server.key(who, here)
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        t = self.state_server.service.journal(here).tournament
        body = row.body(t) if callable(row.body) else row.body
        if method == "MOUNT":
            method, path = (
                "GET",
                {"/static": "/static/fairpair.css"}.get(path, f"{path}/swagger-ui.css"),
            )
        how: dict[str, Any] = {} if body is None else {"json": body}
        self.client.cookies.clear()
        # Streams never end: what they begin with is enough.
        with self.client.stream(method, path, headers=headers, **how) as answer:
            return answer.status_code


def _admin(access: Access) -> Grant:
    grant = access.verify(ADMIN_KEY)
    assert grant is not None
    return grant


@pytest.fixture(scope="module")
def matrix_server() -> Iterator[MatrixServer]:
    with (
        open_state_server() as state_server,
        httpx.Client(base_url=state_server.url, timeout=PATIENCE) as client,
    ):
        described = {
            f"{method.upper()} {path}"
            for path, found in state_server.app.openapi()["paths"].items()
            for method in found
        }
        routes = sorted(
            {(how, path) for how, path in routes_of(state_server.app.routes) if ours(path)}
        )
        yield MatrixServer(state_server, client, routes, described)


def test_every_operation_has_a_row_and_every_row_an_operation(matrix_server: MatrixServer) -> None:
    there = {f"{method} {path}" for method, path in matrix_server.routes if method != "HEAD"}
    heads = {f"GET {path}" for method, path in matrix_server.routes if method == "HEAD"}
    assert there == set(TABLE)
    assert heads <= set(TABLE)
    assert matrix_server.described <= set(TABLE)
    unread = {row for row in TABLE if row.startswith("MOUNT") or "/api/docs" in row}
    assert matrix_server.described == set(TABLE) - unread - {
        "GET /api/openapi.json",
        "GET /login/{code}",
        "POST /login/{code}",
    }


@pytest.mark.parametrize("operation", TABLE)
def test_who_may_do_what(matrix_server: MatrixServer, operation: str) -> None:
    row, (method, path) = TABLE[operation], operation.split(" ")
    told = {who: matrix_server.ask(method, path, row, who) for who in PEOPLE}
    assert told == {who: expected(row, who) for who in PEOPLE}
    if method == "GET" and ("HEAD", path) in matrix_server.routes:
        told = {who: matrix_server.ask("HEAD", path, row, who) for who in PEOPLE}
        assert told == {who: expected(row, who) for who in PEOPLE}


PUBLIC = [
    operation
    for operation, row in TABLE.items()
    if row.least == Role.PUBLIC and T in operation and row.state == "running"
]


@pytest.mark.parametrize("operation", PUBLIC)
def test_a_hidden_event_is_shown_to_those_who_hold_one_of_its_keys(
    matrix_server: MatrixServer, operation: str
) -> None:
    row, (method, path) = TABLE[operation], operation.split(" ")
    told = {who: matrix_server.ask(method, path, row, who, "hidden") for who in PEOPLE}
    refused = {"nobody": 401, "a wrong key": 401, "a stranger": 403}
    assert told == {who: refused.get(who, row.ok) for who in PEOPLE}


@pytest.mark.parametrize("operation", [x for x in TABLE if T in x])
def test_a_tournament_that_is_not_there(matrix_server: MatrixServer, operation: str) -> None:
    row, (method, path) = TABLE[operation], operation.split(" ")
    path = matrix_server.path(
        path.replace("{webhook}", "x").replace("{key_id}", "x"), row, TournamentId("no")
    )
    body: dict[str, Any] = {"json": row.body} if isinstance(row.body, dict) else {}
    headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
    matrix_server.client.cookies.clear()
    answer = matrix_server.client.request(method, path, headers=headers, **body)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-tournament")
