"""400 programs that send results as fast as they can, and 20 that try wrong keys.

Whoever is refused must hear it quickly, with a time to wait: 503 if too many commands are waiting,
429 for wrong keys and if too many of them are from one key, as all are here.
"""

import os
import random

from benchmarks.load.people import ADMIN
from locust import FastHttpUser, constant, task

TOURNAMENT = os.environ.get("FAIRPAIR_TOURNAMENT", "")
TABLES = int(os.environ.get("FAIRPAIR_PLAYERS", "200")) // 2
REFUSALS = (429, 503)


class Impatient(FastHttpUser):
    """Waits for nothing."""

    abstract = True
    wait_time = constant(0)

    def put_result(self, headers: dict[str, str], name: str, *expected: int) -> None:
        """Send a result; refusals are counted apart, and must say how long to wait."""
        path = f"/api/tournaments/{TOURNAMENT}/pairings/1-1-{random.randint(1, TABLES)}/result"
        body = {"result": random.choice(("1-0", "0-1"))}
        with self.client.request(
            "PUT", path, json=body, headers=headers, name=name, catch_response=True
        ) as answer:
            answer.request_meta["name"] = f"{name}: {answer.status_code}"
            if answer.status_code in REFUSALS and "Retry-After" not in answer.headers:
                answer.failure("it does not say how long to wait")
            elif answer.status_code in (*expected, *REFUSALS):
                answer.success()


class Program(Impatient):
    """Has a key and no patience."""

    weight = 20

    @task
    def flood(self) -> None:
        """One result after the other."""
        self.put_result(ADMIN, "result", 200)


class Guesser(Impatient):
    """Has no key."""

    weight = 1

    @task
    def guess(self) -> None:
        """One key after the other."""
        guessed = {"Authorization": f"Bearer fp_org_{random.getrandbits(100):x}"}
        self.put_result(guessed, "wrong key", 401)
