"""Numbers about a tournament: results by colour, upsets, how the scores are spread."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from fairpair.app.views.audience import redact_for_public
from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.results import Forfeit, Mark, is_adjourned, marks_of
from fairpair.core.rounds import MatchRef, Pairing
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.tiebreak_input import tiebreak_input

UPSETS = 20
"""The largest ones are listed."""


@dataclass(frozen=True, slots=True)
class ByColour:
    """Played matches by outcome for White, or for the player named first."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Upset:
    """A win against a higher-rated player."""

    pairing: str
    winner: PlayerId
    winner_name: str
    loser: PlayerId
    loser_name: str
    difference: int


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """How many players have this number of points."""

    points: str
    players: int


@dataclass(frozen=True, slots=True)
class RoundNumbers:
    """The figures of one round."""

    stage: int
    round: int
    matches: int
    played: int
    forfeits: int
    open: int
    byes: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures. `white` is null where colours do not matter; `upsets` are the largest ones."""

    version: int
    players: int
    dropped: int
    average_rating: int | None
    matches: int
    played: int
    forfeits: int
    first_named: ByColour
    white: ByColour | None
    upsets: Sequence[Upset]
    upset_count: int
    scores: Sequence[ScoreCount]
    rounds: Sequence[RoundNumbers]


@dataclass(frozen=True, slots=True)
class _PlayedMatch:
    ref: MatchRef
    pairing: Pairing
    marks: tuple[Mark, ...]


def statistics(t: Tournament, version: int) -> Statistics:
    """The numbers of all published rounds."""
    t = redact_for_public(t)
    played = list(_played_matches(t))
    rounds = _rounds(t)
    firsts = Counter(one.marks[0] for one in played)
    by_first = ByColour(firsts[Mark.WIN], firsts[Mark.DRAW], firsts[Mark.LOSS])
    upsets = sorted(_upsets(t, played), key=lambda one: -one.difference)
    ratings = [e.entrant.strength for e in t.entries.values() if e.entrant.strength is not None]
    return Statistics(
        version=version,
        players=len(t.entries),
        dropped=sum(entry.dropped for entry in t.entries.values()),
        average_rating=round(Fraction(sum(ratings), len(ratings))) if ratings else None,
        matches=sum(one.matches for one in rounds),
        played=len(played),
        forfeits=sum(one.forfeits for one in rounds),
        first_named=by_first,
        white=by_first if t.rules.has_colours else None,
        upsets=upsets[:UPSETS],
        upset_count=len(upsets),
        scores=_scores(t),
        rounds=rounds,
    )


def _played_matches(t: Tournament) -> Iterator[_PlayedMatch]:
    for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0]):
        for table, pairing in sorted(round_.pairings.items()):
            result = pairing.result
            if result is None or is_adjourned(result) or isinstance(result, Forfeit):
                continue
            marks = marks_of(result, t.rules.scores)
            yield _PlayedMatch(ref.at(table), pairing, marks)


def _upsets(t: Tournament, played: Sequence[_PlayedMatch]) -> Iterator[Upset]:
    for one in played:
        if Mark.WIN not in one.marks:
            continue
        side = one.marks.index(Mark.WIN)
        winner, loser = one.pairing.seats[side], one.pairing.seats[1 - side]
        won, lost = (t.entries[player].entrant.strength for player in (winner, loser))
        if won is not None and lost is not None and lost > won:
            yield Upset(
                pairing=t.match_id(one.ref),
                winner=winner,
                winner_name=t.name_of(winner),
                loser=loser,
                loser_name=t.name_of(loser),
                difference=round(lost - won),
            )


def _scores(t: Tournament) -> list[ScoreCount]:
    inputs = tiebreak_input(t)
    counts = Counter(inputs.totals.values())
    unit = inputs.sheet.unit
    ordered = sorted(counts.items(), reverse=True)
    return [ScoreCount(format_number(Fraction(total, unit)), count) for total, count in ordered]


def _rounds(t: Tournament) -> list[RoundNumbers]:
    found = []
    for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0]):
        results = [pairing.result for pairing in round_.pairings.values()]
        waiting = sum(result is None or is_adjourned(result) for result in results)
        forfeits = sum(isinstance(result, Forfeit) for result in results)
        matches = len(results)
        found.append(
            RoundNumbers(
                stage=ref.stage,
                round=ref.round_no,
                matches=matches,
                played=matches - waiting - forfeits,
                forfeits=forfeits,
                open=waiting,
                byes=len(round_.byes),
            )
        )
    return found
