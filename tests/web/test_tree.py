"""The knock-out tree: who stands where, what every seat waits for, and who went on."""

from typing import Any

from api.read_server import EIGHT, lower_wins, people
from fairpair.app.use_cases.pairing import cut_command
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.results import sides_of
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import Table
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.web.tree import MatchBox, Tree, tree_of

from .public_site import rounds, site

LONG = "Maximiliana-Alexandrina von Hohenstaufen-Wittelsbach zu Pappenheim"
ARABIC = "محمد عبد الرحمن الخوارزمي بن موسى"
KNOCK_OUT: dict[str, Any] = {"mode": "elimination", "third_place": True}


def drawn(t: Tournament) -> Tree:
    return tree_of(bracket_view(t, 1), reseeded=t.rules.reseed)


def matches(tree: Tree) -> list[MatchBox]:
    return [box for column in tree.columns for box in column.matches]


def names(box: MatchBox) -> list[str]:
    return [side.seat.player.name if side.seat.player else "" for side in box.sides]


def test_seeds_and_waiting_words_before_the_cut() -> None:
    with site(rounds=3, cut=8, mode="swiss_with_elimination") as found:
        tree = drawn(found.t)
        assert [str(column.title) for column in tree.columns] == [
            "Quarter-finals",
            "Semi-finals",
            "Final",
        ]
        assert [len(column.matches) for column in tree.columns] == [4, 2, 1]
        assert [side.seat.seed for side in matches(tree)[0].sides] == [1, 8]
        assert {side.state for box in matches(tree) for side in box.sides} == {"waiting"}
        words = [str(side.seat.waiting) for side in matches(tree)[4].sides]
        assert words == ["winner of quarter-final 1", "winner of quarter-final 2"]
        assert tree.joined


def test_every_size_is_a_whole_tree() -> None:
    for size in (4, 16, 128):
        players = tuple(Player(f"Player {n}") for n in range(size))
        with site(players, mode="elimination") as found:
            counts = [len(column.matches) for column in drawn(found.t).columns]
            assert counts == [size >> n for n in range(1, size.bit_length())]


def test_long_names_and_byes_find_room() -> None:
    odd = (LONG, ARABIC, "W" * 300, *EIGHT[:3])
    with site(tuple(Player(name) for name in odd), **KNOCK_OUT) as found:
        rounds(found, 2)
        tree = drawn(found.t)
        told = {name for box in matches(tree) for name in names(box)}
        assert set(odd) <= told
        assert "vacant" in {side.state for box in matches(tree) for side in box.sides}
        page = found.page("bracket")
        assert all(name in page.text for name in odd)
        assert page.count("p", class_="vacant") == 2


def test_winners_and_scores_stand_with_their_players() -> None:
    with site(people(*EIGHT[:4]), **KNOCK_OUT) as found:
        found.desk.to_the_end(lower_wins)
        tree = drawn(found.t)
        assert [column.apart for column in tree.columns] == [False, False, True]
        assert str(tree.columns[-1].matches[0].match.name) == "the third-place match"
        for box in matches(tree):
            states = {side.state: side for side in box.sides}
            assert states["won"].score == "2"
            assert states["lost"].score == "0"
        assert found.page("bracket").count("p", class_="w") == len(matches(tree))


def test_a_table_that_sits_the_other_way_round() -> None:
    with site(people("Ana", "Bo"), mode="elimination") as found:
        found.desk.do(cut_command(found.t))
        ana, bo = found.t.seeds[2]
        found.desk.do(c.DraftRound((Table(1, (bo, ana)),)), c.PublishRound())
        found.desk.result(1, Games((1, 2)))
        [box] = matches(drawn(found.t))
        told = [(side.score, side.state) for side in box.sides]
        assert list(zip(names(box), told, strict=True)) == [
            ("Ana", ("2", "won")),
            ("Bo", ("1", "lost")),
        ]


def test_no_lines_where_players_are_seeded_anew() -> None:
    with site(reseed=True, mode="elimination") as found:
        rounds(found, 1)
        assert not drawn(found.t).joined
        assert found.page("bracket").count("div", class_="tree loose") == 1


def test_results_by_side() -> None:
    assert sides_of("1-1-2") == ("1", "1", "-2")
