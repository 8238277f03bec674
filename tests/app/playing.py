"""Playing on: the next step, what its refusal says, the cut by the rules, to the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from fairpair.app.use_cases.pairing import cut_command, open_command, remedy
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Period, Team
from fairpair.core.results import Adjourned, Decided, Mark, win_for
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
from .service_driver import Hall, entrants
from .slips import a_result

REASON = "the slip was read wrongly"


def play_on(hall: Hall, random: Random) -> bool:
    """The step that comes next, or what its refusal says; false at the end."""
    step = progress(hall.t).step
    if step is NextStep.NOTHING:
        return False
    refusal = STEPS[step](hall, random)
    if refusal is not None:
        find_a_way(hall, refusal, random)
    return True


def _draft(hall: Hall, _random: Random) -> DomainError | None:
    """Before the last round of all, nobody goes on and nothing ends."""
    t = hall.t
    if t.stage == 1 and 0 < len(t.rounds) < (t.rules.rounds or 0) and len(t.entries) > 1:
        hall.must_not(c.FinishTournament(), "rounds-left", "adjourned")
        hall.must_not(c.MakeCut(tuple(t.entries)[:2]), "rounds-left", "adjourned")
    return hall.draft()


def _result(hall: Hall, random: Random) -> DomainError | None:
    match = random.choice(pending(hall.t))
    if match.stage > 1:
        hall.must_not(c.RecordResult(match, Decided((Mark.DRAW, Mark.DRAW))))
    hall.must(c.RecordResult(match, a_result(hall.t, match, random)))
    return None


def _complete(hall: Hall, random: Random) -> DomainError | None:
    """Sometimes it is found out before that a match of the knock-out had another winner."""
    if random.random() < 0.2:
        correct_knock_out(hall, random)
    return hall.attempt(c.CompleteRound()) if progress(hall.t).step is NextStep.COMPLETE else None


def correct_knock_out(hall: Hall, random: Random) -> None:
    """The other one won a match of the knock-out; perhaps somebody plays on who should not."""
    t = hall.t
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
        correct_in_tree(hall, c.CorrectResult(match, Decided(win_for(1 - side)), REASON))


def correct_in_tree(hall: Hall, command: c.CorrectResult) -> None:
    """Refused while later matches have the players of the old result; these can be made void."""
    t, match = hall.t, command.match
    refusal = hall.attempt(command)
    if refusal is not None:
        assert refusal.code == "later-matches", refusal
        assert any(ref > match.round for ref in t.rounds)
        assert refusal.problems
        hall.must(replace(command, void_later=True))


STEPS: Mapping[NextStep, Callable[[Hall, Random], DomainError | None]] = {
    NextStep.ENTER: lambda hall, _: hall.attempt(c.RegisterPlayers(newcomers(hall, 4))),
    NextStep.DRAFT: _draft,
    NextStep.PUBLISH: lambda hall, _: hall.attempt(c.PublishRound()),
    NextStep.RESULTS: _result,
    NextStep.OPEN: lambda hall, _: hall.attempt(open_command(hall.t, hall.journal.version)),
    NextStep.COMPLETE: _complete,
    NextStep.CUT: lambda hall, _: make_cut(hall, ()),
    NextStep.FINISH: lambda hall, _: hall.attempt(c.FinishTournament()),
}


def find_a_way(hall: Hall, refusal: DomainError, random: Random) -> None:
    """Do what the refusal of a step says; that must go."""
    t = hall.t
    if isinstance(refusal, ImpossiblePairingError) and refusal.suggestions:
        suggestion = random.choice(refusal.suggestions)
        for command in remedy(t, suggestion, hall.journal.version):
            hall.must(command)
        return
    if refusal.code in WAYS:
        hall.must(WAYS[refusal.code](t))
    elif refusal.code == "adjourned":
        end_adjourned(hall, random)
    elif refusal.code == "late-entry":
        drop_those_too_late(hall)
    else:
        assert refusal.code in NOBODY_LEFT, refusal
        assert t.stage == 1 or len(still_in(t)) < 2, refusal
        give_up(hall)


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


def give_up(hall: Hall) -> None:
    """Nobody is left to play: end it, or wait for players."""
    if any(r.status != RoundStatus.DRAFT for r in hall.t.rounds.values()):
        hall.must(c.FinishTournament(early=True))
    else:
        hall.must(c.RegisterPlayers(newcomers(hall, 4)))


def drop_those_too_late(hall: Hall) -> None:
    """Nobody joins a round robin later."""
    first = hall.t.rounds[RoundRef(1, 1)]
    seated = {p for pairing in first.pairings.values() for p in pairing.seats}
    for player in hall.t.entrants_in(hall.t.upcoming):
        if player not in seated | set(first.byes):
            hall.must(c.DropPlayer(player))


def end_adjourned(hall: Hall, random: Random) -> None:
    """Play on what was interrupted."""
    for ref, round_ in hall.t.rounds.items():
        for table, pairing in round_.pairings.items():
            if isinstance(pairing.result, Adjourned):
                match = MatchRef(ref.stage, ref.round_no, table)
                hall.must(c.RecordResult(match, a_result(hall.t, match, random)))


def play_to_the_end(hall: Hall, random: Random) -> None:
    """Step by step; every tournament must come to an end."""
    matches = 3 * len(hall.t.entries)
    most = 60 + matches * 30
    for _ in range(most):
        if not play_on(hall, random):
            return
    raise AssertionError(f"no end after {most} steps: {progress(hall.t)}")


def _there(t: Tournament) -> int:
    """How many can be in a cut."""
    return max(2, sum(not entry.dropped for entry in t.entries.values()))


def newcomers(hall: Hall, count: int) -> tuple[Entrant, ...]:
    """So many whom nobody knows yet."""
    teams = any(isinstance(entry.entrant, Team) for entry in hall.t.entries.values())
    return entrants(count, teams=teams, first=int(hall.journal.next_player))


# The cut


def make_cut(hall: Hall, declined: tuple[PlayerId, ...]) -> DomainError | None:
    """By the rules; compared with the standings."""
    t = hall.t
    try:
        command = cut_command(t, hall.journal.version, declined)
    except DomainError as refusal:
        return refusal
    refusal_ = hall.attempt(command)
    if refusal_ is not None:
        few = len(command.seeds) < 2
        assert few or t.finished or not stage_is_over(t), refusal_
        return refusal_
    assert hall.t.seeds[t.stage + 1] == command.seeds
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
        assert cut.size >= t.rules.cut


def _is_real(period: Period) -> bool:
    """Not of somebody who left before the first round."""
    return period.last is None or period.first <= period.last
