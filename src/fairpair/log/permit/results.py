"""When a result may be entered, corrected and taken away."""

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
from fairpair.core.rounds import MatchRef, Pairing, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.bracket import Match
from fairpair.engine.stages.progress import knock_out_of, rules_at
from fairpair.log import events as e
from fairpair.log.permit.registry import checks, known_round


@checks(e.ResultRecorded)
def _(t: Tournament, event: e.ResultRecorded) -> None:
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


@checks(e.ResultCorrected)
def _(t: Tournament, event: e.ResultCorrected) -> None:
    pairing = _match(t, event.match, event.players)
    if pairing.result is None:
        raise InvalidStateError(
            "no-result", f"Table {event.match.table} has no result yet.", "Enter it first."
        )
    if event.match.stage > 1 and is_adjourned(event.result):
        _require_running(t, event.match)
    _require_possible(t, event.match, pairing, event.result)
    _require_later_kept(t, event.match, event.result)


@checks(e.ResultCleared)
def _(t: Tournament, event: e.ResultCleared) -> None:
    pairing = _match(t, event.match, event.players)
    _require_running(t, event.match)
    if pairing.result is None:
        text = f"Table {event.match.table} has no result."
        raise InvalidStateError("no-result", text, "There is nothing to clear.")
    _require_later_kept(t, event.match, None)


def later_changed(t: Tournament, match: MatchRef, result: Result | None) -> tuple[Match, ...]:
    """The later matches of a knock-out that would get other players with this result."""
    tree = knock_out_of(t, match.stage) if match.stage > 1 else None
    return () if tree is None else tree.affected(match, result)


def _require_later_kept(t: Tournament, match: MatchRef, result: Result | None) -> None:
    changed = later_changed(t, match, result)
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


@checks(e.ResultReported)
def _(t: Tournament, event: e.ResultReported) -> None:
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


def _ends_adjourned(pairing: Pairing, result: Result) -> bool:
    return is_adjourned(pairing.result) and result != pairing.result


def find_match(t: Tournament, match: MatchRef) -> Pairing:
    """The pairing at a table of a round that players know."""
    round_ = known_round(t, match.round)
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


def _games_problem(rules: Rules, result: Games) -> str:
    needed = rules.games_to_win
    if needed is None:
        return ""
    if max(result.wins) > needed or sum(w == needed for w in result.wins) > 1:
        return f"in a best of {rules.best_of} the match ends with {needed} won games"
    return ""


def _span(numbers: list[int]) -> str:
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
