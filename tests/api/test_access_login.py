"""Logging in with links and keys, staying logged in, and what pages of others cannot do with it."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from fairpair.app.access.grants import Role, grant_of
from fairpair.app.access.keys import SESSION_DAYS
from fairpair.http.limits import LoginThrottle

from .role_server import ADMIN_KEY, CUP, SECRET, RoleServer, role_server

__all__ = ["role_server"]

HERE = "/api/tournaments/cup"
in_memory = pytest.mark.parametrize("address", ["memory"], indirect=True)


def link(
    role_server: RoleServer, role: Role = Role.ORGANISER, minutes: int = 15, **more: object
) -> str:
    made = role_server.access.make(role, CUP, **more)  # type: ignore[arg-type]
    return f"/login/{role_server.access.login_code(grant_of(made.kept), minutes)}"


def test_a_link_logs_in_once(role_server: RoleServer) -> None:
    path = link(role_server, label="Ana")
    answer = role_server.client.post(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/cup")
    assert answer.headers["cache-control"] == "no-store"
    [cookie] = answer.headers.get_list("set-cookie")
    parts = cookie.split("; ")
    assert parts[0].startswith("fairpair-cup=fp_ses_")
    assert set(parts[1:]) == {
        "HttpOnly",
        f"Max-Age={SESSION_DAYS * 86400}",
        "Path=/",
        "SameSite=lax",
    }
    assert role_server.asks(f"{HERE}/organiser") == (200, "organiser Ana")
    assert role_server.asks(f"{HERE}/admin") == (403, "not-yours")
    assert role_server.asks("/api/tournaments/secret/public") == (401, "key-needed")
    again = httpx.post(f"{role_server.client.base_url}{path}")
    assert (again.status_code, again.json()["code"]) == (401, "link-used")


def test_of_many_who_open_a_link_at_once_one_is_logged_in(role_server: RoleServer) -> None:
    role_server.guard.wrong = LoginThrottle(1000, lambda _address: 0)
    for path in [link(role_server) for _ in range(5)]:
        address = f"{role_server.client.base_url}{path}"
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _, url=address: httpx.post(url), range(8)))
        assert sorted(answer.status_code for answer in answers) == [303] + [401] * 7
        assert sum("set-cookie" in answer.headers for answer in answers) == 1


def test_a_link_expires(role_server: RoleServer) -> None:
    early, late = link(role_server, minutes=30), link(role_server, minutes=30)
    role_server.watch.later(minutes=29)
    assert role_server.client.post(early).status_code == 303
    role_server.watch.later(minutes=1)
    assert role_server.client.post(late).status_code == 401


def test_a_session_ends_with_its_time_and_with_its_key(role_server: RoleServer) -> None:
    role_server.client.post(link(role_server, minutes=30))
    role_server.watch.later(days=SESSION_DAYS - 1)
    assert role_server.asks(f"{HERE}/organiser")[0] == 200
    role_server.watch.later(days=1)
    assert role_server.asks(f"{HERE}/organiser") == (401, "key-needed")
    role_server.client.post(link(role_server))
    pending = link(role_server)
    assert role_server.asks(f"{HERE}/organiser")[0] == 200
    role_server.access.revoke(role_server.access.of(CUP))
    assert role_server.asks(f"{HERE}/organiser") == (401, "key-needed")
    assert role_server.client.post(pending).status_code == 401


def test_a_session_lasts_no_longer_than_its_key(role_server: RoleServer) -> None:
    made = role_server.access.make(Role.SCOREKEEPER, CUP, minutes=60)
    assert role_server.client.post("/api/login", json={"key": made.key}).status_code == 200
    assert role_server.asks(f"{HERE}/scorekeeper")[0] == 200
    role_server.watch.later(minutes=60)
    assert role_server.asks(f"{HERE}/scorekeeper")[0] == 401


@in_memory
def test_asking_for_the_head_does_not_use_a_link_up(role_server: RoleServer) -> None:
    path = link(role_server)
    assert role_server.client.head(path).status_code == 405
    assert role_server.client.post(path).status_code == 303


@in_memory
@pytest.mark.parametrize("code", ["x", "%00", "x" * 9000, "%F0%9F%98%80", "%ff", "fp_log_%0d%0a"])
def test_a_link_that_was_never_made(role_server: RoleServer, code: str) -> None:
    answer = role_server.client.post(f"/login/{code}")
    assert (answer.status_code, answer.json()["code"]) == (401, "link-used")
    assert "set-cookie" not in answer.headers


def test_a_key_is_exchanged_for_a_cookie_and_given_back(role_server: RoleServer) -> None:
    key = role_server.key(Role.PLAYER, player=2)
    answer = role_server.client.post("/api/login", json={"key": key})
    assert answer.json() == {"role": "player", "tournament": "cup", "player": 2, "label": ""}
    session = role_server.client.cookies["fairpair-cup"]
    assert key not in session
    assert role_server.asks(f"{HERE}/player") == (200, "player 2")
    answer = role_server.client.post("/api/logout")
    assert answer.status_code == 204
    assert 'fairpair-cup=""' in answer.headers["set-cookie"]
    assert not role_server.client.cookies
    stolen = httpx.get(
        f"{role_server.client.base_url}{HERE}/player", cookies={"fairpair-cup": session}
    )
    assert stolen.status_code == 401
    assert role_server.asks(f"{HERE}/player", key) == (200, "player 2")


@in_memory
@pytest.mark.parametrize("key", ["", "wrong", "x" * 50_000, "\0", "ключ", "\r\nSet-Cookie: a=b"])
def test_a_wrong_key_gets_no_cookie(role_server: RoleServer, key: str) -> None:
    answer = role_server.client.post("/api/login", json={"key": key})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-key")
    assert "set-cookie" not in answer.headers


@in_memory
def test_half_a_letter_is_no_json(role_server: RoleServer) -> None:
    answer = role_server.client.post(
        "/api/login", content=rb'{"key": "\ud800"}', headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "broken-json")


@in_memory
def test_logins_of_several_tournaments_stand_side_by_side(role_server: RoleServer) -> None:
    for key in (
        role_server.key(Role.ORGANISER, CUP),
        role_server.key(Role.PLAYER, SECRET, player=1),
        ADMIN_KEY,
    ):
        assert role_server.client.post("/api/login", json={"key": key}).status_code == 200
    assert set(role_server.client.cookies) == {"fairpair", "fairpair-cup", "fairpair-secret"}
    # The administrator's is the stronger one, wherever it is.
    assert role_server.asks("/api/tournaments/secret/organiser") == (200, "admin")
    del role_server.client.cookies["fairpair"]
    assert role_server.asks(f"{HERE}/organiser") == (200, "organiser")
    assert role_server.asks("/api/tournaments/secret/public") == (200, "player 1")
    assert role_server.asks("/api/tournaments/secret/organiser") == (403, "not-yours")
    role_server.client.post("/api/logout")
    assert not role_server.client.cookies


@in_memory
def test_an_old_cookie_does_not_hide_what_is_public(role_server: RoleServer) -> None:
    role_server.client.cookies.set("fairpair-cup", "fp_ses_of-last-year")
    assert role_server.asks(f"{HERE}/public") == (200, "public")
    assert role_server.asks(f"{HERE}/organiser") == (401, "key-needed")


@in_memory
def test_odd_cookies_are_no_trouble(role_server: RoleServer) -> None:
    odd = 'fairpair-(x)=1; fairpair-cup="\\000"; fairpair=; =; fairpair-cup; \xe4=\xff'
    headers = {b"Cookie": odd.encode("latin-1")}
    assert role_server.client.post("/api/logout", headers=headers).status_code == 204
    assert role_server.client.get(f"{HERE}/organiser", headers=headers).status_code == 401


@in_memory
@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"Origin": "{own}"}, True),
        ({"Origin": "{own}", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Origin": "http://localhost:{port}"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": ""}, False),
        ({"Origin": "http://[broken"}, False),
        ({"Origin": "{own}.evil.example"}, False),
        ({"Origin": "http://evil.example/{own}"}, False),
        ({"Origin": "http://{host}@evil.example"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site", "Origin": "{own}"}, False),
        ({"Sec-Fetch-Site": "nonsense"}, False),
    ],
    ids=str,
)
def test_the_page_of_another_site_cannot_act_with_a_login(
    role_server: RoleServer, headers: dict[str, str], fine: bool
) -> None:
    own = role_server.client.base_url
    names = {"own": str(own), "port": own.port, "host": f"{own.host}:{own.port}"}
    sent = {name: value.format(**names) for name, value in headers.items()}
    key = role_server.key(Role.ORGANISER)
    answer = role_server.client.post("/api/login", json={"key": key}, headers=sent)
    assert answer.status_code == (200 if fine else 403)
    role_server.client.post("/api/login", json={"key": key})
    answer = role_server.client.post(f"{HERE}/organiser", headers=sent)
    assert (answer.status_code, answer.json().get("code")) == (
        (200, None) if fine else (403, "foreign-origin")
    )
    # Reading changes nothing, and a page that knows a key needs no cookie.
    assert role_server.client.get(f"{HERE}/organiser", headers=sent).status_code == 200
    sent["Authorization"] = f"Bearer {key}"
    assert role_server.client.post(f"{HERE}/organiser", headers=sent).status_code == 200
    del sent["Authorization"]
    assert role_server.client.post("/api/logout", headers=sent).status_code == (
        204 if fine else 403
    )


@in_memory
def test_behind_https_the_cookie_is_secure(role_server: RoleServer) -> None:
    """A trusted proxy says how the browser came."""
    secure = {"X-Forwarded-Proto": "https"}
    answer = role_server.client.post(link(role_server), headers=secure)
    assert "Secure" in answer.headers["set-cookie"].split("; ")


@in_memory
def test_being_on_this_computer_gives_no_rights(role_server: RoleServer) -> None:
    assert role_server.client.base_url.host == "127.0.0.1"
    for forged in (
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Host": "localhost"},
    ):
        assert role_server.client.get("/api/admin", headers=forged).status_code == 401


@in_memory
def test_who_am_i(role_server: RoleServer) -> None:
    nobody = {"role": "public", "tournament": None, "player": None, "label": ""}
    assert role_server.client.get("/api/whoami").json() == nobody
    assert role_server.client.get(f"{HERE}/whoami").json() == nobody
    key = role_server.key(Role.SCOREKEEPER, label="Judge Bo")
    bo = {"role": "scorekeeper", "tournament": "cup", "player": None, "label": "Judge Bo"}
    for path in ("/api/whoami", f"{HERE}/whoami"):
        assert role_server.does("GET", path, key) == (200, bo)
    assert role_server.does("GET", "/api/whoami", "wrong")[0] == 401
    assert role_server.client.get("/api/tournaments/secret/whoami").status_code == 401
    assert role_server.client.get("/api/tournaments/none/whoami").status_code == 404
