"""FIDE mode of a new tournament, and adjourned games, on the command line."""

from .shell import Shell

OPEN = ("new", "Open", "--preset", "fide_dutch", "--set", "rounds=3")


def _begin(shell: Shell, *options: str) -> None:
    shell.do(*OPEN, *options)
    shell.do("players", "open", "add", "Ana", "Bo", "Cy", "Di")


def test_a_new_tournament_is_in_fide_mode_if_that_is_asked_for(shell: Shell) -> None:
    _begin(shell, "--fide")
    assert shell.json("settings", "open")["config"]["fide"]
    shell.do(*OPEN, "--no-fide", "--id", "club")
    assert not shell.json("settings", "club")["config"]["fide"]
    said = shell.refuse(3, "new", "Magic", "--fide")
    assert "The pairing system is not a FIDE system" in said


def test_missing_games_are_adjourned_to_pair_the_next_round(shell: Shell) -> None:
    _begin(shell, "--fide")
    shell.do("round", "open", "next")
    shell.do("result", "open", "1", "1")
    assert "--adjourn-missing" in shell.refuse(4, "round", "open", "next")
    said = shell.do("round", "open", "next", "--adjourn-missing")
    assert "is adjourned: it counts as a draw for pairing" in said
    assert "Round 2" in said
    assert "Cy" in shell.do("round", "open", "show", "1")
    shell.do("undo", "open")
    assert shell.json("status", "open")["next_step"] == "enter results"
    shell.do("round", "open", "draft", "--adjourn-missing")
    assert shell.json("status", "open")["next_step"] == "publish the round"
