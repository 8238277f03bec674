"""Whatever is sent: a 4xx with a problem document, and nothing is changed."""

import http.client
import socket
from dataclasses import replace
from typing import Any

import pytest

from fairpair.app.access.grants import Role
from fairpair.core.ids import CommandId, TournamentId
from timeouts import PATIENCE

from .app_server import AppServer, begin_event, problem_of
from .role_server import ADMIN_KEY, begin


@pytest.fixture(scope="module")
def shared(served: AppServer) -> AppServer:
    return begin_event(served)


@pytest.fixture
def event(shared: AppServer) -> AppServer:
    """One event for all of them: nothing they send changes it, or not what others look at."""
    return replace(shared)


RESULT = "/pairings/1-1-1/result"
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b'{"games": [2, 0]',
        b'{"games": [2, 0]} {}',
        b"{'games': [2, 0]}",
        b'{"games": [2, 0],}',
        b'{"games": [NaN, 0]}',
        b'{"games": [Infinity, 0]}',
        b'{"result": "\\ud800"}',
        b'{"result": "\xff"}',
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b"\x00",
        b"games=2&games=0",
        b"[" * 100_000,
        b'{"games":' * 50_000,
    ],
    ids=lambda content: repr(content[:24]),
)
def test_broken_json(event: AppServer, content: bytes) -> None:
    event.refused(400, "broken-json", "PUT", RESULT, content=content, headers=JSON)


BODIES_WITHOUT_NEEDED_FIELDS = [
    ("POST", "/undo"),
    ("POST", "/redo"),
    ("POST", "/start"),
    ("POST", "/cut"),
    ("POST", "/finish"),
    ("POST", "/players/2/drop"),
    ("POST", "/players/2/reinstate"),
    ("POST", "/rounds/1/generate"),
    ("POST", "/rounds/1/publish"),
    ("POST", "/keys/players"),
    ("PUT", "/avoided/1/2"),
]


@pytest.mark.parametrize(("method", "path"), BODIES_WITHOUT_NEEDED_FIELDS)
def test_what_is_not_json_is_never_taken_for_the_defaults(
    event: AppServer, method: str, path: str
) -> None:
    event.refused(400, "broken-json", method, path, content=b'{"reason": "x"', headers=JSON)
    event.refused(400, "broken-json", method, path, content=b'{"action": NaN}', headers=JSON)
    other = {"Content-Type": "application/vnd.api+json"}
    event.refused(415, "wrong-content-type", method, path, content=b"{}", headers=other)
    event.refused(422, "bad-request", method, path, content=b'"text"', headers=JSON)


@pytest.mark.parametrize("content", [b"[]", b"null", b'"1-0"', b"7", b"true", b"[[[[[]]]]]"])
def test_json_that_is_no_object(event: AppServer, content: bytes) -> None:
    event.refused(422, "bad-request", "PUT", RESULT, content=content, headers=JSON)
    event.refused(422, "bad-request", "POST", "/players", content=content, headers=JSON)


@pytest.mark.parametrize("said", [None, "text/plain", "application/xml", "multipart/form-data", ""])
def test_bodies_of_another_type(event: AppServer, said: str | None) -> None:
    headers = {} if said is None else {"Content-Type": said}
    content = b'{"games": [2, 0]}'
    event.refused(415, "wrong-content-type", "PUT", RESULT, content=content, headers=headers)
    event.refused(415, "wrong-content-type", "POST", "/players", content=content, headers=headers)
    csv = {"Content-Type": "text/csv"}
    event.refused(415, "wrong-content-type", "PUT", RESULT, content=content, headers=csv)


def test_huge_bodies(event: AppServer) -> None:
    much = b'{"reason": "' + b"x" * (1024 * 1024) + b'"}'
    problem = event.refused(413, "too-large", "POST", "/undo", content=much, headers=JSON)
    assert "1024 KiB" in problem["title"]

    def in_pieces() -> Any:
        for _ in range(40):
            yield b" " * 32_768

    event.refused(413, "too-large", "POST", "/undo", content=in_pieces(), headers=JSON)
    event.refused(413, "too-large", "POST", "/players", content=in_pieces(), headers=JSON)


def test_a_body_that_is_announced_as_huge_is_not_waited_for(event: AppServer) -> None:
    where = event.client.base_url
    connection = http.client.HTTPConnection(where.host, where.port or 80, timeout=PATIENCE)
    connection.putrequest("POST", f"{event.base}/undo")
    connection.putheader("Authorization", f"Bearer {event.key}")
    connection.putheader("Content-Length", str(10**12))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


WRONG: list[tuple[str, str, Any, str]] = [
    ("PUT", RESULT, {"games": ["2", 0]}, "games.1"),
    ("PUT", RESULT, {"games": [2.5, 0]}, "games.1"),
    ("PUT", RESULT, {"games": [True, 0]}, "games.1"),
    ("PUT", RESULT, {"games": [-1, 0]}, "games.1"),
    ("PUT", RESULT, {"games": [10**30, 0]}, "games.1"),
    ("PUT", RESULT, {"games": [2]}, "games"),
    ("PUT", RESULT, {"games": {}}, "games"),
    ("PUT", RESULT, {"result": "2:0"}, "result"),
    ("PUT", RESULT, {"result": None}, "body"),
    ("PUT", RESULT, {"result": "1-0", "games": [1, 0]}, "body"),
    ("PUT", RESULT, {"result": "1-0", "corection": True}, "corection"),
    ("PUT", RESULT, {"result": "1-0", "players": [1, "2"]}, "players.2"),
    ("PUT", RESULT, {"boards": []}, "boards"),
    ("PUT", RESULT, {"boards": [{"result": "1-0", "members": [-1, 0]}]}, "boards.1.members.1"),
    ("POST", "/players", {"players": []}, "players"),
    ("POST", "/players", {"players": "Ana"}, "players"),
    ("POST", "/players", {"players": [{"name": 7}]}, "players.1.name"),
    ("POST", "/players", {"players": [{"name": "Ida", "rating": "1900"}]}, "players.1.rating"),
    ("POST", "/players", {"players": [{"name": "Ida", "mail": "a@b"}]}, "players.1.mail"),
    ("POST", "/players", {"name": "Ida", "members": [{"nam": "x"}]}, "members.1.name"),
    ("POST", "/players", {"name": "Ida", "from_round": 0}, "from_round"),
    ("POST", "/players", {"name": "Ida", "missed": "pairing"}, "missed"),
    ("PATCH", "/players/1", {}, "body"),
    ("PATCH", "/players/1", {"name": None}, "body"),
    ("POST", "/players/1/drop", {"kind": "eaten"}, "kind"),
    ("POST", "/players/1/drop", {"forfeit": "yes"}, "forfeit"),
    ("PUT", "/players/1/byes/2", {"kind": "pairing"}, "kind"),
    ("PUT", "/players/1/table", {"table": 0}, "table"),
    ("PUT", "/players/1/table", {}, "table"),
    ("PUT", "/avoided/1/2", {"hard": 1}, "hard"),
    ("POST", "/rounds/2/generate", {"draft": "no"}, "draft"),
    ("POST", "/rounds/2/generate", {"tables": [{"players": [1]}]}, "tables.1.players"),
    ("POST", "/rounds/2/generate", {"remedy": "bye", "tables": []}, "body"),
    ("POST", "/rounds/1/swap", {"a": 1}, "b"),
    ("POST", "/rounds/1/move", {"table": 1, "to": 10**9}, "to"),
    ("POST", "/cut", {"seeds": [1]}, "seeds"),
    ("POST", "/undo", {"action": 0}, "action"),
    ("POST", "/reopen", {}, "reason"),
    ("PATCH", "", {}, "body"),
    ("PATCH", "", {"rules": []}, "rules"),
]


@pytest.mark.parametrize(("method", "path", "body", "where"), WRONG)
def test_wrong_types(event: AppServer, method: str, path: str, body: Any, where: str) -> None:
    problem = event.refused(422, "bad-request", method, path, json=body)
    assert where in [one["where"] for one in problem["errors"]]


def test_all_wrong_fields_are_told_with_the_nearest_names(event: AppServer) -> None:
    body = {"players": [{"name": 7, "ratng": 1}, {"club": []}], "from_roud": 2}
    problem = event.refused(422, "bad-request", "POST", "/players", json=body)
    told = {one["where"]: one["message"] for one in problem["errors"]}
    assert set(told) == {
        "players.1.name",
        "players.1.ratng",
        "players.2.name",
        "players.2.club",
        "from_roud",
    }
    assert told["players.1.ratng"] == "is not a valid field; did you mean rating?"
    assert told["from_roud"] == "is not a valid field; did you mean from_round?"


NAMES = [
    ("", "is empty"),
    ("   ", "is empty"),
    ("Ana\r\nSet-Cookie: a=b", "control character"),
    ("Ana\x00", "control character"),
    ("Ana\u202e", "control character"),
    ("x" * 301, "the maximum is 300"),
]


@pytest.mark.parametrize(("name", "said"), NAMES)
def test_names_that_are_none(event: AppServer, name: str, said: str) -> None:
    problem = event.refused(422, "bad-value", "POST", "/players", json={"name": name})
    assert said in problem["detail"]
    event.key = ADMIN_KEY
    event.refused(422, "bad-value", "POST", "/api/tournaments", json={"name": name})


def test_rules_that_are_none(event: AppServer) -> None:
    deep: Any = 1
    for _ in range(50):
        deep = [deep]
    wrong = {
        "rounds": 10**12,
        "points": {"win": "1e999999"},
        "structure": deep,
        "omw_floor": 2,
        "a" * 500: 1,
    }
    event.key = ADMIN_KEY
    body = {"name": "A", "config": wrong}
    problem = event.refused(422, "bad-rules", "POST", "/api/tournaments", json=body)
    assert len(problem["errors"]) == 5
    body = {"name": "A", "config": {f"k{n}": n for n in range(300)}}
    event.refused(422, "bad-request", "POST", "/api/tournaments", json=body)


UNKNOWN: list[tuple[str, str, Any, str]] = [
    ("PATCH", "/players/99", {"rating": 1}, "unknown-player"),
    ("POST", "/players/99/drop", {}, "unknown-player"),
    ("POST", "/players/99/check-in", {}, "unknown-player"),
    ("PUT", "/players/99/byes/2", {}, "unknown-player"),
    ("DELETE", "/players/1/byes/2", {}, "no-bye-requested"),
    ("PUT", "/avoided/1/99", {}, "unknown-player"),
    ("DELETE", "/avoided/1/2", {}, "pair-not-avoided"),
    ("POST", "/rounds/1/swap", {"a": 1, "b": 99}, "unknown-player"),
    ("POST", "/rounds/7/complete", {}, "unknown-round"),
    ("POST", "/rounds/1/complete?stage=2", {}, "unknown-round"),
    ("PUT", "/pairings/1-1-99/result", {"result": "1-0"}, "unknown-table"),
    ("PUT", "/pairings/1-9-1/result", {"result": "1-0"}, "unknown-round"),
    ("PUT", "/pairings/2-1-1/result", {"result": "1-0"}, "unknown-round"),
    ("PUT", "/pairings/0-1-1/result", {"result": "1-0"}, "unknown-pairing"),
    ("PUT", "/pairings/1-1/result", {"result": "1-0"}, "unknown-pairing"),
    ("PUT", "/pairings/1-1-\u0661/result", {"result": "1-0"}, "unknown-pairing"),
    ("POST", "/undo", {"action": 999}, "unknown-action"),
    ("POST", "/api/tournaments/nowhere/start", {}, "no-tournament"),
]


@pytest.mark.parametrize(("method", "path", "body", "code"), UNKNOWN)
def test_unknown_ids(event: AppServer, method: str, path: str, body: Any, code: str) -> None:
    how = {} if method == "DELETE" else {"json": body}
    event.refused(404, code, method, path, **how)


def test_another_tournaments_keys_and_ids(event: AppServer) -> None:
    begin(event.service, TournamentId("other"))
    for role in (Role.ORGANISER, Role.SCOREKEEPER, Role.PLAYER):
        event.key = event.access.make(role, TournamentId("other"), label="x").key
        event.refused(403, "not-yours", "PUT", RESULT, json={"result": "1-0"})
        event.refused(403, "not-yours", "POST", "/undo", json={})
        event.refused(403, "not-yours", "POST", "/pairings/1-1-1/report", json={"result": "1-0"})
    event.key = event.player_key(1)
    event.base = "/api/tournaments/other"
    event.refused(403, "not-yours", "POST", "/pairings/1-1-1/report", json={"result": "1-0"})


def test_an_expired_key(event: AppServer) -> None:
    event.key = event.access.make(Role.SCOREKEEPER, event.here, minutes=-1).key
    event.refused(401, "bad-key", "PUT", RESULT, json={"result": "1-0"})


@pytest.mark.parametrize("key", ["x", "\xe4", "a" * 5000, "fp_org_0", "' OR 1=1 --"])
def test_keys_that_are_none(event: AppServer, key: str) -> None:
    header = {"Authorization": f"Bearer {key}".encode("latin-1")}
    event.key = ""
    answer = event.ask("POST", "/undo", headers=header)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    problem_of(answer)


PATHS = [
    "/api/tournaments/../../etc/passwd",
    "/api/tournaments/..%2f..%2fetc%2fpasswd/start",
    "/api/tournaments/%2e%2e/start",
    "/api/tournaments/cup%00/start",
    "/api/tournaments/CUP/start",
    "/api/tournaments/cup;/start",
    "/api/tournaments/cup%0d%0aX-Evil:1/start",
    "/api/tournaments/" + "c" * 3000 + "/start",
    "/api/tournaments/%ff%fe/start",
    "/api/tournaments/\u0441up/start",
    "/api/tournaments/cup/rounds/1%2f..%2f2/generate",
    "/api/tournaments//start",
    "/api/tournament/cup",
    "/api/",
    "/api",
]


@pytest.mark.parametrize("path", PATHS)
def test_path_tricks(event: AppServer, path: str) -> None:
    answer = _raw(event, f"POST {_quoted(path)} HTTP/1.1")
    assert answer.startswith(b"HTTP/1.1 404 "), answer[:300]
    assert b"content-type: application/problem+json" in answer
    assert b"X-Evil" not in answer.partition(b"\r\n\r\n")[0]


def _quoted(path: str) -> str:
    return "".join(c if c.isascii() else "".join(f"%{b:02x}" for b in c.encode()) for c in path)


@pytest.mark.parametrize("path", ["/rounds/0/generate", "/rounds/100/generate", "/rounds/x/swap"])
def test_numbers_in_addresses(event: AppServer, path: str) -> None:
    body = {"a": 1, "b": 2} if path.endswith("swap") else {}
    problem = event.refused(422, "bad-request", "POST", path, json=body)
    assert [one["where"] for one in problem["errors"]] == ["n"]
    huge = f"/players/{10**40}/drop"
    event.refused(422, "bad-request", "POST", huge, json={})
    event.refused(422, "bad-request", "POST", "/rounds/1/complete?stage=x")
    event.refused(422, "bad-request", "POST", f"/rounds/1/complete?stage={10**40}")


def test_methods_that_are_not_there(event: AppServer) -> None:
    for method in ("DELETE", "PUT", "TRACE", "OPTIONS"):
        answer = event.ask(method, "/start")
        assert answer.status_code == 405
        assert answer.headers["Allow"]
        problem_of(answer)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Idempotency-Key", ""),
        ("Idempotency-Key", "x" * 201),
        ("Idempotency-Key", "a\xa0b"),
        ("Idempotency-Key", "\x85"),
        ("If-Match", "42"),
        ("If-Match", '"x"'),
        ("If-Match", ""),
        ("If-Match", '"1", "2"'),
        ("If-Match", f'"{10**20}"'),
        ("If-Match", '"\xb2"'),
    ],
)
def test_headers_that_make_no_sense(event: AppServer, header: str, value: str) -> None:
    headers = {header: value.encode("latin-1")}
    body = {"games": [2, 0]}
    problem = event.refused(422, "bad-request", "PUT", RESULT, json=body, headers=headers)
    assert problem["errors"][0]["where"] == header


@pytest.mark.parametrize("name", ["x" * 200, "' OR 1=1 --", "../../etc", "%0d%0a", "\xe4", "{}"])
def test_odd_names_of_requests_are_fine(event: AppServer, name: str) -> None:
    headers = {"Idempotency-Key": name.encode("latin-1")}
    for _ in range(2):
        done = event.post("/players", {"name": f"Ida {name[:20]}"}, headers=headers)
        assert done["version"] == event.version
    assert event.service.store.receipt(event.here, CommandId(name)) is not None


@pytest.mark.parametrize("evil", ["a\r\nX-Evil: 1", "b\nX-Evil: 1", "a\x00b", "a\x1bb"])
def test_header_injection(event: AppServer, evil: str) -> None:
    """What is no header never gets through; what comes out of it is never sent back."""
    before = event.version
    answer = _raw(event, f"POST {event.base}/undo HTTP/1.1", f"Idempotency-Key: {evil}")
    assert b"x-evil" not in answer.lower()
    status = int(answer.split(b" ", 2)[1])
    # A line break ends a header; half of one is refused.
    assert status == 200 if "\r\n" in evil else 400 <= status < 500
    assert event.version == before + (1 if status == 200 else 0)


def _raw(event: AppServer, *lines: str) -> bytes:
    """The answer to a request as these bytes, which no client would send."""
    where = event.client.base_url
    with socket.create_connection((where.host, where.port or 80), timeout=PATIENCE) as connection:
        head = [*lines, "Host: here", f"Authorization: Bearer {event.key}", "Connection: close"]
        connection.sendall("\r\n".join([*head, "", ""]).encode("latin-1"))
        found = b""
        while piece := connection.recv(65_536):
            found += piece
        return found
