"""Playing on: the next step, what its refusal says, the cut by the rules, to the end."""

from collections.abc import Callable, Mapping
from random import Random

from fairpair.app.drafting import cut_command, open_command
from fairpair.app.remedies import remedy
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Period, Team
from fairpair.core.results import Adjourned, Decided, Mark
from fairpair.core.rounds import MatchRef, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.cut import Cut, cut_of
from fairpair.engine.stages.progress import Step, knock_out_of, progress
from fairpair.engine.standings.ledger import ledger_of
from fairpair.engine.standings.table import Standings
from fairpair.log import commands as c

from .hall import Hall, entrants
from .looking import pending, stage_is_over, still_in
from .slips import a_result

REASON = "the slip was read wrongly"


def play_on(hall: Hall, random: Random) -> bool:  # noqa: C901  one case a step
    """The step that comes next, or what its refusal says; false at the end."""
    t = hall.t
    step = progress(t).step
    refusal: DomainError | None = None
    match step:
        case Step.NOTHING:
            return False
        case Step.DRAFT:
            refusal = hall.draft()
        case Step.PUBLISH:
            refusal = hall.attempt(c.PublishRound())
        case Step.OPEN:
            hall.must(open_command(t, hall.journal.version))
        case Step.RESULTS:
            if _can_open(t) and random.random() < 0.5:
                hall.must(open_command(t, hall.journal.version))
            match = random.choice(pending(t))
            if match.stage > 1:
                hall.must_not(c.RecordResult(match, Decided((Mark.DRAW, Mark.DRAW))))
            hall.must(c.RecordResult(match, a_result(t, match, random)))
        case Step.COMPLETE:
            refusal = hall.attempt(c.CompleteRound())
        case Step.CUT:
            refusal = make_cut(hall, ())
        case Step.FINISH:
            refusal = hall.attempt(c.FinishTournament())
        case _:
            refusal = hall.attempt(c.RegisterPlayers(newcomers(hall, 4)))
    if refusal is not None:
        find_a_way(hall, refusal, random)
    return True


def _can_open(t: Tournament) -> bool:
    """Whether a match of the next round can begin while this one is played."""
    latest, tree = t.latest, knock_out_of(t, t.stage)
    if tree is None or latest is None:
        return False
    return any(match.round_no <= latest.round_no + 1 for match in tree.open_matches())


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
        assert refusal.code in ("nobody-to-pair", "too-few-players", "knock-out-over"), refusal
        assert t.stage == 1 or not still_in(t), refusal
        give_up(hall)


WAYS: Mapping[str, Callable[[Tournament], c.Command]] = {
    "round-impossible": lambda _: c.DiscardDraft(),
    "draft-stale": lambda _: c.DiscardDraft(),
    "needs-confirmation": lambda _: c.PublishRound(as_it_is=True, confirmed=tuple(SOFT)),
    "cut-too-large": lambda t: c.ChangeRules({"cut": _there(t)}, REASON),
    "too-few-qualify": lambda _: c.ChangeRules({"cut_points": None, "cut": 2}, REASON),
    "play-in": lambda _: c.ChangeRules({"cut_ties": "standings"}, REASON),
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
    if refusal_ is None:
        assert hall.t.seeds[t.stage + 1] == command.seeds
        _is_as_the_rules_say(t, command, declined)
    else:
        assert t.finished or not stage_is_over(t), refusal_
    return refusal_


def _is_as_the_rules_say(t: Tournament, command: c.MakeCut, declined: tuple[PlayerId, ...]) -> None:
    how = command.admission
    if t.stage > 1:  # after a play-in
        before = t.admission(t.stage)
        assert set(command.seeds) <= {*before.through, *t.seeds[t.stage]}
        assert len(command.seeds) <= len(before.through) + before.places
        return
    cut = cut_of(t, declined)
    if cut.play_in is None:
        assert cut.seeds == command.seeds
        _is_by_standings(t, cut, declined)
    else:
        assert (cut.play_in.players, cut.play_in.places) == (command.seeds, how.places)
        assert (how.kind, how.through) == ("play_in", cut.seeds)


def _is_by_standings(t: Tournament, cut: Cut, declined: tuple[PlayerId, ...]) -> None:
    """Nobody better stays out who is there and wants to play."""
    standings = Standings(ledger_of(t))
    ranks = [standings.ranks[p] for p in cut.seeds]
    assert ranks == sorted(ranks)
    took_part = [p for p, e in t.entries.items() if any(map(_is_real, e.periods))]
    out = [p for p in took_part if p not in cut.seeds and p not in declined]
    waiting = [p for p in out if not t.entries[p].dropped]
    assert all(standings.ranks[p] >= ranks[-1] for p in waiting)
    points = {row.player: row.points for row in standings.rows}
    if t.rules.cut_ties == "all":
        assert all(points[p] < points[cut.seeds[-1]] for p in waiting) or cut.walkovers
    if t.rules.cut_points is not None:
        assert not any(points[p] >= t.rules.cut_points for p in waiting)
    if t.rules.cut is not None and t.rules.cut_declined == "next":
        assert len(cut.seeds) >= t.rules.cut


def _is_real(period: Period) -> bool:
    """Not of somebody who left before the first round."""
    return period.last is None or period.first <= period.last
