"""`fairpair simulate`: events with random results, one in full or many in figures."""

from collections.abc import Iterator, Mapping
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
from fairpair.cli.desk.round_context import bye_message, table_head
from fairpair.cli.generation import PERCENT
from fairpair.cli.options import as_json, changes_of, set_option
from fairpair.cli.output import join_lines, print_error, progress_bar, write
from fairpair.cli.pairing import known_system
from fairpair.cli.standings import standings_table
from fairpair.cli.tables import sheet
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import MOST_ROUNDS, Round
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.stages.ranking import ranking_of
from fairpair.engine.standings.wording import rounded
from fairpair.language.message import Message
from fairpair.language.texts import use


@click.command()
@click.option(
    "--preset",
    default="mtg_standard",
    show_default=True,
    help="Preset to use; see `fairpair presets`.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 9999),
    default=32,
    show_default=True,
    help="Number of players.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    help="Number of rounds. [default: from the preset, or enough to leave at most one player"
    " unbeaten]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 10**15),
    metavar="NUMBER",
    help="Random seed; the same seed replays the same tournament. [default: random]",
)
@click.option(
    "--system",
    callback=known_system,
    metavar="NAME",
    help="Pairing system, e.g. dutch, swiss or round_robin. [default: from the preset]",
)
@set_option("best_of=1")
@click.option(
    "--drops", type=PERCENT, default=0, help="Percentage of players who drop. [default: 0]"
)
@click.option(
    "--byes",
    type=PERCENT,
    default=0,
    help="Percentage of each player's rounds for which a bye is requested. [default: 0]",
)
@click.option(
    "--times",
    type=click.IntRange(1, 100_000),
    help="Simulate this many tournaments with consecutive seeds and print summary statistics.",
)
@click.option(
    "--json", "is_json", is_flag=True, help="Write JSON (a results file for a single tournament)."
)
def simulate(
    seed: int | None, times: int | None, settings: tuple[str, ...], is_json: bool, **options: Any
) -> None:
    """Simulate a tournament with random results.

    Stronger players win more often. The output shows all rounds and the standings. With --times, it
    shows statistics for many tournaments: rematches, byes, pair-downs, colours, and how often the
    strongest players come out on top.

    \b
        fairpair simulate --preset mtg_standard --players 64 --rounds 6 --seed 7
        fairpair simulate --preset fide_dutch --players 40 --seed 7 --times 1000
        fairpair simulate --seed 7 --json | fairpair standings -
    """
    plan = plan_simulation(SimulationOptions(changes=changes_of(settings), **options))
    seed = randbelow(10**6) if seed is None else seed
    with use(vocabulary=vocabulary_of(plan.rules)):
        if times is None:
            _play_one(plan, seed, is_json=is_json)
        else:
            _play_many(plan, range(seed, seed + times), is_json=is_json)


def _play_one(plan: SimulationPlan, seed: int, *, is_json: bool) -> None:
    event = play(plan, seed)
    for note in event.notes:
        print_error(str(note))
    write(as_json(event_data(plan, event)) if is_json else _event_text(plan, event))


def _play_many(plan: SimulationPlan, seeds: range, *, is_json: bool) -> None:
    report = _report(plan, seeds)
    text = _report_text(plan, seeds[0], report)
    write(as_json(report_data(plan, seeds[0], report)) if is_json else text)


def _report(plan: SimulationPlan, seeds: range) -> Report:
    """The sums of all events; on a terminal a bar shows how far it is."""
    report = Report()
    label = Message("cli.progress.simulating")
    with closing(play_many(plan, seeds)) as played, progress_bar(label) as so_far:
        for n, figures in enumerate(played, 1):
            report.add(figures)
            so_far(n, len(seeds))
    return report


# One event


def _title(plan: SimulationPlan) -> Message:
    code = "cli.simulated-rounds" if plan.rounds else "cli.simulated-knockout"
    rounds = Message("cli.rounds", n=plan.rounds)
    return Message(
        code,
        title=plan.title,
        preset=plan.preset,
        players=plan.players,
        rounds=rounds,
        system=plan.rules.system,
    )


def _event_text(plan: SimulationPlan, event: Event) -> str:
    parts = [join_lines([Message("cli.simulated-seed", plan=_title(plan), seed=event.seed)])]
    for ref, round_ in sorted(event.tournament.rounds.items(), key=lambda item: item[0]):
        gone = [
            event.tournament.name_of(player)
            for player, entry in event.tournament.entries.items()
            if entry.periods[0].last == ref
        ]
        dropped = join_lines([Message("cli.dropped-after-it", names=gone)]) if gone else ""
        planned = plan_for(event.tournament).round_at(ref)
        title = planned.title if planned else ref.title
        parts.append(f"{title}\n{_round_text(event, round_)}{dropped}")
    ids: dict[PlayerId, str | int] = {player: player for player in event.tournament.entries}
    found = FileStandings(event.tournament, event.standings, ids, from_trf=False)
    if plan.rounds:
        parts.append(f"{Message('cli.standings')}\n{standings_table(found)}")
    final = ranking_of(event.tournament)
    if final is not None:
        name_of = event.tournament.name_of
        rows = [(str(row.rank), name_of(row.player), str(row.why)) for row in final.rows]
        table = sheet(("rank", "name", "reason"), rows, left={1, 2})
        parts.append(f"{Message('cli.final-ranking')}\n{table}")
    return "\n".join(parts)


def _round_text(event: Event, round_: Round) -> str:
    name_of = event.tournament.name_of
    sides = ("white", "black") if event.tournament.rules.has_colours else ("player", "opponent")
    rows = [
        (str(table), *map(name_of, pairing.seats), str(pairing.result))
        for table, pairing in round_.pairings.items()
    ]
    rows += [
        ("", name_of(player), "", str(bye_message(kind))) for player, kind in round_.byes.items()
    ]
    return sheet((table_head(), *sides, "result"), rows, left={1, 2, 3})


# Many events


def _report_text(plan: SimulationPlan, seed: int, report: Report) -> str:
    last = seed + report.events - 1
    code = "cli.simulation" if report.events == 1 else "cli.simulations"
    head = Message(code, n=report.events, plan=_title(plan), first=seed, last=last)
    rows = [
        (str(Message(f"cli.figure.{name}", top=_top(plan))), str(value))
        for name, value in _figures(plan, report)
    ]
    width = max(len(name) for name, _ in rows)
    return join_lines([head, "", *(f"{name:{width}}  {value}" for name, value in rows)])


def _top(plan: SimulationPlan) -> int:
    return min(8, plan.players)


def _figures(plan: SimulationPlan, report: Report) -> Iterator[tuple[str, object]]:
    """The figures with the codes of their names."""
    rounds = Message("cli.rounds", n=report.rounds)
    yield "matches", Message("cli.matches-in-rounds", matches=report.matches, rounds=rounds)
    yield "impossible-rounds", _with_seeds(report.impossible, report.impossible_seeds)
    yield "rematches", _with_seeds(report.rematches, report.rematch_seeds)
    yield "byes", _spread(report.byes)
    yield "pair-downs", _spread(report.pair_downs)
    yield "pair-ups", _spread(report.pair_ups)
    if plan.rules.has_colours:
        yield "colour-difference", report.colour_difference
        yield "same-colour", Message("cli.number-of-players", n=report.three_in_a_row)
    yield "strongest-wins", _percent(report.strongest_won, report.events)
    mean_kept = rounded(Fraction(report.top_kept, report.events), 2)
    yield "strongest-in-top", Message("cli.on-average", number=mean_kept)


def _with_seeds(count: int, seeds: list[int]) -> Message | int:
    return Message("cli.with-seeds", count=count, n=len(seeds), seeds=seeds) if seeds else count


def _spread(spread: Mapping[int, int]) -> Message:
    """`0.31 per player on average, at most 2 (0: 70.3 %, 1: 28.1 %, 2: 1.6 %)`."""
    total = sum(spread.values())
    shares = [f"{often}: {_percent(count, total)}" for often, count in sorted(spread.items())]
    return Message("cli.spread", mean=rounded(mean(spread), 2), most=max(spread), shares=shares)


def _percent(part: int, whole: int) -> str:
    return f"{rounded(Fraction(100 * part, whole), 1)} %"
