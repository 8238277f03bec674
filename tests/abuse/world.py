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
from .wire import Header, Probe, send_probe

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
class TargetTournament:
    """One tournament on the server; `keys` and `cookies` by role."""

    id: str
    state: str
    keys: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    key_id: str = ""
    changes: int = 0


class TargetServer:
    """Makes halls whenever there are none left that are fit to be attacked."""

    def __init__(self, address: Address, surface: Surface) -> None:
        self.address = address
        self.surface = surface
        self.archives = prepared()
        self.made: list[str] = []
        self.secrets: set[bytes] = set()
        self.bystanders: list[TargetTournament] = []
        self.admin_cookie = ""
        self._halls: dict[str, TargetTournament] = {}
        self._lock = asyncio.Lock()

    async def begin(self) -> None:
        """Those who are never addressed; their keys are tried on all others."""
        self.admin_cookie = await self._log_in(ADMIN_KEY)
        for state in BYSTANDERS:
            self.bystanders.append(await self._make(state))

    async def target_tournament(self, dice: Random, state: str = "") -> TargetTournament:
        """A tournament to attack, in a random state."""
        name = state or dice.choice(list(self.archives))
        async with self._lock:
            found = self._halls.get(name)
            if found is None or found.changes >= SPENT:
                found = self._halls[name] = await self._make(name)
        return found

    def changed(self, target: str) -> None:
        """Something at this address was changed, or may have been."""
        for target_tournament in self._halls.values():
            target_tournament.changes += f"/{target_tournament.id}/" in target or target.endswith(
                target_tournament.id
            )

    async def logged_out(self, probe: Probe) -> None:
        """Their login has ended, by their own form or by somebody's: they get a new one."""
        if probe.who == "admin":
            self.admin_cookie = await self._log_in(ADMIN_KEY)
        shown = " ".join(value for _, value in probe.headers)
        for target_tournament in self._halls.values():
            if (
                f"fairpair-{target_tournament.id}=" in shown
                or target_tournament.keys["organiser"] in shown
            ):
                target_tournament.changes = SPENT

    async def _make(self, state: str) -> TargetTournament:
        name = f"abused-{len(self.made)}"
        self.made.append(name)
        made = await self.ask(
            "POST", f"/api/tournaments/import?as={name}", self.archives[state], ADMIN_KEY
        )
        target_tournament = TargetTournament(name, state, {"organiser": made["organiser_key"]})
        for role in ("scorekeeper", "player", "organiser"):
            wanted = {"role": role, **({"player": 1} if role == "player" else {})}
            key = await self._key(target_tournament, wanted)
            if role == "organiser":
                target_tournament.keys["revoked"] = key["key"]
                await self.ask(
                    "DELETE",
                    f"{self._keys(target_tournament)}/{key['id']}",
                    b"",
                    target_tournament.keys["organiser"],
                )
            else:
                target_tournament.keys[role], target_tournament.key_id = key["key"], key["id"]
        target_tournament.cookies = {
            role: await self._log_in(target_tournament.keys[role]) for role in STAFF
        }
        return target_tournament

    @staticmethod
    def _keys(target_tournament: TargetTournament) -> str:
        return f"/api/tournaments/{target_tournament.id}/keys"

    async def _key(self, target_tournament: TargetTournament, wanted: dict[str, Any]) -> Any:
        body = json.dumps(wanted).encode()
        return await self.ask(
            "POST", self._keys(target_tournament), body, target_tournament.keys["organiser"]
        )

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
        answer = await send_probe(self.address, Probe("honest", method, path, tuple(headers), body))
        assert answer is not None, f"no answer to {method} {path}"
        assert answer.status < 300, f"{method} {path}: {answer.status} {answer.content[:500]!r}"
        self.secrets.update(SECRET.findall(answer.content + repr(answer.headers).encode()))
        return answer

    def credentials(
        self, dice: Random, who: str, target_tournament: TargetTournament, *, cookie: bool = False
    ) -> list[Header]:
        """The headers that say who asks; pages need the cookie."""
        if who == "stranger":
            return []
        if who == "wrong":
            return _wrong(dice, target_tournament)
        if who == "foreign":
            other = dice.choice(self.bystanders)
            session = other.cookies["organiser"].partition("=")[2]
            if cookie or dice.random() < 0.4:
                name = dice.choice(("fairpair", f"fairpair-{target_tournament.id}"))
                return [("Cookie", f"{name}={session}; {other.cookies['organiser']}")]
            return [("Authorization", f"Bearer {other.keys['organiser']}")]
        if who == "admin":
            pair = (ADMIN_KEY, self.admin_cookie)
        else:
            pair = (
                target_tournament.keys[who],
                target_tournament.cookies.get(
                    who, f"fairpair-{target_tournament.id}={target_tournament.keys[who]}"
                ),
            )
        if cookie or dice.random() < 0.4:
            return [("Cookie", pair[1])]
        return [("Authorization", f"Bearer {pair[0]}")]


def _wrong(dice: Random, target_tournament: TargetTournament) -> list[Header]:
    """Keys that open nothing; each from an address of its own, or nobody would look at them."""
    near = target_tournament.keys["organiser"]
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
        [("Cookie", f"fairpair-{target_tournament.id}={key}")],
        [("Cookie", f'fairpair="{key}"; fairpair-{target_tournament.id}; =; ;;')],
    )
    return dice.choice(ways)
