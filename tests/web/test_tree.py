"""The drawing of the knock-out tree: nothing is lost, nothing lies over something else."""

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from api.read_server import EIGHT, lower_wins, people
from fairpair.app.use_cases.pairing import cut_command
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.results import sides_of
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import Table
from fairpair.core.tournament import Tournament
from fairpair.log import commands as c
from fairpair.web.tree import Tree, tree_of, wrap_text

from .public_site import rounds, site

LONG = "Maximiliana-Alexandrina von Hohenstaufen-Wittelsbach zu Pappenheim"
ARABIC = "محمد عبد الرحمن الخوارزمي بن موسى"
KNOCK_OUT: dict[str, Any] = {"mode": "elimination", "third_place": True}


def drawn(t: Tournament) -> Tree:
    return tree_of(bracket_view(t, 1), reseeded=t.rules.reseed)


def check(tree: Tree) -> None:
    """Boxes of a column stand below each other, and all of them within the picture."""
    columns: dict[int, list[tuple[int, int]]] = {}
    for match in tree.matches:
        columns.setdefault(match.x, []).append((match.y, match.y + match.height))
        assert match.x + match.width <= tree.width
        assert match.y + match.height <= tree.height
        for seat in match.seats:
            assert all(seat.y < line.y <= seat.y + seat.height for line in seat.lines)
    for spans in columns.values():
        assert all(above[1] < below[0] for above, below in pairwise(sorted(spans)))


def test_seeds_and_waiting_words_before_the_cut() -> None:
    with site(rounds=3, cut=8, mode="swiss_with_elimination") as found:
        tree = drawn(found.t)
        check(tree)
        assert [str(column.title) for column in tree.columns] == [
            "Quarter-finals",
            "Semi-finals",
            "Final",
        ]
        first = tree.matches[0]
        assert [seat.seed for seat in first.seats] == [1, 8]
        assert {seat.state for match in tree.matches for seat in match.seats} == {"waiting"}
        words = [" ".join(line.text for line in seat.lines) for seat in tree.matches[4].seats]
        assert words == ["winner of quarter-final 1", "winner of quarter-final 2"]
        assert len(tree.paths) == 6


def test_long_names_and_byes_find_room() -> None:
    names = (LONG, ARABIC, "W" * 300, *EIGHT[:3])
    with site(tuple(Player(name) for name in names), **KNOCK_OUT) as found:
        rounds(found, 2)
        tree = drawn(found.t)
        check(tree)
        told = ["".join(line.text for line in s.lines) for m in tree.matches for s in m.seats]
        for name in names:
            assert name.replace(" ", "") in [text.replace(" ", "") for text in told]
        assert "vacant" in {seat.state for match in tree.matches for seat in match.seats}
        assert {line.rtl for m in tree.matches for s in m.seats for line in s.lines} == {
            True,
            False,
        }


def test_winners_and_scores_stand_with_their_players() -> None:
    with site(people(*EIGHT[:4]), **KNOCK_OUT) as found:
        found.desk.to_the_end(lower_wins)
        tree = drawn(found.t)
        check(tree)
        assert str(tree.matches[-1].match.name) == "the third-place match"
        for match in tree.matches:
            states = {seat.state: seat for seat in match.seats}
            assert states["won"].score == "2"
            assert states["lost"].score == "0"
            assert states["won"].lines[0].text < states["lost"].lines[0].text


def test_a_table_that_sits_the_other_way_round() -> None:
    with site(people("Ana", "Bo"), mode="elimination") as found:
        found.desk.do(cut_command(found.t))
        ana, bo = found.t.seeds[2]
        found.desk.do(c.DraftRound((Table(1, (bo, ana)),)), c.PublishRound())
        found.desk.result(1, Games((1, 2)))
        [match] = drawn(found.t).matches
        assert [(s.lines[0].text, s.score, s.state) for s in match.seats] == [
            ("Ana", "2", "won"),
            ("Bo", "1", "lost"),
        ]


def test_no_lines_where_players_are_seeded_anew() -> None:
    with site(reseed=True, mode="elimination") as found:
        rounds(found, 1)
        assert drawn(found.t).paths == []


@given(st.text(max_size=120), st.integers(20, 200))
def test_no_letter_is_lost_when_a_name_is_wrapped(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert lines


def test_results_by_side() -> None:
    assert sides_of("1-1-2") == ("1", "1", "-2")
