"""A tournament on a computer without a network: the program neither needs one nor looks for it."""

import re
from pathlib import Path

from api.servers import Server

from .pages import Page

CUT_OFF = """
import socket
import sys


def refuse(event, given):
    place = None
    if event == "socket.connect" and isinstance(given[1], tuple):
        place = given[1][0]
    elif event == "socket.getaddrinfo":
        place = given[0]
    if place not in (None, "", "127.0.0.1", "localhost", b"127.0.0.1"):
        # Connecting a datagram socket sends nothing: it asks for the computer's own address.
        if event != "socket.connect" or given[0].type != socket.SOCK_DGRAM:
            print(f"wanted: {place}", file=sys.stderr, flush=True)
        raise OSError(101, "Network is unreachable")

sys.addaudithook(refuse)
try:
    socket.create_connection(("192.0.2.1", 80), 1)
except OSError:
    from fairpair.__main__ import main
    main()
"""
"""Runs the program where every connection to another computer is impossible and noted."""
RESOURCES = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


def test_a_tournament_is_played_without_a_network(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    database = f"sqlite:///{tmp_path / 'tournaments.db'}"
    with Server(database=database, log=log, program=("-c", CUT_OFF)) as server:
        wanted = {"name": "Open", "preset": "fide_dutch", "config": {"rounds": 3, "fide": True}}
        here = server.send("POST", "/api/tournaments", wanted).json()["id"]
        base = f"/api/tournaments/{here}"
        players = [{"name": f"P{n}", "rating": 2400 - 25 * n} for n in range(4)]
        server.send("POST", f"{base}/players", {"players": players})
        server.send("POST", f"{base}/start")
        for round_no in (1, 2, 3):
            if round_no > 1:
                server.send("POST", f"{base}/rounds/{round_no}/generate", {})
            for table in (1, 2):
                result = {"result": "1-0"}
                server.send("PUT", f"{base}/pairings/1-{round_no}-{table}/result", result)
        server.send("POST", f"{base}/finish", {})
        assert "012 Open" in server.send("GET", f"{base}/export/trf26.trf").text
        pages = ("", "/players", "/round/1/3", "/standings")
        desk = [f"/desk/{here}{page}" for page in pages]
        for path in (*desk, f"/t/{here}", "/lists", "/api/docs", "/help/reference/endorsement"):
            page = Page(server.client.get(path, follow_redirects=True))
            assert page.status == 200, path
            for address in resources_of(page):
                assert re.match(r"/(?!/)", address), (path, address)
                assert server.client.get(address).status_code == 200, (path, address)
    tried = [line for line in log.read_text().splitlines() if line.startswith("wanted: ")]
    assert tried == ["wanted: 192.0.2.1"]  # the first line shows that the computer is cut off


def resources_of(page: Page) -> set[str]:
    """What a browser fetches to show a page."""
    found = {one.get(RESOURCES.get(tag, ""), "") for tag, one in page.elements}
    return {address for address in found if address and not address.startswith("data:")}
