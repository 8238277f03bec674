"""Checks of tournaments that were played, and simulations of some that were not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import field
from html import escape
from pathlib import Path
from secrets import randbelow
from typing import Any

from fairpair.app.files.check import check_file
from fairpair.app.simulation.batch import play_many
from fairpair.app.simulation.events import (
    SimulationOptions,
    SimulationPlan,
    plan_simulation,
    play,
)
from fairpair.app.simulation.figures import Report, report_data
from fairpair.app.verification import verify_log
from fairpair.core.arguments import maybe_number, number_of, wrong_type
from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.language.message import Message
from fairpair.library.arguments import name_of, pairs_of
from fairpair.library.files import is_archive, open_tournament, read_bytes
from fairpair.library.replay import replay_rounds
from fairpair.library.rule_changes import PointsLike, changes_of, preset_for, rules_for, system_of
from fairpair.library.shown import Shown
from fairpair.library.standings import Standings, standings_from
from fairpair.library.stateless import (
    USUAL_PRESET,
    Players,
    Rounds,
    history_notes,
    require_none,
    tournament_of,
)
from fairpair.library.tournament import Tournament

_MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was checked and what is wrong; true if nothing is wrong."""

    rounds: int
    """The rounds that were paired again."""
    ranks: int
    """The ranks that were calculated again."""
    errors: tuple[str, ...]
    """What is wrong, one sentence each."""
    notes: tuple[str, ...] = ()
    """What was assumed, or not checked."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        rounds, ranks = Message("cli.rounds", n=self.rounds), Message("cli.ranks", n=self.ranks)
        if self.ok and not (self.rounds or self.ranks):
            return str(Message("library.nothing-checked", call="fairpair.check('report.trf')"))
        if self.ok:
            code = "cli.checked-correct" if self.ranks else "library.checked-correct"
            return str(Message(code, rounds=rounds, ranks=ranks))
        return "\n".join(self.errors)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lines = (*str(self).splitlines(), *self.notes)
        return "".join(f"<p>{escape(line)}</p>" for line in lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return {
            "ok": self.ok,
            "rounds": self.rounds,
            "ranks": self.ranks,
            "errors": list(self.errors),
            "notes": list(self.notes),
        }


def check(
    source: Tournament | Players | str | Path | bytes,
    rounds: Rounds = (),
    system: str | None = None,
    *,
    preset: str | None = None,
    total_rounds: int | None = None,
    forbidden: Iterable[tuple[str, str]] = (),
    drops: Mapping[str, int] | Iterable[str] = (),
    points: PointsLike | None = None,
    seed: str | int = "",
    **rules: Any,
) -> CheckReport:
    """Pair every round again, and report what differs.

    A report file (TRF) is paired by the FIDE (Dutch) system, and its ranks are calculated
    again; a tournament, or the file it was saved to, by its own system, from the log as it was
    then. Rounds that were read from a file of another program are not in that log: check the file
    itself. With players and rounds, each round is paired by the rules that `pair` takes.

    >>> import fairpair
    >>> players = {"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800}
    >>> fairpair.check(players, [[("Ana", "Cy", "1-0"), ("Di", "Bo", "1/2-1/2")]])
    1 round checked, all correct
    """
    if isinstance(source, Tournament | str | Path | bytes):
        require_none(rounds=rounds, forbidden=forbidden, drops=drops, seed=seed)
        return _check_whole(source, None if system is None else system_of(system))
    if not isinstance(source, Iterable):
        raise wrong_type("source", "source", source)
    own = ("preset", "forbidden", "drops", "seed")
    changes = changes_of(rules, points, arguments=own, rounds=total_rounds)
    settled = rules_for(system, preset, changes, USUAL_PRESET)
    t = tournament_of(source, rounds, settled, seed=seed, drops=drops)
    wrong, notes = replay_rounds(t, pairs_of(t, "forbidden", forbidden))
    return _report(len(t.rounds), 0, wrong, (*notes, *history_notes(t)))


def _check_whole(source: Tournament | str | Path | bytes, system: str | None) -> CheckReport:
    if isinstance(source, Tournament):
        whole = verify_log(source.archive)
        return _report(whole.rounds, 0, whole.problems, whole.unchecked)
    data = read_bytes(source)
    if is_archive(data):
        return _check_whole(open_tournament(data), system)
    found = check_file(data, system=system)
    return _report(found.rounds, found.ranks, found.complaints, found.notes)


def _report(
    rounds: int, ranks: int, errors: Iterable[object], notes: Iterable[object]
) -> CheckReport:
    return CheckReport(rounds, ranks, tuple(map(str, errors)), tuple(map(str, notes)))


@dataclass(frozen=True, slots=True)
class Simulation(Shown):
    """The figures of simulated tournaments, by name: `simulation["rematches"]`."""

    figures: dict[str, Any]
    """All of them by name."""
    _plan: SimulationPlan = field(repr=False, compare=False)

    __repr__ = Shown.__repr__

    @property
    def title(self) -> str:
        """Empty: this table has no title."""
        return ""

    def __getitem__(self, name: str) -> Any:
        return self.figures[name_of(self.figures, "figure", name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.figures)

    def standings(self, seed: int | None = None) -> Standings:
        """The standings of the tournament with this seed, by default of the first one."""
        event = play(self._plan, self.figures["seed"] if seed is None else number_of("seed", seed))
        return standings_from(event.tournament, event.standings)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for `json.dumps`."""
        return dict(self.figures)

    def records(self) -> list[dict[str, Any]]:
        """One dictionary per figure."""
        return [{"figure": name, "value": value} for name, value in self.figures.items()]

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        shown = [
            (name, str(value.get("total") if isinstance(value, dict) else value))
            for name, value in self.figures.items()
            if value is not None
        ]
        return ("figure", "value"), shown


def simulate(
    players: int = 32,
    rounds: int | None = None,
    *,
    times: int = 1,
    preset: str | None = None,
    system: str | None = None,
    points: PointsLike | None = None,
    drops: int = 0,
    byes: int = 0,
    seed: int | None = None,
    workers: int = 1,
    **rules: Any,
) -> Simulation:
    """Play tournaments with random results, stronger players winning more often, and count.

    `preset`, `system`, `tiebreaks` and rules by name are as for a `Tournament`. `drops` and `byes`
    are percentages. The same `seed` gives the same tournaments. More `workers` are processes: a
    script that uses them needs `if __name__ == "__main__":`.

    >>> import fairpair
    >>> fairpair.simulate(8, times=3, seed=7)["rematches"]
    0
    """
    plan = plan_simulation(
        SimulationOptions(
            preset=preset_for(system, preset),
            players=number_of("players", players, 2, 9999),
            rounds=maybe_number("rounds", rounds, 1, MOST_ROUNDS),
            changes=changes_of(rules, points, arguments=("preset", "times", "seed", "workers")),
            system=system,
            drops=number_of("drops", drops, 0, 100),
            byes=number_of("byes", byes, 0, 100),
        )
    )
    first = randbelow(10**6) if seed is None else number_of("seed", seed)
    seeds = range(first, first + number_of("times", times, 1, 100_000))
    report = Report()
    count = number_of("workers", workers, 1, _MOST_WORKERS)
    with closing(play_many(plan, seeds, count)) as played:
        for figures in played:
            report.add(figures)
    return Simulation(report_data(plan, first, report), plan)
