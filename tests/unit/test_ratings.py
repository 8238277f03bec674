"""The ratings of a player by list, and which one counts."""

import pytest

from fairpair.core.ratings import (
    METHODS,
    SEQUENCES,
    ListRating,
    find_rating,
    find_tournament_rating,
    is_period,
    method_in,
)


def _ratings(f: int | None, n: int | None, m: int | None) -> dict[str, ListRating]:
    found = {"fide.standard": f, "nat.GER": n, "manual": m}
    return {key: ListRating(value) for key, value in found.items() if value is not None}


PLAYERS = {
    "a": _ratings(1850, 1912, None),
    "b": _ratings(None, 1612, None),
    "c": _ratings(2104, None, 2150),
    "d": _ratings(None, None, None),
}
TABLE = {
    "FIDE": (1850, None, 2104, None),
    "NRO": (1912, 1612, None, None),
    "FIDON": (1850, 1612, 2104, None),
    "NIDOF": (1912, 1612, 2104, None),
    "HBFN": (1912, 1612, 2150, None),
    "LBFN": (1850, 1612, 2104, None),
    "OTHER": (None, None, 2150, None),
}


@pytest.mark.parametrize("method", METHODS)
def test_the_methods_of_the_check_list(method: str) -> None:
    found = [find_tournament_rating(one, method, SEQUENCES["standard"]) for one in PLAYERS.values()]
    assert tuple(one and one.rating.value for one in found) == TABLE[method]


def test_a_rapid_event_takes_the_standard_rating_of_those_without_a_rapid_one() -> None:
    ratings = {"fide.standard": ListRating(1900, "2026-11", 20, "FIDE standard")}
    found = find_tournament_rating(ratings, "", SEQUENCES["rapid"])
    assert found is not None
    assert (found.key, found.rating.value, found.rating.period) == (
        "fide.standard",
        1900,
        "2026-11",
    )
    both = {**ratings, "fide.rapid": ListRating(1801)}
    found = find_rating(both, "fide.effective_rapid")
    assert found is not None
    assert found.rating.value == 1801


def test_without_a_method_nothing_but_the_first_list_counts_by_itself() -> None:
    ratings = {"fide.rapid": ListRating(1801)}
    assert find_tournament_rating(ratings, "", SEQUENCES["standard"]) is None
    typed = {**ratings, "manual": ListRating(1700)}
    found = find_tournament_rating(typed, "", SEQUENCES["standard"])
    assert found is not None
    assert found.rating.value == 1700


def test_a_custom_list_counts_if_it_is_the_first_or_the_method_is_other() -> None:
    ratings = {"custom.club": ListRating(1500), "fide.standard": ListRating(1850)}
    first = find_tournament_rating(ratings, "", ("custom.club", "fide.standard"))
    assert first is not None
    assert first.rating.value == 1500
    other = find_tournament_rating(ratings, "OTHER", ("fide.standard", "custom.club"))
    assert other is not None
    assert other.rating.value == 1500


def test_what_record_172_says() -> None:
    assert [method_in(text) for text in ("GER HBFN", "NRO", "", "GER", "by lot")] == [
        *("HBFN", "NRO", "", "", "")
    ]
    assert is_period("2026-11")
    assert not is_period("2026-13")
