"""Links and QR codes lead where other devices can follow them, or say that they do not."""

import pytest
from fastapi import FastAPI, Request

from fairpair.core.addresses import is_loopback
from fairpair.core.errors import InvalidStateError
from fairpair.http.network import bracketed, is_own_address, network_addresses
from fairpair.http.reach import Listener, network_host, reach_of
from fairpair.http.sharing import OpenSocket, Sharing

from .browser import Browser


def request_for(host: str, listener: Listener | None = None) -> Request:
    app = FastAPI()
    if listener:
        app.state.listener = listener
    headers = [(b"host", host.encode())]
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "app": app}
    return Request({**scope, "headers": headers, "server": ("127.0.0.1", 8000)})


def test_links_use_the_address_of_the_visitor() -> None:
    found = reach_of(request_for("swiss.example"))
    assert (found.url("/t/cup"), found.is_local) == ("http://swiss.example/t/cup", False)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "0.0.0.0:8000", "hall.localhost:8000"],
)
def test_links_on_this_computer_use_its_network_address(host: str) -> None:
    found = reach_of(request_for(host, Listener("192.168.7.7")))
    assert (found.base, found.is_local) == ("http://192.168.7.7:8000", False)


def test_a_server_for_the_whole_network_finds_its_own_address() -> None:
    there = network_host("0.0.0.0")
    found = reach_of(request_for("127.0.0.1:8000", Listener("0.0.0.0")))
    assert found.base == f"http://{there or '127.0.0.1'}:8000"
    assert network_host("127.0.0.1") == network_host("::1") == network_host("") == ""


def test_links_behind_a_proxy_begin_with_its_address() -> None:
    behind = Listener("127.0.0.1", public_url="https://swiss.example")
    found = reach_of(request_for("127.0.0.1:8000", behind))
    assert (found.url("/t/cup"), found.is_local) == ("https://swiss.example/t/cup", False)


def test_the_addresses_of_this_computer_are_of_use_to_others() -> None:
    found = network_addresses()
    assert found == sorted(found, key=lambda one: ":" in one)
    assert all(map(is_own_address, found))
    assert not any(is_loopback(f"//{bracketed(one)}") for one in found)
    assert is_own_address("127.0.0.1")
    assert not is_own_address("203.0.113.9")


def test_links_that_work_here_only_say_so_with_the_command(admin: Browser) -> None:
    admin.create()
    command = "fairpair serve --host 0.0.0.0"
    for path in ("", "/print", "/access"):
        page = admin.desk(path)
        assert "Phones and other computers cannot open these links." in page.text
        assert command in page.text
    page = admin.send("/access/players")  # the sheet of links
    assert page.html.index(command) < page.html.index('class="slips"')
    assert "http://127.0.0.1" in page.text


def test_sharing_ends_with_the_network_and_can_begin_anew() -> None:
    there = network_addresses()
    if not there:
        pytest.skip("this computer is not connected to a network")
    sharing = Sharing()
    closed: list[str] = []

    def open_at(host: str) -> OpenSocket:
        # The first one is of a network that the computer has left by now.
        mine = host if closed else "203.0.113.9"
        return OpenSocket(mine, f"http://{mine}:8000", lambda: closed.append(mine))

    with pytest.raises(InvalidStateError):
        sharing.start()
    sharing.open_at = open_at
    sharing.start()
    assert (sharing.url, sharing.view().shared) == ("", False)
    sharing.start()
    assert closed == ["203.0.113.9"]
    assert sharing.url == f"http://{sharing.addresses[0]}:8000"
    sharing.stop()
    assert sharing.url == ""


def test_a_server_that_cannot_be_shared_says_so_on_a_page(admin: Browser) -> None:
    here = admin.create()
    csrf = admin.desk().form("/next").filled()["csrf"]
    answer = admin.client.post(
        f"/desk/{here}/share", data={"csrf": csrf}, headers={"Origin": admin.origin}
    )
    assert answer.status_code == 409
    assert "cannot be shared" in answer.text
    assert f'href="/t/{here}"' in answer.text
