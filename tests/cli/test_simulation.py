"""`fairpair simulate` as a person types it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import psutil  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from processes import still_running
from timeouts import PATIENCE, wait_until

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = DOCS / "how-to" / "simulate.md"
OPTIONS = DOCS / "reference" / "file-commands.md"


def fairpair(*words: str | Path, data: str = "") -> Result:
    answer = CliRunner().invoke(cli, list(map(str, words)), input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def simulated(*words: str) -> str:
    answer = fairpair("simulate", *words)
    assert answer.exit_code == 0, answer.stderr
    return answer.stdout


def test_the_examples_of_the_page_run() -> None:
    text = EXAMPLES.read_text(encoding="utf-8")
    examples = [part.split("```")[0] for part in text.split("```console\n$ ")[1:]]
    assert len(examples) == 2
    for example in examples:
        command, _, output = example.partition("\n")
        assert simulated(*command.split()[2:]) == output


def test_the_page_names_every_option() -> None:
    text = OPTIONS.read_text(encoding="utf-8")
    for option in cli.all_commands()["simulate"].params:
        assert isinstance(option, click.Option)
        assert f"`{option.opts[0]}" in text, option.opts


def test_the_example_of_the_help_runs_and_its_result_is_ranked_the_same() -> None:
    words = ("--preset", "mtg_standard", "--players", "64", "--rounds", "6", "--seed", "7")
    text = simulated(*words)
    assert text == simulated(*words) != simulated(*words[:-1], "8")
    assert text.count("\nRound ") == 6
    assert "\nStandings\nrank" in text


@pytest.mark.parametrize("preset", ["mtg_standard", "infinity", "fide_dutch", "large_tournament"])
def test_json_is_a_results_file(preset: str) -> None:
    words = ("--preset", preset, "--players", "15", "--seed", "2", "--drops", "10", "--byes", "9")
    text = simulated(*words, "--json")
    again = fairpair("standings", "-", "--preset", preset, "--format", "json", data=text)
    assert json.loads(again.stdout)["players"] == json.loads(text)["standings"]


def test_byes_and_drops_are_shown() -> None:
    words = ("--preset", "chess_style", "--players", "11", "--seed", "1")
    text = simulated(*words, "--drops", "30", "--byes", "10")
    assert " bye\n" in text
    assert "half-point bye" in text
    assert "Withdrawn after this round: Player " in text
    assert " white " in text
    assert " white " not in simulated("--players", "4", "--seed", "1")


def test_what_ends_early_and_who_won_is_told() -> None:
    text = simulated("--preset", "small_tournament", "--players", "6", "--seed", "1")
    assert [text.count(word) for word in ("Semi-finals\n", "Third place\n", "Final\n")] == [1] * 3
    assert "Final ranking\n" in text
    assert "won the final" in text
    words = ("--preset", "fide_dutch", "--players", "2", "--rounds", "3", "--seed", "1")
    answer = fairpair("simulate", *words)
    assert "Round 2 cannot be paired" in answer.stderr
    report = simulated(*words, "--times", "2")
    assert "rounds without a legal pairing    2 (seeds 1, 2)" in report


def test_rules_can_be_set() -> None:
    words = ("--players", "6", "--seed", "1")
    text = simulated(*words, "--set", "best_of=1", "--set", "draws_allowed=false")
    results = {line.split()[-1] for line in text.splitlines() if line.count("Player") == 2}
    assert results == {"1-0", "0-1"}
    assert "system dutch" in simulated(*words, "--system", "dutch")
    assert fairpair("simulate", "--set", "best_of=1", "--set", "best_of=3").exit_code == 2
    answer = fairpair("simulate", "--set", "best_off=1")
    assert answer.exit_code == 3
    assert "Did you mean best_of?" in answer.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--preset mtg_standart", 3, "Did you mean mtg_standard?"),
        ("--players 1", 2, "--players"),
        ("--rounds 100", 2, "--rounds"),
        ("--rounds 0", 2, "--rounds"),
        ("--seed spring", 2, "--seed"),
        ("--seed -1", 2, "--seed"),
        ("--drops 101", 2, "--drops"),
        ("--times 0", 2, "--times"),
        ("--system magic", 2, "'dutch'"),
        ("--set system=magic", 3, "must be one of swiss, dutch"),
    ],
)
def test_bad_words(words: str, code: int, said: str) -> None:
    answer = fairpair("simulate", *words.split())
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert said in answer.stderr


def test_many_events() -> None:
    words = ("--players", "9", "--seed", "4", "--times", "10")
    text = simulated(*words)
    assert text.startswith(
        "10 tournaments: Magic: The Gathering (mtg_standard), 9 players, 4 rounds"
    )
    assert "seeds 4 to 13" in text
    assert "colours" not in text
    data = json.loads(simulated(*words, "--json"))
    assert data["matches"] == 160
    assert data["byes"]["total"] == 40
    assert (data["byes"]["most"], data["rematches"], data["colour_difference"]) == (1, 0, None)
    chess = json.loads(simulated(*words, "--preset", "fide_dutch", "--json"))
    assert 1 <= chess["colour_difference"] <= 2
    assert chess["three_in_a_row"] == 0


def test_without_a_seed_the_event_says_which_it_was() -> None:
    text = simulated("--players", "4")
    seed = text.split("seed ")[1].split()[0]
    assert simulated("--players", "4", "--seed", seed) == text


def test_ctrl_c_ends_it_and_its_processes() -> None:
    command = [sys.executable, "-m", "fairpair", "simulate", "--times", "100000", "--players", "40"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    wait_until(psutil.Process(process.pid).children)  # it is at work
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all of them
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert (process.returncode, out, err.strip()) == (130, b"", b"Aborted.")
    assert not still_running(_processes_of(process.pid))


def _processes_of(group: int) -> list[psutil.Process]:
    found = list[psutil.Process]()
    for one in psutil.process_iter():
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(one.pid) == group:
                found.append(one)
    return found
