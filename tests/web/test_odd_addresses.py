"""Addresses that nobody types: a page says that there is nothing, whatever stands in them."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI

from fairpair.bootstrap import make_app, open_service
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c


@pytest.fixture(scope="module")
def app() -> Iterator[FastAPI]:
    service = open_service("memory:")
    here = TournamentId("cup")
    service.execute(here, c.CreateTournament("Cup", "seed"), CommandId("a"))
    service.execute(here, c.RegisterPlayers((Player("Ana"), Player("Bo"))), CommandId("b"))
    yield make_app(service)
    service.close()


def ask(app: FastAPI, path: str, method: str = "GET") -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.request(method, path)

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
