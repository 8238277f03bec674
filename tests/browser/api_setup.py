"""Events made quickly through the API, for browsers to look at."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from api.app_server import AppServer
from api.role_server import ADMIN_KEY

_FIRST = (
    *("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo", "Mia"),
    *("Ned", "Ola", "Pia", "Quinn", "Ron", "Sue", "Tom", "Uma", "Vic", "Wil", "Xena", "Yan", "Zoe"),
)
_LAST = (
    *("Adler", "Brandt", "Costa", "Dvořák", "Eriksen", "Fischer", "García", "Horváth"),
    *("Iversen", "Jansen", "Koch"),
)


def names(count: int) -> list[str]:
    """So many different names, in no order.

    >>> names(3)
    ['Ana Adler', 'Bo Horváth', 'Cy Dvořák']
    """
    assert count <= len(_FIRST) * len(_LAST)
    return [f"{_FIRST[n % 26]} {_LAST[n * 7 % 11]}" for n in range(count)]


@dataclass
class Event(AppServer):
    """One tournament of the server, with its organiser's key in hand."""

    @property
    def desk(self) -> str:
        """The address of its desk."""
        return f"/desk/{self.here}"

    @property
    def public(self) -> str:
        """The address of its public page."""
        return f"/t/{self.here}"

    def enter(self, entrants: Sequence[str | Mapping[str, Any]]) -> None:
        """Names, or what the API takes for a player or team."""
        told = [{"name": one} if isinstance(one, str) else dict(one) for one in entrants]
        self.post("/players", {"players": told})

    def results(self, round_no: int, stage: int = 1, seed: int = 1, most: int = 10_000) -> None:
        """Results for the open tables of a round, all different from one seed to another."""
        chance = Random(f"{seed} {stage} {round_no}")
        for ref, round_ in self.t.rounds.items():
            if (ref.stage, ref.round_no) == (stage, round_no):
                for table in list(round_.pending)[:most]:
                    body = self._result(chance, stage)
                    self.put(f"/pairings/{stage}-{round_no}-{table}/result", body)

    def _result(self, chance: Random, stage: int) -> dict[str, Any]:
        best_of = self.t.rules.best_of or 1
        if best_of > 1:
            return {"games": chance.choice(([2, 0], [2, 1], [1, 2], [0, 2]))}
        level = ("1/2-1/2",) if stage == 1 else ()
        return {"result": chance.choice(("1-0", "0-1", *level))}

    def play_round(self, stage: int, round_no: int, seed: int = 1) -> None:
        """Publish this round and play all of it."""
        if (stage, round_no) == (1, 1):
            self.post("/start")
        else:
            self.post(f"/rounds/{round_no}/generate?stage={stage}", {})
        self.results(round_no, stage, seed)

    def play_on(self) -> None:
        """The rest of the last round is played, and the next one is there."""
        ref = self.t.latest
        assert ref
        self.results(ref.round_no, ref.stage)
        self.post(f"/rounds/{ref.round_no + 1}/generate?stage={ref.stage}", {})

    def tokens(self) -> dict[int, str]:
        """A new key for every player."""
        made = self.ask("POST", "/keys/players", json={"to": "all"}).json()["keys"]
        return {one["player"]: one["key"] for one in made}


def create_event(
    app_server: AppServer, name: str, preset: str | None = None, **config: Any
) -> Event:
    """A new tournament on this server; what is drawn follows from its name."""
    asked = {"name": name, "preset": preset, "config": config, "draw_seed": name[:100]}
    made = replace(app_server, key=ADMIN_KEY).post("/api/tournaments", asked)
    base, key = f"/api/tournaments/{made['id']}", made["organiser_key"]
    return Event(app_server.service, app_server.access, app_server.client, key, base)


def unique(name: str) -> str:
    """A name that no other test uses, since all share a server."""
    return f"{name} {secrets.token_hex(3)}"
