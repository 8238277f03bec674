"""Chess run at the desk: exports are accepted by the checker, and files are gone on with alike."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.app.files.check import check_file
from fairpair.app.files.pairing import file_pairing
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.app.transfer.imports import event_of
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.app.use_cases.pairing import draft
from fairpair.app.use_cases.rounds import finish
from fairpair.app.views.pairing_explanation import player_reasons
from fairpair.app.views.ranking import rank_reasons, ranking_view
from fairpair.app.views.standings import standings_view
from fairpair.app.views.status import number_warnings
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, Player
from fairpair.core.results import Adjourned, Decided, Forfeit, Mark, Result, is_adjourned, win_for
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.numbers import possible_renumbering
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.formats.trf import read
from fairpair.formats.trf.from_tournament import file_of, numbers_of
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.points import Dialect
from fairpair.formats.trf.tournament import before_round, tournament_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from fairpair.log.fold import fold
from fairpair.presets import rules_of
from log_driver import CODEC, LogDriver, p

AT = "2026-01-01T00:00:00+00:00"
DIALECTS: tuple[Dialect, ...] = ("trf26", "trf16")
RESULTS: tuple[Result, ...] = (
    Decided(win_for(0)),
    Decided(win_for(1)),
    Decided((Mark.DRAW, Mark.DRAW)),
    Decided((Mark.DRAW, Mark.LOSS)),
    Decided(win_for(0), rated=False),
    Forfeit(win_for(0)),
    Forfeit((Mark.LOSS, Mark.LOSS)),
)


def new_desk(rating: list[int], **changes: object) -> LogDriver:
    desk = LogDriver()
    rules = rules_of("fide_dutch", changes).as_settings()
    desk.do(c.CreateTournament("Open", "seed", rules))
    desk.do(c.RegisterPlayers(tuple(Player(f"P{n}", one) for n, one in enumerate(rating, 1))))
    return desk


def play_round(desk: LogDriver, results: Iterator[Result]) -> None:
    """The next round, published, with these results, board by board."""
    desk.do(draft(desk.t), c.PublishRound())
    ref = max(desk.t.rounds)
    for table in sorted(desk.t.rounds[ref].pairings):
        desk.do(c.RecordResult(ref.at(table), next(results)))
    desk.do(c.CompleteRound())


def pairs(desk: LogDriver) -> set[tuple[int, ...]]:
    """The next round of the desk by the numbers of its file."""
    numbers = numbers_of(desk.t)
    return {tuple(numbers[p] for p in table.seats) for table in draft(desk.t).tables}


def file_pairs(text: bytes) -> set[tuple[int, ...]]:
    return {(board.white, board.black) for board in file_pairing(text).round.boards}


def require_exports_agree(desk: LogDriver) -> None:
    """Both dialects are right for our own checker, and go on as the desk does."""
    file = file_of(desk.t)
    over = file.rounds_played == file.rounds
    for dialect in DIALECTS:
        text = write(file, dialect=dialect)
        assert not check_file(text).complaints
        if over:
            continue
        try:
            wanted = pairs(desk)
        except ImpossiblePairingError:
            with pytest.raises(ImpossiblePairingError):
                file_pairing(text)
        else:
            assert file_pairs(text) == wanted


def require_imported_alike(desk: LogDriver) -> None:
    """The report, imported and exported again, tells the same of its rounds and is right."""
    file = file_of(desk.t)
    again = file_of(taken_over(file))
    assert sorted(again.comments) == sorted(file.comments)
    assert not check_file(write(again)).complaints


def disturb(desk: LogDriver, dice: random.Random, round_no: int) -> None:
    """What happens between rounds: late entries, withdrawals, corrections, restrictions, byes."""
    t = desk.t
    here = [player for player, entry in t.entries.items() if not entry.dropped]
    if dice.random() < 0.3 and round_no > 1:
        late = Player(f"Late {len(t.entries)}", dice.randrange(1400, 2600, 50))
        desk.do(c.EnterLate((late,), missed=dice.choice([ByeKind.ZERO, ByeKind.HALF])))
    if dice.random() < 0.3 and len(here) > 6 and round_no > 1:
        desk.do(c.DropPlayer(dice.choice(here)))
    if dice.random() < 0.4:
        player = dice.choice(here)
        entrant = t.entries[player].entrant
        assert isinstance(entrant, Player)
        new = replace(entrant, rating=(entrant.rating or 0) + dice.choice((-300, 300)))
        desk.do(c.EditPlayer(player, new))
    a, b = dice.sample(here, 2)
    if dice.random() < 0.4 and frozenset((a, b)) not in t.avoided:
        desk.do(c.AvoidPair(a, b, until_round=dice.choice([None, round_no, round_no + 1])))
    elif t.avoided and dice.random() < 0.3:
        desk.do(c.AllowPair(*sorted(dice.choice(list(t.avoided)))))
    still = [x for x in here if not desk.t.entries[x].dropped]
    if dice.random() < 0.3 and len(still) > 6:
        desk.do(
            c.RequestBye(dice.choice(still), round_no, dice.choice([ByeKind.HALF, ByeKind.ZERO]))
        )
    if dice.random() < 0.5 and possible_renumbering(desk.t):
        desk.do(c.RenumberPlayers())
    end_adjourned(desk, dice)


def end_adjourned(desk: LogDriver, dice: random.Random) -> None:
    """With any result, maybe after the next round was paired."""
    for ref, round_ in desk.t.rounds.items():
        for table, pairing in round_.pairings.items():
            if is_adjourned(pairing.result) and dice.random() < 0.5:
                desk.do(c.RecordResult(ref.at(table), dice.choice(RESULTS)))


def run_random_event(seed: int) -> None:
    dice = random.Random(seed)
    rounds = dice.randint(4, 7)
    ratings = [dice.randrange(1400, 2600, 50) for _ in range(dice.randint(8, 16))]
    baku = dice.choice(["none", "baku"])
    desk = new_desk(ratings, rounds=rounds, acceleration=baku)
    results = iter(lambda: dice.choice((*RESULTS, Adjourned())), None)
    for round_no in range(1, rounds + 1):
        disturb(desk, dice, round_no)
        require_exports_agree(desk)
        try:
            play_round(desk, results)
        except ImpossiblePairingError:
            return
    require_exports_agree(desk)
    require_imported_alike(desk)


@pytest.mark.parametrize("seed", range(6))
def test_exports_of_the_desk_are_right(seed: int) -> None:
    run_random_event(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_exports_of_the_desk_are_right(seed: int) -> None:
    run_random_event(seed)


def taken_over(file: TrfFile) -> Tournament:
    """The tournament that the import of a file gives."""
    read_again = read(write(file)).file
    assert read_again
    rows = log_of(commands_of(event_of(tournament_of(read_again))[0]), "x", AT)
    return fold(CODEC.decode(row.type, row.version, row.payload) for row in rows)


def require_taken_over(seed: int) -> None:
    dice = random.Random(seed)
    file = random_event(RandomFileOptions(players=dice.randint(8, 40)), f"event {seed}").file
    shown = replace(file, initial_colour=dice.choice([file.initial_colour, None]))
    middle = before_round(shown, dice.randint(2, max(2, file.rounds_played)))
    t = taken_over(middle)
    try:
        wanted = file_pairs(write(middle))
    except ImpossiblePairingError:
        return
    numbers = numbers_of(t)
    assert {tuple(numbers[x] for x in table.seats) for table in draft(t).tables} == wanted
    assert not check_file(write(file_of(t))).complaints


@pytest.mark.parametrize("seed", range(6))
def test_an_imported_event_goes_on_as_its_file_does(seed: int) -> None:
    require_taken_over(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_imported_events_go_on_as_their_files_do(seed: int) -> None:
    require_taken_over(seed)


def test_numbers_are_those_of_the_file() -> None:
    """Ratings in any order: the numbers of the file count, whatever is edited later."""
    file = random_event(RandomFileOptions(12, 5, 0, 0, 0, baku=False), "numbers").file
    odd = [replace(one, rating=1500 + one.id) for one in file.players]
    t = taken_over(before_round(replace(file, players=tuple(odd)), 3))
    assert list(numbers_of(t)) == list(range(1, 13))


def test_an_adjourned_game_is_a_draw_for_pairing() -> None:
    """Six players, 1-4 adjourned: 5-3, 2-1, 4-6, as after a draw."""
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5, initial_colour="white")
    wins = Decided(win_for(0))
    play_round(desk, iter((Adjourned(), wins, wins)))
    assert [table.seats for table in draft(desk.t).tables] == [(5, 3), (2, 1), (4, 6)]
    points = {player.id: player.points for player in file_of(desk.t).players}
    assert points[1] == points[4] == Fraction(1, 2)


def test_numbers_stay_when_a_rating_is_corrected() -> None:
    desk = new_desk([2400, 2300, 2200, 2100], rounds=3)
    play_round(desk, iter([Decided(win_for(0))] * 2))
    desk.do(c.EditPlayer(p(4), Player("P4", 2600)))
    assert list(numbers_of(desk.t)) == [1, 2, 3, 4]
    assert "P4 1 instead of 4" in str(number_warnings(desk.t)[0])
    desk.do(c.RenumberPlayers())
    assert list(numbers_of(desk.t)) == [4, 1, 2, 3]
    assert not number_warnings(desk.t)
    desk.refused(c.RenumberPlayers(), "nothing-changed")


def test_numbers_are_final_once_round_4_is_paired() -> None:
    desk = new_desk([2400 - 50 * n for n in range(10)], rounds=5)
    for _ in range(4):
        play_round(desk, iter([Decided(win_for(0))] * 5))
    desk.do(c.EditPlayer(PlayerId(10), Player("P10", 2600)))
    desk.refused(c.RenumberPlayers(), "numbers-final")
    assert desk.t.rounds[RoundRef(1, 4)].order == desk.t.order


def finished(desk: LogDriver, **choice: str) -> Tournament:
    """The tournament after it was ended early at the desk."""
    steps = finish(desk.t, early=True, **choice)
    command = next(steps)
    while True:
        desk.do(command)
        try:
            command = steps.send(desk.t)
        except StopIteration:
            return desk.t


def test_open_games_are_decided_before_the_end() -> None:
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5)
    play_round(desk, iter((Adjourned(), RESULTS[0], RESULTS[0])))
    desk.do(draft(desk.t), c.PublishRound())
    with pytest.raises(InvalidStateError) as caught:
        finished(desk)
    assert caught.value.code == "games-open"
    assert len(caught.value.problems) == 4
    t = finished(desk, open_games="draw")
    assert t.finished
    results = [x.result for r in t.rounds.values() for x in r.pairings.values()]
    assert results.count(RESULTS[2]) == 4


def test_open_games_can_be_annulled() -> None:
    desk = new_desk([2400, 2300, 2200, 2100], rounds=5)
    desk.do(draft(desk.t), c.PublishRound())
    t = finished(desk, open_games="annul")
    assert {player.points for player in file_of(t).players} == {0}
    assert {cell.result for player in file_of(t).players for cell in player.rounds} == {"-"}


def swapped_desk() -> LogDriver:
    """Six players before round 2: 1, 2 and 3 won; 1 and 3 had White, 2 had Black."""
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5, initial_colour="white")
    white, black = Decided(win_for(0)), Decided(win_for(1))
    play_round(desk, iter((white, black, white)))
    desk.do(draft(desk.t))
    return desk


def colours(desk: LogDriver, round_no: int) -> dict[int, str]:
    round_ = desk.t.rounds[RoundRef(1, round_no)]
    return {x: "wb"[n] for one in round_.pairings.values() for n, x in enumerate(one.seats)}


def test_swapped_players_get_the_colours_of_the_rules() -> None:
    """Whatever two are swapped: who had White has Black, unless the opponent had White, too."""
    for a, b in ((3, 5), (1, 4), (2, 6), (1, 6)):
        desk = swapped_desk()
        desk.do(c.SwapPlayers(p(a), p(b), confirmed=("rematch",)))
        for pairing in desk.t.rounds[RoundRef(1, 2)].pairings.values():
            before = [colours(desk, 1)[player] for player in pairing.seats]
            assert before != ["w", "b"]


def test_a_swap_can_keep_the_colours_of_the_seats() -> None:
    desk = swapped_desk()
    before = colours(desk, 2)
    desk.do(c.SwapPlayers(p(3), p(5), confirmed=("rematch",), keep_colours=True))
    assert (colours(desk, 2)[3], colours(desk, 2)[5]) == (before[5], before[3])
    white, black = desk.t.rounds[RoundRef(1, 2)].pairings[1].seats
    desk.do(c.SwapPlayers(white, black))  # two at one board: their colours are what is swapped
    assert desk.t.rounds[RoundRef(1, 2)].pairings[1].seats == (black, white)


def colour_reasons(desk: LogDriver, player: int) -> list[str]:
    """What the explanation of round 2 says of the colours of a player's game."""
    found = player_reasons(desk.t, 0, (1, 2), player).pairing
    assert found
    return [str(one) for one in found.sentences if one.code.startswith("explanation.other-c")]


def test_colours_after_a_swap_have_their_true_reason() -> None:
    """The rules gave them; only who has the other colour by a choice of ours is told so."""
    desk = swapped_desk()
    desk.do(c.SwapPlayers(p(3), p(5), confirmed=("rematch",)))
    assert not any(colour_reasons(desk, player) for player in desk.t.entries)
    white, black = desk.t.rounds[RoundRef(1, 2)].pairings[1].seats
    desk.do(c.SwapPlayers(white, black))
    assert colour_reasons(desk, white) == [
        "Under the rules, the colours would be the other way round: they were set manually, or"
        " results were corrected afterwards."
    ]


def test_an_expelled_player_has_no_rank() -> None:
    """The leader is expelled: the second is first, and the opponents' tie-breaks stay."""
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5)
    for _ in range(2):
        play_round(desk, iter([Decided(win_for(0))] * 3))
    before = standings_view(desk.t, 0).players
    leader = before[0].id
    desk.do(c.DropPlayer(leader, DropKind.EXPELLED))
    after = standings_view(desk.t, 0).players
    assert [one.id for one in after] == [*(one.id for one in before[1:]), leader]
    assert [one.rank for one in after] == [one.rank and one.rank - 1 for one in before[1:]] + [None]
    values = {one.id: (one.points, one.tiebreaks) for one in before}
    assert {one.id: (one.points, one.tiebreaks) for one in after} == values
    final = ranking_view(desk.t, 0).players
    assert (final[-1].id, final[-1].rank, str(final[-1].why)) == (leader, None, "disqualified")
    ranks = {player.id: player.rank for player in file_of(desk.t).players}
    assert ranks[numbers_of(desk.t)[leader]] is None
    assert sorted(rank for rank in ranks.values() if rank) == [one.rank for one in after[:-1]]
    require_exports_agree(desk)
    reasons = rank_reasons(desk.t, 0, leader)
    assert (reasons.rank, reasons.above, reasons.below) == (None, None, None)
    desk.do(c.ReinstatePlayer(leader))
    assert standings_view(desk.t, 0).players[0].id == leader


def test_a_report_tells_of_an_adjourned_game_that_ended_later() -> None:
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5, initial_colour="white")
    wins = Decided(win_for(0))
    play_round(desk, iter((Adjourned(), wins, wins)))
    play_round(desk, iter([wins] * 3))
    desk.do(c.RecordResult(RoundRef(1, 1).at(1), wins))
    assert file_of(desk.t).comments == ("Adjournment @ Round 1: 1-4: ? => 1-0",)
    require_exports_agree(desk)
    require_imported_alike(desk)


def test_a_report_tells_how_long_a_game_was_adjourned() -> None:
    desk = new_desk([2400 - 50 * n for n in range(10)], rounds=5)
    play_round(desk, iter((Adjourned(), *RESULTS[:4])))
    for _ in range(2):
        play_round(desk, iter(RESULTS[:5]))
    desk.do(c.RecordResult(RoundRef(1, 1).at(1), RESULTS[0]))
    assert file_of(desk.t).comments == ("Adjournment @ Round 1: 1-6: ? => 1-0 after Round 3",)
    require_exports_agree(desk)
    require_imported_alike(desk)


def test_a_report_tells_of_a_renumbering() -> None:
    desk = new_desk([2400, 2350, 2300, 2200, 2100, 2000], rounds=5)
    for _ in range(2):
        play_round(desk, iter(RESULTS[:3]))
    desk.do(c.EditPlayer(p(5), Player("P5", 2320)), c.RenumberPlayers())
    assert file_of(desk.t).comments == ("Regeneration @ Round 3: 3=>4 4=>5 5=>3",)
    require_exports_agree(desk)
    require_imported_alike(desk)


def test_a_report_tells_of_numbers_that_came_back() -> None:
    """Renumbered, and back again: round 1 has the numbers of the file, round 2 others."""
    desk = new_desk([2400, 2350, 2300, 2200, 2100, 2000], rounds=5)
    for rating in (2320, 2100):
        play_round(desk, iter(RESULTS[:3]))
        desk.do(c.EditPlayer(p(5), Player("P5", rating)), c.RenumberPlayers())
    assert file_of(desk.t).comments == (
        "Regeneration @ Round 2: 1=>1",
        "Regeneration @ Round 3: 3=>5 4=>3 5=>4",
    )
    require_exports_agree(desk)
    require_imported_alike(desk)


def test_the_pairing_number_ranks_and_not_the_registration() -> None:
    desk = new_desk([2100, 2400, 2200, 2300], rounds=3, standings_tiebreakers=("TPN",))
    play_round(desk, iter([RESULTS[2]] * 2))
    rows = standings_view(desk.t, 0).players
    assert [one.id for one in rows] == [2, 4, 3, 1]
    assert [one.tiebreaks[0].display for one in rows] == ["1", "2", "3", "4"]
    require_exports_agree(desk)


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5)])
def test_an_event_without_a_number_of_rounds_ends_when_all_have_met(
    players: int, rounds: int
) -> None:
    desk = new_desk([2400 - n for n in range(players)], rounds=None)
    for _ in range(rounds):
        assert progress(desk.t).step is NextStep.DRAFT
        try:
            play_round(desk, iter([RESULTS[2]] * players))
        except ImpossiblePairingError:
            break
    found = progress(desk.t)
    assert found.step is NextStep.FINISH
    assert "No other round is possible" in str(found.text)
    with pytest.raises(ImpossiblePairingError):
        draft(desk.t)
    desk.do(c.FinishTournament())


def test_a_draft_is_out_of_date_once_an_adjourned_game_has_ended() -> None:
    desk = new_desk([2400, 2300, 2200, 2100, 2000, 1900], rounds=5)
    play_round(desk, iter((Adjourned(), RESULTS[0], RESULTS[0])))
    desk.do(draft(desk.t))
    desk.do(c.RecordResult(RoundRef(1, 1).at(1), RESULTS[0]))
    desk.refused(c.PublishRound(), "draft-stale")
    desk.do(c.DiscardDraft())
    desk.do(draft(desk.t), c.PublishRound())
