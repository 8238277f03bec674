"""`fairpair standings` on several files, and on files with faults."""

import json
from pathlib import Path

import pytest

from formats.sheet import Person, player, text

from .ranking import BROKEN, ROUND_ROBIN, Save, fairpair, results, trf


def test_several_files_at_once(saved: Save) -> None:
    files = saved("a.trf", trf()), saved("b.json", results())
    answer = fairpair(*files, "--tiebreaks", "DE")
    assert answer.stdout.startswith(f"{files[0]}\nrank  id")
    assert f"\n\n{files[1]}\nrank  id" in answer.stdout
    found = json.loads(fairpair(*files, "--tiebreaks", "DE", "--format", "json").stdout)
    assert [one["file"] for one in found] == [str(file) for file in files]
    assert [len(one["players"]) for one in found] == [4, 3]


def test_one_file_each(saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    files = saved("a.trf", trf()), saved("b.c.json", results())
    answer = fairpair(*files, "--out-dir", out)
    assert (answer.exit_code, answer.stdout) == (0, f"2 of 2 files written to {out}.\n")
    assert sorted(path.name for path in out.iterdir()) == ["a.json", "b.c.json"]
    alone = fairpair(files[0], "--format", "json").stdout
    assert (out / "a.json").read_text(encoding="utf-8") == alone
    fairpair(*files, "--out-dir", out, "--format", "csv")
    fairpair(*files, "--out-dir", out, "--format", "table")
    assert sorted(path.suffix for path in out.iterdir()) == sorted([".json", ".csv", ".txt"] * 2)


def test_a_bad_file_does_not_stop_the_others(saved: Save, tmp_path: Path) -> None:
    files = saved("bad.trf", BROKEN), saved("a.trf", trf()), saved("b.json", results())
    out = tmp_path / "out"
    answer = fairpair(*files, "--out-dir", out)
    assert answer.exit_code == 3
    assert answer.stdout == f"2 of 3 files written to {out}, 1 with errors.\n"
    assert sorted(path.name for path in out.iterdir()) == ["a.json", "b.json"]
    assert f"{files[0]}: Error: The TRF file has " in answer.stderr
    printed = fairpair(*files)
    assert printed.exit_code == 3
    assert f"{files[1]}\nrank" in printed.stdout
    found = json.loads(fairpair(*files, "--format", "json").stdout)
    assert [one["file"] for one in found] == [str(files[1]), str(files[2])]


def test_files_that_cannot_be_read(saved: Save, tmp_path: Path) -> None:
    loop = tmp_path / "loop.trf"
    loop.symlink_to(loop)
    missing, good = tmp_path / "missing.trf", saved("a.trf", trf())
    for file, why in (
        (missing, "No such file"),
        (tmp_path, "Is a directory"),
        (loop, "symbolic links"),
    ):
        answer = fairpair(file)
        assert answer.exit_code == 5
        assert answer.stderr.startswith(f"{file}: Error: The file cannot be read: ")
        assert why in answer.stderr
    answer = fairpair(saved("bad.trf", BROKEN), missing, loop, good, "--out-dir", tmp_path / "out")
    assert answer.exit_code == 5
    assert answer.stdout.startswith("1 of 4 files written")


def test_two_files_of_one_name(saved: Save, tmp_path: Path) -> None:
    one, two = saved("x/open.trf", trf()), saved("y/open.trf", trf())
    out = tmp_path / "out"
    answer = fairpair(one, two, "--out-dir", out)
    assert answer.exit_code == 3
    assert f"{two} and {one} would both be written to {out / 'open.json'}." in answer.stderr
    assert not out.exists()
    assert fairpair(one, two).exit_code == 0
    assert fairpair(one, one, "--out-dir", out).exit_code == 0


@pytest.mark.parametrize("where", ["", ".", "sub/.."])
def test_no_input_is_replaced(saved: Save, tmp_path: Path, where: str) -> None:
    (tmp_path / "sub").mkdir()
    file = saved("friday.json", results())
    answer = fairpair(file, "--out-dir", tmp_path / where)
    assert answer.exit_code == 3
    assert "is one of the input files and would be overwritten." in answer.stderr
    assert file.read_bytes() == results()
    assert fairpair(file, "--out-dir", tmp_path / where, "--format", "csv").exit_code == 0


def test_what_only_one_file_cannot_do(saved: Save, tmp_path: Path) -> None:
    """Buchholz is forbidden in a round robin: whichever comes first, the other is written."""
    swiss = saved("a.trf", trf())
    for number, files in enumerate([(ROUND_ROBIN, swiss), (swiss, ROUND_ROBIN)]):
        out = tmp_path / str(number)
        answer = fairpair(*files, "--tiebreaks", "BH", "--edition", "2026", "--out-dir", out)
        assert answer.exit_code == 3
        assert answer.stdout == f"1 of 2 files written to {out}, 1 with errors.\n"
        assert answer.stderr.count("must not be used in a round robin") == 1
        assert f"{ROUND_ROBIN}: Error: " in answer.stderr


def test_what_no_file_can_do_is_told_once(saved: Save, tmp_path: Path) -> None:
    files = [saved(f"{n}.trf", trf()) for n in range(5)]
    answer = fairpair(*files, "--tiebreaks", "BHH", "--out-dir", tmp_path / "out")
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr == (
        "Error: These tie-breaks cannot be used.\n"
        "- tie-break 1, 'BHH': is not a tie-break; did you mean BH?\n"
        "`fairpair tiebreaks` lists all codes and their modifiers.\n"
    )
    answer = fairpair(*files, saved("bad.trf", BROKEN), "--tiebreaks", "BHH")
    assert answer.stderr.count("did you mean BH?") == 1
    assert f"{files[0]} and 4 more: Error: These tie-breaks" in answer.stderr
    assert "bad.trf: Error: The TRF file has" in answer.stderr


def test_a_player_who_is_not_in_every_file(saved: Save) -> None:
    files = saved("a.trf", trf()), saved("b.json", results())
    answer = fairpair(*files, "--explain", "7")
    assert answer.exit_code == 3
    assert f"{files[0]}: Error: The file has no player '7'." in answer.stderr
    assert answer.stdout.startswith(f"{files[1]}\nBo: rank 2 of 3\n")


def test_standard_input(saved: Save, tmp_path: Path) -> None:
    file = saved("a.trf", trf())
    assert fairpair("-", data=trf()).stdout == fairpair(file).stdout
    assert fairpair("-", data=results()).exit_code == 0
    answer = fairpair("-", "--out-dir", tmp_path / "out", data=trf())
    assert answer.exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["stdin.json"]
    answer = fairpair("-", data=BROKEN)
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr.startswith("-: Error: The TRF file has ")


# Faults in files


def test_every_fault_with_its_place(saved: Save) -> None:
    file = saved("bad.trf", BROKEN)
    answer = fairpair(file)
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr == (
        f"{file}: Error: The TRF file has 3 errors.\n"
        "- line 2, column 99: Round 1, 1 against 2 (line 3):"
        " the results 1 and 1 contradict each other.\n"
        "- line 2, column 102: Round 2: the opponent 3 is not in the file.\n"
        "- line 4, column 92: Round 1: the opponent 9 is not in the file.\n"
        "- line 2, column 82: (note) The points of player 1 are given as 1.0,"
        " but the results add up to 1.5, which is used.\n"
        "- line 4, column 5: (note) Pairing number 3 is missing.\n"
        "Correct these errors and try again.\n"
    )


def test_repair(saved: Save) -> None:
    data = text(
        "012 Open",
        player(1, "2 w 1", "2 b 1", who=Person("A", points="9.0")),
        player(2, "1 b 0", "", who=Person("B", points="0.0")),
    )
    file = saved("a.trf", data)
    answer = fairpair(file)
    assert answer.exit_code == 3
    assert answer.stderr.endswith("or use --repair to fix the unambiguous ones.\n")
    answer = fairpair(file, "--repair", "--tiebreaks", "WIN")
    assert answer.exit_code == 0
    assert [line.split()[4] for line in answer.stdout.splitlines()[2:]] == ["2", "0"]
    told = answer.stderr.splitlines()
    assert len(told) == 2
    assert told[0].startswith(f"{file}: Repaired, line 3, column 102: Round 2: the missing cell")
    assert told[1].startswith(f"{file}: Note, line 2, column 82: ")


def test_notes_go_to_standard_error(saved: Save) -> None:
    file = saved("a.trf", trf("202 PTS,BH/C1,XYZ", name="J\xe4ne").decode().encode("latin-1"))
    answer = fairpair(file, "--format", "json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["players"][0]["name"] == "Jäne"
    told = answer.stderr.splitlines()
    assert all(line.startswith(f"{file}: Note") for line in told)
    assert "Latin-1" in told[0]
    assert "3 to 8" not in told[0]
    assert "Pairing numbers 4 to 8 are missing" in told[1]
    assert told[2].startswith(f"{file}: Note: tie-break 'XYZ' from the file is ignored")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(saved: Save, end: str, encoding: str) -> None:
    data = trf(name="Ärger, Ö").decode().replace("\n", end).encode(encoding)
    answer = fairpair(saved("a.trf", data))
    assert answer.exit_code == 0
    assert "Ärger, Ö" in answer.stdout


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.trf", b"", "The file is empty."),
        ("a.json", b"", "The file is empty."),
        ("a.trf", b"\x7fELF\x00", "zero byte"),
        ("a.trf", b"x" * 3_000_000, "neither a TRF file nor a JSON results file"),
        ("a.trf", b"001 " + b"9" * 3_000_000, "line 1, column"),
        ("a.trf", b"001\n" * 3_000, "The TRF file has "),
        ("a.trf", "012 Öpen".encode("utf-16"), "The file has no players"),
        ("a.json", b"{" * 200_000, "is not valid JSON"),
        ("a.json", b"[" * 200_000, "nested too deeply"),
        ("a.json", b'{"players": [' + b"9" * 100_000 + b"]}", "too many digits"),
        ("a.json", b'{"players": ["\xff"]}', "is not valid UTF-8"),
        ("a.json", b'{"players": ["a", "a"], "rounds": 7, "drop": []}', "Did you mean drops?"),
        ("a.json", b'{"players": ["a"], "players": []}', "appears twice"),
        ("a.json", b'{"players": NaN, "rounds": []}', "NaN is not a number"),
    ],
)
def test_nonsense(saved: Save, name: str, data: bytes, said: str) -> None:
    answer = fairpair(saved(name, data))
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert said in answer.stderr
