"""Checking a file in which games are still open."""

from dataclasses import replace

from click.testing import CliRunner

from fairpair.app.files.check import check_trf
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.cli.main import cli
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.writer import write


def with_open(file: TrfFile, *games: tuple[int, int]) -> TrfFile:
    """Without the results of these players in these rounds, and of their opponents."""
    rounds = {player.id: list(player.rounds) for player in file.players}
    for one, round_no in games:
        other = rounds[one][round_no - 1].opponent
        assert other
        for player in (one, other):
            rounds[player][round_no - 1] = replace(rounds[player][round_no - 1], result="")
    players = (replace(p, rounds=tuple(rounds[p.id]), points=None) for p in file.players)
    return replace(file, players=tuple(players))


EVENT = random_event(RandomFileOptions(8, 5, 0, 0, 0, baku=False), "open").file


def test_rounds_after_an_open_game_are_left_out() -> None:
    file = with_open(EVENT, (1, 2))
    other = EVENT.players[0].rounds[1].opponent
    verdict = check_trf(file)
    assert verdict.is_right, verdict.complaints
    assert verdict.rounds == 2
    assert str(verdict.notes[0]) == (
        "Note: rounds 3 to 5 were not checked because in round 2"
        f" the game 1-{other} has no result yet."
    )


def test_several_open_games_and_one_round_after_them() -> None:
    first, second = [p.id for p in EVENT.players if p.rounds[3].colour == "w"][:2]
    verdict = check_trf(with_open(EVENT, (first, 4), (second, 4)))
    assert verdict.is_right
    assert verdict.rounds == 4
    assert "round 5 was not checked because in round 4 the games " in str(verdict.notes[0])
    assert str(verdict.notes[0]).endswith(" have no result yet.")


def test_an_open_game_in_the_last_round_leaves_nothing_out() -> None:
    verdict = check_trf(with_open(EVENT, (1, 5)))
    assert (verdict.rounds, verdict.is_right) == (5, True)
    assert not any("rounds" in str(note) or "round " in str(note) for note in verdict.notes)


def test_the_command_counts_one_round() -> None:
    data = write(replace(with_open(EVENT, (1, 1)), tiebreaks=()))
    answer = CliRunner().invoke(cli, ["check", "-"], input=data)
    assert (answer.exit_code, answer.stdout) == (
        0,
        "-: 1 round and 0 ranks checked, all correct\n",
    )
    assert "rounds 2 to 5 were not checked" in answer.stderr
