"""A client for the API of a Fairpair server, on Python's standard library.

    from fairpair.client import Client

    client = Client("https://pairings.example", key="fp_adm_...")
    cup = client.create_tournament("Friday Night", preset="mtg_standard")
    cup.add_players("Ana", "Bo", {"name": "Cy", "rating": 1900}, "Di")
    for pairing in cup.start(total_rounds=3).round.pairings:
        cup.record(pairing, games=(2, 0))
    print(cup.standings().players[0].name)

A lost connection is not lost work: requests are repeated, and carried out once.
"""

from fairpair.client.client import Client
from fairpair.client.errors import (
    ClientError,
    RequestRejectedError,
    ServerUnreachableError,
    UnexpectedAnswerError,
)
from fairpair.client.tournament import TournamentClient

__all__ = [
    "Client",
    "ClientError",
    "RequestRejectedError",
    "ServerUnreachableError",
    "TournamentClient",
    "UnexpectedAnswerError",
]
