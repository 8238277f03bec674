"""The command line speaks the language of the terminal and the words of the game."""

import pytest

from fairpair.app.views.rounds import LOCKED
from fairpair.cli.desk.round_context import bye_message
from fairpair.core.rounds import ByeKind, RoundStatus
from fairpair.engine.pairing.brackets.contender import ColourPreference
from fairpair.engine.stages.progress import NextStep
from fairpair.engine.standings.sheet import Kind
from fairpair.language.english import ENGLISH

from .processes import fairpair
from .shell import EIGHT, Shell

GERMAN = "Vor Runde 1\nrank  no.  name      W-L-D  points"
ENGLISH_HEAD = "Before round 1\nrank  no.  name      W-L-D  points"


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({"LANG": "de_DE.UTF-8"}, GERMAN),
        ({"LC_MESSAGES": "de_AT", "LANG": "en_GB.UTF-8"}, GERMAN),
        ({"LC_ALL": "de", "LANG": "C"}, GERMAN),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, ENGLISH_HEAD),
        ({"LANG": "xx_XX.UTF-8"}, ENGLISH_HEAD),
        ({"LANG": "C"}, ENGLISH_HEAD),
        ({}, ENGLISH_HEAD),
    ],
)
def test_the_terminal_chooses_the_language(
    shell: Shell, variables: dict[str, str], shown: str
) -> None:
    shell.begun(names=("Ana Lima", "Bo Chen"))
    unset = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "LANGUAGE": ""}
    env = {**unset, **variables}
    answer = fairpair("standings", "cup", database=shell.database, data=b"", **env)
    assert answer.stdout.decode().startswith(shown), answer.stderr


def test_errors_are_in_the_language_of_the_terminal() -> None:
    words = ("presets", "show", "chess_stile")
    german = fairpair(*words, database="memory:", LC_ALL="de_DE.UTF-8").stderr.decode()
    assert german.startswith("Fehler: 'chess_stile' ist keine Vorlage.\n")
    english = fairpair(*words, database="memory:", LC_ALL="C.UTF-8").stderr.decode()
    assert english.startswith("Error: 'chess_stile' is not a preset.\n")


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("status", '"message": "Registration: no players yet"'),
        ("settings", '"title": "Number of rounds"'),
    ],
)
def test_json_is_the_same_in_every_language(shell: Shell, command: str, part: str) -> None:
    shell.do("new", "Cup")
    words = (command, "cup", "--json")
    german, english = (
        fairpair(*words, database=shell.database, LC_ALL=language).stdout
        for language in ("de_DE.UTF-8", "en_GB.UTF-8")
    )
    assert part in english.decode()
    assert german == english


def test_chess_players_sit_at_boards_and_withdraw(shell: Shell) -> None:
    shell.begun("rounds=3", names=EIGHT, preset="fide_dutch")
    shell.play()
    assert shell.do("round", "cup").splitlines()[1].split()[0] == "board"
    assert "“x” is not a board number." in shell.refuse(3, "result", "cup", "x", "1")
    assert "Board 1: " in shell.do("why", "cup")
    assert "Players: 8 (0 withdrawn)" in shell.do("statistics", "cup")


def test_card_players_sit_at_tables_and_drop(shell: Shell) -> None:
    shell.begun("rounds=3", names=EIGHT)
    shell.play()
    assert shell.do("round", "cup").splitlines()[1].split()[0] == "table"
    assert "“x” is not a table number." in shell.refuse(3, "result", "cup", "x", "2-0")
    assert "Table 1: " in shell.do("why", "cup")
    assert "Players: 8 (0 dropped)" in shell.do("statistics", "cup")


def test_every_state_has_a_text() -> None:
    without_opponent = [kind for kind in Kind if kind.value.endswith("_bye")]
    codes = [bye_message(kind).code for kind in (*ByeKind, *without_opponent)]
    codes += [f"cli.bye-in-round.{kind}" for kind in ByeKind]
    states = (LOCKED, *RoundStatus)
    codes += [f"cli.{what}{state}" for what in ("round-", "round-state.") for state in states]
    codes += [f"cli.match.{x}" for x in ("waiting", "ready", "draft", "published", "over")]
    strengths = [one.name.lower() for one in ColourPreference if one]
    codes += [f"cli.colours-due.{x}-{how}" for x in ("white", "black") for how in strengths]
    idle = (NextStep.ENTER, NextStep.RESULTS, NextStep.NOTHING)
    codes += [f"no-next-step.{step.value.replace(' ', '-')}" for step in idle]
    assert [code for code in codes if code not in ENGLISH] == []
