"""Title norms: the field of the examples and what becomes of it."""

from dataclasses import replace

import pytest

from fairpair.engine.ratings.forecast import forecast_known, forecast_unknown
from fairpair.engine.ratings.norms import (
    NORMS,
    NormEvent,
    NormGame,
    NormResult,
    best_norm,
    evaluate,
    lowest_half_points,
)

GER = NormEvent("GER")
FIELD = (
    "2205 FM GER, 2310 FM POL, 2415 IM GER, 2520 GM UKR, 2388 IM NED, 2455 IM GER, 2561 GM IND,"
    " 2440 IM POL, 2502 GM GER"
)


def games(field: str, points: float) -> list[NormGame]:
    """Games against a field, with so many points from the first game on."""
    found = []
    left = int(2 * points)
    for number, opponent in enumerate(field.split(","), 1):
        rating, title, federation = opponent.split()
        half_points = min(2, left)
        left -= half_points
        found.append(
            NormGame(
                None if rating == "-" else int(rating),
                title if title != "-" else "",
                federation,
                half_points,
                number,
            )
        )
    return found


def norm(field: str, points: float, title: str, event: NormEvent = GER) -> NormResult:
    return evaluate(games(field, points), NORMS[title], event)


def failed(found: NormResult) -> dict[str, tuple[int, int]]:
    return {one.code: (one.found, one.needed) for one in found.failed}


def test_seven_points_of_nine_are_a_grandmaster_norm() -> None:
    found = norm(FIELD, 7, "GM")
    assert (found.average, found.percent, found.performance) == (2422, 78, 2642)
    assert found.met
    counts = {one.code: one.found for one in found.requirements}
    assert (counts["titles"], counts["holders"], counts["own_federation"]) == (3, 9, 4)
    assert counts["federations"] == 4


def test_half_a_point_less_is_half_a_point_short() -> None:
    found = norm(FIELD, 6.5, "GM")
    assert (found.percent, found.performance, found.met, found.short_by) == (72, 2588, False, 1)
    assert norm(FIELD, 6.5, "IM").met


def test_the_edge_of_an_im_norm() -> None:
    assert (norm(FIELD, 5, "IM").performance, norm(FIELD, 5, "IM").met) == (2465, True)
    assert (norm(FIELD, 4.5, "IM").performance, norm(FIELD, 4.5, "IM").met) == (2422, False)


def test_only_the_lowest_opponent_is_raised() -> None:
    field = FIELD.replace("2205 FM", "2150 FM").replace("2310 FM POL", "2199 FM POL")
    found = norm(field, 7, "GM")
    assert (found.raised, found.average, found.performance) == (0, 2409, 2629)
    assert found.met


def test_an_unrated_opponent_counts_1400_and_is_raised() -> None:
    field = "- - GER, 1990 - GER," + FIELD.partition(",")[2].rpartition(",")[0]
    found = norm(field, 6.5, "IM")
    assert (found.raised, found.average, found.percent, found.performance) == (0, 2348, 72, 2514)
    assert found.met


def test_too_many_of_one_federation() -> None:
    flags = [one.rsplit(" ", 1) for one in FIELD.split(", ")]
    field = ", ".join(f"{a} {'GER' if n < 6 else b}" for n, (a, b) in enumerate(flags))
    own = failed(norm(field, 7, "GM"))
    assert own == {"own_federation": (7, 5), "one_federation": (7, 6)}
    assert failed(norm(field, 7, "GM", NormEvent("AUT"))) == {"one_federation": (7, 6)}
    assert norm(field, 7, "GM", NormEvent("GER", exempt=True)).met


def test_a_beaten_opponent_can_be_left_out() -> None:
    field = (
        "1905 - GER, 2398 IM POL, 2412 IM NED, 2420 FM GER, 2435 IM GER, 2450 IM UKR, 2461 GM GER,"
        " 2478 IM POL, 2500 GM IND, 2514 GM GER"
    )
    event = replace(GER, rounds=10)
    played = [replace(one, half_points=1 + (one.round_no == 1)) for one in games(field, 0)]
    everything = evaluate(played, NORMS["IM"], event)
    assert (everything.average, everything.percent, everything.performance) == (2412, 55, 2448)
    assert not everything.met
    best = best_norm(played, NORMS["IM"], event)
    assert (best.met, best.left_out, best.average, best.performance) == (True, (1,), 2452, 2452)
    assert not best_norm(played, NORMS["IM"], replace(event, round_robin=True)).met


def test_eight_games_and_a_bye_of_a_win_count_as_nine() -> None:
    field = FIELD.partition(",")[2]
    event = replace(GER, one_unplayed=True)
    found = norm(field, 6, "GM", event)
    assert (found.average, found.percent, found.performance, found.met) == (2449, 75, 2642, True)
    less = norm(field, 5.5, "GM", event)
    assert (less.percent, less.performance, less.met) == (69, 2590, False)
    assert failed(norm(field, 6, "GM")) == {"games": (8, 9)}


def test_what_the_last_round_must_bring() -> None:
    played = games(FIELD, 6)[:8]
    last = games(FIELD, 0)[8:]
    assert sum(one.half_points for one in played) == 12
    grandmaster = forecast_known(played, last, NORMS["GM"], GER)
    assert grandmaster is not None
    assert (grandmaster.half_points, grandmaster.average) == (2, 2502)
    master = forecast_known(played, last, NORMS["IM"], GER)
    assert master is not None
    assert (master.any_result, master.must_be_played) == (True, True)
    assert forecast_known(played, [], NORMS["IM"], GER) is None


def test_what_two_unknown_opponents_must_bring() -> None:
    played = games(FIELD, 5)[:7]
    found = forecast_unknown(played, 2, 2480, NORMS["GM"], GER)
    total = evaluate([*played, *[NormGame(2480, "", "", 0)] * 2], NORMS["GM"], GER)
    needed = lowest_half_points(total.average, 9, NORMS["GM"])
    assert needed is not None
    assert (found.games, found.half_points) == (2, needed - 10)
    assert found.open == ("titles",)
    assert forecast_unknown(games(FIELD, 1)[:7], 2, 2480, NORMS["GM"], GER).half_points is None


def test_candidate_masters_are_no_title_holders() -> None:
    one = FIELD.replace("2205 FM", "2205 CM")
    counts = {each.code: each.found for each in norm(one, 7, "GM").requirements}
    assert counts["holders"] == 8
    five = ", ".join(
        each.replace("IM", "CM").replace("FM", "CM") if n in (0, 1, 2, 4, 5) else each
        for n, each in enumerate(FIELD.split(", "))
    )
    assert failed(norm(five, 7, "GM"))["holders"] == (4, 5)


def test_the_flag_of_fide_is_no_federation() -> None:
    flags = ("FID", "FID", "GER", "POL", "GER", "POL", "GER", "POL", "POL")
    heads = [one.rsplit(" ", 1)[0] for one in FIELD.split(", ")]
    field = ", ".join(f"{a} {b}" for a, b in zip(heads, flags, strict=True))
    assert failed(norm(field, 7, "GM")) == {"federations": (1, 2)}


def test_two_rounds_without_a_game_are_too_many() -> None:
    field = ", ".join(one for n, one in enumerate(FIELD.split(", ")) if n not in (3, 8))
    assert failed(norm(field, 6, "IM", replace(GER, one_unplayed=True)))["games"] == (7, 8)


def test_less_than_35_percent_is_no_norm() -> None:
    assert norm(FIELD, 3, "WIM").percent == 33
    assert failed(norm(FIELD, 3, "WIM"))["score"] == (6, 7)


@pytest.mark.parametrize(
    ("count", "limits"),
    [
        (7, (4, 3, 4, 4, 5)),
        (8, (4, 3, 4, 5, 6)),
        (9, (5, 3, 5, 6, 7)),
        (10, (5, 4, 6, 6, 7)),
        (11, (6, 4, 6, 7, 8)),
        (12, (6, 4, 7, 8, 9)),
        (13, (7, 5, 7, 8, 10)),
    ],
)
def test_limits_by_the_number_of_games(count: int, limits: tuple[int, ...]) -> None:
    played = [NormGame(2400, "GM", "GER", 2)] * count
    needed = {one.code: one.needed for one in evaluate(played, NORMS["GM"], GER).requirements}
    codes = ("holders", "titles", "own_federation", "one_federation", "score")
    assert tuple(needed[code] for code in codes) == limits


@pytest.mark.parametrize(
    ("half_points", "averages"),
    [
        (14, (2380, 2230, 2180, 2030)),
        (13, (2434, 2284, 2234, 2084)),
        (12, (2475, 2325, 2275, 2125)),
        (11, (2520, 2370, 2320, 2170)),
        (10, (2557, 2407, 2357, 2207)),
        (9, (2600, 2450, 2400, 2250)),
        (8, (2643, 2493, 2443, 2293)),
        (7, (2680, 2530, 2480, 2330)),
    ],
)
def test_the_average_needed_for_a_score_of_nine_games(
    half_points: int, averages: tuple[int, ...]
) -> None:
    for rule, average in zip(NORMS.values(), averages, strict=True):
        assert lowest_half_points(average, 9, rule) == half_points or average == rule.average
        below = lowest_half_points(average - 1, 9, rule)
        assert below is None or below > half_points or average == rule.average
