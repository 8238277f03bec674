"""Where a tournament stands: what can be done now, and what the next step waits for."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.rounds import MatchRef, Round, RoundRef, RoundStatus, title_of
from fairpair.core.rules import Rules
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.pairing.systems import has_legal_round
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.kinds import KINDS, StageState
from fairpair.engine.stages.plan import PLAY_IN, PlannedRound, TournamentPlan
from fairpair.engine.stages.plan_builder import OpenedStage, plan_of
from fairpair.language.message import Message

_NAMED = 20
"""The number of tables named in a sentence; all of them are in `waiting`."""


class NextStep(StrEnum):
    """What the organiser does next."""

    ENTER = "enter players"
    DRAFT = "draft the round"
    PUBLISH = "publish the round"
    RESULTS = "enter results"
    OPEN = "open the next matches"
    COMPLETE = "complete the round"
    CUT = "make the cut"
    FINISH = "finish the tournament"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Progress:
    """The next step, and what stands in its way; `text` is for every shell to show."""

    step: NextStep
    text: Message
    waiting: tuple[Message, ...] = ()
    opens: tuple[Message, ...] = ()
    """Matches of a knock-out whose players are known: they can begin while others still play."""


def plan_for(tournament: Tournament) -> TournamentPlan:
    """The plan for those who are, or were, there; after a cut for as many as went on."""
    players = [p for p, entry in tournament.entries.items() if entry.periods]
    played = sum(ref.stage == 1 for ref in tournament.rounds) if tournament.seeds else None
    return plan_of(tournament.rules, len(players), tuple(_opened_stages(tournament)), played)


def _opened_stages(t: Tournament) -> Iterator[OpenedStage]:
    for stage in sorted(t.seeds):
        how = t.admission(stage)
        open_ = how.has_next_stage and stage + 1 not in t.seeds
        then = len(how.through) + how.places if open_ else None
        yield OpenedStage(how.kind, max(t.seed_numbers(stage)), how.places, then)


def round_name(tournament: Tournament, ref: RoundRef) -> Message:
    """What a round is called within a sentence: `round 3`, `the semi-finals`."""
    planned = plan_for(tournament).round_at(ref) if ref.stage > 1 else None
    return planned.name if planned else ref.name


def round_title(tournament: Tournament, ref: RoundRef) -> Message:
    """What a round is called in headings: `Round 3`, `Semi-finals`."""
    return title_of(round_name(tournament, ref))


def full_title(tournament: Tournament, ref: RoundRef) -> Message:
    """The same with the number of rounds, if that is fixed: `Round 3 of 7`."""
    return title_of(_name(tournament, ref))


def knock_out_of(tournament: Tournament, stage: int | None = None) -> StageState | None:
    """A stage after a cut as it stands, without a number the last one of the plan; before the cut
    with seeds for players. None if none is planned.
    """
    plan = plan_for(tournament)
    planned = plan.finals if stage is None else plan.stage_at(stage)
    if planned is None or planned.number == 1:
        return None
    before = plan.stages[planned.number - 2].rounds
    waiting_for = _before_cut(tournament, before[-1]) if before else None
    return KINDS[planned.kind].play(tournament, planned, waiting_for)


def _before_cut(t: Tournament, last: PlannedRound) -> Message:
    """What seeds wait for: the last round before the cut, or the cut itself."""
    round_ = t.rounds.get(last.ref)
    if round_ is not None and round_.status != RoundStatus.DRAFT and not round_.pending:
        return Message("seat.cut")
    return Message("seat.round", round=last.name)


def is_complete(t: Tournament, planned: PlannedRound) -> bool:
    """Whether a planned round is over."""
    round_ = t.rounds.get(planned.ref)
    return round_ is not None and round_.status == RoundStatus.COMPLETE


def rules_at(tournament: Tournament, match: MatchRef) -> Rules:
    """The rules of a match: after a cut its round can have another length (`best_of_rounds`)."""
    rules = tournament.rules
    if match.stage == 1 or not rules.best_of_rounds:
        return rules
    tree = knock_out_of(tournament, match.stage)
    found = None if tree is None else tree.match_at(match)
    planned = plan_for(tournament).round_at(match.round)
    kind = planned.kind if planned else ""
    if found and kind not in (found.kind, PLAY_IN):
        kind = found.kind  # a match for third place beside the final
    return replace(rules, best_of=rules.best_of_rounds.get(kind, rules.best_of))


def progress(tournament: Tournament) -> Progress:
    """What to do next, in the words every shell uses.

    >>> str(progress(Tournament(created=True)).text)
    'Registration: no players yet'
    """
    if tournament.phase in (Phase.ABSENT, Phase.FINISHED):
        code = "status.finished" if tournament.finished else "status.undone"
        return Progress(NextStep.NOTHING, Message(code))
    if not tournament.entries:
        return Progress(NextStep.ENTER, Message("status.no-players"))
    ref = tournament.upcoming
    round_ = tournament.rounds.get(ref)
    if round_ is None:
        return _step_between_rounds(tournament, ref)
    title = full_title(tournament, ref)
    if round_.status == RoundStatus.DRAFT:
        return Progress(NextStep.PUBLISH, Message("status.not-published", round=title))
    if round_.unedited is not None:
        return Progress(NextStep.PUBLISH, Message("status.pairings-edited", round=title))
    tree = knock_out_of(tournament, ref.stage)
    opens = () if tree is None else tree.open_matches()
    names = tuple(_open_text(tournament, match) for match in opens)
    if round_.pending:
        return Progress(NextStep.RESULTS, *_pending(tournament), names)
    here = [match for match in opens if match.round_no == ref.round_no]
    if here:
        matches = [_open_text(tournament, match) for match in here]
        text = Message("status.matches-to-start", round=title, matches=matches)
        return Progress(NextStep.OPEN, text, opens=names)
    text = Message("status.results-complete", round=title)
    return Progress(NextStep.COMPLETE, text, opens=names)


def _pending(t: Tournament) -> tuple[Message, tuple[Message, ...]]:
    """The text and the tables of all rounds that are running: several only in a knock-out."""
    running = [
        (ref, round_)
        for ref, round_ in sorted(t.rounds.items(), key=lambda item: item[0])
        if ref.stage == t.stage and round_.status == RoundStatus.PUBLISHED and round_.pending
    ]
    first = running[0][0]
    tables = tuple(
        Message("status.table", table=table)
        if ref == first
        else Message("status.table-in-round", table=table, round=round_name(t, ref))
        for ref, round_ in running
        for table in round_.pending
    )
    texts = [pending_text(full_title(t, ref), round_) for ref, round_ in running]
    return texts[0] if len(texts) == 1 else Message("status.rounds", rounds=texts), tables


def pending_text(title: Message, round_: Round) -> Message:
    """Which results a round of this title waits for; of many tables the first are named."""
    pending = round_.pending
    more = len(pending) - _NAMED
    values = {"round": title, "n": len(pending), "tables": pending[:_NAMED]}
    if more > 0:
        return Message("status.many-results-missing", more=more, **values)
    return Message("status.results-missing", **values)


def _open_text(t: Tournament, match: Match) -> Message:
    first, second = map(t.name_of, match.players)
    return Message("status.match-of", match=match.name, first=first, second=second)


def _step_between_rounds(t: Tournament, ref: RoundRef) -> Progress:
    """No round is open: the next one, the cut, or the end."""
    plan = plan_for(t)
    planned = plan.round_at(ref)
    endless = t.rules.rounds is None and t.rules.system != "round_robin" and plan.finals is None
    if planned is not None or (ref.stage == 1 and endless and bool(plan.stages[0].rounds)):
        if ref == RoundRef(1, 1):
            fewest = 2 if t.rules.system == "round_robin" else 1  # one player has a bye
            if len(t.entrants_in(ref)) < fewest:
                return _too_few_players(t, ref)
            return Progress(NextStep.DRAFT, _registration("status.first-round", t, ref))
        if all_players_dropped(t, ref):
            return _all_dropped()
        if planned is None and not has_legal_round(t):
            return Progress(NextStep.FINISH, Message("status.no-round-left"))
        return Progress(NextStep.DRAFT, Message("status.round-can-be-paired", round=_name(t, ref)))
    if t.rounds and all_players_dropped(t, ref):
        return _all_dropped()
    if plan.stage_at(t.stage + 1) is not None:
        if not plan.stages[0].rounds and t.stage == 1:
            return Progress(NextStep.CUT, _registration("status.bracket-can-be-drawn", t, ref))
        return Progress(NextStep.CUT, Message("status.cut-can-be-made"))
    if not t.rounds:
        return _too_few_players(t, ref)
    return Progress(NextStep.FINISH, Message("status.can-be-finished"))


def _all_dropped() -> Progress:
    return Progress(NextStep.FINISH, Message("status.all-dropped"))


def _too_few_players(t: Tournament, ref: RoundRef) -> Progress:
    return Progress(NextStep.ENTER, _registration("status.too-few-players", t, ref))


def _registration(code: str, t: Tournament, ref: RoundRef) -> Message:
    return Message(code, n=len(t.entrants_in(ref)))


def all_players_dropped(t: Tournament, ref: RoundRef) -> bool:
    """Whether nobody is left who could play a round or win it without playing."""
    if ref.stage == 1:
        return all(entry.dropped for entry in t.entries.values())
    tree = knock_out_of(t, ref.stage)
    found = None if tree is None else tree.next_boards()
    return found is not None and found.all_players_dropped


def _name(t: Tournament, ref: RoundRef) -> Message:
    """With the number of rounds, if that is fixed: `round 3 of 7`."""
    if t.rules.rounds and ref.stage == 1:
        return Message("round.of-rounds", number=ref.round_no, rounds=t.rules.rounds)
    return round_name(t, ref)
