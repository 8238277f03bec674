"""100 events at once, each with an organiser who enters results and four people who watch."""

import random
from collections import deque

import gevent
from benchmarks.load.people import ADMIN, Desk, Visitor
from locust import between, task

PLAYERS = 16
BEGUN: list[str] = []
"""The events that have pairings to look at."""


class Organiser(Desk):
    """Has an event of their own."""

    weight = 1
    wait_time = between(1, 3)

    def on_start(self) -> None:
        """Begin it."""
        body = {"name": f"Cup {random.getrandbits(40):x}", "preset": "fide_dutch"}
        answer = self.client.post("/api/tournaments", json=body, headers=ADMIN, name="desk: begin")
        self.tournament = answer.json()["id"]
        self.pending = deque()
        names = [{"name": f"Player {n}", "rating": 2000 - n} for n in range(PLAYERS)]
        self.send("POST", "/players", {"players": names}, "desk: players")
        self.start_round()
        BEGUN.append(self.tournament)

    @task(9)
    def enter(self) -> None:
        """A match has ended."""
        self.enter_result()

    @task
    def check(self) -> None:
        """Look at the round."""
        self.open_page()


class Spectator(Visitor):
    """Follows one of the events."""

    weight = 4
    listens = 0.8
    wait_time = between(10, 30)

    def choose_tournament(self) -> str:
        """Any that has begun."""
        while not BEGUN:
            gevent.sleep(0.2)
        return random.choice(BEGUN)

    @task
    def refresh(self) -> None:
        """Look again."""
        self.look()
