"""Tournaments played on the log alone: step by step, to the cut, or to their end."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from fairpair.app.use_cases.pairing import cut_command, draft, open_command
from fairpair.core.errors import DomainError
from fairpair.core.players import Player
from fairpair.core.results import Games, Result, Scored
from fairpair.core.rounds import MatchRef
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.elimination import KnockOut
from fairpair.engine.stages.progress import NextStep, knock_out_of, progress
from fairpair.log import commands as c
from fairpair.presets import rules_of
from invariants import broken
from log_driver import LogDriver

UPPER, LOWER = Games((2, 0)), Games((0, 2))


def event(preset: str, players: int, **rules: object) -> LogDriver:
    desk = LogDriver()
    settings = {**rules_of(preset, {}).as_settings(), **rules}
    desk.do(c.CreateTournament("Cup", "seed", settings))
    desk.do(c.RegisterPlayers(tuple(Player(f"P{n}", 2400 - n) for n in range(1, players + 1))))
    return desk


def a_result(random: Random, t: Tournament, stage: int) -> Result:
    wins = (t.rules.best_of or 1) // 2 + 1
    if t.rules.scores:
        sides = [{name: Fraction(x) for name in t.rules.scores} for x in (random.choice((1, 3)), 2)]
        return Scored((sides[0], sides[1]))
    if stage == 1 and wins == 1 and random.random() < 0.3:
        return Games((0, 0), 1)
    return Games(random.choice(((wins, 0), (0, wins))))


def one_step(desk: LogDriver, random: Random) -> bool:
    """Do what comes next; false at the end."""
    t = desk.t
    match progress(t).step:
        case NextStep.DRAFT:
            desk.do(draft(t, desk.journal.version))
        case NextStep.PUBLISH:
            desk.do(c.PublishRound())
        case NextStep.RESULTS:
            ref = t.upcoming
            table = random.choice(t.rounds[ref].pending)
            match = MatchRef(ref.stage, ref.round_no, table)
            desk.do(c.RecordResult(match, a_result(random, t, ref.stage)))
        case NextStep.OPEN:
            desk.do(open_command(t, desk.journal.version))
        case NextStep.COMPLETE:
            desk.do(c.CompleteRound())
        case NextStep.CUT:
            desk.do(cut_command(t, desk.journal.version))
        case NextStep.FINISH:
            desk.do(c.FinishTournament())
        case step:
            assert step is NextStep.NOTHING
            return False
    return True


def played_out(desk: LogDriver, random: Random, *, drops: float = 0.0) -> Iterator[Tournament]:
    while True:
        if random.random() < drops and desk.t.rounds and not desk.t.finished:
            active = [p for p, entry in desk.t.entries.items() if not entry.dropped]
            if len(active) > 6:
                desk.do(c.DropPlayer(random.choice(active)))
                if progress(desk.t).step is NextStep.PUBLISH:
                    desk.do(c.DiscardDraft())
        if not one_step(desk, random):
            return
        assert not broken(desk.t)
        yield desk.t


def to_the_cut(desk: LogDriver, *, random: str = "cut") -> LogDriver:
    dice = Random(random)
    while progress(desk.t).step is not NextStep.CUT:
        assert one_step(desk, dice)
    return desk


def knock_out(cut: int, players: int = 16, **rules: object) -> LogDriver:
    """A Magic event with its cut made and the first knock-out round published."""
    desk = to_the_cut(event("mtg_standard", players, rounds=4, cut=cut, **rules))
    desk.do(cut_command(desk.t, desk.journal.version))
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())
    return desk


def won(desk: LogDriver, round_no: int, table: int, result: Result = UPPER) -> None:
    desk.do(c.RecordResult(MatchRef(desk.t.stage, round_no, table), result))
    assert not broken(desk.t)


def next_round(desk: LogDriver) -> None:
    desk.do(c.CompleteRound())
    desk.do(draft(desk.t, desk.journal.version), c.PublishRound())


def tree(desk: LogDriver) -> KnockOut:
    found = knock_out_of(desk.t)
    assert isinstance(found, KnockOut)
    return found


def refused(desk: LogDriver, command: c.Command) -> DomainError:
    before = desk.journal
    with pytest.raises(DomainError) as caught:
        desk.do(command)
    assert desk.journal == before
    assert caught.value.hint
    return caught.value


def opened(desk: LogDriver) -> None:
    desk.do(open_command(desk.t, desk.journal.version))
    assert not broken(desk.t)
