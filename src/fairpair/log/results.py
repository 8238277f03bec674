"""Results entered, corrected, taken away and reported."""

from collections.abc import Sequence
from dataclasses import replace

from fairpair.core.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
)
from fairpair.core.ids import PlayerId
from fairpair.core.players import Team
from fairpair.core.results import Boards, Games, Result, Scored, is_adjourned, is_draw
from fairpair.core.rounds import MatchRef, Pairing, Report, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.progress import knock_out_of, rules_at
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import normalise_reason
from fairpair.log.validate import get_round, validator_for


@decider_for(c.RecordResult)
def decide_record_result(journal: Journal, command: c.RecordResult) -> Sequence[e.Event]:
    players = command.players or find_match(journal.tournament, command.match).seats
    return [e.ResultRecorded(command.match, players, command.result)]


@validator_for(e.ResultRecorded)
def validate_result_recorded(t: Tournament, event: e.ResultRecorded) -> None:
    pairing = _match(t, event.match, event.players)
    if not is_adjourned(pairing.result):
        _require_running(t, event.match)
    if pairing.result is not None and not _ends_adjourned(pairing, event.result):
        raise InvalidStateError(
            "result-recorded",
            f"Table {event.match.table} has a result already: {pairing.result}.",
            "Correct it with a reason if it is wrong.",
        )
    _require_possible(t, event.match, pairing, event.result)


@applier_for(e.ResultRecorded)
def apply_result_recorded(builder: TournamentBuilder, event: e.ResultRecorded) -> None:
    """It may be the end of an adjourned match, while the next round is drafted already."""
    before = _set_result(builder, event.match, event.result)
    if before is not None:
        builder.mark_draft_stale(event.match.round)


def find_match(t: Tournament, match: MatchRef) -> Pairing:
    """The pairing at a table of a round that players know."""
    round_ = get_round(t, match.round)
    if round_.status == RoundStatus.DRAFT:
        raise InvalidStateError(
            "round-not-published",
            f"{match.round.title} is only a draft.",
            "Publish it first.",
        )
    if match.table not in round_.pairings:
        raise NotFoundError(
            "unknown-table",
            f"There is no table {match.table} in {match.round}.",
            f"Tables: {_span(sorted(round_.pairings))}.",
        )
    return round_.pairings[match.table]


def _span(numbers: list[int]) -> str:
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _ends_adjourned(pairing: Pairing, result: Result) -> bool:
    return is_adjourned(pairing.result) and result != pairing.result


def _match(t: Tournament, match: MatchRef, players: tuple[PlayerId, ...]) -> Pairing:
    pairing = find_match(t, match)
    if pairing.seats != players:
        names = " and ".join(t.name_of(p) for p in players)
        raise ConflictError(
            "other-players",
            f"{names} do not sit at table {match.table}.",
            "Look at the round again: it was changed.",
        )
    return pairing


def _require_running(t: Tournament, match: MatchRef) -> None:
    if t.rounds[match.round].status == RoundStatus.COMPLETE:
        raise InvalidStateError(
            "round-closed",
            f"{match.round.title} is closed.",
            "Correct the result with a reason.",
        )


def _require_possible(t: Tournament, match: MatchRef, pairing: Pairing, result: Result) -> None:
    """The result must fit the table and the rules."""
    problem: Message | str
    if result.seats not in (None, len(pairing.seats)):
        problem = f"it is for {result.seats} players, and {len(pairing.seats)} sit there"
    else:
        problem = (
            result.problem
            or _against_rules(rules_at(t, match), match.stage, result)
            or _against_teams(t, pairing, result)
        )
    if problem:
        raise InvalidInputError(
            "impossible-result",
            f"{result} is no possible result for table {match.table}: {problem}.",
            "Look at the slip again; the length of a match is set in the rules, and a level match"
            " that was decided otherwise can name its winner.",
        )


def _against_rules(rules: Rules, stage: int, result: Result) -> str:
    if is_draw(result) and not (rules.draws_allowed and stage == 1):
        return "a draw is not possible"  # and a match after the cut needs a winner
    match result:
        case Games():
            return _games_problem(rules, result)
        case Boards():
            problems = (_against_rules(rules, 1, board.result) for board in result.boards)
            return next((p for p in problems if p), "")
        case Scored():
            names = ", ".join(rules.scores) or "none"
            fits = set(result.scores[0]) == set(rules.scores)
            return "" if fits else f"the scores of this tournament are: {names}"
        case _:
            return ""


def _games_problem(rules: Rules, result: Games) -> str:
    needed = rules.games_to_win
    if needed is None:
        return ""
    if max(result.wins) > needed or sum(w == needed for w in result.wins) > 1:
        return f"in a best of {rules.best_of} the match ends with {needed} won games"
    return ""


def _against_teams(t: Tournament, pairing: Pairing, result: Result) -> str:
    """Boards are for teams, and who sat at one is named by the place in the team's list."""
    if not isinstance(result, Boards):
        return ""
    teams = [t.entries[player].entrant for player in pairing.seats]
    sizes = [len(team.members) for team in teams if isinstance(team, Team)]
    if len(sizes) != len(teams):
        return "boards are for matches between teams"
    for board in result.boards:
        named = board.members
        if named and len(named) != len(sizes):
            return "a board names one member of each team, or none at all"
        if any(not 0 <= member <= size for member, size in zip(named, sizes, strict=False)):
            return "a board names a member that the team does not have"
    return ""


def _set_result(
    builder: TournamentBuilder, match: MatchRef, result: Result | None
) -> Result | None:
    """Set it; what was there before comes back. What players reported is settled by it."""
    pairings = builder.pairings(match)
    before = pairings[match.table]
    pairings[match.table] = replace(before, result=result, reports=())
    return before.result


@decider_for(c.CorrectResult)
def decide_correct_result(journal: Journal, command: c.CorrectResult) -> Sequence[e.Event]:
    pairing = find_match(journal.tournament, command.match)
    players = command.players or pairing.seats
    reason = normalise_reason(command.reason, needed=True)
    same = pairing.result == command.result
    require_change(not same, f"Table {command.match.table} has that result already.")
    void = _void(journal, command.match, command.result) if command.void_later else []
    return [*void, e.ResultCorrected(command.match, players, command.result, reason)]


@validator_for(e.ResultCorrected)
def validate_result_corrected(t: Tournament, event: e.ResultCorrected) -> None:
    pairing = _match(t, event.match, event.players)
    if pairing.result is None:
        raise InvalidStateError(
            "no-result", f"Table {event.match.table} has no result yet.", "Enter it first."
        )
    if event.match.stage > 1 and is_adjourned(event.result):
        _require_running(t, event.match)
    _require_possible(t, event.match, pairing, event.result)
    _require_later_kept(t, event.match, event.result)


@applier_for(e.ResultCorrected)
def apply_result_corrected(builder: TournamentBuilder, event: e.ResultCorrected) -> None:
    _set_result(builder, event.match, event.result)
    builder.mark_draft_stale(event.match.round)


def _void(journal: Journal, match: MatchRef, result: Result | None) -> Sequence[e.Event]:
    """What others would have played, the last round first; a draft is paired again as a whole."""
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
    """Without a table a bye; without players the round is open again for a match nobody played."""
    if one.table is not None:
        return e.MatchVoided(ref, one.table, one.players)
    return e.MatchVoided(ref, None, tuple(p for p in round_.byes if p == one.winner))


def later_affected_matches(
    t: Tournament, match: MatchRef, result: Result | None
) -> tuple[Match, ...]:
    """The later matches of a knock-out that would get other players with this result."""
    tree = knock_out_of(t, match.stage) if match.stage > 1 else None
    return () if tree is None else tree.affected(match, result)


def _require_later_kept(t: Tournament, match: MatchRef, result: Result | None) -> None:
    changed = later_affected_matches(t, match, result)
    if changed:
        told = "; ".join(_later_text(t, one) for one in changed)
        raise InvalidStateError(
            "later-matches",
            f"With that result others would have played: {told}.",
            "Confirm that these are void and to be played again, or leave the result.",
            [FieldProblem(one.name, _later_text(t, one)) for one in changed],
        )


def _later_text(t: Tournament, match: Match) -> str:
    names = " - ".join(map(t.name_of, match.players))
    return f"{match.name} ({names}{', played' if match.result is not None else ''})"


@decider_for(c.ClearResult)
def decide_clear_result(journal: Journal, command: c.ClearResult) -> Sequence[e.Event]:
    players = command.players or find_match(journal.tournament, command.match).seats
    void = _void(journal, command.match, None) if command.void_later else []
    return [*void, e.ResultCleared(command.match, players, normalise_reason(command.reason))]


@validator_for(e.ResultCleared)
def validate_result_cleared(t: Tournament, event: e.ResultCleared) -> None:
    pairing = _match(t, event.match, event.players)
    _require_running(t, event.match)
    if pairing.result is None:
        text = f"Table {event.match.table} has no result."
        raise InvalidStateError("no-result", text, "There is nothing to clear.")
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
    require_change(agreed or not same, f"Table {command.match.table} is reported like that.")
    reported = e.ResultReported(command.match, players, command.player, result)
    return [reported, e.ResultRecorded(command.match, players, result)] if agreed else [reported]


@validator_for(e.ResultReported)
def validate_result_reported(t: Tournament, event: e.ResultReported) -> None:
    pairing = _match(t, event.match, event.players)
    if not t.rules.player_reports:
        raise InvalidStateError(
            "no-player-reports",
            "Results are not reported by players here.",
            "Tell the organiser; the rule player_reports allows it.",
        )
    if event.player not in pairing.seats:
        raise InvalidStateError(
            "not-your-match",
            f"{t.name_of(event.player)} does not sit at table {event.match.table}.",
            "Report the match you played.",
        )
    _require_running(t, event.match)
    if pairing.result is not None:
        raise InvalidStateError(
            "result-recorded",
            f"Table {event.match.table} has a result already: {pairing.result}.",
            "Tell the organiser if it is wrong.",
        )
    _require_possible(t, event.match, pairing, event.result)


@applier_for(e.ResultReported)
def apply_result_reported(builder: TournamentBuilder, event: e.ResultReported) -> None:
    """A later report of the same player takes the place of the earlier one."""
    pairings = builder.pairings(event.match)
    pairing = pairings[event.match.table]
    others = tuple(r for r in pairing.reports if r.player != event.player)
    reports = (*others, Report(event.player, event.result))
    pairings[event.match.table] = replace(pairing, reports=reports)


def _reported_by_others(pairing: Pairing, command: c.ReportResult) -> Result:
    """What there is to confirm: the one thing that all others say who said something."""
    said = [r.result for r in pairing.reports if r.player != command.player]
    if not said or any(result != said[0] for result in said):
        raise InvalidStateError(
            "nothing-to-confirm",
            f"There is no report to confirm at table {command.match.table}.",
            "Report the result yourself.",
        )
    return said[0]
