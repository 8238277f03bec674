"""Who goes on: worked by hand, and properties of cuts of any tournament."""

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import DomainError, InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Player
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.stages.cut import MOST, Cut, Lot, PlayIn, Walkover, after_play_in, cut_of
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c
from fairpair.presets import rules_of
from log_driver import after_round_1, draft, p, set_up
from standings.builder import played

EIGHT = """1  Ana 1:0 Bo | Cy 1:0 Di | Ed 1:0 Fay | Gus 1:0 Hal
           2  Ana 1:0 Cy | Ed 1:0 Gus | Bo 1:0 Di | Fay 1:0 Hal
           3  Ana 1:0 Ed | Cy 1:0 Bo | Gus 1:0 Fay | Di 1:0 Hal"""
"""Points: Ana 9; Cy, Ed, Gus 6; Bo, Di, Fay 3; Hal 0.

Buchholz: Ed 9 + 6 + 3 = 18, Cy 9 + 3 + 3 = 15, Gus 6 + 3 + 0 = 9."""


def eight(*facts: str, **rules: Any) -> Tournament:
    """The eight in order of registration, unless the rules have another tie-break."""
    settings = {"standings_tiebreakers": ["player_number"], **rules}
    return with_seed(played("\n".join([EIGHT, *facts]), Rules.read(settings)))


def with_seed(tournament: Tournament, seed: str = "seed-1") -> Tournament:
    return replace(tournament, draw_seed=seed)


def names(tournament: Tournament, players: Collection[Any]) -> str:
    return " ".join("-" if n is None else tournament.name_of(n) for n in players)


def seeds(tournament: Tournament, *declined: int, **more: Any) -> str:
    return names(tournament, cut_of(tournament, [p(n) for n in declined], **more).seeds)


def refusal(tournament: Tournament, *declined: int, **more: Any) -> DomainError:
    with pytest.raises(InvalidStateError) as caught:
        cut_of(tournament, [p(n) for n in declined], **more)
    assert caught.value.message.endswith(".")
    assert caught.value.hint.endswith(".")
    return caught.value


def texts(cut: Cut) -> list[str]:
    return [str(reason.text) for reason in cut.reasons]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"cut": 2}, "Ana Cy"),
        ({"cut": 3}, "Ana Cy Ed"),
        ({"cut": 4}, "Ana Cy Ed Gus"),
        ({"cut": 8}, "Ana Cy Ed Gus Bo Di Fay Hal"),
        ({"cut_points": 6}, "Ana Cy Ed Gus"),
        ({"cut_points": "13/2", "cut": 2}, "Ana Cy"),
        ({"cut_points": 6, "cut": 2}, "Ana Cy Ed Gus"),
        ({"cut_points": 6, "cut": 6}, "Ana Cy Ed Gus Bo Di"),
        ({"cut_points": 0}, "Ana Cy Ed Gus Bo Di Fay Hal"),
        ({"cut": 2, "cut_ties": "all"}, "Ana Cy Ed Gus"),
        ({"cut": 4, "cut_ties": "all"}, "Ana Cy Ed Gus"),
        ({"cut": 5, "cut_ties": "all"}, "Ana Cy Ed Gus Bo Di Fay"),
        ({"cut_points": 6, "cut": 5, "cut_ties": "all"}, "Ana Cy Ed Gus Bo Di Fay"),
        ({"cut": 4, "cut_ties": "play_in"}, "Ana Cy Ed Gus"),
        ({"cut": 3, "cut_ties": "play_in"}, "Ana"),
        ({"cut": 3, "standings_tiebreakers": ["buchholz"]}, "Ana Ed Cy"),
        ({"mode": "swiss_with_elimination"}, "Ana Cy Ed Gus"),
        ({"structure": [{"participants": {"top_k": 2}}]}, "Ana Cy"),
    ],
)
def test_who_goes_on(rules: dict[str, Any], expected: str) -> None:
    assert seeds(eight(**rules)) == expected


def test_the_last_in_and_the_first_out_know_why() -> None:
    t = eight(cut=3, standings_tiebreakers=["buchholz"])
    cut = cut_of(t)
    assert (cut.line, names(t, cut.tied), cut.lots) == (Fraction(6), "Ed Cy Gus", ())
    assert names(t, cut.waiting).startswith("Gus ")
    assert texts(cut) == [
        "Ed (6 points) advances as seed 2: Ed is ahead of Gus:"
        " tied on points; Buchholz 18 against 9",
        "Cy (6 points) advances as seed 3: Cy is ahead of Gus:"
        " tied on points; Buchholz 15 against 9",
        "Gus (6 points) does not advance: Cy is ahead of Gus:"
        " tied on points; Buchholz 15 against 9",
    ]
    assert [reason.goes_on for reason in cut.reasons] == [True, True, False]


def test_points_that_are_enough_are_the_reason() -> None:
    cut = cut_of(eight(cut_points=6, cut=2))
    assert texts(cut)[0] == "Cy (6 points) advances as seed 2: 6 points are enough"
    assert texts(cut)[3] == "Bo (3 points) does not advance: 6 points are enough"
    assert cut.tied == ()


def test_points_alone_are_the_reason() -> None:
    cut = cut_of(eight(cut=7))
    assert texts(cut)[-1] == (
        "Hal (0 points) does not advance: Fay is ahead of Hal: points 3 against 0"
    )
    assert cut.tied == ()
    assert cut_of(eight(cut=8)).reasons == ()


def test_a_play_in_is_for_the_places_that_are_left() -> None:
    t = eight(cut=3, cut_ties="play_in")
    cut = cut_of(t)
    assert cut.play_in == PlayIn((p(3), p(5), p(7)), 2)
    assert (cut.size, cut.places, names(t, cut.waiting)) == (3, (p(1),), "Bo Di Fay Hal")
    assert texts(cut)[:2] == [
        "Ana (9 points) advances as seed 1: Ana is ahead of Cy: points 9 against 6",
        "Cy (6 points) plays for a place",
    ]
    done = after_play_in(cut, [p(7), p(3)])
    assert (names(t, done.seeds), names(t, done.waiting)) == ("Ana Cy Gus", "Ed Bo Di Fay Hal")
    assert (done.play_in, done.size) == (None, 3)
    assert texts(done)[1:4] == [
        "Cy (6 points) plays for a place; won the play-in",
        "Ed (6 points) plays for a place; lost the play-in",
        "Gus (6 points) plays for a place; won the play-in",
    ]
    assert [r.goes_on for r in done.reasons[:4]] == [True, True, False, True]


@pytest.mark.parametrize("winners", [(3,), (3, 5, 7), (3, 2), (3, 3)])
def test_a_play_in_has_just_its_winners(winners: tuple[int, ...]) -> None:
    cut = cut_of(eight(cut=3, cut_ties="play_in"))
    with pytest.raises(InvalidInputError) as caught:
        after_play_in(cut, [p(n) for n in winners])
    assert caught.value.code == "bad-play-in"
    with pytest.raises(InvalidStateError) as none:
        after_play_in(cut_of(eight(cut=4)), [])
    assert none.value.code == "no-play-in"


def test_all_may_have_to_play_in() -> None:
    """Three with six points for the only place beside Ana's."""
    cut = cut_of(eight("Ana drops after 3", cut=2, cut_ties="play_in"))
    assert (cut.seeds, cut.play_in) == ((), PlayIn((p(3), p(5), p(7)), 2))
    assert cut.passed_over == (p(1),)


def test_the_next_in_line_moves_up() -> None:
    t = eight("Cy drops after 3", cut=4)
    cut = cut_of(t)
    assert names(t, cut.seeds) == "Ana Ed Gus Bo"
    assert (cut.passed_over, cut.walkovers, cut.places) == ((p(3),), (), cut.seeds)
    both = cut_of(t, [p(2), p(8)])
    assert names(t, both.seeds) == "Ana Ed Gus Di"
    assert (both.passed_over, names(t, both.waiting)) == ((p(3), p(2)), "Fay")


def test_a_place_may_stay_empty() -> None:
    t = eight("Cy drops after 3", cut=4, cut_declined="walkover")
    cut = cut_of(t)
    assert (names(t, cut.seeds), names(t, cut.places)) == ("Ana Ed Gus", "Ana - Ed Gus")
    assert (cut.walkovers, cut.size, cut.passed_over) == ((Walkover(2, p(3)),), 4, ())
    assert names(t, cut.waiting) == "Bo Di Fay Hal"
    assert names(t, cut_of(t, [p(7), p(8)]).places) == "Ana - Ed -"


def test_who_is_away_cannot_play_for_a_place() -> None:
    rules = {"cut": 3, "cut_ties": "play_in", "cut_declined": "walkover"}
    two = cut_of(eight("Cy drops after 3", **rules))
    assert (two.seeds, two.play_in, two.passed_over) == ((p(1), p(5), p(7)), None, (p(3),))
    above = cut_of(eight("Ana drops after 3", **rules))
    assert above.places == (None,)
    assert (above.play_in, above.walkovers) == (
        PlayIn((p(3), p(5), p(7)), 2),
        (Walkover(1, p(1)),),
    )


def test_the_draw_decides_where_the_standings_end_level() -> None:
    t = eight(cut=3, standings_tiebreakers=["match_wins"])
    by_lot = draw_lots("seed-1", "cut", [p(3), p(5), p(7)])
    cut = cut_of(t)
    assert cut.seeds == (p(1), *by_lot[:2])
    assert cut.lots == (Lot(tuple(by_lot), decides=True),)
    first, last = t.name_of(by_lot[1]), t.name_of(by_lot[2])
    assert texts(cut)[-1] == (
        f"{last} (6 points) does not advance: {first} and {last} are tied on points and match wins,"
        f" and {first} was drawn first"
    )
    four = cut_of(t, size=4)
    assert four.lots == (Lot(tuple(by_lot), decides=False),)
    assert four.seeds == (p(1), *by_lot)
    assert len({cut_of(with_seed(t, f"seed-{n}")).seeds for n in range(40)}) == 6


def test_a_lot_in_the_chain_leaves_nothing_to_draw() -> None:
    cut = cut_of(eight(cut=3, standings_tiebreakers=["random"]))
    assert cut.lots == ()
    assert "random draw" in texts(cut)[0]


def test_nothing_is_drawn_without_a_seed() -> None:
    t = with_seed(eight(cut=3, standings_tiebreakers=[]), "")
    assert refusal(t).code == "no-draw-seed"
    assert seeds(with_seed(eight(cut=3), "")) == "Ana Cy Ed"


def test_the_size_can_be_given() -> None:
    assert seeds(eight(), size=2) == "Ana Cy"
    assert seeds(eight(cut=8), size=2) == "Ana Cy"
    t = eight(cut=2)
    assert seeds(t, standings=Standings(tiebreak_input(t), ["buchholz"])) == "Ana Ed"


@pytest.mark.parametrize(
    ("facts", "rules", "declined", "code"),
    [
        ([], {}, (), "no-cut"),
        ([], {"cut_points": 9}, (), "too-few-qualify"),
        ([], {"cut_points": 10}, (), "too-few-qualify"),
        ([], {"cut": 2}, tuple(range(1, 9)), "too-few-players"),
        ([], {"cut": 2}, tuple(range(2, 9)), "too-few-players"),
        ([], {"cut": 2, "cut_declined": "walkover"}, (1,), "too-few-players"),
        ([], {"structure": [{"participants": {"top_k": 1}}]}, (), "bad-cut"),
    ],
)
def test_refused(
    facts: list[str], rules: dict[str, Any], declined: tuple[int, ...], code: str
) -> None:
    assert refusal(eight(*facts, **rules), *declined).code == code


def test_refusals_are_kind() -> None:
    error = refusal(eight("Ana drops after 3"), size=8)
    assert error.message == "The cut is for 8 players, but only 7 players are available."
    assert error.hint == "Reduce the cut to 7 players or fewer."
    assert refusal(eight(cut=2), *range(1, 9)).message == (
        "0 players are left to advance; a cut needs at least two."
    )
    assert refusal(eight(), size=1).message == "A cut must have between 2 and 512 players, not 1."
    with pytest.raises(NotFoundError) as caught:
        cut_of(eight(cut=2), [p(99)])
    assert caught.value.code == "unknown-player"


@pytest.mark.parametrize("cut", [7, 8, 9, 512])
def test_a_cut_larger_than_the_field_takes_everybody_as_the_plan_says(cut: int) -> None:
    t = eight("Ana drops after 3", cut=cut)
    assert len(cut_of(t).seeds) == 7
    finals = plan_for(eight(cut=cut)).finals
    assert finals is not None
    assert finals.size == min(cut, 8)


def test_a_plan_for_more_players_takes_everybody() -> None:
    """The top four of the small preset, with three players."""
    t = with_seed(
        played("1  Ana 1:0 Bo | Cy bye", rules_of("small_tournament", {"rounds": 1})),
    )
    assert seeds(t) == "Ana Cy Bo"


def test_the_planned_size_stays_when_somebody_leaves() -> None:
    """Sixteen players play for a top eight, and still do when one of them has left."""
    pairs = " | ".join(f"P{n} 1:0 P{n + 1}" for n in range(1, 16, 2))
    rules = Rules.read({"mode": "swiss_with_elimination", "standings_tiebreakers": []})
    assert len(cut_of(with_seed(played(f"1  {pairs}", rules))).seeds) == 8
    assert len(cut_of(with_seed(played(f"1  {pairs}\nP1 drops after 1", rules))).seeds) == 8


def test_who_never_took_part_has_no_place_to_lose() -> None:
    by_number = {"standings_tiebreakers": ["player_number"]}
    desk = set_up({"cut": 4, "cut_declined": "walkover", **by_number})
    desk.do(c.DropPlayer(p(1)), draft("2-3 4-5"), c.PublishRound())
    for table in (1, 2):
        desk.result(1, table, "2-0")
    desk.do(c.CompleteRound())
    cut = cut_of(desk.t)
    assert set(cut.seeds) == {2, 3, 4, 5}
    assert cut.walkovers == ()


def test_who_is_not_checked_in_is_not_there() -> None:
    t = eight(cut=2, check_in=True, cut_declined="walkover")
    here = {n: replace(entry, checked_in=n != 1) for n, entry in t.entries.items()}
    cut = cut_of(replace(t, entries=here))
    assert (names(t, cut.seeds), cut.walkovers, cut.passed_over) == ("Cy Ed", (), ())


def test_a_cut_can_be_recorded() -> None:
    desk = after_round_1({"cut": 4, "rounds": 1})
    desk.do(c.MakeCut(cut_of(desk.t).seeds))
    assert desk.t.stage == 2
    assert cut_of(desk.t).seeds == desk.t.seeds[2]


def test_never_more_than_512() -> None:
    entries = {
        p(n): Entry(Player(f"P{n}"), set_up().t.entries[p(1)].periods) for n in range(1, 601)
    }
    for rules in ({"cut_points": 0}, {"cut": 2, "cut_ties": "all"}):
        settings = {"standings_tiebreakers": ["player_number"], **rules}
        t = Tournament(created=True, rules=Rules.read(settings), entries=entries, draw_seed="s")
        cut = cut_of(t)
        assert (len(cut.seeds), cut.seeds[-1], cut.waiting[0]) == (MOST, p(512), p(513))


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Some rounds of a round robin with any results, some players gone, any cut."""
    count = draw(st.integers(2, 9))
    circle = list(range(count + count % 2))
    lines = []
    for n in range(1, draw(st.integers(1, len(circle) - 1)) + 1):
        cells = []
        for one, other in zip(circle, reversed(circle), strict=True):
            if one < other < count:
                result = draw(st.sampled_from(["1:0", "0:1", "=:="]))
                cells.append(f"P{one} {result} P{other}")
            elif one < other:
                cells.append(f"P{one} bye")
        lines.append(f"{n}  {' | '.join(cells)}")
        circle = [circle[0], circle[-1], *circle[1:-1]]
    gone = draw(st.sets(st.integers(0, count - 1), max_size=3))
    lines += [f"P{n} drops after {len(circle)}" for n in gone]
    rules = {
        "cut": draw(st.none() | st.integers(2, count)),
        "cut_points": draw(st.none() | st.integers(0, 12)),
        "cut_ties": draw(st.sampled_from(["standings", "all", "play_in"])),
        "cut_declined": draw(st.sampled_from(["next", "walkover"])),
        "standings_tiebreakers": draw(st.sampled_from([[], ["buchholz"], ["random"]])),
    }
    return with_seed(played("\n".join(lines), Rules.read(rules)))


def cut_or_code(t: Tournament, declined: Collection[PlayerId]) -> tuple[Cut | None, str]:
    try:
        return cut_of(t, declined), ""
    except InvalidStateError as error:
        return None, error.code


@given(tournaments(), st.data())
def test_properties(t: Tournament, data: st.DataObject) -> None:
    declined = data.draw(st.sets(st.sampled_from(sorted(t.entries)), max_size=2))
    rules, table = t.rules, Standings(tiebreak_input(t))
    away = declined | {n for n, entry in t.entries.items() if entry.dropped}
    there = set(t.entries) - away
    field = there if rules.cut_declined == "next" else set(t.entries)
    points = {n: table.by_player[n].points for n in t.entries}
    enough = sum(rules.cut_points is not None and points[n] >= rules.cut_points for n in field)
    expected = {
        "no-cut": rules.cut is None and rules.cut_points is None,
        "too-few-qualify": rules.cut is None and enough < 2,
        "too-few-players": len(there) < 2 or rules.cut_declined == "walkover",
        "": True,
    }
    cut, code = cut_or_code(t, declined)
    assert expected[code]
    if cut is None:
        return
    wanted = min(max(rules.cut or 0, enough), len(field))
    if rules.cut_ties == "standings" or rules.cut_declined == "next":
        assert cut.size >= wanted
        assert cut.size == wanted or rules.cut_ties == "all"
    playing = cut.play_in.players if cut.play_in else ()
    everybody = [*cut.seeds, *playing, *cut.waiting]
    assert sorted(everybody) == sorted(there)
    ranks = [table.ranks[n] for n in everybody]
    assert ranks == sorted(ranks)
    assert tuple(n for n in cut.places if n is not None) == cut.seeds
    assert {w.player for w in cut.walkovers} <= away
    assert all(cut.places[w.seed - 1] is None for w in cut.walkovers)
    assert cut.places.count(None) == len(cut.walkovers)
    if rules.cut_declined == "next":
        assert cut.walkovers == ()
    if rules.cut_points is not None:
        assert all(points[n] < rules.cut_points for n in cut.waiting)
    if rules.cut_ties == "all":
        assert all(points[n] < cut.line for n in cut.waiting)
        assert cut.tied == ()
    if cut.play_in:
        assert rules.cut_ties == "play_in"
        assert 0 < cut.play_in.places < len(playing)
        assert {points[n] for n in playing} == {cut.line}
    assert not (rules.standings_tiebreakers == ("random",) and cut.lots)
    assert cut == cut_of(t, declined)
