"""A server that only its own computer can reach, shared on the network while it runs."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from fairpair.http.network import network_addresses

from .processes import Server

HERE_ONLY = "Phones and other computers cannot open these links."
SHARING = "/api/sharing"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    if not any(":" not in one for one in network_addresses()):
        pytest.skip("this computer is not connected to a network")
    found = Server("--port", "0", database=f"sqlite:///{tmp_path / 'tournaments.db'}")
    yield found
    found.stop()


@pytest.fixture
def admin(server: Server) -> Iterator[httpx.Client]:
    """A browser of the administrator, with a tournament."""
    with httpx.Client(base_url=server.address, follow_redirects=True) as client:
        client.post(f"/login/{server.login_code()}").raise_for_status()
        client.post("/api/tournaments", json={"name": "Cup"}).raise_for_status()
        yield client


def network_url(server: Server) -> str:
    return f"http://{network_addresses()[0]}:{urlsplit(server.address).port}"


def press(client: httpx.Client, doing: str) -> httpx.Response:
    """Press the button of the page."""
    page = client.get("/desk/cup/access").text
    csrf = re.search(r'action="/desk/cup/share".*?name="csrf" value="(\w+)"', page, re.DOTALL)
    assert csrf, page
    form = {"csrf": csrf[1], "back": "/desk/cup/access", "do": doing}
    origin = {"Origin": str(client.base_url).rstrip("/")}
    return client.post("/desk/cup/share", data=form, headers=origin)


def test_phones_connect_from_the_button_on(server: Server, admin: httpx.Client) -> None:
    there = network_url(server)
    assert there in server.said
    assert HERE_ONLY in admin.get("/desk/cup").text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{there}/t/cup")
    code = admin.get("/t/cup/qr.svg").content

    page = press(admin, "start")
    assert page.status_code == 200
    assert HERE_ONLY not in page.text
    assert there in page.text
    assert f"{there}/t/cup" in admin.get("/desk/cup").text
    assert admin.get("/t/cup/qr.svg").content != code
    assert httpx.get(f"{there}/t/cup").status_code == 200

    assert HERE_ONLY in press(admin, "stop").text
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{there}/t/cup")


def test_the_desk_stays_closed_to_the_network(server: Server, admin: httpx.Client) -> None:
    admin.put(SHARING, json={}).raise_for_status()
    with httpx.Client(base_url=network_url(server)) as stranger:
        assert stranger.get("/desk/cup").headers["location"].startswith("/login")
        assert stranger.post("/desk/cup/share", data={"do": "stop"}).status_code == 401
        assert stranger.get(SHARING).status_code == 401
        key = admin.post("/api/tournaments/cup/keys", json={"role": "organiser"}).json()["key"]
        organiser = {"Authorization": f"Bearer {key}"}
        assert stranger.delete(SHARING, headers=organiser).status_code == 403
        pressed = stranger.post("/desk/cup/share", data={"do": "stop"}, headers=organiser)
        assert pressed.status_code == 403
        assert stranger.get("/t/cup").status_code == 200


def test_connections_of_the_network_end_with_it(server: Server, admin: httpx.Client) -> None:
    admin.put(SHARING, json={}).raise_for_status()
    events = f"{network_url(server)}/api/tournaments/cup/events"
    with httpx.Client() as phone, phone.stream("GET", events) as stream:
        lines = stream.iter_lines()
        assert next(lines)
        assert admin.delete(SHARING).json()["shared"] is False
        with pytest.raises(httpx.RemoteProtocolError):
            list(lines)
    assert admin.get("/desk/cup").status_code == 200


def test_who_shares_from_the_network_gets_an_answer(server: Server, admin: httpx.Client) -> None:
    there = network_url(server)
    assert admin.put(SHARING, json={}).json()["url"] == there
    again = admin.put(SHARING, json={"address": network_addresses()[0]})
    assert again.json() == admin.get(SHARING).json()
    cookie = {"Cookie": f"fairpair={admin.cookies['fairpair']}"}
    answer = httpx.delete(there + SHARING, headers=cookie)
    assert answer.json()["url"] is None


def test_other_addresses_are_refused(admin: httpx.Client) -> None:
    for address in ("203.0.113.9", "0.0.0.0", "127.0.0.1", "nonsense"):
        refused = admin.put(SHARING, json={"address": address})
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown-network-address")


def test_a_server_on_the_network_needs_no_button(tmp_path: Path) -> None:
    found = Server("--port", "0", "--host", "0.0.0.0", database=f"sqlite:///{tmp_path / 'a.db'}")
    with httpx.Client(base_url=found.address) as client:
        client.post(f"/login/{found.login_code()}")
        refused = client.put(SHARING, json={})
        assert (refused.status_code, refused.json()["code"]) == (409, "sharing-unavailable")
        assert client.get(SHARING).json() == {
            "available": False,
            "shared": False,
            "url": None,
            "addresses": [],
        }
    found.stop()
