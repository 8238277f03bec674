"""Why two players do not meet: hand-worked answers, and every answer against a full search."""

from dataclasses import replace
from itertools import combinations, count
from math import comb
from typing import Protocol

import pytest

from fairpair import pair_round
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.explanation.shortage import THE_BYE, Shortage
from fairpair.engine.pairing.explanation.why_not import Verdict, WhyNot
from fairpair.engine.pairing.explanation.why_not_wording import why_not_text
from fairpair.engine.pairing.proposal import Board, ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import explain_missing_pair
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.tournament import tournament_of
from pairing import swiss_positions
from pairing.positions import position, tangled
from pairing.reference import Cost, round_of
from pairing.rounds_with_pair import Boards, DutchRounds, SwissRounds
from pairing.swiss_positions import event, played

WIN = Games((2, 0))
Found = tuple[Boards, int | None, Cost]


def boards(round_: Proposal) -> frozenset[frozenset[int]]:
    return frozenset(frozenset((b.white, b.black)) for b in round_.boards)


def told(t: Tournament, a: int, b: int) -> str:
    why = explain_missing_pair(t, None, pair_round(t), (PlayerId(a), PlayerId(b)))
    return str(why_not_text(why, t.name_of))


def in_order(players: int, **rules: object) -> Tournament:
    """An event paired in the order of entry."""
    return event(players, pairing_methods={"rest": "entry_order"}, **rules)  # type: ignore[arg-type]


def test_later_in_the_order() -> None:
    """1-2 and 3-4 come first; 1-3 and 2-4 are as good."""
    assert told(in_order(4), 1, 3) == (
        "P1 and P3 could meet, and that would be equally good. The round as it is comes first in"
        " the order set by the rules. 2 tables would be different: P1 - P3 and P2 - P4."
    )


def test_more_would_have_to_be_paired_down() -> None:
    """P1 and P3 have a win each and meet. For P1 to meet P2, both would have to go down."""
    t = played(in_order(4), {(1, 2): WIN, (3, 4): WIN})
    assert told(t, 1, 4) == (
        "P1 and P4 could meet. But then, among the players in the group with 3 points, more players"
        " would have to be paired down. This concerns P1 and P3. By this criterion, that is 2"
        " instead of 0. 2 tables would be different: P1 - P4 and P3 - P2."
    )
    assert told(t, 1, 2) == "P1 and P2 already met in round 1."
    assert told(t, 3, 1) == "P3 and P1 meet in this round."


def test_impossible_for_the_others() -> None:
    """P3, P4 and P5 keep apart, so all three need one of the others, and P1 and P2 are two."""
    t = in_order(6)
    apart = PairingRestriction(hard=True)
    t = replace(
        t, avoided={frozenset(map(PlayerId, two)): apart for two in combinations((3, 4, 5), 2)}
    )
    assert told(t, 1, 2) == (
        "P1 and P2 could meet, but then the other players could not all be paired. Without P1 and"
        " P2, the only possible opponents for P3, P4 and P5 are P6: 1 for 3."
    )
    assert told(t, 3, 4) == "P3 and P4 have a pairing restriction."


def test_the_bye_comes_first() -> None:
    """P5 is the last in the order and has the bye: if it is to play, P4 must have it."""
    t = in_order(5, bye_assignment="lowest_tiebreaker")
    assert told(t, 1, 5).startswith(
        "P1 and P5 could meet. But then the bye would go to P4, although another player is next"
        " in line for it."
    )


def test_a_round_robin_is_by_the_table() -> None:
    t = event(4, system="round_robin", cycles=2, pairing_methods={"round_1": "entry_order"})
    assert told(t, 1, 2) == (
        "By the Berger table for 4 players, P1 (number 1) and P2 (number 2) meet in round 3 and"
        " round 5."
    )
    assert told(t, 1, 4) == "P1 and P4 meet in this round."


def test_a_round_that_was_changed_is_compared_with_the_rules() -> None:
    t = in_order(4)
    boards_ = (Board(PlayerId(1), PlayerId(4), ""), Board(PlayerId(2), PlayerId(3), ""))
    made = Proposal(1, boards_)
    asked = explain_missing_pair(t, None, made, (PlayerId(1), PlayerId(2)))
    assert asked.verdict is Verdict.RULED
    other = explain_missing_pair(t, None, made, (PlayerId(1), PlayerId(3)))
    assert (other.verdict, other.edited) == (Verdict.EQUAL, True)
    assert "edited manually" in str(why_not_text(other, t.name_of))


def test_nobody_is_asked_about_who_is_not_there() -> None:
    t = in_order(4)
    made = pair_round(t)
    with pytest.raises(InvalidStateError):
        explain_missing_pair(t, None, made, (PlayerId(1), PlayerId(1)))
    with pytest.raises(InvalidStateError):
        explain_missing_pair(
            t, None, replace(made, boards=made.boards[:1]), (PlayerId(1), PlayerId(4))
        )


def test_it_does_not_matter_who_is_named_first() -> None:
    for seed in range(6):
        t = swiss_positions.position(f"both ways {seed}")
        try:
            made = pair_round(t)
        except ImpossiblePairingError:
            continue
        present = sorted(PlayerId(p) for two in boards(made) for p in two)
        for one, other in combinations(present, 2):
            found = [
                explain_missing_pair(t, None, made, two) for two in ((one, other), (other, one))
            ]
            assert found[0].round == found[1].round
            reasons = [one.ruled_out for one in found]
            assert [one and (one.by, one.amounts) for one in reasons[:1]] == [
                one and (one.by, one.amounts) for one in reasons[1:]
            ]


def check_dutch(text: str, largest: int) -> int:
    """Every pair of the round; how many were asked about."""
    file = read_or_raise(text.encode())[0]
    imported = tournament_of(file)
    try:
        made = pair_round(imported.tournament, imported.past)
    except ImpossiblePairingError:
        return 0
    present = [p for two in boards(made) for p in two]
    present += [made.bye] if made.bye else []
    if len(present) > largest:
        return 0
    rounds = DutchRounds(round_of(file))
    best = rounds.best()
    assert best is not None
    assert best[:2] == (boards(made), made.bye)
    for one, other in combinations(sorted(present), 2):
        pair = PlayerId(one), PlayerId(other)
        said = explain_missing_pair(imported.tournament, imported.past, made, pair)
        found = rounds.best(frozenset(pair))
        if is_possible(said, made, found, rounds):
            assert found is not None
            check_reason(said, *rounds.first_difference(best[2], found[2]))
    return comb(len(present), 2)


class Facts(Protocol):
    """Who may meet and who may have the bye, by the definitions."""

    def may_meet(self, one: int, other: int) -> bool:
        """Whether two may meet, or one of them have the bye (0)."""


def check_shortage(shortage: Shortage, said: WhyNot, made: Proposal, facts: Facts) -> None:
    """It is a proof: each group is odd, its members can meet only each other and the opponents,
    and there are more groups than opponents.
    """
    others = {p for two in boards(made) for p in two}
    if made.bye:
        others |= {made.bye, THE_BYE}
    others -= set(said.players)
    named = [one for group in shortage.groups for one in group]
    assert len(set(named)) == len(named)
    assert {*named, *shortage.opponents} <= others
    assert len(shortage.groups) > len(shortage.opponents)
    for group in shortage.groups:
        assert len(group) % 2
        allowed = {*group, *shortage.opponents}
        for one in group:
            assert not [two for two in others - allowed if facts.may_meet(one, two)]


def is_possible(said: WhyNot, made: Proposal, found: Found | None, facts: Facts) -> bool:
    """Whether a round with the pair is asked about and possible; then it is the one that was found
    by trying all.
    """
    if frozenset(said.players) in boards(made):
        assert said.verdict is Verdict.PAIRED
        return False
    if found is None:
        assert said.verdict in (Verdict.KEPT_APART, Verdict.IMPOSSIBLE)
        assert (said.verdict is Verdict.IMPOSSIBLE) == (said.shortage is not None)
        if said.shortage is not None:
            check_shortage(said.shortage, said, made, facts)
        return False
    assert said.round is not None
    assert said.exact
    assert not said.edited
    assert (boards(said.round), said.round.bye) == found[:2]
    assert set(map(frozenset, said.changes)) == boards(said.round) - boards(made)
    return True


def check_reason(said: WhyNot, name: str, made: object, other: object) -> None:
    """The first criterion that differs, and what is counted if it counts players."""
    assert said.ruled_out is not None
    assert said.verdict is (Verdict.EQUAL if name == "order" else Verdict.WORSE)
    assert said.ruled_out.by == name
    counted = isinstance(made, int) and isinstance(other, int)
    if counted and name not in ("bye_order", "bye_points"):
        assert said.ruled_out.amounts is not None
        assert [int(one) for (one,) in said.ruled_out.amounts] == [made, other]


def test_dutch() -> None:
    total = sum(check_dutch(make(n), 8) for make in (position, tangled) for n in range(25))
    assert total > 100


def check_swiss(seed: str, method: str = "") -> int:
    """Every pair of the round; how many were asked about. With another method if one is given."""
    t = swiss_positions.position(seed)
    if method:
        t = replace(t, rules=replace(t.rules, pairing_methods={"rest": method}))
    try:
        made = pair_round(t)
    except ImpossiblePairingError:
        return 0
    rounds = SwissRounds(t)
    best = rounds.best()
    assert best is not None
    assert best[:2] == (boards(made), made.bye)
    present = [p for two in boards(made) for p in two]
    present += [made.bye] if made.bye else []
    for one, other in combinations(sorted(present), 2):
        pair = PlayerId(one), PlayerId(other)
        said = explain_missing_pair(t, None, made, pair)
        found = rounds.best(frozenset(pair))
        if is_possible(said, made, found, rounds):
            assert found is not None
            check_reason(said, *rounds.first_difference(best[1:], found[1:]))
    return comb(len(present), 2)


def test_swiss() -> None:
    assert sum(check_swiss(f"why not {n}") for n in range(25)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 400, 20))
def test_many_dutch(start: int) -> None:
    total = 0
    for make in (position, tangled):
        total += sum(check_dutch(make(n), 10) for n in range(start, start + 20))
    assert total


@pytest.mark.slow
@pytest.mark.parametrize("method", swiss_positions.METHODS)
def test_a_thousand_pairs_of_each_swiss_method(method: str) -> None:
    asked = 0
    for number in count():
        asked += check_swiss(f"many {number}", method)
        if asked >= 1000:
            break


@pytest.mark.parametrize("players", range(3, 11))
def test_every_pair_of_a_round_robin(players: int) -> None:
    """The rounds that the answer names are those in which the two are paired."""
    t = event(players, system="round_robin", cycles=2, rounds=None)
    met: dict[frozenset[int], list[int]] = {}
    made: list[Proposal] = []
    for number in range(1, 2 * (players - 1 + players % 2) + 1):
        round_ = pair_round(t)
        made.append(round_)
        for two in boards(round_):
            met.setdefault(two, []).append(number)
        byes = {one.player: one.kind for one in round_.rests}
        t = played(t, {(b.white, b.black): WIN for b in round_.boards}, byes)  # type: ignore[arg-type]
    for number, round_ in enumerate(made, 1):
        resting = {one.player for one in round_.rests}
        for one, other in combinations(sorted(set(t.entries) - resting), 2):
            said = explain_missing_pair(t, None, round_, (one, other))
            there = number in met[frozenset((one, other))]
            assert said.verdict is (Verdict.PAIRED if there else Verdict.SCHEDULE)
            assert there or list(said.rounds) == met[frozenset((one, other))]
