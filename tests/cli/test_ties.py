"""`fairpair ties`: values from outside, and the order of tied players."""

from .shell import Shell

FOUR = ("Ana 2000", "Bo 1900", "Cy 1800", "Di 1700")


def begun(shell: Shell, tiebreaks: str) -> None:
    shell.begun(f'standings_tiebreakers=["{tiebreaks}"]', names=FOUR, preset="chess_style")
    shell.do("round", "cup", "draft", "--publish")
    for table in ("1", "2"):
        shell.do("result", "cup", table, "1-0")


def ranks(shell: Shell) -> dict[str, int]:
    return {one["name"]: one["rank"] for one in shell.json("standings", "cup")["players"]}


def test_tied_players_are_put_in_order(shell: Shell) -> None:
    begun(shell, "match_wins")
    first, second = (name for name, rank in ranks(shell).items() if rank == 1)
    assert f"Rank 1 shared: {first}, {second}" in shell.do("ties", "cup")
    third = next(name for name, rank in ranks(shell).items() if rank == 3)
    refused = shell.refuse(4, "ties", "cup", "order", first, third, "--reason", "lot")
    assert "are not tied" in refused
    shell.do("ties", "cup", "order", second, first, "--reason", "play-off")
    assert (ranks(shell)[second], ranks(shell)[first]) == (1, 2)
    listed = shell.do("ties", "cup", "list")
    assert f"From rank 1, in the organiser's order: {second}, {first} (play-off)" in listed
    shell.do("undo", "cup")
    assert ranks(shell)[first] == ranks(shell)[second] == 1


def test_values_from_outside(shell: Shell) -> None:
    begun(shell, "EXT")
    first, second = (name for name, rank in ranks(shell).items() if rank == 1)
    assert "is required" in shell.refuse(3, "ties", "cup", "value", first, "1")
    shell.do("ties", "cup", "value", first, "1/2", "--meaning", "blitz play-off")
    shell.do("ties", "cup", "value", second, "1.5")
    assert (ranks(shell)[second], ranks(shell)[first]) == (1, 2)
    assert "External values (blitz play-off): " in shell.do("ties", "cup")
    assert "not a number" in shell.refuse(2, "ties", "cup", "value", first, "much")
    shell.do("ties", "cup", "value", second)
    assert (ranks(shell)[second], ranks(shell)[first]) == (2, 1)
    begun_again = shell.json("ties", "cup")
    assert [one["value"] for one in begun_again["values"] if one["value"]] == ["0.5"]


def test_a_field_without_ties(shell: Shell) -> None:
    begun(shell, "player_number")
    assert "After round 1, no ties remain." in shell.do("ties", "cup")
