"""What concerns one player now: where to sit, what to do next, and how a report is read."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from fairpair.app.views.people import Person, person
from fairpair.app.views.results import own_side_first, result_entry_mode
from fairpair.app.views.rounds import planned_rounds
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import parse_number
from fairpair.core.results import Board, Boards, Games, Result, Scored
from fairpair.core.rounds import MatchRef, Pairing, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.stages.bracket import decides
from fairpair.formats.result_words import WORDS
from fairpair.language.message import Message


class NextStepKind(StrEnum):
    """What the player does next."""

    CHECK_IN = "check_in"
    START = "start"
    PLAY = "play"
    REPORT = "report"
    CONFIRM = "confirm"
    OPPONENT = "opponent"
    DISPUTED = "disputed"
    WAIT = "wait"
    LAST = "last"
    OUT = "out"
    DROPPED = "dropped"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The player's match; `side` is 0 for the first-named player. Reports are in seat order."""

    match: MatchRef
    seats: Sequence[PlayerId]
    side: int
    opponent: Person
    colour: str | None
    result: Result | None
    mine: Result | None
    theirs: Result | None


@dataclass(frozen=True, slots=True)
class MyRound:
    """The last round that the player has a place in, and what follows."""

    next: NextStepKind
    title: Message | str
    ref: RoundRef | None
    match: MyMatch | None
    bye: str | None
    pending: int
    """Results that the round still waits for."""
    following: Message | str
    """The title of the round after it, if there is one."""


def my_round(t: Tournament, player: PlayerId) -> MyRound:
    """For a player of the tournament; `t` is what the public sees, with what players reported."""
    shown = list(t.published_rounds)
    there = [ref for ref in shown if t.rounds[ref].has(player)]
    running = [ref for ref in there if t.rounds[ref].status == RoundStatus.PUBLISHED]
    ref = running[-1] if running else there[-1] if there else None
    if ref is None:
        return MyRound(
            _next_without_match(t, player), "", None, None, None, 0, _title_after(t, ref)
        )
    round_ = t.rounds[ref]
    table = round_.table_of(player)
    match = None if table is None else _match(t, ref, table, player)
    bye = round_.byes[player].value if player in round_.byes else None
    pending = len(round_.pending)
    step = _next(t, player, ref, match)
    titles = {one.ref: one.title for one in planned_rounds(t)}
    title = titles.get(ref, ref.title)
    return MyRound(step, title, ref, match, bye, pending, _title_after(t, ref))


def _match(t: Tournament, ref: RoundRef, table: int, player: PlayerId) -> MyMatch:
    pairing: Pairing = t.rounds[ref].pairings[table]
    side = pairing.seats.index(player)
    opponent = next(p for p in pairing.seats if p != player)
    return MyMatch(
        MatchRef(ref.stage, ref.round_no, table),
        pairing.seats,
        side,
        person(t, opponent),
        ("white", "black")[side] if t.rules.has_colours else None,
        pairing.result,
        pairing.report_of(player),
        pairing.report_of(opponent),
    )


def _next_without_match(t: Tournament, player: PlayerId) -> NextStepKind:
    entry = t.entries[player]
    if entry.dropped:
        return NextStepKind.DROPPED
    if t.finished:
        return NextStepKind.FINISHED
    if t.rules.check_in and not entry.checked_in:
        return NextStepKind.CHECK_IN
    return NextStepKind.START if t.phase in (Phase.ABSENT, Phase.SETUP) else NextStepKind.WAIT


def _next(t: Tournament, player: PlayerId, ref: RoundRef, match: MyMatch | None) -> NextStepKind:
    if t.finished:
        return NextStepKind.FINISHED
    running = t.rounds[ref].status == RoundStatus.PUBLISHED
    if running and match is not None and match.result is None:
        return _open(t, match)
    if t.entries[player].dropped:
        return NextStepKind.DROPPED
    if t.stage > 1 and (player not in t.seeds[t.stage] or _lost_in_tree(t, ref, match, player)):
        return NextStepKind.OUT
    return NextStepKind.WAIT if _title_after(t, ref) else NextStepKind.LAST


def _lost_in_tree(t: Tournament, ref: RoundRef, match: MyMatch | None, player: PlayerId) -> bool:
    if ref.stage == 1 or match is None or match.result is None:
        return False
    side = decides(match.result, t.rules.scores)
    return side is not None and match.seats[side] != player


def _open(t: Tournament, match: MyMatch) -> NextStepKind:
    if not t.rules.player_reports:
        return NextStepKind.PLAY
    if match.mine is not None and match.theirs is not None:
        return NextStepKind.DISPUTED
    if match.mine is not None:
        return NextStepKind.OPPONENT
    return NextStepKind.REPORT if match.theirs is None else NextStepKind.CONFIRM


def _title_after(t: Tournament, ref: RoundRef | None) -> Message | str:
    """Of the next round of the plan; without a plan of rounds it is just the next."""
    rounds = planned_rounds(t)
    later = [one.title for one in rounds if ref is None or one.ref > ref]
    if later:
        return later[0]
    endless = t.rules.rounds is None and t.rules.system != "round_robin"
    return ref.next.title if ref and ref.stage == 1 and endless and t.stage == 1 else ""


_BOARD_WORDS = ("1-0", "1/2-1/2", "0-1")


def parse_report(form: Mapping[str, str], rules: Rules, side: int) -> Result:
    """The result that a form says, by seats; `InvalidInputError` if it says none."""
    text = form.get("result", "")
    try:
        match result_entry_mode(rules):
            case "scores":
                return _scored_result(form, rules, side)
            case "boards":
                return _boards(form, rules, side)
            case "games":
                counts = text.split("-") if text else _own_games(form, side)
                return Games((int(counts[0]), int(counts[1])), int([*counts, "0"][2] or 0))
            case _:
                return WORDS[text]
    except (ValueError, LookupError) as error:
        raise InvalidInputError("no-result-said") from error


def _scored_result(form: Mapping[str, str], rules: Rules, side: int) -> Scored:
    mine, theirs = (
        {name: parse_number(form[f"{who}-{name}"]) for name in rules.scores}
        for who in ("mine", "theirs")
    )
    return Scored((theirs, mine) if side else (mine, theirs))


def _boards(form: Mapping[str, str], rules: Rules, side: int) -> Boards:
    found = []
    for n in range(1, (rules.boards or 0) + 1):
        word = form[f"board-{n}"]
        if word not in _BOARD_WORDS:
            raise ValueError(word)
        found.append(Board(own_side_first(WORDS[word], side)))
    return Boards(tuple(found))


def _own_games(form: Mapping[str, str], side: int) -> list[str]:
    mine, theirs = form["games-mine"], form["games-theirs"]
    drawn = form.get("games-drawn", "0")
    return [theirs, mine, drawn] if side else [mine, theirs, drawn]
