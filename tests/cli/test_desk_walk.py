"""A whole event, state by state: whose turn it is not is refused, and changes nothing."""

import pytest

from .shell import Shell

LATER = {
    "result": ("result", "cup", "1", "2-0"),
    "complete": ("round", "cup", "complete"),
    "publish": ("round", "cup", "publish"),
    "discard": ("round", "cup", "discard"),
    "cut": ("cut", "cup"),
    "finish": ("finish", "cup"),
    "reopen": ("reopen", "cup", "--reason", "x"),
    "redo": ("redo", "cup"),
    "draft": ("round", "cup", "draft"),
    "swap": ("round", "cup", "swap", "1", "2"),
    "clock": ("round", "cup", "clock", "start"),
    "open": ("round", "cup", "open"),
}


def forbidden(shell: Shell, *names: str) -> None:
    """None of these is possible now."""
    before = shell.version
    for name in names:
        said = shell.type(*LATER[name])
        assert said.code in {3, 4}, (name, said)
        assert said.err.startswith("Error: "), name
        assert len(said.err.splitlines()) > 1, f"{name} has no hint"
        assert shell.version == before, name


def walk(shell: Shell) -> None:
    shell.do("new", "Cup", "--set", "rounds=2", "--set", "cut=2")
    forbidden(shell, *(set(LATER) - {"draft", "cut"}), "draft")
    shell.do("players", "cup", "add", "Ana", "Bo", "Cy", "Di")
    forbidden(shell, *(set(LATER) - {"draft"}))
    shell.do("round", "cup", "next", "--draft")
    assert shell.json("status", "cup")["next_step"] == "publish the round"
    assert "Publish it, or discard it" in shell.refuse(4, "round", "cup", "next", "--draft")
    forbidden(shell, "draft", "result", "complete", "cut", "finish", "reopen", "clock", "open")
    shell.do("round", "cup", "next")
    forbidden(shell, "draft", "publish", "discard", "complete", "cut", "finish", "reopen", "open")
    assert "Enter the results first" in shell.refuse(4, "round", "cup", "next")
    shell.do("result", "cup", data="1 2-0\n2 1-2\n")
    forbidden(shell, "publish", "discard", "cut", "finish", "reopen", "open")
    shell.do("round", "cup", "complete")
    forbidden(shell, "complete", "result", "publish", "discard", "cut", "reopen", "open")
    shell.do("undo", "cup")
    shell.do("round", "cup", "next")
    assert shell.json("status", "cup")["next_step"] == "enter results"
    shell.do("result", "cup", data="1 2-0\n2 1-2\n")
    shell.do("round", "cup", "next")
    assert shell.json("status", "cup")["next_step"] == "make the cut"
    forbidden(shell, "draft", "result", "complete", "reopen", "open")
    shell.do("round", "cup", "next")
    shell.do("round", "cup", "next")
    shell.do("result", "cup", "1", "2-1")
    shell.do("round", "cup", "next")
    shell.do("round", "cup", "next")
    assert shell.json("status", "cup")["state"] == "finished"
    forbidden(shell, *(set(LATER) - {"reopen"}))
    assert "See the standings" in shell.refuse(4, "round", "cup", "next")
    assert "Winner: " in shell.do("bracket", "cup")
    actions = [one["action"] for one in shell.json("history", "cup", "--limit", "500")["entries"]]
    for action in sorted({one for one in actions if one > 1}, reverse=True):
        shell.do("undo", "cup", str(action))
    assert shell.json("players", "cup")["players"] == []


def test_a_whole_event(shell: Shell) -> None:
    walk(shell)


def test_a_whole_event_on_postgresql(postgres_url: str) -> None:
    walk(Shell(postgres_url))


def test_only_the_version_that_was_seen_is_changed(shell: Shell) -> None:
    shell.begun("rounds=3")
    seen = str(shell.version)
    shell.do("players", "cup", "add", "Zoe", "--if-version", seen)
    for words in (
        ("players", "cup", "add", "Yan"),
        ("players", "cup", "check-in", "1", "2"),
        ("round", "cup", "next"),
        ("settings", "cup", "--set", "rounds=4"),
        ("undo", "cup"),
    ):
        told = shell.refuse(4, *words, "--if-version", seen)
        assert "The tournament was changed in the meantime" in told, words


def test_who_did_it_is_in_the_history(shell: Shell) -> None:
    shell.begun()
    shell.do("players", "cup", "add", "Yan", "--by", "Ana Arbiter")
    assert shell.json("history", "cup", "--limit", "1")["entries"][0]["by"] == "Ana Arbiter"
    assert shell.type("players", "cup", "add", "Xia", "--by", "a\nb").code == 3
    assert shell.type("players", "cup", "add", "Xia", FAIRPAIR_BY="Bo").code == 0
    assert shell.json("history", "cup", "--limit", "1")["entries"][0]["by"] == "Bo"


@pytest.mark.parametrize("word", ["new", "players", "round", "result", "undo"])
def test_a_database_that_cannot_be_used(shell: Shell, word: str) -> None:
    words = {"new": ("Cup",), "result": ("cup", "1", "2-0")}.get(word, ("cup",))
    said = shell.type(word, *words, "--database", "sqlite:////nowhere/at/all.db")
    assert said.code == 5
    assert "/nowhere/at/all.db" in said.err
