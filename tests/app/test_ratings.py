"""Rating changes and norms of a tournament, for everybody who shows them."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fairpair
from fairpair.app.transfer.tables import norms_table, ratings_table
from fairpair.app.views.norms import norm_views
from fairpair.app.views.ratings import (
    PlayerRating,
    RatingOptions,
    player_rating,
    rating_report,
    shown_rating,
)
from fairpair.core.errors import InvalidStateError
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.ratings import ListRating
from fairpair.core.tournament import Tournament

HERO = "Hero, Ann"
FIELD = (
    "2205 FM GER, 2310 FM POL, 2415 IM GER, 2520 GM UKR, 2388 IM NED, 2455 IM GER, 2561 GM IND,"
    " 2440 IM POL, 2502 GM GER"
)
"""The opponents of the norm examples; they sum up to 21796."""


def player(name: str, **fields: Any) -> fairpair.Player:
    return fairpair.Player(name, **fields)


def club_event() -> fairpair.Tournament:
    """Four players; round 1: 1990 beats 2104, and 1850 draws with somebody unrated."""
    t = fairpair.Tournament("Open", preset="chess_style", rounds=3, seed="s")
    t.add_players(
        player("Lima", rating=2104, federation="POR"),
        player("Chen", rating=1990, federation="CHN"),
        player("Dahl", rating=1850, federation="NOR", birth="2010"),
        player("Diaz", federation="GER"),
    )
    t.pair([("Chen", "Lima"), ("Dahl", "Diaz")])
    t.record_all({1: "1-0", 2: "1/2-1/2"})
    return t


def norm_event(points: float, rounds: int = 9) -> Tournament:
    """A hero who meets the field one after the other, and has so many points from the start."""
    t = fairpair.Tournament("Masters", preset="chess_style", rounds=9, seed="s")
    t.add_players(player(HERO, rating=2400, federation="GER", sex="m"))
    for n, one in enumerate(FIELD.split(", "), 1):
        rating, title, federation = one.split()
        t.add_players(player(f"P{n}", rating=int(rating), title=title, federation=federation))
    left = int(2 * points)
    for n in range(1, rounds + 1):
        others = [f"P{m}" for m in range(1, 10) if m != n]
        t.pair([(HERO, f"P{n}")], dict.fromkeys(others, "zero"), confirm=["bye-not-requested"])
        mine = min(2, left)
        left -= mine
        t.record(1, {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[mine])
    return t.state


def hero(t: Tournament) -> PlayerRating:
    return player_rating(t, 0, 1)


def test_changes_by_hand() -> None:
    report = rating_report(club_event().state, 0)
    lima, chen, dahl, diaz = report.players
    # D = 114: .66 and .34; K 20
    assert (chen.expected, chen.change, chen.new, chen.k) == ("0.34", "+13.2", 2003, 20)
    assert (lima.expected, lima.change, lima.new) == ("0.66", "-13.2", 2091)
    assert (lima.performance, chen.performance) == (1990 - 800, 2104 + 800)
    assert (dahl.games, dahl.left_out, dahl.change) == (0, 1, "")
    assert (diaz.rating, diaz.first, diaz.games) == (None, None, 0)
    assert (report.system, report.chapter) == ("fide", "standard")


def test_games_that_are_not_played_or_not_rated_change_nothing() -> None:
    t = club_event()
    t.pair([("Lima", "Dahl"), ("Diaz", "Chen")])
    t.record_all({1: "1-0F", 2: "1-0F"})
    again = rating_report(t.state, 0)
    assert [one.change for one in again.players] == ["-13.2", "+13.2", "", ""]


def test_the_time_control_decides_the_list() -> None:
    t = club_event().state
    for code, chapter, games in (("900+10", "rapid", 1), ("60", "", 0), ("5400+30", "standard", 1)):
        timed = replace(t, header=Header(time_control_code=code))
        report = rating_report(timed, 0)
        assert (report.chapter, report.players[0].games) == (chapter, games)
    codes = [notice.code for notice in rating_report(t, 0).notices]
    assert codes == ["rating.estimate", "rating.standard-assumed"]


def test_other_systems_and_factors() -> None:
    t = club_event().state
    elo = rating_report(t, 0, RatingOptions("elo", 32)).players
    assert [one.change for one in elo][:2] == ["-21.1", "+21.1"]
    assert elo[3].games == 1
    glicko = rating_report(t, 0, RatingOptions("glicko2")).players
    assert float(glicko[1].change) > 0 > float(glicko[0].change)
    assert all(one.deviation for one in glicko)
    assert rating_report(t, 0, RatingOptions("fide", 40)).players[1].change == "+26.4"


def test_the_k_factor_of_a_list_goes_before_that_of_the_rules() -> None:
    t = club_event().state
    entry = t.entries[PlayerId(2)]
    assert isinstance(entry.entrant, fairpair.Player)
    listed = replace(entry.entrant, ratings={"fide.standard": ListRating(1990, "2026-11", k=40)})
    t = replace(t, entries={**t.entries, PlayerId(2): replace(entry, entrant=listed)})
    assert rating_report(t, 0).players[1].change == "+26.4"
    assert rating_report(t, 0, RatingOptions("fide", 10)).players[1].change == "+6.6"


def test_team_tournaments_have_no_changes() -> None:
    t = fairpair.Tournament("Teams", preset="team_chess", rounds=3, seed="s")
    t.add_players(fairpair.Team("A"), fairpair.Team("B"))
    with pytest.raises(InvalidStateError, match="in individual tournaments"):
        rating_report(t.state, 0)


# --- Norms ----------------------------------------------------------------------------------------


def norms(t: Tournament) -> dict[str, str]:
    return {one.title: str(one.summary) for one in norm_views(t, PlayerId(1))}


def test_a_norm_that_is_made() -> None:
    found = norms(norm_event(7))
    assert found == {
        "GM": "GM norm: 9 games, average 2422, performance 2642.",
        "IM": "IM norm: 9 games, average 2422, performance 2642.",
    }


def test_half_a_point_short_and_with_only_points_missing() -> None:
    assert norms(norm_event(6.5))["GM"] == "GM norm: missed by 0.5 points."
    assert "GM" not in norms(norm_event(3))


def test_what_the_next_games_must_bring() -> None:
    found = norms(norm_event(6, rounds=8))
    assert found["GM"] == (
        "GM norm: needs 1 from 1 game against an opponent rated 2412;"
        " not yet met: opponents with the title or a higher one."
    )
    assert found["IM"] == "IM norm: any result in the last game, but it must be played."
    two = norms(norm_event(5, rounds=7))
    assert two["GM"].startswith("GM norm: needs 2 from 2 games against an average of")
    assert two["GM"].endswith("opponents with the title or a higher one.")


def test_a_norm_that_is_held_or_for_women_is_not_shown() -> None:
    t = norm_event(7)
    entry = t.entries[PlayerId(1)]
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"title": "GM"}, []),
        ({"title": "IM"}, ["GM"]),
        ({"sex": "w"}, ["GM", "IM", "WGM", "WIM"]),
    ]
    for fields, titles in cases:
        assert isinstance(entry.entrant, fairpair.Player)
        changed = replace(entry, entrant=replace(entry.entrant, **fields))
        seen = replace(t, entries={**t.entries, PlayerId(1): changed})
        assert list(norms(seen)) == titles


def test_fast_games_and_short_tournaments_have_no_norms() -> None:
    t = norm_event(7)
    assert norms(replace(t, header=Header(time_control_code="5400+30")))
    assert not norms(replace(t, header=Header(time_control_code="3600")))
    assert not norms(club_event().state)


def test_each_requirement_and_round_is_listed() -> None:
    view = norm_views(norm_event(7), PlayerId(1))[0]
    needed = {line.code: (line.found, line.needed, line.met) for line in view.requirements}
    assert needed["titles"] == ("3", "3", True)
    assert needed["score"] == ("7", "3.5", True)
    assert [one.state for one in view.rounds] == ["counted"] * 9
    assert view.rounds[3].title == "GM"


# --- Where they are shown -------------------------------------------------------------------------


def test_tables_for_export() -> None:
    table = ratings_table(club_event().state)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert (rows[0]["name"], rows[0]["change"], rows[0]["k"]) == ("Lima", Fraction("-13.2"), 20)
    assert rows[3]["change"] is None
    made = norms_table(norm_event(6.5))
    cells = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    assert [(one["norm"], one["made"], one["missing"]) for one in cells if one["name"] == HERO] == [
        ("GM", "no", "performance"),
        ("IM", "yes", ""),
    ]


def test_everybody_sees_changes_only_if_the_organiser_shows_them() -> None:
    t = club_event().state
    assert shown_rating(t, 0, 1) is None
    shown = shown_rating(replace(t, header=Header(public_ratings="yes")), 0, 1)
    assert shown is not None
    assert shown.change == "-13.2"


def test_the_library_returns_rows(tmp_path: Path) -> None:
    found = club_event().ratings()
    assert found["Chen"].change == Fraction("13.2")
    assert found.row(1).to_dict()["change"] == -13.2
    assert "Chen" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["players"][0]["k"] == 20
    assert found.norms("Chen") == ()
    assert club_event().ratings("elo", k=32)["Chen"].k == 32
    with pytest.raises(fairpair.FairpairError, match="rating system"):
        club_event().ratings("dwz")
    assert found.to_csv(tmp_path / "ratings.csv").startswith("number,name,rating,k,games")


def test_the_rating_of_one_player_game_by_game() -> None:
    one = hero(norm_event(7))
    assert [game.round for game in one.rated_games] == list(range(1, 10))
    assert [game.opponent.name for game in one.rated_games][:2] == ["P1", "P2"]
    assert one.rated_games[0].expected == "0.75"
    assert one.rated_games[0].change == "+2.5"
    assert one.k == 10


def test_the_example_of_the_page_runs() -> None:
    page = Path(__file__).parents[2] / "docs/how-to/ratings-and-norms.md"
    code = page.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert "assert" in code
    exec(compile(code, page.name, "exec"), {})
