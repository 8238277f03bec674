"""Keys and what they open, on every storage."""

import socket

import pytest

from fairpair.app.access.grants import Role, grant_of
from fairpair.core.errors import InvalidInputError, RateLimitedError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.http.authentication import Guard
from fairpair.log.commands import ChangeRules
from timeouts import PATIENCE

from .role_server import ADMIN_KEY, CUP, SECRET, RoleServer, role_server

__all__ = ["role_server"]

HERE = "/api/tournaments/cup"
HIDDEN = "/api/tournaments/secret"
RANKS = [Role.PUBLIC, Role.PLAYER, Role.SCOREKEEPER, Role.ORGANISER, Role.ADMIN]
in_memory = pytest.mark.parametrize("address", ["memory"], indirect=True)


@pytest.mark.parametrize("held", RANKS[1:-1])
def test_a_role_opens_what_it_and_those_below_it_may(role_server: RoleServer, held: Role) -> None:
    key = role_server.key(held, label="Bo")
    for least in RANKS[:-1]:
        status, said = role_server.asks(f"{HERE}/{least}", key)
        enough = RANKS.index(held) >= RANKS.index(least)
        assert (status, said) == ((200, f"{held} Bo") if enough else (403, "not-yours")), least
    assert role_server.asks("/api/admin", key) == (403, "not-yours")
    assert role_server.asks("/api/organiser", key) == (403, "not-yours")


def test_the_administrator_is_organiser_everywhere(role_server: RoleServer) -> None:
    for path in (HERE, HIDDEN, "/api"):
        for role in RANKS:
            assert role_server.asks(f"{path}/{role}", ADMIN_KEY) == (200, "admin")


def test_who_has_no_key_sees_what_is_public_only(role_server: RoleServer) -> None:
    assert role_server.asks(f"{HERE}/public") == (200, "public")
    assert role_server.asks("/api/public") == (200, "public")
    for role in RANKS[1:]:
        assert role_server.asks(f"{HERE}/{role}") == (401, "key-needed")
        assert role_server.asks(f"/api/{role}") == (401, "key-needed")


@pytest.mark.parametrize("role", RANKS[1:-1])
def test_a_key_of_another_tournament_is_nobodys_here(role_server: RoleServer, role: Role) -> None:
    key = role_server.key(role, SECRET)
    assert role_server.asks(f"{HERE}/public", key) == (200, "public")
    assert role_server.asks(f"{HERE}/player", key) == (403, "not-yours")
    assert role_server.asks(f"{HIDDEN}/player", key) == (200, str(role))


def test_a_hidden_event_is_for_its_own_keys(role_server: RoleServer) -> None:
    assert role_server.asks(f"{HIDDEN}/public") == (401, "key-needed")
    assert role_server.asks(f"{HIDDEN}/public", role_server.key(Role.ORGANISER, CUP)) == (
        403,
        "not-yours",
    )
    assert role_server.asks(f"{HIDDEN}/public", role_server.key(Role.PLAYER, SECRET)) == (
        200,
        "player",
    )
    assert role_server.asks(f"{HIDDEN}/public", ADMIN_KEY) == (200, "admin")


def test_an_event_that_becomes_hidden_is_hidden_at_once(role_server: RoleServer) -> None:
    """Also where the answer comes from memory."""
    asked: list[str] = []

    def version(tournament: TournamentId) -> int:
        asked.append(tournament)
        return role_server.service.store.version(tournament)

    role_server.guard._version = version
    for _ in range(3):
        assert role_server.asks(f"{HERE}/public") == (200, "public")
    assert asked == [CUP] * 3
    change = ChangeRules({"hidden": True}, "a reason")
    role_server.service.execute(CUP, change, CommandId("hide"))
    assert role_server.asks(f"{HERE}/public") == (401, "key-needed")
    assert role_server.asks(f"{HERE}/public", role_server.key(Role.PLAYER, player=1)) == (
        200,
        "player 1",
    )


@in_memory
@pytest.mark.parametrize("name", ["nothing", "Cup", "c%00up", "..", "%F0%9F%98%80", "x" * 500])
def test_a_tournament_that_is_not_there(role_server: RoleServer, name: str) -> None:
    path = f"/api/tournaments/{name}"
    if name != "..":
        assert role_server.asks(f"{path}/public") == (404, "no-tournament")
        assert role_server.asks(f"{path}/organiser", ADMIN_KEY) == (404, "no-tournament")
        assert role_server.asks(f"{path}/organiser", role_server.key(Role.ORGANISER)) == (
            404,
            "no-tournament",
        )
    assert role_server.client.get(f"{path}/organiser").status_code in (401, 404)


def test_a_key_works_until_it_expires(role_server: RoleServer) -> None:
    key = role_server.key(Role.SCOREKEEPER, minutes=60)
    assert role_server.asks(f"{HERE}/scorekeeper", key) == (200, "scorekeeper")
    role_server.watch.later(minutes=59, seconds=59)
    assert role_server.asks(f"{HERE}/scorekeeper", key) == (200, "scorekeeper")
    role_server.watch.later(seconds=1)
    assert role_server.asks(f"{HERE}/scorekeeper", key) == (401, "bad-key")
    assert role_server.access.of(CUP) == []


def test_a_revoked_key_opens_nothing_more(role_server: RoleServer) -> None:
    made, other = role_server.access.make(Role.ORGANISER, CUP), role_server.key(Role.ORGANISER)
    assert role_server.asks(f"{HERE}/organiser", made.key) == (200, "organiser")
    role_server.access.revoke([made.kept])
    assert role_server.asks(f"{HERE}/organiser", made.key) == (401, "bad-key")
    assert role_server.asks(f"{HERE}/public", made.key) == (401, "bad-key")
    assert role_server.asks(f"{HERE}/organiser", other) == (200, "organiser")


ODD = {
    "unknown": b"fp_org_" + b"x" * 30,
    "long": b"x" * 30_000,
    "latin-1": b"fp_org_\xe4\xff",
    "UTF-8": "fp_org_ключ😀".encode(),
    "blanks": b"a b c",
    "quotes": b"' OR 1=1 --",
    "percent": b"%00%0d%0aSet-Cookie:x=y",
    "tab": b"a\tb",
    "a digest": b"0" * 64,
}


@pytest.mark.parametrize("key", ODD.values(), ids=ODD.keys())
def test_odd_keys_are_wrong_keys(role_server: RoleServer, key: bytes) -> None:
    for path in (f"{HERE}/organiser", f"{HERE}/public", "/api/admin"):
        answer = role_server.client.get(path, headers={b"Authorization": b"Bearer " + key})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-key")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["www-authenticate"] == "Bearer"


@in_memory
@pytest.mark.parametrize("key", [b"a\0b", b"a\rb", b"a\nb: c", b"\x7f", b"\x01"])
def test_what_no_header_may_hold_is_refused(role_server: RoleServer, key: bytes) -> None:
    url = role_server.client.base_url
    with socket.create_connection((url.host, url.port or 0), PATIENCE) as connection:
        asked = b"GET /api/tournaments/cup/organiser HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        connection.sendall(asked + b"Authorization: Bearer " + key + b"\r\n\r\n")
        answer = connection.makefile("rb").readline()
    assert answer.split()[1] in (b"400", b"401")


@in_memory
@pytest.mark.parametrize("key", ["%00", "%0d%0aX: y", "%ff%fe", "x" * 20_000, "%F0%9F%98%80"])
def test_odd_keys_in_the_address_are_wrong_keys(role_server: RoleServer, key: str) -> None:
    assert role_server.asks(f"{HERE}/organiser?key={key}") == (401, "bad-key")


@in_memory
def test_a_key_in_the_address_works(role_server: RoleServer) -> None:
    key = role_server.key(Role.ORGANISER)
    assert role_server.asks(f"{HERE}/organiser?key={key}") == (200, "organiser")
    assert role_server.asks(f"{HERE}/organiser?key={key}", method="POST") == (200, "organiser")
    assert role_server.asks(f"{HERE}/organiser?key=") == (401, "key-needed")
    assert role_server.asks(f"{HERE}/organiser?key={key}", "wrong") == (401, "bad-key")


@in_memory
@pytest.mark.parametrize("value", ["Basic abc", "Bearer", "bearer", "", "Digest x=y", "fp_org_x"])
def test_other_ways_to_authorise_open_nothing(role_server: RoleServer, value: str) -> None:
    answer = role_server.client.get(f"{HERE}/organiser", headers={"Authorization": value})
    assert answer.status_code == 401


@in_memory
def test_a_digest_a_session_or_a_link_is_not_what_it_stands_for(role_server: RoleServer) -> None:
    made = role_server.access.make(Role.ORGANISER, CUP)
    code = role_server.access.login_code(grant_of(made.kept))
    for wrong in (made.kept.digest, made.id, code, made.key[:-1], f"{made.key}x", made.key.lower()):
        assert role_server.asks(f"{HERE}/organiser", wrong) == (401, "bad-key")


@in_memory
def test_wrong_keys_have_to_wait_and_right_ones_never(role_server: RoleServer) -> None:
    right = role_server.key(Role.ORGANISER)
    for number in range(20):
        assert role_server.asks(f"{HERE}/organiser", f"wrong-{number}") == (401, "bad-key")
        assert role_server.asks(f"{HERE}/organiser", right) == (200, "organiser")
    answer = role_server.client.get(f"{HERE}/organiser?key=wrong")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-wrong-keys")
    assert 1 <= int(answer.headers["retry-after"]) <= 61
    assert role_server.client.post("/api/login", json={"key": "wrong"}).status_code == 429
    assert role_server.client.post("/login/wrong").status_code == 429
    for _ in range(30):
        assert role_server.asks(f"{HERE}/organiser", right) == (200, "organiser")
        assert role_server.asks(f"{HERE}/public") == (200, "public")
    assert role_server.asks(f"{HERE}/organiser") == (401, "key-needed")


@in_memory
def test_a_right_key_is_never_locked_out_not_even_a_chosen_one(role_server: RoleServer) -> None:
    for number in range(25):
        role_server.asks("/api/admin", f"wrong-{number}")
    assert role_server.asks("/api/admin", "wrong") == (429, "too-many-wrong-keys")
    assert role_server.asks("/api/admin", ADMIN_KEY)[0] == 200


@in_memory
def test_each_address_has_its_own_tries(role_server: RoleServer) -> None:
    from starlette.requests import Request

    def from_(host: str) -> Request:
        return Request({"type": "http", "client": (host, 1), "headers": []})

    wrong = Guard(role_server.access, role_server.service, wrong=1).wrong
    wrong.count(from_("192.0.2.1"))
    wrong.count(from_("2001:db8::1"))
    wrong.count(from_("::ffff:192.0.2.7"))
    for used in ("192.0.2.1", "2001:db8::ffff:2", "::ffff:192.0.2.7"):
        with pytest.raises(RateLimitedError):
            wrong.count(from_(used))
    for other in ("192.0.2.2", "2001:db8:0:1::1", "::ffff:192.0.2.8"):
        wrong.count(from_(other))


@in_memory
def test_processes_with_one_database_count_together(role_server: RoleServer) -> None:
    from starlette.requests import Request

    request = Request({"type": "http", "client": ("192.0.2.1", 1), "headers": []})
    one, other = (
        Guard(role_server.access, role_server.service, wrong=3).wrong for _process in range(2)
    )
    one.count(request)
    other.count(request)
    one.count(request)
    with pytest.raises(RateLimitedError):
        other.count(request)
    role_server.watch.later(minutes=2)
    other.count(request)


@in_memory
@pytest.mark.parametrize("label", ["a\nb", "\0", "x" * 81, "\ud800", "\u202e"])
def test_a_label_is_one_short_line(role_server: RoleServer, label: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        role_server.access.make(Role.ORGANISER, CUP, label=label)
    assert caught.value.code == "bad-label"
    assert role_server.access.of(CUP) == []


@in_memory
def test_keys_differ_and_say_what_they_are_for(role_server: RoleServer) -> None:
    made = [role_server.key(role) for role in RANKS[1:] for _ in range(50)]
    assert len(set(made)) == 200
    assert {key[:7] for key in made} == {"fp_ply_", "fp_sco_", "fp_org_", "fp_adm_"}
    assert all(len(key) == 37 and key.replace("_", "").isalnum() for key in made)
