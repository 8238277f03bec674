"""Tie-breaks of card games on examples worked by hand, the rules' own where there are any."""

from fractions import Fraction
from string import ascii_uppercase

import pytest

from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.presets import rules_of
from standings.builder import played, ranking, terms, values

F = Fraction
MAGIC = rules_of("mtg_standard", {})
SCOREKEEPER = MAGIC.with_changes({"byes_in_match_win": False})
POKEMON = rules_of("pokemon_standard", {})
FLESH_AND_BLOOD = Rules.read({"points": {"win": 1, "draw": 0, "loss": 0}, "best_of": 1})
_SCORES = {"W": "2-0", "L": "0-2", "D": "1-1"}


def met(*records: str, rules: Rules = MAGIC, more: str = "") -> Tournament:
    """Hero and opponents A, B, ... with these records, a letter a round: W, L, D, - for a bye.

    The small letter is the match against Hero, who has a bye where nobody is met; all other
    matches are against foils, one for each opponent.
    """
    lines = []
    for n in range(max(map(len, records))):
        cells = []
        for name, record in zip(ascii_uppercase, records, strict=False):
            for letter in record[n : n + 1]:
                other = "Hero" if letter.islower() else f"{name}foil"
                score = _SCORES.get(letter.upper())
                cells.append(f"{name} {score} {other}" if score else f"{name} bye")
        alone = not any("Hero" in cell for cell in cells)
        lines.append(" | ".join([*cells, *["Hero bye"] * alone]))
    return played("\n".join([*(f"{n} {line}" for n, line in enumerate(lines, 1)), more]), rules)


class TestMagic:
    """Magic Tournament Rules, appendix C, and the Swiss Tournament System Design 1.0."""

    triangle = played(
        """1  Ana 2-0 Bo | Cy 1-1 Di | Ed bye
           2  Ana 1-2 Ed | Di 2-0 Bo | Cy bye""",
        MAGIC,
    )

    def test_five_players_and_two_rounds(self) -> None:
        """MW%: Ana 3/6, Bo 0/6 and so the floor, Cy and Di 4/6, Ed 6/6."""
        assert values(self.triangle, "omw") == {
            "Ana": (F(33, 100) + 1) / 2,
            "Bo": (F(1, 2) + F(2, 3)) / 2,
            "Cy": F(2, 3),
            "Di": (F(2, 3) + F(33, 100)) / 2,
            "Ed": F(1, 2),
        }
        assert values(self.triangle, "gw") == {
            "Ana": F(6 + 3, 15),
            "Bo": F(33, 100),  # 0 of 12
            "Cy": F(3 + 6, 12),
            "Di": F(3 + 6, 12),
            "Ed": F(6 + 6, 15),
        }
        assert values(self.triangle, "ogw")["Ana"] == (F(33, 100) + F(4, 5)) / 2
        assert ranking(self.triangle, "omw") == "Ed, Cy, Di, Ana, Bo"

    def test_the_appendix_example(self) -> None:
        """12/24, 21/24, 4/15 raised to .33, 10/21, 18/24, 16/24, 13/24 and 19/24."""
        first, *others = (
            *("wWWWLLLL", "WwWWWWWL", "WLlLD", "WWWlLLD"),
            *("WWWWwWLL", "WWWWWlLD", "WWWWLLlD", "WWWWWWLd"),
        )
        omw = values(met(first, *others), "omw")["Hero"]
        assert omw == (F(12 + 21 + 18 + 16 + 13 + 19, 24) + F(33, 100) + F(10, 21)) / 8
        assert round(omw, 6) == F("0.616399")
        with_bye = values(met(*others), "omw")["Hero"]
        assert with_bye is not None
        assert round(with_bye, 6) == F("0.633027")

    def test_with_a_third_for_the_floor(self) -> None:
        rules = MAGIC.with_changes({"omw_floor": "1/3"})
        omw = values(met("wLL", "LlL", rules=rules), "omw")["Hero"]
        assert omw == F(1, 3)

    def test_the_literal_floor_is_less_than_one_of_three(self) -> None:
        """An opponent with 1-2 is worth more than one with 0-3; of a third they would be equal."""
        one_win, none = met("wLL"), met("lLL")
        assert values(one_win, "omw")["Hero"] == F(1, 3)
        assert values(none, "omw")["Hero"] == F(33, 100)

    @pytest.mark.parametrize(
        ("record", "literal", "scorekeeper"),
        [
            ("WWWWWWLLd", F(19, 27), F(19, 27)),
            ("--WWWWLLd", F(19, 27), F(13, 21)),
            ("-WWLl", F(9, 15), F(6, 12)),  # a bye in round one, then withdrawn
            ("LWLl", F(33, 100), F(33, 100)),  # 3/12: the rounds end with the drop
            ("LLLLw", F(33, 100), F(33, 100)),  # 1-4 is .20
        ],
    )
    def test_match_win(self, record: str, literal: Fraction, scorekeeper: Fraction) -> None:
        """Both readings of the bye rule: byes inside or outside the own percentage."""
        for rules, share in ((MAGIC, literal), (SCOREKEEPER, scorekeeper)):
            event = met(record, "L" * 10, rules=rules)
            assert values(event, "mw")["A"] == share
            assert values(event, "omw")["Hero"] == share

    def test_a_drawn_game_is_a_game_point(self) -> None:
        event = played("1  Ana 2-0-1 Bo | Cy 0-0-3 Di", MAGIC)
        gw = values(event, "gw")
        assert gw["Ana"] == F(7, 9)
        assert gw["Bo"] == F(33, 100)  # 1/9
        assert gw["Cy"] == gw["Di"] == F(3, 9)

    def test_who_has_only_byes(self) -> None:
        """The Swiss Tournament System Design 1.0, edge case 4."""
        event = played("1  Ana bye | Bo 2-0 Cy\n2  Ana full | Bo 2-1 Cy", MAGIC)
        assert values(event, "omw")["Ana"] == 0
        assert values(event, "gw")["Ana"] == 1
        assert values(event, "ogw")["Ana"] == 0
        assert values(event, "mw")["Ana"] == 1
        assert values(played("1  Ana zero | Bo 2-0 Cy", MAGIC), "mw")["Ana"] == 0

    def test_too_few_games_have_no_percentage(self) -> None:
        """Bo has 2 games and Cy 5: with too few games it is 0, without the floor."""
        event = played(
            "1  Ana 2-0 Bo | Cy 2-1 Di\n2  Ana 0-2 Cy | Di 2-0 Ed\nBo drops after 1",
            MAGIC.with_changes({"min_games_for_gw": 3}),
        )
        gw = values(event, "gw")
        assert gw["Bo"] == gw["Ed"] == 0
        assert gw["Cy"] == F(12, 15)
        assert values(event, "ogw")["Ana"] == (0 + F(4, 5)) / 2
        assert terms(event, "Bo", "gw") == {"too few games": (0, "")}
        assert terms(event, "Ana", "ogw") == {"Bo": (0, "too few games"), "Cy": (F(4, 5), "")}

    def test_only_the_outcome_is_known(self) -> None:
        """It counts as 2-0, and a draw as one drawn game: 1 of 3 points."""
        event = played("1  Ana 1:0 Bo | Cy =:= Di", MAGIC)
        assert values(event, "gw") == {"Ana": 1, "Bo": F(33, 100), "Cy": F(1, 3), "Di": F(1, 3)}
        assert values(event, "omw")["Bo"] == 1
        mixed = played("1  Ana 1:0 Bo\n2  Ana 1-2 Bo", MAGIC)
        assert values(mixed, "gw") == {"Ana": F(3, 5), "Bo": F(2, 5)}

    def test_nothing_to_divide_by(self) -> None:
        """Nobody has a game: the match is still open."""
        event = played("1  Ana ? Bo", MAGIC.with_changes({"min_games_for_gw": 0}))
        assert values(event, "gw") == values(event, "omw") == {"Ana": 0, "Bo": 0}

    def test_a_no_show_is_a_match(self) -> None:
        """Ana 3 of 6, Bo 3 of 6, Cy 0 of 6: a double loss counts for both."""
        event = played("1  Ana +:- Bo | Cy bye\n2  Bo 2-1 Cy | Ana zero", MAGIC)
        assert values(event, "mw") == {"Ana": 1, "Bo": F(1, 2), "Cy": F(1, 2)}
        assert values(event, "omw") == {"Ana": F(1, 2), "Bo": (1 + F(1, 2)) / 2, "Cy": F(1, 2)}
        assert values(event, "gw") == {"Ana": 1, "Bo": F(6, 15), "Cy": F(9, 15)}
        both = played("1  Ana 0:0 Bo | Cy -:- Di", MAGIC)
        assert set(values(both, "mw").values()) == {F(33, 100)}

    def test_a_round_missed_by_a_late_entry_is_lost(self) -> None:
        event = played("1  Ana 2-0 Bo\n2  Ana 2-0 Cy | Bo bye\nCy enters in 2", MAGIC)
        free = MAGIC.with_changes({"omw_floor": 0, "gw_floor": 0})
        assert values(event, "mw")["Cy"] == F(33, 100)
        won = played("1  Ana 2-0 Bo\n2  Ana 0-2 Cy | Bo bye\nCy enters in 2", free)
        assert values(won, "mw")["Cy"] == F(3, 6)
        assert values(won, "gw")["Cy"] == F(6, 12)

    def test_a_named_score_does_not_change_who_won(self) -> None:
        """Infinity ranks by objective points; OMW% still counts wins."""
        event = played(
            "1  Ana op7,vp9,ap0:op3,vp1,ap0 Bo\n2  Ana op5,vp2,ap1:op5,vp2,ap0 Bo",
            rules_of("infinity", {}),
        )
        assert values(event, "omw") == {"Ana": F(33, 100), "Bo": F(4, 6)}

    def test_half_a_bye_is_a_draw(self) -> None:
        event = played("1  Ana half | Bo 2-0 Cy\n2  Ana 2-0 Bo | Cy bye", MAGIC)
        assert values(event, "mw")["Ana"] == F(1 + 3, 6)
        assert values(event, "gw")["Ana"] == 1

    def test_terms(self) -> None:
        """Shares of the opponents with their floors, game points of the own rounds."""
        floor = (F(33, 100), "minimum")
        assert terms(self.triangle, "Ana", "omw") == {"Bo": floor, "Ed": (1, "")}
        assert terms(self.triangle, "Di", "ogw") == {"Cy": (F(3, 4), ""), "Bo": floor}
        assert terms(self.triangle, "Ana", "gw") == {"Bo": (6, ""), "Ed": (3, "")}
        assert terms(self.triangle, "Ed", "gw") == {"round 1": (6, ""), "Ana": (6, "")}
        assert terms(self.triangle, "Cy", "mw") == {"Di": (F(1, 3), ""), "round 2": (1, "")}


class TestPokemon:
    """Play! Pokemon Tournament Rules Handbook 2026, 5.3, as `spec/games/pokemon.md` has it."""

    @pytest.mark.parametrize(
        ("record", "fact", "share"),
        [
            ("-WWWLLl", "", F(3, 6)),  # 4-3 with a bye
            ("wLLL", "A drops after 4", F(1, 4)),
            ("wWW", "A drops after 3", F(3, 4)),
            ("wWW", "", F(1)),
            ("WWWLd", "", F(7, 10)),  # 3-1-1
            ("lLLLL", "", F(1, 4)),
            ("LLLLl", "A drops after 5", F(1, 4)),
        ],
    )
    def test_win_percentage_of_an_opponent(self, record: str, fact: str, share: Fraction) -> None:
        event = met(record, "L" * 8, rules=POKEMON, more=fact)
        assert values(event, "owp")["Hero"] == share

    def test_ties_as_rounds_without_a_win(self) -> None:
        rules = POKEMON.with_changes({"draw_win_share": 0})
        assert values(met("WWWLd", rules=rules), "owp")["Hero"] == F(6, 10)

    def test_opponents_of_opponents(self) -> None:
        """Win percentages: Ana 1, Bo and Cy 1/2, Di 0 and so .25."""
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 2-0 Cy | Bo 2-0 Di", POKEMON)
        owp = {"Ana": F(1, 2), "Bo": F(5, 8), "Cy": F(5, 8), "Di": F(1, 2)}
        assert values(event, "owp") == owp
        assert values(event, "oowp") == {
            "Ana": F(5, 8),
            "Bo": F(1, 2),
            "Cy": F(1, 2),
            "Di": F(5, 8),
        }

    def test_a_bye_gives_no_opponent(self) -> None:
        event = played("1  Ana bye | Bo 2-0 Cy\n2  Ana 2-0 Bo | Cy bye", POKEMON)
        assert values(event, "owp") == {"Ana": F(1, 2), "Bo": (1 + F(1, 4)) / 2, "Cy": F(1, 2)}
        alone = played("1  Ana bye | Bo 2-0 Cy", POKEMON)
        assert values(alone, "owp")["Ana"] == values(alone, "oowp")["Ana"] == 0

    def test_who_plays_to_the_end_has_not_dropped(self) -> None:
        text = "1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 2-0 Cy | Bo 2-0 Di\nAna drops after 2"
        event = played(text, POKEMON.with_changes({"rounds": 2}))
        assert values(event, "owp")["Bo"] == (1 + F(1, 4)) / 2
        event = played(text, POKEMON.with_changes({"rounds": 3}))
        assert values(event, "owp")["Bo"] == (F(3, 4) + F(1, 4)) / 2
        event = played(text, POKEMON)
        assert values(event, "owp")["Bo"] == (F(3, 4) + F(1, 4)) / 2

    def test_who_drops_can_keep_the_percentages_of_that_moment(self) -> None:
        """When Cy leaves, Di has lost both matches and Bo one of two; in the end Bo has 3 of 4."""
        text = """1  Ana 2-0 Bo | Cy 2-0 Di
                  2  Ana 2-0 Di | Bo 2-0 Cy
                  3  Ana 2-0 Ed | Bo 2-0 Di
                  4  Ana 0-2 Bo | Di 0-2 Ed
                  Cy drops after 2"""
        moving = played(text, POKEMON.with_changes({"freeze_dropped": False}))
        frozen = played(text, POKEMON.with_changes({"freeze_dropped": True}))
        assert values(moving, "owp")["Cy"] == (F(1, 4) + F(3, 4)) / 2
        assert values(frozen, "owp")["Cy"] == (F(1, 4) + F(1, 2)) / 2
        assert terms(frozen, "Cy", "owp") == {"Di": (F(1, 4), "minimum"), "Bo": (F(1, 2), "")}
        # At that moment Di and Bo had met Cy, 1 of 2, and Ana, 2 of 2
        assert values(frozen, "oowp")["Cy"] == (F(1, 2) + 1) / 2
        # It is for the own rank only
        for code in ("owp", "oowp"):
            now, then = values(moving, code), values(frozen, code)
            assert now.pop("Cy") != then.pop("Cy")
            assert now == then

    def test_a_cap_counts_from_the_drop_on(self) -> None:
        """Bo left unbeaten after round 2: when Ana left, Bo was still there."""
        event = played(
            """1  Bo 2-0 Ana | Cy 2-0 Di
               2  Bo 2-0 Cy | Di bye
               3  Cy 2-0 Di
               Ana drops after 1
               Bo drops after 2""",
            POKEMON,
        )
        assert terms(event, "Ana", "owp") == {"Bo": (1, "")}
        assert terms(event, "Cy", "owp") == {
            "Di": (F(1, 4), "minimum"),
            "Bo": (F(3, 4), "capped after dropping"),
        }

    def test_floor_and_cap_are_told(self) -> None:
        event = met("wWW", "LlL", "WLw", rules=POKEMON, more="A drops after 3")
        assert terms(event, "Hero", "owp") == {
            "A": (F(3, 4), "capped after dropping"),
            "B": (F(1, 4), "minimum"),
            "C": (F(2, 3), ""),
        }

    def test_late_entries_come_after_the_others(self) -> None:
        event = played("1  Ana 2-0 Bo\n2  Ana 2-0 Cy | Bo half\nCy enters in 2", POKEMON)
        assert values(event, "on_time") == {"Ana": 1, "Bo": 1, "Cy": 0}
        assert terms(event, "Cy", "on_time") == {"entered late": (0, "")}


class TestYuGiOh:
    """`spec/games/yugioh-lorcana-fab-onepiece.md`, 1: the formula of a KTS 3.0 file."""

    def test_opponents_are_pooled(self) -> None:
        """2-1 and 0-1: 6 of 12 points, where the mean of the shares would be a third."""
        assert values(met("WWl", "l"), "ygo_owp")["Hero"] == F(1, 2)

    @pytest.mark.parametrize(
        ("record", "share"),
        [
            ("WLl", "0.333"),
            ("WwL", "0.666"),
            ("WWWWWWLd", "0.791"),
            ("-Wl", "0.666"),
            ("d", "0.333"),
        ],
    )
    def test_three_digits_and_no_more(self, record: str, share: str) -> None:
        """Byes are won rounds, and a draw is a third of a win."""
        assert values(met(record), "ygo_owp")["Hero"] == F(share)

    def test_opponents_of_opponents_include_oneself(self) -> None:
        """Points and rounds: Ana 6/2, Bo 3/2, Cy 3/2, Di 0/2.

        Bo and Cy, whom Ana met, both met Ana and Di: 6 + 0 + 6 + 0 points of 8 rounds.
        """
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 2-0 Cy | Bo 2-0 Di")
        assert values(event, "ygo_owp") == {
            "Ana": F(6, 12),
            "Bo": F(6, 12),
            "Cy": F(6, 12),
            "Di": F(6, 12),
        }
        assert set(values(event, "ygo_oowp").values()) == {F(12, 24)}
        more = played(
            "1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 2-0 Cy\nBo drops after 1\nDi drops after 1"
        )
        # Points and rounds: Ana 6/2, Bo 0/1, Cy 3/2, Di 0/1; Bo met Ana, who met Bo and Cy
        assert values(more, "ygo_owp")["Ana"] == F(333, 1000)  # 3 of 9
        assert values(more, "ygo_oowp")["Bo"] == F(333, 1000)

    def test_late_losses(self) -> None:
        """Rounds 3 and 5 lost: 9 + 25."""
        assert values(met("WWLWl"), "late_losses")["A"] == 34
        assert values(met("WWDw"), "late_losses")["A"] == 0

    def test_a_missed_and_a_double_loss_are_losses(self) -> None:
        event = played("1  Ana 2-0 Bo\n2  Ana 2-0 Cy | Bo bye\n3  Cy 0:0 Bo\nCy enters in 2")
        assert values(event, "late_losses") == {"Ana": 0, "Bo": 1 + 9, "Cy": 1 + 4 + 9}

    def test_without_an_opponent(self) -> None:
        event = played("1  Ana bye | Bo 2-0 Cy")
        assert values(event, "ygo_owp")["Ana"] == values(event, "ygo_oowp")["Ana"] == 0

    def test_terms(self) -> None:
        """In wins; what is cut off is a term, so that they add up."""
        rest = "cut off after three digits"
        even = terms(met("WWl", "Wl"), "Hero", "ygo_owp")
        assert even == {"B": (1, ""), "A": (2, ""), rest: (0, "")}
        assert terms(met("WLl"), "Hero", "ygo_owp") == {"A": (1, ""), rest: (F(-1, 1000), "")}


class TestFleshAndBlood:
    """Pairings and Tiebreaker Policy."""

    @pytest.mark.parametrize(
        ("record", "ctb"),
        [
            ("WWl", "2.5625"),  # 1, 1/4 + 2, 9/16 + 2
            ("WLw", "2.3125"),  # 1, 1/4 + 1, 5/16 + 2
            ("LWw", "2.25"),  # 0, 1, 1/4 + 2
            ("-Wl", "2.5625"),  # a bye is a win
            ("DDl", "0"),
            ("w", "1"),  # and gone
        ],
    )
    def test_cumulative(self, record: str, ctb: str) -> None:
        event = met(record, "LLL", rules=FLESH_AND_BLOOD)
        assert values(event, "ctb")["A"] == F(ctb)
        assert values(event, "octb")["Hero"] == F(ctb)

    def test_two_opponents(self) -> None:
        event = met("WWl", "lD", "WlL", rules=FLESH_AND_BLOOD)
        assert values(event, "octb")["Hero"] == (F("2.5625") + 0 + F("1.3125")) / 3
        assert values(event, "oml")["Hero"] == (F(1, 3) + F(1, 2) + F(2, 3)) / 3

    @pytest.mark.parametrize(
        ("record", "pml"),
        [("WLd", F(1, 3)), ("-Ll", F(1)), ("-wW", F(0)), ("WWLl", F(1, 2))],
    )
    def test_match_loss(self, record: str, pml: Fraction) -> None:
        """A draw is no loss, a bye no match."""
        event = met(record, "L" * 4, rules=FLESH_AND_BLOOD)
        assert values(event, "pml")["A"] == pml
        assert values(event, "oml")["Hero"] == pml

    def test_the_lower_one_is_ahead_and_nothing_comes_last(self) -> None:
        """Ana has a loss in two, Bo a loss and a draw, Cy two byes."""
        text = """1  Ana 1-0 Bo | Cy bye
                  2  Bo 0-0-1 Di | Ana 0-1 Ed | Cy zero"""
        event = played(text, FLESH_AND_BLOOD)
        assert values(event, "pml") == {
            "Ana": F(1, 2),
            "Bo": F(1, 2),
            "Cy": None,
            "Di": F(0),
            "Ed": F(0),
        }
        assert ranking(event, "pml") == "Ed, Ana, Cy, Di, Bo"
        assert values(event, "oml")["Cy"] is None

    def test_the_whole_chain(self) -> None:
        """WWL before WLW before LWW."""
        event = met("WWl", "WlW", "lWW", rules=FLESH_AND_BLOOD)
        order = ranking(event, "ctb", "pml", "oml", "octb").split(", ")
        assert [name for name in order if name in "ABC"] == ["A", "B", "C"]
