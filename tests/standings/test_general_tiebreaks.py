"""Tie-breaks for any game and for miniatures, on examples worked by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.core.players import Entry, Period, Player, Team
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.message import Message
from fairpair.presets import rules_of
from standings.builder import played, ranking, standings, terms, values

F = Fraction
CHESS = rules_of("chess_style", {})
INFINITY = rules_of("infinity", {})

# Points after three rounds: Ana 2.5, Bo 1, Cy 2, Di 0.5, Ed 2, Fay 1
SIX = """1  Ana 1:0 Bo | Cy 1:0 Di | Ed 1:0 Fay
         2  Ana =:= Cy | Bo 1:0 Di | Ed bye | Fay zero
         3  Ana 1:0 Ed | Cy =:= Di | Fay 1:0 Bo"""
CHESS_EVENT = played(SIX, CHESS)

# Objective, victory and army points of three players; Cy has the bye of round 2
ITS = played(
    """1  Ana op7,vp90,ap10:op3,vp40,ap20 Bo | Cy bye
       2  Ana op5,vp60,ap0:op5,vp70,ap5 Cy | Bo bye
       3  Bo op0,vp10,ap0:op9,vp100,ap50 Cy | Ana bye""",
    INFINITY,
)


def test_every_tiebreak_says_what_it_is() -> None:
    for tiebreak in TIEBREAKS.values():
        assert (tiebreak.prepare is None) != (tiebreak.split is None), tiebreak.code
        assert (tiebreak.split is None) == (tiebreak.inside is None), tiebreak.code
        assert all((tiebreak.name, tiebreak.about, tiebreak.clause, tiebreak.games))
        assert tiebreak.about.endswith((".", "%")), tiebreak.code


def test_points_with_a_penalty() -> None:
    event = played("1  Ana 2-0 Bo\n2  Ana 1-1 Bo")
    ana, bo = event.entries
    table = Standings(tiebreak_input(event, extra={(ana, 1): F(-2), (bo, 2): F(1, 2)}), [])
    assert {row.player: row.points for row in table.rows} == {ana: 2, bo: F("1.5")}
    after_one = Standings(
        tiebreak_input(event, until=1, extra={(ana, 1): F(-2), (bo, 2): F(1, 2)}), []
    )
    assert {row.player: row.points for row in after_one.rows} == {ana: 1, bo: 0}
    total = table.sum_of(ana, 0)
    assert total is not None
    assert (total.parts[-1], total.amounts[-1]) == (Message("term.bonus"), -4)  # in halves


def test_what_can_never_count_is_computed_all_the_same() -> None:
    """Nobody is level after TPN, and Buchholz comes twice: every column is there."""
    event = replace(CHESS_EVENT, draw_seed="x")
    codes = ("SB", "TPN", "BH", "bh", "random", "omw", "DE")
    rows = standings(event, *codes).rows
    for place, code in enumerate(codes[:-1], 1):
        assert {event.name_of(row.player): row.values[place] for row in rows} == values(event, code)
    assert {row.values[-1] for row in rows} == {0}, "nobody is left for direct encounter"
    assert ranking(event, *codes) == ranking(event, "SB", "TPN")


def test_a_lot_is_drawn_from_the_recorded_seed() -> None:
    """Always the same, another one for another seed, and nobody entering later changes it."""
    event = played("1  Ana 1-1 Bo | Cy 1-1 Di | Ed 1-1 Fay")
    assert set(values(event, "random").values()) == {None}
    orders = {seed: ranking(replace(event, draw_seed=seed), "random") for seed in "abcdefgh"}
    assert orders == {s: ranking(replace(event, draw_seed=s), "random") for s in "abcdefgh"}
    assert len(set(orders.values())) > 6
    assert sorted(orders["a"].split(", ")) == ["Ana", "Bo", "Cy", "Di", "Ed", "Fay"]
    more = played("1  Ana 1-1 Bo | Cy 1-1 Di | Ed 1-1 Fay | Gus 1-1 Hal")
    order = ranking(replace(more, draw_seed="a"), "random").split(", ")
    assert ", ".join(name for name in order if name not in ("Gus", "Hal")) == orders["a"]


class TestBuchholz:
    """Ana met Bo 1, Cy 2 and Ed 2; Ed met Fay 1 and Ana 2.5; Fay met Ed 2 and Bo 1."""

    def test_standard(self) -> None:
        assert values(CHESS_EVENT, "buchholz") == {
            "Ana": 1 + 2 + 2,
            "Bo": F("2.5") + F("0.5") + 1,
            "Cy": F("0.5") + F("2.5") + F("0.5"),  # Di twice
            "Di": 2 + 1 + 2,
            "Ed": 1 + F("2.5"),
            "Fay": 2 + 1,
        }

    def test_median_drops_both_ends_of_more_than_two(self) -> None:
        event = played(SIX, CHESS.with_changes({"buchholz_variant": "median"}))
        assert values(event, "buchholz") == {
            "Ana": 2,
            "Bo": 1,
            "Cy": F("0.5"),
            "Di": 2,
            "Ed": 1 + F("2.5"),
            "Fay": 2 + 1,
        }

    def test_modified_drops_the_lowest_of_more_than_one(self) -> None:
        event = played(SIX, CHESS.with_changes({"buchholz_variant": "modified"}))
        assert values(event, "buchholz") == {
            "Ana": 2 + 2,
            "Bo": F("2.5") + 1,
            "Cy": F("0.5") + F("2.5"),
            "Di": 2 + 2,
            "Ed": F("2.5"),
            "Fay": 2,
        }
        one = played("1  Ana 1:0 Bo | Cy bye", CHESS.with_changes({"buchholz_variant": "modified"}))
        assert values(one, "buchholz") == {"Ana": 0, "Bo": 1, "Cy": 0}

    def test_who_did_not_come_was_an_opponent(self) -> None:
        event = played("1  Ana +:- Bo | Cy 1:0 Di\n2  Bo 1:0 Cy | Ana half", CHESS)
        assert values(event, "buchholz")["Ana"] == 1
        assert values(event, "buchholz")["Bo"] == F("1.5") + 1

    def test_in_match_points(self) -> None:
        event = played("1  Ana 2-0 Bo | Cy 1-1 Di\n2  Ana 1-2 Cy | Bo 2-0 Di")
        assert values(event, "buchholz") == {"Ana": 3 + 4, "Bo": 3 + 1, "Cy": 1 + 3, "Di": 4 + 3}


def test_sonneborn_berger() -> None:
    """Ana beat Bo 1 and Ed 2 and drew with Cy 2; Cy beat Di and drew with Ana and Di."""
    expected = {
        "Ana": 1 + F(2, 2) + 2,
        "Bo": F("0.5"),
        "Cy": F("0.5") + F("2.5") / 2 + F("0.5") / 2,
        "Di": F(2, 2),
        "Ed": F(1),
        "Fay": F(1),
    }
    assert values(CHESS_EVENT, "sonneborn_berger") == values(CHESS_EVENT, "sodos") == expected
    assert terms(CHESS_EVENT, "Cy", "sonneborn_berger")["Ana"] == (F("1.25"), "half, for a draw")
    assert terms(CHESS_EVENT, "Ed", "sonneborn_berger")["Ana"] == (0, "lost")


def test_a_win_counts_in_full_whatever_it_is_worth() -> None:
    event = played("1  Ana 2-0 Bo | Cy 1-1 Di\n2  Ana 1-2 Cy | Bo 2-0 Di")
    assert values(event, "sonneborn_berger") == {
        "Ana": 3,
        "Bo": 1,
        "Cy": F(1, 2) + 3,
        "Di": F(4, 2),
    }


def test_cumulative() -> None:
    """Fay has lost, was not there, and won: 0 + 1, the round between does not count."""
    assert values(CHESS_EVENT, "cumulative") == {
        "Ana": 1 + F("1.5") + F("2.5"),
        "Bo": 0 + 1 + 1,
        "Cy": 1 + F("1.5") + 2,
        "Di": F("0.5"),
        "Ed": 1 + 2 + 2,
        "Fay": 0 + 1,
    }


def test_cumulative_stops_at_the_drop() -> None:
    event = played("1  Ana 1:0 Bo\n2  Bo bye\n3  Bo bye\nAna drops after 1", CHESS)
    assert values(event, "cumulative") == {"Ana": 1, "Bo": 0 + 1 + 2}
    assert values(event, "opponent_cumulative") == {"Ana": 3, "Bo": 1}


def test_opponent_cumulative() -> None:
    """Of Ed: Fay 1 and Ana 5."""
    found = values(CHESS_EVENT, "opponent_cumulative")
    assert found["Ed"] == 1 + 5
    assert found["Cy"] == F("0.5") + 5 + F("0.5")


def test_sos_and_sosos() -> None:
    """The sum of points is Buchholz; Ed's opponents Fay and Ana have 3 and 5 themselves."""
    assert values(CHESS_EVENT, "sos") == values(CHESS_EVENT, "buchholz")
    assert values(CHESS_EVENT, "sosos")["Ed"] == 3 + 5


def test_sos_of_a_score() -> None:
    """Victory points: Ana 150, Bo 50, Cy 170; objective points 22, 13, 24, byes at 10."""
    assert values(ITS, "vp") == {"Ana": 150, "Bo": 50, "Cy": 170}
    assert values(ITS, "sos:vp") == {"Ana": 50 + 170, "Bo": 150 + 170, "Cy": 150 + 50}
    assert values(ITS, "sos") == {"Ana": 13 + 24, "Bo": 22 + 24, "Cy": 22 + 13}
    assert values(ITS, "sosos:vp")["Ana"] == 320 + 200


def test_difficulty() -> None:
    """Wins less losses: Ana 2, Bo -1, Cy 1, Di -2, Ed 1, Fay 0."""
    assert values(CHESS_EVENT, "difficulty") == {
        "Ana": -1 + 1 + 1,
        "Bo": 2 - 2 + 0,
        "Cy": -2 + 2 - 2,
        "Di": 1 - 1 + 1,
        "Ed": 0 + 2,
        "Fay": 1 - 1,
    }


def test_wins() -> None:
    """Ed's bye is a win, in games 2 of a best of three; so are Bo's no-show and bare win."""
    text = "1  Ana 2-1 Bo | Ed bye\n2  Ana 1-1 Ed | Bo +:- Cy\n3  Bo 1:0 Ana"
    event = played(text)
    assert values(event, "match_wins") == {"Ana": 1, "Bo": 2, "Ed": 1, "Cy": 0}
    assert values(event, "game_wins") == {"Ana": 2 + 1, "Bo": 1 + 2 + 2, "Ed": 2 + 1, "Cy": 0}
    assert values(event, "opponent_wins") == {"Ana": 2 + 1 + 2, "Bo": 1 + 0 + 1, "Ed": 1, "Cy": 2}


class TestRating:
    """Unrated players are behind the rated, who keep their order."""

    event = played(
        "1  Ana 1-1 Bo | Cy 1-1 Di\nAna rated 1700\nCy rated 1900\nDi rated 1800", Rules()
    )

    def test_unrated_are_last(self) -> None:
        assert values(self.event, "rating") == {"Ana": 1700, "Bo": None, "Cy": 1900, "Di": 1800}
        assert ranking(self.event, "rating") == "Cy, Di, Ana, Bo"

    def test_modifiers(self) -> None:
        assert ranking(self.event, "rating/R") == "Ana, Di, Cy, Bo"
        assert ranking(self.event, "rating/U1750") == "Cy, Di, Bo, Ana"
        event = replace(self.event, rules=Rules.read({"unrated_rating": 1750}))
        assert values(event, "rating")["Bo"] == 1750

    def test_a_team_has_the_mean_of_its_members(self) -> None:
        members = (Player("a", 1800), Player("b", 1801), Player("c"))
        entry = Entry(Team("Rooks", members), (Period(RoundRef(1, 1)),))
        event = replace(self.event, entries={**self.event.entries, 1: entry})  # type: ignore[dict-item]
        assert values(event, "rating")["Rooks"] == F(3601, 2)


class TestHeadToHead:
    """Only two who are level and have met."""

    def test_the_winner_is_first(self) -> None:
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di\n2  Bo 2-0 Cy | Ana 2-1 Di")
        assert ranking(event, "head_to_head") == "Ana, Bo, Cy, Di"
        assert values(event, "head_to_head") == {"Ana": 0, "Bo": 1, "Cy": 2, "Di": 0}

    def test_who_won_as_the_second_player(self) -> None:
        event = played("1  Ana 0-2 Bo\n2  Ana bye | Bo zero")
        assert ranking(event, "head_to_head") == "Bo, Ana"

    def test_a_draw_decides_nothing(self) -> None:
        assert ranking(played("1  Ana 1-1 Bo"), "head_to_head") == "Ana = Bo"

    def test_nor_does_a_match_that_never_was(self) -> None:
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di")
        assert ranking(event, "head_to_head") == "Ana = Cy, Bo = Di"

    def test_nor_one_win_each(self) -> None:
        event = played("1  Ana 2-0 Bo\n2  Ana 0-2 Bo")
        assert ranking(event, "head_to_head") == "Ana = Bo"

    def test_three_stay_level(self) -> None:
        """Whether they beat each other in a circle or one beat both others."""
        circle = played("1  Ana 2-0 Bo | Cy bye\n2  Bo 2-0 Cy | Ana bye\n3  Cy 2-0 Ana | Bo bye")
        assert ranking(circle, "head_to_head") == "Ana = Bo = Cy"
        both = played("1  Ana 2-0 Bo | Cy bye\n2  Ana 0-2 Di | Bo bye\nDi drops after 2")
        assert ranking(both, "head_to_head") == "Ana = Bo = Cy = Di"

    def test_what_it_looks_at(self) -> None:
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di\n2  Bo 2-0 Cy | Ana 2-1 Di")
        table = standings(event, "head_to_head")
        bo, cy = (p for p in event.entries if event.name_of(p) in ("Bo", "Cy"))
        inside = TIEBREAKS["HEAD_TO_HEAD"].inside
        assert inside is not None
        assert inside(table.inputs, table.chain[1].options, (bo, cy), bo).value == 3
        assert inside(table.inputs, table.chain[1].options, (bo, cy), cy).value == 0


class TestMiniatures:
    """Margins, means, and the strength of schedule of Fantasy Flight Games."""

    def test_margin(self) -> None:
        """A bye has 0 victory points and 10 objective points here."""
        assert values(ITS, "margin:vp") == {
            "Ana": 90 - 40 + 60 - 70,
            "Bo": 40 - 90 + 10 - 100,
            "Cy": 70 - 60 + 100 - 10,
        }
        assert values(ITS, "margin") == {"Ana": 4 + 0 + 10, "Bo": -4 + 10 - 9, "Cy": 10 + 0 + 9}

    def test_mean_leaves_byes_out(self) -> None:
        assert values(ITS, "mean:vp") == {
            "Ana": F(90 + 60, 2),
            "Bo": F(40 + 10, 2),
            "Cy": F(70 + 100, 2),
        }
        assert values(ITS, "mean")["Ana"] == F(7 + 5, 2)
        assert values(played("1  Ana bye | Bo 2-0 Cy"), "mean") == {"Ana": None, "Bo": 3, "Cy": 0}

    def test_strength_of_schedule(self) -> None:
        """Points by rounds: Ana 3/2, Bo 3/2, Cy 4/2, Di 0/1."""
        event = played(
            "1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 0-2 Bo | Cy half\nDi drops after 1", Rules()
        )
        sos = {"Ana": F(3, 2), "Bo": F(3, 2), "Cy": F(0), "Di": F(2)}
        assert values(event, "ffg_sos") == sos
        assert values(event, "ffg_esos") == {"Ana": F(3, 2), "Bo": F(3, 2), "Cy": 2, "Di": 0}

    def test_strength_of_schedule_in_half_points(self) -> None:
        """Ana met Bo 1/3, Cy 2/3 and Ed 2/3; Ed met Fay 1/2, who was away once, and Ana."""
        sos = values(CHESS_EVENT, "ffg_sos")
        assert sos["Ana"] == (F(1, 3) + F(2, 3) + F(2, 3)) / 3
        assert sos["Ed"] == (F(1, 2) + F(5, 6)) / 2
        assert (
            values(CHESS_EVENT, "ffg_esos")["Fay"]
            == ((F(1, 2) + F(5, 6)) / 2 + (F(5, 6) + F(1, 6) + F(1, 2)) / 3) / 2
        )


@pytest.mark.parametrize("code", sorted(TIEBREAKS))
@pytest.mark.parametrize("event", [CHESS_EVENT, played("1  Ana ? Bo | Cy zero"), ITS])
def test_the_terms_make_the_number(event: Tournament, code: str) -> None:
    """Also where nothing has been played; codes for teams and scores are tried elsewhere."""
    tiebreak = TIEBREAKS[code]
    if tiebreak.prepare is None or tiebreak.teams_only or code == "TOTAL":
        return
    if tiebreak.compares and event.rules.primary_score:
        with pytest.raises(InvalidInputError, match="op does not have: use sos or total"):
            standings(event, code)
        return
    table = standings(event, *([code] if code != "PTS" else []))
    for row in table.rows:
        total = table.sum_of(row.player, len(table.chain) - 1)
        assert (total and total.value) == row.values[-1]
        if total is None or total.rounded:
            continue
        left = [a for n, a in enumerate(total.amounts) if n not in total.cut]
        plain = F(sum(left), total.unit * total.over)
        assert row.values[-1] == (plain if total.least is None else max(plain, total.least))
        assert len(total.parts) == len(total.amounts)
