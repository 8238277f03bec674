"""Knock-outs through the log: matches that open one by one, corrections, play-ins, draws."""

from random import Random

import pytest

from app.played_events import (
    LOWER,
    UPPER,
    event,
    knock_out,
    next_round,
    one_step,
    opened,
    refused,
    to_the_cut,
    tree,
    won,
)
from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Admission, Phase
from fairpair.engine.stages.progress import NextStep, plan_for, progress
from fairpair.engine.stages.ranking import ranking_of
from fairpair.log import commands as c
from invariants import broken
from log_driver import LogDriver, p


def test_a_semi_final_begins_while_quarter_finals_are_played() -> None:
    desk = knock_out(8)
    won(desk, 1, 1)
    assert refused_to_open(desk) == "nothing-to-open"
    won(desk, 1, 2)
    first = [m.winner for m in tree(desk).in_round(1)[:2]]
    told = progress(desk.t)
    assert told.step is NextStep.RESULTS
    assert str(told.text) == "Quarter-finals: 2 results missing: tables 3, 4"
    assert str(told.opens[0]).startswith("semi-final 1 (")
    opened(desk)
    assert [set(x.seats) for x in desk.t.rounds[RoundRef(2, 2)].pairings.values()] == [set(first)]
    assert str(progress(desk.t).text) == (
        "Quarter-finals: 2 results missing: tables 3, 4; Semi-finals: 1 result missing: table 1"
    )
    assert tuple(map(str, progress(desk.t).waiting)) == (
        "table 3",
        "table 4",
        "table 1 in the semi-finals",
    )
    won(desk, 2, 1)
    assert refused(desk, c.CompleteRound()).code == "results-pending"
    won(desk, 1, 3)
    won(desk, 1, 4)
    assert progress(desk.t).step is NextStep.COMPLETE
    desk.do(c.CompleteRound())
    assert desk.t.rounds[RoundRef(2, 1)].status is RoundStatus.COMPLETE
    assert desk.t.rounds[RoundRef(2, 2)].status is RoundStatus.PUBLISHED
    assert progress(desk.t).step is NextStep.OPEN
    assert str(progress(desk.t).text).startswith("Semi-finals: ready to start: semi-final 2 (")
    opened(desk)
    assert sorted(desk.t.rounds[RoundRef(2, 2)].pairings) == [1, 2]
    won(desk, 2, 2)
    opened(desk)
    won(desk, 3, 1)
    desk.do(c.CompleteRound(), c.CompleteRound())
    assert progress(desk.t).step is NextStep.FINISH
    assert tree(desk).champion is not None


def refused_to_open(desk: LogDriver) -> str:
    with pytest.raises(InvalidStateError) as caught:
        open_command(desk.t)
    return caught.value.code


def test_who_still_plays_cannot_begin_another_match() -> None:
    desk = knock_out(4)
    seats = [pairing.seats for pairing in desk.t.rounds[RoundRef(2, 1)].pairings.values()]
    won(desk, 1, 1)
    busy = c.OpenMatches(2, desk_tables((seats[0][0], seats[1][0])))
    assert refused(desk, busy).code == "still-playing"
    assert refused(desk, draft_by_hand((seats[0][0], seats[0][1]))).code == "results-pending"


def desk_tables(*pairs: tuple[int, int]) -> tuple[Table, ...]:
    return tuple(Table(n, (p(a), p(b))) for n, (a, b) in enumerate(pairs, 1))


def draft_by_hand(*pairs: tuple[int, int]) -> c.DraftRound:
    return c.DraftRound(desk_tables(*pairs))


def test_before_the_cut_nothing_opens_by_itself() -> None:
    desk = event("mtg_standard", 8, rounds=3, cut=4)
    desk.do(draft(desk.t), c.PublishRound())
    assert refused_to_open(desk) == "nothing-to-open"
    found = refused(desk, c.OpenMatches(2, desk_tables((1, 2))))
    assert found.code == "not-in-a-knock-out"


def test_who_leaves_between_two_rounds_gives_the_opponent_a_walkover() -> None:
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    opened(desk)
    won(desk, 1, 3)
    left = tree(desk).in_round(1)[2].winner
    assert left is not None
    desk.do(c.DropPlayer(left))
    assert str(desk.t.entries[left].periods[-1].last) == "stage 2, round 1"
    won(desk, 1, 4)
    semi = tree(desk).in_round(2)[1]
    assert (semi.over, semi.winner) == (True, tree(desk).in_round(1)[3].winner)


def test_who_leaves_in_a_match_loses_it_whatever_else_runs() -> None:
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    opened(desk)
    loser = desk.t.rounds[RoundRef(2, 1)].pairings[4].seats[0]
    desk.do(c.DropPlayer(loser))
    assert str(desk.t.rounds[RoundRef(2, 1)].pairings[4].result) == "0-1F"


def test_a_correction_that_changes_a_played_match_is_refused_with_the_names() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    won(desk, 2, 1)
    [final] = tree(desk).in_round(2)
    both = [desk.t.name_of(x) for x in final.players]
    found = refused(desk, c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread"))
    assert found.code == "later-matches"
    assert found.message == (
        "This changes who plays in later matches:"
        f" the final ({both[0]} - {both[1]}, already played)."
    )
    assert found.problems[0].where == "the final"


def test_a_confirmed_correction_voids_what_others_would_have_played() -> None:
    desk = knock_out(4, third_place=True)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    won(desk, 2, 1)
    won(desk, 2, 2)
    desk.do(c.CompleteRound())
    was = tree(desk).in_round(1)[0]
    desk.do(c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread", void_later=True))
    assert RoundRef(2, 2) not in desk.t.rounds
    assert tree(desk).in_round(1)[0].winner == was.loser
    assert str(progress(desk.t).text) == "The final can be paired"
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
    assert was.loser in tree(desk).in_round(2)[0].players
    assert was.winner in tree(desk).in_round(2)[1].players
    desk.do(c.Undo(), c.Undo(), c.Undo())
    assert tree(desk).champion is not None


def test_matches_that_keep_their_players_stay() -> None:
    """Of two semi-finals one is void, and the final; the other one stands."""
    desk = knock_out(8)
    for table in (1, 2, 3, 4):
        won(desk, 1, table)
    next_round(desk)
    won(desk, 2, 1)
    won(desk, 2, 2)
    next_round(desk)
    kept = tree(desk).in_round(2)[1]
    desk.do(c.CorrectResult(MatchRef(2, 1, 1), LOWER, "misread", void_later=True))
    assert not broken(desk.t)
    assert tree(desk).in_round(2)[1] == kept
    assert RoundRef(2, 3) not in desk.t.rounds
    assert desk.t.rounds[RoundRef(2, 2)].status is RoundStatus.PUBLISHED
    assert progress(desk.t).step is NextStep.OPEN
    opened(desk)
    won(desk, 2, 1)
    desk.do(c.CompleteRound())
    assert str(progress(desk.t).text) == "The final can be paired"


def test_a_correction_that_changes_nobody_is_free() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    desk.do(c.CorrectResult(MatchRef(2, 1, 1), Games((2, 1)), "misread"))
    assert RoundRef(2, 2) in desk.t.rounds


def test_a_result_taken_away_voids_the_match_after_it() -> None:
    desk = knock_out(8)
    won(desk, 1, 1)
    won(desk, 1, 2)
    opened(desk)
    assert refused(desk, c.ClearResult(MatchRef(2, 1, 1))).code == "later-matches"
    desk.do(c.ClearResult(MatchRef(2, 1, 1), void_later=True))
    assert RoundRef(2, 2) not in desk.t.rounds
    assert not broken(desk.t)


def test_a_match_of_the_rounds_for_everybody_is_never_void() -> None:
    desk = event("mtg_standard", 8, rounds=3, cut=4)
    desk.do(draft(desk.t), c.PublishRound())
    won(desk, 1, 1)
    desk.do(c.CorrectResult(MatchRef(1, 1, 1), LOWER, "misread", void_later=True))
    assert len(desk.t.rounds[RoundRef(1, 1)].pairings) == 4


@pytest.mark.parametrize("players", [2, 3, 8, 13, 70])
def test_a_knock_out_from_the_start(players: int) -> None:
    desk = event("mtg_standard", players, mode="elimination", third_place=True)
    assert (
        str(progress(desk.t).text) == f"Registration: {players} players; the bracket can be created"
    )
    assert refused(desk, draft_by_hand((1, 2))).code == "knock-out-only"
    assert [stage.kind for stage in plan_for(desk.t).stages] == ["swiss", "single_elimination"]
    desk.do(cut_command(desk.t, desk.journal.version))
    assert list(desk.t.seeds[2]) == list(range(1, players + 1))
    assert desk.t.phase is Phase.SETUP
    dice = Random(players)
    while one_step(desk, dice):
        assert not broken(desk.t)
    assert desk.t.finished
    assert tree(desk).champion is not None


def test_unrated_players_of_a_knock_out_are_drawn() -> None:
    desk = event("mtg_standard", 4, mode="elimination")
    desk.do(*(c.EditPlayer(p(n), Player(f"P{n}")) for n in (2, 4)))
    first = cut_command(desk.t).seeds
    assert set(first[:2]) == {1, 3}
    assert first == cut_command(desk.t).seeds


def test_each_round_can_have_its_own_length() -> None:
    desk = knock_out(4, third_place=True, best_of_rounds={"final": 5, "third_place": 1})
    assert refused(desk, c.RecordResult(MatchRef(2, 1, 1), Games((3, 0)))).code == (
        "impossible-result"
    )
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    won(desk, 2, 1, Games((3, 2)))
    assert refused(desk, c.RecordResult(MatchRef(2, 2, 2), UPPER)).code == "impossible-result"
    won(desk, 2, 2, Games((1, 0)))


@pytest.mark.parametrize(
    "rules", [{"finals": "double"}, {"best_of_rounds": {"swiss": 3}}, {"finals": "play_in"}]
)
def test_rules_of_stages_that_nobody_can_play_are_refused(rules: dict[str, object]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        event("mtg_standard", 4, **rules)
    assert caught.value.problems[0].where == next(iter(rules))


def test_players_level_at_the_line_play_for_its_places() -> None:
    desk = to_the_cut(event("mtg_standard", 16, rounds=3, cut=5, cut_ties="play_in"))
    command = cut_command(desk.t, desk.journal.version)
    assert command.admission.kind == "play_in"
    playing, through = command.seeds, command.admission.through
    assert len(through) + command.admission.places == 5
    desk.do(command)
    assert [stage.kind for stage in plan_for(desk.t).stages] == [
        "swiss",
        "play_in",
        "single_elimination",
    ]
    assert str(progress(desk.t).text).startswith("The play-in")
    dice = Random(5)
    with pytest.raises(InvalidStateError, match="play-in"):
        cut_command(desk.t)
    while desk.t.stage == 2:
        assert one_step(desk, dice)
        assert not broken(desk.t)
    seeds = desk.t.seeds[3]
    assert seeds[: len(through)] == through
    assert len(seeds) == 5
    assert set(seeds[len(through) :]) < set(playing)
    while one_step(desk, dice):
        assert not broken(desk.t)
    assert desk.t.finished
    assert tree(desk).champion in seeds


def test_a_place_that_stays_empty_keeps_the_numbers_of_the_others() -> None:
    desk = to_the_cut(event("mtg_standard", 16, rounds=4, cut=4, cut_declined="walkover"))
    second = cut_command(desk.t).seeds[1]
    desk.do(c.DropPlayer(second))
    command = cut_command(desk.t, desk.journal.version)
    assert command.admission.numbers == (1, 3, 4)
    desk.do(command)
    semis = tree(desk).in_round(1)
    assert [[seat.seed for seat in match.seats] for match in semis] == [[1, 4], [None, 3]]
    assert semis[1].winner == command.seeds[1]


@pytest.mark.parametrize(
    "how",
    [
        {"kind": "ladder"},
        {"numbers": (1, 2)},
        {"numbers": (1, 3, 2, 4)},
        {"numbers": (0, 1, 2, 3)},
        {"numbers": (1, 2, 3, 513)},
        {"places": 4},
        {"places": 0},
        {"through": (1,), "places": 2},
    ],
)
def test_a_cut_that_makes_no_sense_is_refused(how: dict[str, object]) -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=3, cut=4))
    command = c.MakeCut(tuple(map(p, (1, 2, 3, 4))), None, Admission(**how))  # type: ignore[arg-type]
    assert refused(desk, command).code == "bad-cut"


def test_what_cannot_be_is_refused_and_nothing_changes() -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=3, cut=4))
    locked = c.RecordResult(MatchRef(2, 1, 1), UPPER)
    assert refused(desk, locked).code == "unknown-round"
    assert refused(desk, c.MakeCut((p(1),))).code == "bad-cut"
    desk.do(c.ChangeRules({"cut": 9}, "everybody"))
    assert len(cut_command(desk.t).seeds) == 8
    for player in list(desk.t.entries)[:7]:
        desk.do(c.DropPlayer(player))
    desk.do(c.ChangeRules({"cut": 4}, "as planned"))
    with pytest.raises(InvalidStateError, match="at least two"):
        cut_command(desk.t)
    desk.do(c.DropPlayer(p(8)))
    with pytest.raises(InvalidStateError, match="0 players are left"):
        cut_command(desk.t)
    desk.do(c.FinishTournament(early=True))


def test_a_final_without_players_has_no_winner() -> None:
    desk = knock_out(4)
    for player in desk.t.seeds[2]:
        desk.do(c.DropPlayer(player))
    desk.do(c.CompleteRound())
    assert tree(desk).champion is None
    with pytest.raises(InvalidStateError, match="Finish the tournament"):
        draft(desk.t)
    desk.do(c.FinishTournament())


def test_the_end_waits_for_the_cut() -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=3, cut=4))
    assert refused(desk, c.FinishTournament()).code == "rounds-left"
    desk.do(c.FinishTournament(early=True))


def test_a_cut_follows_the_recommended_rounds() -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=None, cut=4))
    assert len(desk.t.rounds) == 3


def test_one_player_makes_no_knock_out() -> None:
    desk = event("mtg_standard", 1, mode="elimination")
    told = progress(desk.t)
    assert (told.step, str(told.text)) == (
        NextStep.ENTER,
        "Registration: 1 player; at least two are needed",
    )


def test_a_ranking_survives_finalists_who_changed_places() -> None:
    desk = knock_out(4, third_place=True)
    won(desk, 1, 1)
    won(desk, 1, 2)
    next_round(desk)
    final, other = (desk.t.rounds[RoundRef(2, 2)].pairings[n].seats for n in (1, 2))
    desk.do(c.SwapPlayers(final[0], other[0]))
    won(desk, 2, 1)
    won(desk, 2, 2)
    found = ranking_of(desk.t)
    assert found is not None
    assert {row.player for row in found.rows} == set(desk.t.entries)


def test_the_end_waits_for_the_final() -> None:
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    desk.do(c.CompleteRound())
    refusal = refused(desk, c.FinishTournament())
    assert (refusal.code, refusal.message) == (
        "rounds-left",
        "The knockout is not complete.",
    )
    desk.do(c.FinishTournament(early=True))


def test_who_is_alone_has_a_bye_but_no_round_robin() -> None:
    desk = event("mtg_standard", 1)
    assert str(progress(desk.t).text) == "Registration: 1 player; round 1 can be paired"
    assert [bye.kind for bye in draft(desk.t).byes] == [ByeKind.PAIRING]
    desk = event("mtg_standard", 1, system="round_robin")
    assert str(progress(desk.t).text) == "Registration: 1 player; at least two are needed"
    with pytest.raises(InvalidStateError, match="at least two players"):
        draft(desk.t)


def test_all_leave_between_cut_and_knock_out() -> None:
    desk = to_the_cut(event("mtg_standard", 8, rounds=3, cut=4))
    desk.do(cut_command(desk.t, desk.journal.version))
    for player in tuple(desk.t.entries):
        desk.do(c.DropPlayer(player))
    assert progress(desk.t).step is NextStep.FINISH
    desk.do(c.FinishTournament())


def test_all_leave_after_the_draw() -> None:
    desk = event("mtg_standard", 4, mode="elimination")
    desk.do(cut_command(desk.t, desk.journal.version))
    assert refused(desk, c.FinishTournament()).code == "not-started"
    for player in tuple(desk.t.entries):
        desk.do(c.DropPlayer(player))
    assert progress(desk.t).step is NextStep.FINISH
    desk.do(c.FinishTournament())


@pytest.mark.parametrize("stage", [1, 2])
def test_when_all_have_left_there_is_an_end(stage: int) -> None:
    desk = knock_out(4) if stage == 2 else event("mtg_standard", 4, rounds=3)
    if stage == 1:
        desk.do(draft(desk.t), c.PublishRound())
    for player in tuple(desk.t.entries):
        desk.do(c.DropPlayer(player))
    desk.do(c.CompleteRound())
    told = progress(desk.t)
    assert told.step is NextStep.FINISH
    assert str(told.text) == "All players have dropped: the tournament can be finished"
    desk.do(c.FinishTournament())


def walkover_drafted() -> tuple[LogDriver, PlayerId]:
    """One finalist has left, and the final is drafted without them."""
    desk = knock_out(4)
    won(desk, 1, 1)
    won(desk, 1, 2)
    desk.do(c.CompleteRound())
    gone = tree(desk).in_round(2)[0].players[0]
    desk.do(c.DropPlayer(gone))
    desk.do(draft(desk.t, desk.journal.version))
    return desk, gone


def test_who_comes_back_is_not_robbed_of_the_final() -> None:
    desk, gone = walkover_drafted()
    desk.do(c.ReinstatePlayer(gone))
    assert refused(desk, c.PublishRound()).code == "draft-stale"
    desk.do(c.DiscardDraft())
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
    assert gone in desk.t.rounds[RoundRef(2, 2)].pairings[1].seats


def test_a_drop_is_not_undone_under_a_walkover() -> None:
    desk, _ = walkover_drafted()
    dropped = desk.journal.version - 1
    refusal = refused(desk, c.Undo(dropped))
    assert refusal.code == "needed-later"
    assert "paired using different data" in refusal.problems[0].message
