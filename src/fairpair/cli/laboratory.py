"""`fairpair lab`: formats compared with the same luck, or the best one searched for."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import click

from fairpair.app.laboratory.comparison import Comparison, Estimate, comparison_data
from fairpair.app.laboratory.execution import Place, compare_events
from fairpair.app.laboratory.kernel_rules import kernel_plays
from fairpair.app.laboratory.plan import (
    COMPILED_TIMES,
    ENGINE_TIMES,
    LabOptions,
    LabPlan,
    ResultModel,
    Strength,
    plan_comparison,
)
from fairpair.app.laboratory.search import (
    Goal,
    Limits,
    Recommendation,
    Search,
    plan_search,
    recommend,
    recommendation_data,
)
from fairpair.app.laboratory.wording import (
    comparison_cells,
    conditions,
    estimate_text,
    figure_name,
    format_words,
    minutes_text,
    recommendation_words,
    why_fewer,
)
from fairpair.cli.options import as_json, changes_of, set_option
from fairpair.cli.output import join_lines, print_error, progress_bar, write
from fairpair.cli.tables import sheet
from fairpair.core.errors import StorageError
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use

Progress = AbstractContextManager[Callable[[int, int], None]]


@click.command()
@click.argument("more_formats", metavar="[FORMAT]...", nargs=-1)
@click.option(
    "--compare",
    "formats",
    metavar="FORMAT",
    multiple=True,
    help="Format to compare: rules as KEY=VALUE, separated by spaces, e.g. 'rounds=6 cut=8'."
    " Further formats can follow directly.",
)
@click.option("--search", is_flag=True, help="Search for the best format for --hours and --tables.")
@click.option(
    "--hours",
    type=click.FloatRange(0.5, 100),
    help="With --search: hours available.",
)
@click.option("--tables", type=click.IntRange(1, 9999), help="With --search: tables available.")
@click.option(
    "--round-minutes",
    type=click.IntRange(1, 1000),
    default=60,
    show_default=True,
    help="With --search: minutes for a round, including the break.",
)
@click.option(
    "--knockout-minutes",
    type=click.IntRange(1, 1000),
    default=75,
    show_default=True,
    help="With --search: minutes for a round of the knockout, including the break.",
)
@click.option(
    "--goal",
    type=click.Choice([one.value for one in Goal]),
    default=Goal.WINNER.value,
    show_default=True,
    help="With --search: a strong winner, the strongest at the top, or the fewest X-1 who miss the"
    " cut.",
)
@click.option(
    "--preset",
    default="mtg_standard",
    show_default=True,
    help="Preset to use; see `fairpair presets`. A format can name another one: preset=NAME.",
)
@click.option(
    "--players",
    type=click.IntRange(4, 4096),
    default=64,
    show_default=True,
    help="Number of players.",
)
@set_option("best_of=1", "one rule of all formats")
@click.option(
    "--top",
    type=click.IntRange(1, 4096),
    default=8,
    show_default=True,
    help="Number of strongest players to follow, and places that count in formats without a cut.",
)
@click.option(
    "--model",
    type=click.Choice([one.value for one in Strength]),
    default=Strength.RATING.value,
    show_default=True,
    help="Who wins: stronger players more often, or all equally often.",
)
@click.option(
    "--pair-downs-lose",
    type=click.IntRange(10, 90),
    metavar="PERCENT",
    help="Percentage of games lost by players paired down, whatever the ratings.",
)
@click.option(
    "--times",
    type=click.IntRange(1, 100_000_000),
    help=f"Number of tournaments. [default: {COMPILED_TIMES} with the compiled kernel, else"
    f" {ENGINE_TIMES}]",
)
@click.option(
    "--seed", type=click.IntRange(0, 10**15), default=1, show_default=True, help="Random seed."
)
@click.option(
    "--exact",
    is_flag=True,
    help="Use the exact engine even if the compiled kernel supports the rules.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Number of processes. [default: one per processor core]",
)
@click.option(
    "--cluster", metavar="URL", help="Play on a Dask cluster: its scheduler, tcp://HOST:PORT."
)
@click.option(
    "--or-local",
    is_flag=True,
    help="With --cluster: continue on this computer if the cluster cannot be reached or is lost.",
)
@click.option("--json", "is_json", is_flag=True, help="Write JSON, with all counts.")
def lab(
    formats: tuple[str, ...], more_formats: tuple[str, ...], search: bool, **options: Any
) -> None:
    """Compare formats by many simulated tournaments.

    All formats are played with the same random numbers: the same players, and the same result for
    a match that both formats pair in the same round. Small differences therefore become visible
    early.

    \b
        fairpair lab --compare "rounds=6" "rounds=7" --players 64 --times 20000
        fairpair lab --compare "rounds=6 cut=8" "rounds=5 cut=16" --players 100
        fairpair lab --search --hours 8 --tables 30 --players 58
        fairpair lab --compare "rounds=8" "rounds=9" --cluster tcp://192.168.1.5:8786
    """
    given = [_format(one, options["settings"]) for one in (*formats, *more_formats)]
    wanted = LabOptions(
        given,
        options["players"],
        options["preset"],
        options["top"],
        options["seed"],
        ResultModel(Strength(options["model"]), options["pair_downs_lose"]),
    )
    if search:
        _search(wanted, options)
    else:
        _compare(wanted, options)


def _format(text: str, settings: tuple[str, ...]) -> dict[str, object]:
    """The rules that a format names, on top of those for all."""
    return {**changes_of(settings), **changes_of(text.split(), "FORMAT")}


def _compare(wanted: LabOptions, options: dict[str, Any]) -> None:
    plan = _with_engine(plan_comparison(wanted), options)
    times = _times(plan, options)
    with _progress() as so_far:
        counts = compare_events(plan, range(times), _place(options), so_far)
    found = Comparison(plan, counts)
    if options["is_json"]:
        write(as_json(comparison_data(found)))
        return
    with use(vocabulary=vocabulary_of(plan.formats[0].plan.rules)):
        write(_comparison_text(found, _note(plan, options)))


def _search(wanted: LabOptions, options: dict[str, Any]) -> None:
    if options["hours"] is None:
        raise click.UsageError("--search needs --hours.")
    if len(wanted.formats) > 1:
        raise click.UsageError("--search takes at most one format, with rules for all candidates.")
    if not wanted.formats:
        wanted = replace(wanted, formats=[_format("", options["settings"])])
    limits = Limits(
        round(60 * options["hours"]),
        options["tables"],
        options["round_minutes"],
        options["knockout_minutes"],
    )
    plan = _with_engine(plan_search(wanted, limits), options)
    task = Search(plan, limits, Goal(options["goal"]))
    with _progress() as so_far:
        found = recommend(task, _times(plan, options), _place(options), so_far)
    if options["is_json"]:
        write(as_json(recommendation_data(found)))
        return
    with use(vocabulary=vocabulary_of(plan.formats[0].plan.rules)):
        write(_recommendation_text(found, _note(plan, options)))


def _progress() -> Progress:
    return progress_bar(Message("lab.progress"))


def _with_engine(plan: LabPlan, options: dict[str, Any]) -> LabPlan:
    return replace(plan, compiled=not options["exact"] and kernel_plays(plan))


def _times(plan: LabPlan, options: dict[str, Any]) -> int:
    times: int | None = options["times"]
    return times or plan.usual_times


def _note(plan: LabPlan, options: dict[str, Any]) -> Message | None:
    return None if options["times"] or options["exact"] else why_fewer(plan)


def _place(options: dict[str, Any]) -> Place:
    def tell(error: StorageError) -> None:
        print_error(f"{error.message}\n{Message('lab.cluster-local')}")

    return Place(options["workers"], options["cluster"], options["or_local"], tell)


def _comparison_text(found: Comparison, note: Message | None) -> str:
    heads, rows = comparison_cells(found)
    lines: list[object] = [*conditions(found), *([note] if note else [])]
    return join_lines([*lines, ""]) + sheet(heads, rows, left={0}) + _margins()


def _margins() -> str:
    return join_lines(["", Message("lab.margins")])


def _recommendation_text(found: Recommendation, note: Message | None) -> str:
    lines: list[object] = [*recommendation_words(found), "", *conditions(found.comparison)]
    lines += [note] if note else []
    share = found.comparison.row(found.figure).is_share
    rows = [
        (
            str(format_words(one.format)),
            str(minutes_text(one.minutes)),
            str(estimate_text(one.value, is_share=share)),
            _behind(one.behind, is_share=share),
        )
        for one in found.candidates
    ]
    name = str(figure_name(found.figure, found.comparison.plan))
    heads: Sequence[str] = ("format", "time", name, "behind the best")
    return join_lines([*lines, ""]) + sheet(heads, rows, left={0}) + _margins()


def _behind(behind: Estimate | None, *, is_share: bool) -> str:
    if behind is None:
        return str(Message("lab.clearly-worse"))
    if behind.margin == 0 and behind.mean == 0:
        return ""
    return str(estimate_text(behind, is_share=is_share, signed=True))
