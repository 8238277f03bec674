"""Tournaments played to the same end every time, through the service, by the rules of a preset."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from fairpair.app.service import Service
from fairpair.app.use_cases.pairing import cut_command, draft
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.results import (
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rounds import ByeKind, MatchRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.presets import preset

BEGIN = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
NAMES = (
    "Ana O'Neil",
    "Bo Đặng",
    "Cy Ünal",
    "דנה לוי",
    "Ed Ng",
    "Flo Ruiz",
    "Gus Ek",
    "Ida <b>",
    "Jo",
)


def ticking() -> Callable[[], str]:
    """A clock that goes on by a second whenever somebody looks."""
    looks = iter(range(10**9))
    return lambda: (BEGIN + timedelta(seconds=next(looks))).isoformat(timespec="microseconds")


class TournamentRun:
    """One tournament, and what is done in it; every command has the next number in its id."""

    def __init__(self, service: Service, name: str, prefix: str = "") -> None:
        self._service = service
        self._name = TournamentId(name)
        self._prefix = prefix or name
        self._number = 0

    @property
    def state(self) -> Tournament:
        return self._service.journal(self._name).tournament

    def do(self, *commands: c.Command) -> None:
        for command in commands:
            self._number += 1
            number = CommandId(f"{self._prefix}-{self._number}")
            self._service.execute(self._name, command, number, "organiser")

    def draft(self) -> None:
        journal = self._service.journal(self._name)
        self.do(draft(journal.tournament, journal.version, ("avoided-pair",)))

    def cut(self) -> None:
        journal = self._service.journal(self._name)
        self.do(cut_command(journal.tournament, journal.version))

    def results(self, most: int = 99) -> None:
        """Enter results of the running round, at so many tables at most."""
        t = self.state
        ref = t.upcoming
        for table in t.rounds[ref].pending[:most]:
            match = MatchRef(ref.stage, ref.round_no, table)
            self.do(c.RecordResult(match, result_of(t.rules, match)))

    def round(self) -> None:
        """A whole one."""
        self.draft()
        self.do(c.PublishRound())
        self.results()
        self.do(c.CompleteRound())


def result_of(rules: Rules, match: MatchRef) -> Result:
    """Always the same for the same table; nothing is drawn in a knock-out."""
    number = match.round_no + match.table
    drawn = number % 4 == 2 and match.stage == 1 and rules.draws_allowed
    winner = number % 3 % 2
    if rules.scores:
        return _scored(rules, 0 if drawn else 1 - 2 * winner)
    one_game = Decided((Mark.DRAW, Mark.DRAW) if drawn else win_for(winner))
    if rules.boards:
        others = (Decided((Mark.DRAW, Mark.DRAW)), Forfeit(win_for(winner)))
        return Boards((Board(one_game), *map(Board, others))[: rules.boards])
    if rules.best_of in (None, 1):
        return one_game
    if drawn:
        return Games((1, 1), 1)
    lost = number % 2
    return Games((2, lost) if winner == 0 else (lost, 2))


def _scored(rules: Rules, lead: int) -> Result:
    """Named scores; the first side has so much more of each."""
    return Scored(
        tuple(
            {name: Fraction(5 + n + sign * lead) for n, name in enumerate(rules.scores)}
            for sign in (1, -1)
        )
    )


def entrants(rules: Mapping[str, Any]) -> tuple[Entrant, ...]:
    """Nine of them, so that there are byes; teams where matches have boards."""
    people = tuple(
        Player(name, 2300 - 55 * n, club=f"Club {n % 3}", federation="NED")
        for n, name in enumerate(NAMES)
    )
    if not rules.get("boards"):
        return people
    return tuple(
        Team(f"Team {one.name}", (one, Player(f"Second {n}", 1500 + n), Player(f"Third {n}")))
        for n, one in enumerate(people, 1)
    )


def play(run: TournamentRun, name: str, rules: Mapping[str, Any], rounds: int) -> None:
    """So many whole rounds, with all that happens between them."""
    settings = {**preset(name).settings, **rules}
    first, third, fifth = PlayerId(1), PlayerId(3), PlayerId(5)
    field = entrants(settings)
    run.do(
        c.CreateTournament(f"Golden {name}", f"seed of {name}", settings),
        c.RegisterPlayers(field[:8]),
        c.AvoidPair(first, PlayerId(2), hard=False),
        c.FixTable(fifth, 2),
        c.RequestBye(third, 2, ByeKind.HALF),
    )
    for round_no in range(1, rounds + 1):
        run.round()
        if round_no == 1:
            run.do(
                c.EnterLate(field[8:], missed=ByeKind.ZERO),
                c.CorrectResult(MatchRef(1, 1, 1), Forfeit(win_for(1)), "came too late"),
                c.RenameTournament(f"Golden {name} of today"),
                c.Undo(reason="it had a good name"),
            )
        if round_no == 2:
            run.do(c.DropPlayer(fifth, reason="has to leave"))
