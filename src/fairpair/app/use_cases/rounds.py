"""Running a tournament: start it, make the next round, go on to the cut, end it.

Use cases: each takes the tournament as it is and gives commands, see `fairpair.app.service`.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from fairpair.app.service import Steps
from fairpair.app.use_cases.pairing import cut_command, draft, open_command, remedy
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Bye, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.log import commands as c
from fairpair.log.rounds import results_pending
from fairpair.log.validate import get_round, require_created, require_open


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """How a round is made.

    By the tournament's system; or as a suggestion says that came with a refusal (`remedy`, its
    kind); or as somebody paired it by hand (`tables`, `byes`).
    """

    draft_only: bool = False
    confirmed: tuple[str, ...] = ()
    remedy: str = ""
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()


class RoundNotPairableError(ImpossiblePairingError):
    """The round cannot be paired; `tournament` is the state in which the suggestions help."""

    def __init__(self, error: ImpossiblePairingError, tournament: Tournament) -> None:
        Exception.__init__(self, *error.args)
        vars(self).update(vars(error))
        self.tournament = tournament


def start(
    t: Tournament, total_rounds: int | None = None, options: RoundOptions | None = None
) -> Steps:
    """Make and publish round 1, or publish its draft if there is one; refused once started."""
    how = options or RoundOptions()
    require_created(t)
    if t.phase != Phase.SETUP:
        raise InvalidStateError("already-started", tournament=t.name)
    if total_rounds not in (None, t.rules.rounds):
        t = yield c.ChangeRules({"rounds": total_rounds})
    if t.upcoming not in t.rounds:
        yield _draft_of(t, how)
    yield c.PublishRound(confirmed=how.confirmed)


def generate(t: Tournament, ref: RoundRef, options: RoundOptions) -> Steps:
    """Make this round and publish it, unless only a draft is wanted.

    The round before is completed if all its results are in. When the round cannot be paired,
    nothing is changed and `RoundNotPairableError` says why and what helps.
    """
    require_created(t)
    require_open(t)
    _require_new(t, ref)
    t = yield from _complete_current(t)
    _require_turn(t, ref)
    yield _draft_of(t, options)
    if not options.draft_only:
        yield c.PublishRound(confirmed=options.confirmed)


def draft_or_follow_suggestion(t: Tournament, ref: RoundRef, options: RoundOptions) -> Steps:
    """Draft this round; or do what the chosen suggestion says, so that it can be paired next."""
    require_created(t)
    require_open(t)
    _require_new(t, ref)
    t = yield from _complete_current(t)
    _require_turn(t, ref)
    try:
        command = _draft_of(t, options)
    except RoundNotPairableError as error:
        found = [x for x in error.suggestions if x.kind == options.remedy and not x.proposal]
        if not found:
            raise
        yield from remedy(t, found[0])
    else:
        yield command


def draft_again(t: Tournament, ref: RoundRef, options: RoundOptions) -> Steps:
    """Throw the draft of this round away and pair it anew."""
    t = yield from _run_in_current_round(t, ref, c.DiscardDraft())
    yield from draft_or_follow_suggestion(t, ref, options)


def cut(t: Tournament, declined: Sequence[PlayerId] = (), seeds: Sequence[PlayerId] = ()) -> Steps:
    """Send the best to the knock-out by the rules, or just these `seeds`, best first.

    The last round is completed if all its results are in.
    """
    require_created(t)
    require_open(t)
    t = yield from _complete_current(t)
    yield c.MakeCut(tuple(seeds)) if seeds else cut_command(t, declined=declined)


def open_matches(t: Tournament) -> Steps:
    """Let every knock-out match begin whose players are known, while others still play."""
    yield open_command(t)


def finish(t: Tournament, *, early: bool = False, reason: str = "") -> Steps:
    """End the tournament; the last round is completed if all its results are in."""
    require_created(t)
    require_open(t)
    yield from _complete_current(t)
    yield c.FinishTournament(early, reason)


def run_in_round(t: Tournament, ref: RoundRef, command: c.Command) -> Steps:
    """A command about the present round, if this is the one."""
    yield from _run_in_current_round(t, ref, command)


def _run_in_current_round(
    t: Tournament, ref: RoundRef, command: c.Command
) -> Generator[c.Command, Tournament, Tournament]:
    require_created(t)
    _require_present(t, ref, command)
    return (yield command)


def _complete_current(t: Tournament) -> Generator[c.Command, Tournament, Tournament]:
    """Close the running round, if every result is in."""
    running = t.rounds.get(t.upcoming)
    if running and running.status == RoundStatus.PUBLISHED and not running.pending:
        t = yield c.CompleteRound()
    return t


def _draft_of(t: Tournament, options: RoundOptions) -> c.DraftRound:
    if options.tables or options.byes:
        return c.DraftRound(options.tables, options.byes, confirmed=options.confirmed)
    try:
        return draft(t, confirmed=options.confirmed)
    except ImpossiblePairingError as error:
        if not options.remedy:
            raise RoundNotPairableError(error, t) from error
        return _suggested_draft(t, error, options.remedy)


def _suggested_draft(t: Tournament, error: ImpossiblePairingError, kind: str) -> c.DraftRound:
    for suggestion in error.suggestions:
        if suggestion.kind == kind and suggestion.proposal is not None:
            for command in remedy(t, suggestion):
                if isinstance(command, c.DraftRound):
                    return command
    raise RoundNotPairableError(error, t) from error


def _require_new(t: Tournament, ref: RoundRef) -> None:
    there = t.rounds.get(ref)
    if there is None:
        return
    if there.status == RoundStatus.DRAFT:
        raise InvalidStateError("draft-exists.in-turn", round=ref.name)
    raise InvalidStateError("round-exists", round=ref.name)


def _require_turn(t: Tournament, ref: RoundRef) -> None:
    """With the pending tables while the round before is running."""
    running = t.rounds.get(t.upcoming)
    if running is not None and running.status == RoundStatus.PUBLISHED:
        raise results_pending(t, t.upcoming)
    if ref != t.upcoming:
        raise InvalidStateError("wrong-round.in-turn", due=t.upcoming.name, round=ref.name)


def _require_present(t: Tournament, ref: RoundRef, command: c.Command) -> None:
    """The latest round; the first that is not complete is completed before others."""
    get_round(t, ref)
    completes = isinstance(command, c.CompleteRound) and t.upcoming in t.rounds
    if ref != (t.upcoming if completes else t.latest):
        raise InvalidStateError("round-over.not-current", round=ref.name, current=t.upcoming.name)
