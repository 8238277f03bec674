"""Results that are entered, corrected, cleared and reported."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    InvalidStateError,
)
from fairpair.core.ids import PlayerId
from fairpair.core.players import Team
from fairpair.core.results import (
    Boards,
    Decided,
    Games,
    Result,
    Scored,
    is_adjourned,
    is_draw,
)
from fairpair.core.rounds import MatchRef, Pairing, Report, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text, score_label
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.progress import knock_out_of, round_name, rules_at
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason
from fairpair.log.validate import (
    get_round,
    require_not_edited,
    unknown_table,
    validator_for,
)


@decider_for(c.RecordResult)
def decide_record_result(journal: Journal, command: c.RecordResult) -> Sequence[e.Event]:
    players = command.players or find_match(journal.tournament, command.match).seats
    return [e.ResultRecorded(command.match, players, command.result)]


@validator_for(e.ResultRecorded)
def validate_result_recorded(t: Tournament, event: e.ResultRecorded) -> None:
    pairing = require_match(t, event.match, event.players)
    if not is_adjourned(pairing.result):
        _require_running(t, event.match)
    if pairing.result is not None and not _ends_adjourned(pairing, event.result):
        raise InvalidStateError(
            "result-recorded", table=event.match.table, result=result_text(pairing.result, t.rules)
        )
    require_possible(t, event.match, pairing, event.result)


@applier_for(e.ResultRecorded)
def apply_result_recorded(builder: TournamentBuilder, event: e.ResultRecorded) -> None:
    """It may end an adjourned match after the next round was paired."""
    before = _set_result(builder, event.match, event.result)
    if before is not None:
        builder.mark_draft_stale(event.match.round)


def find_match(t: Tournament, match: MatchRef) -> Pairing:
    """The pairing at a table of a published round."""
    round_ = get_round(t, match.round)
    if round_.status == RoundStatus.DRAFT:
        raise InvalidStateError("round-not-published", round=round_name(t, match.round))
    if match.table not in round_.pairings:
        raise unknown_table(t, match.round, match.table)
    return round_.pairings[match.table]


def _ends_adjourned(pairing: Pairing, result: Result) -> bool:
    return is_adjourned(pairing.result) and result != pairing.result


def require_match(t: Tournament, match: MatchRef, players: tuple[PlayerId, ...]) -> Pairing:
    """The pairing at a table of a published round, with these players."""
    pairing = find_match(t, match)
    if pairing.seats != players:
        raise ConflictError(
            "other-players", players=[t.name_of(p) for p in players], table=match.table
        )
    return pairing


def _require_running(t: Tournament, match: MatchRef) -> None:
    require_not_edited(t, match.round)
    if t.rounds[match.round].status == RoundStatus.COMPLETE:
        raise InvalidStateError("round-closed", round=round_name(t, match.round))


def require_possible(t: Tournament, match: MatchRef, pairing: Pairing, result: Result) -> None:
    """Require a result that fits the table and the rules."""
    problem = (
        _seats_problem(pairing, result)
        or _problem_in_itself(result)
        or _scores_problem(t.rules, result)
        or _boards_problem(t.rules, result)
        or _team_games_problem(t, match, pairing, result)
        or _rules_problem(rules_at(t, match), match.stage, result)
        or _teams_problem(t, pairing, result)
    )
    if problem:
        values = {**problem.values, "table": match.table, "result": result_text(result, t.rules)}
        raise InvalidInputError(problem.code, **values)


def _seats_problem(pairing: Pairing, result: Result) -> Message | None:
    seats = len(pairing.seats)
    if result.seats in (None, seats):
        return None
    return Message("impossible-result.seats", found=result.seats, seats=seats)


def _problem_in_itself(result: Result) -> Message | None:
    return Message("impossible-result", problem=result.problem) if result.problem else None


def _rules_problem(rules: Rules, stage: int, result: Result) -> Message | None:
    if is_draw(result) and stage > 1:
        return Message("impossible-result.knockout-draw")
    if is_draw(result) and not rules.draws_allowed:
        return Message("impossible-result.draw")
    match result:
        case Games():
            return _games_problem(rules, result)
        case Boards():
            problems = (_rules_problem(rules, 1, board.result) for board in result.boards)
            return next((p for p in problems if p), None)
        case Scored() if set(result.scores[0]) != set(rules.scores):
            code = "impossible-result.scores" if rules.scores else "impossible-result.no-scores"
            return Message(code, scores=list(map(score_label, rules.scores)))
        case _:
            return None


def _scores_problem(rules: Rules, result: Result) -> Message | None:
    """Where a score ranks, every played match needs it; each score has its limits."""
    if isinstance(result, Decided | Games) and rules.primary_score in rules.scores:
        return Message("impossible-result.need-scores", scores=list(map(score_label, rules.scores)))
    if not isinstance(result, Scored):
        return None
    for name, most in rules.score_limits.items():
        found = (side[name] for side in result.scores if name in side)
        if any(value.denominator > 1 or not 0 <= value <= most for value in found):
            return Message("impossible-result.score-range", score=score_label(name), most=most)
    return None


def _boards_problem(rules: Rules, result: Result) -> Message | None:
    """A team match that was played has a result on every board."""
    there = len(result.boards) if isinstance(result, Boards) else 0
    played = isinstance(result, Boards | Decided | Games)
    if rules.boards is None or not played or there == rules.boards:
        return None
    return Message("impossible-result.boards", n=rules.boards)


def _games_problem(rules: Rules, result: Games) -> Message | None:
    needed = rules.games_to_win
    if needed is None:
        return None
    if max(result.wins) > needed or sum(w == needed for w in result.wins) > 1:
        return Message("impossible-result.games", best_of=rules.best_of, n=needed)
    return None


def _team_games_problem(
    t: Tournament, match: MatchRef, pairing: Pairing, result: Result
) -> Message | None:
    """Games that cannot be those of one match are meant as the points of two teams."""
    teams = all(isinstance(t.entries[player].entrant, Team) for player in pairing.seats)
    if teams and isinstance(result, Games) and _games_problem(rules_at(t, match), result):
        return Message("impossible-result.team-games")
    return None


def _teams_problem(t: Tournament, pairing: Pairing, result: Result) -> Message | None:
    """Boards are for teams; a board names members by their position in the team's list."""
    if not isinstance(result, Boards):
        return None
    teams = [t.entries[player].entrant for player in pairing.seats]
    sizes = [len(team.members) for team in teams if isinstance(team, Team)]
    if len(sizes) != len(teams):
        return Message("impossible-result.no-teams")
    for board in result.boards:
        named = board.members
        if named and len(named) != len(sizes):
            return Message("impossible-result.board-members")
        if any(not 0 <= member <= size for member, size in zip(named, sizes, strict=False)):
            return Message("impossible-result.unknown-member")
    return None


def _set_result(
    builder: TournamentBuilder, match: MatchRef, result: Result | None
) -> Result | None:
    """Set the result and return the one before; the reports of the players are settled by it."""
    pairings = builder.pairings(match)
    before = pairings[match.table]
    after = replace(before, result=result, reports=())
    if is_adjourned(before.result) and not is_adjourned(result):
        after = replace(after, adjourned_until=_later_round(builder.tournament, match.round))
    pairings[match.table] = after
    return before.result


def _later_round(t: Tournament, ref: RoundRef) -> int | None:
    """The last published round of stage 1 if it comes after this one."""
    shown = (one.round_no for one in t.published_rounds if one.stage == 1 == ref.stage)
    last = max(shown, default=0)
    return last if last > ref.round_no else None


@decider_for(c.CorrectResult)
def decide_correct_result(journal: Journal, command: c.CorrectResult) -> Sequence[e.Event]:
    pairing = find_match(journal.tournament, command.match)
    players = command.players or pairing.seats
    reason = normalise_reason(command.reason, needed=True)
    same = pairing.result == command.result
    require_change(not same, "result", table=command.match.table)
    void = _void(journal, command.match, command.result) if command.void_later else []
    return [*void, e.ResultCorrected(command.match, players, command.result, reason)]


@validator_for(e.ResultCorrected)
def validate_result_corrected(t: Tournament, event: e.ResultCorrected) -> None:
    pairing = require_match(t, event.match, event.players)
    if pairing.result is None:
        raise InvalidStateError("no-result", table=event.match.table)
    if event.match.stage > 1 and is_adjourned(event.result):
        _require_running(t, event.match)
    require_possible(t, event.match, pairing, event.result)
    _require_later_kept(t, event.match, event.result)


@applier_for(e.ResultCorrected)
def apply_result_corrected(builder: TournamentBuilder, event: e.ResultCorrected) -> None:
    _set_result(builder, event.match, event.result)
    builder.mark_draft_stale(event.match.round)


def _void(journal: Journal, match: MatchRef, result: Result | None) -> Sequence[e.Event]:
    """Void later matches with other players, the last round first; discard a draft as a whole."""
    t = journal.tournament
    changed = sorted(later_affected_matches(t, match, result), key=lambda m: -m.round_no)
    refs = dict.fromkeys(RoundRef(match.stage, one.round_no) for one in changed)
    drafts = [ref for ref in refs if t.rounds[ref].status == RoundStatus.DRAFT]
    shown = [(RoundRef(match.stage, one.round_no), one) for one in changed]
    return [
        *map(e.DraftDiscarded, drafts),
        *(_void_event(t.rounds[ref], ref, one) for ref, one in shown if ref not in drafts),
    ]


def _void_event(round_: Round, ref: RoundRef, one: Match) -> e.MatchVoided:
    """Void a match; without a table a bye; without players only reopen the round."""
    if one.table is not None:
        return e.MatchVoided(ref, one.table, one.players)
    return e.MatchVoided(ref, None, tuple(p for p in round_.byes if p == one.winner))


def later_affected_matches(
    t: Tournament, match: MatchRef, result: Result | None
) -> tuple[Match, ...]:
    """The later matches of a knockout that would have other players with this result."""
    tree = knock_out_of(t, match.stage) if match.stage > 1 else None
    return () if tree is None else tree.affected(match, result)


def _require_later_kept(t: Tournament, match: MatchRef, result: Result | None) -> None:
    changed = later_affected_matches(t, match, result)
    if changed:
        later = [_later_match(t, one) for one in changed]
        problems = [FieldProblem(one.name, text) for one, text in zip(changed, later, strict=True)]
        raise InvalidStateError("later-matches", problems=problems, matches=later)


def _later_match(t: Tournament, match: Match) -> Message:
    code = "later-match" if match.result is None else "later-match.played"
    return Message(code, match=match.name, players=" - ".join(map(t.name_of, match.players)))


@decider_for(c.ClearResult)
def decide_clear_result(journal: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = command.players or find_match(journal.tournament, command.match).seats
    void = _void(journal, command.match, None) if command.void_later else []
    return [*void, e.ResultCleared(command.match, players, normalise_reason(command.reason))]


@validator_for(e.ResultCleared)
def validate_result_cleared(t: Tournament, event: e.ResultCleared) -> None:
    pairing = require_match(t, event.match, event.players)
    _require_running(t, event.match)
    if pairing.result is None:
        raise InvalidStateError("no-result.clear", table=event.match.table)
    _require_later_kept(t, event.match, None)


@applier_for(e.ResultCleared)
def apply_result_cleared(builder: TournamentBuilder, event: e.ResultCleared) -> None:
    _set_result(builder, event.match, None)


@decider_for(c.ReportResult)
def decide_report_result(journal: Journal, command: c.ReportResult) -> Sequence[e.Event]:
    pairing = find_match(journal.tournament, command.match)
    players = command.players or pairing.seats
    result = command.result or _reported_by_others(pairing, command)
    said = [pairing.report_of(p) for p in players if p != command.player]
    agreed = all(other == result for other in said)
    same = pairing.report_of(command.player) == result
    require_change(agreed or not same, "report", table=command.match.table)
    reported = e.ResultReported(command.match, players, command.player, result)
    return [reported, e.ResultRecorded(command.match, players, result)] if agreed else [reported]


@validator_for(e.ResultReported)
def validate_result_reported(t: Tournament, event: e.ResultReported) -> None:
    pairing = require_match(t, event.match, event.players)
    if not t.rules.player_reports:
        raise InvalidStateError("no-player-reports")
    if event.player not in pairing.seats:
        raise InvalidStateError(
            "not-your-match", player=t.name_of(event.player), table=event.match.table
        )
    _require_running(t, event.match)
    if pairing.result is not None:
        raise InvalidStateError(
            "result-recorded.report",
            table=event.match.table,
            result=result_text(pairing.result, t.rules),
        )
    require_possible(t, event.match, pairing, event.result)


@applier_for(e.ResultReported)
def apply_result_reported(builder: TournamentBuilder, event: e.ResultReported) -> None:
    """A new report replaces the earlier one of the same player."""
    pairings = builder.pairings(event.match)
    pairing = pairings[event.match.table]
    others = tuple(r for r in pairing.reports if r.player != event.player)
    reports = (*others, Report(event.player, event.result))
    pairings[event.match.table] = replace(pairing, reports=reports)


def _reported_by_others(pairing: Pairing, command: c.ReportResult) -> Result:
    """The result to confirm: the one that all others who reported agree on."""
    said = [r.result for r in pairing.reports if r.player != command.player]
    if not said or any(result != said[0] for result in said):
        raise InvalidStateError("nothing-to-confirm", table=command.match.table)
    return said[0]
