"""The people of an event: an organiser, scorekeepers, and players with their own keys."""

import asyncio
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from api.servers import ADMIN_KEY

from .order_log import Acknowledgement, Operation, Order
from .order_sender import OrderSender
from .wire import LostError, ask, request

WORDS = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw")}


@dataclass(frozen=True, slots=True)
class Size:
    """How many of everybody, and how long they take."""

    players: int = 200
    scorekeepers: int = 4
    watchers: int = 300
    rounds: int = 7
    seconds: float = 2.0
    """Within so many seconds all players of a round report."""


@dataclass(slots=True)
class Match:
    """A table of a round, as it was read."""

    id: str
    seats: list[int]
    word: str

    @property
    def ref(self) -> dict[str, int]:
        stage, round_no, table = map(int, self.id.split("-"))
        return {"stage": stage, "round_no": round_no, "table": table}

    def fact(self, word: str) -> dict[str, Any]:
        return {"match": self.ref, "players": self.seats, "result": {"marks": list(WORDS[word])}}


@dataclass(slots=True)
class Event:
    """One tournament from its first player to its end."""

    sender: OrderSender
    size: Size
    number: int
    id: str = ""
    key: str = ""
    staff: list[str] = field(default_factory=list)
    keys: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    closed: list[Match] = field(default_factory=list)
    round_no: int = 0
    _names: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.id = f"soak-{self.number}"

    @property
    def plain(self) -> bool:
        """Nobody comes late and no old result is corrected, so that `fairpair check` can look at
        all rounds: it pairs each from what the file says of those before it.
        """
        return self.number % 2 == 0

    @property
    def _chance(self) -> random.Random:
        return self.sender.chance

    async def run(self) -> None:
        await self._begin()
        for number in range(1, self.size.rounds + 1):
            self.round_no = number
            await self._make_round(number)
            await self._play(await self._tables(number))
        await self._send(Operation("finish", "POST", "finish"), faithful=True)

    async def _begin(self) -> None:
        config = {
            "rounds": self.size.rounds,
            "few_rounds_reason": "a short run",
            "player_reports": True,
        }
        body = {"name": f"Soak {self.number}", "preset": "fide_dutch", "config": config}
        self.key = ADMIN_KEY
        await self._send(Operation("create", "POST", "", body), faithful=True)
        names = [{"name": f"Player {n}", "rating": 2600 - 3 * n} for n in range(self.size.players)]
        await self._send(
            Operation("register", "POST", "players", {"players": names}), faithful=True
        )
        self.key = (await self._new_keys("keys", {"role": "organiser"}))[0]["key"]
        for n in range(self.size.scorekeepers):
            wanted = {"role": "scorekeeper", "label": f"Desk {n}"}
            self.staff.append((await self._new_keys("keys", wanted))[0]["key"])
        handed = await self._new_keys("keys/players", {"to": "all"})
        self.keys = {one["player"]: one["key"] for one in handed}

    async def _new_keys(self, path: str, body: object) -> Sequence[Mapping[str, Any]]:
        """Keys have no name to repeat them by: who gets no answer asks for new ones."""
        sent = request("POST", f"/api/tournaments/{self.id}/{path}", self.key, body=body)
        while True:
            try:
                answer = await ask(await self.sender.server_address.pick(self._chance), sent)
            except LostError:
                continue
            if answer.status < 300:
                found = answer.document
                keys: list[Mapping[str, Any]] = found.get("keys", [found])
                return keys
            assert answer.status >= 500, answer.content
            self.sender.order_log.server_errors[f"{answer.status} {answer.code}"] += 1
            await asyncio.sleep(0.1)

    async def _make_round(self, number: int) -> None:
        """In one step, or as a draft that is published then; again if something comes between."""
        while True:
            if number == 1:
                done = await self._send(Operation("start", "POST", "start"), faithful=True)
            elif self._chance.random() < 0.5:
                made = Operation("generate", "POST", f"rounds/{number}/generate", {"draft": False})
                done = await self._send(made, faithful=True)
            else:
                path = f"rounds/{number}"
                await self._send(Operation("draft", "POST", f"{path}/generate", {"draft": True}))
                shown = Operation("publish", "POST", f"{path}/publish")
                done = await self._send(shown, faithful=True)
            if done or await self._is_published(number):
                return
            await asyncio.sleep(0.05)

    async def _is_published(self, number: int) -> bool:
        found = await self.sender.read(f"/api/tournaments/{self.id}/rounds/{number}")
        return found.status == 200

    async def _tables(self, number: int) -> list[Match]:
        found = await self.sender.read(f"/api/tournaments/{self.id}/rounds/{number}")
        assert found.status == 200, found.content
        self.sender.order_log.show(self.id, found.document["version"])
        return [
            Match(one["id"], [p["id"] for p in one["players"]], self._chance.choice([*WORDS]))
            for one in found.document["pairings"]
        ]

    async def _play(self, tables: list[Match]) -> None:
        """Everybody at once."""
        await asyncio.gather(
            *(self._report(match) for match in tables),
            *(self._keep_scores(n, tables) for n in range(self.size.scorekeepers)),
            self._interfere(),
        )
        self.closed += tables

    async def _report(self, match: Match) -> None:
        """Mostly both say the same; some only confirm, some quarrel, some say nothing."""
        fate = self._chance.random()
        first, second = self._chance.sample(match.seats, 2)
        if fate > 0.93:
            return
        other = self._chance.choice([*WORDS]) if fate > 0.88 else match.word
        await asyncio.gather(
            self._say(match, first, match.word),
            self._say(match, second, None if 0.78 < fate <= 0.88 else other),
        )

    async def _say(self, match: Match, player: int, word: str | None) -> None:
        if player not in self.keys:
            return
        await asyncio.sleep(self._chance.uniform(0, self.size.seconds))
        body: dict[str, Any] = {"confirm": True} if word is None else {"result": word}
        fact: dict[str, Any] = {"match": match.ref, "player": player}
        if word is not None:
            body["players"] = match.seats
            fact |= match.fact(word)
        operation = Operation("report", "POST", f"pairings/{match.id}/report", body, fact)
        await self.sender.deliver(self._order(operation, self.keys[player], player))

    async def _keep_scores(self, number: int, tables: Sequence[Match]) -> None:
        """Each enters what is missing at some of the tables; now and then two are at one."""
        matches = {match.id: match for match in tables}
        await asyncio.sleep(self.size.seconds * self._chance.uniform(0.6, 1))
        while pending := await self._pending():
            last = len(pending) <= self.size.scorekeepers
            for one in pending:
                ours = matches[one].ref["table"] % self.size.scorekeepers == number
                if ours or self._chance.random() < (0.5 if last else 0.05):
                    await self._enter(matches[one], self.staff[number])
            await asyncio.sleep(0.05)

    async def _pending(self) -> list[str]:
        found = (await self.sender.read(f"/api/tournaments/{self.id}/status")).document
        self.sender.order_log.show(self.id, found["version"])
        return list(found["pending"]) if found["round"] == self.round_no else []

    async def _enter(self, match: Match, key: str) -> None:
        body = {"result": match.word, "players": match.seats}
        operation = Operation(
            "result", "PUT", f"pairings/{match.id}/result", body, match.fact(match.word)
        )
        await self.sender.deliver(self._order(operation, key))

    async def _interfere(self) -> None:
        """The organiser: players leave, ask for a bye or come late; old slips were read wrongly."""
        for _ in range(6):
            await asyncio.sleep(self.size.seconds / 6)
            deeds = [self._drop, self._bye, self._clock]
            if not self.plain:
                deeds += [self._correct, self._correct, self._late]
            await self._chance.choice(deeds)()

    async def _drop(self) -> None:
        here = [p for p in self.keys if p not in self.gone]
        if len(here) * 5 < self.size.players * 4:
            return
        player = self._chance.choice(here)
        self.gone.add(player)
        await self._send(
            Operation("drop", "POST", f"players/{player}/drop", {}, {"player": player})
        )

    async def _bye(self) -> None:
        """Sometimes taken back again."""
        player, number = self._chance.choice([*self.keys]), self.round_no + 1
        fact = {"player": player, "round_no": number, "kind": "half"}
        path = f"players/{player}/byes/{number}"
        done = await self._send(Operation("bye", "PUT", path, {"kind": "half"}, fact))
        if done and done.action and self._chance.random() < 0.4:
            which = {"action": done.action}
            await self._send(Operation("undo", "POST", "undo", which, which))

    async def _correct(self) -> None:
        if not self.closed:
            return
        match = self._chance.choice(self.closed)
        word = self._chance.choice([*WORDS])
        body = {"result": word, "correction": True, "reason": "the slip was read wrongly"}
        path = f"pairings/{match.id}/result"
        await self._send(Operation("correct", "PUT", path, body, match.fact(word)))

    async def _late(self) -> None:
        """They play without a key of their own: the staff enters their results."""
        if self.round_no * 2 > self.size.rounds:
            return
        name = f"Latecomer {next(self._names)}"
        body = {"players": [{"name": name, "rating": 1500}], "from_round": self.round_no + 1}
        await self._send(
            Operation("late entry", "POST", "players", body, {"entrant": {"name": name}})
        )

    async def _clock(self) -> None:
        path = f"rounds/{self.round_no}/clock"
        await self._send(Operation("clock", "PUT", path, {"minutes": self._chance.randint(10, 90)}))

    async def _send(
        self, operation: Operation, *, faithful: bool = False
    ) -> Acknowledgement | None:
        """As the organiser."""
        return await self.sender.deliver(self._order(operation, self.key), faithful=faithful)

    def _order(self, operation: Operation, key: str, player: int | None = None) -> Order:
        name = f"{self.id}-{operation.kind.replace(' ', '-')}-{next(self._names)}"
        return Order(self.id, name, operation, key, player)
