"""How many rounds and which cut for the field as it is, and what is odd about the plan."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.plan_builder import cut_size, totals
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.stages.recommend import (
    CHESS_FINALS,
    Recommendation,
    guide_of,
    recommendation,
    rounds_warnings,
)
from fairpair.language.message import Message, Phrase


@dataclass(frozen=True, slots=True)
class RecommendedWarning:
    """Something unusual about the planned number of rounds, and what to do."""

    code: str
    text: Message
    hint: Message


@dataclass(frozen=True, slots=True)
class PlanTotals:
    """The totals of the plan set by the rules."""

    rounds: int
    cut: int | None
    knock_out_rounds: int
    matches: int


@dataclass(frozen=True, slots=True)
class RecommendationView:
    """What the tables of the game recommend; `rounds` is null for fewer than two players."""

    version: int
    players: int
    rounds: int | None
    cut: int | None
    text: Message
    source: Message
    preset: str
    planned: PlanTotals
    warnings: Sequence[RecommendedWarning]


def recommendation_view(
    t: Tournament, version: int, players: int | None = None
) -> RecommendationView:
    """For the players who are there, or for another number of them."""
    # After the cut only few are left, but the rounds were for all.
    there = len(t.entrants_in(t.upcoming)) if t.stage == 1 else len(t.entries)
    count = there if players is None else players
    planned = len(plan_for(t).stages[0].rounds) if players is None else t.rules.rounds
    sums = totals(t.rules, count)
    rounds = planned or sums.swiss_rounds
    cut = cut_size(t.rules, count)
    plan = PlanTotals(
        rounds=rounds, cut=cut, knock_out_rounds=sums.knock_out_rounds, matches=sums.matches
    )
    if count < 2:
        text = Message("recommendation.too-few-players")
        return RecommendationView(
            version=version,
            players=count,
            rounds=None,
            cut=None,
            text=text,
            source=Phrase(""),
            preset="",
            planned=plan,
            warnings=(),
        )
    found = _found(t.rules, count, cut)
    warnings = [] if t.rules.system == "round_robin" else rounds_warnings(rounds, count, cut)
    return RecommendationView(
        version=version,
        players=count,
        rounds=found.rounds,
        cut=found.cut,
        text=found.text,
        source=found.source,
        preset=found.preset,
        planned=plan,
        warnings=[RecommendedWarning(one.code, one.text, one.hint) for one in warnings],
    )


def _found(rules: Rules, players: int, cut: int | None) -> Recommendation:
    """From the table of the game; in a round robin the players give the number of rounds."""
    if rules.system != "round_robin":
        return recommendation(_table_for(rules, cut), players)
    rounds = totals(replace(rules, rounds=None), players).swiss_rounds
    text = Message("recommendation.round-robin", players=players, n=rounds)
    return Recommendation(rounds, cut, Message("guide.round-robin"), text, "")


def _table_for(rules: Rules, cut: int | None) -> str:
    """The game, or for chess the preset: with finals it has another table than without."""
    plain = cut is None or rules.system != "swiss"
    return "fide_dutch" if plain and guide_of(rules.game) is CHESS_FINALS else rules.game
