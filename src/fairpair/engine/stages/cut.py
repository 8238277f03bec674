"""The cut: who goes on to the knock-out, in which order, and why the line is where it is.

| rules | who goes on |
|---|---|
| `cut` | the best players, this many |
| `cut_points` | everybody with at least this many points |
| both | everybody with the points, topped up to `cut` from the standings |

Never more than 512. Who stands level on points across the line is told by `cut_ties`:

| `cut_ties` | of those who have the points of the last place |
|---|---|
| `standings` | the first by the tie-breaks go on; where those end level, the draw decides |
| `all` | everybody goes on: no tie-break keeps anybody out |
| `play_in` | all of them play for the places that are left |

`all` and `play_in` look at the points alone. By the whole chain hardly anybody is ever level, and
with a lot at its end nobody: the two settings would do nothing.

Who has left or declines is passed over and the next in line moves up (`cut_declined` is `next`), or
keeps a place that stays empty (`walkover`). Who never took part is in neither way counted.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.players import Entry
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.engine.standings.explain import separation
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.wording import separation_text
from fairpair.language.message import Message

MOST = 512
"""Players in a knock-out."""


@dataclass(frozen=True, slots=True)
class PlayIn:
    """These players, best first, play for these places, always fewer than players."""

    players: tuple[PlayerId, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Walkover:
    """A place that stays empty: whoever meets this seed goes on without a match."""

    seed: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Lot:
    """Players whom the standings leave level, in the order drawn from the recorded seed.

    `decides` tells that it parted those who go on from those who do not; else it only seeds.
    """

    players: tuple[PlayerId, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player next to the line goes on or does not; none is still to be played for."""

    player: PlayerId
    goes_on: bool | None
    text: Message


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on. With a `play_in` the last places are still open, see `after_play_in`."""

    seeds: tuple[PlayerId, ...]
    """Those who go on, best first."""
    places: tuple[PlayerId | None, ...]
    """The seeds with their numbers, from 1: none is a place that stays empty."""
    line: Fraction
    """The points of the last place."""
    tied: tuple[PlayerId, ...] = ()
    """Who has just these points, if not all of them have a place; else nobody."""
    play_in: PlayIn | None = None
    waiting: tuple[PlayerId, ...] = ()
    """Who moves up if somebody else declines, first in line first."""
    passed_over: tuple[PlayerId, ...] = ()
    """Who stands above the last place, but has left or declined."""
    walkovers: tuple[Walkover, ...] = ()
    lots: tuple[Lot, ...] = ()
    reasons: tuple[Reason, ...] = ()
    """For the last who go on and the first who do not, in order of the standings."""

    @property
    def size(self) -> int:
        """All places, those that stay empty and those to be played for as well."""
        return len(self.places) + (self.play_in.places if self.play_in else 0)


def cut_of(
    tournament: Tournament,
    declined: Collection[PlayerId] = (),
    *,
    size: int | None = None,
    standings: Standings | None = None,
) -> Cut:
    """The cut by the standings of stage 1 as they are now; `size` takes the place of `cut`.

    A `size` must not be larger than the field. A cut of the rules takes everybody then, as the
    plan says.
    """
    return _CutFinder(tournament, declined, standings or Standings(tiebreak_input(tournament))).cut(
        size
    )


def after_play_in(cut: Cut, winners: Collection[PlayerId]) -> Cut:
    """The cut once the play-in is over: its winners have the last places, in standings' order."""
    play_in = cut.play_in
    if play_in is None:
        raise InvalidStateError("no-play-in")
    last = tuple(p for p in play_in.players if p in winners)
    if len(last) != len(winners) or len(last) != play_in.places:
        raise InvalidInputError("bad-play-in", places=play_in.places, players=len(play_in.players))
    losers = tuple(p for p in play_in.players if p not in last)
    return replace(
        cut,
        seeds=(*cut.seeds, *last),
        places=(*cut.places, *last),
        play_in=None,
        waiting=(*losers, *cut.waiting),
        reasons=tuple(_after_win(reason, last) for reason in cut.reasons),
    )


def _after_win(reason: Reason, winners: Collection[PlayerId]) -> Reason:
    if reason.goes_on is not None:
        return reason
    won = reason.player in winners
    code = "cut.won-play-in" if won else "cut.lost-play-in"
    return Reason(reason.player, won, Message(code, reason=reason.text))


@dataclass(frozen=True, slots=True)
class _Choice:
    """Who has a place, or plays for one; `level` is everybody with the points of the last."""

    placed: Sequence[PlayerId]
    level: Sequence[PlayerId]
    play_in: PlayIn | None = None


class _CutFinder:
    """The standings of a tournament, looked at for a cut."""

    def __init__(
        self, tournament: Tournament, declined: Collection[PlayerId], standings: Standings
    ) -> None:
        for player in declined:
            if player not in tournament.entries:
                raise NotFoundError("unknown-player.cut", player=player)
        self._t = tournament
        self._rules = tournament.rules
        self._standings = standings
        self._groups = list(_groups(tournament, standings))
        self._order = [player for group in self._groups for player in group]
        gone = {p for p in self._order if tournament.entries[p].dropped}
        self._away = gone | set(declined)

    def cut(self, size: int | None) -> Cut:
        """All of it."""
        present = [p for p in self._order if p not in self._away]
        keeps = self._rules.cut_declined == "walkover"
        candidates = self._order if keeps else present
        if len(present) < 2:
            raise _too_few_players(len(present))
        count = self._count(candidates, size)
        if count < 2:
            raise self._too_few_points()
        choice = self._choice(candidates, count)
        open_places = choice.play_in.places if choice.play_in else 0
        seeds = [p for p in choice.placed if p not in self._away]
        if len(seeds) + open_places < 2:
            raise _too_few_players(len(seeds) + open_places)
        return self._build_cut(choice, seeds, present)

    def _count(self, candidates: Sequence[PlayerId], size: int | None) -> int:
        """How many places there are, before anybody is let in for being tied."""
        found = size if size is not None else cut_size(self._rules, len(self._order))
        if found is None and self._rules.cut_points is None:
            raise InvalidStateError("no-cut.in-rules")
        if found is not None and not 2 <= found <= MOST:
            raise InvalidStateError("bad-cut", most=MOST, size=found)
        if size is not None and size > len(candidates):
            raise InvalidStateError("cut-too-large", size=size, n=len(candidates))
        enough = sum(self._has_the_points(p) for p in candidates)
        return min(max(found or 0, enough), len(candidates), MOST)

    def _choice(self, candidates: Sequence[PlayerId], count: int) -> _Choice:
        line = self._points(candidates[count - 1])
        level = [p for p in candidates if self._points(p) == line]
        above = candidates[: candidates.index(level[0])]
        if self._rules.cut_ties == "all":
            return _Choice([*above, *level][:MOST], level)
        if self._rules.cut_ties == "play_in" and len(above) + len(level) > count:
            # Who is away cannot play for a place, so there is none to keep for them.
            there, places = [p for p in level if p not in self._away], count - len(above)
            if len(there) > places:
                return _Choice(above, level, PlayIn(tuple(there), places))
            return _Choice([*above, *there], level)
        return _Choice(candidates[:count], level)

    def _build_cut(
        self, choice: _Choice, seeds: Sequence[PlayerId], present: Sequence[PlayerId]
    ) -> Cut:
        placed, play_in = choice.placed, choice.play_in
        players = play_in.players if play_in else ()
        taken = {*placed, *players}
        last = max(self._order.index(p) for p in taken)
        waiting = [p for p in present if p not in taken]
        return Cut(
            seeds=tuple(seeds),
            places=tuple(None if p in self._away else p for p in placed),
            line=self._points(choice.level[0]),
            tied=() if set(choice.level) <= set(placed) else tuple(choice.level),
            play_in=play_in,
            waiting=tuple(waiting),
            passed_over=tuple(p for p in self._order[:last] if p in self._away - taken),
            walkovers=tuple(
                Walkover(seed, p) for seed, p in enumerate(placed, 1) if p in self._away
            ),
            lots=tuple(self._lots(taken)),
            reasons=tuple(self._reasons(seeds, players, waiting)),
        )

    def _lots(self, taken: set[PlayerId]) -> Iterator[Lot]:
        for group in self._groups:
            there = tuple(p for p in group if p not in self._away)
            inside = taken.intersection(there)
            if len(there) < 2 or not inside:
                continue
            if not self._t.draw_seed:
                raise InvalidStateError("no-draw-seed", players=[*map(self._t.name_of, there)])
            yield Lot(there, decides=len(inside) < len(there))

    def _reasons(
        self, seeds: Sequence[PlayerId], players: Sequence[PlayerId], waiting: Sequence[PlayerId]
    ) -> Iterator[Reason]:
        """Of those level on points on each side of the line, and who plays for a place."""
        if not waiting and not players:
            return
        first_out = [*players, *waiting][0]
        last_in = [*seeds, *players][-1]
        for seed, player in enumerate(seeds, 1):
            if self._points(player) == self._points(seeds[-1]):
                reason = self._separation_text(player, first_out)
                text = self._text("cut.advances", player, seed=seed, reason=reason)
                yield Reason(player, True, text)
        for player in players:
            yield Reason(player, None, self._text("cut.plays-in", player))
        for player in waiting:
            if self._points(player) == self._points(waiting[0]):
                reason = self._separation_text(last_in, player)
                yield Reason(
                    player, False, self._text("cut.does-not-advance", player, reason=reason)
                )

    def _text(self, code: str, player: PlayerId, **values: object) -> Message:
        points = Message("points", n=_counted(self._points(player)))
        return Message(code, player=self._t.name_of(player), points=points, **values)

    def _separation_text(self, upper: PlayerId, lower: PlayerId) -> Message:
        """What keeps the two apart: the points that are enough, a tie-break, the draw."""
        enough = self._rules.cut_points
        if enough is not None and self._has_the_points(upper) and not self._has_the_points(lower):
            return Message("cut.enough-points", n=_counted(enough))
        found = separation(self._standings, upper, lower)
        text = separation_text(found, self._t.name_of)
        if found.decided_by is not None:
            return text
        return Message("cut.drawn-first", separation=text, player=self._t.name_of(upper))

    def _has_the_points(self, player: PlayerId) -> bool:
        enough = self._rules.cut_points
        return enough is not None and self._points(player) >= enough

    def _points(self, player: PlayerId) -> Fraction:
        return self._standings.by_player[player].points

    def _too_few_points(self) -> InvalidStateError:
        enough = self._rules.cut_points or Fraction(0)
        return InvalidStateError("too-few-qualify", n=_counted(enough))


def _groups(tournament: Tournament, standings: Standings) -> Iterator[list[PlayerId]]:
    """Who took part, best first, those with one rank together and in the order drawn."""
    ranks: dict[Fraction, list[PlayerId]] = {}
    for row in standings.rows:
        entry = tournament.entries[row.player]
        if row.rank and _took_part(entry) and (entry.checked_in or not tournament.rules.check_in):
            ranks.setdefault(_place(tournament, row), []).append(row.player)
    for _, group in sorted(ranks.items()):
        yield draw_lots(tournament.draw_seed, "cut", group)


def _place(tournament: Tournament, row: Row) -> Fraction:
    """The rank; before a knock-out that nothing was played for, the rating stands for it."""
    if tournament.rules.mode != "elimination":
        return Fraction(row.rank or 0)
    strength = tournament.entries[row.player].entrant.strength
    return Fraction(0 if strength is None else -strength)


def _took_part(entry: Entry) -> bool:
    """Not who left before the first round, and so never was in the tournament."""
    return any(period.last is None or period.first <= period.last for period in entry.periods)


def _counted(points: Fraction) -> int | str:
    """The number that decides between `point` and `points`."""
    return int(points) if points.denominator == 1 else format_number(points)


def _too_few_players(left: int) -> InvalidStateError:
    return InvalidStateError("too-few-players.cut", n=left)
