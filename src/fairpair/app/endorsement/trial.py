"""A tournament in memory on which a check tries actions: the same path as every request takes."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from fairpair.app.confirmations import Confirmation, decide_confirmed
from fairpair.app.requests import Request, request_of, request_of_command
from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.rounds import finish
from fairpair.core.action_warnings import Level, UnconfirmedError, WarningProblem
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.players import Player
from fairpair.core.results import Adjourned, Decided, Mark, Result
from fairpair.core.rounds import MatchRef, Round
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.log.journal import Journal
from fairpair.presets import rules_of

REFUSED = 9
"""The level of what is not possible at all, in FIDE mode or outside."""
WHITE, BLACK = Decided((Mark.WIN, Mark.LOSS)), Decided((Mark.LOSS, Mark.WIN))
DRAW = Decided((Mark.DRAW, Mark.DRAW))
ADJOURNED = Adjourned()


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of an action: whether it was carried out, the highest level of its warnings, 0 if
    there was no word, and `REFUSED` if it is not possible; `codes` are those of the warnings or of
    the refusal.
    """

    done: bool
    level: int
    codes: tuple[str, ...] = ()
    token: str = ""

    def __str__(self) -> str:
        word = "done" if self.done else "refused"
        level = f"L{self.level}" if 0 < self.level < REFUSED else ""
        return " ".join(filter(None, (word, level, ", ".join(self.codes))))


@dataclass(slots=True)
class Trial:
    """A tournament; actions change it if they are carried out."""

    journal: Journal = field(default_factory=Journal)

    @classmethod
    def begin(cls, players: int = 8, rounds: int = 7, **rules: Any) -> "Trial":
        """A FIDE tournament with players rated 2400, 2375 and so on; nothing is paired yet."""
        wanted: dict[str, Any] = {"fide": True, "rounds": rounds, "initial_colour": "white"}
        found = rules_of("fide_dutch", {**wanted, **rules})
        trial = cls()
        trial.do(c.CreateTournament("Open", "trial", found.as_settings()))
        entrants = (Player(f"P{n}", 2425 - 25 * n) for n in range(1, players + 1))
        trial.do(c.RegisterPlayers(tuple(entrants)))
        return trial

    @classmethod
    def played(cls, rounds: int, *, players: int = 8, of: int = 7, **rules: Any) -> "Trial":
        """The same after some rounds in which White won everywhere."""
        trial = cls.begin(players, of, **rules)
        for _ in range(rounds):
            trial.play()
        return trial

    @property
    def t(self) -> Tournament:
        """The state."""
        return self.journal.tournament

    @property
    def round(self) -> Round:
        """The last round."""
        return self.t.rounds[max(self.t.rounds)]

    def attempt(self, command: c.Command, confirm: Sequence[str] = (), token: str = "") -> Attempt:
        """Try an action."""
        return self._attempt(request_of_command(command), Confirmation(tuple(confirm), token))

    def finish(self, *, early: bool) -> Attempt:
        """Try to finish the tournament, as all shells do it."""
        return self._attempt(request_of(finish, early=early, reason="a trial"), Confirmation())

    def _attempt(self, request: Request, given: Confirmation) -> Attempt:
        try:
            decided, told = decide_confirmed(self.journal, request, given)
        except UnconfirmedError as error:
            levels = [one.level for one in error.problems if isinstance(one, WarningProblem)]
            level = max(levels, default=Level.CONFIRM)
            return Attempt(False, level, error.codes or (error.code,), error.token)
        except DomainError as error:
            return Attempt(False, REFUSED, (error.code,))
        self.journal = decided
        level = max((one.level for one in told), default=0)
        return Attempt(True, level, tuple(one.code for one in told))

    def do(self, command: c.Command, confirm: Sequence[str] = (), token: str = "") -> None:
        """Carry out an action that must be possible."""
        found = self.attempt(command, confirm, token)
        if not found.done:
            raise AssertionError(f"{type(command).__name__}: {found}")

    def change(self, **changes: Any) -> Attempt:
        """Try to change rules."""
        return self.attempt(c.ChangeRules(changes, "a trial"))

    def pair(self) -> None:
        """Pair and publish the next round."""
        self.do(draft(self.t))
        self.do(c.PublishRound())

    def play(self, *results: Result) -> None:
        """The next round, White winning where no result is given, and complete it."""
        self.pair()
        ref = max(self.t.rounds)
        for place, table in enumerate(sorted(self.round.pairings)):
            found = results[place] if place < len(results) else WHITE
            self.do(c.RecordResult(MatchRef(1, ref.round_no, table), found))
        self.do(c.CompleteRound())

    def leave(self) -> tuple[Attempt, Attempt]:
        """Leave FIDE mode, with both confirmations; what came of the first and of the second."""
        command, code = c.LeaveFideMode("a trial"), "leave-fide-mode"
        first = self.attempt(command, (code,))
        return first, self.attempt(command, (code,), first.token)
