"""Tournaments of every kind in every state, as archives that a server can import."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from fairpair.app.service import Service
from fairpair.app.transfer.exports import archive_text
from fairpair.app.use_cases.pairing import cut_command, draft
from fairpair.bootstrap import utc_now
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.results import Decided, Games, Mark, Result, Scored
from fairpair.core.rounds import ByeKind, MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.log import commands as c
from fairpair.presets import rules_of
from fairpair.storage.sqlite import MemoryStore

from .values import MARK

HERE = TournamentId("prepared")
NASTY = (
    f"<script>{MARK}()</script>",
    f'"><{MARK} onclick=x>',
    f"' onmouseover='{MARK}()",
    "Zoë \u05d0\u05d1\u05d2",
    '🏆 {{ 7 * 7 }} #read("x") *b* <l> @y $x$',
    "=cmd|' /C calc'!A0",
    "javascript:alert(1)",
    'O\'Brien, "Bo"; --',
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tournament."""

    preset: str
    entrants: tuple[Entrant, ...]
    rules: dict[str, object] = field(default_factory=dict)
    name: str = "Cup"


def _people(count: int) -> tuple[Player, ...]:
    return tuple(
        Player(f"P{n}", rating=2000 - 50 * n, club=f"Club {n % 3}") for n in range(1, count + 1)
    )


REPORTS: dict[str, object] = {"player_reports": True}
KINDS = {
    "swiss": Kind("mtg_standard", _people(9), {**REPORTS, "rounds": 3, "cut": 4}),
    "dutch": Kind("fide_dutch", _people(8), {**REPORTS, "rounds": 3}),
    "teams": Kind(
        "team_chess",
        tuple(Team(f"Team {n}", members=_people(n)) for n in range(1, 6)),
        {**REPORTS, "rounds": 3},
    ),
    "knock-out": Kind("infinity", _people(6), {**REPORTS, "mode": "elimination"}),
    "round-robin": Kind(
        "chess_style", _people(5), {**REPORTS, "system": "round_robin", "rounds": None}
    ),
    "nasty": Kind(
        "mtg_standard",
        tuple(Player(name, club=name, rating=1500 + n) for n, name in enumerate(NASTY)),
        {**REPORTS, "rounds": 2, "cut": 2, "game": NASTY[0]},
        NASTY[1],
    ),
    "hidden": Kind("mtg_standard", _people(5), {**REPORTS, "rounds": 2, "hidden": True}),
}


def prepared() -> dict[str, bytes]:
    """The archive of each kind in each state: `swiss setup`, `swiss drafted`, ..."""
    return {
        f"{name} {state}": archive
        for name, kind in KINDS.items()
        for state, archive in _states(kind).items()
    }


def _states(kind: Kind) -> dict[str, bytes]:
    return dict(_life(_Desk(), kind))


def _life(desk: "_Desk", kind: Kind) -> Iterator[tuple[str, bytes]]:
    desk.do(c.CreateTournament(kind.name, "seed", rules_of(kind.preset, kind.rules).as_settings()))
    desk.do(c.RegisterPlayers(kind.entrants))
    if kind.preset == "mtg_standard":
        desk.do(c.RequestBye(PlayerId(2), 2, ByeKind.HALF))
    yield "setup", desk.archive()
    while (step := progress(desk.t).step) is not NextStep.NOTHING:
        desk.step(step)
        yield f"after {step.name.lower()} in stage {desk.t.upcoming.stage}", desk.archive()


class _Desk:
    """Gives commands; the archive of what came of them."""

    def __init__(self) -> None:
        self._service = Service(MemoryStore(), utc_now)

    @property
    def t(self) -> Tournament:
        return self._service.journal(HERE).tournament

    def do(self, command: c.Command) -> None:
        name = CommandId(f"c{self._service.journal(HERE).version}")
        self._service.execute(HERE, command, name, "organiser")

    def archive(self) -> bytes:
        return archive_text(self._service, HERE).encode()

    def step(self, step: NextStep) -> None:
        match step:
            case NextStep.DRAFT:
                self.do(draft(self.t))
            case NextStep.PUBLISH:
                self.do(c.PublishRound())
            case NextStep.RESULTS | NextStep.OPEN:
                ref, tables = next((r, x.pending) for r, x in self.t.rounds.items() if x.pending)
                for table in tables:
                    self.do(c.RecordResult(MatchRef(ref.stage, ref.round_no, table), self._win()))
            case NextStep.COMPLETE:
                self.do(c.CompleteRound())
            case NextStep.CUT:
                self.do(cut_command(self.t))
            case NextStep.FINISH:
                self.do(c.FinishTournament())
            case _:
                raise AssertionError(step)

    def _win(self) -> Result:
        names = self.t.rules.scores
        if names:
            return Scored((dict.fromkeys(names, Fraction(3)), dict.fromkeys(names, Fraction(1))))
        games = self.t.rules.best_of or 1
        return Games((2, 0)) if games > 1 else Decided((Mark.WIN, Mark.LOSS))
