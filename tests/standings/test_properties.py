"""What holds for standings of every event, whatever the tie-breaks: on random chess events."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Player
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import ByePoints, Points, Rules
from fairpair.core.tournament import TieOrder, Tournament
from fairpair.engine.standings.registry import chain_problems
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.table import Row, Standings
from fairpair.engine.standings.tiebreak import Sum
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.formats.imported import ImportedTournament
from standings.events import random_event, random_round_robin
from standings.fairpair_values import imported

MODIFIED = {
    "C": ("/C1", "/C2"),
    "M": ("/M1", "/M2"),
    "P": ("/P",),
    "F": ("/F",),
    "R": ("/R",),
    "U": ("/U1500",),
    "L": ("/L+1", "/L-1", "/L60"),
    "K": ("/K4",),
}
CHAIN = ("PTS", "DE", "BH/C1", "SB", "ARO/U1500", "DE", "PS")
ROUND_ROBIN_CHAIN = ("PTS", "DE", "SB", "KS", "ARO/U1500", "DE", "PS")
T = TypeVar("T")
Renumber = Mapping[PlayerId, PlayerId]


@dataclass(frozen=True)
class Case:
    """A random event; equal ones are equal tournaments."""

    seed: int
    predetermined: bool
    edition: str

    @cached_property
    def imported(self) -> ImportedTournament:
        players = 3 + self.seed % 8
        if self.predetermined:
            trf = random_round_robin(self.seed, players=players)
        else:
            trf = random_event(self.seed, players=players, rounds=3 + self.seed % 4)
        found = imported(trf, edition=self.edition, predetermined=self.predetermined)
        return replace(found, tournament=replace(found.tournament, draw_seed=f"day {self.seed}"))

    @property
    def tournament(self) -> Tournament:
        return self.imported.tournament

    @property
    def codes(self) -> list[str]:
        """All that this tournament can use, each also with its modifiers."""
        plain = [tiebreak.code for tiebreak in TIEBREAKS.values()]
        more = (
            t.code + modifier
            for t in TIEBREAKS.values()
            for letter in t.modifiers
            for modifier in MODIFIED[letter]
        )
        rules = self.tournament.rules
        return [code for code in (*plain, *more) if not chain_problems([code], rules)]

    @property
    def chain(self) -> tuple[str, ...]:
        return ROUND_ROBIN_CHAIN if self.predetermined else CHAIN

    @property
    def inputs(self) -> TiebreakInput:
        return self.inputs_after(self.tournament)

    def inputs_after(self, changed: Tournament) -> TiebreakInput:
        """That of the same file with the tournament changed."""
        return tiebreak_input(changed, awarded=self.imported.awarded, extra=self.imported.extra)


CASES = st.builds(
    Case,
    seed=st.integers(0, 100_000),
    predetermined=st.booleans(),
    edition=st.sampled_from(["2024", "2026"]),
)
SEEDS = st.integers(0, 2**32)
few = settings(max_examples=25, deadline=None)
many = settings(max_examples=60, deadline=None)


def all_rows(inputs: TiebreakInput, codes: list[str]) -> dict[str, tuple[Row, ...]]:
    """The standings by each code alone, and by a chain."""
    return {code: Standings(inputs, [code]).rows for code in codes}


def looks_at_numbers(code: str) -> bool:
    """The lot, too, is drawn by number."""
    return TIEBREAKS[code.partition("/")[0].upper()].last


# What changes nothing


@few
@given(CASES, SEEDS)
def test_renaming_players_changes_nothing(case: Case, seed: int) -> None:
    rng = Random(seed)
    names = [f"{rng.choice('ÄÖßÅñ中Zz')}{n}" for n in case.tournament.entries]
    rng.shuffle(names)
    entries: dict[PlayerId, Entry] = {}
    for (number, entry), name in zip(case.tournament.entries.items(), names, strict=True):
        assert isinstance(entry.entrant, Player)
        entries[number] = replace(entry, entrant=replace(entry.entrant, name=name, club=name))
    renamed = case.inputs_after(replace(case.tournament, entries=entries))
    assert all_rows(renamed, case.codes) == all_rows(case.inputs, case.codes)
    assert Standings(renamed, case.chain).rows == Standings(case.inputs, case.chain).rows


@few
@given(CASES, SEEDS)
def test_the_order_in_which_results_are_listed_is_irrelevant(case: Case, seed: int) -> None:
    rng = Random(seed)
    rounds = {
        ref: replace(
            round_,
            pairings=dict(enumerate(_shuffled(rng, list(round_.pairings.values())), 1)),
            byes=dict(_shuffled(rng, list(round_.byes.items()))),
        )
        for ref, round_ in _shuffled(rng, list(case.tournament.rounds.items()))
    }
    entries = dict(_shuffled(rng, list(case.tournament.entries.items())))
    shuffled = case.inputs_after(replace(case.tournament, rounds=rounds, entries=entries))
    assert all_rows(shuffled, case.codes) == all_rows(case.inputs, case.codes)
    assert Standings(shuffled, case.chain).rows == Standings(case.inputs, case.chain).rows


def _shuffled(rng: Random, items: list[T]) -> list[T]:
    return rng.sample(items, len(items))


@few
@given(CASES, SEEDS)
def test_other_numbers_give_the_same_standings(case: Case, seed: int) -> None:
    """Apart from what looks at numbers or lots."""
    numbers = list(case.tournament.entries)
    fresh = [PlayerId(number) for number in Random(seed).sample(range(1, 200), len(numbers))]
    new = dict(zip(numbers, fresh, strict=True))
    renumbered = _renumbered(case.imported, new)
    inputs = tiebreak_input(
        renumbered.tournament, awarded=renumbered.awarded, extra=renumbered.extra
    )
    codes = [code for code in case.codes if not looks_at_numbers(code)]
    for chain in [*([code] for code in codes), case.chain]:
        found = {row.player: row for row in Standings(inputs, chain).rows}
        for row in Standings(case.inputs, chain).rows:
            opponents = tuple(new[opponent] for opponent in row.opponents)
            wanted = replace(row, player=new[row.player], opponents=opponents)
            assert found[new[row.player]] == wanted, chain


def _renumbered(event: ImportedTournament, new: Renumber) -> ImportedTournament:
    t = event.tournament
    rounds = {
        ref: replace(
            round_,
            pairings={
                table: Pairing(tuple(new[seat] for seat in pairing.seats), pairing.result)
                for table, pairing in round_.pairings.items()
            },
            byes={new[player]: kind for player, kind in round_.byes.items()},
        )
        for ref, round_ in t.rounds.items()
    }
    entries = {new[player]: entry for player, entry in t.entries.items()}
    return ImportedTournament(
        replace(t, rounds=rounds, entries=dict(sorted(entries.items()))),
        {(new[player], round_no): points for (player, round_no), points in event.awarded.items()},
        {(new[player], given): points for (player, given), points in event.extra.items()},
    )


# What follows from a change


@few
@given(CASES, st.sampled_from(ByeKind), SEEDS)
def test_a_bye_adds_no_opponent(case: Case, kind: ByeKind, seed: int) -> None:
    """Neither to the player nor to others; no term speaks of somebody who was not paired."""
    t = case.tournament
    lucky = Random(seed).choice(list(t.entries))
    one_more = RoundRef(1, len(t.rounds) + 1)
    bye = Round(RoundStatus.COMPLETE, {}, {lucky: kind}, t.rules.system, "", "")
    inputs = case.inputs_after(replace(t, rounds={**t.rounds, one_more: bye}))
    before = {row.player: row for row in Standings(case.inputs, ["PTS"]).rows}
    for row in Standings(inputs, ["PTS"]).rows:
        assert row.opponents == before[row.player].opponents
        assert row.matches == before[row.player].matches
        is_bye = row.player == lucky and kind in (ByeKind.PAIRING, ByeKind.FULL, ByeKind.HALF)
        assert row.byes == before[row.player].byes + is_bye
    for code in case.codes:
        for player, found in _sums(inputs, code):
            met = Counter(
                p.opponent for p in found.parts if isinstance(p, PlayerRound) and p.paired
            )
            assert met <= Counter(before[player].opponents), code


@few
@given(CASES)
def test_twice_the_points_are_twice_buchholz_and_four_times_sonneborn_berger(case: Case) -> None:
    event, rules = case.imported, case.tournament.rules
    doubled = tiebreak_input(
        replace(event.tournament, rules=_doubled(rules)),
        awarded={where: 2 * points for where, points in event.awarded.items()},
        extra={key: 2 * points for key, points in event.extra.items()},
    )
    factors = {"PTS": 2, "PS": 2, "PS/C1": 2, "SB": 4, "SB/C1": 4, "SB/P": 4, "KS": 2}
    factors |= {"STD": 1, "WIN": 1, "WON": 1, "REP": 1, "DE": 1, "TPR/U1500": 1, "PTP/U1500": 1}
    if not case.predetermined or case.edition == "2024":
        factors |= dict.fromkeys(("BH", "BH/C1", "BH/M1", "BH/P", "FB", "FB/C2", "AOB"), 2)
    for code, factor in factors.items():
        rows = Standings(case.inputs, [code]).by_player
        for row in Standings(doubled, [code]).rows:
            value = rows[row.player].values[-1]
            assert row.values[-1] == (None if value is None else factor * value), code
            assert row.rank == rows[row.player].rank, code


def _doubled(rules: Rules) -> Rules:
    given_for_byes = rules.bye_points
    assert given_for_byes
    assert given_for_byes.points is not None
    p = rules.points
    return replace(
        rules,
        points=Points(2 * p.win, 2 * p.draw, 2 * p.loss),
        bye_points=ByePoints(points=2 * given_for_byes.points),
        unplayed_points={kind: 2 * points for kind, points in rules.unplayed_points.items()},
    )


# What standings are


@many
@given(CASES, SEEDS)
def test_standings_are_sorted_and_ranks_are_those_of_a_competition(case: Case, seed: int) -> None:
    """1, 2, 2, 4: the rank is one more than the number of those who are better."""
    rng = Random(seed)
    usable = [code for code in case.codes if not looks_at_numbers(code)]
    codes: list[str] = []
    for code in rng.sample(usable, 5):
        if not chain_problems([*codes, code], case.tournament.rules):
            codes.append(code)
    for chain in (codes, list(case.chain), [*case.chain, "random"]):
        standings = Standings(case.inputs, chain)
        keys = [_key(standings, row) for row in standings.rows]
        assert keys == sorted(keys)
        for row, key in zip(standings.rows, keys, strict=True):
            assert row.rank == 1 + sum(other < key for other in keys)
            assert standings.ranks[row.player] == row.rank
        for above, below in pairwise(standings.rows):
            assert (above.rank or 0) < (below.rank or 0) or above.player < below.player
        assert {row.player for row in standings.rows} == set(case.tournament.entries)


def _key(standings: Standings, row: Row) -> list[tuple[bool, Fraction]]:
    """Smaller is better; what is undefined comes last."""
    return [
        (True, Fraction(0)) if value is None else (False, value if link.lower_is_better else -value)
        for value, link in zip(row.values, standings.chain, strict=True)
    ]


@many
@given(CASES)
def test_terms_add_up_to_the_value_always(case: Case) -> None:
    inputs = case.inputs
    for code in case.codes:
        shown = {row.player: row.values[-1] for row in Standings(inputs, [code]).rows}
        for player, found in _sums(inputs, code):
            assert _added_up(found) == shown.pop(player), code
        # The others have no value, or a place among those who are tied.
        name = code.partition("/")[0].upper()
        assert TIEBREAKS[name].split or set(shown.values()) <= {None}, code


def _sums(inputs: TiebreakInput, code: str) -> Iterator[tuple[PlayerId, Sum]]:
    standings = Standings(inputs, [code])
    for player in inputs.entries:
        found = standings.sum_of(player, len(standings.chain) - 1)
        if found is not None:
            yield player, found


def _added_up(found: Sum) -> Fraction:
    """The value by the terms alone, in another way than `Sum` has."""
    assert len(found.parts) == len(found.amounts)
    assert len(set(found.cut)) == len(found.cut)
    assert all(0 <= place < len(found.parts) for place in found.cut)
    kept = [amount for n, amount in enumerate(found.amounts) if n not in set(found.cut)]
    value = sum((Fraction(amount, found.unit) for amount in kept), Fraction(0)) / found.over
    if found.least is not None:
        value = max(value, found.least)
    if found.rounded:
        whole = value.numerator // value.denominator
        value = Fraction(whole + (value - whole >= Fraction(1, 2)))
    return value


def test_all_tie_breaks_for_individuals_are_looked_at() -> None:
    swiss = Case(1, False, "2026").codes
    chess = [t for t in TIEBREAKS.values() if t.games == ("chess",) and not t.teams_only]
    assert {tiebreak.code for tiebreak in chess} <= set(swiss)
    assert {"PTS", "random", "player_number"} <= set(swiss)
    only_swiss = {tiebreak.code for tiebreak in TIEBREAKS.values() if tiebreak.swiss_only}
    assert {"BH", "FB", "AOB"} <= only_swiss
    assert not only_swiss & set(Case(1, True, "2026").codes)
    assert set(swiss) == set(Case(1, True, "2024").codes)


# The lot


@few
@given(CASES, SEEDS)
def test_a_lot_can_be_drawn_again(case: Case, seed: int) -> None:
    """Whatever was entered when: it depends on the recorded seed and the numbers only."""
    places = _lots(case.inputs)
    assert sorted(places.values()) == list(range(1, len(places) + 1))
    assert places == _lots(case.inputs)
    rng, t = Random(seed), case.tournament
    entries = dict(_shuffled(rng, list(t.entries.items())))
    rounds = dict(_shuffled(rng, list(t.rounds.items())))
    assert places == _lots(case.inputs_after(replace(t, entries=entries, rounds=rounds)))
    assert places == _lots(case.inputs_after(replace(t, rounds={})))
    # Who comes later does not change the others' order.
    fewer = dict(list(t.entries.items())[:-1])
    order = sorted(fewer, key=lambda player: places[player])
    left = _lots(TiebreakInput(case.inputs.sheet, fewer, t.rules, t.draw_seed), fewer)
    assert order == sorted(left, key=lambda player: left[player])


def _lots(inputs: TiebreakInput, of: Mapping[PlayerId, Entry] | None = None) -> dict[PlayerId, int]:
    prepare = TIEBREAKS["RANDOM"].prepare
    assert prepare
    draw: Callable[[PlayerId], Sum | None] = prepare(inputs, Standings(inputs, []).chain[0].options)
    found = {player: draw(player) for player in of or inputs.entries}
    return {player: int(one.value) for player, one in found.items() if one is not None}


def test_another_seed_draws_another_lot() -> None:
    case = Case(8 * 5 + 7, False, "2026")
    assert len(case.tournament.entries) == 10
    orders = {
        tuple(_lots(case.inputs_after(replace(case.tournament, draw_seed=f"seed {n}"))).values())
        for n in range(50)
    }
    assert len(orders) == 50
    first = {order.index(1) for order in orders}
    assert len(first) > 5


def test_without_a_recorded_seed_nothing_is_drawn() -> None:
    case = Case(5, False, "2026")
    inputs = case.inputs_after(replace(case.tournament, draw_seed=""))
    assert {row.values[-1] for row in Standings(inputs, ["random"]).rows} == {None}
    assert Standings(inputs, ["random"]).ranks == Standings(inputs, ["PTS"]).ranks


# What the organiser decides


@few
@given(CASES, SEEDS)
def test_an_order_never_moves_players_who_differ_in_a_tiebreak(case: Case, seed: int) -> None:
    """Whoever it names, tied or not, and whoever is in it no more."""
    rng = Random(seed)
    codes = case.chain[: rng.randrange(3)]
    t = replace(
        case.tournament,
        rules=case.tournament.rules.with_changes({"standings_tiebreakers": list(codes)}),
    )
    before = Standings(case.inputs_after(t))
    last = before.inputs.sheet.rounds
    orders = []
    for _ in range(3):
        named = rng.sample(list(t.entries), rng.randint(2, len(t.entries)))
        orders.append(TieOrder(rng.choice((last, last, last + 1)), tuple(named), "lot"))
    ordered = replace(t, tie_orders=tuple(orders))
    after = Standings(case.inputs_after(ordered))
    for group in before.ties:
        assert {after.ranks[player] for player in group} <= set(
            range(before.ranks[group[0]], before.ranks[group[0]] + len(group))
        )
    for one, rank in before.ranks.items():
        assert after.by_player[one].values == before.by_player[one].values
        for other, below in before.ranks.items():
            if rank < below:
                assert after.ranks[one] < after.ranks[other]
    assert Standings(case.inputs_after(replace(ordered, tie_orders=()))).rows == before.rows
