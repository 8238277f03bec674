"""`fairpair standings` typed wrongly, and in a hostile world."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .ranking import Save, fairpair, real, results, trf


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"],
            3,
            "'BHH': is not a tie-break; did you mean BH",
        ),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "'BH/Z1': has an unknown modifier /Z1"),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "'WIN/C1': does not take the modifier /C"),
        (["--tiebreaks", "BHH,BH/Z1,WIN/C1,BH,PTS"], 3, "tie-break 5, 'PTS': must come first"),
        (["--tiebreaks", "BH-C1"], 3, "'BH-C1': is not a tie-break; did you mean BH/C1?"),
        (
            ["--tiebreaks", "BH:MP"],
            3,
            "'BH:MP': uses the MP of teams",
        ),
        (["--tiebreaks", "BH/C3"], 3, "unknown modifier /C3; known modifiers: /C1 /C2 /M1 /M2 /P"),
        (["--set", 'standings_tiebreakers=["TPN", "BH"]'], 3, "'BH' is never used"),
        (["--set", 'standings_tiebreakers=["BH", "bh"]'], 3, "'bh' repeats tie-break 1"),
        (["--set", "rounds=5", "--set", "rounds=6"], 2, "rounds is set twice."),
        (["--set", "rounds=5", "--set", " rounds =5"], 2, "rounds is set twice."),
        (["--edition", "2024", "--set", "fide_edition=2024"], 2, "fide_edition is set twice."),
        (["--set", "x=1", "--tiebreaks", "BHH"], 3, "- x: is not a rule"),
        (["--set", "x=1", "--tiebreaks", "BHH"], 3, "- tie-break 1, 'BHH': is not a tie-break"),
        (["--preset", "fide_dutch"], 3, "A TRF file defines its own scoring"),
        (["--set", "omw_flor=1"], 3, "Did you mean omw_floor?"),
        (["--set", "rounds=many", "--set", "x=1"], 3, "- x: is not a rule"),
        (["--set", "rounds=many", "--set", "x=1"], 3, "- rounds: must be a whole number"),
        (["--set", "rounds"], 2, "must be KEY=VALUE"),
        (["--set", "=5"], 2, "must be KEY=VALUE"),
        (["--edition", "1924"], 2, "'2024', '2026'"),
        (["--format", "xml"], 2, "'table', 'json', 'csv'"),
        (["--explain", "77"], 3, "The file has no player '77'."),
        (["--explain", ""], 3, "The file has no player ''."),
        (["--explain", "1", "--format", "csv"], 2, "--explain requires"),
        (["--explain", "", "--out-dir", "x"], 2, "--explain requires"),
        (["--round", "x"], 2, "--round"),
        (["--out-dir", __file__], 2, "is a file"),
    ],
)
def test_what_is_wrong_is_told(saved: Save, words: list[str], code: int, said: str) -> None:
    answer = fairpair(saved("open.trf", trf()), *words)
    assert answer.exit_code == code
    assert said in answer.stderr
    assert answer.stdout == ""


def test_unknown_presets(saved: Save) -> None:
    answer = fairpair(saved("a.json", results()), "--preset", "MTG")
    assert answer.exit_code == 3
    assert answer.stderr.startswith("Error: 'MTG' is not a preset.\nDid you mean mtg_standard?")


def test_nothing_to_do() -> None:
    answer = fairpair()
    assert answer.exit_code == 2
    assert "Missing argument 'FILE...'" in answer.stderr


def test_help() -> None:
    answer = fairpair("--help")
    assert "\n      fairpair standings *.trf --out-dir results\n" in answer.stdout


# The world around it


def test_a_full_disk(saved: Save, tmp_path: Path) -> None:
    file = saved("a.trf", trf())
    for words in ([file], [file, "--out-dir", tmp_path / "out"]):
        with Path("/dev/full").open("wb") as full:
            answer = real(*words, stdout=full)
        assert answer.returncode == 5
        assert b"No space left" in answer.stderr


def test_a_folder_that_cannot_be_written(saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "a.json").mkdir(parents=True)
    answer = fairpair(saved("a.trf", trf()), "--out-dir", out)
    assert answer.exit_code == 5
    assert f"{out / 'a.json'} could not be written: Is a directory." in answer.stderr
    assert [path.name for path in out.iterdir()] == ["a.json"], "nothing half-done is left"
    answer = fairpair(saved("a.trf", trf()), saved("b.trf", trf()), "--out-dir", out)
    assert answer.exit_code == 5
    assert answer.stdout == f"1 of 2 files written to {out}, 1 with errors.\n"
    answer = fairpair(saved("a.trf", trf()), "--out-dir", saved("file", b"") / "below")
    assert answer.exit_code == 5
    assert "Not a directory" in answer.stderr


MANY = json.dumps({"players": [f"p{n:05}" for n in range(5000)], "rounds": []}).encode()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_who_has_seen_enough(saved: Save, unbuffered: str) -> None:
    """`fairpair standings ... | head -1` is no trouble worth a word."""
    command = [sys.executable, "-m", "fairpair", "standings", str(saved("a.json", MANY))]
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=env) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"rank")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader_gets_everything(saved: Save, unbuffered: str) -> None:
    answer = real(saved("a.json", MANY), env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert answer.returncode == 0
    assert answer.stdout.count(b"\n") == 5002


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    odd, plain = os.fsencode(tmp_path) + b"/caf\xe9.trf", tmp_path / "b.trf"
    Path(os.fsdecode(odd)).write_bytes(trf())
    plain.write_bytes(trf())
    for words in ([], ["--format", "json"], ["--out-dir", os.fsencode(tmp_path) + b"/\xe9"]):
        answer = real(odd, plain, *words)
        assert answer.returncode == 0, answer.stderr
        answer.stdout.decode("utf-8")
    written = (tmp_path / os.fsdecode(b"\xe9")).iterdir()
    assert sorted(os.fsencode(path.name) for path in written) == [b"b.json", b"caf\xe9.json"]


def test_output_is_utf_8_whatever_the_terminal_is(saved: Save) -> None:
    file = saved("a.trf", trf(name="李小龍"))
    env = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    answer = real(file, env=env)
    assert answer.returncode == 0, answer.stderr
    assert "李小龍" in answer.stdout.decode("utf-8")


def test_many_files_show_how_far_they_are(saved: Save, tmp_path: Path) -> None:
    files = [saved(f"{n}.json", results()) for n in range(25)]
    out = tmp_path / "out"
    assert "Calculating" not in fairpair(*files, "--out-dir", out).stderr
    assert len(list(out.iterdir())) == 25
    screen, terminal = os.openpty()
    answer = real(*files, "--out-dir", out, stderr=terminal)
    os.close(terminal)
    shown = os.read(screen, 100_000)
    os.close(screen)
    assert answer.stdout == f"25 of 25 files written to {out}.\n".encode()
    assert b"Calculating standings" in shown
    assert b"100%" in shown
