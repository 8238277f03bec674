"""`fairpair simulate`: events with random results, one in full or many in figures."""

from collections.abc import Mapping
from contextlib import closing
from fractions import Fraction
from secrets import randbelow
from typing import Any

import click

from fairpair.app.files.standings import FileStandings
from fairpair.app.simulation.batch import play_many
from fairpair.app.simulation.events import (
    Event,
    SimulationOptions,
    SimulationPlan,
    plan_simulation,
    play,
)
from fairpair.app.simulation.figures import Report, event_data, mean, report_data
from fairpair.cli.options import as_json, changes_of, set_option
from fairpair.cli.output import count_noun, print_error, progress_bar, write
from fairpair.cli.pairing import PERCENT, known_system
from fairpair.cli.standings import standings_table
from fairpair.cli.tables import sheet
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MOST_ROUNDS, Round
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.stages.ranking import ranking_of
from fairpair.engine.standings.wording import rounded

_BYES = {"pairing": "bye", "half": "half-point bye", "zero": "zero-point bye", "full": "full bye"}


@click.command()
@click.option(
    "--preset",
    default="mtg_standard",
    show_default=True,
    help="The rules to play by; see `fairpair presets`.",
)
@click.option(
    "--players", type=click.IntRange(2, 9999), default=32, show_default=True, help="How many."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    help="How many. [default: the preset's, or enough for one player without a loss]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 10**15),
    metavar="NUMBER",
    help="The same seed plays the same event. [default: another one each time]",
)
@click.option(
    "--system",
    callback=known_system,
    metavar="NAME",
    help="The pairing system, like dutch, swiss or round_robin. [default: the preset's]",
)
@set_option("best_of=1")
@click.option("--drops", type=PERCENT, default=0, help="Of 100 players. [default: none]")
@click.option(
    "--byes",
    type=PERCENT,
    default=0,
    help="Asked for in 100 rounds of a player. [default: none]",
)
@click.option(
    "--times",
    type=click.IntRange(1, 100_000),
    help="Play so many events, with this seed and the next ones, and print figures of them all.",
)
@click.option("--json", "is_json", is_flag=True, help="Write JSON: of one event a results file.")
def simulate(
    seed: int | None, times: int | None, settings: tuple[str, ...], is_json: bool, **options: Any
) -> None:
    """Play an event with random results, every round paired by the rules.

    Stronger players win more often. Printed are all rounds and the standings; with --times
    figures of many events: rematches, byes, pair-downs, colours, and how right the ranks are.

    \b
        fairpair simulate --preset mtg_standard --players 64 --rounds 6 --seed 7
        fairpair simulate --preset fide_dutch --players 40 --seed 7 --times 1000
        fairpair simulate --seed 7 --json | fairpair standings -
    """
    plan = plan_simulation(SimulationOptions(changes=changes_of(settings), **options))
    seed = randbelow(10**6) if seed is None else seed
    if times is not None:
        report = _report(plan, range(seed, seed + times))
        text = _report_text(plan, seed, report)
        write(as_json(report_data(plan, seed, report)) if is_json else text)
        return
    event = play(plan, seed)
    for note in event.notes:
        print_error(str(note))
    write(as_json(event_data(plan, event)) if is_json else _event_text(plan, event))


def _report(plan: SimulationPlan, seeds: range) -> Report:
    """The sums of all events; on a terminal a bar shows how far it is."""
    report = Report()
    with closing(play_many(plan, seeds)) as played, progress_bar("Simulating") as so_far:
        for n, figures in enumerate(played, 1):
            report.add(figures)
            so_far(n, len(seeds))
    return report


# One event


def _title(plan: SimulationPlan) -> str:
    if not plan.rounds:
        return f"{plan.title} ({plan.preset}), {plan.players} players, knock-out"
    rounds, system = count_noun(plan.rounds, "round"), f"system {plan.rules.system}"
    return f"{plan.title} ({plan.preset}), {plan.players} players, {rounds}, {system}"


def _event_text(plan: SimulationPlan, event: Event) -> str:
    parts = [f"{_title(plan)}, seed {event.seed}\n"]
    for ref, round_ in sorted(event.tournament.rounds.items(), key=lambda item: item[0]):
        gone = [
            event.tournament.name_of(player)
            for player, entry in event.tournament.entries.items()
            if entry.periods[0].last == ref
        ]
        dropped = f"Dropped after it: {', '.join(gone)}\n" if gone else ""
        planned = plan_for(event.tournament).round_at(ref)
        title = planned.title if planned else ref.title
        parts.append(f"{title}\n{_round_text(event, round_)}{dropped}")
    ids: dict[PlayerId, str | int] = {player: player for player in event.tournament.entries}
    found = FileStandings(event.tournament, event.standings, ids, from_trf=False)
    if plan.rounds:
        parts.append(f"Standings\n{standings_table(found)}")
    final = ranking_of(event.tournament)
    if final is not None:
        name_of = event.tournament.name_of
        rows = [(str(row.rank), name_of(row.player), str(row.why)) for row in final.rows]
        parts.append(f"Final ranking\n{sheet(('rank', 'player', 'why'), rows, left={1, 2})}")
    return "\n".join(parts)


def _round_text(event: Event, round_: Round) -> str:
    name_of = event.tournament.name_of
    sides = ("white", "black") if event.tournament.rules.has_colours else ("player", "opponent")
    rows = [
        (str(table), *map(name_of, pairing.seats), str(pairing.result))
        for table, pairing in round_.pairings.items()
    ]
    rows += [("", name_of(player), "", _BYES[kind]) for player, kind in round_.byes.items()]
    return sheet(("table", *sides, "result"), rows, left={1, 2, 3})


# Many events


def _report_text(plan: SimulationPlan, seed: int, report: Report) -> str:
    events, top = report.events, min(8, plan.players)
    rows = [
        ("matches", f"{report.matches} in {report.rounds} rounds"),
        ("impossible rounds", f"{report.impossible}{_seeds_text(report.impossible_seeds)}"),
        ("rematches", f"{report.rematches}{_seeds_text(report.rematch_seeds)}"),
        ("byes", _spread_text(report.byes)),
        ("pair-downs", _spread_text(report.pair_downs)),
        ("pair-ups", _spread_text(report.pair_ups)),
    ]
    if plan.rules.has_colours:
        rows += [
            ("colours, largest difference", str(report.colour_difference)),
            ("colours, three in a row", f"{report.three_in_a_row} players"),
        ]
    rows += [
        ("strongest player wins", _percent(report.strongest_won, events)),
        (
            f"strongest {top} in the top {top}",
            f"{rounded(Fraction(report.top_kept, events), 2)} on average",
        ),
    ]
    width = max(len(name) for name, _ in rows)
    seeds = f"seed {seed}" if events == 1 else f"seeds {seed} to {seed + events - 1}"
    lines = [f"{events} events of {_title(plan)}, {seeds}", ""]
    lines += [f"{name:{width}}  {value}" for name, value in rows]
    return "".join(f"{line}\n" for line in lines)


def _seeds_text(seeds: list[int]) -> str:
    return f" (seed {', '.join(map(str, seeds))})" if seeds else ""


def _spread_text(spread: Mapping[int, int]) -> str:
    """`mean 0.31, most 2 (0: 70.3 %, 1: 28.1 %, 2: 1.6 %)`, by player."""
    total = sum(spread.values())
    shares = ", ".join(
        f"{often}: {_percent(count, total)}" for often, count in sorted(spread.items())
    )
    return f"mean {rounded(mean(spread), 2)} a player, most {max(spread)} ({shares})"


def _percent(part: int, whole: int) -> str:
    return f"{rounded(Fraction(100 * part, whole), 1)} %"
