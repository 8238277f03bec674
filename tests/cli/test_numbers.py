"""`fairpair players NAME numbers`, `renumber` and `exchange`; starting positions of Chess960."""

from .shell import Shell

FOUR = ("Ana", "Bo", "Cy", "Di")


def names_in_order(shell: Shell) -> list[str]:
    return [one["name"] for one in shell.json("players", "cup", "numbers")["numbers"]]


def test_numbers_of_a_round_robin_are_given_by_hand(shell: Shell) -> None:
    shell.begun("system=round_robin", names=FOUR)
    shell.do("players", "cup", "renumber", "Cy", "Ana", "Di", "Bo")
    assert names_in_order(shell) == ["Cy", "Ana", "Di", "Bo"]
    shell.do("players", "cup", "exchange", "Cy", "Bo")
    lines = [line.split() for line in shell.do("players", "cup", "numbers").splitlines()]
    assert [line[1] for line in lines if line[0].isdigit()] == ["Bo", "Ana", "Di", "Cy"]
    shell.do("round", "cup", "draft", "--publish")
    assert "are final" in shell.refuse(4, "players", "cup", "exchange", "Ana", "Bo")
    assert shell.json("players", "cup", "numbers")["fixed"].startswith("Round 1 has been published")


def test_players_of_equal_rating_exchange_their_numbers(shell: Shell) -> None:
    shell.begun(names=("Ana 2000", "Bo 2000", "Cy 1900"), preset="fide_dutch")
    shell.do("players", "cup", "exchange", "Ana", "Bo")
    assert names_in_order(shell) == ["Bo", "Ana", "Cy"]
    assert "ratings differ" in shell.refuse(4, "players", "cup", "exchange", "Ana", "Cy")


def test_a_round_of_chess960_says_its_starting_position(shell: Shell) -> None:
    shell.begun("chess960=true", names=FOUR, preset="fide_dutch")
    shell.do("round", "cup", "draft", "--publish")
    found = shell.json("round", "cup")["starting_position"]
    said = f"Chess960 position {found['number']}: {found['pieces']}"
    assert said in shell.do("round", "cup").splitlines()


def test_a_rating_from_a_later_round(shell: Shell) -> None:
    shell.begun("long_event=true", names=FOUR, preset="fide_dutch")
    assert "Ana has rating 2150 from round 4" in shell.do(
        "players", "cup", "rating", "Ana", "4", "2150"
    )
    shell.do("players", "cup", "rating", "Ana", "4")
    shell.refuse(4, "players", "cup", "rating", "Ana", "4")
