"""What repairing a round would change: the least change, and what else can be chosen."""

from collections.abc import Sequence

from fairpair.app.use_cases.repair import RepairPlan, RepairRequest, repair_plans
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_title
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class RepairedTable:
    """A table that ends, or a new one."""

    table: int
    players: Sequence[PlayerId]
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class RepairOption:
    """One way to repair a round. `option` is its number.

    `changes` are the new pairs, and one if another player has the bye; no legal round has fewer
    with differences of points as small as `gap`. `wide`: two new opponents are more than one win
    apart, which has to be accepted.
    """

    option: int
    changes: int
    gap: str
    wide: bool
    ended: Sequence[RepairedTable]
    new: Sequence[RepairedTable]
    bye: PlayerId | None
    bye_name: str
    away: Sequence[str]
    text: Message


@dataclass(frozen=True, slots=True)
class RepairView:
    """The ways to repair a round, the least change first; nothing is changed yet."""

    version: int
    stage: int
    round: int
    title: Message
    options: Sequence[RepairOption]


def repair_view(
    t: Tournament,
    version: int,
    place: tuple[int, int],
    request: RepairRequest,
) -> RepairView:
    """What repairing the round at `place` (stage, number) would change."""
    ref = RoundRef(*place)
    plans = repair_plans(t, ref, request)
    options = [_option(t, ref, number, plan) for number, plan in enumerate(plans, 1)]
    return RepairView(version, ref.stage, ref.round_no, round_title(t, ref), options)


def _option(t: Tournament, ref: RoundRef, number: int, plan: RepairPlan) -> RepairOption:
    command, round_ = plan.command, t.rounds[ref]
    old = [_table(t, n, round_.pairings[n].seats) for n in command.ended]
    new = [_table(t, x.number, x.seats) for x in command.tables]
    bye = next((x.player for x in command.byes if x.kind is ByeKind.PAIRING), None)
    away = [t.name_of(x.player) for x in command.byes if x.kind is not ByeKind.PAIRING]
    changes, gap = plan.found.changes, format_number(plan.found.gap)
    text = _text(number, changes, gap, has_new_tables=bool(new))
    bye_name = t.name_of(bye) if bye else ""
    return RepairOption(number, changes, gap, plan.wide, old, new, bye, bye_name, away, text)


def _text(number: int, changes: int, gap: str, *, has_new_tables: bool) -> Message:
    if not changes:
        return Message("repair.nothing")
    if not has_new_tables:
        return Message("repair.only-bye")
    return Message("repair.least" if number == 1 else "repair.more", n=changes, gap=gap)


def _table(t: Tournament, table: int, players: Sequence[PlayerId]) -> RepairedTable:
    return RepairedTable(table, players, [t.name_of(player) for player in players])
