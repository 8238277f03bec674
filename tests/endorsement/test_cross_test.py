"""The comparison with other engines: our own from another process, and py4swiss."""

import gzip
import json
import os
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairpair.app.endorsement.cross_test import (
    DIRECTIONS,
    CrossTestPlan,
    Difference,
    compare_one,
    published_records,
    read_record,
    read_records,
    run_cross_test,
)
from fairpair.app.endorsement.reference import (
    VARIABLE,
    ReferenceEngine,
    ReferenceRefusedError,
)
from fairpair.app.files.pairing import next_round
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.app.simulation.results import Lots
from fairpair.cli.main import cli
from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf.tournament import before_round

ROOT = Path(__file__).parents[2]
OURSELVES = f"{sys.executable} -m fairpair pair {{input}} --out {{output}}"
PY4SWISS = f"{Path(sys.executable).with_name('py4swiss')} -t {{input}} -p {{output}}"
GACRUX = shlex.join([sys.executable, str(ROOT / "tools" / "gacrux_engine.py"), "{requests}"])
SMALL = CrossTestPlan(1, "small", most_players=8)


def test_our_own_engine_agrees_with_itself_in_another_process(tmp_path: Path) -> None:
    engine = ReferenceEngine.read(OURSELVES)
    summary = run_cross_test(SMALL, engine, tmp_path / "record.jsonl")
    for direction in DIRECTIONS:
        counts = summary.counts(direction)
        assert counts["tournaments"] == 1
        assert counts["boards"] > 2
        assert counts["refused"] == counts["colours"] == counts["bye"] == counts["pairs"] == 0


def test_another_engine_agrees_where_the_editions_do() -> None:
    """Even fields without absences: nobody has a bye, whose rules changed in 2026."""
    plain = RandomFileOptions(
        players=16,
        rounds=5,
        forfeits=0,
        byes=0,
        withdrawals=0,
        baku=False,
        unusual=0,
        unrated_games=0,
        forbidden=0,
    )
    file = random_event(plain, "plain").file
    engine = ReferenceEngine.read(PY4SWISS)
    for round_no in (1, 3, 5):
        before = before_round(file, round_no)
        ours, theirs = next_round(before), engine.pair(before)
        assert {(x.white, x.black) for x in ours.boards} == {
            (x.white, x.black) for x in theirs.boards
        }


def test_gacrux_pairs_and_ranks_as_we_do(tmp_path: Path) -> None:
    """It implements the edition of 2026; only its fore tie-breaks are left out."""
    plan = CrossTestPlan(8, "gacrux", most_players=16, without=("fore-tiebreaks",))
    summary = run_cross_test(plan, ReferenceEngine.read(GACRUX), tmp_path / "record.jsonl")
    assert summary.different == 0, [one for one in summary.lines if one.differences or one.ranks]
    for direction in DIRECTIONS:
        counts = summary.counts(direction)
        assert counts["refused"] == 0
        assert counts["ranked"] == counts["tournaments"] == 8


def test_other_ranks_are_found_out(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import subprocess, sys\n"
        f"words = {shlex.split(GACRUX)[:2]!r}\n"
        "told = subprocess.Popen(words, stdin=-1, stdout=-1, text=True)\n"
        "for line in sys.stdin:\n"
        "    told.stdin.write(line)\n"
        "    told.stdin.flush()\n"
        "    print(told.stdout.readline().strip().replace('1:', '1:9'), flush=True)\n"
    )
    engine = ReferenceEngine.read(f"{sys.executable} {wrong} {{requests}}")
    plan = CrossTestPlan(1, "ranks", most_players=8, without=("fore-tiebreaks",))
    summary = run_cross_test(plan, engine, tmp_path / "record.jsonl")
    assert summary.counts("ours")["ranks"] == 1
    assert read_record(tmp_path / "record.jsonl").lines == summary.lines


def test_records_of_one_engine_count_together(tmp_path: Path) -> None:
    engine = ReferenceEngine.read(GACRUX)
    paths = [tmp_path / f"{seed}.jsonl" for seed in ("one", "two")]
    for path in paths:
        run_cross_test(CrossTestPlan(1, path.stem, most_players=4), engine, path)
    both = read_records(paths)
    assert [both.counts(one)["tournaments"] for one in DIRECTIONS] == [2, 2]
    with pytest.raises(InvalidInputError, match="the same seed"):
        read_records([paths[0], paths[0]])


def test_the_published_records_can_be_repeated() -> None:
    """Whoever changes what random tournaments are like has to make the records again."""
    engine = ReferenceEngine.read(GACRUX)
    for path in published_records():
        record = read_record(path)
        assert record.engine == engine.name
        most, without = record.head["most_players"], tuple(record.head["without"])
        plan = CrossTestPlan(1, record.head["seed"], most, without)
        smallest = sorted(record.lines, key=lambda one: (one.players, -one.boards))[::997][:5]
        assert len(smallest) == 5
        for line in smallest:
            assert compare_one(plan, engine, line.direction, line.number) == line


def test_a_compressed_record_is_read(tmp_path: Path) -> None:
    record, packed = tmp_path / "record.jsonl", tmp_path / "record.jsonl.gz"
    run_cross_test(SMALL, ReferenceEngine.read(OURSELVES), record)
    packed.write_bytes(gzip.compress(record.read_bytes()))
    assert read_record(packed) == read_record(record)
    for damaged in (packed.read_bytes()[:-20], b"not a record"):
        packed.write_bytes(damaged)
        with pytest.raises(InvalidInputError, match="not the record"):
            read_record(packed)


def test_an_interrupted_record_is_continued(tmp_path: Path) -> None:
    engine, record = ReferenceEngine.read(OURSELVES), tmp_path / "record.jsonl"
    plan = CrossTestPlan(1, "cut", most_players=4)
    run_cross_test(plan, engine, record)
    whole = record.read_text()
    lines = whole.splitlines()
    assert len(lines) == 3
    record.write_text("\n".join(lines[:2]) + "\n" + lines[2][:20])
    told: list[tuple[int, int]] = []
    run_cross_test(plan, engine, record, lambda done, of: told.append((done, of)))
    assert told == [(2, 2)]
    assert record.read_text() == whole
    run_cross_test(CrossTestPlan(2, "cut", most_players=4), engine, record)
    assert len(record.read_text().splitlines()) == 5


def test_a_record_of_something_else_is_not_continued(tmp_path: Path) -> None:
    engine, record = ReferenceEngine.read(OURSELVES), tmp_path / "record.jsonl"
    run_cross_test(CrossTestPlan(1, "one", most_players=4), engine, record)
    with pytest.raises(InvalidInputError, match="a different engine, seed"):
        run_cross_test(CrossTestPlan(1, "two", most_players=4), engine, record)
    record.write_text("not a record")
    with pytest.raises(InvalidInputError, match="not the record"):
        read_record(record)


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        (["1-2", "3-0"], ["2-1", "3-0"], "colours"),
        (["1-2", "3-0"], ["1-3", "2-0"], "bye"),
        (["1-2", "3-4", "5-0"], ["1-3", "2-4", "5-0"], "pairs"),
    ],
)
def test_kinds_of_differences(ours: list[str], theirs: list[str], kind: str) -> None:
    assert Difference(1, ours, theirs).kind == kind


def script(path: Path, code: str) -> str:
    path.write_text(code)
    return f"{sys.executable} {path} {{input}} {{output}}"


def test_an_engine_that_swaps_colours_is_found_out(tmp_path: Path) -> None:
    wrong = script(
        tmp_path / "wrong.py",
        "import subprocess, sys\n"
        "words = [sys.executable, '-m', 'fairpair', 'pair', sys.argv[1]]\n"
        "head, *lines = subprocess.run(words, capture_output=True, text=True).stdout.split('\\n')\n"
        "one, other = lines[0].split()\n"
        "lines[0] = f'{other} {one}'\n"
        "open(sys.argv[2], 'w').write('\\n'.join([head, *lines]))\n",
    )
    plan = CrossTestPlan(1, "wrong", most_players=4)
    summary = run_cross_test(plan, ReferenceEngine.read(wrong), tmp_path / "record.jsonl")
    counts = summary.counts("ours")
    assert counts["colours"] == counts["rounds"] > 0


def test_an_engine_that_fails_is_told_and_not_compared(tmp_path: Path) -> None:
    silent = script(tmp_path / "silent.py", "import sys\nsys.exit('cannot read this')\n")
    plan = CrossTestPlan(1, "silent", most_players=6)
    summary = run_cross_test(plan, ReferenceEngine.read(silent), tmp_path / "record.jsonl")
    ours, theirs = (next(x for x in summary.lines if x.direction == d) for d in DIRECTIONS)
    assert "cannot read this" in ours.refused
    assert (ours.boards, theirs.rounds) == (0, 0)
    assert ours.rounds > 0
    garbage = script(tmp_path / "garbage.py", "import sys\nopen(sys.argv[2], 'w').write('x y z')\n")
    file = random_event(RandomFileOptions(players=4, rounds=1, byes=0), "x").file
    with pytest.raises(ReferenceRefusedError, match="not a list of pairs"):
        ReferenceEngine.read(garbage).pair(before_round(file, 1))
    for words in ("/nowhere/engine", "/nowhere/engine {requests}"):
        with pytest.raises(InvalidInputError, match="could not be started"):
            ReferenceEngine.read(words).pair(before_round(file, 1))
    ended = script(tmp_path / "ended.py", "").partition(" {input}")[0]
    with pytest.raises(ReferenceRefusedError, match="the program ended"):
        ReferenceEngine.read(f"{ended} {{requests}}").pair(before_round(file, 1))
    confused = script(tmp_path / "confused.py", "for _ in open(0): print('yes', flush=True)")
    words = confused.partition(" {input}")[0] + " {requests}"
    with pytest.raises(ReferenceRefusedError, match="not a list of ranks"):
        ReferenceEngine.read(words).ranks(file)


def test_tournaments_vary_along_all_axes() -> None:
    plan = CrossTestPlan(1, "axes")
    options = [plan.options(Lots(f"axes-{n}")) for n in range(60)]
    assert len({one.players for one in options}) > 30
    assert len({one.rounds for one in options}) > 6
    assert {one.unrated_players for one in options} == {None, 100}
    bare = CrossTestPlan(1, "axes", without=("baku", "unusual"))
    assert {(one.baku, one.unusual) for one in map(bare.options, map(Lots, "abc"))} == {(False, 0)}


def run(*words: str, engine: str = "") -> Result:
    runner = CliRunner(env={**os.environ, VARIABLE: engine})
    return runner.invoke(cli, ["endorse", "cross-test", *words])


def test_the_command_writes_a_record_and_counts(tmp_path: Path) -> None:
    words = ["--count", "1", "--most-players", "4", "--record", str(tmp_path / "r.jsonl")]
    done = run(*words, "--json", engine=OURSELVES)
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["seed"], data["ours"]["tournaments"]) == ("fairpair", 1)
    assert "Fairpair" in run(*words, engine=OURSELVES).stdout
    nobody = run(*words)
    assert nobody.exit_code == 3
    assert VARIABLE in nobody.stderr
