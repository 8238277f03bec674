"""Games without a result: adjourned before the next round, or decided before a tournament ends."""

from collections.abc import Generator

from fairpair.core.errors import FieldProblem, InvalidStateError
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Mark,
    Result,
    is_adjourned,
)
from fairpair.core.rounds import MatchRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import round_name
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.normalise import require_one_of
from fairpair.log.results import find_match

OPEN_GAMES = ("draw", "annul")
"""What can become of them."""


def open_games(t: Tournament) -> list[MatchRef]:
    """The published games of a chess tournament without a result, be they adjourned."""
    if not t.rules.has_colours:
        return []
    return [
        ref.at(table)
        for ref, round_ in t.published_rounds.items()
        for table, pairing in sorted(round_.pairings.items())
        if pairing.result is None or is_adjourned(pairing.result)
    ]


def adjourn_missing_games(t: Tournament) -> Generator[c.Command, Tournament, Tournament]:
    """Record every game of the current main round that has no result as adjourned."""
    ref = t.upcoming
    round_ = t.rounds.get(ref)
    if round_ is not None and round_.status == RoundStatus.PUBLISHED and ref.stage == 1:
        for table in round_.pending:
            t = yield c.RecordResult(ref.at(table), Adjourned())
    return t


def decide_open_games(t: Tournament, choice: str) -> Generator[c.Command, Tournament, Tournament]:
    """Record every open game as the organiser chose for all; an error without a choice, and in
    FIDE mode, where each needs its own result.
    """
    found = open_games(t)
    if choice:
        require_one_of("open_games", choice, OPEN_GAMES)
    if found and (t.is_in_fide_mode or not choice):
        problems = [_open_game(t, match) for match in found]
        code = "games-open.fide" if t.is_in_fide_mode else "games-open"
        raise InvalidStateError(code, n=len(found), problems=problems)
    for match in found:
        t = yield c.RecordResult(match, _result_by_choice(t, choice))
    return t


def _open_game(t: Tournament, match: MatchRef) -> FieldProblem:
    players = [t.name_of(player) for player in find_match(t, match).seats]
    place = Message("open-game.place", round=round_name(t, match.round), board=match.table)
    return FieldProblem(place, Message("open-game", players=players))


def _result_by_choice(t: Tournament, choice: str) -> Result:
    """A draw, of a team match on every board; annulled is a game that nobody played or won."""
    if choice == "annul":
        return Forfeit((Mark.LOSS, Mark.LOSS))
    drawn = Decided((Mark.DRAW, Mark.DRAW))
    return Boards((Board(drawn),) * t.rules.boards) if t.rules.boards else drawn
