"""Keys and what they open, on every storage."""

import socket

import pytest

from fairpair.app.access.grants import Role, grant_of
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.http.authentication import Guard
from fairpair.log.commands import ChangeRules

from .role_server import ADMIN_KEY, CUP, SECRET, Door, door

__all__ = ["door"]

HERE = "/api/tournaments/cup"
HIDDEN = "/api/tournaments/secret"
RANKS = [Role.PUBLIC, Role.PLAYER, Role.SCOREKEEPER, Role.ORGANISER, Role.ADMIN]
in_memory = pytest.mark.parametrize("address", ["memory"], indirect=True)


@pytest.mark.parametrize("held", RANKS[1:-1])
def test_a_role_opens_what_it_and_those_below_it_may(door: Door, held: Role) -> None:
    key = door.key(held, label="Bo")
    for least in RANKS[:-1]:
        status, said = door.asks(f"{HERE}/{least}", key)
        enough = RANKS.index(held) >= RANKS.index(least)
        assert (status, said) == ((200, f"{held} Bo") if enough else (403, "not-yours")), least
    assert door.asks("/api/admin", key) == (403, "not-yours")
    assert door.asks("/api/organiser", key) == (403, "not-yours")


def test_the_administrator_is_organiser_everywhere(door: Door) -> None:
    for path in (HERE, HIDDEN, "/api"):
        for role in RANKS:
            assert door.asks(f"{path}/{role}", ADMIN_KEY) == (200, "admin")


def test_who_has_no_key_sees_what_is_public_only(door: Door) -> None:
    assert door.asks(f"{HERE}/public") == (200, "public")
    assert door.asks("/api/public") == (200, "public")
    for role in RANKS[1:]:
        assert door.asks(f"{HERE}/{role}") == (401, "key-needed")
        assert door.asks(f"/api/{role}") == (401, "key-needed")


@pytest.mark.parametrize("role", RANKS[1:-1])
def test_a_key_of_another_tournament_is_nobodys_here(door: Door, role: Role) -> None:
    key = door.key(role, SECRET)
    assert door.asks(f"{HERE}/public", key) == (200, "public")
    assert door.asks(f"{HERE}/player", key) == (403, "not-yours")
    assert door.asks(f"{HIDDEN}/player", key) == (200, str(role))


def test_a_hidden_event_is_for_its_own_keys(door: Door) -> None:
    assert door.asks(f"{HIDDEN}/public") == (401, "key-needed")
    assert door.asks(f"{HIDDEN}/public", door.key(Role.ORGANISER, CUP)) == (403, "not-yours")
    assert door.asks(f"{HIDDEN}/public", door.key(Role.PLAYER, SECRET)) == (200, "player")
    assert door.asks(f"{HIDDEN}/public", ADMIN_KEY) == (200, "admin")


def test_an_event_that_becomes_hidden_is_hidden_at_once(door: Door) -> None:
    """Also where the answer comes from memory."""
    asked: list[str] = []

    def version(tournament: TournamentId) -> int:
        asked.append(tournament)
        return door.service.store.version(tournament)

    door.guard._version = version
    for _ in range(3):
        assert door.asks(f"{HERE}/public") == (200, "public")
    assert asked == [CUP, CUP]
    change = ChangeRules({"hidden": True}, "a reason")
    door.service.execute(CUP, change, CommandId("hide"))
    assert door.asks(f"{HERE}/public") == (401, "key-needed")
    assert door.asks(f"{HERE}/public", door.key(Role.PLAYER, player=1)) == (200, "player 1")


@in_memory
@pytest.mark.parametrize("name", ["nothing", "Cup", "c%00up", "..", "%F0%9F%98%80", "x" * 500])
def test_a_tournament_that_is_not_there(door: Door, name: str) -> None:
    path = f"/api/tournaments/{name}"
    if name != "..":
        assert door.asks(f"{path}/public") == (404, "no-tournament")
        assert door.asks(f"{path}/organiser", ADMIN_KEY) == (404, "no-tournament")
        assert door.asks(f"{path}/organiser", door.key(Role.ORGANISER)) == (404, "no-tournament")
    assert door.client.get(f"{path}/organiser").status_code in (401, 404)


def test_a_key_works_until_it_expires(door: Door) -> None:
    key = door.key(Role.SCOREKEEPER, minutes=60)
    assert door.asks(f"{HERE}/scorekeeper", key) == (200, "scorekeeper")
    door.watch.later(minutes=59, seconds=59)
    assert door.asks(f"{HERE}/scorekeeper", key) == (200, "scorekeeper")
    door.watch.later(seconds=1)
    assert door.asks(f"{HERE}/scorekeeper", key) == (401, "bad-key")
    assert door.access.of(CUP) == []


def test_a_revoked_key_opens_nothing_more(door: Door) -> None:
    made, other = door.access.make(Role.ORGANISER, CUP), door.key(Role.ORGANISER)
    assert door.asks(f"{HERE}/organiser", made.key) == (200, "organiser")
    door.access.revoke([made.kept])
    assert door.asks(f"{HERE}/organiser", made.key) == (401, "bad-key")
    assert door.asks(f"{HERE}/public", made.key) == (401, "bad-key")
    assert door.asks(f"{HERE}/organiser", other) == (200, "organiser")


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
def test_odd_keys_are_wrong_keys(door: Door, key: bytes) -> None:
    for path in (f"{HERE}/organiser", f"{HERE}/public", "/api/admin"):
        answer = door.client.get(path, headers={b"Authorization": b"Bearer " + key})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-key")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["www-authenticate"] == "Bearer"


@in_memory
@pytest.mark.parametrize("key", [b"a\0b", b"a\rb", b"a\nb: c", b"\x7f", b"\x01"])
def test_what_no_header_may_hold_is_refused(door: Door, key: bytes) -> None:
    url = door.client.base_url
    with socket.create_connection((url.host, url.port or 0), 10) as connection:
        asked = b"GET /api/tournaments/cup/organiser HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        connection.sendall(asked + b"Authorization: Bearer " + key + b"\r\n\r\n")
        answer = connection.makefile("rb").readline()
    assert answer.split()[1] in (b"400", b"401")


@in_memory
@pytest.mark.parametrize("key", ["%00", "%0d%0aX: y", "%ff%fe", "x" * 20_000, "%F0%9F%98%80"])
def test_odd_keys_in_the_address_are_wrong_keys(door: Door, key: str) -> None:
    assert door.asks(f"{HERE}/organiser?key={key}") == (401, "bad-key")


@in_memory
def test_a_key_in_the_address_works(door: Door) -> None:
    key = door.key(Role.ORGANISER)
    assert door.asks(f"{HERE}/organiser?key={key}") == (200, "organiser")
    assert door.asks(f"{HERE}/organiser?key={key}", method="POST") == (200, "organiser")
    assert door.asks(f"{HERE}/organiser?key=") == (401, "key-needed")
    assert door.asks(f"{HERE}/organiser?key={key}", "wrong") == (401, "bad-key")


@in_memory
@pytest.mark.parametrize("value", ["Basic abc", "Bearer", "bearer", "", "Digest x=y", "fp_org_x"])
def test_other_ways_to_authorise_open_nothing(door: Door, value: str) -> None:
    answer = door.client.get(f"{HERE}/organiser", headers={"Authorization": value})
    assert answer.status_code == 401


@in_memory
def test_a_digest_a_session_or_a_link_is_not_what_it_stands_for(door: Door) -> None:
    made = door.access.make(Role.ORGANISER, CUP)
    code = door.access.login_code(grant_of(made.kept))
    for wrong in (made.kept.digest, made.id, code, made.key[:-1], f"{made.key}x", made.key.lower()):
        assert door.asks(f"{HERE}/organiser", wrong) == (401, "bad-key")


@in_memory
def test_wrong_keys_have_to_wait_and_right_ones_never(door: Door) -> None:
    right = door.key(Role.ORGANISER)
    for number in range(20):
        assert door.asks(f"{HERE}/organiser", f"wrong-{number}") == (401, "bad-key")
        assert door.asks(f"{HERE}/organiser", right) == (200, "organiser")
    answer = door.client.get(f"{HERE}/organiser?key=wrong")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-wrong-keys")
    assert 1 <= int(answer.headers["retry-after"]) <= 61
    assert door.client.post("/api/login", json={"key": "wrong"}).status_code == 429
    assert door.client.get("/login/wrong").status_code == 429
    for _ in range(30):
        assert door.asks(f"{HERE}/organiser", right) == (200, "organiser")
        assert door.asks(f"{HERE}/public") == (200, "public")
    assert door.asks(f"{HERE}/organiser") == (401, "key-needed")


@in_memory
def test_a_chosen_key_cannot_be_guessed_by_trying(door: Door) -> None:
    """A key that a person chose is not looked at while its sender has to wait."""
    for number in range(20):
        door.asks("/api/admin", f"wrong-{number}")
    assert door.asks("/api/admin", ADMIN_KEY) == (429, "too-many-wrong-keys")


@in_memory
def test_each_address_has_its_own_tries(door: Door) -> None:
    from starlette.requests import Request

    def from_(host: str) -> Request:
        return Request({"type": "http", "client": (host, 1), "headers": []})

    wrong = Guard(door.access, door.service, wrong="1/minute").wrong
    wrong.count(from_("192.0.2.1"))
    wrong.count(from_("2001:db8::1"))
    wrong.count(from_("::ffff:192.0.2.7"))
    assert wrong.too_many(from_("192.0.2.1"))
    assert not wrong.too_many(from_("192.0.2.2"))
    assert wrong.too_many(from_("2001:db8::ffff:2"))
    assert not wrong.too_many(from_("2001:db8:0:1::1"))
    assert wrong.too_many(from_("::ffff:192.0.2.7"))
    assert not wrong.too_many(from_("::ffff:192.0.2.8"))


@in_memory
@pytest.mark.parametrize("label", ["a\nb", "\0", "x" * 81, "\ud800", "\u202e"])
def test_a_label_is_one_short_line(door: Door, label: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        door.access.make(Role.ORGANISER, CUP, label=label)
    assert caught.value.code == "bad-label"
    assert door.access.of(CUP) == []


@in_memory
def test_keys_differ_and_say_what_they_are_for(door: Door) -> None:
    made = [door.key(role) for role in RANKS[1:] for _ in range(50)]
    assert len(set(made)) == 200
    assert {key[:7] for key in made} == {"fp_ply_", "fp_sco_", "fp_org_", "fp_adm_"}
    assert all(len(key) == 37 and key.replace("_", "").isalnum() for key in made)
