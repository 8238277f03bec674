"""What is still open: the tables without a result, what each can bring, and the rounds to come.

A position says "at least" and "at most". It assumes that nobody enters, returns or is expelled,
that no result is corrected, and that the planned number of rounds is played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.results import Decided, Forfeit, Games, Mark, Result, is_adjourned, is_draw
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for
from fairpair.engine.standings.leavers import annulled_players
from fairpair.engine.standings.scoring import Scorer, Worth
from fairpair.engine.standings.sheet import PlayerRound, Sheet
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input

MOST = 99
"""The most games that one side wins, or that are drawn, in a match without a fixed length."""
_OWN_SCALE = ("", "mp")
"""Primary scores that follow from who wins: any other can be any number."""


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most points, in the sheet's unit."""

    least: int
    most: int

    def __add__(self, other: "Span") -> "Span":
        return Span(self.least + other.least, self.most + other.most)

    def times(self, rounds: int) -> "Span":
        """The points of several rounds of this kind."""
        return Span(self.least * rounds, self.most * rounds)


NOTHING = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Results of a table that are the same in marks and points, by their places in the list of
    possible results.
    """

    marks: tuple[Mark | None, ...]
    points: tuple[Span, ...]
    results: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Players whose points depend on each other; one alone without an open match."""

    players: tuple[PlayerId, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def is_open(self) -> bool:
        """Whether a result is missing that this position looks at one by one."""
        return len(self.outcomes) > 1


def possible_results(rules: Rules) -> tuple[Result, ...]:
    """All marks of a match, played or not, and the games at the ends of what is possible."""
    marks = product(Mark, repeat=2)
    decided: list[Result] = [Decided(pair) for pair in marks]
    forfeits: list[Result] = [Forfeit(pair) for pair in product((Mark.WIN, Mark.LOSS), repeat=2)]
    games = [] if rules.boards or rules.scores else list(_games(rules))
    found = (*decided, *forfeits, *games)
    return tuple(
        result
        for result in found
        if result.problem is None and (rules.draws_allowed or not is_draw(result))
    )


def _games(rules: Rules) -> Iterator[Result]:
    needed = rules.games_to_win
    wins = (0, 1, MOST - 1, MOST) if needed is None else range(needed + 1)
    for won, lost in product(wins, repeat=2):
        if won == lost == needed:
            continue
        for drawn in (0, 1, MOST):
            yield Games((won, lost), drawn)
            yield Games((won, lost), drawn, winner=0)
            yield Games((won, lost), drawn, winner=1)


class Position:
    """A tournament's main rounds as far as they are decided, and what is left."""

    def __init__(self, tournament: Tournament) -> None:
        self.rules = tournament.rules
        is_over = tournament.finished or bool(tournament.seeds)
        decided = tournament if is_over else _without_adjourned(tournament)
        self.inputs: TiebreakInput = tiebreak_input(decided)
        self.sheet: Sheet = self.inputs.sheet
        planned = len(plan_for(tournament).stages[0].rounds)
        self.has_rounds = planned > 0
        self.rounds_left = 0 if is_over else max(0, planned - self.sheet.rounds)
        self.ranked = [p for p in self.sheet.rows if p not in self.sheet.unranked]
        self.points = self.sheet.totals
        self._scorer = _scorer_of(tournament)
        self.results = possible_results(tournament.rules)
        self.worths: tuple[tuple[Worth, ...], ...] = tuple(map(self._scorer.match, self.results))
        void = annulled_players(tournament)
        self.open = {} if is_over else _open_rounds(self.sheet, void)
        self.is_measurable = tournament.rules.primary_score in _OWN_SCALE
        """Whether the points of a match have a least and a most."""
        self._outcomes = tuple(self._make_outcomes())
        self.tables = self._make_tables()
        self._per_round = self._span_of_round()
        nothing = self.units(self._scorer.bye(ByeKind.ZERO))
        self._after_drop = Span(min(0, nothing), max(0, nothing))
        self._dropped = {p for p, entry in tournament.entries.items() if entry.dropped}

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to play."""
        return not self.rounds_left and not self.open

    @property
    def has_matches_apart(self) -> bool:
        """Whether somebody has several open matches: they are not looked at one by one."""
        return any(len(rounds) > 1 for rounds in self.open.values())

    def units(self, worth: Worth) -> int:
        """The points in the sheet's unit."""
        return int(worth.points * self.sheet.unit)

    def to_come(self, player: PlayerId, rounds: int | None = None) -> Span:
        """The points of the rounds that are not published yet."""
        rounds = self.rounds_left if rounds is None else rounds
        return (self._after_drop if player in self._dropped else self._per_round).times(rounds)

    def plays_on(self, player: PlayerId) -> bool:
        """Whether the player can be in a round to come."""
        return self.rounds_left > 0 and player not in self._dropped

    def next_mark(self, mark: Mark) -> Span:
        """The points of a next match with this mark, whatever the opponent."""
        points = [
            self.units(worth) for worths in self.worths for worth in worths if worth.mark == mark
        ]
        return Span(min(points), max(points))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What a match can end with for one of the two."""
        return tuple(m for m in Mark if any(w.mark == m for ws in self.worths for w in ws))

    def sheet_with(self, chosen: Mapping[PlayerId, Sequence[Worth]]) -> Sheet:
        """The sheet with these worths for the open rounds of these players."""
        rows = dict(self.sheet.rows)
        for player, worths in chosen.items():
            played = [
                round_._replace(
                    kind=worth.kind, mark=worth.mark, points=self.units(worth), games=worth.games
                )
                for round_, worth in zip(self.open[player], worths, strict=True)
            ]
            rows[player] = sorted((*rows[player], *played), key=lambda one: one.round_no)
        return replace(self.sheet, rows=rows, open_matches={})

    def _make_outcomes(self) -> Iterator[Outcome]:
        groups: dict[tuple[tuple[Mark | None, ...], tuple[int, ...]], list[int]] = {}
        for place, worths in enumerate(self.worths):
            key = (tuple(w.mark for w in worths), tuple(map(self.units, worths)))
            groups.setdefault(key, []).append(place)
        for (marks, points), places in groups.items():
            yield Outcome(marks, tuple(Span(x, x) for x in points), tuple(places))

    def _make_tables(self) -> tuple[OpenTable, ...]:
        """Tables where both have no other open match; everybody else alone."""
        tables = []
        alone = dict.fromkeys(self.sheet.rows)
        for player, rounds in self.open.items():
            other = rounds[0].opponent
            if len(rounds) == 1 == len(self.open.get(other, ())) and player in alone:
                seats = (player, other) if rounds[0].side == 0 else (other, player)
                tables.append(OpenTable(seats, self._outcomes))
                alone.pop(player)
                alone.pop(other)
        for player in alone:
            open_rounds = len(self.open.get(player, ()))
            span = self._span_of_match().times(open_rounds) if open_rounds else NOTHING
            tables.append(OpenTable((player,), (Outcome((None,), (span,)),)))
        return tuple(tables)

    def _span_of_match(self) -> Span:
        points = [self.units(worth) for worths in self.worths for worth in worths]
        return Span(min(0, *points), max(0, *points))

    def _span_of_round(self) -> Span:
        """A round to come is a match, any bye, or nothing at all."""
        match = self._span_of_match()
        byes = [self.units(self._scorer.bye(kind)) for kind in ByeKind]
        return Span(min(match.least, *byes), max(match.most, *byes))


def _scorer_of(t: Tournament) -> Scorer:
    """Team matches are looked at as one result each, which ranks by match points."""
    rules = replace(t.rules, primary_score="") if t.rules.primary_score == "mp" else t.rules
    return Scorer(rules)


def _without_adjourned(t: Tournament) -> Tournament:
    """Adjourned games can still end in any way."""
    rounds = dict(t.rounds)
    for ref, round_ in t.rounds.items():
        if any(is_adjourned(pairing.result) for pairing in round_.pairings.values()):
            pairings = {
                n: replace(x, result=None) if is_adjourned(x.result) else x
                for n, x in round_.pairings.items()
            }
            rounds[ref] = replace(round_, pairings=pairings)
    return replace(t, rounds=rounds)


def _open_rounds(sheet: Sheet, void: frozenset[PlayerId]) -> dict[PlayerId, list[PlayerRound]]:
    """The open matches, without those that count for nobody."""
    found = {}
    for player, rounds in sheet.open_matches.items():
        kept = [one for one in rounds if player not in void and one.opponent not in void]
        if kept:
            found[player] = kept
    return found
