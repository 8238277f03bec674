"""Runs one tournament on a real service; everything is checked after every step."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from draft_commands import draft_next
from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases.automatic_advance import advance
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log.journal import Journal
from fairpair.storage import open_store

from .invariant_checks import look

CUP = TournamentId("cup")


def entrants(count: int, *, teams: bool = False, first: int = 1) -> tuple[Entrant, ...]:
    """So many players or teams, some without a rating, some of one club."""
    numbers = range(first, first + count)
    if teams:
        return tuple(Team(f"T{n}", (_player(2 * n), _player(2 * n + 1))) for n in numbers)
    return tuple(map(_player, numbers))


def _player(n: int) -> Player:
    return Player(f"P{n}", None if n % 11 == 10 else 2400 - 7 * n, club=f"C{n % 5}")


class ServiceDriver:
    """Gives commands; every refusal must say why and change nothing."""

    def __init__(self, path: Path | None = None) -> None:
        """In memory, or with a path in a SQLite file."""
        self._address = f"sqlite:///{path}" if path else "memory:"
        self._ids = 0
        self.by_hand = False
        """Somebody changed the tree: then it need not be as a model expects."""
        self.last: tuple[c.Command, CommandId] | None = None
        self.service = Service(open_store(self._address), self._clock, follow_up=advance)

    def _clock(self) -> str:
        return f"2026-01-01T00:00:00.{self._ids:06}+00:00"

    def begin(self, settings: Mapping[str, object], players: tuple[Entrant, ...]) -> None:
        """Create the tournament and enter its players."""
        self.must(c.CreateTournament("Cup", "seed", settings))
        self.must(c.RegisterPlayers(players))

    @property
    def journal(self) -> Journal:
        """The log as it is now."""
        return self.service.journal(CUP)

    @property
    def t(self) -> Tournament:
        """The tournament as it is now."""
        return self.journal.tournament

    def new_id(self) -> CommandId:
        """An id that no command had."""
        self._ids += 1
        return CommandId(f"c{self._ids}")

    # Doing

    def attempt(self, command: c.Command, expected: int | None = None) -> DomainError | None:
        """Give a command; the refusal, if it was refused."""
        command_id = self.new_id()
        refusal = self.tried(
            lambda: self.service.execute(CUP, command, command_id, expected=expected)
        )
        if refusal is None:
            self.last = (command, command_id)
        return refusal

    def draft(self) -> DomainError | None:
        """Pair the next round."""
        command_id = self.new_id()
        return self.tried(lambda: draft_next(self.service, CUP, command_id))

    def tried(self, act: Callable[[], Outcome]) -> DomainError | None:
        """Do something, and look at everything afterwards."""
        before = self.journal
        outcome, refusal = _told(act)
        if refusal is not None:
            proper_refusal(refusal)
            assert self.journal == before, refusal
            assert self.service.store.version(CUP) == before.version
        elif outcome.repeated:
            assert self.journal == before
        else:
            assert before.version < outcome.version <= self.journal.version
            look(self.journal, by_hand=self.by_hand)
        return refusal

    def must(self, command: c.Command) -> None:
        """Give a command that nothing speaks against."""
        refusal = self.attempt(command)
        assert refusal is None, f"{command}: {refusal}"

    def must_not(self, command: c.Command, *codes: str, expected: int | None = None) -> None:
        """Give a command that has to be refused, with one of these codes if any are named."""
        refusal = self.attempt(command, expected)
        assert refusal is not None, f"{command} was carried out"
        assert not codes or refusal.code in codes, f"{command}: {refusal.code}: {refusal}"

    def restart(self) -> None:
        """Stop and start again: the stored log alone must give the same tournament."""
        before = self.journal
        store = self.service.store
        if self._address != "memory:":
            self.service.close()
            store = open_store(self._address)
        self.service = Service(store, self._clock, follow_up=advance)
        assert self.journal == before
        look(self.journal, by_hand=self.by_hand)

    def close(self) -> None:
        """Leave."""
        self.service.close()


def _told(act: Callable[[], Outcome]) -> tuple[Outcome, DomainError | None]:
    try:
        return act(), None
    except DomainError as refusal:
        return Outcome(0, ()), refusal


def proper_refusal(refusal: DomainError) -> None:
    """It has a code for programs, and tells people what happened and what to do."""
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", refusal.code), refusal.code
    assert refusal.message.endswith("."), f"{refusal.code}: {refusal.message}"
    assert refusal.hint.endswith("."), f"{refusal.code}: {refusal.hint!r}"
