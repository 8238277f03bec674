"""What the Dutch system looks at before a round: score, colours, floats, byes (C.04.3, 1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import lcm

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND, ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.colours import colour_preference, first_colour_of, white_of
from fairpair.engine.pairing.dutch.criteria import dutch_style
from fairpair.engine.pairing.numbers import effective_numbers, order_in
from fairpair.engine.pairing.proposal import Past, VirtualPoints
from fairpair.engine.pairing.restrictions import ForbiddenOpponents, forbidden_opponents
from fairpair.engine.standings.scoring import sheet_of
from fairpair.engine.standings.sheet import Kind, PlayerRound, Sheet


class Position:
    """What the rules look at when some players are to be paired in a round of stage 1."""

    def __init__(
        self, tournament: Tournament, past: Past, round_no: int, present: Collection[PlayerId]
    ) -> None:
        self.round_no = round_no
        self.order = order_in(tournament, round_no)
        rounds, virtual = tournament.rules.rounds or 0, past.virtual
        if virtual is None:
            virtual = virtual_points(tournament)
        sheet = sheet_of(tournament, until=round_no - 1, awarded=past.awarded, extra=past.extra)
        self.sheet, units = _to_common_unit(sheet, virtual)
        found = contenders(
            self.sheet, present, self.order, last_round=rounds == round_no, virtual=units
        )
        self.players = _with_restrictions(
            found, *forbidden_opponents(tournament, RoundRef(1, round_no))
        )
        self.style = dutch_style(self.players)
        self.first_colour = first_colour_of(tournament)

    fide, grouping = True, "score"
    contested, split_as_ruled = frozenset[int](), True

    @property
    def fields(self) -> Sequence[Sequence[Contender]]:
        """Everybody is paired together."""
        return (self.players,)

    @cached_property
    def bye_score(self) -> int | None:
        """The lowest score that the bye can go to (C5)."""
        return lowest_bye_score(self.players) if len(self.players) % 2 else None

    def points(self, one: Contender) -> int:
        """The pairing score."""
        return one.score

    @cached_property
    def numbers(self) -> dict[PlayerId, int]:
        """Pairing numbers as 5.2.5 counts them: without those who were never paired."""
        here = {player.player for player in self.players}
        return effective_numbers(self.order, here | _paired_before(self.sheet))

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it."""
        number = self.numbers[higher.player]
        return white_of(higher, lower, first_colour=self.first_colour, effective=number)


def _with_restrictions(
    players: Iterable[Contender], barred: ForbiddenOpponents, apart: ForbiddenOpponents
) -> list[Contender]:
    """The players with those whom they must not and should not meet."""
    nobody = frozenset[PlayerId]()
    return [
        replace(c, forbidden=barred.get(c.player, nobody), apart=apart.get(c.player, nobody))
        if c.player in barred or c.player in apart
        else c
        for c in players
    ]


def _to_common_unit(
    sheet: Sheet, virtual: VirtualPoints
) -> tuple[Sheet, dict[tuple[PlayerId, int], int]]:
    """The sheet and the virtual points in one unit."""
    factor = lcm(sheet.unit, *{value.denominator for value in virtual.values()}) // sheet.unit
    if factor != 1:
        sheet = sheet.scale(factor)
    return sheet, {key: int(value * sheet.unit) for key, value in virtual.items()}


def _paired_before(sheet: Sheet) -> set[PlayerId]:
    """Who has been in a pairing, be it with a forfeit or the bye."""
    return {
        player
        for player, row in sheet.rows.items()
        if any(o.paired or o.kind is Kind.PAIRING_BYE for o in row)
    }


_Units = Mapping[tuple[PlayerId, int], int]
"""Virtual points by player and round, in the sheet's unit."""


def contenders(
    sheet: Sheet,
    present: Collection[PlayerId],
    order: Sequence[PlayerId],
    *,
    last_round: bool,
    virtual: _Units,
) -> list[Contender]:
    """Those to be paired, best first: by pairing score, then by their place in `order` (1.2)."""
    number = {player: place for place, player in enumerate(order, 1)}
    before, totals = _scores_before(sheet, virtual), sheet.totals
    most = sheet.win * sheet.rounds
    found = []
    for player in present:
        row = sheet.rows[player]
        score = totals[player] + virtual.get((player, sheet.rounds + 1), 0)
        games = [o for o in row if o.kind is Kind.PLAYED]
        colours = tuple(o.side for o in games)
        floats = [_float(player, row, sheet, before, sheet.rounds - back) for back in (0, 1)]
        found.append(
            Contender(
                player,
                number[player],
                score,
                frozenset(o.opponent for o in games),
                *colour_preference(colours),
                (floats[0] < 0, floats[1] < 0),
                (floats[0] > 0, floats[1] > 0),
                sheet.rounds - len(games),
                all(_keeps_bye_right(o, sheet) for o in row),
                last_round and 2 * score > most,
            )
        )
    return sorted(found, key=lambda c: (-c.score, c.number))


def _scores_before(sheet: Sheet, virtual: _Units) -> dict[tuple[PlayerId, int], int]:
    """The pairing score of every player before each of the last two rounds."""
    found = {}
    for player, row in sheet.rows.items():
        total = 0
        for outing in row:
            round_no = outing.round_no
            if round_no > sheet.rounds - 2:
                found[player, round_no] = total + virtual.get((player, round_no), 0)
            total += outing.points
    for (player, given), points in sheet.extra.items():
        for round_no in range(max(given + 1, sheet.rounds - 1), sheet.rounds + 1):
            if (player, round_no) in found:
                found[player, round_no] += points
    return found


def _float(
    player: PlayerId,
    row: Sequence[PlayerRound],
    sheet: Sheet,
    before: Mapping[tuple[PlayerId, int], int],
    round_no: int,
) -> int:
    """-1 for a downfloat in this round, 1 for an upfloat, else 0 (1.4.2-1.4.4)."""
    outing = next((o for o in reversed(row) if o.round_no == round_no), None)
    if outing is None:
        return 0
    if outing.kind is Kind.PLAYED:
        own, other = before[player, round_no], before[outing.opponent, round_no]
        return (own < other) - (own > other)
    earned = outing.kind is Kind.PAIRING_BYE or outing.points > sheet.loss
    return -1 if earned else 0


def _keeps_bye_right(outing: PlayerRound, sheet: Sheet) -> bool:
    """Whether the player may still have the bye after this round (C2)."""
    if outing.kind is Kind.PAIRING_BYE:
        return False
    return outing.kind is Kind.PLAYED or outing.points < sheet.win


def virtual_points(tournament: Tournament) -> VirtualPoints:
    """Virtual points by player and round; empty without acceleration."""
    rounds = tournament.rules.rounds or 0
    last = _last_accelerated(tournament)
    if tournament.rules.acceleration != "baku" or last is None:
        return {}
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    win = tournament.rules.points.win
    found = {}
    for round_no in range(1, accelerated + 1):
        order = order_in(tournament, round_no)
        for player in order[: order.index(last) + 1]:
            found[player, round_no] = win if round_no <= full else win / 2
    return found


def _last_accelerated(tournament: Tournament) -> PlayerId | None:
    """The last player of the upper group; who comes later and is above them belongs to it as well
    (1.3). The group are the first `2 * ceil(N / 4)` of those who are paired in the first round, be
    it with the bye of an odd field: the others have no number yet (C.04.2, 2.4 and 2.5).
    """
    if tournament.last_accelerated is not None:
        return tournament.last_accelerated
    here = _paired_first(tournament)
    early = [p for p in order_in(tournament, FIRST_ROUND.round_no) if p in here]
    return early[: 2 * -(-len(early) // 4)][-1] if early else None


def _paired_first(tournament: Tournament) -> set[PlayerId]:
    """Who is paired in round 1, or would be now."""
    there = tournament.rounds.get(FIRST_ROUND)
    if there is None:
        return {
            player
            for player in tournament.entrants_in(FIRST_ROUND)
            if FIRST_ROUND.round_no not in tournament.entries[player].requested_byes
        }
    byes = {player for player, kind in there.byes.items() if kind is ByeKind.PAIRING}
    return byes | there.seated.keys()
