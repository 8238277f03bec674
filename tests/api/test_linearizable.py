"""Clients who enter and read results at the same time see one order of events."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from timeouts import PATIENCE

from .app_server import NAMES, AppServer, open_server
from .linearizable import Operation, is_linearizable
from .role_server import ADMIN_KEY

RESULTS = ("1-0", "0-1", "1/2-1/2")
CLIENTS, STEPS = 6, 20


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([("write", "a", 0, 1), ("read", "a", 2, 3)], True),
        ([("write", "a", 0, 1), ("read", "", 2, 3)], False),
        ([("write", "a", 0, 3), ("read", "", 1, 2)], True),
        ([("write", "a", 0, 3), ("read", "a", 1, 2)], True),
        ([("write", "a", 0, 9), ("read", "a", 1, 2), ("read", "", 3, 4)], False),
        ([("write", "a", 0, 9), ("write", "b", 0, 9), ("read", "b", 1, 2), ("read", "a", 3, 4)],
         True),
        ([("write", "a", 0, 1), ("write", "b", 2, 3), ("read", "a", 4, 5)], False),
        ([("write", "a", 0, float("inf")), ("read", "", 1, 2), ("read", "a", 3, 4)], True),
    ],
)  # fmt: skip
def test_the_judge(history: list[tuple[str, str, float, float]], expected: bool) -> None:
    assert is_linearizable([Operation(*one) for one in history], "") == expected


@pytest.fixture
def server(sqlite_path: Path) -> Iterator[AppServer]:
    with open_server(f"sqlite:///{sqlite_path}") as made:
        made.begin("Cup", *NAMES, preset="chess_style", rounds=3)
        made.post("/start")
        yield made


class Client(threading.Thread):
    """Enters results and reads them, in any order, and notes when."""

    def __init__(self, server: AppServer, seed: int, pairings: dict[str, int]) -> None:
        super().__init__()
        self._lots = random.Random(seed)
        self._pairings = pairings
        self._base = server.base
        self._http = httpx.Client(
            base_url=server.client.base_url,
            headers={"Authorization": f"Bearer {ADMIN_KEY}"},
            timeout=PATIENCE,
        )
        self.seen: list[tuple[str, Operation]] = []

    def run(self) -> None:
        with self._http:
            for _ in range(STEPS):
                if self._lots.random() < 0.5:
                    self._write(self._lots.choice(list(self._pairings)))
                else:
                    self._read()

    def _write(self, pairing: str) -> None:
        value, began = self._lots.choice(RESULTS), time.monotonic()
        answer = self._http.put(f"{self._base}/pairings/{pairing}/result", json={"result": value})
        assert answer.status_code == 200, answer.text
        self.seen.append((pairing, Operation("write", value, began, time.monotonic())))

    def _read(self) -> None:
        began = time.monotonic()
        answer = self._http.get(f"{self._base}/rounds/1")
        ended = time.monotonic()
        for one in answer.json()["pairings"]:
            if one["id"] in self._pairings:
                value = one["result"]["text"] if one["result"] else ""
                self.seen.append((one["id"], Operation("read", value, began, ended)))


def test_results_are_entered_and_read_in_one_order(server: AppServer) -> None:
    first = server.ask("GET", "/rounds/1").json()
    pairings = {one["id"]: one["table"] for one in first["pairings"] if one["table"]}
    clients = [Client(server, seed, pairings) for seed in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    for pairing in pairings:
        history = [one for client in clients for name, one in client.seen if name == pairing]
        assert len(history) > CLIENTS
        assert is_linearizable(history, ""), pairing
