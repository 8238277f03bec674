"""Playing on: the next step, what its refusal says, the cut by the rules, to the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from fairpair.app.use_cases.pairing import cut_command, open_command, remedy
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Period, Team
from fairpair.core.results import Adjourned, Decided, Forfeit, Mark, win_for
from fairpair.core.rounds import MatchRef, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.cut import Cut, cut_of
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.log import commands as c

from .invariant_checks import knocked_out, pending, stage_is_over, still_in, winning_side
from .random_results import a_result
from .service_driver import ServiceDriver, entrants

REASON = "the slip was read wrongly"


def play_on(driver: ServiceDriver, random: Random) -> bool:
    """The step that comes next, or what its refusal says; false at the end."""
    step = progress(driver.t).step
    if step is NextStep.NOTHING:
        return False
    refusal = STEPS[step](driver, random)
    if refusal is not None:
        find_a_way(driver, refusal, random)
    return True


def _draft(driver: ServiceDriver, _random: Random) -> DomainError | None:
    """Before the last round of all, nobody goes on and nothing ends."""
    t = driver.t
    if t.stage == 1 and 0 < len(t.rounds) < (t.rules.rounds or 0) and len(t.entries) > 1:
        driver.must_not(c.FinishTournament(), "rounds-left", "adjourned")
        driver.must_not(c.MakeCut(tuple(t.entries)[:2]), "rounds-left", "adjourned")
    return driver.draft()


def _result(driver: ServiceDriver, random: Random) -> DomainError | None:
    match = random.choice(pending(driver.t))
    if match.stage > 1:
        driver.must_not(c.RecordResult(match, Decided((Mark.DRAW, Mark.DRAW))))
    driver.must(c.RecordResult(match, a_result(driver.t, match, random)))
    return None


def _complete(driver: ServiceDriver, random: Random) -> DomainError | None:
    """Sometimes it is found out before that a match of the knock-out had another winner."""
    if random.random() < 0.2:
        correct_knock_out(driver, random)
    return (
        driver.attempt(c.CompleteRound()) if progress(driver.t).step is NextStep.COMPLETE else None
    )


def correct_knock_out(driver: ServiceDriver, random: Random) -> None:
    """The other one won a match of the knock-out; perhaps somebody plays on who should not."""
    t = driver.t
    won = [
        (MatchRef(ref.stage, ref.round_no, table), side)
        for ref, round_ in t.rounds.items()
        for table, pairing in round_.pairings.items()
        if ref.stage == t.stage > 1 and pairing.result is not None
        for side in [winning_side(t, pairing.result)]
        if side is not None
    ]
    if won and not t.finished:
        match, side = random.choice(won)
        correct_in_tree(driver, c.CorrectResult(match, Forfeit(win_for(1 - side)), REASON))


def correct_in_tree(driver: ServiceDriver, command: c.CorrectResult) -> None:
    """Refused while later matches have the players of the old result; these can be made void."""
    t, match = driver.t, command.match
    refusal = driver.attempt(command)
    if refusal is not None:
        assert refusal.code == "later-matches", refusal
        assert any(ref > match.round for ref in t.rounds)
        assert refusal.problems
        driver.must(replace(command, void_later=True))


STEPS: Mapping[NextStep, Callable[[ServiceDriver, Random], DomainError | None]] = {
    NextStep.ENTER: lambda driver, _: driver.attempt(c.RegisterPlayers(newcomers(driver, 4))),
    NextStep.DRAFT: _draft,
    NextStep.PUBLISH: lambda driver, _: driver.attempt(c.PublishRound()),
    NextStep.RESULTS: _result,
    NextStep.OPEN: lambda driver, _: driver.attempt(open_command(driver.t, driver.journal.version)),
    NextStep.COMPLETE: _complete,
    NextStep.CUT: lambda driver, _: make_cut(driver, ()),
    NextStep.FINISH: lambda driver, _: driver.attempt(c.FinishTournament()),
}


def find_a_way(driver: ServiceDriver, refusal: DomainError, random: Random) -> None:
    """Do what the refusal of a step says; that must go."""
    t = driver.t
    if isinstance(refusal, ImpossiblePairingError) and refusal.suggestions:
        suggestion = random.choice(refusal.suggestions)
        for command in remedy(t, suggestion, driver.journal.version):
            driver.must(command)
        return
    if refusal.code in WAYS:
        driver.must(WAYS[refusal.code](t))
    elif refusal.code == "adjourned":
        end_adjourned(driver, random)
    elif refusal.code == "late-entry":
        drop_those_too_late(driver)
    else:
        assert refusal.code in NOBODY_LEFT, refusal
        assert t.stage == 1 or len(still_in(t)) < 2, refusal
        give_up(driver)


NOBODY_LEFT = ("nobody-to-pair", "too-few-players", "knock-out-over", "bad-cut")
WAYS: Mapping[str, Callable[[Tournament], c.Command]] = {
    "round-impossible": lambda _: c.DiscardDraft(),
    "draft-stale": lambda _: c.DiscardDraft(),
    "needs-confirmation": lambda _: c.PublishRound(as_it_is=True, confirmed=tuple(SOFT)),
    "cut-too-large": lambda t: c.ChangeRules({"cut": _there(t)}, REASON),
    "too-few-qualify": lambda _: c.ChangeRules({"cut_points": None, "cut": 2}, REASON),
    "all-rounds-played": lambda t: c.ChangeRules({"rounds": len(t.rounds)}, REASON),
}
"""What to do about the refusal of a step."""


def give_up(driver: ServiceDriver) -> None:
    """Nobody is left to play: end it, or wait for players."""
    if any(r.status != RoundStatus.DRAFT for r in driver.t.rounds.values()):
        driver.must(c.FinishTournament(early=True))
    else:
        driver.must(c.RegisterPlayers(newcomers(driver, 4)))


def drop_those_too_late(driver: ServiceDriver) -> None:
    """Nobody joins a round robin later."""
    first = driver.t.rounds[RoundRef(1, 1)]
    seated = {p for pairing in first.pairings.values() for p in pairing.seats}
    for player in driver.t.entrants_in(driver.t.upcoming):
        if player not in seated | set(first.byes):
            driver.must(c.DropPlayer(player))


def end_adjourned(driver: ServiceDriver, random: Random) -> None:
    """Play on what was interrupted."""
    for ref, round_ in driver.t.rounds.items():
        for table, pairing in round_.pairings.items():
            if isinstance(pairing.result, Adjourned):
                match = MatchRef(ref.stage, ref.round_no, table)
                driver.must(c.RecordResult(match, a_result(driver.t, match, random)))


def play_to_the_end(driver: ServiceDriver, random: Random) -> None:
    """Step by step; every tournament must come to an end."""
    matches = 3 * len(driver.t.entries)
    most = 60 + matches * 30
    for _ in range(most):
        if not play_on(driver, random):
            return
    raise AssertionError(f"no end after {most} steps: {progress(driver.t)}")


def _there(t: Tournament) -> int:
    """How many can be in a cut."""
    return max(2, sum(not entry.dropped for entry in t.entries.values()))


def newcomers(driver: ServiceDriver, count: int) -> tuple[Entrant, ...]:
    """So many whom nobody knows yet."""
    teams = any(isinstance(entry.entrant, Team) for entry in driver.t.entries.values())
    return entrants(count, teams=teams, first=int(driver.journal.next_player))


# The cut


def make_cut(driver: ServiceDriver, declined: tuple[PlayerId, ...]) -> DomainError | None:
    """By the rules; compared with the standings."""
    t = driver.t
    try:
        command = cut_command(t, driver.journal.version, declined)
    except DomainError as refusal:
        return refusal
    refusal_ = driver.attempt(command)
    if refusal_ is not None:
        few = len(command.seeds) < 2
        assert few or t.finished or not stage_is_over(t), refusal_
        return refusal_
    assert driver.t.seeds[t.stage + 1] == command.seeds
    if t.stage > 1:
        assert not set(command.seeds) & knocked_out(t)
    elif t.rules.mode != "elimination":
        _is_by_standings(t, cut_of(t, declined), declined)
    return None


def _is_by_standings(t: Tournament, cut: Cut, declined: tuple[PlayerId, ...]) -> None:
    """Nobody better stays out who is there and wants to play."""
    standings = Standings(tiebreak_input(t))
    going = (*cut.seeds, *(cut.play_in.players if cut.play_in else ()))
    ranks = [standings.ranks[p] for p in going]
    assert ranks == sorted(ranks)
    took_part = [p for p, e in t.entries.items() if any(map(_is_real, e.periods))]
    waiting = [p for p in took_part if p not in going and p not in declined]
    waiting = [p for p in waiting if not t.entries[p].dropped]
    assert all(standings.ranks[p] >= ranks[-1] for p in waiting)
    points = {row.player: row.points for row in standings.rows}
    if t.rules.cut_ties == "all" or cut.play_in:
        assert all(points[p] < points[going[-1]] for p in waiting) or cut.walkovers
    if t.rules.cut_points is not None:
        assert not any(points[p] >= t.rules.cut_points for p in waiting)
    if t.rules.cut is not None and t.rules.cut_declined == "next":
        assert cut.size >= min(t.rules.cut, len(going) + len(waiting))


def _is_real(period: Period) -> bool:
    """Not of somebody who left before the first round."""
    return period.last is None or period.first <= period.last
