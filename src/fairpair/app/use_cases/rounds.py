"""Running a tournament: start it, pair the next round, make the cut, finish.

Each use case takes the tournament as it is and yields commands, see `fairpair.app.service`.
"""

from collections.abc import Generator, Sequence

from fairpair.app.requests import Steps
from fairpair.app.use_cases.open_games import adjourn_missing_games, decide_open_games
from fairpair.app.use_cases.pairing import (
    cut_command,
    draft,
    find_open_command,
    open_command,
    remedy,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import FIRST_ROUND, Bye, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.stages.progress import NextStep, plan_for, progress, round_name
from fairpair.engine.stages.recommend import fewest_rounds
from fairpair.log import commands as c
from fairpair.log.rounds import results_pending
from fairpair.log.validate import (
    get_round,
    require_created,
    require_not_edited,
    require_open,
)


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """How a round is paired.

    By the tournament's system; by a suggestion that came with an error (`remedy` is its kind); or
    manually (`tables`, `byes`). With `adjourn_missing`, games of the current round without a result
    are recorded as adjourned first.
    """

    draft_only: bool = False
    confirmed: tuple[str, ...] = ()
    remedy: str = ""
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    adjourn_missing: bool = False


class RoundNotPairableError(ImpossiblePairingError):
    """The round cannot be paired; `tournament` is the state the suggestions apply to."""

    def __init__(self, error: ImpossiblePairingError, tournament: Tournament) -> None:
        Exception.__init__(self, *error.args)
        vars(self).update(vars(error))
        self.tournament = tournament


def start(
    t: Tournament,
    total_rounds: int | None = None,
    options: RoundOptions | None = None,
    reason: str = "",
) -> Steps:
    """Pair and publish round 1, or publish it if it is paired; an error once started.

    `total_rounds` are all rounds, the knockout included, and the `reason` is why there are fewer
    than usual. A knockout from the start is drawn first.
    """
    how = options or RoundOptions()
    require_created(t)
    if t.phase != Phase.SETUP:
        raise InvalidStateError("already-started", tournament=t.name)
    rounds = t.rules.rounds if total_rounds is None else _main_rounds(t, total_rounds)
    asked = {"rounds": rounds, "few_rounds_reason": reason or t.rules.few_rounds_reason}
    if any(getattr(t.rules, key) != value for key, value in asked.items()):
        t = yield c.ChangeRules(asked)
    if t.stage == 1 and not plan_for(t).stages[0].rounds and len(t.entries) > 1:
        t = yield cut_command(t)
    if t.upcoming not in t.rounds:
        t = yield _draft_of(t, how)
    _require_enough_rounds(t, t.upcoming)
    yield c.PublishRound(confirmed=how.confirmed)


def _require_enough_rounds(t: Tournament, ref: RoundRef) -> None:
    """Require the usual number of Swiss rounds before the first, or a reason for fewer; how long
    acceleration lasts follows from the number.
    """
    rounds, players = t.rules.rounds, len(t.entrants_in(FIRST_ROUND))
    if ref == FIRST_ROUND and rounds is None and t.rules.acceleration != "none":
        raise InvalidStateError("rounds-needed")
    swiss = t.rules.system != "round_robin" and t.rules.mode != "elimination"
    if ref != FIRST_ROUND or not swiss or rounds is None or t.rules.few_rounds_reason:
        return
    fewest = fewest_rounds(players)
    if rounds < fewest:
        raise InvalidStateError("too-few-rounds", n=rounds, players=players, fewest=fewest)


def _main_rounds(t: Tournament, total: int) -> int | None:
    """The number of main rounds, given the number of all rounds; none if the plan has none."""
    main, *later = plan_for(t).stages
    knock_out = sum(len(stage.rounds) for stage in later)
    if not main.rounds and total == knock_out:
        return None
    if not main.rounds or total <= knock_out:
        code = "total-rounds" if main.rounds else "total-rounds.knock-out"
        raise InvalidInputError(code, total=total, n=knock_out)
    return total - knock_out


def generate(t: Tournament, ref: RoundRef, options: RoundOptions) -> Steps:
    """Pair this round and publish it, unless only a draft is wanted.

    The previous round is completed if all its results are in. If the round cannot be paired,
    nothing changes and `RoundNotPairableError` says why and what helps.
    """
    require_created(t)
    require_open(t)
    _require_new(t, ref)
    t = yield from _complete_current(t, options)
    _require_turn(t, ref)
    t = yield _draft_of(t, options)
    if not options.draft_only:
        _require_enough_rounds(t, ref)
        yield c.PublishRound(confirmed=options.confirmed)


def take_next_step(t: Tournament, options: RoundOptions) -> Steps:
    """Do what `progress` says comes next, up to the next published round.

    A round whose results are all in is completed, and the one after it is paired and published.
    The cut and the end of the tournament are steps by themselves.
    """
    if options.adjourn_missing:
        t = yield from adjourn_missing_games(t)
    step = progress(t).step
    if step is NextStep.COMPLETE:
        t = yield c.CompleteRound()
        step = progress(t).step
        step = step if step is NextStep.DRAFT else NextStep.NOTHING
    match step:
        case NextStep.DRAFT:
            yield from generate(t, t.upcoming, options)
        case NextStep.PUBLISH:
            if options.draft_only:
                _require_new(t, t.upcoming)
            _require_enough_rounds(t, t.upcoming)
            yield c.PublishRound(confirmed=options.confirmed)
        case NextStep.OPEN:
            yield from open_matches(t)
        case NextStep.CUT:
            yield from cut(t)
        case NextStep.FINISH:
            yield from finish(t)


def draft_or_follow_suggestion(t: Tournament, ref: RoundRef, options: RoundOptions) -> Steps:
    """Draft this round, or follow the chosen suggestion so that it can be paired next."""
    require_created(t)
    require_open(t)
    _require_new(t, ref)
    t = yield from _complete_current(t, options)
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
    """Discard the draft of this round and pair it again."""
    t = yield from _run_in_current_round(t, ref, c.DiscardDraft())
    yield from draft_or_follow_suggestion(t, ref, options)


def cut(t: Tournament, declined: Sequence[PlayerId] = (), seeds: Sequence[PlayerId] = ()) -> Steps:
    """Advance the best players to the knockout by the rules, or exactly these `seeds`, best first.

    The last round is completed if all its results are in.
    """
    require_created(t)
    require_open(t)
    t = yield from _complete_current(t)
    yield c.MakeCut(tuple(seeds)) if seeds else cut_command(t, declined=declined)


def open_matches(t: Tournament) -> Steps:
    """Start every knockout match whose players are known, while others are still playing."""
    command: c.OpenMatches | None = open_command(t)
    while command is not None:
        t = yield command
        command = find_open_command(t)


def finish(t: Tournament, *, early: bool = False, reason: str = "", open_games: str = "") -> Steps:
    """Finish the tournament; the last round is completed if all its results are in.

    With `open_games` chess games without a result count as draws or are annulled; a chess
    tournament does not end, not even early, while there are any.
    """
    require_created(t)
    require_open(t)
    if early or open_games:
        t = yield from decide_open_games(t, open_games)
    yield from _complete_current(t)
    yield c.FinishTournament(early, reason)


def run_in_round(t: Tournament, ref: RoundRef, command: c.Command) -> Steps:
    """Run a command about the current round, if this is the current one."""
    yield from _run_in_current_round(t, ref, command)


def _run_in_current_round(
    t: Tournament, ref: RoundRef, command: c.Command
) -> Generator[c.Command, Tournament, Tournament]:
    require_created(t)
    _require_present(t, ref, command)
    if isinstance(command, c.PublishRound):
        _require_enough_rounds(t, ref)
    return (yield command)


def _complete_current(
    t: Tournament, options: RoundOptions | None = None
) -> Generator[c.Command, Tournament, Tournament]:
    """Complete the current round, if all its results are in."""
    if options is not None and options.adjourn_missing:
        t = yield from adjourn_missing_games(t)
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
        raise InvalidStateError("draft-exists.in-turn", round=round_name(t, ref))
    raise InvalidStateError("round-exists", round=round_name(t, ref))


def _require_turn(t: Tournament, ref: RoundRef) -> None:
    """Raise an error unless it is the turn of this round; it names missing results of the current
    one.
    """
    running = t.rounds.get(t.upcoming)
    if running is not None and running.status == RoundStatus.PUBLISHED and running.pending:
        require_not_edited(t, t.upcoming)
        raise results_pending(t, t.upcoming)
    if ref != t.upcoming:
        due, asked = round_name(t, t.upcoming), round_name(t, ref)
        raise InvalidStateError("wrong-round.in-turn", due=due, round=asked)


def _require_present(t: Tournament, ref: RoundRef, command: c.Command) -> None:
    """Raise an error unless this is the latest round, or the first one that can be completed."""
    get_round(t, ref)
    completes = isinstance(command, c.CompleteRound) and t.upcoming in t.rounds
    if ref != (t.upcoming if completes else t.latest):
        current = round_name(t, t.upcoming)
        raise InvalidStateError("round-over.not-current", round=round_name(t, ref), current=current)
