"""`fairpair endorse`: FIDE's check-list, and the comparison with another engine."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from fairpair.app.endorsement.checklist import CheckList, run_checklist
from fairpair.app.endorsement.cross_test import (
    DIRECTIONS,
    FEATURES,
    CrossTestPlan,
    CrossTestSummary,
    published_records,
    read_records,
    run_cross_test,
)
from fairpair.app.endorsement.reference import VARIABLE, ReferenceEngine
from fairpair.cli.options import as_json
from fairpair.cli.output import progress_bar, write
from fairpair.cli.tables import sheet
from fairpair.language.message import Message


@click.group(invoke_without_command=True)
@click.option(
    "--record",
    "records",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="Record of a cross-test, in place of those that come with Fairpair; several with "
    "different seeds count together.",
)
@click.option("--json", "is_json", is_flag=True, help="Write JSON.")
@click.option("--open", "only_open", is_flag=True, help="Show only what is not met.")
@click.pass_context
def endorse(ctx: click.Context, records: Sequence[Path], is_json: bool, only_open: bool) -> None:
    """Answer FIDE's checklist for tournament programs, as far as a program can.

    Each answer comes with evidence: the outcome of trying the action in a tournament in memory, or
    the Fairpair test that proves it. The list (VCL4THP v13) is a draft, and its costs are
    second-hand. The exit code is 1 if anything fails that would stop a verification.

    \b
        fairpair endorse --open
        fairpair endorse --record cross-test.jsonl
        fairpair endorse cross-test --count 1000 --record cross-test.jsonl
    """
    if ctx.invoked_subcommand is not None:
        return
    summary = read_records(records or published_records())
    with progress_bar(Message("cli.progress.checking")) as told:
        found = run_checklist(summary, told)
    if is_json:
        write(as_json(msgspec.to_builtins(found)))
    else:
        write(_text(found, only_open=only_open))
    ctx.exit(1 if found.hard_fails else 0)


def _text(found: CheckList, *, only_open: bool) -> str:
    rows = [
        (
            one.numbers,
            "Y" if one.met else "N" if one.asked else "-",
            "hard" if one.hard and not one.met else f"{one.cost} %" if one.cost else "",
            one.text,
            one.evidence,
        )
        for one in found.answers
        if not (only_open and one.met)
    ]
    table = sheet(
        ("question", "met", "cost", "requirement", "evidence"), rows, left={3, 4}, wrapped=True
    )
    totals = Message(
        "endorse.totals",
        n=len(found.hard_fails),
        numbers="; ".join(found.hard_fails) or "-",
        cost=found.cost,
        limit=found.limit,
    )
    more = Message("endorse.later", cost=found.later_cost) if found.later_cost else ""
    return f"{table}{totals}{f' {more}' if more else ''}\n"


@endorse.command("cross-test")
@click.option(
    "--count",
    type=click.IntRange(1, 1_000_000),
    default=50_000,
    show_default=True,
    help="Tournaments each way.",
)
@click.option(
    "--seed", default="fairpair", show_default=True, help="Random seed of all tournaments."
)
@click.option(
    "--most-players",
    type=click.IntRange(4, 9999),
    default=120,
    show_default=True,
    help="Players of the largest tournaments.",
)
@click.option(
    "--without",
    type=click.Choice(list(FEATURES)),
    multiple=True,
    help="Leave out what the other engine does not support. Can be repeated.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="File with a line for every tournament; an interrupted test continues there.",
)
@click.option("--json", "is_json", is_flag=True, help="Write JSON.")
def cross_test(record: Path, is_json: bool, **options: Any) -> None:
    """Pair random tournaments with Fairpair and with another engine, and compare every round.

    It goes both ways: rounds that Fairpair paired are paired again by the other engine, and the
    other way round. The environment variable FAIRPAIR_REFERENCE_ENGINE names the engine: a command
    with {input} and {output} for the files, the name of a program with the options of bbpPairings,
    or a command with {requests}, which is started once and whose final ranks are compared as well.

    \b
        export FAIRPAIR_REFERENCE_ENGINE=bbpPairings
        fairpair endorse cross-test --count 1000 --record cross-test.jsonl
    """
    engine = ReferenceEngine.read(os.environ.get(VARIABLE, ""))
    with progress_bar(Message("cli.progress.comparing")) as told:
        summary = run_cross_test(CrossTestPlan(**options), engine, record, told)
    write(as_json(summary.as_data()) if is_json else _summary_text(summary))


def _summary_text(summary: CrossTestSummary) -> str:
    heads = (
        *("paired by", "tournaments", "rounds", "boards", "refused", "colours", "bye", "pairs"),
        *("ranked", "ranks"),
    )
    names = ("Fairpair", summary.engine)
    rows = [
        (name, *map(str, summary.counts(direction).values()))
        for name, direction in zip(names, DIRECTIONS, strict=True)
    ]
    return sheet(heads, rows, left={0})
