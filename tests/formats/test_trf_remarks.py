"""Files that are legal, but perhaps not meant: notes, not errors; and short messages."""

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf import read, read_or_raise
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import write
from formats.sheet import columns, player, report, text

FOUR = tuple(player(number, points="0.0") for number in range(1, 5))


def notes(*lines: str) -> list[tuple[str, int, int]]:
    found = report(*lines)
    assert not found.errors
    return [(p.code, p.line, p.column) for p in found.problems]


def test_two_byes_in_one_round() -> None:
    lines = [player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- - U"), player(4, "- - U")]
    assert notes("012 A", *lines) == [("second-bye", 5, 92)]
    assert "3 and 4" in report("012 A", *lines).problems[0].message
    lines[3] = player(4, "- - H")
    assert notes("012 A", *lines) == []


def test_a_team_has_its_bye_together() -> None:
    team = columns("013", {5: "Team", 37: "   3    4"})
    lines = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- - U"), player(4, "- - U"))
    assert notes("012 A", team, *lines) == []


def test_a_round_that_nobody_played() -> None:
    gap = (player(1, "2 w 1", "", "2 b 1"), player(2, "1 b 0", "", "1 w 0"))
    assert notes("012 A", *gap) == [("nobody-played", 2, 102)]
    assert "Round 2" in report("012 A", *gap).problems[0].message
    assert notes("012 A", player(1, "- - Z"), player(2, "- - H")) == [("nobody-played", 2, 92)]
    assert notes("012 A", player(1, "2 w +"), player(2, "1 b -")) == []
    assert notes("012 A", *FOUR) == []


@pytest.mark.parametrize(
    ("points", "system", "told"),
    [
        ("162  W 3.0    D 1.0", "FIDE_DUTCH_2026_BAKU", True),
        ("162  W 3.0    D 1.0", "fide_dutch_baku", True),
        ("162  W 1.0    D 0.5    L 0.5", "FIDE_DUTCH_2026_BAKU", True),
        ("162  W 2.0    D 1.0", "FIDE_DUTCH_2026_BAKU", False),
        ("162  W 1.0    D 0.5", "FIDE_DUTCH_2026_BAKU", False),
        ("162  W 3.0    D 1.0", "FIDE_DUTCH_2026", False),
    ],
)
def test_baku_is_for_a_win_of_two_draws(points: str, system: str, told: bool) -> None:
    """C.04.7, 1.1: a win is worth two draws, a loss nothing."""
    found = notes("012 A", "142 5", points, f"192 {system}", *FOUR)
    assert found == ([("baku-points", 4, 5)] if told else [])


# Messages


@pytest.mark.parametrize(
    "line",
    [
        f"142 {'9' * 5000}",
        f"152 {'9' * 5000}",
        f"XXC {'9' * 5000}",
        f"XXP {'x' * 5000}",
        f"XXS {'x' * 5000}",
        f"BBW {'9' * 5000}",
        f"352 {'x' * 5000}",
        f"062 {'x' * 5000}",
    ],
)
def test_a_long_text_is_not_told_whole(line: str) -> None:
    found = read(text("012 A", line, *FOUR))
    assert len(found.problems) == 1
    message = found.problems[0].message
    assert "\N{HORIZONTAL ELLIPSIS}" in message
    assert len(message) < 200


def test_a_record_that_stands_twice_is_not_told_whole() -> None:
    message = report("012 A", f"012 {'x' * 5000}", *FOUR).problems[0].message
    assert len(message) < 120


def test_too_many_forbidden_pairs_are_told_with_their_place() -> None:
    ids = " ".join(map(str, range(1, 901)))
    players = [player(number, points="0.0") for number in range(1, 901)]
    file, _ = read_or_raise(text("012 A", "XXP 1 2", f"XXP {ids}", *players))
    with pytest.raises(InvalidInputError) as caught:
        tournament_of(file)
    assert caught.value.code == "too-many-forbidden"
    assert "404551 pairs" in caught.value.message
    assert [one.where for one in caught.value.problems] == ["line 3, column 5"]
    assert "404550" in caught.value.problems[0].message


# There and back


def test_latin_1_is_read_back_equal() -> None:
    data = text("012 A", "142 5", *FOUR).decode().replace("Jane", "José", 1).encode("latin-1")
    file, _ = read_or_raise(data)
    assert file.encoding == "latin-1"
    again, _ = read_or_raise(write(file))
    assert again == file


@pytest.mark.parametrize(
    "line", ["XXP 1 2", "260   1   5    1    2", "260   1   9    1    2", "260   2   4    1    2"]
)
def test_forbidden_pairs_are_read_back_equal(line: str) -> None:
    for rounds in ("142 5", "XXR 5"):
        file, _ = read_or_raise(text("012 A", line, rounds, *FOUR))
        assert read_or_raise(write(file))[0] == file
        assert read_or_raise(write(file, dialect="trf16"))[0] == file


def test_forbidden_in_all_rounds_is_one_thing_however_it_is_said() -> None:
    said = ["XXP 1 2", "260   1   5    1    2", "260   1   9    1    2"]
    files = [read_or_raise(text("012 A", "142 5", line, *FOUR))[0] for line in said]
    assert files[0] == files[1] == files[2]
    assert files[0].forbidden[0].first_round is None
