"""While a round is being played: what counts already, and what does not."""

from fractions import Fraction

from fairpair.core.rules import Rules
from standings.builder import played, row_of, terms, values

CHESS = Rules.read(
    {"points": {"win": 1, "draw": "1/2", "loss": 0}, "best_of": 1, "rounds": 2, "system": "dutch"}
)
FIRST = "1 Ana 1:0 Bo | Cy 1:0 Di | Ed bye"


def test_a_running_match_counts_nowhere_yet() -> None:
    before = played(FIRST, CHESS)
    running = played(f"{FIRST}\n2 Ana ? Cy | Bo ? Ed | Di half", CHESS)
    assert row_of(running, "Ana").opponents == row_of(before, "Ana").opponents
    assert row_of(running, "Ana").points == 1
    assert values(running, "BH")["Ana"] == values(before, "BH")["Ana"] == 0


def test_fore_buchholz_knows_the_last_round_before_it_is_over() -> None:
    running = played(f"{FIRST}\n2 Ana ? Cy | Bo ? Ed | Di half", CHESS)
    # With draws: Ana 1.5, Cy 1.5, Bo 0.5, Ed 1.5, Di 0.5.
    assert values(running, "FB") == {
        "Ana": Fraction(2),  # Bo 0.5 + Cy 1.5
        "Bo": Fraction(3),  # Ana 1.5 + Ed 1.5
        "Cy": Fraction(2),  # Di 0.5 + Ana 1.5
        "Di": Fraction(2),  # Cy 1.5 + own 0.5
        "Ed": Fraction(3, 2),  # bye, at most two draws: 1; Bo 0.5
    }
    half_over = played(f"{FIRST}\n2 Ana 1:0 Cy | Bo ? Ed | Di half", CHESS)
    assert values(half_over, "FB") == values(running, "FB")
    assert terms(running, "Ana", "FB") == {"Bo": (Fraction(1, 2), ""), "Cy": (Fraction(3, 2), "")}


def test_scores_that_rank_may_be_any_fractions() -> None:
    rules = Rules.read(
        {
            "scores": ["op"],
            "primary_score": "op",
            "standings_tiebreakers": ["random"],
            "pairing_tiebreakers": ["random"],
        }
    )
    thirds = played("1 Ana op1/3:op0.125 Bo", rules)
    assert row_of(thirds, "Ana").points == Fraction(1, 3)
    assert row_of(thirds, "Bo").points == Fraction(1, 8)
