"""What a Swiss round is paired from: groups, the order inside them, and facts of the players."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.lots import draw_lots
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import Style
from fairpair.engine.pairing.colours import colour_preference
from fairpair.engine.pairing.numbers import order_in
from fairpair.engine.pairing.proposal import Past
from fairpair.engine.pairing.restrictions import forbidden_opponents
from fairpair.engine.pairing.swiss.criteria import PairDowns, swiss_criteria
from fairpair.engine.pairing.swiss.cut_off import CutOff, cut_off_of, split_field
from fairpair.engine.pairing.swiss.methods import Method, method_name, method_of
from fairpair.engine.standings.codes import is_external
from fairpair.engine.standings.sheet import AWARDED_BYES, Kind, PlayerRound, Sheet
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input

POOLS = 4


class Position:
    """The players of a round, best first; `score` of a contender is the number of its group."""

    def __init__(
        self, tournament: Tournament, past: Past, round_no: int, present: Collection[PlayerId]
    ) -> None:
        self.rules, self.round_no, self.tournament = tournament.rules, round_no, tournament
        self.method_name = method_name(self.rules, round_no)
        self.method: Method = method_of(self.rules, round_no)
        self.inputs = tiebreak_input(
            tournament, until=round_no - 1, awarded=past.awarded, extra=past.extra
        )
        self.sheet = self.inputs.sheet
        self.totals = self.sheet.totals
        self.lot = draw_lots(tournament.draw_seed, f"round {round_no}", present)
        self._seeding = order_in(tournament, round_no)
        self.order = self._sort_players(present)
        self.byes = {
            player: [o.round_no for o in self.sheet.rows[player] if o.kind in AWARDED_BYES]
            for player in present
        }
        """The rounds in which everybody had a bye."""
        self.players = self.group(self._contenders())
        self.cut_off = self._cut_off()

    @property
    def style(self) -> Style:
        """The criteria that count, and how the groups are paired."""
        wanted = self.rules.pairing_criteria
        if self.method.groups == "all":
            wanted = ()  # strictly by the order: nothing else may part neighbours
        if not self.rules.track_pair_downs:
            wanted = tuple(name for name in wanted if name != PairDowns.code)
        return Style(swiss_criteria(wanted), self.method.inside)

    def _cut_off(self) -> CutOff | None:
        """The cut, if this round looks at it."""
        if self.method.groups != "score":
            return None
        return cut_off_of(self.rules, self.round_no, len(self._in_contest), self.sheet.unit)

    @cached_property
    def contested(self) -> frozenset[int]:
        """The scores on which it is open who advances; none unless the round looks at the cut."""
        if self.cut_off is None:
            return frozenset()
        return self.cut_off.contested([self.totals[player] for player in self._in_contest])

    @cached_property
    def _in_contest(self) -> list[PlayerId]:
        entries = self.tournament.entries
        return [player for player in self.totals if not entries[player].dropped]

    def points(self, one: Contender) -> int:
        """The player's points, whatever the groups are made by."""
        return self.totals[one.player]

    def fields(self, players: Sequence[Contender]) -> list[Sequence[Contender]]:
        """These players in the parts that are paired separately: usually one."""
        grouped = self.group(players)
        if not self.contested:
            return [grouped]
        return split_field(grouped, self.contested, self.style)

    def _sort_players(self, present: Collection[PlayerId]) -> list[PlayerId]:
        """Everybody by the method's order; where it ends level, by lot."""
        lot = {player: place for place, player in enumerate(self.lot)}
        match self.method.order:
            case "rating":
                here = set(present)
                return [player for player in self._seeding if player in here]
            case "entry":
                return sorted(present)
            case "lot":
                ranks = dict.fromkeys(present, 0)
            case order:
                named: Sequence[str] = _codes_before_lots(self.rules.pairing_tiebreakers)
                if order == "standings":
                    named = _without_external(self.rules.standings_tiebreakers)
                ranks = Standings(self.inputs, named).ranks
        last = len(ranks) + 1  # of those expelled who are still in a round that is not published
        return sorted(present, key=lambda player: (ranks.get(player, last), lot[player]))

    def group(self, players: Sequence[Contender]) -> list[Contender]:
        """These players in their groups; quarters are those of the players themselves."""
        groups = self._groups([c.player for c in players])
        found = [
            c if c.score == groups[c.player] else replace(c, score=groups[c.player])
            for c in players
        ]
        return sorted(found, key=lambda c: (-c.score, c.number))

    def _contenders(self) -> list[Contender]:
        downs = pair_downs_of(self.sheet)
        barred, apart = forbidden_opponents(self.tournament, RoundRef(1, self.round_no))
        nobody: frozenset[PlayerId] = frozenset()
        found = []
        for place, player in enumerate(self.order, 1):
            row = self.sheet.rows[player]
            met = frozenset(o.opponent for o in row if o.paired)
            found.append(
                Contender(
                    player,
                    place,
                    0,
                    met if self.rules.avoid_repeat_pairings else nobody,
                    *colour_preference(_colours(row, self.rules)),
                    (False, False),
                    (False, False),
                    0,
                    self._may_have_bye(player),
                    not self.rules.color_balance_strict,
                    barred.get(player, nobody),
                    apart.get(player, nobody),
                    downs.get(player, 0),
                )
            )
        return found

    def _may_have_bye(self, player: PlayerId) -> bool:
        """Whether one more bye is within the limits."""
        had, limit = self.byes[player], self.rules.max_byes_per_player
        if limit is not None and len(had) >= limit:
            return False
        return not (self.rules.prevent_consecutive_byes and self.round_no - 1 in had)

    def _groups(self, players: Sequence[PlayerId]) -> dict[PlayerId, int]:
        """The number of everybody's group, the highest one first."""
        match self.method.groups:
            case "score":
                return {player: self.totals[player] for player in players}
            case "quarters":
                here = set(players)
                return _pools([player for player in self._seeding if player in here])
            case _:
                return dict.fromkeys(players, 0)


def _codes_before_lots(codes: Sequence[str]) -> list[str]:
    """A chain as far as it does not draw lots: for pairing they are drawn anew each round."""
    return list(takewhile(lambda code: code.lower() != "random", codes))


def _without_external(codes: Sequence[str]) -> list[str]:
    """A chain without values that somebody enters, maybe when the round is already paired."""
    return [code for code in codes if not is_external(code)]


def _pools(seeding: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Four pools of even size, as equal as can be; an odd one out is in the last."""
    size = len(seeding)
    ends = [2 * ((pool * size + POOLS) // (2 * POOLS)) for pool in range(1, POOLS)]
    return {
        player: POOLS - sum(place >= end for end in ends) for place, player in enumerate(seeding)
    }


def _colours(row: Sequence[PlayerRound], rules: Rules) -> tuple[int, ...]:
    """The sides so far, where they count."""
    if not rules.has_colours:
        return ()
    return tuple(o.side for o in row if o.kind is Kind.PLAYED)


def pair_downs_of(sheet: Sheet) -> dict[PlayerId, int]:
    """How often everybody met somebody with fewer points before."""
    points = dict.fromkeys(sheet.rows, 0)
    for (player, given), extra in sheet.extra.items():
        points[player] += extra if not given else 0
    found: dict[PlayerId, int] = {}
    by_round: dict[int, list[tuple[PlayerId, PlayerRound]]] = {}
    for player, row in sheet.rows.items():
        for outing in row:
            by_round.setdefault(outing.round_no, []).append((player, outing))
    for round_no in sorted(by_round):
        for player, outing in by_round[round_no]:
            if outing.paired and points[player] > points[outing.opponent]:
                found[player] = found.get(player, 0) + 1
        for player, outing in by_round[round_no]:
            points[player] += outing.points + sheet.extra.get((player, round_no), 0)
    return found
