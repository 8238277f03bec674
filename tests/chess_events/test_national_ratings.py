"""Ratings of federations: one rating counts, and reports have the official one beside it."""

import pytest

from chess_events.desk import new_desk, play
from fairpair.app.files.check import check_file
from fairpair.app.views.norms import norm_views
from fairpair.app.views.ratings import player_rating
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.ratings import ListRating
from fairpair.core.tournament_ratings import counting_rating, official_rating
from fairpair.formats import trf
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from log_driver import LogDriver

RATINGS = {"A": (1850, 1912, 0), "B": (0, 1612, 0), "C": (2104, 0, 2150), "D": (0, 0, 0)}
TABLE = {
    "FIDE": (1850, None, 2104, None),
    "NRO": (1912, 1612, None, None),
    "FIDON": (1850, 1612, 2104, None),
    "NIDOF": (1912, 1612, 2104, None),
    "HBFN": (1912, 1612, 2150, None),
    "LBFN": (1850, 1612, 2104, None),
    "OTHER": (None, None, 2150, None),
}


def _event(method: str, **details: object) -> LogDriver:
    header = Header(ranking_method=method)
    players = []
    for name, (fide, national, typed) in RATINGS.items():
        all_ = {"fide.standard": fide, "nat.GER": national, "manual": typed}
        found = {key: ListRating(value) for key, value in all_.items() if value}
        ids = {"ger": f"10-{name}", "fide": f"460000{ord(name)}"}
        rating = counting_rating(found, header)
        players.append(Player(name, rating, ids=ids, ratings=found))
    desk = new_desk(players, rounds=3)
    desk.do(c.ChangeHeader({"ranking_method": method, "city": "Leipzig", **details}))
    return desk


def _report(desk: LogDriver) -> list[str]:
    return write(file_of(desk.t)).decode().splitlines()


@pytest.mark.parametrize("method", TABLE)
def test_l15_reports_have_the_official_rating_and_those_of_federations(method: str) -> None:
    desk = _event(f"GER {method}")
    strengths = [one.entrant.strength for one in desk.t.entries.values()]
    assert tuple(x and int(x) for x in strengths) == TABLE[method]
    play(desk, "1=")
    lines = _report(desk)
    numbers = {line[14:47].strip(): line[4:8] for line in lines if line.startswith("001")}
    official = {line[14]: line[48:52].strip() for line in lines if line.startswith("001")}
    assert official == {"A": "1850", "B": "0", "C": "2104", "D": "0"}
    national = [line for line in lines if line.startswith("GER")]
    assert sorted((line[14], line[4:8], line[48:52], line[57:68]) for line in national) == [
        ("A", numbers["A"], "1912", "       10-A"),
        ("B", numbers["B"], "1612", "       10-B"),
    ]
    assert f"172 GER {method}" in lines
    assert "072 2" in lines


@pytest.mark.parametrize("method", ["FIDE", "NRO", "FIDON", "NIDOF"])
def test_a_report_comes_back_with_the_rating_that_counts(method: str) -> None:
    desk = _event(f"GER {method}")
    play(desk, "1=")
    data = "\n".join(_report(desk)).encode()
    assert check_file(data).is_right
    file = trf.read(data).file
    assert file is not None
    found = {
        one.entrant.name: one.entrant for one in tournament_of(file).tournament.entries.values()
    }
    assert tuple(found[name].rating for name in RATINGS) == TABLE[method]  # type: ignore[attr-defined]
    assert found["A"].ratings == {  # type: ignore[attr-defined]
        "fide.standard": ListRating(1850),
        "nat.GER": ListRating(1912),
    }
    assert found["A"].ids == {"fide": "46000065", "ger": "10-A"}  # type: ignore[attr-defined]


def test_without_national_ratings_no_method_is_written() -> None:
    desk = new_desk([2000, 1900, None, 1700], rounds=3)
    desk.do(c.ChangeHeader({"ranking_method": "GER FIDON"}))
    lines = _report(desk)
    assert not any(line.startswith(("172", "GER")) for line in lines)


def test_the_method_is_written_where_the_organiser_said_none() -> None:
    assert "172 GER FIDE" in _report(_event(""))
    assert "172 GER NRO" in _report(_event("", rating_lists=["nat.GER", "fide.standard"]))
    assert "172 GER NIDOF" in _report(_event("NIDOF"))


def test_fide_rates_by_its_own_rating_and_not_by_that_of_the_tournament() -> None:
    desk = _event("GER NIDOF")
    play(desk, "1=")
    report = player_rating(desk.t, 1, 1)
    assert report.new is None  # the opponent has no rating of FIDE
    assert {one.rating for view in norm_views(desk.t, PlayerId(1)) for one in view.rounds} <= {None}


def test_a_typed_rating_is_official_only_without_any_list_of_fide() -> None:
    header = Header()
    assert official_rating(Player("A", 1800), header) == 1800
    both = {"fide.standard": ListRating(1705), "manual": ListRating(1800, by_hand=True)}
    assert official_rating(Player("A", 1800, ratings=both), header) == 1705
    national = {"nat.GER": ListRating(1912)}
    assert official_rating(Player("A", 1912, ratings=national), header) is None
    typed = {**national, "manual": ListRating(1800, by_hand=True)}
    assert official_rating(Player("A", 1800, ratings=typed), header) == 1800
    assert official_rating(Player("A", 1912, ratings=typed), Header(ranking_method="HBFN")) is None
