"""Links and QR codes lead where other devices can follow them, or say that they do not."""

import pytest
from fastapi import FastAPI, Request

from fairpair.http.reach import Listener, network_host, reach_of

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


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_links_on_this_computer_use_its_network_address(host: str) -> None:
    found = reach_of(request_for(host, Listener("192.168.7.7")))
    assert (found.base, found.is_local) == ("http://192.168.7.7:8000", False)


def test_a_server_for_the_whole_network_finds_its_own_address() -> None:
    there = network_host("0.0.0.0")
    found = reach_of(request_for("127.0.0.1:8000", Listener("0.0.0.0")))
    assert found.base == f"http://{there or '127.0.0.1'}:8000"
    assert network_host("127.0.0.1") == network_host("::1") == network_host("") == ""


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
