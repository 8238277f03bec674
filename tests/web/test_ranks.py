"""Ranks on pages: the number that decided, the way from round to round, the games behind them."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from api.read_server import EIGHT, people
from fairpair.app.views.ranking import Ranks
from fairpair.app.views.standings import standings_of, table_view
from fairpair.core.tournament import Tournament
from fairpair.web import view_cache
from fairpair.web.ranks import RankedRow, explained_rank, games_of, ranked_rows
from fairpair.web.view_cache import ViewCache, kept_ranks

from .public_site import rounds, site

CHESS = {"rounds": 4, "standings_tiebreakers": ["BH/C1", "BH", "SB", "PS", "WIN", "BPG", "DE"]}


def ranked(t: Tournament) -> list[RankedRow]:
    standings = standings_of(t)
    view = table_view(t, 1, standings, standings.rows)
    return ranked_rows(standings, view, kept_ranks(ViewCache(50), "cup", t, view.round - 1))


def test_the_first_number_that_differs_is_marked() -> None:
    with site(people(*EIGHT), "fide_dutch", **CHESS) as found:
        rounds(found, 3)
        rows = ranked(found.t)
        marked = 0
        for above, one in pairwise(rows):
            if above.row.points != one.row.points:
                assert one.deciding is None
                continue
            values = [[value.value for value in x.row.tiebreaks] for x in (above, one)]
            first = next((n for n, (a, b) in enumerate(zip(*values, strict=True)) if a != b), None)
            assert one.deciding == first
            marked += first is not None
        assert rows[0].deciding is None
        assert found.page("standings").count("td", class_="tie-break hide deciding") == marked > 0


def test_every_rank_is_shown_from_round_to_round() -> None:
    with site(people(*EIGHT), "fide_dutch", **CHESS) as found:
        rounds(found, 3)
        for one in ranked(found.t):
            ranks = [standings_of(found.t, n).ranks[one.id] for n in (1, 2, 3)]
            assert list(one.ranks) == ranks
            assert one.move == ranks[1] - ranks[2]
            assert f"Rank by round: {', '.join(map(str, ranks))}" in found.get("standings").text
        assert "Rank by round" not in found.page("standings?until=1").text


def test_ranks_after_earlier_rounds_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(t: Tournament, round_no: int) -> Ranks:
        made.append(round_no)
        return standings_of(t, round_no).ranks

    monkeypatch.setattr(view_cache, "_ranks_after", counted)
    kept = ViewCache(50)
    with site(people(*EIGHT), "fide_dutch", **CHESS) as found:
        rounds(found, 2)
        look = partial(kept_ranks, kept, "cup")
        first = look(found.t, 2)
        assert made == [1, 2]
        rounds(found, 1)
        assert look(found.t, 3)[:2] == first
        assert made == [1, 2, 3]
        look(replace(found.t, entries=dict(list(found.t.entries.items())[:7])), 1)
        assert made == [1, 2, 3, 1]


def test_games_are_told_with_what_they_brought() -> None:
    with site(people(*EIGHT[:7]), "fide_dutch", rounds=3) as found:
        rounds(found, 2)
        standings = standings_of(found.t)
        for player in found.t.entries:
            games = games_of(found.t, standings, player)
            told = sum(float(one.round.points or 0) for one in games)
            assert told == float(standings.by_player[player].points)
            assert all(
                one.now == str(standings.by_player[one.opponent.id].points)
                for one in games
                if one.opponent
            )
            page = found.page(f"why/rank/{player}").text
            assert all(one.opponent.name in page for one in games if one.opponent)
        why = explained_rank(found.t, 1, standings, 1, lambda n: [standings.ranks] * n)
        assert why["line"].ranks == (why["why"].rank,) * 2


def test_somebody_without_a_rank_has_no_line() -> None:
    with site(people(*EIGHT), "fide_dutch", **CHESS) as found:
        rounds(found, 2)
        standings = standings_of(found.t)
        view = table_view(found.t, 1, standings, standings.rows)
        one = ranked_rows(standings, view, [{}])[0]
        assert one.move == 0
        assert one.line.points
