#!/usr/bin/env python3
"""Run a 16-player event on a Fairpair server: Swiss rounds, top 4, a champion.

    FAIRPAIR_ADMIN_KEY=... python3 examples/run_event.py http://127.0.0.1:8000

Needs Fairpair's Python client, which comes with `fairpair`. Read it as a recipe: everything that a
program has to call is here.
"""

import os
import random
import sys

from fairpair import FairpairError
from fairpair.client import Client, TournamentClient
from fairpair.client.answers import Round

PLAYERS = {
    "Ana Lima": 2140, "Bo Chen": 2090, "Cy Diaz": 2055, "Di Rossi": 2010,
    "Ed Novak": 1985, "Flo Weber": 1960, "Gus Berg": 1930, "Hal Ito": 1905,
    "Ida Kaya": 1880, "Jo Martin": 1850, "Kim Park": 1825, "Lu Wang": 1790,
    "Mo Adel": 1760, "Nia Cole": 1720, "Oz Peretz": 1690, "Pia Lund": 1650,
}  # fmt: skip


def run(server: str, admin_key: str, chances: random.Random) -> str:
    """Run the event; the champion's name comes back."""
    client = Client(server, admin_key)
    cup = client.create_tournament("Example Cup", preset="mtg_standard", config={"cut": 4})
    print(f"{cup.id} has begun")
    cup.add_players(*({"name": name, "rating": rating} for name, rating in PLAYERS.items()))

    made = cup.start(total_rounds=6)
    for number in (2, 3, 4):
        play(cup, made.round, chances)
        made = cup.generate(number)
    play(cup, made.round, chances)

    for row in cup.standings().players[:4]:
        print(f"{row.rank}. {row.name} with {row.points} points")

    cup.cut()
    for number in (1, 2):
        play(cup, cup.generate(number, stage=2).round, chances)
    cup.finish()

    champion = cup.ranking().players[0].name
    print(f"The champion is {champion}")
    return champion


def play(cup: TournamentClient, made: Round, chances: random.Random) -> None:
    """Enter a result for every table; the better rated player wins more often."""
    for pairing in made.pairings:
        one, two = (PLAYERS[player.name] for player in pairing.players)
        expected = 1 / (1 + 10 ** ((two - one) / 400))
        lost = chances.choice([0, 1])
        games = (2, lost) if chances.random() < expected else (lost, 2)
        cup.record(pairing, games=games)
    print(f"Stage {made.stage}, round {made.round}: {len(made.pairings)} results")


if __name__ == "__main__":
    if len(sys.argv) < 2 or "FAIRPAIR_ADMIN_KEY" not in os.environ:
        sys.exit(__doc__)
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else None
    try:
        run(sys.argv[1], os.environ["FAIRPAIR_ADMIN_KEY"], random.Random(seed))
    except FairpairError as error:
        sys.exit(str(error))
