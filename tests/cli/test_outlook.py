"""`fairpair outlook`."""

from .shell import Shell


def test_outlook(shell: Shell) -> None:
    shell.begun("rounds=2", "cut=2")
    shell.play("2-0", "2-1", "2-0", "2-1")
    shell.play()
    said = shell.do("outlook", "cup")
    assert said.count("A win is enough for the top 2") == 4  # the winners meet at two tables
    assert "The top 2 also depends on other matches" in said
    assert "Points needed for place 2: 3 to 6" in said
    assert "0 players certain to finish in the top 2" in said
    assert "Not official." in said
    assert "8 players certain to finish in the top 8" in shell.do("outlook", "cup", "--top", "8")
    assert "--top" in shell.refuse(2, "outlook", "cup", "--top", "0")
