"""The tournaments that are attacked, the people who have keys to them, and those left in peace."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from api.servers import ADMIN_KEY
from soak.wire import Address, Answer

from .events import prepared
from .routes import Surface
from .wire import Header, Shot, fire

STAFF = ("organiser", "scorekeeper", "player")
PEOPLE = (*STAFF, "organiser", "admin", "stranger", "foreign", "revoked", "wrong")
INSIDERS = ("organiser", "organiser", "admin", "scorekeeper", "player")
OUTSIDERS = ("stranger", "foreign", "revoked", "wrong")
"""None of them may change anything."""
SPENT = 12
"""After so many changes a tournament is left alone, and a fresh copy takes its place."""
SECRET = re.compile(rb"fp_[a-z]{3}_[1-9A-Za-z]{30}")
"""Keys, sessions, login codes and the secrets of webhooks, as they are made."""
BYSTANDERS = ("swiss after publish in stage 1", "hidden after draft in stage 1", "nasty setup")


@dataclass(slots=True)
class Hall:
    """One tournament on the server; `keys` and `cookies` by role."""

    id: str
    state: str
    keys: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    key_id: str = ""
    changes: int = 0


class World:
    """Makes halls whenever there are none left that are fit to be attacked."""

    def __init__(self, address: Address, surface: Surface) -> None:
        self.address = address
        self.surface = surface
        self.archives = prepared()
        self.made: list[str] = []
        self.secrets: set[bytes] = set()
        self.bystanders: list[Hall] = []
        self.admin_cookie = ""
        self._halls: dict[str, Hall] = {}
        self._lock = asyncio.Lock()

    async def begin(self) -> None:
        """Those who are never addressed; their keys are tried on all others."""
        self.admin_cookie = await self._log_in(ADMIN_KEY)
        for state in BYSTANDERS:
            self.bystanders.append(await self._make(state))

    async def hall(self, dice: Random, state: str = "") -> Hall:
        """A tournament to attack, in a random state."""
        name = state or dice.choice(list(self.archives))
        async with self._lock:
            found = self._halls.get(name)
            if found is None or found.changes >= SPENT:
                found = self._halls[name] = await self._make(name)
        return found

    def changed(self, target: str) -> None:
        """Something at this address was changed, or may have been."""
        for hall in self._halls.values():
            hall.changes += f"/{hall.id}/" in target or target.endswith(hall.id)

    async def logged_out(self, shot: Shot) -> None:
        """Their login has ended, by their own form or by somebody's: they get a new one."""
        if shot.who == "admin":
            self.admin_cookie = await self._log_in(ADMIN_KEY)
        shown = " ".join(value for _, value in shot.headers)
        for hall in self._halls.values():
            if f"fairpair-{hall.id}=" in shown or hall.keys["organiser"] in shown:
                hall.changes = SPENT

    async def _make(self, state: str) -> Hall:
        name = f"abused-{len(self.made)}"
        self.made.append(name)
        made = await self.ask(
            "POST", f"/api/tournaments/import?as={name}", self.archives[state], ADMIN_KEY
        )
        hall = Hall(name, state, {"organiser": made["organiser_key"]})
        for role in ("scorekeeper", "player", "organiser"):
            wanted = {"role": role, **({"player": 1} if role == "player" else {})}
            key = await self._key(hall, wanted)
            if role == "organiser":
                hall.keys["revoked"] = key["key"]
                await self.ask(
                    "DELETE", f"{self._keys(hall)}/{key['id']}", b"", hall.keys["organiser"]
                )
            else:
                hall.keys[role], hall.key_id = key["key"], key["id"]
        hall.cookies = {role: await self._log_in(hall.keys[role]) for role in STAFF}
        return hall

    @staticmethod
    def _keys(hall: Hall) -> str:
        return f"/api/tournaments/{hall.id}/keys"

    async def _key(self, hall: Hall, wanted: dict[str, Any]) -> Any:
        body = json.dumps(wanted).encode()
        return await self.ask("POST", self._keys(hall), body, hall.keys["organiser"])

    async def _log_in(self, key: str) -> str:
        answer = await self.answer("POST", "/api/login", json.dumps({"key": key}).encode())
        return answer.headers["set-cookie"].partition(";")[0]

    async def ask(self, method: str, path: str, body: bytes = b"", key: str = "") -> Any:
        """Must be done; gives what it says."""
        answer = await self.answer(method, path, body, key)
        return json.loads(answer.content) if answer.content else None

    async def answer(self, method: str, path: str, body: bytes = b"", key: str = "") -> Answer:
        """What an honest client is told; anything but success is an accident of this run."""
        headers: list[Header] = [("Content-Type", "application/json")] if body else []
        headers += [("Authorization", f"Bearer {key}")] if key else []
        answer = await fire(self.address, Shot("honest", method, path, tuple(headers), body))
        assert answer is not None, f"no answer to {method} {path}"
        assert answer.status < 300, f"{method} {path}: {answer.status} {answer.content[:500]!r}"
        self.secrets.update(SECRET.findall(answer.content + repr(answer.headers).encode()))
        return answer

    def credentials(
        self, dice: Random, who: str, hall: Hall, *, cookie: bool = False
    ) -> list[Header]:
        """The headers that say who asks; pages need the cookie."""
        if who == "stranger":
            return []
        if who == "wrong":
            return _wrong(dice, hall)
        if who == "foreign":
            other = dice.choice(self.bystanders)
            session = other.cookies["organiser"].partition("=")[2]
            if cookie or dice.random() < 0.4:
                name = dice.choice(("fairpair", f"fairpair-{hall.id}"))
                return [("Cookie", f"{name}={session}; {other.cookies['organiser']}")]
            return [("Authorization", f"Bearer {other.keys['organiser']}")]
        if who == "admin":
            pair = (ADMIN_KEY, self.admin_cookie)
        else:
            pair = (hall.keys[who], hall.cookies.get(who, f"fairpair-{hall.id}={hall.keys[who]}"))
        if cookie or dice.random() < 0.4:
            return [("Cookie", pair[1])]
        return [("Authorization", f"Bearer {pair[0]}")]


def _wrong(dice: Random, hall: Hall) -> list[Header]:
    """Keys that open nothing; each from an address of its own, or nobody would look at them."""
    near = hall.keys["organiser"]
    keys = (
        near[:-1],
        near.upper(),
        near + "x",
        near.replace("org", "adm"),
        "fp_adm_" + "1" * 30,
        "x" * 5000,
        "é\x7f",
        "' OR 1=1 --",
        "",
    )
    key = dice.choice(keys)
    ways: tuple[list[Header], ...] = (
        [("Authorization", f"Bearer {key}")],
        [("Authorization", f"bearer   {key}")],
        [("Authorization", f"Basic {key}")],
        [("Authorization", key)],
        [("Cookie", f"fairpair-{hall.id}={key}")],
        [("Cookie", f'fairpair="{key}"; fairpair-{hall.id}; =; ;;')],
    )
    return dice.choice(ways)
