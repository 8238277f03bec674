"""Edits that set a state: players, byes, restrictions, rules, results.

Each use case takes the tournament as it is and yields commands, see `fairpair.app.service`. What is
already so stays unchanged.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fairpair.app.requests import Steps
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import (
    ConflictError,
    FieldProblem,
    ForbiddenError,
    InvalidInputError,
    InvalidStateError,
    NotFoundError,
)
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.ratings import MANUAL, ListRating
from fairpair.core.results import Result, is_adjourned
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef, RoundStatus
from fairpair.core.tournament import PairingRestriction, Phase, Tournament
from fairpair.core.tournament_ratings import counting_rating
from fairpair.core.vocabulary import result_text
from fairpair.engine.stages.progress import round_name
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.normalise import normalise_entrants
from fairpair.log.results import find_match
from fairpair.log.validate import get_entry, require_created

ENTERED_AGAIN = "entered again"


def run_idempotent(_t: Tournament, command: c.Command) -> Steps:
    """Run a command that sets something; do nothing if it is already so."""
    yield from _unless_so(command)


def enter_players(
    t: Tournament,
    entrants: Sequence[Entrant],
    from_round: int | None = None,
    missed: ByeKind | None = None,
) -> Steps:
    """Register players or teams, as late entries once the tournament has started; all or none."""
    require_one_kind(t, entrants)
    _require_new_names(t, entrants)
    if t.phase == Phase.RUNNING:
        yield c.EnterLate(tuple(entrants), from_round, missed)
    else:
        yield c.RegisterPlayers(tuple(entrants), from_round or 1, missed)


def require_one_kind(t: Tournament, entrants: Sequence[Entrant]) -> None:
    """Raise an error if players and teams would play in one tournament."""
    there = {isinstance(entry.entrant, Team) for entry in t.entries.values()}
    new = {isinstance(entrant, Team) for entrant in entrants}
    if len(there) == 1 and new - there:
        code = "mixed-entrants.players" if there == {True} else "mixed-entrants.teams"
        raise InvalidInputError(code)
    if not there and len(new) > 1:
        raise InvalidInputError("mixed-entrants")


def _require_new_names(t: Tournament, entrants: Sequence[Entrant]) -> None:
    """Report all duplicate names at once; the log would report only the first one."""
    seen = dict(t.identities)
    problems = []
    for n, entrant in enumerate(normalise_entrants(entrants), 1):
        other = seen.get(entrant.identity)
        if other is not None:
            problems.append(FieldProblem(f"players.{n}.name", _namesake(entrant.name, other)))
        seen.setdefault(entrant.identity, PlayerId(-n))
    if problems:
        raise ConflictError(
            "duplicate-name.in-list",
            n=len(problems),
            namesake=problems[0].text,
            problems=problems,
        )


def _namesake(name: str, other: PlayerId) -> Message:
    """Who already has the name: a player by number or, below zero, an entry of the same list."""
    if other > 0:
        return Message("namesake.registered", name=name, player=other)
    return Message("namesake.listed", name=name, entry=-other)


def edit_player(t: Tournament, player: PlayerId, changes: Mapping[str, Any]) -> Steps:
    """Change some of the public data of a player or team; the rest stays as it is.

    Nothing is done if all of it is already so.
    """
    require_created(t)
    before, new = get_entry(t, player).entrant, dict(changes)
    if "fide_id" in new and isinstance(before, Player):
        new["ids"] = _with_fide_id(before, new.pop("fide_id"))
    strange = [name for name in new if not hasattr(before, name)]
    if strange:
        raise InvalidInputError(
            "bad-request.not-a-field",
            name=before.name,
            fields=strange,
            problems=[FieldProblem(name, Message("request.not-a-field")) for name in strange],
        )
    made: Entrant = replace(before, **new)  # type: ignore[type-var]
    if "ratings" not in new:
        made = _with_typed_rating(before, made)
    yield from _unless_so(c.EditPlayer(player, made))


def replace_entrant(t: Tournament, player: PlayerId, made: Entrant) -> Steps:
    """Give the player or team the data of a form; fields that are not in the form stay."""
    require_created(t)
    before = get_entry(t, player).entrant
    if isinstance(before, Player) and isinstance(made, Player):
        ids = {**before.ids, **made.ids}
        made = replace(made, ids={giver: number for giver, number in ids.items() if number})
        made = _with_typed_rating(before, replace(made, ratings=made.ratings or before.ratings))
    elif isinstance(before, Team) and isinstance(made, Team):
        members = tuple(
            replace(old, name=new.name, rating=new.rating, club=new.club or old.club)
            for old, new in zip(before.members, made.members, strict=False)
        )
        made = replace(made, members=(*members, *made.members[len(members) :]))
    yield c.EditPlayer(player, made)


def _with_typed_rating(before: Entrant, made: Entrant) -> Entrant:
    """A player with ratings from lists keeps a typed one beside them, with a mark."""
    if not isinstance(before, Player) or not isinstance(made, Player):
        return made
    if made.rating == before.rating or not made.ratings or made.ratings != before.ratings:
        return made
    ratings = {
        key: replace(one, chosen=False) for key, one in made.ratings.items() if key != MANUAL
    }
    if made.rating:
        ratings[MANUAL] = ListRating(made.rating, by_hand=True)
    return replace(made, ratings=ratings)


def choose_rating(t: Tournament, player: PlayerId, key: str) -> Steps:
    """Let the rating of one of the player's lists count; without a list, the one by the rules."""
    require_created(t)
    before = get_entry(t, player).entrant
    ratings = before.ratings if isinstance(before, Player) else {}
    if not isinstance(before, Player) or (key and key not in ratings):
        raise InvalidInputError("no-list-rating", name=before.name, list=key, known=list(ratings))
    chosen = {one: replace(rating, chosen=one == key) for one, rating in ratings.items()}
    rating = counting_rating(chosen, t.header) if chosen else before.rating
    yield from _unless_so(c.EditPlayer(player, replace(before, rating=rating, ratings=chosen)))


def _with_fide_id(before: Player, fide_id: str) -> dict[str, str]:
    others = {key: value for key, value in before.ids.items() if key != "fide"}
    return others | ({"fide": fide_id} if fide_id else {})


def set_bye(t: Tournament, player: PlayerId, round_no: int, kind: ByeKind) -> Steps:
    """Give the player this kind of bye in a coming round, replacing an earlier request."""
    require_created(t)
    asked = get_entry(t, player).requested_byes.get(round_no)
    if asked == kind:
        return
    if asked is not None:
        yield c.WithdrawByeRequest(player, round_no)
    yield c.RequestBye(player, round_no, kind)


def set_pairing_restriction(
    t: Tournament, a: PlayerId, b: PlayerId, terms: PairingRestriction
) -> Steps:
    """Restrict the pairing of two players, replacing an earlier restriction."""
    require_created(t)
    there = t.avoided.get(frozenset((a, b)))
    if there == terms:
        return
    if there is not None:
        yield c.AllowPair(a, b)
    yield c.AvoidPair(a, b, terms.hard, terms.from_round, terms.until_round)


def configure(
    t: Tournament,
    name: str | None = None,
    rules: Mapping[str, Any] | None = None,
    reason: str = "",
    header: Mapping[str, object] | None = None,
) -> Steps:
    """Rename the tournament, change rules and details, or some of this."""
    require_created(t)
    if name is not None:
        yield from _unless_so(c.RenameTournament(name))
    if rules is not None:
        yield from _unless_so(c.ChangeRules(rules, reason))
    if header is not None:
        yield from _unless_so(c.ChangeHeader(header))


def _unless_so(command: c.Command) -> Generator[c.Command, Tournament, None]:
    try:
        yield command
    except InvalidStateError as refusal:
        if refusal.code != "nothing-changed":
            raise


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The result to set for a match, for these players if they are given.

    `correction` is the reason for replacing another result; while the round is in progress none is
    needed. `closed_too`: the caller may change completed rounds, with a reason. With `void_later`,
    later knockout matches whose players would change are voided. `seen` is the text of the result
    that the caller saw, empty if there was none: another result is not replaced.
    """

    match: MatchRef
    result: Result
    players: tuple[PlayerId, ...] = ()
    correction: str | None = None
    closed_too: bool = False
    void_later: bool = False
    seen: str | None = None


def enter_result(t: Tournament, entry: ResultEntry, *, by_id: bool = False) -> Steps:
    """Set the result of a match, replacing an earlier one.

    The match is the one at this table or, `by_id`, the one with this id, wherever it sits now.
    """
    result, players, correction = entry.result, entry.players, entry.correction
    require_created(t)
    match = _locate(t, entry.match) if by_id else entry.match
    there = find_match(t, match)
    closed = t.rounds[match.round].status == RoundStatus.COMPLETE
    ends_adjourned = is_adjourned(there.result) and not is_adjourned(result)
    if closed and (correction is None or not entry.closed_too) and not ends_adjourned:
        raise round_closed_error(t, match.round)
    others = players not in ((), there.seats)  # the log refuses that, with names
    if there.result == result and not others:
        return
    if not others:
        _require_seen(t, match, entry.seen, result)
    if there.result is None or others or (correction is None and ends_adjourned):
        yield c.RecordResult(match, result, players)
    else:
        reason = ENTERED_AGAIN if correction is None else correction
        yield c.CorrectResult(match, result, reason, players, entry.void_later)


def _locate(t: Tournament, wanted: MatchRef) -> MatchRef:
    """Where the match with this id is; an id that nobody has is refused as a table would be."""
    found = t.match_with_id(wanted)
    if found is None and t.match_id(wanted) != wanted.id:
        raise NotFoundError("unknown-pairing", match=wanted.id)
    return found or wanted


def run_by_id(t: Tournament, command: c.CorrectColours | c.CorrectForRating) -> Steps:
    """Run a command about the match with this id."""
    require_created(t)
    yield replace(command, match=_locate(t, command.match))


def report_result(t: Tournament, command: c.ReportResult) -> Steps:
    """Report the result of the match with this id."""
    require_created(t)
    yield replace(command, match=_locate(t, command.match))


def _require_seen(t: Tournament, match: MatchRef, seen: str | None, result: Result | None) -> None:
    """Raise an error if there is another result than the caller has seen."""
    there = find_match(t, match).result
    if seen is None or seen == seen_text(there):
        return
    code = "newer-result" if result else "newer-result.to-clear"
    raise ConflictError(
        "newer-result.cleared" if there is None else code,
        table=match.table,
        result=_said(t, result),
        there=_said(t, there),
    )


def seen_text(result: Result | None) -> str:
    """What a form notes about the result it shows."""
    return "" if result is None else str(result)


def _said(t: Tournament, result: Result | None) -> Message | str:
    return "" if result is None else result_text(result, t.rules)


def clear_result(
    t: Tournament, command: c.ClearResult, seen: str | None = None, *, by_id: bool = False
) -> Steps:
    """Clear the result of a match in the current round, if it is still the one that was `seen`."""
    require_created(t)
    if by_id:
        command = replace(command, match=_locate(t, command.match))
    _require_seen(t, command.match, seen, None)
    try:
        yield command
    except InvalidStateError as refusal:
        if refusal.code == "round-closed":
            raise round_closed_error(t, command.match.round) from refusal
        raise


def round_closed_error(t: Tournament, ref: RoundRef) -> ForbiddenError:
    """The error for a result in a completed round."""
    return ForbiddenError("round-closed.for-staff", round=round_name(t, ref))
