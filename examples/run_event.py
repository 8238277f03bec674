#!/usr/bin/env python3
"""Run a 16-player event through the API of a Fairpair server: Swiss rounds, top 4, a champion.

    FAIRPAIR_ADMIN_KEY=... python3 examples/run_event.py http://127.0.0.1:8000

Needs nothing but Python. Read it as a recipe: every request a program has to make is here.
"""

import json
import os
import random
import sys
import urllib.error
import urllib.request
import uuid

PLAYERS = {
    "Ana Lima": 2140, "Bo Chen": 2090, "Cy Diaz": 2055, "Di Rossi": 2010,
    "Ed Novak": 1985, "Flo Weber": 1960, "Gus Berg": 1930, "Hal Ito": 1905,
    "Ida Kaya": 1880, "Jo Martin": 1850, "Kim Park": 1825, "Lu Wang": 1790,
    "Mo Adel": 1760, "Nia Cole": 1720, "Oz Peretz": 1690, "Pia Lund": 1650,
}  # fmt: skip


class Fairpair:
    """A server to talk to, with a key."""

    def __init__(self, server: str, key: str) -> None:
        self.server = server.rstrip("/")
        self.key = key

    def __call__(self, method: str, path: str, body: object = None) -> dict:
        """What the server answers; a refusal ends the script with what to do about it."""
        headers = {"Authorization": f"Bearer {self.key}"}
        if method != "GET":
            # With it a request can be repeated after a lost answer: it is done once.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            problem = json.load(refusal)
            sys.exit(f"{method} {path}: {problem['status']} {problem['detail']}")


def run(server: str, admin_key: str, chances: random.Random) -> str:
    """Run the event; the champion's name comes back."""
    api = Fairpair(server, admin_key)
    wanted = {"preset": "mtg_standard", "config": {"cut": 4}}
    made = api("POST", "/api/tournaments", {"name": "Example Cup", **wanted})
    api.key, here = made["organiser_key"], made["links"]["self"]
    print(f"{made['id']} has begun")

    entries = [{"name": name, "rating": rating} for name, rating in PLAYERS.items()]
    api("POST", f"{here}/players", {"players": entries})

    made = api("POST", f"{here}/start", {"total_rounds": 6})
    for number in (2, 3, 4, None):
        play(api, here, made["round"], chances)
        if number is not None:
            made = api("POST", f"{here}/rounds/{number}/generate", {"draft": False})

    rows = api("GET", f"{here}/standings")["players"]
    for row in rows[:4]:
        print(f"{row['rank']}. {row['name']} with {row['points']} points")

    api("POST", f"{here}/cut")
    for number in (1, 2):
        made = api("POST", f"{here}/rounds/{number}/generate?stage=2")
        play(api, here, made["round"], chances)
    api("POST", f"{here}/finish")

    champion = api("GET", f"{here}/ranking")["players"][0]["name"]
    print(f"The champion is {champion}")
    return champion


def play(api: Fairpair, here: str, made: dict, chances: random.Random) -> None:
    """Enter a result for every table; the better rated player wins more often."""
    for pairing in made["pairings"]:
        one, two = (player["name"] for player in pairing["players"])
        expected = 1 / (1 + 10 ** ((PLAYERS[two] - PLAYERS[one]) / 400))
        lost = chances.choice([0, 1])
        games = [2, lost] if chances.random() < expected else [lost, 2]
        ids = [player["id"] for player in pairing["players"]]
        path = f"{here}/pairings/{pairing['id']}/result"
        # With the players a result can never go to others who sit there by now.
        api("PUT", path, {"games": games, "players": ids})
    print(f"Stage {made['stage']}, round {made['round']}: {len(made['pairings'])} results")


if __name__ == "__main__":
    if len(sys.argv) < 2 or "FAIRPAIR_ADMIN_KEY" not in os.environ:
        sys.exit(__doc__)
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else None
    run(sys.argv[1], os.environ["FAIRPAIR_ADMIN_KEY"], random.Random(seed))
