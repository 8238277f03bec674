"""What results, forfeits and byes are worth, and the sheet of everybody's rounds made from that.

| to find | look at |
|---|---|
| the value of the bye of an odd field, in points and in games | `Scorer._pairing_bye` |
| the value of a bye that was asked for | `Scorer._usual_bye` |
| the value of a forfeit | `Scorer._forfeit` |
| how a round counts that somebody missed | `missed_round_kind` |
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry
from fairpair.core.results import (
    HALF_POINTS,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    board_points,
    is_adjourned,
    marks_of,
)
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.leavers import annulled_players, forfeited_games
from fairpair.engine.standings.sheet import NOBODY, Kind, PlayerRound, Sheet

Awards = Mapping[tuple[PlayerId, int], Fraction]
NOTHING = Fraction(0)
NO_GAMES = (0, 0, 0)
_BYES = {
    ByeKind.PAIRING: Kind.PAIRING_BYE,
    ByeKind.FULL: Kind.FULL_BYE,
    ByeKind.HALF: Kind.HALF_BYE,
    ByeKind.ZERO: Kind.ZERO_BYE,
    ByeKind.LOSS: Kind.LOSS_BYE,
}


class Worth(NamedTuple):
    """What one seat takes from a round, apart from who sat opposite."""

    kind: Kind
    mark: Mark | None
    points: Fraction
    games: tuple[int, int, int] = NO_GAMES
    scores: Mapping[str, Fraction] = {}
    boards: tuple[int, ...] = ()


class Scorer:
    """What results and byes are worth under some rules; each kind is worked out once."""

    def __init__(self, rules: Rules, *, finished: bool = False) -> None:
        self._rules = rules
        self._open_is_draw = finished and rules.unfinished_matches == "draw"
        self._adjourned_is_draw = self._open_is_draw or rules.has_colours
        self._points = {
            Mark.WIN: rules.points.win,
            Mark.DRAW: rules.points.draw,
            Mark.LOSS: rules.points.loss,
        }
        self._byes = {kind: self._bye(kind) for kind in ByeKind}

    @property
    def scale(self) -> tuple[Fraction, Fraction, Fraction]:
        """What a win, a draw and a loss are worth in the score that ranks."""
        rules = self._rules
        if rules.primary_score == "gp":
            boards = Fraction(rules.boards or 1)
            return boards, boards / 2, NOTHING
        return rules.points.win, rules.points.draw, rules.points.loss

    @property
    def unit(self) -> int:
        """A number that makes all points whole; named scores of matches apart."""
        rules = self._rules
        points = rules.points
        values = [points.win, points.draw, points.loss, *rules.unplayed_points.values()]
        values += [worth.points for worth in self._byes.values()]
        halves = 2 if rules.primary_score == "gp" else 1
        return lcm(halves, *(value.denominator for value in values))

    @property
    def games_needed(self) -> int:
        """Games to win a match; one where its length is open, none where scores or boards are
        counted.
        """
        rules = self._rules
        return 0 if rules.scores or rules.boards else rules.games_to_win or 1

    def match(self, result: Result | None) -> tuple[Worth, ...]:
        """What each seat takes; nothing for a match that is still open.

        In chess an adjourned game counts as a draw until it is finished (C.04.2, 3.1).
        """
        if isinstance(result, Boards) and self._adjourned_is_draw:
            result = _with_adjourned_drawn(result)
        if result is None or is_adjourned(result):
            is_draw = self._open_is_draw if result is None else self._adjourned_is_draw
            return (self.draw(),) * 2 if is_draw else ()
        if isinstance(result, Forfeit):
            return tuple(self._forfeit(mark) for mark in result.marks)
        if isinstance(result, Boards) and _is_forfeited(result):
            return tuple(self._forfeited_worth(result, seat) for seat in range(result.seats or 0))
        marks = marks_of(result, self._rules.scores)
        return tuple(self._played_worth(result, seat, mark) for seat, mark in enumerate(marks))

    def bye(self, kind: ByeKind) -> Worth:
        """What a round without an opponent gives."""
        return self._byes[kind]

    def _played_worth(self, result: Result, seat: int, mark: Mark) -> Worth:
        match result:
            case Games():
                games = (result.wins[seat], result.wins[1 - seat], result.draws)
                return self._worth(Kind.PLAYED, mark, games)
            case Scored():
                return self._worth(Kind.PLAYED, mark, NO_GAMES, result.scores[seat])
            case Boards():
                boards = board_points(result, seat)
                scores = {"mp": self._points[mark], "gp": Fraction(sum(boards), 2)}
                return self._worth(Kind.PLAYED, mark, NO_GAMES, scores, boards)
            case _:
                return self._worth(Kind.PLAYED, mark, self._fewest_games(mark))

    def _fewest_games(self, mark: Mark) -> tuple[int, int, int]:
        """The games that an outcome means at least, where nobody wrote them down."""
        needed = self.games_needed
        if mark == Mark.DRAW:
            return (0, 0, min(needed, 1))
        return (needed, 0, 0) if mark == Mark.WIN else (0, needed, 0)

    def draw(self) -> Worth:
        """A match that is taken for a draw; of a team match every board."""
        boards = self._rules.boards
        if not boards:
            return self._worth(Kind.PLAYED, Mark.DRAW)
        scores = {"mp": self._rules.points.draw, "gp": Fraction(boards, 2)}
        return self._worth(Kind.PLAYED, Mark.DRAW, NO_GAMES, scores, (1,) * boards)

    def _worth(
        self,
        kind: Kind,
        mark: Mark,
        games: tuple[int, int, int] = NO_GAMES,
        scores: Mapping[str, Fraction] | None = None,
        boards: tuple[int, ...] = (),
    ) -> Worth:
        scores = scores or {}
        primary = self._rules.primary_score
        points = scores.get(primary, NOTHING) if primary else self._points[mark]
        return Worth(kind, mark, points, games, scores, boards)

    def _forfeit(self, mark: Mark) -> Worth:
        """Like a full or a loss bye in games and scores, but not in points that are set for one."""
        won = mark == Mark.WIN
        like = self._usual_bye(ByeKind.FULL if won else ByeKind.LOSS)
        kind = Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS
        points = self._rules.unplayed_points.get(kind.value, like.points)
        return like._replace(kind=kind, points=points)

    def _forfeited_worth(self, match: Boards, seat: int) -> Worth:
        """A match forfeited board by board: it counts as forfeited, with these game points."""
        boards = board_points(match, seat)
        like = self._forfeit(Mark.WIN if any(boards) else Mark.LOSS)
        gp = Fraction(sum(boards), 2)
        points = gp if self._rules.primary_score == "gp" else like.points
        return like._replace(points=points, scores={**like.scores, "gp": gp}, boards=boards)

    def _bye(self, kind: ByeKind) -> Worth:
        if kind == ByeKind.PAIRING:
            return self._pairing_bye()
        worth = self._usual_bye(kind)
        points = self._rules.unplayed_points.get(f"{kind.value}_bye", worth.points)
        return worth._replace(points=points)

    def _usual_bye(self, kind: ByeKind) -> Worth:
        """Worth a win, a draw, nothing or a loss."""
        rules = self._rules
        mark, points = {
            ByeKind.FULL: (Mark.WIN, rules.points.win),
            ByeKind.HALF: (Mark.DRAW, rules.points.draw),
            ByeKind.ZERO: (None, NOTHING),
            ByeKind.LOSS: (Mark.LOSS, rules.points.loss),
        }[kind]
        games = {ByeKind.FULL: (self.games_needed, 0, 0), ByeKind.LOSS: (0, self.games_needed, 0)}
        return self._with_scores(Worth(_BYES[kind], mark, points, games.get(kind, NO_GAMES)))

    def _pairing_bye(self) -> Worth:
        """By `bye_points`: games, plain points or named scores; without it a won match."""
        rules, given = self._rules, self._rules.bye_points
        won = (self.games_needed, 0, 0)
        if given is None or given.scores:
            mark = self._team_bye_mark() if rules.boards else Mark.WIN
            games = won if mark == Mark.WIN else NO_GAMES
            return self._with_scores(Worth(Kind.PAIRING_BYE, mark, self._points[mark], games))
        if given.points is not None:
            mark = _mark_worth(given.points, self.scale)
            games = won if mark == Mark.WIN else NO_GAMES
            points = self._points[mark] if rules.primary_score == "gp" else given.points
            worth = self._with_scores(Worth(Kind.PAIRING_BYE, mark, points, games))
            return worth._replace(points=given.points)
        wins, draws = given.wins or 0, given.draws or 0
        mark = Mark.WIN if wins else Mark.DRAW if draws else Mark.LOSS
        games = (wins, 0, draws) if self.games_needed else NO_GAMES
        return self._with_scores(Worth(Kind.PAIRING_BYE, mark, self._points[mark], games))

    def _team_bye_mark(self) -> Mark:
        """By its match points: teams often have a draw's for the bye."""
        points, given = self._rules.points, self._rules.bye_points
        scale = (points.win, points.draw, points.loss)
        return _mark_worth(given.scores.get("mp", points.win) if given else points.win, scale)

    def _with_scores(self, worth: Worth) -> Worth:
        """Named scores, and match and game points of teams, for a round without a match."""
        rules, given = self._rules, self._rules.bye_points
        if rules.boards:
            return self._with_team_scores(worth, rules.boards)
        scores: dict[str, Fraction] = dict.fromkeys(rules.scores, NOTHING)
        if worth.mark == Mark.WIN and given is not None:
            scores |= given.scores
        primary = rules.primary_score
        points = scores.get(primary, NOTHING) if primary else worth.points
        return worth._replace(scores=scores, points=points)

    def _with_team_scores(self, worth: Worth, boards: int) -> Worth:
        """Match and game points; the bye of an odd field has those that `bye_points` give it.

        Board by board that bye is won, whatever it gives (C.07, 12).
        """
        given = self._rules.bye_points
        is_bye = worth.kind is Kind.PAIRING_BYE
        share = HALF_POINTS[worth.mark]
        scores = {"mp": worth.points, "gp": Fraction(boards * share, 2)}
        if is_bye and given is not None:
            scores |= given.scores
        points = scores.get(self._rules.primary_score or "mp", NOTHING)
        on_boards = (2 if is_bye else share,) * boards
        return worth._replace(scores=scores, points=points, boards=on_boards)


def _with_adjourned_drawn(match: Boards) -> Boards:
    """The match with a draw on every adjourned board."""
    if not is_adjourned(match):
        return match
    drawn = Decided((Mark.DRAW, Mark.DRAW))
    boards = (
        replace(board, result=drawn) if is_adjourned(board.result) else board
        for board in match.boards
    )
    return replace(match, boards=tuple(boards))


def _mark_worth(points: Fraction, scale: tuple[Fraction, Fraction, Fraction]) -> Mark:
    win, draw, _ = scale
    if points >= win:
        return Mark.WIN
    return Mark.DRAW if points >= draw else Mark.LOSS


def _is_forfeited(match: Boards) -> bool:
    """Whether no board was played and at most one team has points (C.07, 15.1)."""
    if not all(isinstance(board.result, Forfeit) for board in match.boards):
        return False
    return sum(any(board_points(match, seat)) for seat in range(match.seats or 0)) < 2


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
    void = annulled_players(tournament, until)
    sheet = _Writer(tournament, awarded or {}, given, void).sheet(rounds)
    return replace(sheet, unranked=void | _expelled(tournament, until))


def _expelled(tournament: Tournament, until: int | None) -> frozenset[PlayerId]:
    """Who has been expelled, by the end of a round or by now."""
    return frozenset(
        player
        for player, entry in tournament.entries.items()
        if entry.expelled and (until is None or entry.left_by(RoundRef(1, until)))
    )


class _Writer:
    """Puts the rounds of a tournament into rows."""

    def __init__(
        self, tournament: Tournament, awarded: Awards, extra: Awards, void: frozenset[PlayerId]
    ) -> None:
        self._tournament = tournament
        self._scorer = Scorer(tournament.rules, finished=tournament.finished)
        self._awarded = awarded
        self._extra = extra
        given = (*awarded.values(), *extra.values(), *_primary_scores(tournament))
        self._unit = lcm(self._scorer.unit, *{value.denominator for value in given})
        self._rows: dict[PlayerId, list[PlayerRound]] = {p: [] for p in tournament.entries}
        self._open: dict[PlayerId, list[PlayerRound]] = {}
        self._void = void
        self._annulled: dict[PlayerId, list[PlayerRound]] = {}
        self._known: dict[Result | int, tuple[Worth, ...]] = {}

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
            self._annulled,
        )

    def _add(self, ref: RoundRef, round_: Round) -> None:
        missing = dict.fromkeys(self._tournament.entries)
        for pairing in (*round_.pairings.values(), *forfeited_games(self._tournament, ref)):
            for player in pairing.seats:
                missing.pop(player, None)
            self._seat(ref.round_no, pairing)
        for player, kind in round_.byes.items():
            if player in missing:
                missing.pop(player)
                self._without_opponent(ref.round_no, player, kind)
        for player in missing:
            kind = missed_round_kind(self._tournament.entries[player], ref)
            self._without_opponent(ref.round_no, player, kind)

    def _seat(self, round_no: int, pairing: Pairing) -> None:
        seats, result = pairing.seats, pairing.result
        known = result if isinstance(result, Games | Decided) else id(result)
        worths = self._known.get(known)
        if worths is None:
            worths = self._known[known] = self._scorer.match(result)
        for side, player in enumerate(seats):
            rows = self._rows if worths else self._open
            rows = self._annulled if worths and not self._void.isdisjoint(seats) else rows
            worth = worths[side] if worths else self._scorer.draw()
            round_ = self._player_round(round_no, player, seats[1 - side], side, worth)
            rows.setdefault(player, []).append(round_)

    def _without_opponent(self, round_no: int, player: PlayerId, kind: ByeKind) -> None:
        round_ = self._player_round(round_no, player, NOBODY, 0, self._scorer.bye(kind))
        self._rows[player].append(round_)

    def _player_round(
        self, round_no: int, player: PlayerId, opponent: PlayerId, side: int, worth: Worth
    ) -> PlayerRound:
        kind, mark, points, games, scores, boards = worth
        if self._awarded:
            points = self._awarded.get((player, round_no), points)
        units = points.numerator * (self._unit // points.denominator)
        return PlayerRound(round_no, kind, opponent, side, mark, units, games, scores, boards)


def _primary_scores(tournament: Tournament) -> Iterator[Fraction]:
    """The named scores that rank, where one does: they may be any fractions."""
    name = tournament.rules.primary_score
    if name in tournament.rules.scores:
        for round_ in tournament.rounds.values():
            for pairing in round_.pairings.values():
                if isinstance(pairing.result, Scored):
                    yield from (scores[name] for scores in pairing.result.scores if name in scores)


def missed_round_kind(entry: Entry, round_: RoundRef) -> ByeKind:
    """How a round without table and bye counts: as the period says that is on or comes next."""
    for period in entry.periods:
        if period.last is None or round_ <= period.last:
            return period.missed
    return ByeKind.ZERO
