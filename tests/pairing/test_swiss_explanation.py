"""Why a round of Swiss or round robin is as it is: hand-worked sentences, and what must be true."""

from dataclasses import replace

import pytest

from fairpair import pair_round
from fairpair.core.ids import PlayerId
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind
from fairpair.core.tournament import PairingRestriction, Tournament
from fairpair.engine.pairing.explanation.reasons import RoundExplanation
from fairpair.engine.pairing.explanation.wording import table_text
from fairpair.engine.pairing.proposal import Board, ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import explain_player, explain_round
from pairing.explained_rounds import round_lines
from pairing.swiss_positions import event, played, position

WIN, DRAW = Games((2, 0)), Games((1, 1))


def told(t: Tournament, proposal: Proposal | None = None) -> list[str]:
    return round_lines(explain_round(t, None, proposal or pair_round(t)), t.name_of)


def test_a_first_round() -> None:
    """In the order of entry nothing is by lot, and the last one is left for the bye."""
    t = event(5, pairing_methods={"round_1": "entry_order"}, bye_assignment="lowest_tiebreaker")
    assert told(t) == [
        "Round 1: Players with the same points are paired in order of registration.",
        "P1 and P2 both have 0 points.",
        "P3 and P4 both have 0 points.",
        "P5 has the bye with 0 points and no earlier bye. Of the players with the fewest byes and "
        "points, P5 is last in the pairing order.",
    ]


def entry_order(players: int, **rules: object) -> Tournament:
    """An event paired in the order of entry."""
    return event(players, pairing_methods={"rest": "entry_order"}, **rules)  # type: ignore[arg-type]


def test_a_rematch_is_ruled_out() -> None:
    t = played(entry_order(4), {(1, 2): DRAW, (3, 4): DRAW})
    lines = told(t)
    assert lines[1] == (
        "P1 and P3 both have 1 point. P1 would have played P2, but they had already met in round 1."
        " P3 would have played P4, but they had already met in round 1."
    )


def test_who_was_paired_down_before_is_not_again() -> None:
    """Three lead and have not met; P3 was paired down in round 2, so P2 goes down now."""
    t = entry_order(8)
    t = played(t, {(1, 5): WIN, (2, 6): WIN, (3, 7): WIN, (4, 8): DRAW})
    byes = {1: ByeKind.HALF, 2: ByeKind.HALF}
    t = played(t, {(3, 4): DRAW, (5, 6): DRAW, (7, 8): DRAW}, byes)
    assert (
        "P2 is paired down: the group has an odd number of players. "
        "P3 has already been paired down more often."
    ) in told(t)


def test_pairs_that_should_be_kept_apart() -> None:
    t = replace(
        entry_order(4),
        avoided={frozenset((PlayerId(1), PlayerId(2))): PairingRestriction(hard=False)},
    )
    assert told(t)[1] == (
        "P1 and P3 both have 0 points. "
        "P1 would have played P2, but then P1 and P2 would meet despite a pairing restriction. "
        "P3 would have played P4, but then P1 and P2 would meet despite a pairing restriction."
    )


def test_who_cannot_have_the_bye_is_named() -> None:
    t = entry_order(3, bye_assignment="lowest_rating")
    t = played(t, {(1, 2): WIN}, {3: ByeKind.PAIRING})
    t = played(t, {(1, 3): WIN}, {2: ByeKind.PAIRING})
    assert told(t)[-1] == (
        "P1 has the bye with 6 points and no earlier bye. "
        "No other eligible player has as few byes and points. "
        "P2 already had the bye in round 2. P3 already had the bye in round 1."
    )


def test_power_pairing_names_the_cut() -> None:
    t = event(
        4,
        rounds=1,
        pairing_methods={"last_round": "power"},
        standings_tiebreakers=["player_number"],
        structure=[
            {"round": 1, "type": "swiss"},
            {"round": 2, "type": "final", "participants": {"top_k": 2}},
        ],
    )
    assert told(t)[:2] == [
        "Round 1: Players are paired with their neighbours in the standings (1-2, 3-4, …). "
        "The cut-off is after rank 2.",
        "P1 and P2 both have 0 points.",
    ]


def test_colours_of_a_first_round_go_by_tables() -> None:
    t = event(4, "medium_tournament", initial_colour="white")
    lines = told(t)
    assert lines[1].endswith(
        "P1 has White: neither player has played a game, P1 is ranked higher, "
        "and the higher-ranked player has White at odd tables and Black at even tables."
    )
    assert lines[2].startswith("P4 and P3 both have 0 points. P4 has White: ")


def test_quarters_are_named() -> None:
    """Six play in quarters of two: nobody comes down."""
    lines = told(event(6, pairing_methods={"round_1": "rating_pools"}))
    assert [line.split(" both")[0] for line in lines[1:]] == ["P1 and P2", "P3 and P4", "P5 and P6"]


def test_changed_by_hand() -> None:
    t = entry_order(4)
    boards = (Board(PlayerId(1), PlayerId(4), ""), Board(PlayerId(2), PlayerId(3), ""))
    lines = told(t, Proposal(1, boards))
    assert all("the pairings in the group with 0 points would be different" in x for x in lines[1:])


def test_a_round_robin_goes_by_numbers() -> None:
    t = event(4, system="round_robin", cycles=2, pairing_methods={"round_1": "entry_order"})
    assert told(t) == [
        "Round 1: The pairings follow the Berger table for 4 players (cycle 1 of 2).",
        "P1 and P4 are numbers 1 and 4 in the schedule.",
        "P2 and P3 are numbers 2 and 3 in the schedule.",
    ]
    one = explain_player(t, None, pair_round(t), PlayerId(3))
    assert one.table is not None
    assert str(table_text(one.table, t.name_of)) == told(t)[-1]


def check(t: Tournament, proposal: Proposal, why: RoundExplanation) -> None:
    """Every board and the bye are told, every group is as ruled, and no FIDE number is."""
    assert [(b.white, b.black) for b in why.boards] == [(b.white, b.black) for b in proposal.boards]
    assert (why.bye_choice.player if why.bye_choice else None) == proposal.bye
    assert why.bye_choice is None or why.bye_choice.as_ruled
    for board in why.boards:
        assert board.group.as_ruled
        for natural in board.instead:
            assert natural.ruled_out.by != "C1" or natural.ruled_out.round_no
    text = "\n".join(round_lines(why, t.name_of))
    assert "(C" not in text
    for player in [p for b in proposal.boards for p in (b.white, b.black)]:
        one = explain_player(t, None, proposal, player)
        assert one.board in why.boards


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_random_positions(start: int) -> None:
    for number in range(start, start + 20):
        t = position(f"why {number}")
        try:
            proposal = pair_round(t)
        except ImpossiblePairingError:
            continue
        check(t, proposal, explain_round(t, None, proposal))
