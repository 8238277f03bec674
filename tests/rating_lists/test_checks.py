"""Players taken from rating lists, and compared with them: shown first, and chosen one by one."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cli.shell import Shell
from fairpair.app.rating_lists.checks import counting_period
from fairpair.core.header import Header
from rating_lists.fide_lines import PEOPLE, file_of, line


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = Shell(f"sqlite:///{tmp_path / 'events.db'}")
    made.do("new", "Open", "--preset", "fide_dutch")
    _import(made, tmp_path, PEOPLE)
    return made


def _import(shell: Shell, folder: Path, lines: Iterable[str], period: str = "2026-11") -> None:
    path = folder / f"players_{period}.txt"
    path.write_bytes(file_of(lines))
    shell.do("lists", "import", str(path), "--period", period)


def _player(shell: Shell, number: int) -> dict[str, Any]:
    found: dict[str, Any] = shell.json("players", "open", "show", str(number))
    return found


@pytest.mark.parametrize(
    ("first", "last", "today", "period"),
    [
        ("2026-10-31", "2026-11-02", "2026-11-01", "2026-10"),
        ("2026-11-01", "2026-11-30", "2026-12-05", "2026-11"),
        ("2026-11-01", "2026-12-01", "2026-12-05", "2026-12"),
        ("", "", "2026-12-05", "2026-12"),
    ],
)
def test_the_list_that_counts(first: str, last: str, today: str, period: str) -> None:
    assert counting_period(Header(first_day=first, last_day=last), today) == period


def test_a_player_from_a_list_has_everything_that_it_says(shell: Shell) -> None:
    shell.do("players", "open", "add-listed", "1503014")
    found = _player(shell, 1)
    assert (found["name"], found["rating"], found["title"]) == ("Carlsen, Magnus", 2823, "GM")
    assert (found["federation"], found["sex"], found["birth"]) == ("NOR", "m", "1990")
    assert found["ids"] == {"fide": "1503014"}
    assert found["ratings"]["fide.rapid"] == {
        "value": 2801,
        "period": "2026-11",
        "k": 10,
        "source": "FIDE",
        "by_hand": False,
        "chosen": False,
    }
    said = shell.refuse(4, "players", "open", "add-listed", "1503014")
    assert "Carlsen, Magnus (no. 1) already has the number 1503014" in said
    assert "not in the list" in shell.refuse(3, "players", "open", "add-listed", "99")


def test_a_rapid_tournament_takes_the_standard_rating_of_those_without_a_rapid_one(
    shell: Shell,
) -> None:
    shell.do("header", "open", "--set", "time_control_code=900+10")
    shell.do("players", "open", "add-listed", "200001")
    shell.do("players", "open", "add-listed", "1503014")
    assert [_player(shell, n)["rating"] for n in (1, 2)] == [1705, 2801]


def test_nothing_is_overwritten_and_only_the_chosen_are_updated(
    shell: Shell, tmp_path: Path
) -> None:
    for number in ("200001", "1503014"):
        shell.do("players", "open", "add-listed", number)
    assert "All players match" in shell.do("players", "open", "check-ratings")
    newer = [one.replace("1705", "1721").replace("2823", "2830") for one in PEOPLE]
    _import(shell, tmp_path, newer, "2026-12")
    shell.do("header", "open", "--set", "first_day=2026-12-05", "--set", "last_day=2026-12-06")
    check = shell.json("players", "open", "check-ratings")
    assert check["period"] == "2026-12"
    assert [(one["player"], one["changes"][0]["old"]) for one in check["players"]] == [
        (1, "1705"),
        (2, "2823"),
    ]
    assert [_player(shell, n)["rating"] for n in (1, 2)] == [1705, 2823]
    shell.do("players", "open", "check-ratings", "--apply", "1")
    assert [_player(shell, n)["rating"] for n in (1, 2)] == [1721, 2823]
    shell.do("undo", "open")
    assert _player(shell, 1)["rating"] == 1705
    shell.do("players", "open", "check-ratings", "--apply-all")
    assert [_player(shell, n)["rating"] for n in (1, 2)] == [1721, 2830]
    assert "already match" in shell.refuse(4, "players", "open", "check-ratings", "--apply", "1")


def test_what_was_typed_stays_and_what_is_blank_clears_nothing(
    shell: Shell, tmp_path: Path
) -> None:
    shell.do("players", "open", "add", "De Vet, Sylvin", "--fide-id", "200001", "--title", "FM")
    shell.do("players", "open", "edit", "1", "--federation", "BEL")
    shell.do("players", "open", "check-ratings", "--apply-all")
    found = _player(shell, 1)
    assert (found["title"], found["rating"]) == ("FM", 1705)
    shell.do("players", "open", "edit", "1", "--rating", "1800")
    found = _player(shell, 1)
    assert found["rating"] == 1800
    assert found["ratings"]["manual"]["by_hand"] is True
    assert found["ratings"]["fide.standard"]["value"] == 1705


def test_another_list_is_chosen_and_kept_by_later_comparisons(shell: Shell, tmp_path: Path) -> None:
    shell.do("players", "open", "add-listed", "1503014")
    table = shell.do("players", "open", "choose-rating", "1")
    assert "fide.rapid" in table
    assert "FIDE rating in reports: 2823" in table
    shell.do("players", "open", "choose-rating", "1", "fide.rapid")
    assert _player(shell, 1)["rating"] == 2801
    [change] = [one for one in shell.json("history", "open")["entries"] if one["changes"]]
    said = (
        "Details of Carlsen, Magnus changed: Rating: 2823 → 2801; Rating list: not set → FIDE rapid"
    )
    assert change["what"] == said
    assert "All players match" in shell.do("players", "open", "check-ratings")
    newer = [one.replace("2801", "2811").replace("2823", "2830") for one in PEOPLE]
    _import(shell, tmp_path, newer, "2026-12")
    shell.do("header", "open", "--set", "first_day=2026-12-05", "--set", "last_day=2026-12-06")
    shell.do("players", "open", "check-ratings", "--apply-all")
    assert _player(shell, 1)["rating"] == 2811
    shell.do("players", "open", "choose-rating", "1", "--by-rules")
    assert _player(shell, 1)["rating"] == 2830
    shell.do("undo", "open")
    assert _player(shell, 1)["rating"] == 2811
    shell.do("players", "open", "edit", "1", "--rating", "2700")
    chosen = [one["chosen"] for one in _player(shell, 1)["ratings"].values()]
    assert not any(chosen)
    said = shell.refuse(3, "players", "open", "choose-rating", "1", "nat.GER")
    assert "has no rating in nat.GER" in said
    assert "fide.rapid" in said


def test_once_the_tournament_runs_its_ratings_stay(shell: Shell, tmp_path: Path) -> None:
    for number in ("200001", "1503014", "150301", "4600001"):
        shell.do("players", "open", "add-listed", number)
    shell.do("round", "open", "next")
    _import(shell, tmp_path, [one.replace("1705", "1721") for one in PEOPLE], "2026-12")
    shell.do("header", "open", "--set", "first_day=2026-12-05", "--set", "last_day=2026-12-06")
    shell.do("players", "open", "check-ratings", "--apply-all")
    found = _player(shell, 1)
    assert (found["rating"], found["ratings"]["fide.standard"]["value"]) == (1705, 1721)


def test_unknown_numbers_and_other_names_are_to_be_looked_at(shell: Shell) -> None:
    shell.do("players", "open", "add", "Nobody", "--fide-id", "999")
    shell.do("players", "open", "add", "Magnus Carlsen", "--fide-id", "1503014")
    shell.do("players", "open", "add", "Somebody Else", "--fide-id", "150301")
    unclear = shell.json("players", "open", "check-ratings")["unclear"]
    assert [(one["player"], one["why"]) for one in unclear] == [
        (1, "999 is not in the list FIDE"),
        (3, "is called Olsen, Per in the list FIDE"),
    ]


def test_a_national_list_counts_by_the_method_of_the_tournament(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "ger.csv"
    path.write_text("ID;Name;DWZ;FIDE-ID\nA1;Mueller, Joerg;1912;4600002\n", encoding="utf-8")
    shell.do("lists", "import", str(path), "--kind", "GER", "--period", "2026-11")
    for method, rating in (("GER FIDON", 1900), ("GER NIDOF", 1912), ("GER HBFN", 1912)):
        shell.do("header", "open", "--set", f"ranking_method={method}")
        shell.do("players", "open", "add-listed", "A1", "--kind", "GER")
        number = shell.json("players", "open")["players"][-1]["id"]
        found = _player(shell, number)
        assert found["rating"] == rating, method
        assert set(found["ratings"]) == {"fide.standard", "nat.GER"}
        shell.do("undo", "open")


def test_birth_years_are_for_staff_only_and_not_in_the_log(shell: Shell, tmp_path: Path) -> None:
    shell.do("players", "open", "add-listed", "200001")
    archive = shell.do("export", "open", "--format", "archive")
    events = archive.partition('"persons"')[0]
    assert "1961" not in events
    from contextlib import closing

    from fairpair.app.views.audience import redact_for_public
    from fairpair.bootstrap import open_service
    from fairpair.core.ids import TournamentId

    with closing(open_service(shell.database)) as service:
        t = service.journal(TournamentId("open")).tournament
        shown = redact_for_public(t)
    assert "1961" in repr(t.entries)
    assert "1961" not in repr(shown.entries)


def test_a_line_of_a_list_without_any_rating(shell: Shell, tmp_path: Path) -> None:
    _import(shell, tmp_path, [*PEOPLE, line(77, "Unrated, Una", "GER", "F")], "2026-12")
    shell.do("players", "open", "add-listed", "77")
    found = _player(shell, 1)
    assert (found["rating"], found["ratings"], found["sex"]) == (None, {}, "w")
