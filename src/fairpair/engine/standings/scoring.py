"""From a tournament to its sheet: every round of every player, with what it was worth."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.results import Scored
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.sheet import NOBODY, Outing, Sheet
from fairpair.engine.standings.worth import Scorer, Worth

Awards = Mapping[tuple[PlayerId, int], Fraction]


def sheet_of(
    tournament: Tournament,
    *,
    until: int | None = None,
    awarded: Awards | None = None,
    extra: Awards | None = None,
) -> Sheet:
    """The sheet of stage 1, of the published rounds up to one of them.

    `awarded` are points of single rounds that differ from the rules', `extra` penalties and
    bonuses, by the round they were given in (0: before the first): files of other programs have
    both.
    """
    rounds = [
        (ref, round_)
        for ref, round_ in sorted(tournament.rounds.items(), key=lambda item: item[0])
        if ref.stage == 1
        and round_.status != RoundStatus.DRAFT
        and (until is None or ref.round_no <= until)
    ]
    given = {key: x for key, x in (extra or {}).items() if until is None or key[1] <= until}
    return _Writer(tournament, awarded or {}, given).sheet(rounds)


class _Writer:
    """Puts the rounds of a tournament into rows."""

    def __init__(self, tournament: Tournament, awarded: Awards, extra: Awards) -> None:
        self._tournament = tournament
        self._scorer = Scorer(tournament.rules, finished=tournament.finished)
        self._awarded = awarded
        self._extra = extra
        given = (*awarded.values(), *extra.values(), *_primary_scores(tournament))
        self._unit = lcm(self._scorer.unit, *{value.denominator for value in given})
        self._rows: dict[PlayerId, list[Outing]] = {p: [] for p in tournament.entries}
        self._open: dict[PlayerId, list[Outing]] = {}
        self._known: dict[int, tuple[Worth, ...]] = {}

    def sheet(self, rounds: list[tuple[RoundRef, Round]]) -> Sheet:
        """The rows of these rounds."""
        for ref, round_ in rounds:
            self._add(ref, round_)
        rules, unit = self._tournament.rules, self._unit
        win, draw, loss = (int(x * unit) for x in self._scorer.scale)
        return Sheet(
            self._rows,
            unit,
            win,
            draw,
            loss,
            rounds[-1][0].round_no if rounds else 0,
            rules.system == "round_robin",
            {key: int(x * unit) for key, x in self._extra.items()},
            self._open,
        )

    def _add(self, ref: RoundRef, round_: Round) -> None:
        missing = dict.fromkeys(self._tournament.entries)
        for pairing in round_.pairings.values():
            for player in pairing.seats:
                missing.pop(player, None)
            self._seat(ref.round_no, pairing)
        for player, kind in round_.byes.items():
            missing.pop(player, None)
            self._without_opponent(ref.round_no, player, kind)
        for player in missing:
            kind = missed(self._tournament.entries[player], ref)
            self._without_opponent(ref.round_no, player, kind)

    def _seat(self, round_no: int, pairing: Pairing) -> None:
        seats, result = pairing.seats, pairing.result
        worths = self._known.get(id(result))
        if worths is None:
            worths = self._known[id(result)] = self._scorer.match(result)
        for side, player in enumerate(seats):
            rows = self._rows if worths else self._open
            worth = worths[side] if worths else self._scorer.drawn()
            outing = self._outing(round_no, player, seats[1 - side], side, worth)
            rows.setdefault(player, []).append(outing)

    def _without_opponent(self, round_no: int, player: PlayerId, kind: ByeKind) -> None:
        outing = self._outing(round_no, player, NOBODY, 0, self._scorer.bye(kind))
        self._rows[player].append(outing)

    def _outing(
        self, round_no: int, player: PlayerId, opponent: PlayerId, side: int, worth: Worth
    ) -> Outing:
        kind, mark, points, games, scores, boards = worth
        if self._awarded:
            points = self._awarded.get((player, round_no), points)
        units = points.numerator * (self._unit // points.denominator)
        return Outing(round_no, kind, opponent, side, mark, units, games, scores, boards)


def _primary_scores(tournament: Tournament) -> Iterator[Fraction]:
    """The named scores that rank, where one does: they may be any fractions."""
    name = tournament.rules.primary_score
    if name in tournament.rules.scores:
        for round_ in tournament.rounds.values():
            for pairing in round_.pairings.values():
                if isinstance(pairing.result, Scored):
                    yield from (scores[name] for scores in pairing.result.scores if name in scores)


def missed(entry: Entry, round_: RoundRef) -> ByeKind:
    """How a round without table and bye counts: as the period says that is on or comes next."""
    for period in entry.periods:
        if period.last is None or round_ <= period.last:
            return period.missed
    return ByeKind.ZERO
