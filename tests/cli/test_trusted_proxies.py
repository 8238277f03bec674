"""Behind a reverse proxy: whose word counts about where a request comes from."""

from pathlib import Path

import httpx
import pytest

from .processes import Server, typed


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tournaments.db'}"


SECURE = {"X-Forwarded-Proto": "https"}


def tries(server: Server, *forwarded: str) -> list[int]:
    """The statuses of 25 wrong keys, each said to come from these addresses in turn."""
    headers = [{"X-Forwarded-For": f"{one}, 198.51.100.7"} for one in forwarded] or [{}]
    path = f"{server.address}/api/whoami?key=wrong"
    return [httpx.get(path, headers=headers[n % len(headers)]).status_code for n in range(25)]


def test_without_trust_nobody_escapes_the_limit(database: str) -> None:
    server = Server("--port", "0", database=database)
    assert tries(server, *(f"192.0.2.{n}" for n in range(25)))[-5:] == [429] * 5
    server.stop()


def test_the_last_address_that_is_no_trusted_proxy_counts(database: str) -> None:
    server = Server("--port", "0", "--trusted-proxies", "127.0.0.0/8", database=database)
    assert tries(server, *(f"192.0.2.{n}" for n in range(25)))[-5:] == [429] * 5
    other = {"X-Forwarded-For": "203.0.113.9"}
    answer = httpx.get(f"{server.address}/api/whoami?key=wrong", headers=other)
    assert answer.status_code == 401
    login = httpx.post(f"{server.address}/login/{server.login_code()}", headers=SECURE)
    assert "Secure" in login.headers["set-cookie"].split("; ")
    server.stop()


@pytest.mark.parametrize("networks", ["proxy.example", "10.0.0.1/8", "127.0.0.1;10.0.0.1"])
def test_what_is_no_network_is_refused(database: str, networks: str) -> None:
    ran = typed("serve", "--trusted-proxies", networks, database=database)
    assert ran.returncode == 2


def test_links_and_cookies_follow_the_public_address(database: str) -> None:
    public = "https://swiss.example"
    server = Server("--port", "0", "--public-url", f"{public}/", database=database)
    assert f"Visitors open: {public}\n" in server.said
    code = server.login_code()
    assert f"{public}/login/{code}" in server.said
    with httpx.Client(base_url=server.address) as client:
        foreign = {"Origin": "https://evil.example"}
        assert client.post("/preferences", headers=foreign).status_code == 403
        assert client.post("/preferences", headers={"Origin": public}).status_code == 303
        login = client.post(f"/login/{code}")
        assert "Secure" in login.headers["set-cookie"].split("; ")
        client.headers["Cookie"] = login.headers["set-cookie"].partition(";")[0]
        client.post("/api/tournaments", json={"name": "Cup"}).raise_for_status()
        assert f"{public}/t/cup" in client.get("/desk/cup").text
        assert not client.get("/api/sharing").json()["available"]
    server.stop()


@pytest.mark.parametrize(
    "url", ["swiss.example", "ftp://x", "https://x/y", "http://x:y", "http://"]
)
def test_what_is_no_address_of_a_server_is_refused(database: str, url: str) -> None:
    ran = typed("serve", "--public-url", url, database=database)
    assert (ran.returncode, b"without a path" in ran.stderr) == (2, True)
