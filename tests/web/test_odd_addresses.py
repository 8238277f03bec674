"""Addresses that nobody types: a page says that there is nothing, whatever stands in them."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI

from fairpair.bootstrap import open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.server import make_app


@pytest.fixture(scope="module")
def app() -> Iterator[FastAPI]:
    service = open_service("memory:")
    here = TournamentId("cup")
    service.execute(here, c.CreateTournament("Cup", "seed"), CommandId("a"))
    service.execute(here, c.RegisterPlayers((Player("Ana"), Player("Bo"))), CommandId("b"))
    yield make_app(service)
    service.close()


def ask(app: FastAPI, path: str, **headers: str) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(asked())


@pytest.mark.parametrize("number", ["0", "9" * 9, "9" * 30, "9" * 5000])
@pytest.mark.parametrize(
    "path",
    ["/t/cup/players/{}", "/t/cup/round/1/{}", "/t/cup/why/rank/{}", "/t/cup/round/{}/1"],
)
def test_numbers_of_any_length(app: FastAPI, path: str, number: str) -> None:
    answer = ask(app, path.format(number))
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("host", ["a" * 3000, "[::1", "a:b:c", "localhost:99999", "a b", "", "<x>"])
@pytest.mark.parametrize("path", ["/", "/t/cup", "/t/cup/qr.svg", "/t/cup/screen"])
def test_a_host_of_any_kind(app: FastAPI, path: str, host: str) -> None:
    assert ask(app, path, Host=host).status_code in (200, 400)


@pytest.mark.parametrize("path", ["/t/cup/players/01", "/t/cup/players/001", "/t/cup/why/rank/01"])
def test_a_page_has_one_address(app: FastAPI, path: str) -> None:
    assert ask(app, path).status_code == 404
