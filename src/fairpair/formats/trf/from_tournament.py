"""The way back from a tournament of players to a report file."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import (
    Adjourned,
    Decided,
    Forfeit,
    Mark,
    Result,
    is_adjourned,
    marks_of,
)
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import national_ratings, official_rating
from fairpair.engine.pairing.berger import players_by_number, total_rounds
from fairpair.engine.pairing.colours import first_colour_of
from fairpair.engine.pairing.dutch.position import virtual_points
from fairpair.engine.pairing.numbers import order_in, pairing_order
from fairpair.engine.pairing.restrictions import same_club_groups
from fairpair.engine.standings.leavers import forfeited_games
from fairpair.engine.standings.scoring import Scorer, missed_round_kind
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.days import write_birth
from fairpair.formats.trf.cells import BYE_CODES, FORFEITED, HIGHEST_ID, RATED, UNRATED
from fairpair.formats.trf.header import event_of
from fairpair.formats.trf.model import (
    Colour,
    TrfAbnormal,
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfFile,
    TrfForbidden,
    TrfNational,
    TrfPlayer,
    ranges_of,
)
from fairpair.formats.trf.points import PointSystem
from fairpair.formats.trf.remarks import (
    adjournment_text,
    by_round,
    exchange_text,
    regeneration_text,
)

_COLOURS: tuple[Colour, Colour] = ("w", "b")
_ABNORMAL: Mapping[tuple[Kind, Mark | None], str] = {
    (Kind.PLAYED, Mark.WIN): "W",
    (Kind.PLAYED, Mark.DRAW): "D",
    (Kind.PLAYED, Mark.LOSS): "L",
    (Kind.FORFEIT_WIN, Mark.WIN): "+",
    (Kind.FORFEIT_LOSS, Mark.LOSS): "-",
}
"""The kinds of result in 299."""
_AS_NOW = {1: 1}
"""For rounds with the numbers of the file before others with other ones."""
_SYSTEMS = {"dutch": "FIDE_DUTCH_2026", "round_robin": "BERGER_ROUNDROBIN"}


def file_of(t: Tournament, comments: Sequence[str] = ()) -> TrfFile:
    """The report of the rounds for everybody that are published; a knock-out has no place in it.

    Players are numbered from 1 on: in the Dutch system by strength, which is what engines and
    checkers take for the pairing number, else as they were registered. `comments` become `###`
    lines. `InvalidInputError` for tournaments of teams.
    """
    refusal = why_not(t)
    if refusal:
        raise refusal
    return _FileBuilder(t).file(comments)


def numbers_of(t: Tournament) -> dict[PlayerId, int]:
    """The number that everybody has in the file."""
    order = pairing_order(t) if t.rules.system == "dutch" else sorted(t.entries)
    return {player: number for number, player in enumerate(order, 1)}


class _FileBuilder:
    """One tournament in the values of a file."""

    def __init__(self, t: Tournament) -> None:
        self._t = t
        self._numbers = numbers_of(t)
        self._rounds = {
            ref.round_no: round_
            for ref, round_ in sorted(t.rounds.items())
            if ref.stage == 1 and round_.status != RoundStatus.DRAFT
        }
        self._standings = Standings(tiebreak_input(t))
        self._pairings = {
            RoundRef(1, number): {
                player: pairing
                for pairing in forfeited_games(t, RoundRef(1, number))
                for player in pairing.seats
            }
            | round_.seated
            for number, round_ in self._rounds.items()
        }

    def file(self, comments: Sequence[str]) -> TrfFile:
        """All of it."""
        t, rules = self._t, self._t.rules
        played, planned = len(self._rounds), self._planned()
        dutch = rules.system == "dutch"
        baku = "_BAKU" if rules.acceleration == "baku" else ""
        national = tuple(self._national())
        return TrfFile(
            event_of(t, {one.federation for one in national}),
            tuple(self._player(player) for player in self._numbers),
            national=national,
            rounds=planned or played or None,
            rounds_played=played,
            initial_colour=_COLOURS[first_colour_of(t)] if dutch else None,
            points=point_system_of(t),
            system=_SYSTEMS.get(rules.system, "CUSTOM_SWISS") + (baku if dutch else ""),
            tiebreaks=rules.standings_tiebreakers,
            byes=tuple(self._byes(played, planned)),
            forbidden=tuple(self._forbidden()),
            acceleration=self._acceleration() if dutch else (),
            abnormal=self._annulments(),
            comments=by_round((*comments, *self._adjournments(), *self._regenerations())),
        )

    def _player(self, player: PlayerId) -> TrfPlayer:
        one = self._t.entries[player].entrant
        assert isinstance(one, Player)  # noqa: S101  teams were refused
        row = self._standings.by_player[player]
        return TrfPlayer(
            self._numbers[player],
            one.name,
            one.sex if len(one.sex) <= 1 else "",
            one.title if len(one.title) <= 3 else "",
            official_rating(one, self._t.header),
            one.federation if len(one.federation) <= 3 else "",
            one.ids.get("fide", ""),
            write_birth(one.birth),
            points=row.points,
            rank=row.rank,
            rounds=tuple(
                self._cell(player, RoundRef(1, number), round_)
                for number, round_ in self._rounds.items()
            ),
        )

    def _national(self) -> Iterator[TrfNational]:
        """The ratings of federations: a record for each."""
        for player, number in self._numbers.items():
            one = self._t.entries[player].entrant
            assert isinstance(one, Player)  # noqa: S101  teams were refused
            for federation, rating in national_ratings(one):
                ident = one.ids.get(federation.lower(), "")
                values = ("", one.name, rating.value, "", ident, "")
                yield TrfNational(federation, number, *values)

    def _cell(self, player: PlayerId, ref: RoundRef, round_: Round) -> TrfCell:
        pairing = self._pairings[ref].get(player)
        if pairing is None:
            kind = round_.byes.get(player) or missed_round_kind(self._t.entries[player], ref)
            return TrfCell(None, None, BYE_CODES[kind])
        pairing = pairing.rated
        side = pairing.seats.index(player)
        opponent = self._numbers[pairing.seats[1 - side]]
        return TrfCell(opponent, _COLOURS[side], code_of(pairing, side))

    def _annulments(self) -> tuple[TrfAbnormal, ...]:
        """Games that count for nobody, with no points for what they were."""
        rows = self._standings.inputs.sheet.annulled
        return tuple(
            TrfAbnormal(_ABNORMAL[one.kind, one.mark], Fraction(0), None, one.round_no, (number,))
            for player, number in self._numbers.items()
            for one in rows.get(player, ())
            if one.points
        )

    def _adjournments(self) -> Iterator[str]:
        """Games that ended otherwise than drawn after the next round was paired."""
        for number, round_ in self._rounds.items():
            for _, pairing in sorted(round_.pairings.items()):
                last, result = pairing.adjourned_until, pairing.result
                if last and result and set(marks_of(result)) != {Mark.DRAW}:
                    white, black = (self._numbers[player] for player in pairing.seats)
                    codes = f"{code_of(pairing, 0)}-{code_of(pairing, 1)}"
                    yield adjournment_text(number, (white, black), codes, last)

    def _regenerations(self) -> Iterator[str]:
        """The numbers of earlier rounds, where players have been renumbered since."""
        changes = {number: self._changes_since(number) for number in self._rounds}
        for number, changed in changes.items():
            if changes.get(number + 1, {}) == changed:
                continue
            if self._is_exchange(changed):
                yield exchange_text(number + 1, *sorted(changed))
            else:
                yield regeneration_text(number + 1, changed or _AS_NOW)

    def _is_exchange(self, changed: Mapping[int, int]) -> bool:
        """Whether only two of equal rating have each other's number."""
        players = [player for player, number in self._numbers.items() if number in changed]
        ratings = {self._t.entries[player].entrant.strength for player in players}
        return len(players) == 2 and len(ratings) == 1

    def _changes_since(self, round_no: int) -> dict[int, int]:
        """By number in a round the number now, where it is another for another reason than late
        entries.
        """
        known = [self._numbers[player] for player in self._rounds[round_no].order]
        if self._t.rules.system != "dutch" or known == sorted(known):
            return {}
        before = enumerate(order_in(self._t, round_no), 1)
        return {n: self._numbers[player] for n, player in before if n != self._numbers[player]}

    def _planned(self) -> int | None:
        """How many rounds there will be, if that is known."""
        t = self._t
        if t.rules.system == "round_robin" and self._rounds:
            return total_rounds(len(players_by_number(t)), t.rules.cycles)
        return t.rules.rounds

    def _byes(self, played: int, last: int | None) -> Sequence[TrfBye]:
        """Those asked for, and of who left the next round too."""
        found = []
        coming = RoundRef(1, played + 1)
        for player, number in self._numbers.items():
            entry = self._t.entries[player]
            asked = {n: kind for n, kind in entry.requested_byes.items() if n > played}
            if not entry.plays_in(coming) and (last is None or played < last):
                asked = {coming.round_no: ByeKind.ZERO}
            found += [TrfBye(n, BYE_CODES[kind], number) for n, kind in sorted(asked.items())]
        return found

    def _acceleration(self) -> tuple[TrfAcceleration, ...]:
        """Always listed: programs disagree on the size of the upper group (C.04.7, 1.2)."""
        virtual = virtual_points(self._t)
        return ranges_of(
            {(PlayerId(self._numbers[p]), n): points for (p, n), points in virtual.items()}
        )

    def _forbidden(self) -> Sequence[TrfForbidden]:
        """All that must not meet, or were not to meet in earlier rounds."""
        rules = self._t.rules
        apart: list[tuple[frozenset[PlayerId], int, int | None]] = [
            (pair, *how.rounds)
            for pair, how in (*self._t.lifted, *self._t.avoided.items())
            if how.hard and how.rounds
        ]
        if rules.avoid_same_hard:
            groups = same_club_groups(self._t)
            apart += [(group, 1, rules.avoid_same_rounds) for group in groups]
        return [
            TrfForbidden(
                tuple(sorted(self._numbers[player] for player in players)),
                first if first > 1 else None,
                last,
            ).within(rules.rounds)
            for players, first, last in apart
        ]


def code_of(pairing: Pairing, side: int) -> str:
    """The code of a cell: `?` for an adjourned match, nothing for an open one."""
    result: Result | None = pairing.result
    if result is None:
        return ""
    if is_adjourned(result):
        return "?"
    mark = marks_of(result)[side]
    if isinstance(result, Forfeit):
        return FORFEITED[mark]
    unrated = isinstance(result, Decided) and not result.rated
    return (UNRATED if unrated else RATED)[mark]


def point_system_of(t: Tournament) -> PointSystem:
    """What results are worth here. An adjourned match may count as a draw for now."""
    scorer = Scorer(t.rules, finished=t.finished)
    points = t.rules.points
    won, lost = (scorer.match(Forfeit((Mark.WIN, Mark.LOSS)))[side].points for side in (0, 1))
    byes: Mapping[ByeKind, Fraction] = {kind: scorer.bye(kind).points for kind in ByeKind}
    return PointSystem(
        win=points.win,
        draw=points.draw,
        loss=points.loss,
        black_win=points.win,
        black_draw=points.draw,
        black_loss=points.loss,
        zero_point_bye=byes[ByeKind.ZERO],
        half_point_bye=byes[ByeKind.HALF],
        full_point_bye=byes[ByeKind.FULL],
        pairing_bye=byes[ByeKind.PAIRING],
        forfeit_win=won,
        forfeit_loss=lost,
        unknown=sum((worth.points for worth in scorer.match(Adjourned())[:1]), Fraction(0)),
    )


def why_not(t: Tournament) -> InvalidInputError | None:
    """Why there is no report of this tournament; nothing if there is one."""
    if not all(isinstance(entry.entrant, Player) for entry in t.entries.values()):
        return InvalidInputError("no-team-report")
    if t.rules.primary_score or t.rules.scores:
        return InvalidInputError("no-score-report")
    if not t.entries:
        return InvalidInputError("no-players.export")
    if len(t.entries) > HIGHEST_ID:
        return InvalidInputError("no-large-report", most=HIGHEST_ID, count=len(t.entries))
    return None
